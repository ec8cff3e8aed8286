"""What the champion looks at when a turn ends: numbers in the order in which its networks learnt them.

As in the kernel every pile rises: a falling pile is held upside down, its *height* is 101 less its top and a card
counts 101 less its number there. A set of cards is one integer, bit n for number n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ..rules.commands import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE, SILENCE, SKULL, STOP, THREE
from ..rules.laying import Tops
from ..turn import Frame, Moment
from .value import cards, fits

# What a seat says, as in the kernel: bit pile + 4 * kind for words about a pile, and
SPOKEN: Final = ("keep-off", "small-steps", "can-go-back")
TROUBLE: Final = 1 << 12
COMFORTABLE: Final = 1 << 13
# what it asks for: bit pile + one of these, or mark + ABSTAIN
COVER: Final = 14
LEAVE: Final = 18
ABSTAIN: Final = 22

SMALL: Final = 4  # a step as small as was asked for; a pile to be spared counts again with each
PLAINLY: Final = 5  # how much more than a word about a pile a request counts that says what to do
_FARTHEST: Final = 60  # what counts as the step of a card that fits no pile


class End(NamedTuple):
    """Where a plan leads: the moment, the heights, and the hand kept as a set, also upside down."""

    moment: Moment
    heights: Tops
    hands: tuple[int, int]

    @classmethod
    def of(cls, moment: Moment) -> End:
        """Read where a plan leads."""
        return cls(moment, _heights(moment.tops), (cards(moment.hand), _upside_down(moment.hand)))


class Features:
    """What one seat sees of the ends of its turn: at a glance, and in the features that the network reads."""

    def __init__(
        self, frame: Frame, seat: int, counts: Sequence[int], said: Sequence[int], hand: Iterable[int] = ()
    ) -> None:
        self._hand = cards(list(hand))
        self._frame, self._seat, self._counts, self._said = frame, seat, counts, said
        self._opening = _heights(frame.opening)
        self._unseen = frame.unseen_cards, _upside_down(frame.unseen)
        self._talks = frame.rules.players > 1 and frame.rules.talk != "none"
        kinds = range(FIRE + 1)
        self._kinds = [cards([card for card, mark in enumerate(frame.marks) if mark == kind]) for kind in kinds]

    def glance(self, end: End) -> int:
        """Score an end at a glance, in eighths: which of hundreds of plans deserve a closer look."""
        hand, heights = end.hands[0], end.heights
        unplayed = hand | self._unseen[0]
        none, one, two, _ = fits(end.moment.tops, unplayed)
        score = 24 * _pairs(hand) - 16 * unplayed.bit_count() - 12 * none - 4 * one - two
        for pile, height in enumerate(heights):
            score += 40 * _goes_back(end.hands[pile // 2], height) - 2 * height - height // 2
        if self._talks:
            score -= self._ignored(heights)
        if self._frame.special:
            shown = self._shown(end)
            score -= 32 * shown[NO_RETRO] + 64 * shown[ONE_PILE] + 48 * shown[DRAW_ONE] + 48 * shown[FIRE]
        return score

    def _ignored(self, heights: Tops) -> int:
        """Return the price of what others asked for in vain."""
        price = 0
        for said in filter(None, self._said):
            for pile, height in enumerate(heights):
                moved = height - self._opening[pile]
                if moved:
                    price += 60 * ((said >> pile | said >> pile + 8) & 1)
                    price += 3 * max(moved, 0) * (said >> pile + 4 & 1)
        return price

    def set_aside(self, end: End) -> int:
        """Return how much a turn that ends so would set aside of what others ask for, as `kernel.requests` does."""
        asked = 0
        for said in self._said:
            asked |= said
        laid = self._hand & ~end.hands[0]
        kinds = sum(asked >> kind + ABSTAIN & 1 and (laid & self._kinds[kind]) != 0 for kind in range(STOP, FIRE))
        return PLAINLY * kinds + sum(
            _pile_requests(asked >> pile, height - before)
            for pile, (height, before) in enumerate(zip(end.heights, self._opening, strict=True))
        )

    def _shown(self, end: End) -> list[int]:
        marks = [self._frame.marks[top] for top in end.moment.tops]
        return [marks.count(kind) for kind in range(FIRE + 1)]

    def of(self, end: End) -> list[float]:
        """Return what a player would look at, as numbers, in the order the networks learnt them."""
        a, b, c, d = end.heights
        # The roomier pile of each direction comes first.
        order = (*((1, 0) if a > b else (0, 1)), *((3, 2) if c > d else (2, 3)))
        piles = [(end.heights[pile], end.hands[pile // 2], self._unseen[pile // 2]) for pile in order]
        found = [number for pile in piles for number in _pile_features(*pile)]
        found += self._card_features(end) + _step_features(end) + self._gap_features(end) + [1.0]
        if len(self._counts) > 1:
            found += self._seat_features(end)
        if self._talks:
            found += self._talk_features(end, order)
        if self._frame.special:
            found += self._mark_features(end, order) + self._kept_features(end, order)
        if self._frame.rules.minimum > 2:
            found += _third_features(end)
        return found

    def _card_features(self, end: End) -> list[float]:
        """Return how many cards fit, how many lie ten apart, how many are left."""
        hand, free, left = end.hands[0], self._unseen[0], self._frame.draw_count
        inside, outside, unplayed = _pairs(hand), _pairs(free), (hand | free).bit_count()
        return [
            *(0.1 * count for count in fits(end.moment.tops, free)),
            *(0.5 * count for count in fits(end.moment.tops, hand)),
            0.5 * inside,
            0.03 * outside,
            0.2 * (_pairs(hand | free) - inside - outside),
            0.2 * len(end.moment.hand),
            0.01 * unplayed,
            0.01 * left,
            0.08 * min(left, 12),
            float(left == 0),
            0.06 * min(unplayed, 16),
        ]

    def _gap_features(self, end: End) -> list[float]:
        """Return how far the piles of a direction lie apart, and the unseen cards between the directions."""
        a, b, c, d = end.heights
        free = self._unseen[0]
        return [
            0.02 * abs(a - b),
            0.02 * abs(c - d),
            0.03 * _between(free, min(a, b), 101 - min(c, d)),
            0.05 * _between(free, max(a, b), 101 - max(c, d)),
        ]

    def _seat_features(self, end: End) -> list[float]:
        """Return what is known of the other hands."""
        others = [count for seat, count in enumerate(self._counts) if seat != self._seat]
        following = self._counts[(self._seat + 1) % len(self._counts)]
        return [
            0.04 * sum(others),
            0.25 * sum(map(bool, others)),
            0.15 * following,
            0.0 if self._frame.draw_count else 0.3 * len(end.moment.hand),
        ]

    def _talk_features(self, end: End, order: Sequence[int]) -> list[float]:
        """Return what the others asked of each pile, what of it still holds, and how far it was passed over."""
        found = [0.0] * 32
        for ahead in range(1, len(self._counts)):
            said = self._said[(self._seat + ahead) % len(self._counts)]
            place, share = (0, 1.0) if ahead == 1 else (2, 0.5)  # the next seat counts apart
            found[28 + place] += share * bool(said & TROUBLE)
            found[29 + place] += share * bool(said & COMFORTABLE)
            for cell, pile in zip(range(0, 28, 7), order, strict=True):
                keep, small = (said >> pile | said >> pile + 8) & 1, said >> pile + 4 & 1
                moved = end.heights[pile] - self._opening[pile]
                if moved:
                    found[cell + 4] += keep
                    found[cell + 5] += 0.1 * keep * moved
                    found[cell + 6] += 0.1 * small * moved
                else:
                    found[cell + place] += share * keep
                    found[cell + place + 1] += share * small
        return found

    def _mark_features(self, end: End, order: Sequence[int]) -> list[float]:
        """Return which commands and fires show, are held, and are still to come."""
        marks, hand, free = self._frame.marks, end.hands[0], self._unseen[0]
        shown = self._shown(end)
        tops = [marks[end.moment.tops[pile]] for pile in order]
        return [
            *map(float, shown[SILENCE:]),
            *(float(flag) for mark in tops for flag in (mark in (ONE_PILE, FIRE), mark == NO_RETRO)),
            0.0,
            *(0.5 * (hand & kind).bit_count() for kind in self._kinds[STOP:]),
            0.0,
            # a silence to come changes nothing
            *(0.2 * (free & kind).bit_count() * (mark != SILENCE) for mark, kind in enumerate(self._kinds) if mark),
            0.0,
        ]

    def _kept_features(self, end: End, order: Sequence[int]) -> list[float]:
        """Return what the nearest cards kept carry, and how near the plain ones, a stop and a skull are."""
        marks, hand = self._frame.marks, end.moment.hand
        found: list[float] = []
        for pile in order:
            near = _above(end.hands[pile // 2], end.heights[pile])
            mark = marks[near if pile < 2 else 101 - near] if near else 0
            kinds = mark == STOP, mark == SKULL, mark == THREE, SILENCE <= mark <= DRAW_ONE, mark == FIRE
            found += map(float, kinds)
        steps = list(zip(hand, _steps(end), strict=True))
        plain = sorted([*(step for card, step in steps if not marks[card]), _FARTHEST, _FARTHEST])
        nearest = [min([_FARTHEST, *(step for card, step in steps if marks[card] == kind)]) for kind in (STOP, SKULL)]
        return [*found, *(0.05 * step for step in (*plain[:2], *nearest))]


def _pile_features(height: int, hand: int, free: int) -> list[float]:
    """Return what can be said of one pile, with the hand and the unseen cards in its direction."""
    near, linked = _above(hand, height), _above(hand & hand << 10, height)
    second = _above(hand, near) if near else 0
    step, below = near - height if near else 40, max(height - 10, 0)
    return [
        0.01 * height,
        0.03 * _between(free, height, 101),
        0.2 * _between(hand, height, 101),
        _goes_back(hand, height),
        _goes_back(free, height),
        0.05 * min(step, 40),
        1 / step,
        0.05 * min(second - height if second else 40, 40),
        0.3 * _between(free, height, height + 5),
        0.15 * _between(free, height, height + 11),
        0.5 * _between(hand, below, height),
        0.15 * _between(free, below, height),
        0.05 * min(linked - 10 - height if linked else 40, 40),
        _goes_back(free, near) if near else 0,
    ]


def _step_features(end: End) -> list[float]:
    """Return how near the cards kept are to the piles."""
    steps = _steps(end)
    least, next_least = sorted([*steps, _FARTHEST, _FARTHEST])[:2]
    return [
        0.05 * least,
        0.05 * next_least,
        0.03 * max(steps, default=0),
        0.01 * sum(steps),
        float(steps.count(0)),
        1 / (1 + least + next_least),
    ]


def _third_features(end: End) -> list[float]:
    """Return how near the three nearest of the cards kept are, and how many are near."""
    steps = sorted(_steps(end))
    three = [*steps, _FARTHEST, _FARTHEST, _FARTHEST][:3]
    near = [sum(step <= reach for step in steps) for reach in (4, 10)]
    return [0.05 * three[2], 0.03 * min(sum(three), _FARTHEST), 0.3 * near[0], 0.2 * near[1]]


def _steps(end: End) -> list[int]:
    """Return for every card kept the step to its nearest pile, 0 for a retro."""
    a, b, c, d = end.heights
    steps = ((card - a, card - b, 101 - card - c, 101 - card - d) for card in end.moment.hand)
    return [max(0, min([_FARTHEST, *(step for step in four if step > 0 or step == -10)])) for four in steps]


# --- sets of cards --------------------------------------------------------------------------------------------------


def _heights(tops: Tops) -> Tops:
    a, b, c, d = tops
    return a, b, 101 - c, 101 - d


def _upside_down(numbers: Iterable[int]) -> int:
    return cards([101 - number for number in numbers])


def _pairs(cards: int) -> int:
    """Count the cards whose number + 10 is in the set too."""
    return (cards & cards >> 10).bit_count()


def _goes_back(cards: int, height: int) -> int:
    """Return 1 if the set holds the number ten below, else 0."""
    return cards << 10 >> height & 1


def _above(cards: int, height: int) -> int:
    """Return the lowest number above the height, 0 if there is none."""
    rest = cards >> height + 1
    return (rest & -rest).bit_length() + height if rest else 0


def _between(cards: int, first: int, last: int) -> int:
    """Count the numbers between two others."""
    return (cards & (1 << last) - 1 & -1 << first + 1).bit_count()


def _pile_requests(asked: int, moved: int) -> int:
    """Return what is not heeded of the requests about a pile that moves so far; their bits are those of pile A."""
    count = PLAINLY * (asked >> (LEAVE if moved else COVER) & 1)
    if moved and (asked | asked >> 8) & 1:
        return count + 1 + max(moved, 0) // SMALL
    return count + ((moved - 1) // SMALL if moved > SMALL and asked >> 4 & 1 else 0)
