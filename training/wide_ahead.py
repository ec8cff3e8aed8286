"""Go on learning from what looking ahead finds, on a GPU: ``python -m training.wide_ahead --start FOLDER --only base-1-none …``.

The best turns are played on in worlds that fit what the seat sees, as `kernel.lookahead` does, and the next seat's best answer is valued. The
best turn by that is played. All turns looked through are learnt from, each by the chance that it was found to have, all corrected by what became of
the one played.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from training.wide import (
    _NEVER,
    _WON,
    LIKELY,
    WHOLE,
    Learning,
    Params,
    Recipe,
    Sample,
    Search,
    State,
    _played_on,
    _take,
    all_laid,
    deal,
    longest,
    pack,
    read,
    rescaled,
    rules_of,
    save,
    scale_of,
    seen_by,
    small,
    solved,
    started,
    study,
)
from training.wide_game import NUMBERS, Array, Kind, Node, Seen

from nonante.rules.commands import DRAW_ONE


class Ahead(NamedTuple):
    """How far to look."""

    plans: int = 6
    worlds: int = 32
    trust: float = 6.0


def worlds_after(kind: Kind, node: Node, seen: Seen, following: Array, key: Array, worlds: int) -> tuple[Array, Array, Array, Seen]:
    """Return heights, hand, unplayed and sight of the next seat after each of some turns, in each of some worlds, in one row.

    The hidden cards are dealt anew, the same way after each turn.
    """
    games, plans, size = node.hand.shape
    luck = jax.random.uniform(key, (games, worlds, NUMBERS))
    needed = size if kind.seats == 1 else 2 * size
    lucky, card = jax.lax.top_k(jnp.where(seen.free[:, None], luck, -1.0), needed)
    card = jnp.where(lucky >= 0, card, 0)[:, None]  # (games, 1, worlds, needed)
    blank = node.hand == 0
    room = blank.sum(-1)
    if kind.special:
        marks = jnp.asarray(kind.marks)
        tops = jnp.concatenate([marks[node.heights[..., :2]], marks[101 - node.heights[..., 2:]]], -1)
        room = jnp.where((tops == DRAW_ONE).any(-1), jnp.minimum(room, 1), room)
    drawing = jnp.minimum(room, seen.left[:, None])  # (games, plans)
    order = jnp.cumsum(blank, -1)
    place = jnp.broadcast_to((order - 1).clip(0)[:, :, None], (games, plans, worlds, size))
    drawn = jnp.take_along_axis(jnp.broadcast_to(card, (games, plans, worlds, needed)), place, -1)
    fills = (blank & (order <= drawing[..., None]))[:, :, None]
    own = jnp.where(fills, drawn, node.hand[:, :, None])
    if kind.seats == 1:
        hand = own
    else:
        held = jnp.arange(size) < following[:, None, None, None]
        hand = jnp.broadcast_to(jnp.where(held, card[..., size:], 0), own.shape)
    rows = games * plans * worlds

    def row(part: Array) -> Array:
        return jnp.broadcast_to(part, (games, plans, worlds, *part.shape[3:])).reshape(rows, *part.shape[3:])

    hand = hand.reshape(rows, size)
    every = jnp.arange(games * plans)
    kept = jnp.zeros((games * plans, NUMBERS), bool).at[every[:, None], node.hand.reshape(-1, size)].set(True)
    unplayed = row((kept.reshape(games, plans, NUMBERS) | seen.free[:, None])[:, :, None].at[..., 0].set(False))
    mine = jnp.zeros((rows, NUMBERS), bool).at[jnp.arange(rows)[:, None], hand].set(True)
    left = row((seen.left[:, None] - drawing)[:, :, None])
    others = jnp.zeros((rows, 3), jnp.int32)
    if kind.seats > 1:
        me = row(((node.hand > 0).sum(-1) + drawing)[:, :, None])
        rest = row((seen.others[:, 0] - following)[:, None, None])
        third = row((seen.others[:, 1] - (following > 0))[:, None, None])
        after = me if kind.seats == 2 else rest // max(1, kind.seats - 2)
        others = jnp.stack([me + rest, (me > 0) + third, after], -1)
    return row(node.heights[:, :, None]), hand, unplayed, Seen(unplayed & ~mine, left, others)


def chances(kind: Kind, params: Params, node: Node, seen: Seen, key: Array, worlds: int) -> Array:
    """Return the mean chance that the next seat sees after each of some turns."""
    games, plans, _ = node.hand.shape
    following = seen.others[:, 2] if kind.seats > 1 else jnp.zeros(games, jnp.int32)
    heights, hand, unplayed, sight = worlds_after(kind, node, seen, following, key, worlds)
    least = jnp.where(sight.left > 0, kind.least, 1)
    best = Search(kind, params, sight, heights, unplayed, least).turns(hand, LIKELY).value.max(-1)
    if kind.solves:
        out = sight.left == 0
        best = jax.lax.cond(
            out.any(),
            lambda: jnp.where(out, jnp.where(all_laid(kind, heights, hand, 8), _WON, _NEVER), best),
            lambda: best,
        )
    done = ~unplayed.any(-1)
    chance = jnp.where(best > _NEVER, jax.nn.sigmoid(jnp.clip(best, -50, 50)), 0.0)
    return jnp.where(done, 1.0, chance).reshape(games, plans, worlds).mean(-1)


class Looked(NamedTuple):
    """Turns looked through, what was found, and which was played."""

    sample: Sample
    found: Array
    chosen: Array
    able: Array


def turn(kind: Kind, params: Params, ahead: Ahead, explore: Array, state: State, key: Array) -> tuple[State, Looked]:
    """Play one turn of every game, looking ahead."""
    games = state.heights.shape[0]
    every = jnp.arange(games)
    hand = state.hands[every, state.active]
    seen = seen_by(kind, state, hand)
    least = jnp.where(seen.left > 0, kind.least, 1)
    ends = Search(kind, params, seen, state.heights, state.unplayed, least).turns(hand, WHOLE)
    value, places = jax.lax.top_k(ends.value, ahead.plans)
    node = _take(ends.node, places)
    some, luck, deals = jax.random.split(key, 3)
    found = chances(kind, params, node, seen, deals, ahead.worlds)
    sure = value >= _WON
    own = jnp.where(sure, 1.0, jax.nn.sigmoid(jnp.clip(value, -50, 50)))
    found = jnp.where(sure, 1.0, found)
    score = (ahead.trust * own + ahead.worlds * found) / (ahead.trust + ahead.worlds)
    score = jnp.where(value > _NEVER, score, -1.0)
    tries = jax.random.uniform(some, (games,)) < explore
    near = score * 60 + jax.random.gumbel(luck, score.shape)
    chosen = jnp.where(tries, jnp.where(score < 0, -1e9, near).argmax(-1), score.argmax(-1))
    end = Node(*(part[:, 0] for part in _take(node, chosen[:, None])))
    able = state.playing & (value[:, 0] > _NEVER)

    def wide(part: Array) -> Array:
        return jnp.broadcast_to(part[:, None], (games, ahead.plans, *part.shape[1:]))

    sample = Sample(
        node.heights.astype(jnp.int8), node.hand.astype(jnp.int8), wide(seen.free), wide(seen.left.astype(jnp.int8)),
        wide(seen.others.astype(jnp.int8)), score, score, able[:, None] & (value > _NEVER) & ~sure,
    )
    return _played_on(kind, state, seen, end, able), Looked(sample, found, chosen, able)


@partial(jax.jit, static_argnums=(0, 2, 4))
def play(kind: Kind, params: Params, ahead: Ahead, key: Array, games: int, explore: Array) -> tuple[State, Looked]:
    """Play games to their ends."""
    start, key = jax.random.split(key)
    state = deal(kind, start, games)
    keys = jax.random.split(key, longest(kind))
    state, looked = jax.lax.scan(partial(turn, kind, params, ahead, explore), state, keys)
    return solved(kind, state), looked


@partial(jax.jit, static_argnums=(0,))
def targets(recipe: Recipe, share: Array, state: State, looked: Looked) -> Array:
    """Return what the turns looked through should be worth."""
    best = looked.sample.value.max(-1)
    own = jnp.take_along_axis(looked.found, looked.chosen[..., None], -1)[..., 0]
    worth = state.won.astype(jnp.float32)

    def before(after: tuple[Array, Array, Array], now: tuple[Array, Array]) -> tuple[tuple[Array, Array, Array], Array]:
        later, top, was = after
        value, able = now
        wanted = jnp.where(was, recipe.trust * later + (1 - recipe.trust) * top, worth)
        return (jnp.where(able, wanted, later), value, able | was), wanted

    none = jnp.zeros_like(worth), jnp.zeros_like(worth), jnp.zeros(worth.shape, bool)
    _, became = jax.lax.scan(before, none, (best, looked.able), reverse=True)
    return jnp.clip(looked.found + share * (became - own)[..., None], 0.0, 1.0)


def strength(kind: Kind, params: Params, ahead: Ahead, games: int, rounds: int) -> str:
    """Return the wins of fresh games, looking ahead, as a text."""
    wins = [float(play(kind, params, ahead, jax.random.key(77_000 + n), games, jnp.float32(0))[0].won.mean()) for n in range(rounds)]
    share = float(np.mean(wins))
    return f"{share:.2%} ± {196 * (share * (1 - share) / games / rounds) ** 0.5:.1f} of {games * rounds}"


def learn(name: str, kind: Kind, recipe: Recipe, ahead: Ahead, start: Path | None, seconds: float, share: float, out: Path, check: int) -> None:
    """Go on from a network, and write it down."""
    began = time.perf_counter()

    def say(line: str) -> None:
        print(f"{name} {time.perf_counter() - began:.0f}s {line}", flush=True)

    params = read(kind, start) if start else small(kind, name, 256)
    if check:
        say(f"looking ahead, before: {strength(kind, params, ahead, recipe.games, check)}")
    if seconds <= 0:
        return
    learning: Learning | None = None
    key = jax.random.key(11)
    rounds: list[tuple[Sample, Array]] = []
    recent: list[float] = []
    began_learning = time.perf_counter()
    number = 0
    while (progress := (time.perf_counter() - began_learning) / seconds) < 1:
        number += 1
        key, one, two = jax.random.split(key, 3)
        state, looked = play(kind, learning.steady if learning else params, ahead, one, recipe.games, jnp.float32(recipe.explore))
        wanted = targets(recipe, jnp.float32(share), state, looked)
        flat = Sample(*(part.reshape(-1, *part.shape[3:]) for part in looked.sample))
        rounds = [*rounds, (flat, wanted.reshape(-1))][-recipe.window :]
        if learning is None:
            learning = started(rescaled(params, *scale_of(kind, flat)))
        while len(rounds) < recipe.window:
            rounds.append(rounds[-1])
        recent.append(float(state.won.mean()))
        if number % 20 == 0 or number < 4:
            say(f"round {number}: {number * recipe.games} games, won {np.mean(recent[-20:]):.1%}")
        if number < 8:
            continue
        many = Sample(*(jnp.concatenate(parts) for parts in zip(*(s for s, _ in rounds), strict=True)))
        rate = recipe.last_rate + (recipe.rate - recipe.last_rate) * 0.5 * (1 + np.cos(np.pi * progress))
        learning, loss = study(kind, recipe, learning, many, jnp.concatenate([w for _, w in rounds]), two, jnp.float32(rate))
        if number % 20 == 0:
            say(f"loss {float(loss):.4f}")
            save(out / f"{name}.npz", learning.steady)
    if learning is None:
        return
    save(out / f"{name}.npz", learning.steady)
    if check:
        say(f"looking ahead, after: {strength(kind, learning.steady, ahead, recipe.games, check)}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m training.wide_ahead", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="folder of networks to go on from; without, the small ones")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--share", type=float, default=0.5, help="how much of what became of a turn played corrects all")
    parser.add_argument("--check", type=int, default=0, help="rounds of games to judge a network by, before and after")
    parser.add_argument("--pack", type=Path)
    defaults = Recipe(games=128, window=60, rate=3e-4, steps=100, explore=0.05)
    for field, default in (*defaults._asdict().items(), *Ahead._field_defaults.items()):
        option = "ahead-trust" if field == "trust" and default > 1 else field
        parser.add_argument(f"--{option.replace('_', '-')}", type=type(default), default=default)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(**{field: getattr(options, field) for field in Recipe._fields})
    ahead = Ahead(options.plans, options.worlds, options.ahead_trust)
    for name in options.only:
        start = options.start / f"{name}.npz" if options.start else None
        kind = Kind.of(rules_of(name))
        learn(name, kind, recipe, ahead, start, options.seconds, options.share, options.out, options.check)
    if options.pack:
        pack([options.out], options.pack)


if __name__ == "__main__":
    main()
