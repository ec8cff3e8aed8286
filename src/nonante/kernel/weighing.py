"""What the end of a turn is worth to a level: as `players.value`, `players.steady` and `players.talk` reckon it."""

from __future__ import annotations

from typing import Final

import numpy as np

from . import bits
from . import layout as at
from .bits import shifted, shows
from .codes import CAN_GO_BACK, COVER, DRAW_ONE, KEEP_OFF, MARKS, SMALL_STEPS, STOP, TROUBLE
from .compiling import Record, forced, inner

_FAR: Final = 40  # distance of a card that is farther, or fits nowhere
_ALL: Final = (1 << 100) - 4
_WORD: Final = (1 << 64) - 1
_UNSIGNED: Final = 1 << 63


def _words(numbers: int) -> tuple[int, int]:
    low, high = numbers & _WORD, numbers >> 64
    return low - (2 * _UNSIGNED if low >= _UNSIGNED else 0), high


_ABOVE: Final = np.array([_words(_ALL & ~((1 << (top + 1)) - 1)) for top in range(102)], np.int64)  # two words a top
_BELOW: Final = np.array([_words(_ALL & ((1 << top) - 1)) for top in range(102)], np.int64)


# --- what others asked for --------------------------------------------------------------------------------------------


@inner
def hear_words(view: Record, state: Record, rules: Record, level: Record, priced: Record) -> None:
    """Put a price on what the other seats say; one in trouble that holds a stop says so, and needs no hurry."""
    for place in range(at.ASKED_TEMPO + 1):
        priced[place] = 0.0
    for seat in range(view.seats):
        said = view.said[seat]
        if seat == view.seat or said == 0:
            continue
        for pile in range(4):
            if said >> (pile + 4 * KEEP_OFF) & 1:
                priced.asked_moved[pile] += level.price_keep_off
            if said >> (pile + 4 * CAN_GO_BACK) & 1:
                priced.asked_moved[pile] += level.price_can_go_back
            if said >> (pile + 4 * SMALL_STEPS) & 1:
                priced.asked_stepped[pile] += level.price_small_steps
            if said >> (pile + COVER) & 1:
                priced.asked_covered[pile] += level.price_cover
        if said & TROUBLE and not _holds_stop(shifted(state.hands, 4 * seat), rules):
            priced.asked_tempo += level.price_tempo


@inner
def _holds_stop(hand: Record, rules: Record) -> bool:
    stops = shifted(rules.cards_with, 2 * STOP)
    return rules.special != 0 and hand[0] & stops[0] | hand[1] & stops[1] != 0  # type: ignore[no-any-return]


@inner
def pile_price(priced: Record, pile: int, moved: int) -> float:
    """Return what it costs the others that a pile moves by so many numbers."""
    if moved == 0:
        return 0.0
    cost = priced.asked_moved[pile] + priced.asked_stepped[pile] * max(0, moved)
    return cost - priced.asked_covered[pile]  # type: ignore[no-any-return]  # float64


@inner
def asked_price(end: Record, start: Record, priced: Record) -> float:
    """Return what a turn costs the others, by their own words."""
    cost = 0.0 - priced.asked_tempo * (end.laid - end.minimum)
    for pile in range(4):
        cost += pile_price(priced, pile, end.heights[pile] - start.heights[pile])
    return cost  # type: ignore[no-any-return]  # float64


# --- steady -----------------------------------------------------------------------------------------------------------


@inner
def cheapness(end: Record, start: Record, level: Record, priced: Record) -> float:
    """Return less for every number the piles move on, and for commands left to the next player."""
    worth = level.worth_card
    if end.left == 0:
        alone = start.unplayed[0] == start.hand[0] and start.unplayed[1] == start.hand[1]
        worth = level.worth_card_last if alone else level.worth_card_late
    value = worth * (end.laid - end.minimum) - travel(end, start) - asked_price(end, start, priced)
    for mark in range(1, MARKS):
        value += level.worth_shown[mark] * shows(end.shown, mark)
    return value  # type: ignore[no-any-return]  # float64


@inner
def travel(end: Record, start: Record) -> int:
    """Return how far a turn moves the tops on in all."""
    moved = 0
    for pile in range(4):
        moved += end.heights[pile] - start.heights[pile]
    return moved


# --- strong -----------------------------------------------------------------------------------------------------------


