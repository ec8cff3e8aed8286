"""Which of the turns found is the best: hundreds at a glance, the most promising by the network."""

from __future__ import annotations

from typing import Any, Final

from . import bits, layout as at
from .bits import shows
from .candidates import WINNING
from .codes import (
    ABSTAIN,
    ACTION_BITS,
    ACTION_MASK,
    CAN_GO_BACK,
    COVER,
    DRAW_ONE,
    END,
    FIRE,
    KEEP_OFF,
    LEAVE,
    NO_RETRO,
    ONE_PILE,
    PLAIN_REQUEST,
    PLAYING,
    SMALL,
    SMALL_STEPS,
    STOP,
    WON,
)
from .compiling import COMPILED, float32, inner, int64
from .features import features
from .finishing import all_fit, is_decided
from .layout import BUCKETS, NODE_SIZE, TURNEND_SIZE, RulesRecord, TurnEnd, View
from .memory import copy_position, copy_turn, nth
from .network import value_of, wide_value
from .scratch import Scratch, Setup
from .turn import lay

LOOKED_AT: Final = 64  # turns that the network values, the best by `_score`
_LOOKED_AT_WIDE: Final = 24  # the same by a wide network, as it learnt
WON_VALUE: float = float32(1e9)
LOST_VALUE: float = float32(-1e9)
SURE: float = float32(60)  # of an end from which all cards can be laid
_HOPELESS: float = float32(-60)  # of one from which they cannot; the more are left the worse
_FIRST: Any = int64(0)
UNVALUED: float = float32(-1e9)
_REQUEST: float = float32(0.01)  # a word about a pile is set aside only for so much more, as a logit


@inner
def _score(end: TurnEnd, view: View, rules: RulesRecord) -> int:
    """Judge a turn's end at a glance, in eighths: which of hundreds of plans deserve a closer look."""
    low, high = end.unplayed[0], end.unplayed[1]
    a, b, c, d = end.heights[0], end.heights[1], end.heights[2], end.heights[3]
    fits = bits.fits(low, high, a, b, c, d)
    score = -12 * (fits & 0xFFFF) - 4 * (fits >> 16 & 0xFFFF) - (fits >> 32 & 0xFFFF)
    score += 24 * bits.pairs(end.hand[0], end.hand[1]) - 16 * bits.count(low, high)
    for pile in range(4):
        height = end.heights[pile]
        score -= 2 * height + height // 2
        score += 40 * bits.holds(end.hand[pile & 2], end.hand[(pile & 2) + 1], height - 10)
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
    return score


@inner
def _bucket_limit(view: View, rules: RulesRecord, scratch: Scratch, count: int, wanted: int) -> int:
    """Put the turns into buckets by their score, the best into bucket 0; return the last bucket of those wanted."""
    buckets, top = scratch.search.search_buckets, -(1 << 40)
    for bucket in range(BUCKETS):
        buckets[bucket] = 0
    for place in range(count):
        end = nth(scratch.turns, TURNEND_SIZE, place)
        end.found_score = _score(end, view, rules)
        top = max(top, end.found_score)
    for place in range(count):
        end = nth(scratch.turns, TURNEND_SIZE, place)
        end.found_score = min((top - end.found_score) >> 1, BUCKETS - 1)
        buckets[end.found_score] += 1
    limit = 0
    while limit < BUCKETS - 1 and wanted > buckets[limit]:
        wanted -= buckets[limit]
        limit += 1
    return limit


@inner
def best_turn(view: View, setup: Setup, scratch: Scratch, count: int, wanted: int) -> int:
    """Value the most promising of the turns found; return the place of the best, requests of others considered."""
    limit = _bucket_limit(view, setup.rules, scratch, count, wanted)
    values = scratch.values
    best, most = 0, UNVALUED
    values[0] = UNVALUED
    for place in range(count):
        end = nth(scratch.turns, TURNEND_SIZE, place)
        values[place] = UNVALUED
        if end.found_score <= limit:
            values[place] = _worth(end, view, setup, scratch)
            worth = obliging(values[place], end, view, setup.rules)
            if worth > most:
                best, most = place, worth
    return best


@inner
def decide_at_once(view: View, setup: Setup, scratch: Scratch, count: int) -> int:
    """Return the place of the best of the turns found, without a look ahead."""
    wanted = _LOOKED_AT_WIDE if COMPILED and setup.rest[0] != 0 else LOOKED_AT
    return decide_among(view, setup, scratch, count, wanted)


@inner
def decide_among(view: View, setup: Setup, scratch: Scratch, count: int, wanted: int) -> int:
    """Return the place of the best turn; the network values as many as are wanted."""
    if count > 0:
        return best_turn(view, setup, scratch, count, wanted)
    scratch.values[0] = WON_VALUE if count == WINNING else LOST_VALUE
    return 0


