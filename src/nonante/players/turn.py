"""One's own turn, thought through: what a card brings, as far as a seat can know, on plain tuples.

The rules are those of `rules/`; a test holds both equal. Nothing here knows a hidden card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from ..rules import LETTERS, Card, Pile, Rules, View, card_of
from ..rules.commands import FIRE, NO_RETRO, ONE_PILE, SKULL, STOP, THREE
from ..rules.laying import FREE, Tops, can_lay, shows
from ..rules.outcome import PLAYING
from .errors import PlayerError

Lay: TypeAlias = tuple[Card, Pile]

# What a card brings: the turn goes on, has ended well, has lost the game, has won it.
GOING: Final = 0
ENDED: Final = 1
LOST: Final = 2
WON: Final = 3


class Moment(NamedTuple):
    """The changing part of a turn."""

    tops: Tops
    hand: tuple[Card, ...]
    laid: int
    lock: Pile
    three: bool
    touched: int


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays the same during a turn."""

    rules: Rules
    marks: tuple[int, ...]
    special: bool
    strict: bool
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
        special=any(rules.marks),
        strict=rules.one_pile == "strict",
        minimum=minimum,
        opening=opening,
        draw_count=view.draw_count,
        others=sum(view.counts) - len(view.hand),
        unseen=view.unseen,
        unseen_cards=sum(1 << card for card in view.unseen),
    )


def now(view: View) -> Moment:
    """Return where the turn of a view's own seat stands; raise unless that seat is to move."""
    if view.seat is None or view.status != PLAYING or view.seat != view.active:
        why = "it watches" if view.seat is None else "the game is over" if view.status != PLAYING else "others move"
        raise PlayerError("not-to-move", why=why)
    touched, three = 0, False
    for move in view.laid_this_turn:
        touched |= 1 << LETTERS.index(move[-1])
        three |= view.rules.marks[card_of(move)] == THREE
    return Moment(view.tops, view.hand, len(view.laid_this_turn), view.lock, three, touched)


def opening_turn(view: View) -> tuple[Frame, Moment]:
    """Return the first turn of the game as the view's own seat would have it, were it to start."""
    frame = _frame(view, view.rules.minimum, view.tops)
    return frame, Moment(view.tops, view.hand, 0, FREE, False, 0)


def retro_open(frame: Frame, tops: Tops) -> bool:
    """Tell whether no visible command forbids going back."""
    return not frame.special or not shows(frame.marks, tops, NO_RETRO)


def options(frame: Frame, moment: Moment) -> list[Lay]:
    """Return every card with every pile it may be laid on now."""
    a, b, c, d = moment.tops
    a10, b10, c10, d10 = (a - 10, b - 10, c + 10, d + 10) if retro_open(frame, moment.tops) else (0, 0, 0, 0)
    found = []
    for card in moment.hand:
        if card > a or card == a10:
            found.append((card, 0))
        if card > b or card == b10:
            found.append((card, 1))
        if card < c or card == c10:
            found.append((card, 2))
        if card < d or card == d10:
            found.append((card, 3))
    return found if moment.lock == FREE else [lay for lay in found if lay[1] == moment.lock]


def lay(frame: Frame, moment: Moment, card: Card, pile: Pile) -> tuple[int, Moment]:
    """Lay a card that may be laid, and say what that brings."""
    tops, hand, laid, lock, three, touched = moment
    after: Tops = (*tops[:pile], card, *tops[pile + 1 :])  # type: ignore[assignment]  # still four
    place = hand.index(card)
    kept = hand[:place] + hand[place + 1 :]
    if not frame.special:
        following = Moment(after, kept, laid + 1, FREE, False, touched | 1 << pile)
        if kept:
            return GOING, following
        return ending(frame, following, False), following
    mark = frame.marks[card]
    lost = mark == THREE and laid >= 3
    lost |= mark == ONE_PILE and frame.strict and bool(touched & ~(1 << pile))
    three = three or mark == THREE
    if not shows(frame.marks, after, ONE_PILE):
        lock = FREE
    elif lock == FREE:
        lock = pile
    following = Moment(after, kept, laid + 1, lock, three, touched | 1 << pile)
    if lost:
        return LOST, following
    if mark == STOP or (three and laid == 2) or not kept:
        return ending(frame, following, mark == STOP), following
    return GOING, following


def ending(frame: Frame, moment: Moment, stopped: bool) -> int:
    """Return what it brings to end the turn here: ENDED, LOST or WON."""
    if moment.laid < frame.minimum and not stopped:
        return LOST
    if frame.special:
        if moment.three and moment.laid != 3:
            return LOST
        for pile, top in enumerate(moment.tops):
            mark = frame.marks[top]
            if mark >= SKULL and mark == (SKULL if moment.touched >> pile & 1 else FIRE):
                return LOST
    return WON if not (moment.hand or frame.draw_count or frame.others) else ENDED


def stuck(frame: Frame, moment: Moment) -> bool:
    """Tell whether a turn that goes on has lost the game: nothing can be laid, and to end would lose (R31, R43)."""
    if ending(frame, moment, False) != LOST:
        return False
    return not can_lay(frame.marks, moment.tops, moment.lock, moment.hand)


def step(tops: Tops, card: Card, pile: Pile) -> int:
    """Return how many numbers a pile moves on by this card, -10 for a retro."""
    return card - tops[pile] if pile < 2 else tops[pile] - card


def hopeless(frame: Frame, moment: Moment) -> bool:
    """Tell whether a card that must be covered this turn can be covered by nothing in hand, whatever comes before."""
    for pile, top in enumerate(moment.tops):
        mark = frame.marks[top]
        if mark < SKULL or mark != (SKULL if moment.touched >> pile & 1 else FIRE):
            continue
        hand = moment.hand
        back = top - 10 if pile < 2 else top + 10
        if not hand or not ((hand[-1] > top if pile < 2 else hand[0] < top) or back in hand):
            return True
    return False
