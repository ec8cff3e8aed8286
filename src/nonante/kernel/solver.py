"""Can a game be won with every card known? A beam search over single actions, a level for each card laid.

All positions after the same number of cards are compared by a score that counts what still fits; the best go on. Where
no position ever had to be left out, finding no win proves that there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from . import bits, layout as at
from .bits import pointer, pointers, shifted, shows
from .codes import ACTIONS, DRAW_ONE, END, FIRE, LOST, NO_RETRO, ONE_PILE, PLAYING, WON
from .compiling import Array, entry, inner
from .fields import Record, cell
from .game import begin_turn, play_action
from .layout import RulesRecord, State
from .memory import clear, copying, remember_key
from .randomness import mix
from .turn import ending, legal_moves

NODE: Final = at.DECK
"""Numbers of a position: a state record without its deck, which is the same for all."""
MOST_ACTIONS: Final = 48
_BUCKETS: Final = 4096
_LAID_ALIKE: Final = 7  # more cards laid than this in one turn make no difference

# what comes back
FOUND: Final = 1
PROVED_LOST: Final = 0
OPEN: Final = -1  # no win found, and not everything was looked at


class Weights(Record):
    """What a position is worth, by what is counted in it."""

    fits_0 = cell()  # card not laid that fits no pile
    fits_1 = cell()
    fits_2 = cell()
    fits_3 = cell()
    height = cell()  # each number that a pile has risen
    pair = cell()  # two cards ten apart not laid yet
    pair_held = cell()  # both in one hand
    back = cell()  # a card not laid yet that goes back on a pile
    back_held = cell()  # the same in a hand
    mark_shown = cell()  # a lasting command or a fire that shows


class Beam(NamedTuple):
    """The arrays of a search of one width."""

    state: Any
    """A state record to play in, with the deck."""
    nodes: Any
    """Two levels of positions, each as they are reached and with their turn ended."""
    trail: Any
    """From which position each one came, and by which action."""
    choices: Any
    """What may follow: score, position, action."""
    visited: Any
    """The transposition table."""
    ids: Any
    """The places of both levels' positions in the trail."""
    buckets: Any
    actions: Any
    """The legal actions of a position."""
    line: Any
    """The actions of a win, and in front how many they are."""


def weights_record(weights: Mapping[str, int]) -> Array:
    """Return what the score weighs, given by the names of `Weights`."""
    record = Weights()
    vars(record).update(weights)
    return np.array(record.numbers(), np.int64)


def beam(width: int) -> Beam:
    """Return the arrays of a search that keeps so many positions a level."""
    room = width * MOST_ACTIONS
    table = 1 << (2 * room - 1).bit_length()
    return Beam(
        state=np.zeros(at.STATE_SIZE, np.int64),
        nodes=np.zeros(4 * width * NODE, np.int64),
        trail=np.zeros(2 * 2 * width * 100 + 4, np.int64),
        choices=np.zeros(3 * room, np.int64),
        visited=np.zeros(table, np.int64),
        ids=np.zeros(4 * width, np.int64),
        buckets=np.zeros(_BUCKETS, np.int64),
        actions=np.zeros(ACTIONS, np.int64),
        line=np.zeros(512, np.int64),
    )


_copy = copying(NODE)


@entry
def solve(arrays: Beam, rules_array: Array, weights_array: Array, width: int, seat: int) -> int:
    """Look for a win from the start of a turn of `seat`, as `state` tells it; write the actions into `line`."""
    beam, rules, weights = pointers(arrays), pointer(rules_array, 0), pointer(weights_array, 0)
    state, nodes, trail, choices = beam.state, beam.nodes, beam.trail, beam.choices
    visited, ids, actions = beam.visited, beam.ids, beam.actions
    mask, room = arrays.visited.shape[0] - 1, arrays.choices.shape[0] // 3
    begin_turn(state, rules, seat)
    if state.status != PLAYING:
        return PROVED_LOST
    _copy(state, nodes)
    trail[0] = trail[1] = -1
    ids[0], count, known, complete, side = 0, 1, 1, True, 0
    while count:
        level, level_ids = shifted(nodes, side * 2 * width * NODE), shifted(ids, side * 2 * width)
        clear(visited, mask + 1)
        count, known = _end_turns(state, rules, level, level_ids, trail, visited, mask, count, known)
        clear(visited, mask + 1)
        listed = 0
        for place in range(count):
            node = shifted(level, place * NODE)
            for number in range(legal_moves(node, actions)):
                action = actions[number]
                if action == END:
                    continue
                _copy(node, state)
                play_action(state, rules, action)
                if state.status == WON:
                    _tell(trail, beam.line, level_ids[place], action)
                    return FOUND
                if state.status == LOST or not _is_new(state, rules, visited, mask):
                    continue
                if listed == room:
                    complete = False
                    break
                choice = shifted(choices, 3 * listed)
                choice[0], choice[1], choice[2] = _score(state, rules, weights), place, action
                listed += 1
        complete, side = complete and listed <= width, 1 - side
        count, known = _select(
            state, rules, level, level_ids, shifted(nodes, side * 2 * width * NODE), shifted(ids, side * 2 * width),
            trail, choices, beam.buckets, listed, width, known,
        )  # fmt: skip
    return PROVED_LOST if complete else OPEN


