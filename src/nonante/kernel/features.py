"""What a network is told of a turn's end: the features, as `layout` lists them.

Each is a number that a player would look at, scaled to be about 1. They are those of `players.plain`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from . import bits
from . import layout as at
from .bits import shifted, shows
from .codes import (
    CAN_GO_BACK,
    COMFORTABLE,
    DRAW_ONE,
    FIRE,
    KEEP_OFF,
    MARKS,
    NO_RETRO,
    ONE_PILE,
    SILENCE,
    SKULL,
    SMALL_STEPS,
    STOP,
    TROUBLE,
)
from .compiling import Record, forced, inner

_FAR: Final = 40  # steps count at most so much
_FARTHEST: Final = 60  # the step of a card that fits no pile
_ONE: Any = np.float32(1.0)


@inner
def features(end: Record, view: Record, rules: Record, x: Record) -> int:
    """Write the features of a turn's end and return how many they are."""
    # The roomier pile of each direction comes first.
    first, third = roomier(end, 0), roomier(end, 2)
    hand_low, hand_high = end[at.HAND], end[at.HAND + 1]
    free_low, free_high = end[at.UNPLAYED] & ~hand_low, end[at.UNPLAYED + 1] & ~hand_high
    down_low, down_high = bits.flipped_low(free_low, free_high), bits.flipped_high(free_low, free_high)
    for place in range(4):
        pile = pile_at(place, first, third)
        hand = shifted(end, at.HAND + (pile & 2))
        _pile_features(
            shifted(x, place * at.PILE_FEATURES),
            end[at.HEIGHTS + pile],
            hand,
            free_low if pile < 2 else down_low,
            free_high if pile < 2 else down_high,
        )
    _card_features(end, view[at.LEFT], x)
    _step_features(end, x)
    _gap_features(end, x)
    x[at.ALWAYS_ONE] = 1
    size = at.BASE_FEATURES
    if view[at.SEATS] > 1:
        _seat_features(end, view, shifted(x, size))
        size += at.OTHERS_FEATURES
        if rules[at.TALK]:
            _talk_features(end, view, shifted(x, size), first, third)
            size += at.TALK_FEATURES
    if rules[at.SPECIAL]:
        _mark_features(end, rules, shifted(x, size), first, third)
        size += at.MARK_FEATURES
        _kept_features(end, rules, shifted(x, size), first, third)
        size += at.KEPT_FEATURES
    if rules[at.LEAST] > 2:
        _third_features(end, shifted(x, size))
        size += at.THIRD_FEATURES
    return size


@forced
def roomier(end: Record, pile: int) -> int:
    """Return the roomier of two piles of a direction, the first of which is given."""
    return pile + 1 if end[at.HEIGHTS + pile] > end[at.HEIGHTS + pile + 1] else pile


@forced
def pile_at(place: int, first: int, third: int) -> int:
    """Return the pile whose features come at a place."""
    if place < 2:
        return first if place == 0 else 1 - first
    return third if place == 2 else 5 - third


@inner
def _pile_features(x: Record, height: int, hand: Record, free_low: int, free_high: int) -> None:
    """Write what can be said of one pile: the words are the hand and the unseen cards in its direction."""
    hand_low, hand_high = hand[0], hand[1]
    x[at.PILE_HEIGHT] = height * np.float32(0.01)
    x[at.PILE_UNSEEN] = bits.between(free_low, free_high, height, 101) * np.float32(0.03)
    x[at.PILE_HELD] = bits.between(hand_low, hand_high, height, 101) * np.float32(0.2)
    x[at.PILE_BACK] = bits.holds(hand_low, hand_high, height - 10)
    x[at.PILE_BACK_UNSEEN] = bits.holds(free_low, free_high, height - 10)
    near = bits.above(hand_low, hand_high, height)
    step = near - height if near else _FAR
    x[at.PILE_STEP] = min(step, _FAR) * np.float32(0.05)
    x[at.PILE_NEAR] = _ONE / step
    second = bits.above(hand_low, hand_high, near) if near else 0
    x[at.PILE_SECOND] = min(second - height if second else _FAR, _FAR) * np.float32(0.05)
    x[at.PILE_UNSEEN_5] = bits.between(free_low, free_high, height, height + 5) * np.float32(0.3)
    x[at.PILE_UNSEEN_11] = bits.between(free_low, free_high, height, height + 11) * np.float32(0.15)
    below = max(height - 10, 0)
    x[at.PILE_HELD_BELOW] = bits.between(hand_low, hand_high, below, height) * np.float32(0.5)
    x[at.PILE_UNSEEN_BELOW] = bits.between(free_low, free_high, below, height) * np.float32(0.15)
    linked = bits.above_linked(hand_low, hand_high, height)
    x[at.PILE_PAIR] = min(linked - 10 - height if linked else _FAR, _FAR) * np.float32(0.05)
    x[at.PILE_PAIR_UNSEEN] = bits.holds(free_low, free_high, near - 10) if near else np.float32(0.0)


