"""What the end of a turn is worth to a level: to `steady` by what it costs, to `strong` by weights."""

from __future__ import annotations

from typing import Any, Final

from . import bits
from .bits import shows
from .codes import DRAW_ONE, FIRE, MARKS, STOP
from .compiling import inner, int64
from .layout import ASKED_LAID, COUNTED, Level, LevelValues, RulesRecord, TurnState, View
from .memory import clear, table, words

_ALL_PRICES: Any = int64(ASKED_LAID + MARKS)  # for an argument: Numba compiles a function once more for a bare number
_FAR: Final = 40  # distance of a card that is farther, or fits nowhere
_ALL: Final = (1 << 100) - 4
_ABOVE: Final = [words(_ALL & ~((1 << (top + 1)) - 1)) for top in range(102)]  # what fits on a rising pile
_BELOW: Final = [words(_ALL & ((1 << top) - 1)) for top in range(102)]
_ABOVE_LOW, _ABOVE_HIGH, _BELOW_LOW, _BELOW_HIGH = (
    table(pair[word] for pair in pairs) for pairs in (_ABOVE, _BELOW) for word in range(2)
)


# --- what others asked for --------------------------------------------------------------------------------------------


@inner
def ask_nothing(values: LevelValues) -> None:
    """Set all prices of requests to 0."""
    clear(values, _ALL_PRICES)


@inner
def pile_price(values: LevelValues, pile: int, moved: int) -> float:
    """Return what it costs the others that a pile moves by so many numbers."""
    if moved == 0:
        return 0.0
    cost = values.asked_moved[pile] + values.asked_stepped[pile] * max(0, moved)
    return cost - values.asked_covered[pile]


@inner
def asked_price(end: TurnState, view: View, rules: RulesRecord, values: LevelValues) -> float:
    """Return what a turn costs the others, by their own words."""
    cost = 0.0 - values.asked_tempo * (end.laid - end.minimum)
    for pile in range(4):
        cost += pile_price(values, pile, end.heights[pile] - view.opening[pile])
    for mark in range(STOP, FIRE):
        if values.asked_laid[mark]:
            kind = rules.cards_with[2 * mark] & ~end.hand[0], rules.cards_with[2 * mark + 1] & ~end.hand[1]
            cost += values.asked_laid[mark] * bits.count(view.hand[0] & kind[0], view.hand[1] & kind[1])
    return cost


# --- steady -----------------------------------------------------------------------------------------------------------


@inner
def worth_of_card(end: TurnState, view: View, level: Level) -> float:
    """Return what a card beyond the minimum is worth."""
    if end.left:
        return level.worth_card
    alone = view.unplayed[0] == view.hand[0] and view.unplayed[1] == view.hand[1]
    return level.worth_card_last if alone else level.worth_card_late


@inner
def travel(end: TurnState, view: View) -> int:
    """Return how far a turn moves the tops on in all, from where it opened."""
    moved = 0
    for pile in range(4):
        moved += end.heights[pile] - view.opening[pile]
    return moved


@inner
def left_showing(end: TurnState, level: Level) -> float:
    """Return what it is worth, less than nothing, to leave commands and fires to the next player."""
    value = 0.0
    for mark in range(1, MARKS):
        value += level.worth_shown[mark] * shows(end.shown, mark)
    return value


# --- strong -----------------------------------------------------------------------------------------------------------


@inner
def judged(end: TurnState, rules: RulesRecord, level: Level, counted: list[float]) -> float:
    """Return what it is worth to end one's turn like this: the weights times what they count."""
    count_end(end, counted)
    value = 0.0
    for place in range(COUNTED):
        value += level.level_weights[place] * counted[place]
    return value + worth_of_marks(end, rules, level) if rules.special else value


@inner
def count_end(end: TurnState, counted: list[float]) -> None:
    """Count what a level weighs at the end of a turn, in the order of `players.levels.FEATURES`."""
    a, b, c, d = end.heights[0], end.heights[1], end.heights[2], end.heights[3]
    low, high = end.hand[0], end.hand[1]
    free_low, free_high = end.unplayed[0] & ~low, end.unplayed[1] & ~high
    better, worse = 200 - min(a, b) - min(c, d), 200 - max(a, b) - max(c, d)
    share = bits.count(end.unplayed[0], end.unplayed[1]) / 98
    counted[0], counted[1], counted[2], counted[3] = better, worse, better * share, worse * share
    counted[4] = ((100 - a) ** 2 + (100 - b) ** 2 + (100 - c) ** 2 + (100 - d) ** 2) / 100
    unseen, held = bits.fits(free_low, free_high, a, b, c, d), bits.fits(low, high, a, b, c, d)
    for piles in range(4):
        counted[5 + piles] = unseen >> 16 * piles & 0xFFFF
        counted[9 + piles] = held >> 16 * piles & 0xFFFF
    _count_distances(end, counted)
    backs, backs_unseen = 0, 0
    for pile in range(4):
        card = bits.upright(end.heights[pile] - 10, pile)
        backs += bits.holds(low, high, card)
        backs_unseen += bits.holds(free_low, free_high, card)
    counted[15], counted[16] = backs, backs_unseen
    _count_pairs(end, free_low, free_high, counted)
    extra = end.laid - end.minimum
    counted[20] = extra if end.left else 0
    counted[21] = 0 if end.left else extra


@inner
def _count_distances(end: TurnState, counted: list[float]) -> None:
    """Add up the way of each card kept to its nearest pile, and that of the two nearest ones."""
    low, high = min(end.heights[0], end.heights[1]), max(end.heights[0], end.heights[1])
    under, over = min(end.heights[2], end.heights[3]), max(end.heights[2], end.heights[3])
    total, first, second = 0, _FAR, _FAR
    card = bits.above(end.hand[0], end.hand[1], 1)
    counted[14] = 0
    while card:
        back = 101 - card
        rise = card - (high if card > high else low)
        fall = back - (over if back > over else under)
        distance = min(rise if rise > 0 else _FAR, fall if fall > 0 else _FAR, _FAR)
        total += distance
        if distance < first:
            first, second = distance, first
        elif distance < second:
            second = distance
        counted[14] = first + second
        card = bits.above(end.hand[0], end.hand[1], card)
    counted[13] = total


@inner
def _count_pairs(end: TurnState, free_low: int, free_high: int, counted: list[float]) -> None:
    """Count pairs ten apart that still fit: both kept, one kept, both unseen."""
    rising = max(0, min(end.heights[0], end.heights[1]) - 10)
    falling = 101 - min(end.heights[2], end.heights[3])
    fit_low, fit_high = _ABOVE_LOW[rising] | _BELOW_LOW[falling], _ABOVE_HIGH[rising] | _BELOW_HIGH[falling]
    low, high = end.hand[0], end.hand[1]
    on_low, on_high = bits.ten_down(low, high), high >> 10
    free_on_low, free_on_high = bits.ten_down(free_low, free_high), free_high >> 10
    mixed_low, mixed_high = low & free_on_low | free_low & on_low, high & free_on_high | free_high & on_high
    counted[17] = bits.count(low & on_low & fit_low, high & on_high & fit_high)
    counted[18] = bits.count(mixed_low & fit_low, mixed_high & fit_high)
    counted[19] = bits.count(free_low & free_on_low & fit_low, free_high & free_on_high & fit_high)


@inner
def worth_of_marks(end: TurnState, rules: RulesRecord, level: Level) -> float:
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
