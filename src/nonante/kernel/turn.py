"""The rules of a turn: what may be laid, what laying it does, and how the turn may end.

The same as `nonante.turn`, under the same names where both have a function. A turn is the turn record of `layout`.
"""

from __future__ import annotations

from typing import Final

from . import bits
from .bits import shows, upright
from .codes import (
    DRAW_ONE,
    END,
    FIRE,
    FIRE_UNCOVERED,
    FREE,
    LOST,
    NO_RETRO,
    ONE_PILE,
    ONE_PILE_BROKEN,
    PLAYING,
    SKULL,
    SKULL_UNCOVERED,
    STOP,
    STOP_BEFORE_THIRD,
    STUCK,
    THREE,
    THREE_NOT_THREE,
    WON,
)
from .compiling import forced, inlined, inner
from .layout import RulesRecord, TurnState
from .memory import flip, toggle

ANY_STEP: Final = 100  # longer than any step: no limit


@forced
def retro_open(turn: TurnState) -> bool:
    """Tell whether cards may go back: no visible command forbids it."""
    return shows(turn.shown, NO_RETRO) == 0


@inner
def can_lay(turn: TurnState, lock: int, retro: bool) -> bool:
    """Tell whether any card of the active hand fits anywhere."""
    for pile in range(4):
        if lock != FREE and lock != pile:
            continue
        low, high = turn.hand[pile & 2], turn.hand[(pile & 2) + 1]
        height = turn.heights[pile]
        if bits.above(low, high, height) or (retro and bits.holds(low, high, height - 10)):
            return True
    return False


@inlined
def new_turn(turn: TurnState, rules: RulesRecord) -> None:
    """Let a turn begin with the hand and the draw pile as they are."""
    turn.minimum = rules.least if turn.left else 1
    if rules.lenient_hand:
        turn.minimum = min(turn.minimum, bits.count(turn.hand[0], turn.hand[1]))
    turn.laid = 0
    turn.lock = FREE
    turn.has_three = 0
    turn.touched = 0
    turn.skulls = 0
    turn.due = turn.fires


@inlined
def cards_to_draw(turn: TurnState, rules: RulesRecord) -> int:
    """Return how many cards fill up the hand after its turn, as far as the draw pile has them."""
    count = rules.hand_size - bits.count(turn.hand[0], turn.hand[1])
    return 1 if count > 1 and shows(turn.shown, DRAW_ONE) else count


@inlined
def ending(turn: TurnState, stopped: bool) -> int:
    """Return the reason for which a turn that ended now would lose (in the order of R44), 0 if it would not."""
    if turn.has_three and turn.laid != 3:
        return STOP_BEFORE_THIRD if stopped else THREE_NOT_THREE
    if turn.skulls:
        return SKULL_UNCOVERED
    if turn.due:
        return FIRE_UNCOVERED
    return STUCK if turn.laid < turn.minimum and not stopped else 0


@inner
def lay(turn: TurnState, rules: RulesRecord, action: int) -> bool:
    """Lay a card, or end the turn; return whether the turn is over. A lost or won game shows in the status."""
    mark, closed = 0, True
    if action != END:
        mark = _put(turn, rules, action)
        closed = mark == STOP or (turn.has_three and turn.laid == 3) or turn.hand[0] | turn.hand[1] == 0
    if turn.reason == 0:
        broken = ending(turn, mark == STOP)
        if not closed:
            if broken == 0 or can_lay(turn, turn.lock, retro_open(turn)):
                return False
            # Nothing can be laid any more: lost there and then, below the minimum (R31) or with a duty left (R43).
            broken = STUCK if turn.laid < turn.minimum else broken
        turn.reason = broken
    if turn.reason:
        turn.status = LOST
    elif turn.unplayed[0] | turn.unplayed[1] == 0:
        turn.status = WON
    return True


@forced
def move_card(turn: TurnState, action: int) -> None:
    """Move a card from the hand to a pile: all that laying it means in a game without marks."""
    card, pile = (action >> 2) + 2, action & 3
    turn.heights[pile] = card if pile < 2 else 101 - card
    toggle(turn.hand, card)
    flip(turn.unplayed, card)
    turn.laid += 1


@inlined
def _put(turn: TurnState, rules: RulesRecord, action: int) -> int:
    """Lay a card and start its command; return its mark. A play that loses sets the reason."""
    pile = action & 3
    mark = rules.mark_of[(action >> 2) + 2]
    covered = turn.heights[pile]
    move_card(turn, action)
    if rules.special:
        place = 1 << pile
        turn.shown += (1 << 4 * mark) - (1 << 4 * rules.mark_of[upright(covered, pile)])
        turn.skulls = turn.skulls & ~place | (place if mark == SKULL else 0)
        turn.fires = turn.fires & ~place | (place if mark == FIRE else 0)
        turn.due &= ~place
        if mark == THREE:
            turn.has_three = 1
            if turn.laid > 3:
                turn.reason = THREE_NOT_THREE
        elif mark == ONE_PILE and rules.strict_pile and turn.touched & ~place:
            turn.reason = ONE_PILE_BROKEN
        if not shows(turn.shown, ONE_PILE):
            turn.lock = FREE
        elif turn.lock == FREE:
            turn.lock = pile
        turn.touched |= place
    return mark


@inner
def legal_moves(turn: TurnState, actions: list[int]) -> int:
    """Write every legal action, in the order of `Game.legal_moves`, and return how many there are."""
    if turn.status != PLAYING:
        return 0
    retro = retro_open(turn)
    count = 0
    card = bits.above(turn.hand[0], turn.hand[1], 1)
    while card:
        for pile in range(4):
            if turn.lock == FREE or turn.lock == pile:
                step = upright(card, pile) - turn.heights[pile]
                if step > 0 or (step == -10 and retro):
                    actions[count] = (card - 2) * 4 + pile
                    count += 1
        card = bits.above(turn.hand[0], turn.hand[1], card)
    if turn.laid >= turn.minimum:
        actions[count] = END
        count += 1
    return count


@inner
def list_cards(low: int, high: int, cards: list[int]) -> int:
    """Write the cards of a set in their order, and return how many there are."""
    count, card = 0, bits.above(low, high, 1)
    while card:
        cards[count] = card
        count += 1
        card = bits.above(low, high, card)
    return count


@forced
def next_moves(turn: TurnState, moves: list[int], width: int, reach: int, far_pairs: bool) -> int:
    """List what is worth laying next, and return how many moves: on each pile a retro, the nearest cards, and a pair.

    A pair is the nearest card that prepares a retro, which takes its ten back; with `far_pairs` it also counts where
    cards before it are beyond the reach.
    """
    retro, count = retro_open(turn), 0
    for pile in range(4):
        if turn.lock != FREE and turn.lock != pile:
            continue
        low, high = turn.hand[pile & 2], turn.hand[(pile & 2) + 1]
        height = turn.heights[pile]
        if retro and bits.holds(low, high, height - 10):
            moves[count] = bits.action_of(height - 10, pile)
            count += 1
        listed, near, left = height, bits.above(low, high, height), width
        while near and left and near - height <= reach:
            moves[count], listed = bits.action_of(near, pile), near
            count += 1
            left -= 1
            near = bits.above(low, high, near) if left else 0
        if retro and (far_pairs or near == 0):
            near = bits.above_linked(low, high, listed)
            if near and near - height - 10 <= reach:
                moves[count] = bits.action_of(near, pile)
                count += 1
    return count
