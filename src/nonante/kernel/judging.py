"""Which of the turns found is the best: hundreds at a glance, the most promising by the network."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from . import bits
from . import layout as at
from .bits import shifted, shows
from .codes import CAN_GO_BACK, DRAW_ONE, FIRE, KEEP_OFF, NO_RETRO, ONE_PILE, SMALL_STEPS
from .compiling import Record, inner
from .features import features
from .network import value_of
from .requests import set_aside
from .scratch import Mind, Scratch

LOOKED_AT: Final = 64  # turns that the network values, the best by `_score`
WON_VALUE: Any = np.float32(1e9)
LOST_VALUE: Any = np.float32(-1e9)
UNVALUED: Any = np.float32(-1e9)
_REQUEST: Any = np.float32(0.01)  # a word about a pile is set aside only for so much more, as a logit


@inner
def _score(end: Record, view: Record, rules: Record) -> int:
    """Judge a turn's end at a glance, in eighths: which of hundreds of plans deserve a closer look."""
    low, high = end.unplayed[0], end.unplayed[1]
    a, b, c, d = end.heights[0], end.heights[1], end.heights[2], end.heights[3]
    fits = bits.fits(low, high, a, b, c, d)
    score = -12 * (fits & 0xFFFF) - 4 * (fits >> 16 & 0xFFFF) - (fits >> 32 & 0xFFFF)
    score += 24 * bits.pairs(end.hand[0], end.hand[1]) - 16 * bits.count(low, high)
    for pile in range(4):
        height, hand = end.heights[pile], shifted(end.hand, pile & 2)
        score -= 2 * height + height // 2
        score += 40 * bits.holds(hand[0], hand[1], height - 10)
    if rules.talk:
        for seat in range(view.seats):
            said = view.said[seat]
            for pile in range(4):
                moved = end.heights[pile] - view.opening[pile]
                if moved:
                    score -= 60 * ((said >> (pile + 4 * KEEP_OFF) & 1) | (said >> (pile + 4 * CAN_GO_BACK) & 1))
                    score -= 3 * max(moved, 0) * (said >> (pile + 4 * SMALL_STEPS) & 1)
    if rules.special:
        shown = end.found_shown
        score -= 32 * shows(shown, NO_RETRO) + 64 * shows(shown, ONE_PILE)
        score -= 48 * shows(shown, DRAW_ONE) + 48 * shows(shown, FIRE)
    return score  # type: ignore[no-any-return]  # int64


@inner
def _bucket_limit(view: Record, rules: Record, scratch: Scratch, count: int, wanted: int) -> int:
    """Put the turns into buckets by their score, the best into bucket 0; return the last bucket of those wanted."""
    buckets, top = scratch.search.search_buckets, -(1 << 40)
    for bucket in range(at.BUCKETS):
        buckets[bucket] = 0
    for place in range(count):
        end = shifted(scratch.turns, place * at.FOUND_SIZE)
        end.found_score = _score(end, view, rules)
        top = max(top, end.found_score)
    for place in range(count):
        end = shifted(scratch.turns, place * at.FOUND_SIZE)
        end.found_score = min((top - end.found_score) >> 1, at.BUCKETS - 1)
        buckets[end.found_score] += 1
    limit = 0
    while limit < at.BUCKETS - 1 and wanted > buckets[limit]:
        wanted -= buckets[limit]
        limit += 1
    return limit


@inner
def best_turn(view: Record, mind: Mind, scratch: Scratch, count: int, wanted: int) -> int:
    """Value the most promising of the turns found; return the place of the best, requests of others considered."""
    limit = _bucket_limit(view, mind.rules, scratch, count, wanted)
    values, x = scratch.values, scratch.inputs
    hidden = shifted(x, at.MOST_FEATURES)
    best, most = 0, UNVALUED
    values[0] = UNVALUED
    for place in range(count):
        end = shifted(scratch.turns, place * at.FOUND_SIZE)
        values[place] = UNVALUED
        if end.found_score <= limit:
            size = features(end, view, mind.rules, x)
            values[place] = value_of(x, size, mind.net, hidden)
            worth = obliging(values[place], end, view, mind.rules)
            if worth > most:
                best, most = place, worth
    return best


@inner
def obliging(value: np.float32, end: Record, view: Record, rules: Record) -> np.float32:
    """Return what a turn is worth beside others: its value, less a price for what it sets aside of others' requests."""
    return value - _REQUEST * set_aside(end, view, rules)  # type: ignore[no-any-return]  # float32
