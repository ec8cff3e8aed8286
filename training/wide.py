"""Learn the champion's wide networks on a GPU: ``python -m training.wide --only base-1-none --seconds 300 --out FOLDER``.

See training/README.md. Needs JAX. Thousands of games are played side by side (`wide_game`), and the network learns the value of every turn's
end from how the game went on, as in `learn`.
"""

from __future__ import annotations

import argparse
import json
import time
import zlib
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from training.wide_game import (
    CARDS,
    FREE,
    NUMBERS,
    Array,
    Kind,
    Node,
    Seen,
    features,
    glance,
    may_end,
    mirror,
    moves,
    opening,
)

from nonante import Rules
from nonante.players.champion import networks
from nonante.rules.commands import DRAW_ONE, FIRE

CELLS: Final = 256
SECOND: Final = 32
_NEVER: Final = -1e9
_WON: Final = 1e9
Params = list[Array]


class Recipe(NamedTuple):
    """How to learn."""

    games: int = 8192
    """Games of a round, all at the same time."""
    steps: int = 200
    """Steps of Adam a round."""
    batch: int = 8192
    window: int = 6
    """Rounds that are learnt from at the same time."""
    rate: float = 1e-3
    last_rate: float = 3e-5
    trust: float = 0.8
    """How much of what came later counts; the rest is the value of the next turn."""
    won: float = 0.7
    last_won: float = 1.0
    """How much of a game's worth is that it was won; the rest falls with the cards left."""
    fall: float = 6.0
    explore: float = 0.03
    """How often another good turn is tried instead of the best; falls to a fifth of it."""
    memory: float = 0.9995
    """How slowly the mean of the weights follows: the games are played with it."""
    warm: int = 6
    """Rounds that the small network plays, to learn from."""


# --- the network ----------------------------------------------------------------------------------------------------


def value_of(params: Params, x: Array) -> Array:
    """Return the logits of inputs."""
    first, first_bias, second, second_bias, last, last_bias, mean, spread = params
    scaled = ((x - mean) / spread).astype(jnp.bfloat16)
    hidden = jnp.matmul(scaled, first.astype(jnp.bfloat16), preferred_element_type=jnp.float32) + first_bias
    hidden = jax.nn.relu(hidden).astype(jnp.bfloat16)
    inner = jnp.matmul(hidden, second.astype(jnp.bfloat16), preferred_element_type=jnp.float32) + second_bias
    return (jax.nn.relu(inner) @ last + last_bias)[..., 0]


def fresh(kind: Kind, seed: int, cells: int) -> Params:
    """Return a network that knows nothing."""
    rng = np.random.default_rng(seed)
    sizes = (kind.features, cells, (2 / 200) ** 0.5 * 0.7), (cells, SECOND, (2 / cells) ** 0.5), (SECOND, 1, 0.1)
    params: list[Any] = []
    for inputs, outputs, spread in sizes:
        params += [rng.normal(0, spread, (inputs, outputs)), np.zeros(outputs)]
    params += [np.zeros(kind.features), np.ones(kind.features)]
    return [jnp.asarray(part, jnp.float32) for part in params]


def small(kind: Kind, name: str, cells: int) -> Params:
    """Return the small network of a game, as a wide one that looks at nothing more."""
    kept = networks()[name]
    n, hidden, inner = kept.shape
    row = np.frombuffer(kept.weights, "<f4")
    sizes = (n, hidden), (hidden,), (hidden, inner), (inner,), (inner, 1), (1,)
    ends = np.cumsum([int(np.prod(size)) for size in sizes])
    old = [part.reshape(size) for part, size in zip(np.split(row, ends[:-1]), sizes, strict=True)]
    full = (kind.features, cells), (cells,), (cells, SECOND), (SECOND,), (SECOND, 1), (1,)
    params = []
    for part, size in zip(old, full, strict=True):
        wide = np.zeros(size, np.float32)
        wide[tuple(slice(0, length) for length in part.shape)] = part
        params.append(jnp.asarray(wide))
    return [*params, jnp.zeros(kind.features), jnp.ones(kind.features)]


# --- playing --------------------------------------------------------------------------------------------------------


