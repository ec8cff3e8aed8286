"""The rules of a turn: what a card brings once it is laid, and what an end breaks.

Pure functions over plain tuples, shared by games, which know every hand, and by those who think a turn through and
know one.
"""

from __future__ import annotations

from typing import TypeAlias

from .cards import Card, Pile
from .commands import DRAW_ONE, FIRE, ONE_PILE, SKULL, STOP, THREE
from .errors import IllegalMove
from .laying import FREE, Tops, can_lay, check_lay, shows
from .outcome import (
    FIRE_UNCOVERED,
    ONE_PILE_BROKEN,
    SKULL_UNCOVERED,
    STOP_BEFORE_THIRD,
    STUCK,
    THREE_NOT_THREE,
    LossReason,
)
from .settings import Rules

Progress: TypeAlias = tuple[Tops, tuple[Card, ...], int, Pile, bool, int]
"""A turn so far: tops, hand, cards laid, the lock (a pile or FREE), whether a three was laid, the piles laid on (bits).

What follows from the cards laid is kept, so that no card looks back at them.
"""


def lay_card(
    rules: Rules, minimum: int, before: Progress, card: Card, pile: Pile
) -> tuple[Progress, LossReason | None, bool]:
    """Lay a card; return the turn after it, why that loses the game, if it does, and whether the turn is over.

    Raise IllegalMove, naming the rule, for a card that may not be laid. A turn that goes on may be `stuck`.
    """
    tops, hand, count, lock, three, touched = before
    try:
        place = hand.index(card)
    except ValueError:
        raise IllegalMove("not-in-hand", card=card) from None
    if lock != FREE or (card <= tops[pile] if pile < 2 else card >= tops[pile]):  # else it fits
        check_lay(rules.marks, tops, lock, card, pile)
    a, b, c, d = tops
    if pile < 2:
        tops = (card, b, c, d) if pile == 0 else (a, card, c, d)
    else:
        tops = (a, b, card, d) if pile == 2 else (a, b, c, card)
    hand = hand[:place] + hand[place + 1 :]
    count += 1
    touched |= 1 << pile
    if not rules.marked:
        over = not hand
        return (tops, hand, count, FREE, False, touched), STUCK if over and count < minimum else None, over
    mark = rules.marks[card]
    reason: LossReason | None = None
    if mark == THREE:
        three = True
        reason = THREE_NOT_THREE if count > 3 else None
    elif mark == ONE_PILE and rules.one_pile == "strict" and touched & ~(1 << pile):
        reason = ONE_PILE_BROKEN
    # A pile binds the rest of the turn: that of the first card laid while a one-pile command shows.
    if not shows(rules.marks, tops, ONE_PILE):
        lock = FREE
    elif lock == FREE:
        lock = pile
    after = tops, hand, count, lock, three, touched
    if reason:
        return after, reason, True
    if not hand or mark == STOP or (three and count == 3):
        return after, broken_at_end(rules, minimum, after, stopped=mark == STOP), True
    return after, None, False


def stuck(rules: Rules, minimum: int, progress: Progress) -> LossReason | None:
    """Return why a turn that goes on is lost, if it is: nothing can be laid, and to end would lose (R31, R43)."""
    tops, hand, count, lock, _, _ = progress
    if can_lay(rules.marks, tops, lock, hand):
        return None
    return STUCK if count < minimum else broken_at_end(rules, minimum, progress, stopped=False)


def broken_at_end(rules: Rules, minimum: int, progress: Progress, stopped: bool) -> LossReason | None:
    """Name what a turn breaks that ends so: a command before a due fire, and that before the minimum (R44)."""
    tops, _, count, _, three, touched = progress
    broken: LossReason | None = STUCK if count < minimum and not stopped else None
    if not rules.marked:
        return broken
    if three and count != 3:
        return STOP_BEFORE_THIRD if stopped else THREE_NOT_THREE
    marks = rules.marks
    for pile, top in enumerate(tops):
        mark = marks[top]
        if mark == SKULL and touched >> pile & 1:
            return SKULL_UNCOVERED
        # Fire on a pile that this turn did not touch was laid in the turn before, so it was due now.
        if mark == FIRE and not touched >> pile & 1:
            broken = FIRE_UNCOVERED
    return broken


def cards_to_draw(rules: Rules, tops: Tops, held: int) -> int:
    """Return how many cards fill up a hand after its turn, as far as the draw pile has them."""
    count = max(0, rules.hand_size - held)
    return 1 if count and rules.marked and shows(rules.marks, tops, DRAW_ONE) else count


def minimum_of_turn(rules: Rules, draw_count: int, held: int) -> int:
    """Return how many cards a turn needs that starts with so many in the draw pile and in hand."""
    if not draw_count:
        return 1
    return min(rules.minimum, held) if rules.short_hand == "lenient" else rules.minimum
