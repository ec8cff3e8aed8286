"""The compiled game: every edition and option for 1 to 5 players, and the players that live inside it.

One file on purpose: Numba's cache only watches the file of the function it stores, so a kernel in pieces could run
stale code. Everything is scalar code over flat rows of 64-bit integers, named by the constants below:

* a *rules row* says which game is played (`rows.py` makes one);
* a *state row* is one game at one moment. Its first `TURN_SIZE` cells are the turn record: all that laying a card
  reads or changes, so that a planner copies 22 numbers a node and runs the very code that plays the game;
* a *player row* of floats holds a player's settings and weights.

Every pile rises here. A falling pile is held upside down: its height is 101 less its top, and a card counts 101 less
its number there. So a hand is two sets of two 64-bit words, the numbers and the numbers upside down, and one rule
serves all four piles: higher, or exactly 10 lower. An action is ``(card - 2) * 4 + pile``; `END` (392) ends the turn.

`step` is the whole game: it plays one legal action, ends the turn when that is due, draws, seats the next player and
names losses. `rules/` is the reference; tests hold both equal, move by move. Functions whose name has no underscore
and that take arrays can be called from Python; the others work on pointers and live in compiled code only, which
keeps the compiler's work and the calls small.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

Row: TypeAlias = Any  # a pointer to cells; the type checker cannot see through Numba
Array: TypeAlias = Any  # a NumPy array
Word: TypeAlias = Any  # numpy.uint64
_F = TypeVar("_F", bound=Callable[..., Any])
_njit: Any = njit  # its types leave out the two options that keep wrappers away


def _inner(function: _F) -> _F:
    """Compile a function that only compiled code calls."""
    compiled: _F = _njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


def _forced(function: _F) -> _F:
    """Compile a function into all that call it, whatever LLVM thinks of that: in the innermost loops a call is dear."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
    compiled: _F = _njit(nogil=True, error_model="numpy", **options)(function)
    return compiled


def _inlined(function: _F) -> _F:
    """Compile a function into the few that call it.

    That is quicker than to compile it apart: every function is made into machine code together with all that it calls,
    so each level of calls is paid for again.
    """
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "inline": "always"}
    compiled: _F = _njit(nogil=True, error_model="numpy", **options)(function)
    return compiled


def _entry(function: _F) -> _F:
    """Compile a function that Python calls, and keep the machine code on disk."""
    compiled: _F = _njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    return compiled


# --- layout ---------------------------------------------------------------------------------------------------------

# rules row
PLAYERS: Final = 0
HAND_SIZE: Final = 1
LEAST: Final = 2  # cards a turn needs while the draw pile lasts
STRICT_PILE: Final = 3
LENIENT_HAND: Final = 4
TALK: Final = 5  # 0 none, 1 standard, 2 permissive
SPECIAL: Final = 6  # some card carries a mark
SEEDED: Final = 7  # the command map is drawn anew from each game's seed
MARKS: Final = 8  # 101 cells, the mark of every number
RULES_SIZE: Final = MARKS + 101

# state row: the turn record
HEIGHTS: Final = 0  # 4 cells
HAND: Final = 4  # the active hand: 2 words of numbers, 2 words of numbers upside down
ALIVE: Final = 8  # 2 words: every card not laid yet, wherever it is
LAID: Final = 10  # cards laid this turn
MINIMUM: Final = 11
LOCK: Final = 12  # the pile a one-pile command binds the turn to, or FREE
HAS_THREE: Final = 13
TOUCHED: Final = 14  # bit of each pile laid on this turn
SKULLS: Final = 15  # bit of each pile where a skull of this turn is visible
FIRES: Final = 16  # bit of each pile where a fire is visible
DUE: Final = 17  # those of them that must be covered this turn
SHOWN: Final = 18  # how many visible cards carry each mark: 4 bits a mark
STATUS: Final = 19
REASON: Final = 20  # 0, or 1 + place in rules.REASONS
LEFT: Final = 21  # cards in the draw pile; the next one is at DECK + 98 - LEFT
TURN_SIZE: Final = 22
# state row: the rest
ACTIVE: Final = 22
TURN: Final = 23
RANDOM: Final = 24  # state of the players' own random numbers
SIGNALS: Final = 25  # 5 cells, a seat's standing signals: bit pile + 4 * kind
HANDS: Final = 30  # 4 words a seat, as in HAND; the active seat's are kept equal to it
DECK: Final = 50  # 98 cells, the draw pile at the end
STATE_SIZE: Final = DECK + 98

OUTCOME_SIZE: Final = 5  # how a game ended: score, reason (0: won), the mark to blame, turns, cards not laid

PLAYING: Final = 0
WON: Final = 1
LOST: Final = 2
FREE: Final = -1
END: Final = 392
ACTIONS: Final = 393

# marks, as in rules/commands.py
STOP: Final = 1
SKULL: Final = 2
THREE: Final = 3
SILENCE: Final = 4
NO_RETRO: Final = 5
ONE_PILE: Final = 6
DRAW_ONE: Final = 7
FIRE: Final = 8

# reasons, 1 + place in rules.REASONS
STUCK: Final = 1
SKULL_UNCOVERED: Final = 2
THREE_NOT_THREE: Final = 3
STOP_BEFORE_THIRD: Final = 4
FIRE_UNCOVERED: Final = 5
ONE_PILE_BROKEN: Final = 6

# signals
KEEP_OFF: Final = 0
SMALL_STEPS: Final = 1
CAN_GO_BACK: Final = 2

# player row: settings, then the planner's weights
KIND: Final = 0  # RANDOM_PLAYER, GREEDY, PLANNER or GROUPS
REACH: Final = 1  # longest extra step while the draw pile lasts
REACH_END: Final = 2  # the same once it is empty
WIDTH: Final = 3  # nearest cards looked at on each pile
EXTRA: Final = 4  # cards beyond the minimum that a plan may hold
NEARLY: Final = 5  # random: in so many of 256 cases the nearest card is laid instead
LOOK_BACK: Final = 9  # greedy: a card whose retro card is in hand too counts 10 nearer if this is 1
START_COST: Final = 6  # a hand whose first turn costs at most this would like to start; negative: not asked
KEEP_WITHIN: Final = 7  # says "keep off" for a card at most this far from a pile (a retro always); negative: silent
SMALL_WITHIN: Final = 8  # says "only small steps" for a card at most this far
W_STEP: Final = 10  # numbers the tops moved on, less those they went back
W_EXTRA: Final = 11  # card beyond the minimum
W_EXTRA_END: Final = 12  # the same once the draw pile is empty
W_PAIR: Final = 13  # two cards ten apart kept in hand
W_BACK: Final = 14  # pile that the hand kept can go back on
W_BACK_UNSEEN: Final = 15  # pile that a card not seen yet can go back on
W_FITS: Final = 16  # 4 cells: card not laid that fits 0, 1, 2, 3 piles
W_NEXT: Final = 20  # step of the nearest card kept
W_EVEN: Final = 21  # hundredth of the square of the room left on each pile
W_SHORT: Final = 22  # card the next hand lacks to its minimum
W_KEEP_OFF: Final = 23  # pile moved although another seat asked to keep off
W_SMALL_STEPS: Final = 24  # number a pile moved on although another seat asked for small steps
W_CAN_GO_BACK: Final = 25  # pile moved although another seat can go back there
W_SHOWN: Final = 26  # 9 cells, by mark: visible at the end of the turn
W_LIVE: Final = 35  # card not laid yet that a top passed over, less those it went back over
PLAYER_SIZE: Final = 36

