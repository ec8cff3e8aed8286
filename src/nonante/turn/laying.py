"""What can be laid now, and what a card or an end brings."""

from __future__ import annotations

from typing import Final

from ..rules import Card, Pile
from ..rules.commands import FIRE, NO_RETRO, ONE_PILE, SKULL, STOP, THREE
from ..rules.laying import FREE, Tops, can_lay, lay_moves, shows
from .record import Frame, Lay, Moment

# What a card brings: the turn goes on, has ended well, has lost the game, has won it.
GOING: Final = 0
ENDED: Final = 1
LOST: Final = 2
WON: Final = 3

_LAYS: Final[tuple[tuple[Lay, ...], ...]] = tuple(tuple((card, pile) for pile in range(4)) for card in range(100))


def options(frame: Frame, moment: Moment) -> list[Lay]:
    """Return every card with every pile it may be laid on now."""
    return lay_moves(_LAYS, frame.marks, moment.tops, moment.lock, moment.hand)


def retro_open(frame: Frame, tops: Tops) -> bool:
    """Tell whether no visible command forbids going back."""
    return not frame.special or not shows(frame.marks, tops, NO_RETRO)


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
    lost |= mark == ONE_PILE and frame.rules.one_pile == "strict" and bool(touched & ~(1 << pile))
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