class State(NamedTuple):
    """Games at the start of a turn."""

    heights: Array
    hands: Array
    deck: Array
    drawn: Array
    unplayed: Array
    active: Array
    playing: Array
    won: Array
    last: Array
    """Whether the draw pile ran out, where the end is solved (`Kind.solves`)."""


class Sample(NamedTuple):
    """Ends of turns that were played, what they were worth, and what became of them."""

    heights: Array
    hand: Array
    free: Array
    left: Array
    others: Array
    value: Array
    best: Array
    valid: Array


def deal(kind: Kind, key: Array, games: int) -> State:
    """Deal games."""
    order = jnp.argsort(jax.random.uniform(key, (games, CARDS)), -1) + 2
    dealt = kind.seats * kind.hand
    numbers = jnp.arange(NUMBERS)
    return State(
        heights=jnp.ones((games, 4), jnp.int32),
        hands=order[:, :dealt].reshape(games, kind.seats, kind.hand),
        deck=order,
        drawn=jnp.full(games, dealt),
        unplayed=jnp.broadcast_to((numbers >= 2) & (numbers <= 99), (games, NUMBERS)),
        active=jnp.zeros(games, jnp.int32),
        playing=jnp.ones(games, bool),
        won=jnp.zeros(games, bool),
        last=jnp.zeros(games, bool),
    )


def _flat(node: Node, legal: Array) -> tuple[Node, Array]:
    games = legal.shape[0]
    return Node(*(part.reshape(games, -1, *part.shape[3:]) for part in node)), legal.reshape(games, -1)


def _take(node: Node, places: Array) -> Node:
    def one(part: Array) -> Array:
        index = places.reshape(*places.shape, *[1] * (part.ndim - 2))
        return jnp.take_along_axis(part, index, 1)

    return Node(*map(one, node))


class Ends(NamedTuple):
    """Moments of the turn looked at, which of them there are, and what it is worth to end there."""

    node: Node
    there: Array
    value: Array