RANDOM_PLAYER: Final = 0
GREEDY: Final = 1
PLANNER: Final = 2
GROUPS: Final = 3  # a planner by packets of cards; where cards carry marks it plays as PLANNER

# work row of a planner: one line a depth, the plan, and a list of actions
DEPTH: Final = 8
_COUNT: Final = TURN_SIZE  # candidates listed
_NEXT: Final = TURN_SIZE + 1  # candidate to try next
_ACTION: Final = TURN_SIZE + 2  # what led here
_MOVES: Final = TURN_SIZE + 3
_WIDEST: Final = 7
_LINE: Final = _MOVES + 4 * (_WIDEST + 2)
_PLAN: Final = (DEPTH + 1) * _LINE  # number of moves, then the moves
WORK_SIZE: Final = _PLAN + _LINE
PRICES_SIZE: Final = 8 + 32  # for each pile: price of moving it at all, then of each number; value of each packet

# packets of one pile: none, the best of 1 to 6 cards, and the second nearest card alone
PACKETS: Final = 8
_OTHER: Final = 7
_PACKET: Final = 2  # cells of a packet: the places of its cards in the hand as bits, and its actions, 9 bits each
_VALUES: Final = 8  # where the packets' values start in the prices

# behind the packets in the work row: the active hand as a table, a column a card, from low to high; once for the rising
# piles, and once upside down for the falling ones
_CARDS: Final = 4 * PACKETS * _PACKET
_WIDTH: Final = 16
_HEIGHT: Final = 0  # what the card counts on such a pile
_UPPER: Final = _WIDTH  # bit of the column of the card ten above, 0 if it is not in the hand
_LOWER: Final = 2 * _WIDTH  # the same for ten below
_RANK: Final = 3 * _WIDTH  # how many cards not laid yet lie below it
_PLACE: Final = 4 * _WIDTH  # bit of its place in the hand
_WITH_UPPER: Final = 5 * _WIDTH  # bits of all columns whose card has an upper one
_WITH_LOWER: Final = _WITH_UPPER + 1
_TABLE: Final = _WITH_LOWER + 1

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_SALT_COMMANDS = np.uint64(0x636F6D6D616E6473)  # as in rules/commands.py
_SALT_PLAYERS = np.uint64(0x706C617965727321)  # "players!" in ASCII
_U1, _U27, _U30, _U31, _U32 = np.uint64(1), np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_NO_PLAN: Final = -1e18
_WINNING_PLAN: Final = 1e18
_NO_STEP: Final = 129  # what `_shortest` says where no card fits
# For arguments: Numba compiles a function once more for every bare number it is called with.
_ZERO: Any = np.int64(0)
_ONE: Any = np.int64(1)
_ALL: Any = np.int64(98)
_ANY_PILE: Any = np.int64(FREE)


# --- machine instructions -------------------------------------------------------------------------------------------
# A set of numbers 2 to 99 is the 128-bit integer of its two words: bit n for number n.

_I64, _I128 = ir.IntType(64), ir.IntType(128)


