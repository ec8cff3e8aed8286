"""The champion's thinking without anything but Python, for where the compiled one (`kernel.champion`) cannot be had.

The same turns are found, the same of them valued, by the same features and the same network: both give the same plan,
up to rounding, and a test holds them equal. One thing is left out: alone, the compiled champion also thinks its best
plans through the next turn, a hundred searches more, which would take seconds here.

As in the kernel every pile rises: a falling pile is held upside down, its *height* is 101 less its top and a card
counts 101 less its number there. A set of cards is one integer, bit n for number n.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from typing import Final, NamedTuple

from ..rules.commands import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE, SILENCE, STOP
from ..rules.laying import FREE, Tops
from .search import Plan
from .turn import ENDED, GOING, LOST, WON, Frame, Lay, Moment, ending, lay, retro_open, stuck

# What a seat says, as in the kernel: bit pile + 4 * kind for words about a pile, and
SPOKEN: Final = ("keep-off", "small-steps", "can-go-back")
TROUBLE: Final = 1 << 12
COMFORTABLE: Final = 1 << 13

WON_VALUE: Final = 1e9
LOST_VALUE: Final = -1e9
_DEPTH: Final = 7  # cards a plan may lay
_MOST: Final = 4096  # plans found, and moments met, at most
_LOOKED_AT: Final = 64  # plans that the network values
_LAST_BUCKET: Final = 511
_ANY_STEP: Final = 100
_FARTHEST: Final = 60  # what counts as the step of a card that fits no pile


class Breadth(NamedTuple):
    """How many turns a search looks at."""

    width: int
    """Nearest cards on each pile."""
    narrow: int
    """The same once the turn could end."""
    reach: int
    """Longest step once the turn could end."""
    extra: int
    """Cards beyond the minimum."""


_DRAWING: Final = Breadth(4, 2, 8, 3)
_LAST: Final = Breadth(4, 3, 30, 4)  # once the draw pile is empty
_ALONE: Final = Breadth(8, 8, _ANY_STEP, _DEPTH)  # the same alone, where nothing is hidden any more
_WIDE: Final = Breadth(8, 8, _ANY_STEP, 3)  # before the game is given up


# --- the network ----------------------------------------------------------------------------------------------------


class Network:
    """A plain network: two hidden layers that pass on what is positive, one output, the chance to win as its logit."""

    def __init__(self, shape: tuple[int, int, int], weights: bytes) -> None:
        features, hidden, second = shape
        numbers = iter(struct.unpack(f"<{len(weights) // 4}f", weights))
        self._first = _columns(numbers, features, hidden)
        self._second = _columns(numbers, hidden, second)
        self._last = _columns(numbers, second, 1)

    def value(self, features: Sequence[float]) -> float:
        """Return what a turn's end with these features is worth."""
        hidden = [max(0.0, bias + sum(map(mul, features, column))) for column, bias in self._first]
        second = [max(0.0, bias + sum(map(mul, hidden, column))) for column, bias in self._second]
        ((column, bias),) = self._last
        value: float = bias + sum(map(mul, second, column))
        return value


def _columns(numbers: Iterator[float], inputs: int, outputs: int) -> list[tuple[list[float], float]]:
    """Read one layer, a row an input and then the biases; return the weights and the bias of each output."""
    rows = [[next(numbers) for _ in range(outputs)] for _ in range(inputs)]
    return [(list(column), next(numbers)) for column in zip(*rows, strict=True)]


# --- sets of cards --------------------------------------------------------------------------------------------------


