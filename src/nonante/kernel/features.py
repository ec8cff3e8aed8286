"""What a network is told of a turn's end: the features, as `layout` lists them.

Each is a number that a player would look at, scaled to be about 1, in the order in which the networks learnt them.
"""

from __future__ import annotations

from typing import Any, Final

from . import bits, layout as at
from .bits import shows
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
from .compiling import float32, forced, inner
from .layout import RulesRecord, TurnEnd, View

_FAR: Final = 40  # steps count at most so much
_FARTHEST: Final = 60  # the step of a card that fits no pile
_ONE: Any = float32(1.0)
_01, _02, _03, _04, _05, _06, _08, _10, _15, _20, _25, _30, _50 = (
    float32(hundredths / 100) for hundredths in (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 50)
)


@inner
def features(end: TurnEnd, view: View, rules: RulesRecord, x: list[float]) -> int:
    """Write the features of a turn's end and return how many they are."""
    # The roomier pile of each direction comes first.
    first = 1 if end.heights[0] > end.heights[1] else 0
    third = 3 if end.heights[2] > end.heights[3] else 2
    hand_low, hand_high = end.hand[0], end.hand[1]
    free_low, free_high = end.unplayed[0] & ~hand_low, end.unplayed[1] & ~hand_high
    down_low, down_high = bits.flipped_low(free_low, free_high), bits.flipped_high(free_low, free_high)
    for place in range(4):
        pile = _pile_at(place, first, third)
        unseen = (free_low, free_high) if pile < 2 else (down_low, down_high)
        _pile_features(x, place * at.PILE_FEATURES, end, pile, unseen)
    _card_features(end, view.left, x)
    _step_features(end, x)
    _gap_features(end, x)
    x[at.ALWAYS_ONE] = 1
    size = at.BASE_FEATURES
    if view.seats > 1:
        _seat_features(end, view, x, size)
        size += at.OTHERS_FEATURES
        if rules.talk:
            _talk_features(end, view, x, size, first, third)
            size += at.TALK_FEATURES
    if rules.special:
        _mark_features(end, rules, x, size, first, third)
        size += at.MARK_FEATURES
        _kept_features(end, rules, x, size, first, third)
        size += at.KEPT_FEATURES
    if rules.least > 2:
        _third_features(end, x, size)
        size += at.THIRD_FEATURES
    return size


@forced
def _pile_at(place: int, first: int, third: int) -> int:
    """Return the pile whose features come at a place."""
    if place < 2:
        return first if place == 0 else 1 - first
    return third if place == 2 else 5 - third


@inner
def _pile_features(x: list[float], start: int, end: TurnEnd, pile: int, unseen: tuple[int, int]) -> None:
    """Write what can be said of one pile; the unseen cards are those in its direction."""
    height, free_low, free_high = end.heights[pile], unseen[0], unseen[1]
    hand_low, hand_high = end.hand[pile & 2], end.hand[(pile & 2) + 1]
    x[start + at.PILE_HEIGHT] = height * _01
    x[start + at.PILE_UNSEEN] = bits.between(free_low, free_high, height, 101) * _03
    x[start + at.PILE_HELD] = bits.between(hand_low, hand_high, height, 101) * _20
    x[start + at.PILE_BACK] = bits.holds(hand_low, hand_high, height - 10)
    x[start + at.PILE_BACK_UNSEEN] = bits.holds(free_low, free_high, height - 10)
    near = bits.above(hand_low, hand_high, height)
    step = near - height if near else _FAR
    x[start + at.PILE_STEP] = min(step, _FAR) * _05
    x[start + at.PILE_NEAR] = _ONE / step
    second = bits.above(hand_low, hand_high, near) if near else 0
    x[start + at.PILE_SECOND] = min(second - height if second else _FAR, _FAR) * _05
    x[start + at.PILE_UNSEEN_5] = bits.between(free_low, free_high, height, height + 5) * _30
    x[start + at.PILE_UNSEEN_11] = bits.between(free_low, free_high, height, height + 11) * _15
    below = max(height - 10, 0)
    x[start + at.PILE_HELD_BELOW] = bits.between(hand_low, hand_high, below, height) * _50
    x[start + at.PILE_UNSEEN_BELOW] = bits.between(free_low, free_high, below, height) * _15
    linked = bits.above_linked(hand_low, hand_high, height)
    x[start + at.PILE_PAIR] = min(linked - 10 - height if linked else _FAR, _FAR) * _05
    x[start + at.PILE_PAIR_UNSEEN] = bits.holds(free_low, free_high, near - 10) if near else 0


