"""What the champion's wide network is told of a turn's end, alone: which cards lie around the top of each pile.

The same as `sights` in training/alone/core.h. The roomier direction comes first, and in it the roomier pile; a falling
pile is held upside down. Of each pile there are words of 32 bits, listed in `layout`: the cards held and unseen around
its top, those that go only there, those that go nowhere, and how far the nearest ones are. Behind the words of all
piles come those of commands and fires, then a few numbers.
"""

from __future__ import annotations

from typing import Any, Final

from . import bits, layout as at
from .codes import MARKS
from .compiling import float32, forced, inner
from .features import shortest_step
from .layout import RulesRecord, TurnEnd

_WORD: Final = (1 << 32) - 1
_LAST: Final = 31  # the bit of a step that is as long, or of none
_FARTHEST: Final = 60
_ONE: Any = float32(1.0)
_01, _03, _08, _10, _20, _50 = (float32(hundredths / 100) for hundredths in (1, 3, 8, 10, 20, 50))


@inner
def wide_features(end: TurnEnd, rules: RulesRecord, words: list[int], x: list[float]) -> None:
    """Write the words and the numbers of a turn's end."""
    a, b, c, d = end.heights[0], end.heights[1], end.heights[2], end.heights[3]
    rise, rise_2, fall, fall_2 = min(a, b), max(a, b), min(c, d), max(c, d)
    turned = 1 if (rise + rise_2, rise) > (fall + fall_2, fall) else 0
    low, high = end.unplayed[0] & ~end.hand[0], end.unplayed[1] & ~end.hand[1]
    _write_counts(end, low, high, x)
    for place in range(4):
        side = (place >> 1) ^ turned
        near, far, other = (rise, rise_2, fall) if side == 0 else (fall, fall_2, rise)
        height = far if place & 1 else near
        start = at.PILE_WORDS * place
        hand_low, hand_high = end.hand[2 * side], end.hand[2 * side + 1]
        free_low, free_high, all_low, all_high = low, high, end.unplayed[0], end.unplayed[1]
        if side:
            free_low, free_high = bits.flipped_low(low, high), bits.flipped_high(low, high)
            all_low, all_high = free_low | hand_low, free_high | hand_high
        words[start + at.WORD_HELD] = bits.window(hand_low, hand_high, height - 20)
        words[start + at.WORD_HELD + 1] = bits.window(hand_low, hand_high, height + 12)
        words[start + at.WORD_UNSEEN] = bits.window(free_low, free_high, height - 20)
        words[start + at.WORD_UNSEEN + 1] = bits.window(free_low, free_high, height + 12)
        # A card above 100 - other is too high for the other direction.
        only = _WORD << max(0, min(32, 100 - other - height))
        words[start + at.WORD_ONLY_HERE] = bits.window(all_low, all_high, height + 1) & only & _WORD
        dead = _WORD << max(0, min(32, 101 - other - (height - 32)))
        lower = (1 << max(0, min(32, near - (height - 32) + 1))) - 1
        words[start + at.WORD_NOWHERE] = bits.window(all_low, all_high, height - 32) & dead & lower & _WORD
        words[start + at.WORD_NEAREST] = 0
        words[start + at.WORD_HEIGHT] = 1 << (height >> 2)
        first = bits.above(hand_low, hand_high, height)
        second = bits.above(hand_low, hand_high, first) if first else 0
        linked = bits.above_linked(hand_low, hand_high, height)
        words[start + at.WORD_STEP] = 1 << (min(first - height, _LAST) if first else _LAST)
        words[start + at.WORD_SECOND] = 1 << (min(second - height, _LAST) if second else _LAST)
        words[start + at.WORD_PAIR] = 1 << (min(linked - 1 - height, _LAST) if linked else _LAST)
    left = bits.count(low, high)
    bucket = left if left <= 12 else 13 + (left - 13) // 6
    words[at.PILE_WORDS * (bucket // 7) + at.WORD_HEIGHT] |= 1 << 25 + bucket % 7
    if rules.special:
        _write_marks(end, rules, words, turned)
    _write_steps(end, rules, words, x, turned)


@forced
def _pile_at(place: int, end: TurnEnd, turned: int) -> int:
    """Return the pile that comes at a place."""
    pile = 2 * ((place >> 1) ^ turned)
    swapped = 1 if end.heights[pile] > end.heights[pile + 1] else 0
    return pile + ((place & 1) ^ swapped)


@inner
def _write_counts(end: TurnEnd, low: int, high: int, x: list[float]) -> None:
    """Write how many cards fit how many piles, pairs, and how many are left."""
    a, b, c, d = end.heights[0], end.heights[1], end.heights[2], end.heights[3]
    hand_low, hand_high = end.hand[0], end.hand[1]
    free, held = bits.fits(low, high, a, b, c, d), bits.fits(hand_low, hand_high, a, b, c, d)
    for piles in range(4):
        x[piles] = (free >> 16 * piles & 0xFFFF) * _10
        x[4 + piles] = (held >> 16 * piles & 0xFFFF) * _50
    inside, outside = bits.pairs(hand_low, hand_high), bits.pairs(low, high)
    left = bits.count(low, high)
    x[8] = inside * _50
    x[9] = (bits.pairs(end.unplayed[0], end.unplayed[1]) - inside - outside) * _20
    x[10] = outside * _03
    x[11] = bits.count(hand_low, hand_high) * _20
    x[12] = left * _01
    x[13] = min(left, 12) * _08


@inner
def _write_steps(end: TurnEnd, rules: RulesRecord, words: list[int], x: list[float], turned: int) -> None:
    """Write for each card held how far the pile nearest to it is, and what it carries."""
    least, second, total = _FARTHEST, _FARTHEST, 0
    card = bits.above(end.hand[0], end.hand[1], 1)
    while card:
        best = shortest_step(end, card)
        if best < _FARTHEST:
            place = 0
            while _step(end, card, _pile_at(place, end, turned)) != best:
                place += 1
            words[at.PILE_WORDS * place + at.WORD_NEAREST] |= 1 << min(best, _LAST)
        mark = rules.mark_of[card]
        if mark:
            word = at.MARKED_STEPS + (mark - 1) // 2
            words[word] |= 1 << 16 * ((mark - 1) & 1) + min(best // 2, 15)
        total += best
        if best < least:
            least, second = best, least
        elif best < second:
            second = best
        card = bits.above(end.hand[0], end.hand[1], card)
    x[14] = total * _01
    x[15] = _ONE / (1 + least + second)


@forced
def _step(end: TurnEnd, card: int, pile: int) -> int:
    """Return how far a card moves a pile on; a retro counts 0."""
    step = bits.upright(card, pile) - end.heights[pile]
    return 0 if step == -10 else step


@inner
def _write_marks(end: TurnEnd, rules: RulesRecord, words: list[int], turned: int) -> None:
    """Write what the tops, the nearest cards and those that go back carry, and how many carry what."""
    for place in range(4):
        pile = _pile_at(place, end, turned)
        height = end.heights[pile]
        low, high = end.hand[pile & 2], end.hand[(pile & 2) + 1]
        near = bits.above(low, high, height)
        word = 1 << rules.mark_of[bits.upright(height, pile)]
        if near:
            word |= 1 << 9 + rules.mark_of[bits.upright(near, pile)]
        if bits.holds(low, high, height - 10):
            word |= 1 << 18 + rules.mark_of[bits.upright(height - 10, pile)]
        words[at.MARKED_TOPS + place] = word
    for place in range(at.MARKED_STEPS, at.ALL_WORDS):
        words[place] = 0
    hand_low, hand_high = end.hand[0], end.hand[1]
    free_low, free_high = end.unplayed[0] & ~hand_low, end.unplayed[1] & ~hand_high
    for mark in range(1, MARKS):
        low, high = rules.cards_with[2 * mark], rules.cards_with[2 * mark + 1]
        held, unseen = bits.count(hand_low & low, hand_high & high), bits.count(free_low & low, free_high & high)
        words[at.MARKED_HELD] |= ((1 << min(held, 4)) - 1) << 4 * (mark - 1)
        words[at.MARKED_UNSEEN] |= ((1 << min(unseen, 4)) - 1) << 4 * (mark - 1)