def _instruction(emit: Callable[..., Any]) -> Any:
    """Make a function of integers out of `emit`, which writes the LLVM code for it with a builder."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return emit(builder, *args)

    def typed(_typing: Any, *numbers: Any) -> Any:
        return types.int64(*[types.int64] * len(numbers)), generate

    typed.__signature__ = signature(emit)  # type: ignore[attr-defined]  # Numba wants the arguments by name
    return intrinsic(typed)


def _wide(number: int) -> Any:
    return ir.Constant(_I128, number)


def _set(b: Any, low: Any, high: Any) -> Any:
    return b.or_(b.zext(low, _I128), b.shl(b.zext(high, _I128), _wide(64)))


def _emit_count(b: Any, low: Any, high: Any) -> Any:
    return b.trunc(b.ctpop(_set(b, low, high)), _I64)


def _emit_pairs(b: Any, low: Any, high: Any) -> Any:
    cards = _set(b, low, high)
    return b.trunc(b.ctpop(b.and_(cards, b.lshr(cards, _wide(10)))), _I64)


def _emit_holds(b: Any, low: Any, high: Any, number: Any) -> Any:
    # Numbers out of range wrap to bits that no set has.
    place = b.and_(b.zext(number, _I128), _wide(127))
    return b.and_(b.trunc(b.lshr(_set(b, low, high), place), _I64), ir.Constant(_I64, 1))


def _first_above(b: Any, cards: Any, height: Any) -> Any:
    place = b.add(b.zext(height, _I128), _wide(1))
    rest = b.lshr(cards, place)
    first = b.add(b.cttz(rest, ir.Constant(ir.IntType(1), 0)), place)
    return b.trunc(b.select(b.icmp_unsigned("==", rest, _wide(0)), _wide(0), first), _I64)


def _emit_above(b: Any, low: Any, high: Any, height: Any) -> Any:
    return _first_above(b, _set(b, low, high), height)


def _emit_above_linked(b: Any, low: Any, high: Any, height: Any) -> Any:
    cards = _set(b, low, high)
    return _first_above(b, b.and_(cards, b.shl(cards, _wide(10))), height)


def _emit_step(b: Any, low: Any, high: Any, height: Any) -> Any:
    # Ten places up, so that bit 0 of what is left stands for the number ten below the height.
    window = b.lshr(b.shl(_set(b, low, high), _wide(10)), b.zext(height, _I128))
    ahead = b.cttz(b.lshr(window, _wide(11)), ir.Constant(ir.IntType(1), 0))
    step = b.add(b.trunc(ahead, _I64), ir.Constant(_I64, 1))
    return b.select(b.trunc(window, ir.IntType(1)), ir.Constant(_I64, -10), step)


def _emit_lowest(b: Any, word: Any) -> Any:
    return b.cttz(word, ir.Constant(ir.IntType(1), 0))


def _emit_between(b: Any, low: Any, high: Any, first: Any, last: Any) -> Any:
    full = _wide(-1)
    above = b.shl(full, b.add(b.zext(first, _I128), _wide(1)))
    below = b.not_(b.shl(full, b.zext(last, _I128)))
    return b.trunc(b.ctpop(b.and_(_set(b, low, high), b.and_(above, below))), _I64)


def _emit_fits(b: Any, low: Any, high: Any, rise_1: Any, rise_2: Any, fall_1: Any, fall_2: Any) -> Any:
    # A binary adder over whole sets: which cards fit an odd number of piles, which two or three, which all four.
    alive, full = _set(b, low, high), _wide(-1)
    rise_a, rise_b = (b.shl(full, b.add(b.zext(height, _I128), _wide(1))) for height in (rise_1, rise_2))
    fall_c, fall_d = (b.not_(b.shl(full, b.sub(_wide(101), b.zext(height, _I128)))) for height in (fall_1, fall_2))
    odd_rise, odd_fall = b.xor(rise_a, rise_b), b.xor(fall_c, fall_d)
    odd = b.xor(odd_rise, odd_fall)
    twos = b.xor(b.xor(b.and_(rise_a, rise_b), b.and_(fall_c, fall_d)), b.and_(odd_rise, odd_fall))
    some = b.or_(b.or_(rise_a, rise_b), b.or_(fall_c, fall_d))
    packed = ir.Constant(_I64, 0)
    for place, fitting in enumerate(
        (b.not_(some), b.and_(odd, b.not_(twos)), b.and_(twos, b.not_(odd)), b.and_(odd, twos))
    ):
        count = b.trunc(b.ctpop(b.and_(alive, fitting)), _I64)
        packed = b.or_(packed, b.shl(count, ir.Constant(_I64, 16 * place)))
    return packed


_count = _instruction(_emit_count)  # how many numbers are in the set
_pairs = _instruction(_emit_pairs)  # how many of them have their number + 10 in it too
_between = _instruction(_emit_between)  # how many of them lie between two numbers
_holds = _instruction(_emit_holds)  # 1 if the set holds the number
_above = _instruction(_emit_above)  # the lowest number in the set above the height, 0 if there is none
_above_linked = _instruction(_emit_above_linked)  # the same among those whose number - 10 is in the set too
_shortest = _instruction(_emit_step)  # the shortest step to a number in the set, a retro first; 129 if there is none
_lowest = _instruction(_emit_lowest)  # the lowest number in a set of one word
_fits = _instruction(_emit_fits)  # of the cards (2 words), 16 bits each: how many fit 0, 1, 2, 3 of the 4 heights


def _typed_cells(_typing: Any, array: Any, offset: Any) -> Any:  # noqa: ARG001 - Numba reads the arguments' names

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.gep(data, [args[1]])

    return types.CPointer(array.dtype)(array, types.int64), generate  # type: ignore[no-untyped-call]


def _typed_from(_typing: Any, row: Any, offset: Any) -> Any:  # noqa: ARG001 - likewise

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return row(row, types.int64), generate


_cells: Any = intrinsic(_typed_cells)  # a pointer to an array's cells from an offset on
_from: Any = intrinsic(_typed_from)  # a pointer moved on by so many cells


# --- random numbers and deals ---------------------------------------------------------------------------------------


@_inner
def _mix(word: Word) -> Word:
    """Return the output function of SplitMix64."""
    word = (word ^ (word >> _U30)) * _MIX_1
    word = (word ^ (word >> _U27)) * _MIX_2
    return word ^ (word >> _U31)


@_inlined
def _game_seed(run_seed: Word, game: Word) -> Word:
    """Return the seed from which game number `game`, from 0, of a run is dealt."""
    return _mix(_mix(run_seed) + _GOLDEN * (game + _U1))


@_inner
def _shuffle(cells: Row, count: int, seed: Word) -> None:
    """Shuffle as `rules.shuffled` does: two swaps a random word."""
    word = seed
    for swap in range(count - 1):
        last = count - 1 - swap
        if swap & 1 == 0:
            seed += _GOLDEN
            word = _mix(seed)
        else:
            word <<= _U32
        pick = np.int64(((word >> _U32) * np.uint64(last + 1)) >> _U32)
        kept = cells[last]
        cells[last] = cells[pick]
        cells[pick] = kept


@_inner
def _draw_commands(rules: Row, cells: Row, seed: Word) -> None:
    """Fill the marks with the seeded command map, as `CommandMap.resolve` does."""
    count = _ZERO
    for card in range(2, 100):
        if rules[MARKS + card] != FIRE:
            rules[MARKS + card] = 0
        if not (card % 11 == 0 and 22 <= card <= 77):
            cells[count] = card
            count += 1
    _shuffle(cells, count, seed ^ _SALT_COMMANDS)
    for place in range(28):
        rules[MARKS + cells[place]] = STOP + place // 4


@_inner
def _deal(state: Row, rules: Row, seed: Word) -> None:
    """Deal as `Game.deal` does; no turn has begun yet. A seeded command map is written into the rules row."""
    if rules[SEEDED]:
        _draw_commands(rules, _from(state, DECK), seed)
    _deal_cards(state, rules, seed)


@_inner
def _deal_cards(state: Row, rules: Row, seed: Word) -> None:
    deck = _from(state, DECK)
    for place in range(98):
        deck[place] = place + 2
    _shuffle(deck, _ALL, seed)
    for cell in range(DECK):
        state[cell] = 0
    for pile in range(4):
        state[HEIGHTS + pile] = 1
    state[SHOWN] = 4  # four bare piles
    state[ALIVE] = -4  # all but the numbers 0 and 1
    state[ALIVE + 1] = (1 << 36) - 1
    state[RANDOM] = np.int64(_mix(seed ^ _SALT_PLAYERS))
    state[LEFT] = 98
    for seat in range(rules[PLAYERS]):
        _draw(state, seat, rules[HAND_SIZE])


@_inner
def _draw(state: Row, seat: int, count: int) -> None:
    hand = _from(state, HANDS + 4 * seat)
    for _ in range(count if count < state[LEFT] else state[LEFT]):
        card = state[DECK + 98 - state[LEFT]]
        state[LEFT] -= 1
        hand[card >> 6] ^= 1 << (card & 63)
        hand[2 + ((101 - card) >> 6)] ^= 1 << ((101 - card) & 63)


# --- the game -------------------------------------------------------------------------------------------------------


@_inner
def _can_lay(turn: Row, lock: int, retro: bool) -> bool:
    """Tell whether any card of the active hand fits anywhere."""
    for pile in range(4):
        if lock != FREE and lock != pile:
            continue
        low, high = turn[HAND + (pile & 2)], turn[HAND + (pile & 2) + 1]
        height = turn[HEIGHTS + pile]
        if _above(low, high, height) or (retro and _holds(low, high, height - 10)):
            return True
    return False


@_inlined
def _broken_at_end(turn: Row, stopped: bool) -> int:
    """Return the reason for which a turn that ended now would lose (in the order of R44), 0 if it would not."""
    if turn[HAS_THREE] and turn[LAID] != 3:
        return STOP_BEFORE_THIRD if stopped else THREE_NOT_THREE
    if turn[SKULLS]:
        return SKULL_UNCOVERED
    if turn[DUE]:
        return FIRE_UNCOVERED
    return STUCK if turn[LAID] < turn[MINIMUM] and not stopped else 0


@_inner
def _lay(turn: Row, rules: Row, action: int) -> bool:
    """Lay a card, or end the turn; return whether the turn is over. A lost or won game shows in the status."""
    mark, closed = 0, True
    if action != END:
        mark = _put(turn, rules, action)
        closed = mark == STOP or (turn[HAS_THREE] and turn[LAID] == 3) or turn[HAND] | turn[HAND + 1] == 0
    if turn[REASON] == 0:
        broken = _broken_at_end(turn, mark == STOP)
        if not closed:
            if broken == 0 or _can_lay(turn, turn[LOCK], turn[SHOWN] >> 4 * NO_RETRO & 15 == 0):
                return False
            # Nothing can be laid any more: lost there and then, below the minimum (R31) or with a duty left (R43).
            broken = STUCK if turn[LAID] < turn[MINIMUM] else broken
        turn[REASON] = broken
    if turn[REASON]:
        turn[STATUS] = LOST
    elif turn[ALIVE] | turn[ALIVE + 1] == 0:
        turn[STATUS] = WON
    return True


@_forced
def _move(turn: Row, action: int) -> None:
    """Move a card from the hand to a pile: all that laying it means in a game without marks."""
    card, pile = (action >> 2) + 2, action & 3
    back = 101 - card
    bit = 1 << (card & 63)
    turn[HEIGHTS + pile] = card if pile < 2 else back
    turn[HAND + (card >> 6)] ^= bit
    turn[HAND + 2 + (back >> 6)] ^= 1 << (back & 63)
    turn[ALIVE + (card >> 6)] ^= bit
    turn[LAID] += 1


@_inlined
def _put(turn: Row, rules: Row, action: int) -> int:
    """Lay a card and start its command; return its mark. A play that loses sets the reason."""
    pile = action & 3
    mark = rules[MARKS + (action >> 2) + 2]
    covered = turn[HEIGHTS + pile]
    _move(turn, action)
    if rules[SPECIAL]:
        place = 1 << pile
        turn[SHOWN] += (1 << 4 * mark) - (1 << 4 * rules[MARKS + (covered if pile < 2 else 101 - covered)])
        turn[SKULLS] = turn[SKULLS] & ~place | (place if mark == SKULL else 0)
        turn[FIRES] = turn[FIRES] & ~place | (place if mark == FIRE else 0)
        turn[DUE] &= ~place
        if mark == THREE:
            turn[HAS_THREE] = 1
            if turn[LAID] > 3:
                turn[REASON] = THREE_NOT_THREE
        elif mark == ONE_PILE and rules[STRICT_PILE] and turn[TOUCHED] & ~place:
            turn[REASON] = ONE_PILE_BROKEN
        if turn[SHOWN] >> 4 * ONE_PILE & 15 == 0:
            turn[LOCK] = FREE
        elif turn[LOCK] == FREE:
            turn[LOCK] = pile
        turn[TOUCHED] |= place
    return mark  # type: ignore[no-any-return]  # int64


@_inner
def _begin_turn(state: Row, rules: Row, seat: int) -> None:
    """Start a turn for `seat`, or for the next seat that holds cards (R32)."""
    while state[HANDS + 4 * seat] | state[HANDS + 4 * seat + 1] == 0:
        seat = seat + 1 if seat + 1 < rules[PLAYERS] else 0
    for word in range(4):
        state[HAND + word] = state[HANDS + 4 * seat + word]
    state[ACTIVE] = seat
    state[TURN] += 1
    state[MINIMUM] = rules[LEAST] if state[LEFT] else 1
    if rules[LENIENT_HAND]:
        held = _count(state[HAND], state[HAND + 1])
        state[MINIMUM] = held if held < state[MINIMUM] else state[MINIMUM]
    state[LAID] = 0
    state[LOCK] = FREE
    state[HAS_THREE] = 0
    state[TOUCHED] = 0
    state[SKULLS] = 0
    state[DUE] = state[FIRES]
    if not _can_lay(state, state[LOCK], state[SHOWN] >> 4 * NO_RETRO & 15 == 0):
        state[REASON] = STUCK
        state[STATUS] = LOST


@_inner
def _step(state: Row, rules: Row, action: int) -> None:
    """Play one legal action and whatever follows from it by itself."""
    seat = state[ACTIVE]
    over = _lay(state, rules, action)
    for word in range(4):
        state[HANDS + 4 * seat + word] = state[HAND + word]
    if over and state[STATUS] == PLAYING:
        count = rules[HAND_SIZE] - _count(state[HAND], state[HAND + 1])
        if count > 1 and state[SHOWN] >> 4 * DRAW_ONE & 15:
            count = 1
        _draw(state, seat, count)
        _begin_turn(state, rules, seat + 1 if seat + 1 < rules[PLAYERS] else 0)


@_inlined
def _end_plain(state: Row, rules: Row) -> None:
    """End a turn as `_step` does, in a game without marks; within the turn only the active hand was kept up to date."""
    seat = state[ACTIVE]
    for word in range(4):
        state[HANDS + 4 * seat + word] = state[HAND + word]
    if state[LAID] < state[MINIMUM]:
        state[REASON] = STUCK
        state[STATUS] = LOST
    elif state[ALIVE] | state[ALIVE + 1] == 0:
        state[STATUS] = WON
    else:
        _draw(state, seat, rules[HAND_SIZE] - _count(state[HAND], state[HAND + 1]))
        _begin_turn(state, rules, seat + 1 if seat + 1 < rules[PLAYERS] else 0)


@_inner
def _list_legal(turn: Row, actions: Row) -> int:
    """Write every legal action, in the order of `Game.legal_moves`, and return how many there are."""
    if turn[STATUS] != PLAYING:
        return 0
    retro = turn[SHOWN] >> 4 * NO_RETRO & 15 == 0
    count = 0
    card = _above(turn[HAND], turn[HAND + 1], 1)
    while card:
        for pile in range(4):
            if turn[LOCK] == FREE or turn[LOCK] == pile:
                step = (card if pile < 2 else 101 - card) - turn[HEIGHTS + pile]
                if step > 0 or (step == -10 and retro):
                    actions[count] = (card - 2) * 4 + pile
                    count += 1
        card = _above(turn[HAND], turn[HAND + 1], card)
    if turn[LAID] >= turn[MINIMUM]:
        actions[count] = END
        count += 1
    return count


@_inlined
def _report_plain(state: Row, outcome: Row) -> None:
    """Write how a finished game ended: score (R1, R19), reason, nothing to blame, turns, cards not laid."""
    left = _count(state[ALIVE], state[ALIVE + 1])
    outcome[0] = left
    outcome[1] = state[REASON]
    outcome[2] = 0
    outcome[3] = state[TURN]
    outcome[4] = left
    if state[REASON] and left == 0:
        outcome[0] = 3 - state[LAID] if state[HAS_THREE] and state[LAID] < 2 else 1


@_inner
def _report(state: Row, rules: Row, outcome: Row) -> None:
    """Write how a finished game ended, and the mark to blame (see `results.blame`)."""
    _report_plain(state, outcome)
    reason, special = state[REASON], rules[SPECIAL] != 0
    if reason == STUCK and special:
        if state[HAND] | state[HAND + 1] == 0:
            outcome[2] = DRAW_ONE if state[LEFT] else 0
        elif _can_lay(state, state[LOCK], special):
            outcome[2] = NO_RETRO
        elif state[LOCK] != FREE and _can_lay(state, _ANY_PILE, special):
            outcome[2] = ONE_PILE
    elif reason > STUCK:
        # skull, three, stop before third: a three again, fire, one-pile
        outcome[2] = (0x683320 >> 4 * (reason - 1)) & 15


# --- simple players -------------------------------------------------------------------------------------------------


@_inner
def _below(state: Row, count: int) -> int:
    """Return a random number from 0 to count - 1 out of the players' stream."""
    seed = np.uint64(state[RANDOM]) + _GOLDEN
    state[RANDOM] = np.int64(seed)
    return np.int64(((_mix(seed) >> _U32) * np.uint64(count)) >> _U32)  # type: ignore[return-value]


