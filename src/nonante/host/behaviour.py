"""`TableBehaviour`: how tables behave towards people who come late, go, or play with computers."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TableBehaviour:
    """How a room behaves; seconds, except where said."""

    pace: float = 0.9
    """Between two cards of a computer player."""
    settle: float = 1.5
    """Without a socket before a seat counts as away, so that a reload shows nothing."""
    arrive: float = 15.0
    """For the first socket of somebody who just opened the table."""
    stand_in: float = 20.0
    """Away before a computer player moves for the seat, where the table wants that."""
    host: float = 30.0
    """Away before the next person may do what the host may."""
    anyone: float = 30.0
    """Away before not only the host but anybody may let a computer player move for the seat."""
    count: float = 1.0
    """Until those who look on are counted anew."""
    pool: Executor | None = field(default=None, compare=False)
    """Where computer players think; None is asyncio's own threads."""
    hint_pool: Executor | None = field(default=None, compare=False)
    """Where hints are thought out, so that those who ask for many do not keep the computer players waiting."""
    wake_pool: Executor | None = field(default=None, compare=False)
    """Where tables that people come back to are read from the store."""
    read_pool: Executor | None = field(default=None, compare=False)
    """Where finished games, records and tables that strangers ask about are read."""