@inner
def _card_features(end: Record, left: int, x: Record) -> None:
    """Write what can be said of the cards kept, the unseen ones and the draw pile."""
    hand_low, hand_high = end[at.HAND], end[at.HAND + 1]
    free_low, free_high = end[at.UNPLAYED] & ~hand_low, end[at.UNPLAYED + 1] & ~hand_high
    a, b, c, d = end[at.HEIGHTS], end[at.HEIGHTS + 1], end[at.HEIGHTS + 2], end[at.HEIGHTS + 3]
    fits = bits.fits(free_low, free_high, a, b, c, d)
    kept = bits.fits(hand_low, hand_high, a, b, c, d)
    for piles in range(4):
        x[at.UNSEEN_FITS + piles] = (fits >> 16 * piles & 0xFFFF) * np.float32(0.1)
        x[at.HELD_FITS + piles] = (kept >> 16 * piles & 0xFFFF) * np.float32(0.5)
    inside, outside = bits.pairs(hand_low, hand_high), bits.pairs(free_low, free_high)
    every = bits.pairs(end[at.UNPLAYED], end[at.UNPLAYED + 1])
    unplayed = bits.count(end[at.UNPLAYED], end[at.UNPLAYED + 1])
    x[at.PAIRS_HELD] = inside * np.float32(0.5)
    x[at.PAIRS_UNSEEN] = outside * np.float32(0.03)
    x[at.PAIRS_BETWEEN] = (every - inside - outside) * np.float32(0.2)
    x[at.HELD] = bits.count(hand_low, hand_high) * np.float32(0.2)
    x[at.CARDS_UNPLAYED] = unplayed * np.float32(0.01)
    x[at.DRAW_LEFT] = left * np.float32(0.01)
    x[at.DRAW_NEARLY_OUT] = min(left, 12) * np.float32(0.08)
    x[at.DRAW_OUT] = 1 if left == 0 else 0
    x[at.FEW_UNPLAYED] = min(unplayed, 16) * np.float32(0.06)


@inner
def _step_features(end: Record, x: Record) -> None:
    """Write how far the cards kept are from their nearest piles, a retro counting 0."""
    hand_low, hand_high = end[at.HAND], end[at.HAND + 1]
    least, second, most, total, backs = _FARTHEST, _FARTHEST, 0, 0, 0
    card = bits.above(hand_low, hand_high, 1)
    while card:
        best = _shortest(end, card)
        total += best
        most = max(most, best)
        backs += 1 if best == 0 else 0
        if best < least:
            second = least
            least = best
        elif best < second:
            second = best
        card = bits.above(hand_low, hand_high, card)
    x[at.STEP_LEAST] = least * np.float32(0.05)
    x[at.STEP_SECOND] = second * np.float32(0.05)
    x[at.STEP_MOST] = most * np.float32(0.03)
    x[at.STEP_TOTAL] = total * np.float32(0.01)
    x[at.STEPS_BACK] = backs
    x[at.STEP_EASY] = _ONE / (1 + least + second)


