"""Look-ahead: alone, the best turns are looked through the next one over some draws."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from . import bits
from . import layout as at
from .bits import shifted, shows
from .candidates import WINNING, likely_turns
from .codes import DRAW_ONE, FREE
from .compiling import Record, inner
from .judging import UNVALUED, best_turn
from .randomness import mix, shuffle
from .scratch import Mind, Scratch

DROPPED: Final = -1  # the score of a turn that was not looked through to the end
_LOOKED_AT: Final = 24  # turns that the network values in a turn that may come
_ONE: Any = np.float32(1.0)


@inner
def look_ahead(view: Record, mind: Mind, scratch: Scratch, count: int) -> None:
    """Look the best turns through the next one, over the same draws for each; put the best first.

    The draws depend on nothing but the view: equal views bring equal answers.
    """
    picks, chances = scratch.picks, shifted(scratch.values, at.VALUES_AHEAD)
    picked, best = _pick(scratch, count), 0
    scratch.ahead[at.AHEAD_DONE] = picked if picked > 1 else 0
    if picked > 1:
        _try_draws(view, mind, scratch, picked)
        for place in range(picked):
            dropped = picks[place * at.FOUND_SIZE + at.FOUND_SCORE] == DROPPED
            if not dropped and chances[place] > chances[best]:
                best = place
    for place in range(at.FOUND_SIZE):
        scratch.turns[place] = picks[best * at.FOUND_SIZE + place]


@inner
def _pick(scratch: Scratch, count: int) -> int:
    """Pick the turns to look through, the best first; return how many."""
    values, ahead = scratch.values, scratch.ahead
    picked, least = 0, UNVALUED
    while picked < ahead[at.AHEAD_TURNS]:
        place, top = -1, least
        for other in range(count):
            if values[other] > top:
                place, top = other, values[other]
        if place < 0:
            break
        if picked == 0:
            least = top - np.float32(ahead[at.AHEAD_BEHIND] * 0.001)
        values[place] = UNVALUED
        for offset in range(at.FOUND_SIZE):
            scratch.picks[picked * at.FOUND_SIZE + offset] = scratch.turns[place * at.FOUND_SIZE + offset]
        picked += 1
    return picked


@inner
def _try_draws(view: Record, mind: Mind, scratch: Scratch, picked: int) -> None:
    """Add up the chance that each turn picked leaves, over the draws."""
    pool, draws = shifted(scratch.picks, at.PICKS_POOL), scratch.ahead[at.AHEAD_DRAWS]
    chances = shifted(scratch.values, at.VALUES_AHEAD)
    free_low, free_high = view[at.UNPLAYED] & ~view[at.HAND], view[at.UNPLAYED + 1] & ~view[at.HAND + 1]
    size = 0
    card = bits.above(free_low, free_high, 1)
    while card:
        pool[size] = card
        size += 1
        card = bits.above(free_low, free_high, card)
    seed = mix(np.uint64(free_low) + mix(np.uint64(free_high) + mix(np.uint64(view[at.HAND]))))
    for place in range(picked):
        chances[place] = np.float32(0.0)
    for draw in range(draws):
        shuffle(pool, size, seed + np.uint64(draw))
        # `shuffle` settles the last places first
        for place in range(size // 2):
            kept = pool[place]
            pool[place] = pool[size - 1 - place]
            pool[size - 1 - place] = kept
        if draw == draws // 6 or draw == draws // 3:
            _drop_behind(scratch.picks, chances, picked, draw)
        for place in range(picked):
            end = shifted(scratch.picks, place * at.FOUND_SIZE)
            if end[at.FOUND_SCORE] != DROPPED:
                chances[place] += _chance_after(end, view, mind, scratch)


@inner
def _drop_behind(picks: Record, chances: Record, picked: int, draws: int) -> None:
    """Mark the turns that so many draws leave clearly behind; the same draws for each make small differences tell."""
    most = np.float32(0.0)
    for place in range(picked):
        most = max(most, chances[place])
    behind = most - np.float32(0.25) * np.sqrt(np.float32(draws))
    for place in range(picked):
        if chances[place] < behind:
            picks[place * at.FOUND_SIZE + at.FOUND_SCORE] = DROPPED


@inner
def _chance_after(end: Record, view: Record, mind: Mind, scratch: Scratch) -> np.float32:
    """Return the chance to win that a turn's end leaves, if the first cards of the pool are drawn."""
    after = shifted(scratch.picks, at.PICKS_VIEW)
    _next_view(end, view, mind.rules, shifted(scratch.picks, at.PICKS_POOL), after)
    count = likely_turns(after, mind.rules, scratch)
    if count == WINNING:
        return _ONE  # type: ignore[no-any-return]  # float32
    if count == 0:
        return np.float32(0.0)
    value = scratch.values[best_turn(after, mind, scratch, count, _LOOKED_AT)]
    return _ONE / (_ONE + np.exp(-value))  # type: ignore[no-any-return]  # float32


@inner
def _next_view(end: Record, view: Record, rules: Record, pool: Record, after: Record) -> None:
    """Fill the view of the next turn alone, after a turn that ended so, with the first cards of `pool` drawn."""
    for place in range(at.VIEW_SIZE):
        after[place] = 0
    for place in range(at.POSITION_SIZE):
        after[place] = end[place]
    count = rules[at.HAND_SIZE] - bits.count(end[at.HAND], end[at.HAND + 1])
    if count > 1 and shows(end[at.FOUND_SHOWN], DRAW_ONE):
        count = 1
    count = max(0, min(count, view[at.LEFT]))
    for place in range(count):
        card = pool[place]
        after[at.HAND + (card >> 6)] |= 1 << (card & 63)
        after[at.HAND + 2 + ((101 - card) >> 6)] |= 1 << ((101 - card) & 63)
    after[at.LEFT] = view[at.LEFT] - count
    after[at.MINIMUM] = rules[at.LEAST] if after[at.LEFT] else 1
    if rules[at.LENIENT_HAND]:
        after[at.MINIMUM] = min(after[at.MINIMUM], bits.count(after[at.HAND], after[at.HAND + 1]))
    after[at.LOCK] = FREE
    after[at.FIRES] = end[at.FOUND_FIRES]
    after[at.DUE] = end[at.FOUND_FIRES]
    after[at.SHOWN] = end[at.FOUND_SHOWN]
    after[at.SEATS] = 1
    after[at.COUNTS] = bits.count(after[at.HAND], after[at.HAND + 1])
    for pile in range(4):
        after[at.OPENING + pile] = end[at.HEIGHTS + pile]
