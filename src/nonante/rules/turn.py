"""The rules of a turn: which card may be laid where, what it brings, and what an end breaks.

Functions over plain values, shared by games, which know every hand, and by those who think a turn through and know one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from .cards import LETTERS, PILES, Card, Tops
from .commands import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE, SKULL, STOP, THREE
from .errors import IllegalMove
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

Name = TypeVar("Name")
LayRefusal: TypeAlias = Literal["one-pile", "not-higher", "not-lower", "no-retro"]
"""The codes of what `check_lay` refuses."""
FREE: Final = -1
"""The lock of a turn that no one-pile command binds."""

_make: Final = tuple.__new__  # makes a named tuple of all its fields, in a third of the time that it takes itself


class TurnState(NamedTuple):
    """How the current turn stands, as everybody sees it. What follows from the cards laid is kept beside them."""

    tops: Tops
    minimum: int
    """How many cards this turn needs; fixed when it starts."""
    laid: int = 0
    """How many cards were laid so far."""
    lock: int = FREE
    """The pile that a one-pile command binds the turn to, else `FREE`."""
    three: bool = False
    """Whether a three was laid, so that the turn must have exactly three cards."""
    touched: int = 0
    """The piles laid on so far: a bit for each."""


def shows(marks: Sequence[int], tops: Tops, mark: int) -> bool:
    """Tell whether a card with this mark is visible on a pile."""
    a, b, c, d = tops
    return marks[a] == mark or marks[b] == mark or marks[c] == mark or marks[d] == mark


def can_lay(rules: Rules, state: TurnState, hand: Sequence[Card]) -> bool:
    """Tell whether any card of a sorted hand may be laid now."""
    tops, _, _, lock, _, _ = state
    if lock == FREE:
        a, b, c, d = tops
        if hand[-1] > a or hand[-1] > b or hand[0] < c or hand[0] < d:
            return True
        backs: tuple[int, ...] = (a - 10, b - 10, c + 10, d + 10)
    else:
        if PILES[lock].goes_on(tops[lock], hand):
            return True
        backs = (PILES[lock].back(tops[lock]),)
    return any(card in hand for card in backs) and not shows(rules.marks, tops, NO_RETRO)


def lay_moves(
    names: Sequence[Sequence[Name]], marks: Sequence[int], tops: Tops, lock: int, hand: Sequence[Card]
) -> list[Name]:
    """Return every card with every pile it fits, by card and then by pile, under the names ``names[card][pile]``."""
    a, b, c, d = tops
    if lock != FREE:  # nothing fits the tops that the other piles are given
        a, b = a if lock == 0 else 200, b if lock == 1 else 200
        c, d = c if lock == 2 else -100, d if lock == 3 else -100
    # Where retro is closed, the card that would go back is set to a number no card has.
    a10, b10, c10, d10 = (0, 0, 0, 0) if shows(marks, tops, NO_RETRO) else (a - 10, b - 10, c + 10, d + 10)
    moves: list[Name] = []
    for card in hand:
        on_a, on_b, on_c, on_d = names[card]
        if card > a or card == a10:
            moves.append(on_a)
        if card > b or card == b10:
            moves.append(on_b)
        if card < c or card == c10:
            moves.append(on_c)
        if card < d or card == d10:
            moves.append(on_d)
    return moves


def check_lay(marks: Sequence[int], tops: Tops, lock: int, card: Card, pile: int) -> None:
    """Raise IllegalMove, naming the rule, unless the card may be laid on the pile."""
    if lock not in (FREE, pile):
        raise IllegalMove("one-pile", pile=LETTERS[lock])
    top, way = tops[pile], PILES[pile]
    if not way.takes(top, card):
        raise IllegalMove("not-higher" if way.ascending else "not-lower", card=card, top=top, pile=LETTERS[pile])
    if card == way.back(top) and shows(marks, tops, NO_RETRO):
        raise IllegalMove("no-retro", card=card, top=top)


def lay_card(
    rules: Rules, before: TurnState, hand: tuple[Card, ...], card: Card, pile: int
) -> tuple[TurnState, tuple[Card, ...], LossReason | None, bool]:
    """Lay a card of a hand; return the turn and the hand after it, why that loses, if it does, and whether it is over.

    Raise IllegalMove, naming the rule, for a card that may not be laid. An unfinished turn may be `stuck`.
    """
    tops, minimum, count, lock, three, touched = before
    try:
        place = hand.index(card)
    except ValueError:
        raise IllegalMove("not-in-hand", card=card) from None
    if lock != FREE or (card - tops[pile]) * PILES[pile].direction <= 0:  # else it fits
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
        after = _make(TurnState, (tops, minimum, count, FREE, False, touched))
        return after, hand, STUCK if over and count < minimum else None, over
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
    after = _make(TurnState, (tops, minimum, count, lock, three, touched))
    if reason:
        return after, hand, reason, True
    if not hand or mark == STOP or (three and count == 3):
        return after, hand, broken_at_end(rules, after, stopped=mark == STOP), True
    return after, hand, None, False


def stuck(rules: Rules, state: TurnState, hand: Sequence[Card]) -> LossReason | None:
    """Return why an unfinished turn is lost, if it is: no card fits, and ending would lose (R31, R43)."""
    if can_lay(rules, state, hand):
        return None
    return STUCK if state.laid < state.minimum else broken_at_end(rules, state, stopped=False)


def broken_at_end(rules: Rules, state: TurnState, stopped: bool) -> LossReason | None:
    """Name what a turn breaks that ends so: a command before a due fire, and that before the minimum (R44)."""
    tops, minimum, count, _, three, touched = state
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


def new_turn(rules: Rules, tops: Tops, draw_count: int, held: int) -> TurnState:
    """Return the start of a turn with so many cards in the draw pile and in hand."""
    minimum = min(rules.minimum, held) if rules.short_hand == "lenient" else rules.minimum
    return _make(TurnState, (tops, minimum if draw_count else 1, 0, FREE, False, 0))