@forced
def _shortest(end: Record, card: int) -> int:
    """Return the step of a card to its nearest pile, a retro counting 0."""
    best = _FARTHEST
    for pile in range(4):
        step = bits.upright(card, pile) - end[at.HEIGHTS + pile]
        if step == -10:
            step = 0
        if 0 <= step < best:
            best = step
    return best


@inner
def _gap_features(end: Record, x: Record) -> None:
    """Write how far apart the piles of a direction are, and how many unseen cards the directions share."""
    free_low, free_high = end[at.UNPLAYED] & ~end[at.HAND], end[at.UNPLAYED + 1] & ~end[at.HAND + 1]
    a, b, c, d = end[at.HEIGHTS], end[at.HEIGHTS + 1], end[at.HEIGHTS + 2], end[at.HEIGHTS + 3]
    x[at.GAP_RISING] = abs(a - b) * np.float32(0.02)
    x[at.GAP_FALLING] = abs(c - d) * np.float32(0.02)
    x[at.UNSEEN_SHARED] = bits.between(free_low, free_high, min(a, b), 101 - min(c, d)) * np.float32(0.03)
    x[at.UNSEEN_FREE] = bits.between(free_low, free_high, max(a, b), 101 - max(c, d)) * np.float32(0.05)


@inner
def _seat_features(end: Record, view: Record, x: Record) -> None:
    """Write what is known of the other hands."""
    seats, own = view[at.SEATS], view[at.SEAT]
    others, holding = 0, 0
    following = own + 1 if own + 1 < seats else 0
    for seat in range(seats):
        if seat != own:
            others += view[at.COUNTS + seat]
            holding += 1 if view[at.COUNTS + seat] else 0
    held = bits.count(end[at.HAND], end[at.HAND + 1])
    x[at.OTHERS_HELD] = others * np.float32(0.04)
    x[at.OTHERS_HOLDING] = holding * np.float32(0.25)
    x[at.NEXT_HELD] = view[at.COUNTS + following] * np.float32(0.15)
    x[at.HELD_AT_END] = np.float32(0.3) * held * (1 if view[at.LEFT] == 0 else 0)


@inner
def _talk_features(end: Record, view: Record, x: Record, first: int, third: int) -> None:
    """Write what the others asked of each pile, what of it still holds, and how far it was passed over."""
    for place in range(at.TALK_FEATURES):
        x[place] = 0
    seats, own = view[at.SEATS], view[at.SEAT]
    for ahead in range(1, seats):
        seat = own + ahead if own + ahead < seats else own + ahead - seats
        said = view[at.SAID + seat]
        if ahead == 1:
            x[at.TROUBLE_NEXT] = 1 if said & TROUBLE else 0
            x[at.COMFORTABLE_NEXT] = 1 if said & COMFORTABLE else 0
        else:
            x[at.TROUBLE_OTHERS] += np.float32(0.5) if said & TROUBLE else np.float32(0.0)
            x[at.COMFORTABLE_OTHERS] += np.float32(0.5) if said & COMFORTABLE else np.float32(0.0)
        for place in range(4):
            pile, of_pile = pile_at(place, first, third), shifted(x, place * at.ASKED_FEATURES)
            keep = (said >> (pile + 4 * KEEP_OFF) & 1) | (said >> (pile + 4 * CAN_GO_BACK) & 1)
            small = said >> (pile + 4 * SMALL_STEPS) & 1
            moved = end[at.HEIGHTS + pile] - view[at.OPENING + pile]
            if moved:
                of_pile[at.PASSED_KEEP] += keep
                of_pile[at.PASSED_KEEP_BY] += keep * moved * np.float32(0.1)
                of_pile[at.PASSED_SMALL_BY] += small * moved * np.float32(0.1)
            elif ahead == 1:
                of_pile[at.ASKED_KEEP_NEXT] += keep
                of_pile[at.ASKED_SMALL_NEXT] += small
            else:
                of_pile[at.ASKED_KEEP] += keep * np.float32(0.5)
                of_pile[at.ASKED_SMALL] += small * np.float32(0.5)


