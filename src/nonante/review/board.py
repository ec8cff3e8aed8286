"""`Board`: a position that somebody set up from what one seat knows, such as at the kitchen table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from ..rules import BASES, DECK, BadInput, Game, Rules
from .errors import ReviewError

SEAT: Final = 0
"""The seat whose turn it is and whose hand is known; the others follow in the order of play."""


@dataclass(frozen=True, slots=True)
class Board:
    """The tops, one hand at the beginning of its turn, and every card that was laid; the other cards are hidden."""

    rules: Rules
    piles: Mapping[str, int]
    hand: Sequence[int]
    laid: Sequence[int] = ()
    """Whether the tops are among them or not does not matter."""
    others: Sequence[int] | None = None
    """How many cards each other seat holds, in the order of play; None: full hands, as far as the cards last."""

    def game(self, seed: int = 0) -> Game:
        """Return a game that fits, with the hidden cards in an order that depends on the seed.

        A player that looks at seat 0's view cannot tell one such game from another.
        """
        hidden = self._hidden()
        counts = self._counts(len(hidden))
        self._check_hands(counts, drawn=len(hidden) - sum(counts))
        Random(seed).shuffle(hidden)  # noqa: S311 - nothing secret: the cards are imagined
        hands = [list(self.hand)]
        for count in counts:
            hands.append(hidden[:count])
            del hidden[:count]
        game = Game.arrange(self.rules, self.piles, hands, hidden, SEAT)
        if self.laid and game.tops == BASES:
            raise ReviewError("board-bare")
        return game

    def _hidden(self) -> list[int]:
        laid = {*self.laid, *(top for top in self.piles.values() if top in DECK)}
        for card in [*self.laid, *self.hand]:
            if card not in DECK:
                raise BadInput("card", value=card)
        twice = next((card for card in self.hand if card in laid or self.hand.count(card) > 1), None)
        if twice is not None:
            raise BadInput("double", card=twice)
        return [card for card in DECK if card not in laid and card not in self.hand]

    def _counts(self, hidden: int) -> list[int]:
        """Return how many cards each other seat holds."""
        seats = self.rules.players - 1
        if self.others is None:
            held = min(hidden, seats * self.rules.hand_size)
            return [held // seats + (seat < held % seats) for seat in range(seats)]
        counts = list(self.others)
        if len(counts) != seats:
            raise BadInput("hands", value=len(counts) + 1, players=self.rules.players)
        if min(counts, default=0) < 0 or sum(counts) > hidden:
            raise ReviewError("board-cards", count=sum(counts), hidden=hidden)
        return counts

    def _check_hands(self, others: Sequence[int], drawn: int) -> None:
        """Refuse hands that cannot occur: too large, or not filled up while there are cards to draw."""
        full = self.rules.hand_size
        for count in (len(self.hand), *others):
            if count > full:
                raise ReviewError("board-hand", count=count, full=full)
            if drawn and count < full and self.rules.commands is None:
                raise ReviewError("board-short", count=count, full=full, drawn=drawn)
        if not self.hand:
            raise ReviewError("board-empty")
