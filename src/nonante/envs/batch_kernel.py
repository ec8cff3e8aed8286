"""Compiled: many games side by side, each step with its reward, its observation and its mask.

The game itself is `kernel.game`; this file only writes what a trainer reads. Everything is written straight into
the arrays given, line by line, and no thread touches another's lines.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..kernel import bits
from ..kernel import layout as at
from ..kernel.bits import pointer, shows
from ..kernel.codes import ACTIONS, DRAW_ONE, FREE, NO_RETRO, PLAYING, WON
from ..kernel.codes import END as END_ACTION
from ..kernel.compiling import Array, Record, entry, forced, inlined, inner
from ..kernel.game import begin_turn, deal, play_action, report
from ..kernel.layout import CARDS, Places
from ..kernel.randomness import GOLDEN, game_seed, mix
from .layout import DRAW_MOST, HAND_MOST, TURN_BITS

# Where the parts of the observation begin, as in `layout`; the parts after `active` depend on the number of players.
_observation = Places()
HAND: Final = _observation.take(CARDS)
TOPS: Final = _observation.take(4 * 100)
MARKS: Final = _observation.take(4 * 8)
LOCK: Final = _observation.take(4)
TOUCHED: Final = _observation.take(4)
THREE: Final = _observation.take()
LAID: Final = _observation.take(HAND_MOST + 1)
NEEDED: Final = _observation.take(4)
DRAW: Final = _observation.take(DRAW_MOST + 1)
ACTIVE: Final = _observation.size
_COUNTS: Final = HAND_MOST + 1  # places for the number of cards in a hand
_MAP: Final = CARDS * DRAW_ONE  # a seeded command map: for each card one of so many commands

# what a game remembers beside the kernel's state
_memory = Places()
OPEN: Final = _memory.take(2)  # the cards not laid when this turn began
LAST: Final = _memory.take(2)  # the cards laid in the turn before
LAST_SEAT: Final = _memory.take()  # whose turn that was, or -1
NUMBER: Final = _memory.take()  # which game of the run this is
PILES: Final = _memory.take()  # bit of each pile laid on this turn; the kernel keeps them for games with marks only
MEMORY_SIZE: Final = 8  # whole cache lines

# what a game remembers of each card where the whole information state is shown, one stretch of 98 places a fact
_past = Places()
LAID_BY: Final = _past.take(CARDS)  # 1 + the seat that laid it
LAID_ON: Final = _past.take(CARDS)  # the pile
LAID_IN: Final = _past.take(CARDS)  # the turn
LAID_AT: Final = _past.take(CARDS)  # its number in the order of laying, from 1
CAME_IN: Final = _past.take(CARDS)  # 1 + the turn at whose end it was drawn; 1 for the deal
PAST_SIZE: Final = _past.size

# rewards
CARDS_LAID: Final = 0
AT_END: Final = 1
WIN: Final = 2
SHAPED: Final = 3


# Bundles of arrays. The functions below take them as plain tuples, which reach compiled code in half the time of named
# ones, and unpack them before their loops: Numba counts references at every use of a bundle.
Bundle: TypeAlias = tuple[Any, ...]


class Games(NamedTuple):
    """The games: arrays with a line each; one line of rules may serve all."""

    states: Any
    rules: Any
    memories: Any
    pasts: Any
    """Empty where no history is shown."""
    seeds: Any


class Seen(NamedTuple):
    """What the seat whose turn it is sees, a line a game."""

    observations: Any
    masks: Any
    choices: Any
    seats: Any


class Results(NamedTuple):
    """What the last step brought, a line a game."""

    rewards: Any
    ends: Any
    scores: Any
    reasons: Any
    outcomes: Any
    """How games ended, as the kernel reports it."""
    finals: Any
    """The last observation of a game that ended; empty where it is not wanted."""


class Options(NamedTuple):
    """What is the same for all games."""

    run: Any
    """The seed of the run."""
    reward: int
    unseen: int
    """Where the unseen cards begin in an observation, or 0; the history follows them where there is one."""


_LAST_64: Final = ACTIONS - 64
_U32 = np.uint64(32)


def _typed_spread(_typing: Any, array: Any, place: Any, low: Any, high: Any) -> Any:  # noqa: ARG001 - Numba wants the arguments by name
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        out, place, low, high = args
        cards = bits.card_set(builder, low, high)
        for first in (0, 34):  # 64 bytes each: they meet in the middle, and write the same there
            word = builder.trunc(builder.lshr(cards, ir.Constant(cards.type, 2 + first)), _I64)
            bytes_64 = builder.zext(builder.bitcast(word, _BITS), _BYTES)
            target = builder.gep(out, [builder.add(place, ir.Constant(_I64, first))])
            builder.store(bytes_64, builder.bitcast(target, _BYTES.as_pointer()), align=1)
        return _context.get_dummy_value()

    return types.void(array, types.int64, types.int64, types.int64), generate


def _typed_gather(_typing: Any, array: Any, place: Any) -> Any:  # noqa: ARG001 - likewise
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        source = builder.bitcast(builder.gep(args[0], [args[1]]), _BYTES.as_pointer())
        ones = builder.icmp_unsigned("!=", builder.load(source, align=1), ir.Constant(_BYTES, None))
        return builder.bitcast(ones, _I64)

    return types.int64(array, types.int64), generate


# A bit for each of 64 bytes: processors turn one into the other in a few steps.
_I64 = ir.IntType(64)
_BITS, _BYTES = ir.VectorType(ir.IntType(1), 64), ir.VectorType(ir.IntType(8), 64)
_spread: Any = intrinsic(_typed_spread)  # write 98 bytes of a line from a place on: 1 for each card of a set, else 0
_gather: Any = intrinsic(_typed_gather)  # which of the 64 bytes from a place on are not 0, as bits of a word


@forced
def observe(state: Record, rules: Record, memory: Record, out: Record, seat: int, size: int, unseen: int) -> None:
    """Write the observation of a seat; `unseen` is the place of that part, or 0."""
    players, laid, lock = rules[at.PLAYERS], state[at.LAID], state[at.LOCK]
    hand_low, hand_high = state[at.HANDS + 4 * seat], state[at.HANDS + 4 * seat + 1]
    unplayed_low, unplayed_high = state[at.UNPLAYED], state[at.UNPLAYED + 1]
    counts = ACTIVE + players
    this = counts + _COUNTS * players
    last = this + CARDS
    last_seat = last + CARDS
    _spread(out, HAND, hand_low, hand_high)
    for place in range(TOPS, this):
        out[place] = 0
    for pile in range(4):
        height = state[at.HEIGHTS + pile]
        top = bits.upright(height, pile)
        mark = rules[at.MARK_OF + top]
        place = TOPS + 100 * pile + top - 1
        out[place] = 1
        out[MARKS + 8 * pile + mark - 1 if mark else place] = 1  # without a jump that no processor foresees
        out[TOUCHED + pile] = memory[PILES] >> pile & 1
    out[LOCK + max(0, lock)] = lock != FREE
    out[THREE] = state[at.HAS_THREE]
    out[LAID + laid] = 1
    out[NEEDED + max(0, state[at.MINIMUM] - laid)] = 1
    out[DRAW + state[at.LEFT]] = 1
    acts = state[at.ACTIVE] - seat
    out[ACTIVE + (acts if acts >= 0 else acts + players)] = 1
    for ahead in range(players):
        other = seat + ahead if seat + ahead < players else seat + ahead - players
        words = at.HANDS + 4 * other
        out[counts + _COUNTS * ahead + bits.count(state[words], state[words + 1])] = 1
    _spread(out, this, memory[OPEN] & ~unplayed_low, memory[OPEN + 1] & ~unplayed_high)
    _spread(out, last, memory[LAST], memory[LAST + 1])
    for place in range(last_seat, last_seat + players):
        out[place] = 0
    behind = memory[LAST_SEAT] - seat
    out[last_seat + (behind if behind >= 0 else behind + players)] = memory[LAST_SEAT] >= 0
    if unseen:
        _spread(out, unseen, unplayed_low & ~hand_low, unplayed_high & ~hand_high)
    if rules[at.SEEDED]:
        _set_map(rules, out, (unseen if unseen else size) - _MAP)


@inner
def recall(state: Record, past: Record, players: int, seat: int, out: Record) -> None:
    """Write the history as a seat remembers it, from the first place of `out` on."""
    hand_low, hand_high = state[at.HANDS + 4 * seat], state[at.HANDS + 4 * seat + 1]
    on = CARDS * players
    turns = on + CARDS * 4
    orders, came = turns + CARDS * TURN_BITS, turns + 2 * CARDS * TURN_BITS
    for place in range(came + CARDS * TURN_BITS):
        out[place] = 0
    for card in range(CARDS):
        who = past[LAID_BY + card] - 1 - seat
        if past[LAID_BY + card]:
            out[players * card + (who if who >= 0 else who + players)] = 1
            out[on + 4 * card + past[LAID_ON + card]] = 1
            _set_number(out, turns + TURN_BITS * card, past[LAID_IN + card])
            _set_number(out, orders + TURN_BITS * card, past[LAID_AT + card])
        if bits.holds(hand_low, hand_high, card + 2) or (past[LAID_BY + card] and who == 0):
            _set_number(out, came + TURN_BITS * card, past[CAME_IN + card])


@inner
def _set_number(out: Record, place: int, number: int) -> None:
    for bit in range(TURN_BITS):
        out[place + bit] = number >> bit & 1


@inner
def note_lay(past: Record, action: int, seat: int, turn: int, order: int) -> None:
    """Remember a card laid: by whom, where, and when."""
    card = action >> 2
    past[LAID_BY + card] = seat + 1
    past[LAID_ON + card] = action & 3
    past[LAID_IN + card] = turn
    past[LAID_AT + card] = order


@inner
def note_hand(past: Record, state: Record, seat: int, turn: int) -> None:
    """Remember when the cards of a hand came that were not there before."""
    low, high = state[at.HANDS + 4 * seat], state[at.HANDS + 4 * seat + 1]
    for card in range(CARDS):
        if past[CAME_IN + card] == 0 and bits.holds(low, high, card + 2):
            past[CAME_IN + card] = turn + 1


@inner
def open_past(past: Record, state: Record, players: int) -> None:
    """Begin the history of a game with the hands as they are."""
    for place in range(PAST_SIZE):
        past[place] = 0
    for seat in range(players):
        note_hand(past, state, seat, 0)


@inner
def _set_map(rules: Record, out: Record, place: int) -> None:
    for card in range(CARDS):
        mark = rules[at.MARK_OF + 2 + card]
        for kind in range(DRAW_ONE):
            out[place + DRAW_ONE * card + kind] = mark == kind + 1


@inner
def _height(state: Record, pile: int) -> int:
    """Return the height of a pile, or more than any card has where a one-pile command closes it."""
    lock = state[at.LOCK]
    return state[at.HEIGHTS + pile] if (lock == FREE) | (lock == pile) else 500


@inner
def _back(state: Record) -> int:
    """Return how far back a card goes: 10, or further than any can where a no-retro command shows."""
    return 10 if shows(state[at.SHOWN], NO_RETRO) == 0 else 1000


@inner
def _fits(number: int, height: int, back: int) -> bool:
    """Tell whether a card fits, as `kernel.turn.legal_moves` does, without jumps that no processor foresees."""
    return (number > height) | (number == height - back)


@inner
def write_mask(state: Record, out: Record) -> int:
    """Write the mask of the active seat and return how many actions are legal."""
    # All is read before anything is written, or it would be read again for every card: they might overlap.
    low, high, back = state[at.HAND], state[at.HAND + 1], _back(state)
    a, b, c, d = _height(state, 0), _height(state, 1), _height(state, 2), _height(state, 3)
    may_end = state[at.LAID] >= state[at.MINIMUM]
    for action in range(END_ACTION):
        out[action] = 0
    out[END_ACTION] = may_end
    count = int(may_end)
    for _ in range(bits.count(low, high)):  # one loop for both words: its end is foreseen better than that of two
        cards = low if low else high
        card = bits.count((cards & -cards) - 1, 0) + (0 if low else 64)
        high &= high - (0 if low else 1)
        low &= low - 1
        fits_a, fits_b = _fits(card, a, back), _fits(card, b, back)
        fits_c, fits_d = _fits(101 - card, c, back), _fits(101 - card, d, back)
        place = (card - 2) * 4
        out[place] = fits_a
        out[place + 1] = fits_b
        out[place + 2] = fits_c
        out[place + 3] = fits_d
        count += fits_a + fits_b + fits_c + fits_d
    return count


@inner
def _legal(state: Record, action: int) -> bool:
    if action == END_ACTION:
        return bool(state[at.LAID] >= state[at.MINIMUM])
    if action < 0 or action > END_ACTION:
        return False
    card, pile = (action >> 2) + 2, action & 3
    if not bits.holds(state[at.HAND], state[at.HAND + 1], card):
        return False
    return _fits(bits.upright(card, pile), _height(state, pile), _back(state))


@inner
def worth(state: Record, reward: int, score: int) -> float:
    """Return what a game is worth so far; see `rewards`. Its score is the number of cards left while it goes on."""
    playing = state[at.STATUS] == PLAYING
    if reward == WIN:
        return 1.0 if state[at.STATUS] == WON else 0.0
    if playing and reward == AT_END:
        return 0.0
    value = (CARDS - score) / CARDS
    if reward == SHAPED and playing:  # the potential, which is 0 once the game is over
        heights = 0
        for pile in range(4):
            heights += state[at.HEIGHTS + pile]
        value -= (heights - 4) / (4 * CARDS)
    return value


@inner
def open_game(state: Record, rules: Record, memory: Record, run: Any) -> Any:
    """Deal the game that `memory` names, and return its seed."""
    seed = game_seed(run, np.uint64(memory[NUMBER]))
    deal(state, rules, seed)
    begin_turn(state, rules, 0)
    memory[OPEN] = state[at.UNPLAYED]
    memory[OPEN + 1] = state[at.UNPLAYED + 1]
    memory[LAST] = 0
    memory[LAST + 1] = 0
    memory[LAST_SEAT] = -1
    memory[PILES] = 0
    return seed


@entry
def reset_games(games: Bundle, seen: Bundle, options: Bundle, first: int, last: int) -> None:
    """Deal the games `first` to `last` - 1 anew; ``memories[:, NUMBER]`` says which of the run."""
    states, rules, memories, pasts, seeds = games
    observations, masks, choices, seats = seen
    run, _, unseen = options
    wide, size = at.RULES_SIZE if rules.shape[0] > 1 else 0, observations.shape[1]
    recalls = pasts.shape[0] > 0
    for game in range(first, last):
        state, table = pointer(states, at.STATE_SIZE * game), pointer(rules, wide * game)
        memory, out = pointer(memories, MEMORY_SIZE * game), pointer(observations, size * game)
        seeds[game] = open_game(state, table, memory, run)
        observe(state, table, memory, out, state[at.ACTIVE], size, unseen)
        if recalls:
            past, players = pointer(pasts, PAST_SIZE * game), table[at.PLAYERS]
            open_past(past, state, players)
            recall(state, past, players, state[at.ACTIVE], pointer(observations, size * game + unseen + CARDS))
        choices[game] = write_mask(state, pointer(masks, ACTIONS * game))
        seats[game] = state[at.ACTIVE]


@entry
def first_illegal(states: Array, actions: Array, first: int, last: int) -> int:
    """Return the first game whose action is not legal, or -1."""
    for game in range(first, last):
        if not _legal(pointer(states, at.STATE_SIZE * game), actions[game]):
            return game
    return -1


@entry
def step_games(
    games: Bundle, seen: Bundle, results: Bundle, options: Bundle, actions: Array, first: int, last: int
) -> None:
    """Play one legal action in each of the games `first` to `last` - 1; a game that ends is dealt anew at once."""
    states, rules, memories, pasts, seeds = games
    observations, masks, choices, seats = seen
    rewards, ends, scores, reasons, outcomes, finals = results
    run, reward, unseen = options
    wide, size, players = at.RULES_SIZE if rules.shape[0] > 1 else 0, observations.shape[1], rules[0, at.PLAYERS]
    recalls, keeps, history = pasts.shape[0] > 0, finals.shape[0] > 0, unseen + CARDS
    for game in range(first, last):
        state, table = pointer(states, at.STATE_SIZE * game), pointer(rules, wide * game)
        memory, past = pointer(memories, MEMORY_SIZE * game), pointer(pasts, PAST_SIZE * game)
        outcome = pointer(outcomes, at.OUTCOME_SIZE * game)
        rewards[game] = play_on(state, table, memory, past, outcome, actions[game], reward, recalls)
        ends[game] = state[at.STATUS] != PLAYING
        if ends[game]:
            scores[game] = outcome[at.OUTCOME_SCORE]
            reasons[game] = outcome[at.OUTCOME_REASON]
            if keeps:
                observe(state, table, memory, pointer(finals, size * game), state[at.ACTIVE], size, unseen)
                if recalls:
                    recall(state, past, players, state[at.ACTIVE], pointer(finals, size * game + history))
            memory[NUMBER] += states.shape[0]
            seeds[game] = open_game(state, table, memory, run)
            if recalls:
                open_past(past, state, players)
        observe(state, table, memory, pointer(observations, size * game), state[at.ACTIVE], size, unseen)
        if recalls:
            recall(state, past, players, state[at.ACTIVE], pointer(observations, size * game + history))
        choices[game] = write_mask(state, pointer(masks, ACTIONS * game))
        seats[game] = state[at.ACTIVE]


@inlined
def play_on(
    state: Record, table: Record, memory: Record, past: Record, outcome: Record, action: int, reward: int, recalls: bool
) -> float:
    """Play a legal action, remember what it did, and return its reward; a game that ends reports how."""
    turn, seat = state[at.TURN], state[at.ACTIVE]
    left = bits.count(state[at.UNPLAYED], state[at.UNPLAYED + 1])
    before = worth(state, reward, left)
    play_action(state, table, action)
    if action != END_ACTION:
        left -= 1
        memory[PILES] |= 1 << (action & 3)
    if state[at.TURN] != turn:
        remember_turn(state, memory, seat)
    if recalls:
        if action != END_ACTION:
            note_lay(past, action, seat, turn, CARDS - left)
        note_hand(past, state, seat, turn)
    if state[at.STATUS] != PLAYING:
        report(state, table, outcome)
        left = outcome[at.OUTCOME_SCORE]
    return worth(state, reward, left) - before


@inner
def remember_turn(state: Record, memory: Record, seat: int) -> None:
    """Remember what was laid in the turn that is over, and whose it was."""
    for word in range(2):
        memory[LAST + word] = memory[OPEN + word] & ~state[at.UNPLAYED + word]
        memory[OPEN + word] = state[at.UNPLAYED + word]
    memory[LAST_SEAT] = seat
    memory[PILES] = 0


@entry
def sample_masked(masks: Array, choices: Array, randoms: Array, actions: Array, first: int, last: int) -> None:
    """Choose one of the legal actions of each game, all equally likely.

    `choices` says how many there are, and `randoms` holds a state a game. The mask is read 64 actions at a time.
    """
    for game in range(first, last):
        mask = pointer(masks, ACTIONS * game)
        randoms[game] += GOLDEN
        pick = np.int64(((mix(randoms[game]) >> _U32) * np.uint64(choices[game])) >> _U32)
        place = 0
        legal = _gather(mask, place)
        there = bits.count(legal, 0)
        while pick >= there and place < _LAST_64:
            pick -= there
            place += 64
            legal = _gather(mask, min(place, _LAST_64))
            if place > _LAST_64:  # these were counted already
                legal &= -1 << (place - _LAST_64)
                place = _LAST_64
            there = bits.count(legal, 0)
        for _ in range(pick):
            legal &= legal - 1
        actions[game] = place + bits.count((legal & -legal) - 1, 0)