@inner
def value_of_plan(view: View, setup: Setup, scratch: Scratch, plan: list[int]) -> float:
    """Return what the end of a view's turn is worth when a plan is played in it: how many actions, then the actions."""
    turn, end = nth(scratch.search.nodes, NODE_SIZE, _FIRST), nth(scratch.turns, TURNEND_SIZE, _FIRST)
    copy_turn(view, turn)
    for number in range(plan[0]):
        lay(turn, setup.rules, plan[1 + number])
    if turn.status != PLAYING:
        return WON_VALUE if turn.status == WON else LOST_VALUE
    copy_position(turn, end)
    end.found_shown, end.found_fires = turn.shown, turn.fires
    return _worth(end, view, setup, scratch)


@inner
def _worth(end: TurnEnd, view: View, setup: Setup, scratch: Scratch) -> float:
    """Return what a turn's end is worth, as a logit: exactly where nothing is hidden any more, else by the network."""
    if COMPILED and setup.rest[0] != 0:
        if is_decided(end, setup.rules):
            left = bits.count(end.unplayed[0], end.unplayed[1])
            return SURE if all_fit(end, setup.rules, scratch.fitting) else _HOPELESS - float32(left)
        return wide_value(end, setup, scratch)
    return value_of(scratch.inputs, features(end, view, setup.rules, scratch.inputs), setup.net)


@inner
def obliging(value: float, end: TurnEnd, view: View, rules: RulesRecord) -> float:
    """Return what a turn is worth beside others: its value, less a price for what it sets aside of others' requests."""
    return value - _REQUEST * set_aside(end, view, rules)


def actions_of(end: TurnEnd) -> list[int]:
    """Return the actions of a turn found."""
    actions = [end.found_plan >> ACTION_BITS * place & ACTION_MASK for place in range(end.found_length)]
    return actions + [END] * end.found_ends


@inner
def set_aside(end: TurnEnd, view: View, rules: RulesRecord) -> int:
    """Return how much a turn that ends so would set aside of what others ask for."""
    asked, count = 0, 0
    for seat in range(view.seats):
        asked |= view.said[seat]
    if asked == 0:
        return 0
    for pile in range(4):
        moved = end.heights[pile] - view.opening[pile]
        if asked >> (pile + (LEAVE if moved else COVER)) & 1:
            count += PLAIN_REQUEST
        if moved and (asked >> (pile + 4 * KEEP_OFF) | asked >> (pile + 4 * CAN_GO_BACK)) & 1:
            count += 1 + max(moved, 0) // SMALL
        elif moved > SMALL and asked >> (pile + 4 * SMALL_STEPS) & 1:
            count += (moved - 1) // SMALL
    laid_low, laid_high = view.unplayed[0] & ~end.unplayed[0], view.unplayed[1] & ~end.unplayed[1]
    for mark in range(STOP, FIRE):
        kind = 2 * mark
        if asked >> (mark + ABSTAIN) & 1 and bits.count(
            laid_low & rules.cards_with[kind], laid_high & rules.cards_with[kind + 1]
        ):
            count += PLAIN_REQUEST
    return count


# --- the plainest turn ------------------------------------------------------------------------------------------------


# In numbers that the piles move on; about what `steady` goes by.
_CARD: Final = 2  # a card beyond the minimum is worth so much
_CARD_LATE: Final = 10  # the same once the draw pile is empty
_KEEP_OFF: Final = 12  # what it costs to move a pile that somebody wants to be left alone
_LEFT: Final = 6  # what it costs to leave a command to the next player; a fire costs twice as much


@inner
def plainest_turn(view: View, rules: RulesRecord, scratch: Scratch, count: int) -> int:
    """Return the place of the turn that costs least, of those found."""
    best, least = 0, 1 << 40
    for place in range(count):
        cost = _cost(nth(scratch.turns, at.TURNEND_SIZE, place), view, rules)
        if cost < least:
            best, least = place, cost
    return best


@inner
def _cost(end: TurnEnd, view: View, rules: RulesRecord) -> int:
    """Return how far a turn moves the piles on, and what it costs the others by their own words."""
    unplayed = bits.count(end.unplayed[0], end.unplayed[1])
    cost = (_CARD if view.left else _CARD_LATE) * unplayed  # the more are laid, the fewer are left
    for pile in range(4):
        moved = end.heights[pile] - view.opening[pile]
        cost += moved
        for seat in range(view.seats if moved else 0):
            said = view.said[seat]
            cost += _KEEP_OFF * ((said >> (pile + 4 * KEEP_OFF) | said >> (pile + 4 * CAN_GO_BACK)) & 1)
            cost += max(moved, 0) * (said >> (pile + 4 * SMALL_STEPS) & 1)
    if rules.special:
        shown = end.found_shown
        cost += _LEFT * (shows(shown, NO_RETRO) + shows(shown, ONE_PILE) + shows(shown, DRAW_ONE))
        cost += 2 * _LEFT * shows(shown, FIRE)
    return cost