@inner
def _end_turns(
    state: State, rules: RulesRecord, level: list[State], ids: list[int], trail: list[int], visited: list[int],
    mask: int, count: int, known: int,
) -> tuple[int, int]:  # fmt: skip
    """Add every position of a level with its turn ended, where it can end; return how many there are."""
    total = count
    for place in range(count):
        node = shifted(level, place * NODE)
        if node.laid == 0 or node.laid < node.minimum or ending(node, False):
            continue
        _copy(node, state)
        play_action(state, rules, END)
        if state.status != PLAYING or not _is_new(state, rules, visited, mask):
            continue
        _copy(state, shifted(level, total * NODE))
        trail[2 * known], trail[2 * known + 1] = ids[place], END
        ids[total] = known
        total, known = total + 1, known + 1
    return total, known


@inner
def _select(
    state: State, rules: RulesRecord, level: list[State], ids: list[int], after: list[State], after_ids: list[int],
    trail: list[int], choices: list[int], buckets: list[int], listed: int, width: int, known: int,
) -> tuple[int, int]:  # fmt: skip
    """Make the best choices the next level; return how many they are."""
    top = -(1 << 60)
    for bucket in range(_BUCKETS):
        buckets[bucket] = 0
    for number in range(listed):
        top = max(top, choices[3 * number])
    for number in range(listed):
        choices[3 * number] = min(top - choices[3 * number], _BUCKETS - 1)
        buckets[choices[3 * number]] += 1
    limit, wanted = 0, width
    while limit < _BUCKETS - 1 and wanted > buckets[limit]:
        wanted -= buckets[limit]
        limit += 1
    taken = 0
    for number in range(listed):
        choice = shifted(choices, 3 * number)
        if choice[0] > limit:
            continue
        if choice[0] == limit:
            if wanted == 0:
                continue
            wanted -= 1
        _copy(shifted(level, choice[1] * NODE), state)
        play_action(state, rules, choice[2])
        _copy(state, shifted(after, taken * NODE))
        trail[2 * known], trail[2 * known + 1] = ids[choice[1]], choice[2]
        after_ids[taken] = known
        taken, known = taken + 1, known + 1
    return taken, known


@inner
def _tell(trail: list[int], line: list[int], last: int, action: int) -> None:
    """Write the actions that lead to the end, in their order."""
    count, node = 1, last
    while node > 0:
        count += 1
        node = trail[2 * node]
    line[0], line[count] = count, action
    node = last
    while node > 0:
        count -= 1
        line[count] = trail[2 * node + 1]
        node = trail[2 * node]


@inner
def _is_new(state: State, rules: RulesRecord, visited: list[int], mask: int) -> bool:
    """Remember a position; tell whether it was not visited before on this level."""
    a, b, c, d = state.heights[0], state.heights[1], state.heights[2], state.heights[3]
    if not rules.special:  # two piles of a direction are alike
        a, b = min(a, b), max(a, b)
        c, d = min(c, d), max(c, d)
        turn = min(state.laid, state.minimum)
    else:
        turn = min(state.laid, _LAID_ALIKE) | (state.lock + 1) << 4 | state.has_three << 8
        turn |= state.touched << 12 | state.skulls << 16 | state.due << 20
    tops = a | b << 8 | c << 16 | d << 24 | state.active << 32 | state.left << 36
    key = mix(np.uint64(tops) + mix(np.uint64(turn) + np.uint64(77)))
    for seat in range(rules.players):
        key = mix(key + np.uint64(state.hands[4 * seat]))
        key = mix(key + np.uint64(state.hands[4 * seat + 1]))
    return remember_key(visited, mask, key) >= 0


@inner
def _score(state: State, rules: RulesRecord, weights: Weights) -> int:
    """Judge a position: what still fits, and what can go back."""
    low, high = state.unplayed[0], state.unplayed[1]
    a, b, c, d = state.heights[0], state.heights[1], state.heights[2], state.heights[3]
    fits = bits.fits(low, high, a, b, c, d)
    score = weights.fits_0 * (fits & 0xFFFF) + weights.fits_1 * (fits >> 16 & 0xFFFF)
    score += weights.fits_2 * (fits >> 32 & 0xFFFF) + weights.fits_3 * (fits >> 48 & 0xFFFF)
    score += weights.height * (a + b + c + d)
    score += weights.pair * bits.pairs(low, high)
    down_low, down_high = bits.flipped_low(low, high), bits.flipped_high(low, high)
    score += weights.back * (bits.holds(low, high, a - 10) + bits.holds(low, high, b - 10))
    score += weights.back * (bits.holds(down_low, down_high, c - 10) + bits.holds(down_low, down_high, d - 10))
    for seat in range(rules.players):
        hand = shifted(state.hands, 4 * seat)
        score += weights.pair_held * bits.pairs(hand[0], hand[1])
        score += weights.back_held * (bits.holds(hand[0], hand[1], a - 10) + bits.holds(hand[0], hand[1], b - 10))
        score += weights.back_held * (bits.holds(hand[2], hand[3], c - 10) + bits.holds(hand[2], hand[3], d - 10))
    if rules.special:
        shown = state.shown
        shows_now = shows(shown, NO_RETRO) + shows(shown, ONE_PILE) + shows(shown, DRAW_ONE) + shows(shown, FIRE)
        score += weights.mark_shown * shows_now
    return score
