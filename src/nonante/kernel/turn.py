"""The rules of a turn: what may be laid, what laying it does, and how the turn may end.

The same as `nonante.turn`, under the same names where both have a function. A turn is the turn record of `layout`.
"""

from __future__ import annotations

from . import bits
from . import layout as at
from .bits import shows, upright
from .codes import (
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
from .compiling import Record, forced, inlined, inner


@forced
def retro_open(turn: Record) -> bool:
    """Tell whether cards may go back: no visible command forbids it."""
    return shows(turn[at.SHOWN], NO_RETRO) == 0  # type: ignore[no-any-return]


@inner
def can_lay(turn: Record, lock: int, retro: bool) -> bool:
    """Tell whether any card of the active hand fits anywhere."""
    for pile in range(4):
        if lock != FREE and lock != pile:
            continue
        low, high = turn[at.HAND + (pile & 2)], turn[at.HAND + (pile & 2) + 1]
        height = turn[at.HEIGHTS + pile]
        if bits.above(low, high, height) or (retro and bits.holds(low, high, height - 10)):
            return True
    return False


@inlined
def ending(turn: Record, stopped: bool) -> int:
    """Return the reason for which a turn that ended now would lose (in the order of R44), 0 if it would not."""
    if turn[at.HAS_THREE] and turn[at.LAID] != 3:
        return STOP_BEFORE_THIRD if stopped else THREE_NOT_THREE
    if turn[at.SKULLS]:
        return SKULL_UNCOVERED
    if turn[at.DUE]:
        return FIRE_UNCOVERED
    return STUCK if turn[at.LAID] < turn[at.MINIMUM] and not stopped else 0


@inner
def lay(turn: Record, rules: Record, action: int) -> bool:
    """Lay a card, or end the turn; return whether the turn is over. A lost or won game shows in the status."""
    mark, closed = 0, True
    if action != END:
        mark = _put(turn, rules, action)
        closed = mark == STOP or (turn[at.HAS_THREE] and turn[at.LAID] == 3) or turn[at.HAND] | turn[at.HAND + 1] == 0
    if turn[at.REASON] == 0:
        broken = ending(turn, mark == STOP)
        if not closed:
            if broken == 0 or can_lay(turn, turn[at.LOCK], retro_open(turn)):
                return False
            # Nothing can be laid any more: lost there and then, below the minimum (R31) or with a duty left (R43).
            broken = STUCK if turn[at.LAID] < turn[at.MINIMUM] else broken
        turn[at.REASON] = broken
    if turn[at.REASON]:
        turn[at.STATUS] = LOST
    elif turn[at.UNPLAYED] | turn[at.UNPLAYED + 1] == 0:
        turn[at.STATUS] = WON
    return True


@forced
def move_card(turn: Record, action: int) -> None:
    """Move a card from the hand to a pile: all that laying it means in a game without marks."""
    card, pile = (action >> 2) + 2, action & 3
    back = 101 - card
    bit = 1 << (card & 63)
    turn[at.HEIGHTS + pile] = card if pile < 2 else back
    turn[at.HAND + (card >> 6)] ^= bit
    turn[at.HAND + 2 + (back >> 6)] ^= 1 << (back & 63)
    turn[at.UNPLAYED + (card >> 6)] ^= bit
    turn[at.LAID] += 1


@inlined
def _put(turn: Record, rules: Record, action: int) -> int:
    """Lay a card and start its command; return its mark. A play that loses sets the reason."""
    pile = action & 3
    mark = rules[at.MARK_OF + (action >> 2) + 2]
    covered = turn[at.HEIGHTS + pile]
    move_card(turn, action)
    if rules[at.SPECIAL]:
        place = 1 << pile
        turn[at.SHOWN] += (1 << 4 * mark) - (1 << 4 * rules[at.MARK_OF + upright(covered, pile)])
        turn[at.SKULLS] = turn[at.SKULLS] & ~place | (place if mark == SKULL else 0)
        turn[at.FIRES] = turn[at.FIRES] & ~place | (place if mark == FIRE else 0)
        turn[at.DUE] &= ~place
        if mark == THREE:
            turn[at.HAS_THREE] = 1
            if turn[at.LAID] > 3:
                turn[at.REASON] = THREE_NOT_THREE
        elif mark == ONE_PILE and rules[at.STRICT_PILE] and turn[at.TOUCHED] & ~place:
            turn[at.REASON] = ONE_PILE_BROKEN
        if not shows(turn[at.SHOWN], ONE_PILE):
            turn[at.LOCK] = FREE
        elif turn[at.LOCK] == FREE:
            turn[at.LOCK] = pile
        turn[at.TOUCHED] |= place
    return mark  # type: ignore[no-any-return]  # int64


@inner
def legal_moves(turn: Record, actions: Record) -> int:
    """Write every legal action, in the order of `Game.legal_moves`, and return how many there are."""
    if turn[at.STATUS] != PLAYING:
        return 0
    retro = retro_open(turn)
    count = 0
    card = bits.above(turn[at.HAND], turn[at.HAND + 1], 1)
    while card:
        for pile in range(4):
            if turn[at.LOCK] == FREE or turn[at.LOCK] == pile:
                step = upright(card, pile) - turn[at.HEIGHTS + pile]
                if step > 0 or (step == -10 and retro):
                    actions[count] = (card - 2) * 4 + pile
                    count += 1
        card = bits.above(turn[at.HAND], turn[at.HAND + 1], card)
    if turn[at.LAID] >= turn[at.MINIMUM]:
        actions[count] = END
        count += 1
    return count
