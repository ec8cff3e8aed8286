"""What the pages around the games send and get over plain HTTP: one's own tables, replays, days, reviews."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

TableStatus: TypeAlias = Literal["lobby", "playing", "won", "lost"]


class OwnSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and the secret of one's seat there."""

    code: str
    token: str


class AskOwnTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/own-tables: say how the tables stand where I sit."""

    seats: list[OwnSeat]


class OwnTable(msgspec.Struct, frozen=True):
    """How a table stands: nothing that a spectator may not see."""

    code: str
    you: int
    edition: str
    names: list[str | None]
    levels: list[str | None]
    """The level of each computer player; null for a person and for a free seat."""
    status: TableStatus
    active: int | None
    """Whose turn it is; null while nobody's."""
    score: int
    draw_count: int
    paused: bool
    deals: int


class OwnTables(msgspec.Struct, frozen=True):
    """The tables asked for, as they stand; `gone` lists those where that secret opens no seat."""

    tables: list[OwnTable]
    gone: list[str]