@inner
def _mark_features(end: Record, rules: Record, x: Record, first: int, third: int) -> None:
    """Write which commands and fires show, are held, and are still to come."""
    for place in range(at.MARK_FEATURES):
        x[place] = 0
    for mark in range(SILENCE, MARKS):
        x[at.MARKS_SHOWN + mark - SILENCE] = shows(end[at.FOUND_SHOWN], mark)
    for place in range(4):
        pile = pile_at(place, first, third)
        mark = rules[at.MARK_OF + bits.upright(end[at.HEIGHTS + pile], pile)]
        x[at.TOP_BINDS + 2 * place] = (mark == ONE_PILE) | (mark == FIRE)
        x[at.TOP_NO_RETRO + 2 * place] = 1 if mark == NO_RETRO else 0
    hand_low, hand_high = end[at.HAND], end[at.HAND + 1]
    free_low, free_high = end[at.UNPLAYED] & ~hand_low, end[at.UNPLAYED + 1] & ~hand_high
    for mark in range(1, MARKS):
        low, high = rules[at.CARDS_WITH + 2 * mark], rules[at.CARDS_WITH + 2 * mark + 1]
        x[at.MARKS_HELD + mark] = bits.count(hand_low & low, hand_high & high) * np.float32(0.5)
        if mark != SILENCE:  # a silence to come changes nothing
            x[at.MARKS_UNSEEN + mark] = bits.count(free_low & low, free_high & high) * np.float32(0.2)


@inner
def _kept_features(end: Record, rules: Record, x: Record, first: int, third: int) -> None:
    """Write what the nearest cards kept carry, and how near the plain ones, a stop and a skull are."""
    for place in range(4 * at.NEAR_FEATURES):
        x[place] = 0
    for place in range(4):
        pile, of_pile = pile_at(place, first, third), shifted(x, place * at.NEAR_FEATURES)
        hand = shifted(end, at.HAND + (pile & 2))
        near = bits.above(hand[0], hand[1], end[at.HEIGHTS + pile])
        mark = rules[at.MARK_OF + bits.upright(near, pile)] if near else 0
        if mark:
            lasting = SILENCE <= mark <= DRAW_ONE
            of_pile[at.NEAR_LASTING if lasting else at.NEAR_FIRE if mark == FIRE else mark - STOP] = 1
    plain, second, stop, skull = _FARTHEST, _FARTHEST, _FARTHEST, _FARTHEST
    card = bits.above(end[at.HAND], end[at.HAND + 1], 1)
    while card:
        step, mark = _shortest(end, card), rules[at.MARK_OF + card]
        if mark == STOP:
            stop = min(stop, step)
        elif mark == SKULL:
            skull = min(skull, step)
        elif mark == 0 and step < plain:
            plain, second = step, plain
        elif mark == 0 and step < second:
            second = step
        card = bits.above(end[at.HAND], end[at.HAND + 1], card)
    x[at.STEP_PLAIN] = plain * np.float32(0.05)
    x[at.STEP_PLAIN_SECOND] = second * np.float32(0.05)
    x[at.STEP_STOP] = stop * np.float32(0.05)
    x[at.STEP_SKULL] = skull * np.float32(0.05)


@inner
def _third_features(end: Record, x: Record) -> None:
    """Write how near the three nearest of the cards kept are, and how many are near."""
    least, second, third, to_4, to_10 = _FARTHEST, _FARTHEST, _FARTHEST, 0, 0
    card = bits.above(end[at.HAND], end[at.HAND + 1], 1)
    while card:
        step = _shortest(end, card)
        to_4 += 1 if step <= 4 else 0
        to_10 += 1 if step <= 10 else 0
        if step < least:
            least, second, third = step, least, second
        elif step < second:
            second, third = step, second
        elif step < third:
            third = step
        card = bits.above(end[at.HAND], end[at.HAND + 1], card)
    x[at.STEP_THIRD] = third * np.float32(0.05)
    x[at.STEPS_OF_THREE] = min(least + second + third, _FARTHEST) * np.float32(0.03)
    x[at.STEPS_TO_4] = to_4 * np.float32(0.3)
    x[at.STEPS_TO_10] = to_10 * np.float32(0.2)
