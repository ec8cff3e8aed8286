"""A way to finish the turn (`Plan`), how far a search looks for them (`Scope`), and what is worth laying next."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from ..rules import END, Card
from ..rules.cards import MOVE_TEXT
from ..rules.laying import FREE
from .laying import retro_open
from .record import Frame, Lay, Moment

ANY_STEP: Final = 100
"""Longer than any step: no limit."""


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


@dataclass(frozen=True, slots=True)
class Scope:
    """How far a search looks."""

    width: int = 3
    """Nearest cards looked at on each pile."""
    reach: int = 12
    """Longest step once the turn could end."""
    extra: int = 4
    """Cards beyond the minimum."""
    narrow: int | None = None
    """Nearest cards looked at on each pile once the turn could end; None for as many as before."""
    far_pairs: bool = False
    """Whether the nearest card that prepares a retro counts even where cards before it are beyond the reach."""
    beam: int = 160
    """Moments kept of each layer, in a search by layers."""


def next_cards(frame: Frame, moment: Moment, scope: Scope, calm: bool) -> list[Lay]:
    """List what is worth laying next: on each pile a retro, the nearest cards, and the nearest that prepares a retro.

    Once the turn could end (`calm`), only steps within the reach; a prepared retro takes its ten back.
    """
    retro = retro_open(frame, moment.tops)
    width, reach = scope.width, ANY_STEP
    if calm:
        width, reach = width if scope.narrow is None else scope.narrow, scope.reach
    found: list[Lay] = []
    for pile in range(4) if moment.lock == FREE else (moment.lock,):
        found += _on_pile(moment.hand, moment.tops[pile], pile, width, reach, retro, scope.far_pairs)
    return found


@lru_cache(1 << 14)  # the moments of one search have most of their piles in common
def _on_pile(
    hand: tuple[Card, ...], top: Card, pile: int, width: int, reach: int, retro: bool, far_pairs: bool
) -> tuple[Lay, ...]:
    """List what is worth laying next on one pile."""
    if pile < 2:
        ten, ahead = 10, hand[bisect_right(hand, top) :]
    else:
        ten, ahead = -10, hand[: bisect_left(hand, top)][::-1]
    nearest = ahead[:width]
    within = [card for card in nearest if abs(card - top) <= reach]
    found = [(card, pile) for card in within]
    if retro and top - ten in hand:
        found.insert(0, (top - ten, pile))
    if retro and (far_pairs or len(within) == len(nearest)):
        linked = next((card for card in ahead[len(within) :] if card - ten in hand), None)
        if linked and abs(linked - top) - 10 <= reach:
            found.append((linked, pile))
    return tuple(found)