@_forced
def _step_choice(turn: Row, pile: int, retro: bool, ahead: bool, pair: int) -> int:
    """Return the nearest card of one pile as one number: the cost of its step, then the pile, then the card.

    The least of four such numbers is found without a branch, which nobody could foretell.
    """
    low, high = turn[HAND + (pile & 2)], turn[HAND + (pile & 2) + 1]
    height = turn[HEIGHTS + pile]
    step = _shortest(low, high, height)
    if step < 0 and not retro:
        near = _above(low, high, height)
        step = near - height if near else _NO_STEP
    cost = step
    if step > 0 and (ahead or pair):
        if pair and _holds(low, high, height + step + 10):
            cost += pair
        linked = _above_linked(low, high, height)
        if ahead and linked and linked - 10 - height < cost:
            step, cost = linked - height, linked - 10 - height
    return cost << 9 | pile << 7 | (height + step) & 127  # type: ignore[no-any-return]  # int64


@_inner
def _nearest(turn: Row, player: Row) -> int:
    """Return the action with the shortest step, a retro counting -10; `END` once an extra step is beyond the reach."""
    retro = turn[SHOWN] >> 4 * NO_RETRO & 15 == 0
    ahead, pair = retro and player[LOOK_BACK] > 0, int(player[W_PAIR])
    best = _NO_STEP << 9
    for pile in range(4):
        if turn[LOCK] == FREE or turn[LOCK] == pile:
            choice = _step_choice(turn, pile, retro, ahead, pair)
            best = choice if choice < best else best
    reach = player[REACH] if turn[LEFT] else player[REACH_END]
    if turn[LAID] >= turn[MINIMUM] and best >> 9 > reach:
        return END
    pile, near = best >> 7 & 3, best & 127
    return ((near if pile < 2 else 101 - near) - 2) * 4 + pile