@inner
def judged(end: Record, rules: Record, level: Record) -> float:
    """Return what it is worth to end one's turn like this: the weights times what they count."""
    weights = level.level_weights
    a, b, c, d = end.heights[0], end.heights[1], end.heights[2], end.heights[3]
    low, high = end.hand[0], end.hand[1]
    free_low, free_high = end.unplayed[0] & ~low, end.unplayed[1] & ~high
    better, worse = 200 - min(a, b) - min(c, d), 200 - max(a, b) - max(c, d)
    share = bits.count(end.unplayed[0], end.unplayed[1]) / 98
    even = ((100 - a) ** 2 + (100 - b) ** 2 + (100 - c) ** 2 + (100 - d) ** 2) / 100
    value = weights[0] * better + weights[1] * worse
    value += weights[2] * (better * share)
    value += weights[3] * (worse * share)
    value += weights[4] * even
    fits = bits.fits(free_low, free_high, a, b, c, d)
    for piles in range(4):
        value += weights[5 + piles] * (fits >> 16 * piles & 0xFFFF)
    fits = bits.fits(low, high, a, b, c, d)
    for piles in range(4):
        value += weights[9 + piles] * (fits >> 16 * piles & 0xFFFF)
    value = _add_distances(value, end, weights)
    value = _add_backs(value, end, free_low, free_high, weights)
    value = _add_pairs(value, end, free_low, free_high, weights)
    extra = end.laid - end.minimum
    value += weights[20] * (extra if end.left else 0)
    value += weights[21] * (0 if end.left else extra)
    if rules.special:
        value += _of_marks(end, rules, level)
    return value  # type: ignore[no-any-return]  # float64


@inner
def _add_distances(value: float, end: Record, weights: Record) -> float:
    """Add what the way of each card kept to its nearest pile is worth, and that of the two nearest ones."""
    low, high = min(end.heights[0], end.heights[1]), max(end.heights[0], end.heights[1])
    under, over = min(end.heights[2], end.heights[3]), max(end.heights[2], end.heights[3])
    total, first, second, count = 0, _FAR, _FAR, 0
    card = bits.above(end.hand[0], end.hand[1], 1)
    while card:
        back = 101 - card
        rise = card - (high if card > high else low)
        fall = back - (over if back > over else under)
        distance = min(rise if rise > 0 else _FAR, fall if fall > 0 else _FAR, _FAR)
        total += distance
        count += 1
        if distance < first:
            first, second = distance, first
        elif distance < second:
            second = distance
        card = bits.above(end.hand[0], end.hand[1], card)
    value += weights[13] * total
    return value + weights[14] * (first + second if count else 0)  # type: ignore[no-any-return]  # float64


@inner
def _add_backs(value: float, end: Record, free_low: int, free_high: int, weights: Record) -> float:
    """Add what it is worth that cards kept, and unseen ones, can go back on piles."""
    held, unseen = 0, 0
    for pile in range(4):
        card = bits.upright(end.heights[pile] - 10, pile)
        held += bits.holds(end.hand[0], end.hand[1], card)
        unseen += bits.holds(free_low, free_high, card)
    value += weights[15] * held
    return value + weights[16] * unseen  # type: ignore[no-any-return]  # float64


@inner
def _add_pairs(value: float, end: Record, free_low: int, free_high: int, weights: Record) -> float:
    """Add what pairs ten apart are worth that still fit: both kept, one kept, both unseen."""
    rising = max(0, min(end.heights[0], end.heights[1]) - 10)
    falling = 101 - min(end.heights[2], end.heights[3])
    fit_low, fit_high = _ABOVE[rising, 0] | _BELOW[falling, 0], _ABOVE[rising, 1] | _BELOW[falling, 1]
    low, high = end.hand[0], end.hand[1]
    on_low, on_high = _ten_down(low, high), high >> 10
    free_on_low, free_on_high = _ten_down(free_low, free_high), free_high >> 10
    both = bits.count(low & on_low & fit_low, high & on_high & fit_high)
    mixed_low, mixed_high = low & free_on_low | free_low & on_low, high & free_on_high | free_high & on_high
    value += weights[17] * both
    value += weights[18] * bits.count(mixed_low & fit_low, mixed_high & fit_high)
    value += weights[19] * bits.count(free_low & free_on_low & fit_low, free_high & free_on_high & fit_high)
    return value


@forced
def _ten_down(low: int, high: int) -> int:
    """Return the low word of a set whose numbers all become ten less."""
    return low >> 10 & (1 << 54) - 1 | high << 54


@inner
def _of_marks(end: Record, rules: Record, level: Record) -> float:
    """Value commands and fires left showing, those kept in hand, and a hand too short for its next minimum."""
    value, kept = 0.0, bits.count(end.hand[0], end.hand[1])
    for pile in range(4):
        value += level.worth_shown[rules.mark_of[bits.upright(end.heights[pile], pile)]]
    if shows(end.shown, DRAW_ONE) and end.left > 1 and not rules.lenient_hand:
        value += level.worth_short * max(0, rules.least - kept - 1)
    late = 1 - bits.count(end.unplayed[0], end.unplayed[1]) / 98
    card = bits.above(end.hand[0], end.hand[1], 1)
    while card:
        mark = rules.mark_of[card]
        value += level.worth_held[mark] + late * level.worth_held_late[mark]
        card = bits.above(end.hand[0], end.hand[1], card)
    return value