@inner
def _card_features(end: TurnEnd, left: int, x: list[float]) -> None:
    """Write what can be said of the cards kept, the unseen ones and the draw pile."""
    hand_low, hand_high = end.hand[0], end.hand[1]
    free_low, free_high = end.unplayed[0] & ~hand_low, end.unplayed[1] & ~hand_high
    a, b, c, d = end.heights[0], end.heights[1], end.heights[2], end.heights[3]
    fits = bits.fits(free_low, free_high, a, b, c, d)
    kept = bits.fits(hand_low, hand_high, a, b, c, d)
    for piles in range(4):
        x[at.UNSEEN_FITS + piles] = (fits >> 16 * piles & 0xFFFF) * _10
        x[at.HELD_FITS + piles] = (kept >> 16 * piles & 0xFFFF) * _50
    inside, outside = bits.pairs(hand_low, hand_high), bits.pairs(free_low, free_high)
    every = bits.pairs(end.unplayed[0], end.unplayed[1])
    unplayed = bits.count(end.unplayed[0], end.unplayed[1])
    x[at.PAIRS_HELD] = inside * _50
    x[at.PAIRS_UNSEEN] = outside * _03
    x[at.PAIRS_BETWEEN] = (every - inside - outside) * _20
    x[at.HELD] = bits.count(hand_low, hand_high) * _20
    x[at.CARDS_UNPLAYED] = unplayed * _01
    x[at.DRAW_LEFT] = left * _01
    x[at.DRAW_NEARLY_OUT] = min(left, 12) * _08
    x[at.DRAW_OUT] = 1 if left == 0 else 0
    x[at.FEW_UNPLAYED] = min(unplayed, 16) * _06


@inner
def _step_features(end: TurnEnd, x: list[float]) -> None:
    """Write how far the cards kept are from their nearest piles, a retro counting 0."""
    hand_low, hand_high = end.hand[0], end.hand[1]
    least, second, most, total, backs = _FARTHEST, _FARTHEST, 0, 0, 0
    card = bits.above(hand_low, hand_high, 1)
    while card:
        best = shortest_step(end, card)
        total += best
        most = max(most, best)
        backs += 1 if best == 0 else 0
        if best < least:
            second = least
            least = best
        elif best < second:
            second = best
        card = bits.above(hand_low, hand_high, card)
    x[at.STEP_LEAST] = least * _05
    x[at.STEP_SECOND] = second * _05
    x[at.STEP_MOST] = most * _03
    x[at.STEP_TOTAL] = total * _01
    x[at.STEPS_BACK] = backs
    x[at.STEP_EASY] = _ONE / (1 + least + second)


@forced
def shortest_step(end: TurnEnd, card: int) -> int:
    """Return the step of a card to its nearest pile, a retro counting 0."""
    best = _FARTHEST
    for pile in range(4):
        step = bits.upright(card, pile) - end.heights[pile]
        if step == -10:
            step = 0
        if 0 <= step < best:
            best = step
    return best


@inner
def _gap_features(end: TurnEnd, x: list[float]) -> None:
    """Write how far apart the piles of a direction are, and how many unseen cards the directions share."""
    free_low, free_high = end.unplayed[0] & ~end.hand[0], end.unplayed[1] & ~end.hand[1]
    a, b, c, d = end.heights[0], end.heights[1], end.heights[2], end.heights[3]
    x[at.GAP_RISING] = abs(a - b) * _02
    x[at.GAP_FALLING] = abs(c - d) * _02
    x[at.UNSEEN_SHARED] = bits.between(free_low, free_high, min(a, b), 101 - min(c, d)) * _03
    x[at.UNSEEN_FREE] = bits.between(free_low, free_high, max(a, b), 101 - max(c, d)) * _05


@inner
def _seat_features(end: TurnEnd, view: View, x: list[float], start: int) -> None:
    """Write what is known of the other hands."""
    seats, own = view.seats, view.seat
    others, holding = 0, 0
    following = own + 1 if own + 1 < seats else 0
    for seat in range(seats):
        if seat != own:
            others += view.counts[seat]
            holding += 1 if view.counts[seat] else 0
    held = bits.count(end.hand[0], end.hand[1])
    x[start + at.OTHERS_HELD] = others * _04
    x[start + at.OTHERS_HOLDING] = holding * _25
    x[start + at.NEXT_HELD] = view.counts[following] * _15
    x[start + at.HELD_AT_END] = _30 * held * (1 if view.left == 0 else 0)