# --- the planner ----------------------------------------------------------------------------------------------------


@_inner
def _add_move(line: Row, rules: Row, near: int, pile: int) -> None:
    """List a move, unless the same two cards are listed in the other order too and the order changes nothing."""
    before, card = line[_ACTION], near if pile < 2 else 101 - near
    if before >= 0 and pile < before & 3:
        parent = _from(line, -_LINE)
        bound = (parent[SHOWN] | line[SHOWN]) & (15 << 4 * NO_RETRO | 15 << 4 * ONE_PILE)
        other = (before >> 2) + 2
        plain = not bound and rules[MARKS + card] == 0 and rules[MARKS + other] == 0
        if plain and not line[HEIGHTS + pile] < (other if pile < 2 else 101 - other) < near:
            return
    line[_MOVES + line[_COUNT]] = (card - 2) * 4 + pile
    line[_COUNT] += 1


@_inner
def _list_moves(line: Row, rules: Row, player: Row, width: int) -> None:
    """List what a plan may lay next: on each pile a retro, the nearest cards, and the nearest that prepares a retro."""
    retro = line[SHOWN] >> 4 * NO_RETRO & 15 == 0
    reach = 1000.0
    if line[LAID] >= line[MINIMUM] and _broken_at_end(line, False) == 0:
        reach = player[REACH] if line[LEFT] else player[REACH_END]
    line[_COUNT] = 0
    line[_NEXT] = 0
    for pile in range(4):
        if line[LOCK] != FREE and line[LOCK] != pile:
            continue
        low, high = line[HAND + (pile & 2)], line[HAND + (pile & 2) + 1]
        height = line[HEIGHTS + pile]
        if retro and _holds(low, high, height - 10):
            _add_move(line, rules, height - 10, pile)
        near, listed = height, height
        for _ in range(width):
            near = _above(low, high, near)
            if near == 0 or near - height > reach:
                break
            _add_move(line, rules, near, pile)
            listed = near
        if retro:
            near = _above_linked(low, high, listed)
            if near and near - height - 10 <= reach:
                _add_move(line, rules, near, pile)


@_forced
def _pile_value(line: Row, player: Row, prices: Row, pile: int, height: int, passed: int, back: int) -> float:
    """Value one pile that a plan leaves at `height`.

    `passed` is the number of cards not laid yet that it passed over, less those it went back over; `back` is 1 if the
    hand kept can go back on it.
    """
    moved = height - line[HEIGHTS + pile]
    value = player[W_STEP] * moved + player[W_EVEN] * (0.01 * (100 - height) * (100 - height))
    if moved:
        value += prices[pile] + prices[4 + pile] * (moved if moved > 0 else 0)
        value += player[W_LIVE] * passed
    value += player[W_BACK] * back
    if player[W_BACK_UNSEEN] != 0 and not back:
        value += player[W_BACK_UNSEEN] * _holds(line[ALIVE], line[ALIVE + 1], height - 10 if pile < 2 else 111 - height)
    return value  # type: ignore[no-any-return]  # float64


@_inner
def _value(line: Row, opening: Row, rules: Row, player: Row, prices: Row) -> float:
    """Value a turn by where it ends: the weights times what each of them counts."""
    value = (player[W_EXTRA] if line[LEFT] else player[W_EXTRA_END]) * line[LAID]
    nearest = 100
    for pile in range(4):
        low, high = line[HAND + (pile & 2)], line[HAND + (pile & 2) + 1]
        height = line[HEIGHTS + pile]
        first = opening[HEIGHTS + pile]
        under, over = (first, height) if first < height else (height, first)
        if pile > 1:
            under, over = 101 - over, 101 - under
        passed = _between(opening[ALIVE], opening[ALIVE + 1], under, over)
        passed = passed if first < height else -passed
        value += _pile_value(opening, player, prices, pile, height, passed, _holds(low, high, height - 10))
        near = _above(low, high, height)
        if near:
            nearest = min(nearest, near - height)
    kept = _count(line[HAND], line[HAND + 1])
    if kept:
        value += player[W_NEXT] * nearest + player[W_PAIR] * _pairs(line[HAND], line[HAND + 1])
    if rules[SPECIAL]:
        for mark in range(1, 9):
            value += player[W_SHOWN + mark] * (line[SHOWN] >> 4 * mark & 15)
        if line[SHOWN] >> 4 * DRAW_ONE & 15 and line[LEFT] > 1 and not rules[LENIENT_HAND]:
            value += player[W_SHORT] * max(0, rules[LEAST] - 1 - kept)
    fits = _fits(line[ALIVE], line[ALIVE + 1], line[HEIGHTS], line[HEIGHTS + 1], line[HEIGHTS + 2], line[HEIGHTS + 3])
    for piles in range(4):
        value += player[W_FITS + piles] * (fits >> 16 * piles & 0xFFFF)
    return value  # type: ignore[no-any-return]  # float64


@_inner
def _keep_plan(work: Row, depth: int, ends: bool) -> None:
    plan = _from(work, _PLAN)
    for place in range(depth):
        plan[1 + place] = work[(place + 1) * _LINE + _ACTION]
    plan[1 + depth] = END
    plan[0] = depth + 1 if ends else depth


