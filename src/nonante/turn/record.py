"""The record of a turn: what stays the same while it lasts (`Frame`) and what every card changes (`Moment`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple, TypeAlias

from ..rules import END, FREE, LETTERS, MOVE_TEXT, PLAYING, THREE, Card, NonanteError, Pile, Rules, Tops, View, card_of

Lay: TypeAlias = tuple[Card, Pile]
"""A card and the pile it is laid on."""


class Moment(NamedTuple):
    """The changing part of a turn, in the order in which the rules take and return it."""

    tops: Tops
    hand: tuple[Card, ...]
    laid: int
    """Cards laid so far."""
    lock: Pile
    """The pile that a one-pile command binds the turn to, else `FREE`."""
    three: bool
    """A three was laid, so that the turn must have exactly three cards."""
    touched: int
    """The piles laid on so far: a bit for each."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays the same during a turn."""

    rules: Rules
    marks: tuple[int, ...]
    special: bool
    """Whether any card carries a mark: a command or fire."""
    minimum: int
    opening: Tops
    draw_count: int
    others: int
    """Cards in the other hands together."""
    unseen: tuple[Card, ...]
    unseen_cards: int
    """The unseen cards as a set: a bit for each number."""

    @classmethod
    def of(cls, view: View) -> Frame:
        """Read the frame of the turn that a view shows."""
        return _frame(view, view.minimum, view.opening)


def _frame(view: View, minimum: int, opening: Tops) -> Frame:
    rules = view.rules
    return Frame(
        rules=rules,
        marks=rules.marks,
        special=rules.marked,
        minimum=minimum,
        opening=opening,
        draw_count=view.draw_count,
        others=sum(view.counts) - len(view.hand),
        unseen=view.unseen,
        unseen_cards=sum(1 << card for card in view.unseen),
    )


def now(view: View) -> Moment:
    """Return where the turn of a view's own seat stands; raise TurnError unless that seat is to move."""
    if view.seat is None or view.status != PLAYING or view.seat != view.active:
        why = "it watches" if view.seat is None else "the game is over" if view.status != PLAYING else "others move"
        raise TurnError("not-to-move", why=why)
    touched, three = 0, False
    for move in view.laid_this_turn:
        touched |= 1 << LETTERS.index(move[-1])
        three |= view.rules.marks[card_of(move)] == THREE
    return Moment(view.tops, view.hand, len(view.laid_this_turn), view.lock, three, touched)


def opening_turn(view: View) -> tuple[Frame, Moment]:
    """Return the first turn of the game as the view's own seat would have it, were it to start."""
    frame = _frame(view, view.rules.minimum, view.tops)
    return frame, Moment(view.tops, view.hand, 0, FREE, False, 0)


TURN_MESSAGES: Final[dict[str, tuple[str, str]]] = {
    "not-to-move": ("1.3", "this seat has no move to make: {why}"),
}


class TurnError(NonanteError):
    """A turn asked for where there is none: of a spectator, of a seat that is not to move, of a finished game."""

    messages: ClassVar[Mapping[str, tuple[str, str]]] = TURN_MESSAGES


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