@inner
def _talk_features(end: TurnEnd, view: View, x: list[float], start: int, first: int, third: int) -> None:
    """Write what the others asked of each pile, what of it still holds, and how far it was passed over."""
    for place in range(at.TALK_FEATURES):
        x[start + place] = 0
    seats, own = view.seats, view.seat
    for ahead in range(1, seats):
        seat = own + ahead if own + ahead < seats else own + ahead - seats
        said = view.said[seat]
        if ahead == 1:
            x[start + at.TROUBLE_NEXT] = 1 if said & TROUBLE else 0
            x[start + at.COMFORTABLE_NEXT] = 1 if said & COMFORTABLE else 0
        else:
            x[start + at.TROUBLE_OTHERS] += _50 if said & TROUBLE else 0
            x[start + at.COMFORTABLE_OTHERS] += _50 if said & COMFORTABLE else 0
        for place in range(4):
            pile, of_pile = _pile_at(place, first, third), start + place * at.ASKED_FEATURES
            keep = (said >> (pile + 4 * KEEP_OFF) & 1) | (said >> (pile + 4 * CAN_GO_BACK) & 1)
            small = said >> (pile + 4 * SMALL_STEPS) & 1
            moved = end.heights[pile] - view.opening[pile]
            if moved:
                x[of_pile + at.PASSED_KEEP] += keep
                x[of_pile + at.PASSED_KEEP_BY] += keep * moved * _10
                x[of_pile + at.PASSED_SMALL_BY] += small * moved * _10
            elif ahead == 1:
                x[of_pile + at.ASKED_KEEP_NEXT] += keep
                x[of_pile + at.ASKED_SMALL_NEXT] += small
            else:
                x[of_pile + at.ASKED_KEEP] += keep * _50
                x[of_pile + at.ASKED_SMALL] += small * _50


@inner
def _mark_features(end: TurnEnd, rules: RulesRecord, x: list[float], start: int, first: int, third: int) -> None:
    """Write which commands and fires show, are held, and are still to come."""
    for place in range(at.MARK_FEATURES):
        x[start + place] = 0
    for mark in range(SILENCE, MARKS):
        x[start + at.MARKS_SHOWN + mark - SILENCE] = shows(end.found_shown, mark)
    for place in range(4):
        pile = _pile_at(place, first, third)
        mark = rules.mark_of[bits.upright(end.heights[pile], pile)]
        x[start + at.TOP_BINDS + 2 * place] = (mark == ONE_PILE) | (mark == FIRE)
        x[start + at.TOP_NO_RETRO + 2 * place] = 1 if mark == NO_RETRO else 0
    hand_low, hand_high = end.hand[0], end.hand[1]
    free_low, free_high = end.unplayed[0] & ~hand_low, end.unplayed[1] & ~hand_high
    for mark in range(1, MARKS):
        low, high = rules.cards_with[2 * mark], rules.cards_with[2 * mark + 1]
        x[start + at.MARKS_HELD + mark] = bits.count(hand_low & low, hand_high & high) * _50
        if mark != SILENCE:  # a silence to come changes nothing
            x[start + at.MARKS_UNSEEN + mark] = bits.count(free_low & low, free_high & high) * _20


@inner
def _kept_features(end: TurnEnd, rules: RulesRecord, x: list[float], start: int, first: int, third: int) -> None:
    """Write what the nearest cards kept carry, and how near the plain ones, a stop and a skull are."""
    for place in range(4 * at.NEAR_FEATURES):
        x[start + place] = 0
    for place in range(4):
        pile, of_pile = _pile_at(place, first, third), start + place * at.NEAR_FEATURES
        near = bits.above(end.hand[pile & 2], end.hand[(pile & 2) + 1], end.heights[pile])
        mark = rules.mark_of[bits.upright(near, pile)] if near else 0
        if mark:
            lasting = SILENCE <= mark <= DRAW_ONE
            kind = at.NEAR_LASTING if lasting else at.NEAR_FIRE if mark == FIRE else mark - STOP
            x[of_pile + kind] = 1
    plain, second, stop, skull = _FARTHEST, _FARTHEST, _FARTHEST, _FARTHEST
    card = bits.above(end.hand[0], end.hand[1], 1)
    while card:
        step, mark = shortest_step(end, card), rules.mark_of[card]
        if mark == STOP:
            stop = min(stop, step)
        elif mark == SKULL:
            skull = min(skull, step)
        elif mark == 0 and step < plain:
            plain, second = step, plain
        elif mark == 0 and step < second:
            second = step
        card = bits.above(end.hand[0], end.hand[1], card)
    x[start + at.STEP_PLAIN] = plain * _05
    x[start + at.STEP_PLAIN_SECOND] = second * _05
    x[start + at.STEP_STOP] = stop * _05
    x[start + at.STEP_SKULL] = skull * _05


@inner
def _third_features(end: TurnEnd, x: list[float], start: int) -> None:
    """Write how near the three nearest of the cards kept are, and how many are near."""
    least, second, third, to_4, to_10 = _FARTHEST, _FARTHEST, _FARTHEST, 0, 0
    card = bits.above(end.hand[0], end.hand[1], 1)
    while card:
        step = shortest_step(end, card)
        to_4 += 1 if step <= 4 else 0
        to_10 += 1 if step <= 10 else 0
        if step < least:
            least, second, third = step, least, second
        elif step < second:
            second, third = step, second
        elif step < third:
            third = step
        card = bits.above(end.hand[0], end.hand[1], card)
    x[start + at.STEP_THIRD] = third * _05
    x[start + at.STEPS_OF_THREE] = min(least + second + third, _FARTHEST) * _03
    x[start + at.STEPS_TO_4] = to_4 * _30
    x[start + at.STEPS_TO_10] = to_10 * _20