@_inner
def _search(state: Row, rules: Row, player: Row, work: Row, prices: Row, width: int, extra: int) -> bool:
    """Search the rest of the turn, leave the best plan in the work row and tell whether it keeps the game going.

    A plan is judged to its end. One that breaks a command or stays below the minimum counts only while nothing else
    is found, by the cards it lays. Where the search stops at its horizon the turn stays open, to be planned again.
    """
    for cell in range(TURN_SIZE):
        work[cell] = state[cell]
    work[_ACTION] = -1
    best, most = _NO_PLAN, -1
    if state[LAID] >= state[MINIMUM]:
        _keep_plan(work, 0, True)
        if _broken_at_end(state, False) == 0:
            best = _value(work, work, rules, player, prices)
    _list_moves(work, rules, player, width)
    horizon = min(DEPTH, max(1, state[MINIMUM] - state[LAID]) + extra)
    depth = 0
    while depth >= 0:
        line = _from(work, depth * _LINE)
        if line[_NEXT] == line[_COUNT]:
            depth -= 1
            continue
        child = _from(line, _LINE)
        for cell in range(TURN_SIZE):
            child[cell] = line[cell]
        child[_ACTION] = line[_MOVES + line[_NEXT]]
        line[_NEXT] += 1
        depth += 1
        over = _lay(child, rules, child[_ACTION])
        if child[STATUS] == WON:
            _keep_plan(work, depth, False)
            return True
        if child[STATUS] == PLAYING and (over or _broken_at_end(child, False) == 0):
            value = _value(child, work, rules, player, prices)
            if value > best:
                best = value
                _keep_plan(work, depth, not over and depth < horizon)
        elif best == _NO_PLAN and child[LAID] > most:
            most = child[LAID]
            _keep_plan(work, depth, False)
        if over or depth == horizon:
            depth -= 1
        else:
            _list_moves(child, rules, player, width)
    return best > _NO_PLAN


@_inner
def _plan_turn(state: Row, rules: Row, player: Row, work: Row, prices: Row) -> None:
    """Leave the best plan in the work row; look at nearly everything before giving the game up."""
    width, extra = int(player[WIDTH]), int(player[EXTRA])
    while not _search(state, rules, player, work, prices, width, extra) and width < _WIDEST:
        width, extra = _WIDEST, 2


# --- the planner by packets -----------------------------------------------------------------------------------------


@_inner
def _list_hand(state: Row, work: Row) -> None:
    """Write the active hand down as a table for the rising piles and one for the falling piles."""
    low, high = state[HAND], state[HAND + 1]
    alive_low, alive_high = state[ALIVE], state[ALIVE + 1]
    rise, fall = _from(work, _CARDS), _from(work, _CARDS + _TABLE)
    last, others = _count(low, high) - 1, _count(alive_low, alive_high) - 1
    height = lowers = uppers = fall_lowers = fall_uppers = 0
    for card in range(last + 1):
        height = _above(low, high, height)
        rank = _between(alive_low, alive_high, 1, height)
        mirror = last - card
        rise[_HEIGHT + card], fall[_HEIGHT + mirror] = height, 101 - height
        rise[_RANK + card], fall[_RANK + mirror] = rank, others - rank
        rise[_PLACE + card] = fall[_PLACE + mirror] = 1 << card
        rise[_LOWER + card] = fall[_LOWER + mirror] = rise[_UPPER + card] = fall[_UPPER + mirror] = 0
        if _holds(low, high, height - 10):
            partner = _between(low, high, 1, height - 10)
            rise[_LOWER + card] = 1 << partner
            rise[_UPPER + partner] = 1 << card
            fall[_UPPER + mirror] = 1 << (last - partner)
            fall[_LOWER + last - partner] = 1 << mirror
            lowers, uppers = lowers | 1 << partner, uppers | 1 << card
            fall_lowers, fall_uppers = fall_lowers | 1 << mirror, fall_uppers | 1 << (last - partner)
    rise[_WITH_UPPER], rise[_WITH_LOWER] = lowers, uppers
    fall[_WITH_UPPER], fall[_WITH_LOWER] = fall_lowers, fall_uppers


@_inner
def _list_packets(state: Row, player: Row, work: Row, prices: Row, pile: int) -> None:
    """List what one pile may take this turn: nothing, the best packet of each size, and a second card alone.

    Packets are met on four ways up the pile with the cards of the hand. A card that goes back is always taken. Way 0
    climbs to the nearest card; way 1 passes over a card while its upper partner, ten above, is in the hand, so that it
    goes back to it later; way 2 starts with such a partner at once, and way 3 with the second nearest card and goes no
    further.
    """
    side, opening = pile >> 1, state[HEIGHTS + pile]
    low, high = state[HAND + 2 * side], state[HAND + 2 * side + 1]
    table = _from(work, _CARDS + side * _TABLE)
    packets, values = _from(work, pile * PACKETS * _PACKET), _from(prices, _VALUES + pile * PACKETS)
    weight = player[W_EXTRA] if state[LEFT] else player[W_EXTRA_END]
    retro = -10 * player[W_STEP] - 9 * player[W_LIVE]
    needed = state[MINIMUM] - state[LAID] if state[LAID] < state[MINIMUM] else 1
    hand, all_pairs = (1 << _count(low, high)) - 1, _pairs(low, high)
    begin, start = _between(low, high, 1, opening), 0
    if _holds(low, high, opening - 10):
        start = 1 << _between(low, high, 1, opening - 10)
    rank = _between(state[ALIVE], state[ALIVE + 1], 101 - opening if side else 1, 100 if side else opening)
    packets[0] = 0
    values[0] = _pile_value(state, player, prices, pile, opening, _ZERO, 1 if start else 0)
    values[0] += player[W_PAIR] * all_pairs
    for count in range(1, PACKETS):
        values[count] = _NO_PLAN
    for way in range(4):
        if (way == 1 or way == 2) and all_pairs == 0:
            continue
        kept, first, pairs = hand, begin, all_pairs
        back, blocked = start, table[_WITH_UPPER] if way == 1 or way == 2 else 0
        avoid = ~table[_WITH_LOWER] if way == 2 else blocked
        if way == 3:
            above = hand >> begin << begin
            back, avoid = 0, above & -above
        places, actions, best = 0, 0, _NO_PLAN
        for count in range(1, _OTHER):
            if back:
                card = _lowest(back)
            else:
                above = (kept & ~avoid) >> first
                if above == 0:
                    break
                card = first + _lowest(above)
            height, lower = table[_HEIGHT + card], table[_LOWER + card]
            number = 101 - height if side else height
            places |= table[_PLACE + card]
            actions |= ((number - 2) * 4 + pile) << 9 * (count - 1)
            kept ^= 1 << card
            first, back = card + 1, lower & kept
            blocked &= ~lower
            avoid = blocked
            pairs -= _count((table[_UPPER + card] | lower) & kept, 0)
            passed = table[_RANK + card] - rank + (1 if height < opening else 0)
            value = _pile_value(state, player, prices, pile, height, passed, 1 if back else 0)
            value += weight * count + player[W_PAIR] * pairs
            place = _OTHER if way == 3 else count
            if value > values[place]:
                values[place] = value
                packets[place * _PACKET] = places
                packets[place * _PACKET + 1] = actions
            if way == 3:
                break
            if count >= needed:
                # No longer packet can beat this one if even all retros left do not bring back what the climb costs.
                best = values[count] if values[count] > best else best
                backs = pairs + (1 if back else 0)
                if value + weight * (_OTHER - 1 - count) + backs * retro <= best:
                    break
    best = values[needed]
    for count in range(needed + 1, _OTHER):
        if values[count] <= best:
            values[count] = _NO_PLAN
        else:
            best = values[count]