def all_laid(kind: Kind, heights: Array, hand: Array, width: int = 16) -> Array:
    """Tell alone where all cards of a hand can be laid, the draw pile being empty: whatever the turns, one card after the other.

    It looks at the most promising moments only, and finds nearly all ways.
    """
    due = jnp.zeros(heights.shape, bool)
    if kind.special:  # the fires that lie there must be covered in this turn, and all may be laid in it
        marks = jnp.asarray(kind.marks)
        due = jnp.concatenate([marks[heights[:, :2]], marks[101 - heights[:, 2:]]], -1) == FIRE
    node = opening(heights, hand)
    there = jnp.ones(node.laid.shape, bool)
    empty = jnp.zeros((heights.shape[0], NUMBERS), jnp.int32)
    done = (hand == 0).all(-1)
    for _ in range(kind.hand):
        groups = there.shape[1]
        node, legal = _flat(*moves(kind, node._replace(over=(node.hand == 0).all(-1))))
        legal &= jnp.repeat(there, legal.shape[1] // groups, 1)
        done |= (legal & (node.hand == 0).all(-1) & (node.touched | ~due[:, None]).all(-1)).any(-1)
        stuck = ~_fits_somewhere(node)
        score = jnp.where(legal & ~stuck, glance(node, empty) - 12.0 * _unfit(node), _NEVER)
        key = score + 1e-3 * (node.hand % 13).sum(-1)  # tells equal moments from others
        value, places = jax.lax.top_k(key, min(width, key.shape[1]))
        same = jnp.concatenate([jnp.zeros((key.shape[0], 1), bool), value[:, 1:] == value[:, :-1]], 1)
        node = _take(node, places)
        there = jnp.take_along_axis(legal & ~stuck, places, 1) & ~same
    return done


def _unfit(node: Node) -> Array:
    """Count the cards kept that fit nowhere going on."""
    down = jnp.where(node.hand > 0, 101 - node.hand, 0)
    h = node.heights[..., None, :]
    rises = (node.hand[..., None] > h[..., :2]).any(-1) | (down[..., None] > h[..., 2:]).any(-1)
    return ((node.hand > 0) & ~rises).sum(-1)


def _fits_somewhere(node: Node) -> Array:
    """Tell whether any card kept can be laid."""
    down = jnp.where(node.hand > 0, 101 - node.hand, 0)
    h = node.heights[..., None, :]
    rising, falling = node.hand[..., None] - h[..., :2], down[..., None] - h[..., 2:]
    fits = ((rising > 0) | (rising == -10)).any(-1) | ((falling > 0) | (falling == -10)).any(-1)
    return (fits & (node.hand > 0)).any(-1) | (node.hand == 0).all(-1)


class Breadth(NamedTuple):
    """How many turns a search looks at."""

    first: int
    """First cards gone on from; a GPU finds the best up to 16 quickly."""
    second: int
    """Second cards for each."""
    third: int
    """Turns of two cards gone on from where three are needed or cards carry marks."""
    sources: int
    """Turns that are gone on from when they could end."""


WHOLE: Final = Breadth(16, 4, 16, 6)
LIKELY: Final = Breadth(10, 3, 10, 3)  # in a turn that may come


class Search:
    """Looks for the turns of the active seats, as the champion does, by layers."""

    def __init__(self, kind: Kind, params: Params, seen: Seen, start: Array, unplayed: Array, least: Array) -> None:
        self.kind, self.params, self.seen, self.start, self.unplayed, self.least = (
            kind, params, seen, start, unplayed, least,
        )

    def judged(self, node: Node, there: Array) -> Ends:
        x = features(self.kind, node.heights, node.hand, self.seen)
        value = value_of(self.params, x)
        nothing = (node.hand == 0).all(-1) & ((self.seen.left == 0) & (self.seen.others[:, 0] == 0))[:, None]
        value = jnp.where(nothing, _WON, value)
        return Ends(node, there, jnp.where(there & may_end(self.kind, node, self.start, self.least), value, _NEVER))

    def best(self, node: Node, there: Array, groups: int, count: int) -> tuple[Node, Array, Array]:
        """Return the best at a glance of each group; to find the best of all would be slow."""
        games, size = there.shape
        score = jnp.where(there, glance(node, self.unplayed), _NEVER).reshape(games, groups, size // groups)
        _, places = jax.lax.top_k(score, count)
        places = (places + jnp.arange(groups)[:, None] * (size // groups)).reshape(games, groups * count)
        return _take(node, places), jnp.take_along_axis(there, places, 1), places

    def further(self, ends: Ends, sources: int, count: int) -> Ends:
        """Go on from the most valuable ends."""
        value, places = jax.lax.top_k(jnp.where(ends.node.over, _NEVER, ends.value), sources)
        node, legal = _flat(*moves(self.kind, _take(ends.node, places)))
        there = legal & jnp.repeat(value > _NEVER, legal.shape[1] // sources, 1)
        node, there, _ = self.best(node, there, sources, count)
        return self.judged(node, there)

    def turns(self, hand: Array, breadth: Breadth) -> Ends:
        """Return the ends worth a look."""
        kind, size = self.kind, 4 * self.kind.hand
        node, legal = _flat(*moves(kind, opening(self.start, hand)))
        first, there, played = self.best(node, legal, 1, breadth.first)
        found = [self.judged(first, there)]
        node, legal = _flat(*moves(kind, first))
        count = played.shape[1]
        rank = jnp.full((played.shape[0], size), 99)
        rank = rank.at[jnp.arange(played.shape[0])[:, None], played].set(jnp.arange(count))
        second_move = jnp.arange(count * size) % size
        own = jnp.arange(count * size) // size
        apart = (played // kind.hand)[:, own] != second_move // kind.hand
        twin = (rank[:, second_move] < own) & apart
        if kind.special:
            marks = jnp.asarray(kind.marks)
            plain = marks[hand] == 0
            twin &= plain[:, second_move % kind.hand] & jnp.take_along_axis(plain, (played % kind.hand)[:, own], 1)
        legal &= jnp.repeat(there, size, 1) & ~twin
        second, there, _ = self.best(node, legal, count, breadth.second)
        found.append(self.judged(second, there))
        if kind.least > 2 or kind.special:
            best = breadth.third
            score = jnp.where(there & ~second.over, glance(second, self.unplayed), _NEVER)
            _, few = jax.lax.top_k(score, best)
            node, legal = _flat(*moves(kind, _take(second, few)))
            legal &= jnp.repeat(jnp.take_along_axis(there, few, 1), size, 1)
            third, there, _ = self.best(node, legal, best, 4 if kind.least > 2 else 2)
            found.append(self.judged(third, there))
        found.append(self.further(found[-1] if kind.least > 2 else found[1], breadth.sources, 4))
        if breadth.sources > 4:
            found.append(self.further(found[-1], 4, 3))
        node = Node(*(jnp.concatenate(parts, 1) for parts in zip(*(ends.node for ends in found), strict=True)))
        there, value = (jnp.concatenate([ends[place] for ends in found], 1) for place in (1, 2))
        return Ends(node, there, value)


def seen_by(kind: Kind, state: State, hand: Array) -> Seen:
    """Return what the active seats see."""
    games = hand.shape[0]
    own = jnp.zeros((games, NUMBERS), bool).at[jnp.arange(games)[:, None], hand].set(True)
    left = CARDS - state.drawn
    counts = (state.hands > 0).sum(-1)
    seats = jnp.arange(kind.seats)
    others = jnp.where(seats == state.active[:, None], 0, counts)
    following = jnp.take_along_axis(counts, ((state.active + 1) % kind.seats)[:, None], 1)[:, 0]
    three = jnp.stack([others.sum(-1), (others > 0).sum(-1), following], -1)
    return Seen(state.unplayed & ~own, left, three)


def turn(kind: Kind, params: Params, explore: Array, state: State, key: Array) -> tuple[State, Sample]:
    """Play one turn of every game."""
    games = state.heights.shape[0]
    every = jnp.arange(games)
    hand = state.hands[every, state.active]
    seen = seen_by(kind, state, hand)
    least = jnp.where(seen.left > 0, kind.least, 1)
    ends = Search(kind, params, seen, state.heights, state.unplayed, least).turns(hand, WHOLE)
    best = ends.value.max(-1)
    some, luck = jax.random.split(key)
    near = ends.value * 3 + jax.random.gumbel(luck, ends.value.shape)
    tries = (jax.random.uniform(some, (games,)) < explore) & (best < _WON) & state.playing
    place = jnp.where(tries, near.argmax(-1), ends.value.argmax(-1))
    value = jnp.take_along_axis(ends.value, place[:, None], 1)[:, 0]
    end = Node(*(part[:, 0] for part in _take(ends.node, place[:, None])))
    able = state.playing & (best > _NEVER)
    sample = Sample(
        end.heights.astype(jnp.int8), end.hand.astype(jnp.int8), seen.free, seen.left.astype(jnp.int8),
        seen.others.astype(jnp.int8), value, best, able,
    )
    return _played_on(kind, state, seen, end, able), sample


def _played_on(kind: Kind, state: State, seen: Seen, end: Node, able: Array) -> State:
    games = state.heights.shape[0]
    every = jnp.arange(games)
    kept = jnp.zeros((games, NUMBERS), bool).at[every[:, None], end.hand].set(True).at[:, 0].set(False)
    unplayed = jnp.where(able[:, None], seen.free | kept, state.unplayed)
    done = ~unplayed.any(-1)
    blank = end.hand == 0
    room = blank.sum(-1)
    if kind.special:
        marks = jnp.asarray(kind.marks)
        tops = jnp.concatenate([marks[end.heights[:, :2]], marks[101 - end.heights[:, 2:]]], -1)
        room = jnp.where((tops == DRAW_ONE).any(-1), jnp.minimum(room, 1), room)
    drawing = jnp.minimum(room, seen.left)
    order = jnp.cumsum(blank, -1)
    card = jnp.take_along_axis(state.deck, jnp.clip(state.drawn[:, None] + order - 1, 0, CARDS - 1), 1)
    hand = jnp.where(blank & (order <= drawing[:, None]), card, end.hand)
    hands = jnp.where(able[:, None, None], state.hands.at[every, state.active].set(hand), state.hands)
    counts = (hands > 0).sum(-1)
    active = state.active
    for _ in range(kind.seats):
        following = (active + 1) % kind.seats
        first = _ == 0
        move_on = jnp.ones(games, bool) if first else counts[every, active] == 0
        active = jnp.where(move_on, following, active)
    taken = jnp.where(able, state.drawn + drawing, state.drawn)
    going = able & ~done
    last = going & (taken == CARDS) & kind.solves
    return State(
        jnp.where(able[:, None], end.heights, state.heights), hands, state.deck, taken, unplayed, active,
        going & ~last, state.won | (able & done), state.last | last,
    )


def solved(kind: Kind, state: State) -> State:
    """Play the ends that can be solved."""
    if not kind.solves:
        return state
    return state._replace(won=state.won | (state.last & all_laid(kind, state.heights, state.hands[:, 0])))


def longest(kind: Kind) -> int:
    """Return how many turns a game may have at most, or nearly, before its end is solved."""
    if kind.solves:
        return (CARDS - kind.hand) // kind.least + 1
    return (CARDS - kind.seats * kind.hand) // kind.least + kind.seats * kind.hand // (1 if kind.seats == 1 else 2) + 2


@partial(jax.jit, static_argnums=(0, 3))
def play(kind: Kind, params: Params, key: Array, games: int, explore: Array) -> tuple[State, Sample]:
    """Play games to their ends."""
    start, key = jax.random.split(key)
    state = deal(kind, start, games)
    keys = jax.random.split(key, longest(kind))
    state, sample = jax.lax.scan(partial(turn, kind, params, explore), state, keys)
    return solved(kind, state), sample


def targets(recipe: Recipe, won: Array, trust: Array, state: State, sample: Sample) -> Array:
    """Return what every turn's value should be, as `learn.wanted` does."""
    left = state.unplayed.sum(-1)
    worth = won * state.won + (1 - won) * jnp.exp(-jnp.where(state.won, 0, left) / recipe.fall)
    best = jax.nn.sigmoid(jnp.clip(sample.best, -50, 50))
    tried = sample.value < sample.best - 1e-6

    def before(after: tuple[Array, Array, Array, Array], now: tuple[Array, Array, Array]) -> Any:
        later, top, was_tried, was_valid = after
        _, _, valid = now
        onwards = jnp.where(was_tried & (trust < 1), top, trust * later + (1 - trust) * top)
        wanted = jnp.where(was_valid, onwards, worth)
        return (jnp.where(valid, wanted, later), now[0], now[1], valid | was_valid), wanted

    games = worth.shape[0]
    none = jnp.zeros(games), jnp.zeros(games), jnp.zeros(games, bool), jnp.zeros(games, bool)
    _, wanted = jax.lax.scan(before, none, (best, tried, sample.valid), reverse=True)
    return wanted


# --- learning -------------------------------------------------------------------------------------------------------


class Learning(NamedTuple):
    """The network while it learns."""

    params: Params
    steady: Params
    first: Params
    second: Params
    count: Array


def started(params: Params) -> Learning:
    """Return the start of learning."""
    none = [jnp.zeros_like(part) for part in params]
    return Learning(params, params, none, none, jnp.zeros((), jnp.int32))


def loss_of(params: Params, x: Array, wanted: Array, weight: Array) -> Array:
    """Return how far the values are from the wanted chances."""
    logit = value_of(params, x)
    return ((jax.nn.softplus(logit) - wanted * logit) * weight).sum() / weight.sum()


def inputs(kind: Kind, sample: Sample) -> Array:
    """Return the inputs of samples, a row each."""
    wide = [part.astype(jnp.int32) for part in (sample.heights, sample.hand, sample.left, sample.others)]
    heights, hand, left, others = wide
    return features(kind, heights[:, None], hand[:, None], Seen(sample.free, left, others))[:, 0]


@partial(jax.jit, static_argnums=(0, 1))
def study(
    kind: Kind, recipe: Recipe, learning: Learning, sample: Sample, wanted: Array, key: Array, rate: Array
) -> tuple[Learning, Array]:
    """Take the steps of one round."""
    order = jnp.asarray(mirror(kind))
    count = wanted.shape[0]

    def step(learning: Learning, key: Array) -> tuple[Learning, Array]:
        pick, flip = jax.random.split(key)
        rows = jax.random.randint(pick, (recipe.batch,), 0, count)
        some = Sample(*(part[rows] for part in sample))
        x = inputs(kind, some)
        x = jnp.where(jax.random.bernoulli(flip, 0.5, (recipe.batch, 1)), x[:, order], x)
        weight = some.valid.astype(jnp.float32)
        loss, slopes = jax.value_and_grad(loss_of)(learning.params, x, wanted[rows], weight)
        n = learning.count + 1
        size = rate * jnp.sqrt(1 - 0.999**n) / (1 - 0.9**n)
        memory = jnp.minimum(recipe.memory, 1 - 1 / n)
        parts: list[list[Array]] = [[], [], [], []]
        for place, (part, steady, one, two, slope) in enumerate(zip(*learning[:4], slopes, strict=True)):
            one = 0.9 * one + 0.1 * slope
            two = 0.999 * two + 0.001 * slope * slope
            if place < 6:  # the means and spreads of the inputs stay
                part = part - size * one / (jnp.sqrt(two) + 1e-8)
                steady = memory * steady + (1 - memory) * part
            for kept, new in zip(parts, (part, steady, one, two), strict=True):
                kept.append(new)
        return Learning(*parts, n), loss

    learning, losses = jax.lax.scan(step, learning, jax.random.split(key, recipe.steps))
    return learning, losses.mean()


def scale_of(kind: Kind, sample: Sample) -> tuple[Array, Array]:
    """Return means and spreads of the inputs: the features' own, none of the windows'."""
    some = Sample(*(part[:200_000] for part in sample))
    x, sure = inputs(kind, some), some.valid[:, None]
    mean = (x * sure).sum(0) / sure.sum()
    spread = jnp.sqrt(((x - mean) ** 2 * sure).sum(0) / sure.sum())
    known = jnp.arange(kind.features) < kind.small_features
    return jnp.where(known, mean, 0), jnp.where(known, jnp.maximum(spread, 0.05), 1)


def learn(
    name: str, kind: Kind, recipe: Recipe, seconds: float, cells: int, seed: int, out: Path, start: Path | None = None
) -> None:
    """Learn one network, from nothing or from another, and write it down every now and then."""
    started_at = time.perf_counter()
    key = jax.random.key(seed)
    actor = read(kind, start) if start else small(kind, name, cells)
    learning: Learning | None = None
    rounds: list[tuple[Sample, Array]] = []
    log = (out / f"{name}.log").open("a", encoding="utf-8")

    def say(line: str) -> None:
        print(f"{name} {time.perf_counter() - started_at:.0f}s {line}", flush=True)
        print(line, file=log, flush=True)

    say(f"{recipe} cells {cells} seed {seed}")
    played, number = 0, 0
    recent: list[float] = []
    while (progress := (time.perf_counter() - started_at) / seconds) < 1:
        number += 1
        key, one, two = jax.random.split(key, 3)
        warm = number <= recipe.warm and not start
        explore = recipe.explore * (1 - 0.8 * progress)
        state, sample = play(kind, actor, one, recipe.games, jnp.float32(explore))
        won = recipe.won + (recipe.last_won - recipe.won) * min(1.0, 1.5 * progress)
        wanted = targets(recipe, jnp.float32(won), jnp.float32(1.0 if warm else recipe.trust), state, sample)
        flat = Sample(*(part.reshape(-1, *part.shape[2:]) for part in sample))
        rounds = [*rounds, (flat, wanted.reshape(-1))][-recipe.window :]
        if learning is None:
            scale = scale_of(kind, flat)
            learning = started(rescaled(actor if start else fresh(kind, seed, cells), *scale))
        while len(rounds) < recipe.window:  # until there are enough
            rounds.append(rounds[-1])
        many = Sample(*(jnp.concatenate(parts) for parts in zip(*(s for s, _ in rounds), strict=True)))
        rate = recipe.last_rate + (recipe.rate - recipe.last_rate) * 0.5 * (1 + np.cos(np.pi * progress))
        learning, loss = study(
            kind, recipe, learning, many, jnp.concatenate([w for _, w in rounds]), two, jnp.float32(rate)
        )
        if number >= recipe.warm or start:
            actor = learning.steady
        played += recipe.games
        recent.append(float(state.won.mean()))
        if number % 10 == 0 or number <= 3:
            share = np.mean(recent[-10:])
            say(f"round {number}: {played} games, won {share:.1%}, loss {float(loss):.4f}, explore {explore:.3f}")
        if number % 100 == 0:
            save(out / f"{name}.npz", learning.steady)
    if learning is not None:
        save(out / f"{name}.npz", learning.steady)
    wins = 0.0
    for place in range(4):
        state, _ = play(kind, actor, jax.random.key(1_000_000 + seed + place), recipe.games, jnp.float32(0))
        wins += float(state.won.mean()) / 4
    say(f"{played} games; without trying: won {wins:.2%} of {4 * recipe.games}")


def read(kind: Kind, path: Path) -> Params:
    """Read a network that was written down."""
    with np.load(path) as kept:
        parts = [jnp.asarray(kept[f"part{place}"]) for place in range(6)]
    return [*parts, jnp.zeros(kind.features), jnp.ones(kind.features)]


def rescaled(params: Params, mean: Array, spread: Array) -> Params:
    """Return the same network with other means and spreads of its inputs."""
    first, bias, *rest, old_mean, old_spread = params
    raw = first / old_spread[:, None]
    return [raw * spread[:, None], bias + (mean - old_mean) @ raw, *rest, mean, spread]


def save(path: Path, params: Params) -> None:
    """Write a network down: the means and spreads of the inputs are worked in."""
    first, first_bias, second, second_bias, last, last_bias, mean, spread = (np.asarray(part) for part in params)
    scaled = first / spread[:, None]
    np.savez(
        path, part0=scaled, part1=first_bias - mean @ scaled, part2=second, part3=second_bias, part4=last, part5=last_bias
    )


def pack(folders: list[Path], path: Path) -> None:
    """Write the networks of folders into one file, as 16-bit floats; those that a file there has already stay."""
    header: dict[str, Any] = {}
    weights: dict[str, bytes] = {}
    if path.exists():
        for name, kept in networks(path).items():
            header[name] = {"shape": kept.shape, "manner": kept.manner, "type": "f2"}
            weights[name] = np.frombuffer(kept.weights, "<f4").astype("<f2").tobytes()
    for folder in folders:
        for file in sorted(folder.glob("*.npz")):
            name = file.stem
            with np.load(file) as kept:
                parts = [kept[f"part{place}"] for place in range(6)]
            header[name] = {
                "shape": (*parts[0].shape, parts[2].shape[1]), "manner": networks()[name].manner, "type": "f2",
            }
            weights[name] = np.concatenate([part.ravel() for part in parts]).astype("<f2").tobytes()
    rows = b"".join(weights[name] for name in header)
    path.write_bytes(zlib.compress(json.dumps(header).encode() + b"\n" + rows, 9))
    print(f"{path}: {len(header)} networks, {path.stat().st_size / 1e6:.2f} MB")


def rules_of(name: str) -> Rules:
    """Return the game that a network is for."""
    edition, players, talk = name.rsplit("-", 2)
    return Rules.edition(edition, players=1) if players == "1" else Rules.edition(edition, players=int(players), talk=talk)  # type: ignore[arg-type]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m training.wide", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for networks and logs")
    parser.add_argument("--only", nargs="*", default=[], help="EDITION-PLAYERS-none …")
    parser.add_argument("--start", type=Path, help="folder of networks to go on from")
    parser.add_argument("--seconds", type=float, default=300, help="for each network")
    parser.add_argument("--cells", type=int, default=CELLS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pack", type=Path, help="write the networks of --out into this file at the end")
    for field, default in Recipe._field_defaults.items():
        parser.add_argument(f"--{field.replace('_', '-')}", type=type(default), default=default)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(**{field: getattr(options, field) for field in Recipe._fields})
    for name in options.only:
        start = options.start / f"{name}.npz" if options.start else None
        kind = Kind.of(rules_of(name))
        learn(name, kind, recipe, options.seconds, options.cells, options.seed, options.out, start)
    if options.pack:
        pack([options.out], options.pack)


if __name__ == "__main__":
    main()
