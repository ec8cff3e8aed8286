"""Thousands of games side by side on a GPU, in JAX: what a turn may lay, and what a network is told of its end.

The rules and the features are those of `nonante.kernel`, for tables without talk; a test holds both together. As there, every
pile rises: the height of a falling pile is 101 less its top, and a card counts 101 less its number there. An array's first
axis is the game, the second the turn (or part of one) looked at. A hand is a row of numbers, 0 where a card is missing.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from nonante import Rules
from nonante.kernel import layout as at
from nonante.rules.commands import DRAW_ONE, FIRE, NO_RETRO, ONE_PILE, SILENCE, SKULL, STOP, THREE

Array = jax.Array
CARDS: Final = 98
NUMBERS: Final = 102  # places of a row that is indexed by a card's number or a height
FREE: Final = -1  # no pile is locked
_FAR: Final = 40
_FARTHEST: Final = 60
WINDOW: Final = np.array([*range(-20, 0), *range(1, 31)])
LEVELS: Final = np.array([12, 24, 36, 48, 60, 72, 84, 94])
BLOCK: Final = 2 * len(WINDOW) + len(LEVELS)


class Kind(NamedTuple):
    """Which game is played."""

    seats: int
    hand: int
    least: int
    marks: tuple[int, ...]
    """The mark of every number from 0 to 101."""
    strict_pile: bool

    @classmethod
    def of(cls, rules: Rules) -> Kind:
        """Read it off the rules."""
        marks = (*rules.marks, *[0] * NUMBERS)[:NUMBERS]
        return cls(rules.players, rules.hand_size, rules.minimum, marks, rules.one_pile == "strict")

    @property
    def special(self) -> bool:
        """Whether any card carries a mark."""
        return any(self.marks)

    @property
    def solves(self) -> bool:
        """Whether the end of a game, once the draw pile is empty, can be solved: nothing is hidden, no card commands."""
        return self.seats == 1 and set(self.marks) <= {0, FIRE}

    @property
    def small_features(self) -> int:
        """How many features the small network of this game has."""
        return at.features_of(self.seats, self.least, False, self.special)

    @property
    def features(self) -> int:
        """How many inputs a wide network has."""
        return self.small_features + 4 * BLOCK


class Seen(NamedTuple):
    """What the active seat sees beside piles and hand, the same through its turn."""

    free: Array
    """By number: whether it is neither laid nor in the own hand."""
    left: Array
    """Cards in the draw pile."""
    others: Array
    """Three numbers: cards the others hold, how many of them hold any, cards of the next seat."""


class Node(NamedTuple):
    """Moments of turns."""

    heights: Array
    hand: Array
    laid: Array
    touched: Array
    """Of each pile, whether a card was laid there this turn."""
    lock: Array
    three: Array
    """Whether a three was laid."""
    over: Array
    """Whether the turn ended by itself."""


def upside_down(cards: Array) -> Array:
    """Return what cards count on falling piles."""
    return jnp.where(cards > 0, 101 - cards, 0)


def _directed(cards: Array) -> Array:
    """Return what each card counts on each of the four piles, in a new axis before the last."""
    down = upside_down(cards)
    return jnp.stack([cards, cards, down, down], -2)


def _top_marks(kind: Kind, heights: Array) -> Array:
    marks = jnp.asarray(kind.marks)
    rising, falling = marks[heights[..., :2]], marks[101 - heights[..., 2:]]
    return jnp.concatenate([rising, falling], -1)


# --- turns ----------------------------------------------------------------------------------------------------------


def opening(heights: Array, hand: Array) -> Node:
    """Return the start of a turn, as the only one looked at."""
    games = heights.shape[0]
    return Node(
        heights[:, None],
        hand[:, None],
        jnp.zeros((games, 1), jnp.int32),
        jnp.zeros((games, 1, 4), bool),
        jnp.full((games, 1), FREE),
        jnp.zeros((games, 1), bool),
        jnp.zeros((games, 1), bool),
    )


def moves(kind: Kind, node: Node) -> tuple[Node, Array]:
    """Return what every card on every pile leads to, in a new axis (pile after pile, card after card), and what may be."""
    hand = node.hand.shape[-1]
    there = _directed(node.hand)  # (..., 4, hand)
    step = there - node.heights[..., None]
    retro = jnp.ones(node.laid.shape, bool)
    allowed = jnp.ones((*node.laid.shape, 4), bool)
    if kind.special:
        retro = ~(_top_marks(kind, node.heights) == NO_RETRO).any(-1)
        allowed = (node.lock[..., None] == FREE) | (node.lock[..., None] == jnp.arange(4))
    legal = (there > 0) & ((step > 0) | ((step == -10) & retro[..., None, None])) & allowed[..., None]
    legal &= ~node.over[..., None, None]

    def flat(array: Array) -> Array:
        return array.reshape(*array.shape[: node.laid.ndim], 4 * hand, *array.shape[node.laid.ndim + 2 :])

    pile = jnp.eye(4, dtype=bool)[:, None]  # (4, 1, 4)
    heights = jnp.where(pile, there[..., None], node.heights[..., None, None, :])
    card = jnp.eye(hand, dtype=bool)[None]  # (1, hand, hand)
    kept = jnp.broadcast_to(
        jnp.where(card, 0, node.hand[..., None, None, :]), (*node.laid.shape, 4, hand, hand)
    )
    touched = jnp.broadcast_to(node.touched[..., None, None, :] | pile, heights.shape)
    laid = jnp.broadcast_to(node.laid[..., None, None] + 1, legal.shape)
    lock, three = (
        jnp.broadcast_to(one[..., None, None], legal.shape) for one in (node.lock, node.three)
    )
    over = (kept == 0).all(-1)
    if kind.special:
        mark = jnp.asarray(kind.marks)[node.hand][..., None, :]  # (..., 1, hand)
        three |= mark == THREE
        legal &= ~((mark == THREE) & (laid > 3))
        shows = (_top_marks(kind, heights) == ONE_PILE).any(-1)
        elsewhere = (node.touched[..., None, :] & ~jnp.eye(4, dtype=bool)).any(-1)[..., None]
        if kind.strict_pile:
            legal &= ~((mark == ONE_PILE) & elsewhere)
        lock = jnp.where(shows, jnp.where(lock == FREE, jnp.arange(4)[:, None], lock), FREE)
        over |= (mark == STOP) | (three & (laid == 3))
    return Node(*map(flat, (heights, kept, laid, touched, lock, three, over))), flat(legal)


def may_end(kind: Kind, node: Node, start: Array, least: Array) -> Array:
    """Tell which turns may end like this without losing; `start` are the heights when the turn began."""
    stopped = jnp.zeros(node.laid.shape, bool)
    fine = jnp.ones(node.laid.shape, bool)
    if kind.special:
        tops = _top_marks(kind, node.heights)
        stopped = ((tops == STOP) & node.touched).any(-1) & node.over
        fine = ~(node.three & (node.laid != 3)) & ~((tops == SKULL) & node.touched).any(-1)
        fine &= ~((_top_marks(kind, start)[:, None] == FIRE) & ~node.touched).any(-1)
    return fine & ((node.laid >= least[:, None]) | stopped)


def glance(node: Node, unplayed: Array) -> Array:
    """Score moments at a glance, roughly as `kernel.judging` does: which of hundreds deserve a closer look."""
    heights, hand = node.heights, node.hand
    below = jnp.cumsum(unplayed, -1)  # (games, NUMBERS)

    def count(first: Array, last: Array) -> Array:
        there = jnp.take_along_axis(below, last, 1) - jnp.take_along_axis(below, jnp.maximum(first - 1, 0), 1)
        return jnp.maximum(there, 0)

    low, high = jnp.minimum(heights[..., 0], heights[..., 1]), jnp.maximum(heights[..., 0], heights[..., 1])
    most = 101 - jnp.minimum(heights[..., 2], heights[..., 3])
    least = 101 - jnp.maximum(heights[..., 2], heights[..., 3])
    none = count(most, low)
    one = count(jnp.maximum(low + 1, most), high) + count(least, jnp.minimum(most - 1, low))
    pairs = ((hand[..., :, None] + 10 == hand[..., None, :]) & (hand[..., :, None] > 0)).sum((-1, -2))
    backs = ((_directed(hand) == heights[..., None] - 10) & (hand[..., None, :] > 0)).any(-1).sum(-1)
    return 24 * pairs + 40 * backs - 12 * none - 4 * one - 2.5 * heights.sum(-1)


# --- features -------------------------------------------------------------------------------------------------------


def features(kind: Kind, heights: Array, hand: Array, seen: Seen) -> Array:
    """Return the inputs of a wide network for ends of turns: `kernel.features`, then `windows`."""
    a, b, c, d = (heights[..., pile] for pile in range(4))
    heights = jnp.stack([jnp.minimum(a, b), jnp.maximum(a, b), jnp.minimum(c, d), jnp.maximum(c, d)], -1)
    there = _directed(hand)  # (games, turns, 4, hand)
    free = jnp.stack([seen.free, seen.free[:, ::-1]], 1)  # (games, 2, NUMBERS): 101 - n lies at n
    parts = [
        _pile_features(heights, there, free).reshape(*heights.shape[:2], -1),
        _card_features(heights, hand, seen),
        _step_features(heights, there),
        _gap_features(heights, seen.free),
        jnp.ones((*heights.shape[:2], 1)),
    ]
    if kind.seats > 1:
        parts.append(_seat_features(hand, seen))
    if kind.special:
        parts += [_mark_features(kind, heights, hand, seen), _kept_features(kind, heights, hand, there)]
    if kind.least > 2:
        parts.append(_third_features(heights, there))
    parts.append(windows(heights, there, free))
    return jnp.concatenate(parts, -1)


def _looked_up(rows: Array, places: Array) -> Array:
    """Return rows[game, direction, place] for places (games, turns, 4, …), of which the first two piles rise."""
    inside = jnp.clip(places, 0, NUMBERS - 1)
    flat = [inside[:, :, :2], inside[:, :, 2:]]
    found = [
        jnp.take_along_axis(rows[:, way], part.reshape(part.shape[0], -1), 1).reshape(part.shape)
        for way, part in enumerate(flat)
    ]
    return jnp.concatenate(found, 2)


def _pile_features(heights: Array, there: Array, free: Array) -> Array:
    below = jnp.cumsum(free, -1)
    h, cards = heights, there
    tall = h[..., None]

    def between(first: Array, last: Array) -> Array:
        return jnp.maximum(_looked_up(below, last - 1) - _looked_up(below, first), 0)

    def held_between(first: Array, last: Array) -> Array:
        return ((cards > first[..., None]) & (cards < last[..., None])).sum(-1)

    beyond = jnp.where(cards > tall, cards, 999)
    near = beyond.min(-1)
    second = jnp.where(beyond > near[..., None], beyond, 999).min(-1)
    linked = ((cards[..., :, None] - 10 == cards[..., None, :]) & (cards[..., None, :] > 0)).any(-1)
    pair = jnp.where(linked, beyond, 999).min(-1)
    step = jnp.where(near < 999, near - h, _FAR)
    under = jnp.maximum(h - 10, 0)
    back = ((cards == tall - 10) & (cards > 0)).any(-1)
    return jnp.stack(
        [
            0.01 * h,
            0.03 * between(h, jnp.full_like(h, 101)),
            0.2 * (cards > tall).sum(-1),
            back,
            _looked_up(free, h - 10),
            0.05 * jnp.minimum(step, _FAR),
            1 / step,
            0.05 * jnp.minimum(second - h, _FAR),
            0.3 * between(h, jnp.minimum(h + 5, 102)),
            0.15 * between(h, jnp.minimum(h + 11, 102)),
            0.5 * held_between(under, h),
            0.15 * between(under, h),
            0.05 * jnp.minimum(pair - 10 - h, _FAR),
            jnp.where(near < 999, _looked_up(free, near - 10), False),
        ],
        -1,
    ).astype(jnp.float32)


def _card_features(heights: Array, hand: Array, seen: Seen) -> Array:
    a, b, c, d = (heights[..., pile, None] for pile in range(4))

    def fit(numbers: Array) -> Array:
        rising = (numbers > a).astype(jnp.int32) + (numbers > b)
        return rising + (numbers < 101 - c) + (numbers < 101 - d)

    every = fit(jnp.arange(NUMBERS)[None, None])
    unseen = [((every == piles) & seen.free[:, None]).sum(-1) for piles in range(4)]
    own = fit(hand)
    kept = [((own == piles) & (hand > 0)).sum(-1) for piles in range(4)]
    held = (hand > 0).sum(-1)
    pairs = ((hand[..., :, None] + 10 == hand[..., None, :]) & (hand[..., :, None] > 0)).sum((-1, -2))
    outside = (seen.free[:, :-10] & seen.free[:, 10:]).sum(-1)[:, None]
    flat = hand.reshape(hand.shape[0], -1)

    def is_free(numbers: Array) -> Array:
        found = jnp.take_along_axis(seen.free, jnp.clip(numbers, 0, NUMBERS - 1), 1)
        return (found & (flat > 0)).reshape(hand.shape).sum(-1)

    between = is_free(flat + 10) + is_free(flat - 10)
    left = jnp.broadcast_to(seen.left[:, None], held.shape)
    unplayed = held + seen.free.sum(-1)[:, None]
    return jnp.stack(
        [
            *(0.1 * count for count in unseen),
            *(0.5 * count for count in kept),
            0.5 * pairs,
            jnp.broadcast_to(0.03 * outside, held.shape),
            0.2 * between,
            0.2 * held,
            0.01 * unplayed,
            0.01 * left,
            0.08 * jnp.minimum(left, 12),
            (left == 0).astype(jnp.float32),
            0.06 * jnp.minimum(unplayed, 16),
        ],
        -1,
    )


def _steps(heights: Array, there: Array) -> Array:
    """Return the step of each card kept to its nearest pile, 0 for a retro, -1 for no card."""
    step = there - heights[..., None]
    fitting = jnp.where(step > 0, step, jnp.where(step == -10, 0, _FARTHEST)).min(-2)
    return jnp.where(there[..., 0, :] > 0, jnp.minimum(fitting, _FARTHEST), -1)


def _nearest(steps: Array, count: int, among: Array | None = None) -> list[Array]:
    """Return the shortest steps, the farthest where there are not so many."""
    fine = steps >= 0 if among is None else among & (steps >= 0)
    cards = steps.shape[-1]
    rest = jnp.where(fine, steps, _FARTHEST) * cards + jnp.arange(cards)  # no two alike; sorting would be slow
    found = []
    for _ in range(count):
        least = rest.min(-1)
        found.append(least // cards)
        rest = jnp.where(rest == least[..., None], _FARTHEST * cards, rest)
    return found


def _step_features(heights: Array, there: Array) -> Array:
    steps = _steps(heights, there)
    least, second = _nearest(steps, 2)
    real = jnp.maximum(steps, 0)
    return jnp.stack(
        [
            0.05 * least,
            0.05 * second,
            0.03 * real.max(-1),
            0.01 * real.sum(-1),
            (steps == 0).sum(-1).astype(jnp.float32),
            1 / (1 + least + second),
        ],
        -1,
    )


def _third_features(heights: Array, there: Array) -> Array:
    steps = _steps(heights, there)
    three = _nearest(steps, 3)
    near = [((steps >= 0) & (steps <= reach)).sum(-1) for reach in (4, 10)]
    return jnp.stack(
        [0.05 * three[2], 0.03 * jnp.minimum(sum(three), _FARTHEST), 0.3 * near[0], 0.2 * near[1]], -1
    )


def _gap_features(heights: Array, free: Array) -> Array:
    below = jnp.cumsum(free, -1)
    a, b, c, d = (heights[..., pile] for pile in range(4))

    def between(first: Array, last: Array) -> Array:
        return jnp.maximum(
            jnp.take_along_axis(below, last - 1, 1) - jnp.take_along_axis(below, first, 1), 0
        )

    return jnp.stack(
        [0.02 * (b - a), 0.02 * (d - c), 0.03 * between(a, 101 - c), 0.05 * between(b, 101 - d)], -1
    )


def _seat_features(hand: Array, seen: Seen) -> Array:
    held = (hand > 0).sum(-1)
    others, holding, following = (jnp.broadcast_to(seen.others[:, place, None], held.shape) for place in range(3))
    return jnp.stack(
        [0.04 * others, 0.25 * holding, 0.15 * following, 0.3 * held * (seen.left[:, None] == 0)], -1
    ).astype(jnp.float32)


def _mark_features(kind: Kind, heights: Array, hand: Array, seen: Seen) -> Array:
    tops = _top_marks(kind, heights)
    of_hand = jnp.where(hand > 0, jnp.asarray(kind.marks)[hand], 0)
    shown = [(tops == mark).sum(-1) for mark in range(SILENCE, FIRE + 1)]
    bound = jnp.stack([(tops == ONE_PILE) | (tops == FIRE), tops == NO_RETRO], -1).reshape(*tops.shape[:-1], 8)
    held = [0.5 * (of_hand == mark).sum(-1) for mark in range(1, FIRE + 1)]
    unseen = []
    for mark in range(1, FIRE + 1):
        count = (seen.free & (jnp.asarray(kind.marks) == mark)).sum(-1)[:, None] * (mark != SILENCE)
        unseen.append(jnp.broadcast_to(0.2 * count, held[0].shape))
    none = jnp.zeros_like(held[0])
    binds = [bound[..., place] for place in range(8)]
    return jnp.stack([*shown, *binds, none, *held, none, *unseen, none], -1).astype(jnp.float32)


def _kept_features(kind: Kind, heights: Array, hand: Array, there: Array) -> Array:
    of_hand = jnp.where(hand > 0, jnp.asarray(kind.marks)[hand], 0)
    beyond = jnp.where(there > heights[..., None], there, 999)
    nearest = (beyond == beyond.min(-1)[..., None]) & (beyond < 999)
    mark = jnp.where(nearest, of_hand[..., None, :], 0).max(-1)  # (games, turns, 4)
    lasting = (mark >= SILENCE) & (mark <= DRAW_ONE)
    near = jnp.stack([mark == STOP, mark == SKULL, mark == THREE, lasting, mark == FIRE], -1)
    steps = _steps(heights, there)
    plain = _nearest(steps, 2, of_hand == 0)
    carried = [_nearest(steps, 1, of_hand == kind_)[0] for kind_ in (STOP, SKULL)]
    tail = jnp.stack([0.05 * step for step in (*plain, *carried)], -1)
    return jnp.concatenate([near.reshape(*mark.shape[:-1], 20).astype(jnp.float32), tail], -1)


def windows(heights: Array, there: Array, free: Array) -> Array:
    """Return for each pile which cards kept and which unseen ones lie around it, and how far it has come."""
    places = heights[..., None] + WINDOW  # (games, turns, 4, window)
    held = ((there[..., None, :] == places[..., :, None]) & (there[..., None, :] > 0)).any(-1)
    unseen = _looked_up(free, places) & (places > 0) & (places < NUMBERS)
    level = heights[..., None] >= LEVELS
    return jnp.concatenate([held, unseen, level], -1).reshape(*heights.shape[:2], -1).astype(jnp.float32)


def mirror(kind: Kind) -> np.ndarray[Any, Any]:
    """Return where each input lies once every card n has become 101 - n."""
    order = np.arange(kind.features)

    def swap(first: int, second: int, length: int) -> None:
        order[first : first + length], order[second : second + length] = (
            order[second : second + length].copy(),
            order[first : first + length].copy(),
        )

    piles = 2 * at.PILE_FEATURES
    swap(0, piles, piles)
    swap(at.GAP_RISING, at.GAP_FALLING, 1)
    if kind.special:
        start = at.talk_features_from(kind.seats)
        swap(start + at.TOP_BINDS, start + at.TOP_BINDS + 4, 4)
        near, length = start + at.MARK_FEATURES, 2 * at.NEAR_FEATURES
        swap(near, near + length, length)
    swap(kind.small_features, kind.small_features + 2 * BLOCK, 2 * BLOCK)
    return order