@_inner
def _choose_packets(needed: int, work: Row, values: Row) -> int:
    """Return the best choice of one packet a pile with that many cards, 4 bits a pile, or -1 if there is none.

    A combination is left as soon as the best packets of the piles to come cannot save it, and a pile beyond the number
    needed is only laid on where that is worth it.
    """
    best, chosen = _NO_PLAN, -1
    most_b, most_c, most_d = values[PACKETS], values[2 * PACKETS], values[3 * PACKETS]
    for count in range(1, PACKETS):
        value_b, value_c, value_d = values[PACKETS + count], values[2 * PACKETS + count], values[3 * PACKETS + count]
        most_b = value_b if value_b > most_b else most_b
        most_c = value_c if value_c > most_c else most_c
        most_d = value_d if value_d > most_d else most_d
    most_c += most_d
    most_b += most_c
    for a in range(PACKETS):
        value_a = values[a]
        if value_a + most_b <= best:
            continue
        cards_a = work[a * _PACKET]
        over_a = _count(cards_a, 0) >= needed
        for b in range(PACKETS, 2 * PACKETS):
            value_b = value_a + values[b]
            if value_b + most_c <= best or (over_a and values[b] < values[PACKETS]) or cards_a & work[b * _PACKET]:
                continue
            cards_b = cards_a | work[b * _PACKET]
            over_b = _count(cards_b, 0) >= needed
            for c in range(2 * PACKETS, 3 * PACKETS):
                value_c = value_b + values[c]
                if value_c + most_d <= best or (over_b and values[c] < values[2 * PACKETS]):
                    continue
                if cards_b & work[c * _PACKET]:
                    continue
                cards_c = cards_b | work[c * _PACKET]
                for d in range(3 * PACKETS, 4 * PACKETS):
                    if value_c + values[d] <= best:
                        continue
                    cards_d = work[d * _PACKET]
                    if not cards_c & cards_d and _count(cards_c | cards_d, 0) >= needed:
                        best = value_c + values[d]
                        chosen = a | (b & 7) << 4 | (c & 7) << 8 | (d & 7) << 12
    return chosen


@_inlined
def _plan_packets(state: Row, player: Row, work: Row, prices: Row) -> None:
    """Combine the packets of all piles into the best turn and leave it as the plan.

    Where no combination reaches the minimum, the plan lays what it can; the rest of the turn is planned again.
    """
    _list_hand(state, work)
    for pile in range(4):
        _list_packets(state, player, work, prices, pile)
    needed = state[MINIMUM] - state[LAID] if state[LAID] < state[MINIMUM] else 0
    chosen, aim = -1, needed
    while chosen < 0:
        chosen = _choose_packets(aim, work, _from(prices, _VALUES))
        aim -= 1
    plan = _from(work, _PLAN)
    length = 0
    for pile in range(4):
        packet = _from(work, (pile * PACKETS + (chosen >> 4 * pile & 7)) * _PACKET)
        for place in range(_count(packet[0], 0)):
            length += 1
            plan[length] = packet[1] >> 9 * place & 511
    if length >= needed and length < _count(state[HAND], state[HAND + 1]):
        length += 1
        plan[length] = END
    plan[0] = length


# --- talk -----------------------------------------------------------------------------------------------------------


@_inner
def _talk(state: Row, rules: Row, player: Row, prices: Row) -> None:
    """Let every other seat say what holds for its hand now, and put a price on the piles that were spoken of.

    Signals are closed without talk and hidden while a silence command shows. The active seat's own end with its turn.
    """
    for pile in range(4):
        prices[pile] = 0.0
        prices[4 + pile] = 0.0
    if not rules[TALK] or rules[PLAYERS] == 1 or player[KEEP_WITHIN] < 0 or state[SHOWN] >> 4 * SILENCE & 15:
        return
    for seat in range(rules[PLAYERS]):
        state[SIGNALS + seat] = 0
        for pile in range(4):
            hand = _from(state, HANDS + 4 * seat + (pile & 2))
            height = state[HEIGHTS + pile]
            near = _above(hand[0], hand[1], height)
            if seat == state[ACTIVE]:
                break
            if _holds(hand[0], hand[1], height - 10):
                kind = CAN_GO_BACK if rules[TALK] == 2 else KEEP_OFF
            elif near and near - height <= player[KEEP_WITHIN]:
                kind = KEEP_OFF
            elif near and near - height <= player[SMALL_WITHIN]:
                kind = SMALL_STEPS
            else:
                continue
            state[SIGNALS + seat] |= 1 << (pile + 4 * kind)
            prices[pile + (4 if kind == SMALL_STEPS else 0)] += player[W_KEEP_OFF + kind]


# --- whole games ----------------------------------------------------------------------------------------------------


@_inner
def _choose(state: Row, player: Row, work: Row) -> int:
    """Return the next action of a simple player."""
    if player[KIND] == GREEDY or (player[NEARLY] > 0 and _below(state, 256) < player[NEARLY]):
        return _nearest(state, player)
    return work[_below(state, _list_legal(state, work))]  # type: ignore[no-any-return]  # int64


@_inlined
def _write(state: Row, log: Row, room: int, written: int, action: int) -> int:
    """Write an action down if there is room, behind the seat that starts, and return how much was written so far."""
    if written == 1 and room:
        log[0] = state[ACTIVE]
    if written < room:
        log[written] = action
    return written + 1


@_inner
def _asks_on(state: Row, rules: Row, player: Row, work: Row, asked: int) -> bool:
    """Tell whether this seat would rather not start and another is left to ask (R5); the first turn is then its own."""
    if asked >= rules[PLAYERS] or not rules[TALK] or player[START_COST] < 0:
        return False
    cost = 0
    for place in range(1, work[_PLAN] + 1):
        # Its distance from the bare pile, and only for the last card on each: a plan is sorted by pile.
        action, after = work[_PLAN + place], work[_PLAN + place + 1] if place < work[_PLAN] else END
        if action != END and (after == END or after & 3 != action & 3):
            cost += ((action >> 2) + 2 if action & 2 == 0 else 99 - (action >> 2)) - 1
    if cost <= player[START_COST]:
        return False
    state[TURN] = 0
    return True


@_inlined
def _play_plan(state: Row, rules: Row, work: Row, log: Row, room: int, written: int) -> int:
    """Play a plan in a game without marks, and end the turn unless it is to be planned on; return what was written."""
    action = END
    for place in range(1, work[_PLAN] + 1):
        action = work[_PLAN + place]
        written = _write(state, log, room, written, action)
        if action != END:
            _move(state, action)
    if action == END or state[HAND] | state[HAND + 1] == 0 or not _can_lay(state, state[LOCK], action != END):
        _end_plain(state, rules)
    return written


# Kinds of players and games have an entry each, so that a run compiles no more than it needs. They play the games
# `first`, `first` + 1, … of a run, one a line of `outcomes` (see OUTCOME_SIZE); `seeds` holds the run's seed and
# `first`. `state`, `rules` and `work` are overwritten; `log` gets the starting seat and the actions of the last game,
# as far as it has room. Where signals are used, the first seat starts that would like to, whose first turn costs no
# more than START_COST; the last one if none would.