def _set(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _upside_down(numbers: Iterable[int]) -> int:
    return sum(1 << 101 - number for number in numbers)


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


def _fits(cards: int, heights: Tops) -> tuple[int, int, int, int]:
    """Count the cards that fit 0, 1, 2 and 3 of the piles going on: a binary adder over whole sets."""
    a, b, c, d = heights
    rise_a, rise_b, fall_c, fall_d = -1 << a + 1, -1 << b + 1, (1 << 101 - c) - 1, (1 << 101 - d) - 1
    odd_rise, odd_fall = rise_a ^ rise_b, fall_c ^ fall_d
    odd = odd_rise ^ odd_fall
    twos = rise_a & rise_b ^ fall_c & fall_d ^ odd_rise & odd_fall
    some = rise_a | rise_b | fall_c | fall_d
    fitting = cards & ~some, cards & odd & ~twos, cards & twos & ~odd, cards & odd & twos
    none, one, two, three = map(int.bit_count, fitting)
    return none, one, two, three


# --- the turns ------------------------------------------------------------------------------------------------------


def turns(frame: Frame, start: Moment) -> list[Plan]:
    """Return the turns worth a look: one that wins, or all that keep the game going, or one that loses."""
    last = _LAST if frame.rules.players > 1 else _ALONE
    found = _find(frame, start, _DRAWING if frame.draw_count else last)
    for breadth in (_WIDE, _ALONE):
        if found[0].outcome == LOST:
            found = _find(frame, start, breadth)
    return found


def _find(frame: Frame, start: Moment, breadth: Breadth) -> list[Plan]:
    """Search the turns in depth, each end once; the one that loses is the one that lays most."""
    calm = ending(frame, start, False) != LOST
    found = [Plan((), start, ENDED, False)] if calm else []
    longest = Plan((), start, LOST, False)
    horizon = min(_DEPTH, max(1, frame.minimum - start.laid) + breadth.extra)
    seen: set[tuple[Tops, tuple[int, ...], int]] = set()
    first: tuple[Lay, ...] = ()
    open_ = [(start, first, iter(_next_cards(frame, start, breadth, calm)))]
    while open_:
        moment, lays, rest = open_[-1]
        option = next(rest, None)
        if option is None:
            open_.pop()
            continue
        outcome, after = lay(frame, moment, *option)
        plan = Plan((*lays, option), after, outcome, True)
        if outcome == WON:
            return [plan]
        if outcome == LOST or (outcome == GOING and stuck(frame, after)):
            longest = _longer(longest, plan)
            continue
        key = after.tops, after.hand, after.lock
        if key in seen or len(seen) > _MOST:
            continue
        seen.add(key)
        calm = outcome == ENDED or ending(frame, after, False) != LOST
        if calm:
            found.append(Plan(plan.lays, after, ENDED, outcome == ENDED))
            if len(found) == _MOST:
                break
        else:
            longest = _longer(longest, plan._replace(by_itself=after.laid < frame.minimum))
        if outcome == GOING and len(plan.lays) < horizon:
            open_.append((after, plan.lays, iter(_next_cards(frame, after, breadth, calm))))
    return found or [longest]


def _longer(longest: Plan, plan: Plan) -> Plan:
    return plan._replace(outcome=LOST) if len(plan.lays) > len(longest.lays) else longest


def _next_cards(frame: Frame, moment: Moment, breadth: Breadth, calm: bool) -> list[Lay]:
    """List what a plan may lay next: on each pile a retro, the nearest cards, and the nearest that prepares a retro."""
    hand, tops = moment.hand, moment.tops
    retro = retro_open(frame, tops)
    width, reach = (breadth.narrow, breadth.reach) if calm else (breadth.width, _ANY_STEP)
    found: list[Lay] = []
    for pile in range(4) if moment.lock == FREE else (moment.lock,):
        top = tops[pile]
        if pile < 2:
            ten, ahead = 10, [card for card in hand if card > top]
        else:
            ten, ahead = -10, [card for card in hand[::-1] if card < top]
        if retro and top - ten in hand:
            found.append((top - ten, pile))
        near = [card for card in ahead[:width] if abs(card - top) <= reach]
        found += [(card, pile) for card in near]
        if retro:
            linked = next((card for card in ahead[len(near) :] if card - ten in hand), None)
            if linked and abs(linked - top) - 10 <= reach:
                found.append((linked, pile))
    return found


# --- what a turn's end is worth ---------------------------------------------------------------------------------------


class End(NamedTuple):
    """Where a plan leads: the moment, the heights, and the hand kept as a set, also upside down."""

    moment: Moment
    heights: Tops
    hands: tuple[int, int]

    @classmethod
    def of(cls, moment: Moment) -> End:
        """Read where a plan leads."""
        return cls(moment, _heights(moment.tops), (_set(moment.hand), _upside_down(moment.hand)))


def _heights(tops: Tops) -> Tops:
    a, b, c, d = tops
    return a, b, 101 - c, 101 - d


class Judge:
    """Values the ends of one turn, as one seat sees them."""

    def __init__(self, frame: Frame, seat: int, counts: Sequence[int], said: Sequence[int]) -> None:
        self._frame, self._seat, self._counts, self._said = frame, seat, counts, said
        self._opening = _heights(frame.opening)
        self._unseen = frame.unseen_cards, _upside_down(frame.unseen)
        self._talks = frame.rules.players > 1 and frame.rules.talk != "none"
        self._marked = frame.rules.fire or frame.rules.commands is not None
        self._kinds = [_set(card for card, mark in enumerate(frame.marks) if mark == kind) for kind in range(FIRE + 1)]

    def score(self, end: End) -> int:
        """Judge an end at a glance, in eighths: which of hundreds of plans deserve a closer look."""
        hand, heights = end.hands[0], end.heights
        alive = hand | self._unseen[0]
        none, one, two, _ = _fits(alive, heights)
        score = 24 * _pairs(hand) - 16 * alive.bit_count() - 12 * none - 4 * one - two
        for pile, height in enumerate(heights):
            score += 40 * _goes_back(end.hands[pile // 2], height) - 2 * height - height // 2
        if self._talks:
            for said in filter(None, self._said):
                for pile, height in enumerate(heights):
                    moved = height - self._opening[pile]
                    if moved:
                        score -= 60 * ((said >> pile | said >> pile + 8) & 1)
                        score -= 3 * max(moved, 0) * (said >> pile + 4 & 1)
        if self._marked:
            shown = self._shown(end)
            score -= 32 * shown[NO_RETRO] + 64 * shown[ONE_PILE] + 48 * shown[DRAW_ONE] + 48 * shown[FIRE]
        return score

    def _shown(self, end: End) -> list[int]:
        marks = [self._frame.marks[top] for top in end.moment.tops]
        return [marks.count(kind) for kind in range(FIRE + 1)]

    def features(self, end: End) -> list[float]:
        """Return what a player would look at, as numbers, in the order the networks learnt them."""
        a, b, c, d = end.heights
        # The roomier pile of each direction comes first.
        order = (*((1, 0) if a > b else (0, 1)), *((3, 2) if c > d else (2, 3)))
        piles = [(end.heights[pile], end.hands[pile // 2], self._unseen[pile // 2]) for pile in order]
        found = [number for pile in piles for number in _of_pile(*pile)]
        found += self._of_all(end)
        if len(self._counts) > 1:
            found += self._of_others(end.hands[0].bit_count())
        if self._talks:
            found += self._of_talk(end, order)
        if self._marked:
            found += self._of_marks(end, order)
        return found

    def _of_all(self, end: End) -> list[float]:
        """Return what can be said of all piles and cards together."""
        hand, free, left = end.hands[0], self._unseen[0], self._frame.draw_count
        a, b, c, d = end.heights
        inside, outside, alive = _pairs(hand), _pairs(free), (hand | free).bit_count()
        steps = _steps(end)
        least, next_least = sorted([*steps, _FARTHEST, _FARTHEST])[:2]
        return [
            *(0.1 * count for count in _fits(free, end.heights)),
            *(0.5 * count for count in _fits(hand, end.heights)),
            0.5 * inside,
            0.03 * outside,
            0.2 * (_pairs(hand | free) - inside - outside),
            0.2 * len(steps),
            0.01 * alive,
            0.01 * left,
            0.08 * min(left, 12),
            float(left == 0),
            0.06 * min(alive, 16),
            0.05 * least,
            0.05 * next_least,
            0.03 * max(steps, default=0),
            0.01 * sum(steps),
            float(steps.count(0)),
            1 / (1 + least + next_least),
            0.02 * abs(a - b),
            0.02 * abs(c - d),
            0.03 * _between(free, min(a, b), 101 - min(c, d)),
            0.05 * _between(free, max(a, b), 101 - max(c, d)),
            1.0,
        ]

    def _of_others(self, held: int) -> list[float]:
        """Return what is known of the other hands."""
        others = [count for seat, count in enumerate(self._counts) if seat != self._seat]
        following = self._counts[(self._seat + 1) % len(self._counts)]
        return [
            0.04 * sum(others),
            0.25 * sum(map(bool, others)),
            0.15 * following,
            0.0 if self._frame.draw_count else 0.3 * held,
        ]

    def _of_talk(self, end: End, order: Sequence[int]) -> list[float]:
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

    def _of_marks(self, end: End, order: Sequence[int]) -> list[float]:
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


def _of_pile(height: int, hand: int, free: int) -> list[float]:
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


def _steps(end: End) -> list[int]:
    """Return for every card kept the step to its nearest pile, 0 for a retro."""
    a, b, c, d = end.heights
    steps = ((card - a, card - b, 101 - card - c, 101 - card - d) for card in end.moment.hand)
    return [max(0, min([_FARTHEST, *(step for step in four if step > 0 or step == -10)])) for four in steps]


def think(frame: Frame, start: Moment, judge: Judge, network: Network) -> tuple[list[str], float]:
    """Return the best turn from here on, and what it is worth as a logit."""
    plans = turns(frame, start)
    if plans[0].outcome != ENDED:
        return plans[0].moves, WON_VALUE if plans[0].outcome == WON else LOST_VALUE
    ends = [End.of(plan.moment) for plan in plans]
    scores = [judge.score(end) for end in ends]
    top = max(scores)
    buckets = [min((top - score) // 2, _LAST_BUCKET) for score in scores]
    limit = sorted(buckets)[:_LOOKED_AT][-1]
    looked_at = [place for place, bucket in enumerate(buckets) if bucket <= limit]
    values = [network.value(judge.features(ends[place])) for place in looked_at]
    best = max(values)
    return plans[looked_at[values.index(best)]].moves, best
