"""IPPO in plain JAX: one policy, shared by all seats, learns the game by itself in a single compiled loop.

    pip install "nonante[jax]"
    python examples/train_ippo_jax.py [--edition base] [--players 3] [--updates 1200]

Every seat decides by its own vector alone and hears nothing; all seats use the same weights and get the same reward,
shaped: a step shows at once how far it moved a pile, and the rewards of a game still add up to the share of cards laid.
The network knows how far every card is from every pile, and learns what that is worth besides the rest of the vector.
The curve is the mean number of cards left over the games that ended since the line before; less is better.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from nonante.envs.jax_v0 import JaxEnv

Weights = dict[str, Array]

DISCOUNT, TRACE, CLIP, VALUE, ENTROPY = 1.0, 0.95, 0.2, 0.5, 0.003
PASSES, PARTS = 2, 4  # over the steps of an update, in so many parts
LAYS = 98 * 4


class Options(NamedTuple):
    """What is trained, and for how long."""

    edition: str = "base"
    players: int = 3
    updates: int = 1200
    games: int = 128  # side by side
    steps: int = 32  # of each game before an update
    hidden: int = 64
    rate: float = 2.5e-3
    seed: int = 1
    every: int = 60  # updates between two lines


class Step(NamedTuple):
    """What a seat saw and did, and what came of it."""

    seen: Array
    mask: Array
    action: Array
    chance: Array  # its logarithm
    value: Array
    reward: Array
    done: Array
    score: Array


def nearness(env: JaxEnv, seen: Array) -> Array:
    """Return for every card held and every pile how near it is, 0 to 1, and whether it goes back exactly 10."""
    tops, hand = (env.layout[name] for name in ("tops", "hand"))
    top = seen[tops.start : tops.stop].reshape(4, 100).argmax(1) + 1
    steps = (jnp.arange(2, 100)[:, None] - top) * jnp.array([1, 1, -1, -1])
    held = seen[hand.start : hand.stop, None] > 0
    near = jnp.where(held & (steps > 0), jnp.exp(-steps / 8), 0)
    return jnp.stack([near.reshape(-1), (held & (steps == -10)).reshape(-1)])


def new_weights(env: JaxEnv, key: Array, hidden: int) -> Weights:
    """Return a network that plays by chance."""
    size, (one, two) = env.layout.size + 2 * LAYS, jax.random.split(key)
    return {
        "in": jax.random.normal(one, (size, hidden)) / 8,
        "in_bias": jnp.zeros(hidden),
        "middle": jax.random.normal(two, (hidden, hidden)) / hidden**0.5,
        "middle_bias": jnp.zeros(hidden),
        "out": jnp.zeros((hidden, env.actions + 1)),  # the actions, and the value
        "out_bias": jnp.zeros(env.actions + 1),
        "direct": jnp.zeros(2),
    }


def think(env: JaxEnv, weights: Weights, seen: Array, mask: Array) -> tuple[Array, Array]:
    """Return the logarithms of the chances of all actions, and the value."""
    near = nearness(env, seen)
    inner = jnp.concatenate([seen.astype(jnp.float32), near.reshape(-1)])
    inner = jnp.tanh(inner @ weights["in"] + weights["in_bias"])
    inner = jnp.tanh(inner @ weights["middle"] + weights["middle_bias"])
    *logits, value = jnp.split(inner @ weights["out"] + weights["out_bias"], [env.actions])
    wanted = logits[0].at[:LAYS].add(weights["direct"] @ near)
    return jax.nn.log_softmax(jnp.where(mask, wanted, -1e9)), value[0]


def play(env: JaxEnv, weights: Weights, games: Any, key: Array, steps: int) -> tuple[Any, Step]:
    """Let all games go on by so many steps; each is the action of the seat whose turn it is."""

    def one(game: Any, key: Array) -> tuple[Any, Step]:
        seen, state = game
        chosen, dealt = jax.random.split(key)
        chances, value = think(env, weights, seen.observation, seen.mask)
        action = jax.random.categorical(chosen, chances)
        after, state, reward, done, info = env.step(dealt, state, action)
        step = Step(seen.observation, seen.mask, action, chances[action], value, reward, done, info.score)
        return (after, state), step

    def all_games(games: Any, key: Array) -> tuple[Any, Step]:
        return jax.vmap(one)(games, jax.random.split(key, len(games[1].turn)))

    return jax.lax.scan(all_games, games, jax.random.split(key, steps))


def advantages(played: Step, last: Array) -> Array:
    """Return how much better every step was than expected (GAE)."""

    def back(carry: tuple[Array, Array], step: Step) -> tuple[tuple[Array, Array], Array]:
        ahead, following = carry
        goes_on = DISCOUNT * ~step.done
        surprise = step.reward + goes_on * following - step.value
        gained = surprise + goes_on * TRACE * ahead
        return (gained, step.value), gained

    return jax.lax.scan(back, (jnp.zeros_like(last), last), played, reverse=True)[1]


def loss(env: JaxEnv, weights: Weights, played: Step, gained: Array) -> Array:
    """Return what PPO makes small."""
    chances, value = jax.vmap(lambda seen, mask: think(env, weights, seen, mask))(played.seen, played.mask)
    chance = jnp.take_along_axis(chances, played.action[:, None], axis=1)[:, 0]
    scaled = (gained - gained.mean()) / (gained.std() + 1e-8)
    ratio = jnp.exp(chance - played.chance)
    better = jnp.minimum(ratio * scaled, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * scaled)
    entropy = -jnp.where(played.mask, jnp.exp(chances) * chances, 0).sum(1)
    return (VALUE * (value - played.value - gained) ** 2 - better - ENTROPY * entropy).mean()


class Learner(NamedTuple):
    """The weights, and what Adam remembers of their slopes."""

    weights: Weights
    mean: Weights
    square: Weights
    taken: Array  # steps


def adam(learner: Learner, slopes: Weights, rate: float) -> Learner:
    """Return the learner after a step of Adam."""
    norm = jnp.sqrt(sum(jnp.sum(slope**2) for slope in slopes.values()))
    slopes = {name: slope / jnp.maximum(1, 2 * norm) for name, slope in slopes.items()}
    taken = learner.taken + 1
    mean = {name: 0.9 * learner.mean[name] + 0.1 * slope for name, slope in slopes.items()}
    square = {name: 0.999 * learner.square[name] + 0.001 * slope**2 for name, slope in slopes.items()}
    fair = rate * jnp.sqrt(1 - 0.999**taken) / (1 - 0.9**taken)
    weights = {
        name: weight - fair * mean[name] / (jnp.sqrt(square[name]) + 1e-8) for name, weight in learner.weights.items()
    }
    return Learner(weights, mean, square, taken)


def update(env: JaxEnv, chosen: Options, learner: Learner, games: Any, key: Array) -> tuple[Learner, Any, Array]:
    """Play, and learn from it; return also how many games ended, and how many cards they left in all."""
    playing, *passes = jax.random.split(key, 1 + PASSES)
    games, played = play(env, learner.weights, games, playing, chosen.steps)
    last = jax.vmap(lambda seen: think(env, learner.weights, seen.observation, seen.mask)[1])(games[0])
    count = chosen.games * chosen.steps
    flat = jax.tree.map(lambda rows: rows.reshape(count, *rows.shape[2:]), (played, advantages(played, last)))

    def learn(learner: Learner, rows: Array) -> tuple[Learner, None]:
        part, gained = jax.tree.map(lambda values: values[rows], flat)
        slopes = jax.grad(lambda weights: loss(env, weights, part, gained))(learner.weights)
        return adam(learner, slopes, chosen.rate), None

    for order in passes:
        learner, _ = jax.lax.scan(learn, learner, jax.random.permutation(order, count).reshape(PARTS, -1))
    return learner, games, jnp.stack([played.done.sum(), (played.done * played.score).sum()])


def train(chosen: Options) -> list[tuple[int, float]]:
    """Train; print the curve and return it: after how many steps, how many cards were left in the mean."""
    env = JaxEnv(edition=chosen.edition, players=chosen.players, reward="shaped")
    begin, first, key = jax.random.split(jax.random.key(chosen.seed), 3)
    games = jax.jit(jax.vmap(env.reset))(jax.random.split(begin, chosen.games))
    weights = new_weights(env, first, chosen.hidden)
    nothing = jax.tree.map(jnp.zeros_like, weights)
    learner = Learner(weights, nothing, nothing, jnp.zeros((), jnp.int32))

    @jax.jit
    def several(learner: Learner, games: Any, key: Array) -> tuple[Learner, Any, Array]:
        def once(carry: Any, key: Array) -> Any:
            learner, games, told = update(env, chosen, carry[0], carry[1], key)
            return (learner, games), told

        (learner, games), told = jax.lax.scan(once, (learner, games), jax.random.split(key, chosen.every))
        return learner, games, told.sum(0)

    print(f"{'steps':>12} {'games':>8} {'cards left':>10} {'seconds':>8}", flush=True)
    curve, began = [], time.perf_counter()
    for number, part in enumerate(jax.random.split(key, chosen.updates // chosen.every), start=1):
        learner, games, told = several(learner, games, part)
        ended, left = (int(count) for count in told)
        steps = number * chosen.every * chosen.steps * chosen.games
        curve.append((steps, left / max(1, ended)))
        print(f"{steps:>12,} {ended:>8,} {curve[-1][1]:>10.2f} {time.perf_counter() - began:>8.1f}", flush=True)
    return curve


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in Options()._asdict().items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    train(Options(**vars(parser.parse_args())))


if __name__ == "__main__":
    main()