@_entry
def play_simple(
    state: Array, rules: Array, player: Array, work: Array, prices: Array, seeds: Array, outcomes: Array, log: Array
) -> None:
    """Play whole games with a random or greedy player in every seat."""
    row, table, own, lines = _cells(state, 0), _cells(rules, 0), _cells(player, 0), _cells(work, 0)
    prices[0] = 0.0
    for game in range(outcomes.shape[0]):
        _deal(row, table, _game_seed(seeds[0], seeds[1] + np.uint64(game)))
        _begin_turn(row, table, row[ACTIVE])
        written = _ONE
        while row[STATUS] == PLAYING:
            action = _choose(row, own, lines)
            written = _write(row, _cells(log, 0), log.size, written, action)
            _step(row, table, action)
        _report(row, table, _cells(outcomes, OUTCOME_SIZE * game))


@_inner
def _greedy_turn(state: Row, rules: Row, player: Row, log: Row, room: int, written: int) -> int:
    """Play a whole turn of a greedy player in a game without marks; return how much was written so far."""
    ahead, pair = player[LOOK_BACK] > 0, int(player[W_PAIR])
    reach = player[REACH] if state[LEFT] else player[REACH_END]
    while state[HAND] | state[HAND + 1]:
        best = _NO_STEP << 9
        for pile in range(4):
            choice = _step_choice(state, pile, True, ahead, pair)
            best = choice if choice < best else best
        if state[LAID] >= state[MINIMUM]:
            if best >> 9 > reach:
                written = _write(state, log, room, written, END)
                break
        elif best >> 9 >= _NO_STEP:
            break
        pile, near = best >> 7 & 3, best & 127
        action = ((near if pile < 2 else 101 - near) - 2) * 4 + pile
        written = _write(state, log, room, written, action)
        _move(state, action)
    _end_plain(state, rules)
    return written


@_entry
def play_greedy(
    state: Array, rules: Array, player: Array, work: Array, prices: Array, seeds: Array, outcomes: Array, log: Array
) -> None:
    """Play whole games without marked cards, with a greedy player in every seat."""
    row, table, own = _cells(state, 0), _cells(rules, 0), _cells(player, 0)
    work[0] = prices[0] = 0
    for game in range(outcomes.shape[0]):
        _deal_cards(row, table, _game_seed(seeds[0], seeds[1] + np.uint64(game)))
        _begin_turn(row, table, row[ACTIVE])
        written = _ONE
        while row[STATUS] == PLAYING:
            written = _greedy_turn(row, table, own, _cells(log, 0), log.size, written)
        _report_plain(row, _cells(outcomes, OUTCOME_SIZE * game))


@_entry
def play_alone(
    state: Array, rules: Array, player: Array, work: Array, prices: Array, seeds: Array, outcomes: Array, log: Array
) -> None:
    """Play whole games for one without marked cards, with a planner by packets: nobody to talk to."""
    row, table, own, lines = _cells(state, 0), _cells(rules, 0), _cells(player, 0), _cells(work, 0)
    for game in range(outcomes.shape[0]):
        _deal_cards(row, table, _game_seed(seeds[0], seeds[1] + np.uint64(game)))
        _begin_turn(row, table, row[ACTIVE])
        written = _ONE
        while row[STATUS] == PLAYING:
            _plan_packets(row, own, lines, _cells(prices, 0))
            written = _play_plan(row, table, lines, _cells(log, 0), log.size, written)
        _report_plain(row, _cells(outcomes, OUTCOME_SIZE * game))


@_entry
def play_groups(
    state: Array, rules: Array, player: Array, work: Array, prices: Array, seeds: Array, outcomes: Array, log: Array
) -> None:
    """Play whole games without marked cards, with a planner by packets in every seat."""
    row, table, own, lines = _cells(state, 0), _cells(rules, 0), _cells(player, 0), _cells(work, 0)
    price = _cells(prices, 0)
    for game in range(outcomes.shape[0]):
        _deal_cards(row, table, _game_seed(seeds[0], seeds[1] + np.uint64(game)))
        _begin_turn(row, table, row[ACTIVE])
        written = asked = _ONE
        while row[STATUS] == PLAYING:
            if row[LAID] == 0:
                _talk(row, table, own, price)
            _plan_packets(row, own, lines, price)
            if written == 1 and _asks_on(row, table, own, lines, asked):
                asked += 1
                _begin_turn(row, table, row[ACTIVE] + 1)
            else:
                written = _play_plan(row, table, lines, _cells(log, 0), log.size, written)
        _report_plain(row, _cells(outcomes, OUTCOME_SIZE * game))


@_entry
def play_searched(
    state: Array, rules: Array, player: Array, work: Array, prices: Array, seeds: Array, outcomes: Array, log: Array
) -> None:
    """Play whole games of any edition with a planner that searches through its turn in every seat."""
    row, table, own, lines = _cells(state, 0), _cells(rules, 0), _cells(player, 0), _cells(work, 0)
    price = _cells(prices, 0)
    for game in range(outcomes.shape[0]):
        _deal(row, table, _game_seed(seeds[0], seeds[1] + np.uint64(game)))
        _begin_turn(row, table, row[ACTIVE])
        written = asked = _ONE
        while row[STATUS] == PLAYING:
            if row[LAID] == 0:
                _talk(row, table, own, price)
            _plan_turn(row, table, own, lines, price)
            if written == 1 and _asks_on(row, table, own, lines, asked):
                asked += 1
                _begin_turn(row, table, row[ACTIVE] + 1)
                continue
            for place in range(lines[_PLAN]):
                action = lines[_PLAN + 1 + place]
                written = _write(row, _cells(log, 0), log.size, written, action)
                _step(row, table, action)
        _report(row, table, _cells(outcomes, OUTCOME_SIZE * game))


# --- many games side by side, one step at a time --------------------------------------------------------------------


@_entry
def deal_games(states: Array, rules: Array, seeds: Array) -> None:
    """Deal one game a line, each with its own rules row and seed; seat 0 is active."""
    for game in range(states.shape[0]):
        state, table = _cells(states, STATE_SIZE * game), _cells(rules, RULES_SIZE * game)
        _deal(state, table, seeds[game])
        _begin_turn(state, table, 0)


@_entry
def begin_games(states: Array, rules: Array, seats: Array) -> None:
    """Start the first turn of every game with the seat given: arranged positions, or another seat of a deal (R5)."""
    for game in range(states.shape[0]):
        state = _cells(states, STATE_SIZE * game)
        state[TURN] = 0
        _begin_turn(state, _cells(rules, RULES_SIZE * game), seats[game])


@_entry
def legal_games(states: Array, masks: Array) -> None:
    """Write 1 for every legal action of every game and 0 for the others; a finished game has none."""
    actions = np.empty(ACTIONS, np.int64)
    masks[:] = 0
    for game in range(states.shape[0]):
        for place in range(_list_legal(_cells(states, STATE_SIZE * game), _cells(actions, 0))):
            masks[game, actions[place]] = 1


@_entry
def step_games(states: Array, rules: Array, actions: Array) -> None:
    """Play one action in every game. They must be legal: nothing is checked, and a finished game must not go on."""
    for game in range(states.shape[0]):
        _step(_cells(states, STATE_SIZE * game), _cells(rules, RULES_SIZE * game), actions[game])


@_entry
def report_games(states: Array, rules: Array, outcomes: Array) -> None:
    """Write how every finished game ended; see `OUTCOME_SIZE`."""
    for game in range(states.shape[0]):
        state, table = _cells(states, STATE_SIZE * game), _cells(rules, RULES_SIZE * game)
        _report(state, table, _cells(outcomes, OUTCOME_SIZE * game))
