"""The finished games in a table's log, with the time at which each ended."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from ..rules import PLAYING
from ..table import Table, event_from_data
from .store import Row


class Ended(NamedTuple):
    """A game at its end."""

    number: int
    """Which of its table's games it was."""
    at: float
    """Seconds since 1970."""
    table: Table


def ended_games(rows: Iterable[Row]) -> list[Ended]:
    """Return every game of a log that came to its end, the first one first."""
    table, ended = Table(), list[Ended]()
    for row in rows:
        before, table = table, table.apply(event_from_data(json.loads(row.event)))
        if is_over(table) and not (is_over(before) and before.deals == table.deals):
            ended.append(Ended(table.deals, row.at, table))
    return ended


def is_over(table: Table) -> bool:
    """Tell whether a table has played its game to the end."""
    return table.game is not None and table.game.status != PLAYING


def stayed(table: Table) -> list[int]:
    """Return the cards that were not played, in their order."""
    game = table.require_game()
    return sorted([*game.draw, *(card for hand in game.hands for card in hand)])
