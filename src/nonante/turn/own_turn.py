"""`OwnTurn`: a turn as the seat to move can think it through, and what a card or an end brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple, TypeAlias

from ..rules import (
    END,
    MOVE_TEXT,
    PILES,
    PLAYING,
    Card,
    NonanteError,
    Rules,
    TurnState,
    View,
    broken_at_end,
    lay_card,
    lay_moves,
    stuck,
)

Lay: TypeAlias = tuple[Card, int]
"""A card and the pile it is laid on."""

# What a card or an end brings.
GOING: Final = 0
"""The turn goes on."""
ENDED: Final = 1
"""The turn has ended well."""
LOST: Final = 2
"""The game is lost."""
WON: Final = 3
"""The game is won."""

_make: Final = tuple.__new__  # makes a named tuple of all its fields, quicker than it does itself
_LAYS: Final[tuple[tuple[Lay, ...], ...]] = tuple(tuple((card, pile) for pile in range(4)) for card in range(100))


class OwnTurn(NamedTuple):
    """A turn with the hand of the seat to move; an immutable value, and every card gives the next one."""

    rules: Rules
    state: TurnState
    hand: tuple[Card, ...]
    others: int
    """How many cards are in the other hands and the draw pile."""

    @classmethod
    def of(cls, view: View) -> OwnTurn:
        """Return the turn of a view's own seat; raise TurnError unless that seat is to move."""
        if view.seat is None or view.status != PLAYING or view.seat != view.active:
            why = "it watches" if view.seat is None else "the game is over" if view.status != PLAYING else "others move"
            raise TurnError("not-to-move", why=why)
        return cls(view.rules, view.turn_state, view.hand, _others(view))

    @classmethod
    def opening(cls, view: View) -> OwnTurn:
        """Return the first turn of the game as the view's own seat would have it, were it to start."""
        return cls(view.rules, TurnState(view.tops, view.rules.minimum), view.hand, _others(view))

    @property
    def key(self) -> tuple[TurnState, tuple[Card, ...]]:
        """What tells this turn from others of the same search."""
        return self.state, self.hand

    def options(self) -> list[Lay]:
        """Return every card with every pile it may be laid on now."""
        state = self.state
        return lay_moves(_LAYS, self.rules.marks, state.tops, state.lock, self.hand)

    def step(self, card: Card, pile: int) -> int:
        """Return how far a card would move its pile on: -10 for a backwards trick."""
        return PILES[pile].step(self.state.tops[pile], card)

    def lay(self, card: Card, pile: int) -> tuple[int, OwnTurn]:
        """Return what laying a card brings, and the turn after it; raise IllegalMove if it may not be laid."""
        rules, state, hand, others = self
        state, hand, reason, over = lay_card(rules, state, hand, card, pile)
        after: OwnTurn = _make(OwnTurn, (rules, state, hand, others))
        if not over:
            return GOING, after
        return LOST if reason else after._ended(), after

    def ending(self) -> int:
        """Return what it brings to end the turn here: ENDED, LOST or WON."""
        return LOST if broken_at_end(self.rules, self.state, stopped=False) else self._ended()

    def _ended(self) -> int:
        return ENDED if self.hand or self.others else WON

    def stuck(self) -> bool:
        """Tell whether a turn that goes on has lost the game: nothing can be laid, and to end would lose (R31, R43)."""
        return stuck(self.rules, self.state, self.hand) is not None


def _others(view: View) -> int:
    return sum(view.counts) - len(view.hand) + view.draw_count


class Plan(NamedTuple):
    """A way to finish the turn: the cards to come, and where they lead."""

    lays: tuple[Lay, ...]
    end: OwnTurn
    outcome: int
    by_itself: bool
    """The turn ends with the last card, without saying so."""

    @property
    def moves(self) -> list[str]:
        """The plan as text moves."""
        moves = [MOVE_TEXT[card][pile] for card, pile in self.lays]
        return moves if self.by_itself else [*moves, END]


TURN_MESSAGES: Final[dict[str, tuple[str, str]]] = {
    "not-to-move": ("1.3", "this seat has no move to make: {why}"),
}


class TurnError(NonanteError):
    """A turn asked for where there is none: of a spectator, of a seat that is not to move, of a finished game."""

    messages: ClassVar[Mapping[str, tuple[str, str]]] = TURN_MESSAGES
