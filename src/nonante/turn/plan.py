"""A way to finish the turn."""

from __future__ import annotations

from typing import NamedTuple

from ..rules import END
from ..rules.cards import MOVE_TEXT
from .record import Lay, Moment


class Plan(NamedTuple):
    """A way to finish the turn: the cards to come, and where they lead."""

    lays: tuple[Lay, ...]
    moment: Moment
    outcome: int
    by_itself: bool
    """The turn ends with the last card, without saying so."""

    @property
    def moves(self) -> list[str]:
        """The plan as text moves."""
        moves = [MOVE_TEXT[card][pile] for card, pile in self.lays]
        return moves if self.by_itself else [*moves, END]
