"""How fast the environments are: random legal play, with observations and masks.

    python benchmarks/envs.py [--seconds 3] [--games 16384] [--threads 2] [--only NAME] [--write]

A step is one action of a seat; steps of finished agents are not counted, deals are in. Every figure is the best of
short stretches, which leaves out what other programs took; the last column divides by processor time instead. All rows
of a game take turns, stretch by stretch, so that a busy machine slows all of them alike.
Games by chance are short (about 17 steps), so that the deals weigh more here than in play that gets far.
`--peers` also measures environments of other projects where they are installed (`pip install pgx jaxmarl`): Hanabi in
OpenSpiel, Pgx and JaxMARL. Their games differ, so this compares orders of magnitude.
`--write` puts the figures by the clock into `benchmarks/results/envs.json`, for `scripts/figures.py`; with `--only` the
other rows stay as they were. With `--peers` it writes both figures into `envs-peers.json` instead.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import pyspiel
import result_file

from nonante.envs import nonante_v0, spiel
from nonante.envs.batch import BatchEnv
from nonante.envs.gym_v0 import TeamEnv
from nonante.envs.gym_vector import TeamVectorEnv
from nonante.envs.options import Signals

STRETCH = 0.15
SEED = 1
PARTNERS = ["nearest", "planner", "steady"]
Factory: TypeAlias = Callable[[], Callable[[], int]]
GAMES = [("base", 1), ("base", 3), ("base", 5), ("extreme", 3)]


def pettingzoo(edition: str, players: int) -> Callable[[], int]:
    """Return a function that plays a game by chance in the usual loop and returns its steps."""
    env = nonante_v0.env(edition=edition, players=players)
    env.reset(seed=SEED)
    pick = random.Random(SEED).random

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            _, _, over, _, _ = env.last()
            if over:
                env.step(None)
                continue
            legal = env.legal_actions()
            env.step(legal[int(pick() * len(legal))])
            steps += 1
        return steps

    return play


def gymnasium(edition: str, players: int) -> Callable[[], int]:
    """Return the same for all seats by one policy in Gymnasium."""
    env = TeamEnv(edition=edition, players=players)
    env.reset(seed=SEED)
    pick = random.Random(SEED).random

    def play() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(legal[int(pick() * len(legal))])
            steps += 1
        return steps

    return play


def openspiel(edition: str, players: int) -> Callable[[], int]:
    """Return the same for OpenSpiel, where every card dealt or drawn is an action too; only players' are counted."""
    game = pyspiel.load_game(f"{spiel.NAME}(edition={edition},players={players})")
    pick = random.Random(SEED).choice

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            steps += not state.is_chance_node()
            state.apply_action(pick(state.legal_actions()))
        return steps

    return play


def batched(edition: str, players: int, games: int, threads: int, signals: Signals = False) -> Callable[[], int]:
    """Return a function that steps all games once."""
    env = BatchEnv(games, edition=edition, players=players, threads=threads, signals=signals)
    env.reset(seed=SEED)

    def step() -> int:
        env.step(env.sample())
        return games

    return step


def beside(edition: str, players: int, games: int, threads: int) -> Callable[[], int]:
    """Return the same for one seat, beside partners that are drawn anew for every game; only its steps count."""
    env = BatchEnv(games, edition=edition, players=players, threads=threads, partners=PARTNERS)
    env.reset(seed=SEED)

    def step() -> int:
        env.step(env.sample())
        return games

    return step


def vector(edition: str, players: int, games: int, threads: int) -> Callable[[], int]:
    """Return the same for the batched games behind Gymnasium's `VectorEnv`."""
    envs = TeamVectorEnv(games, edition=edition, players=players, threads=threads, copy=False)
    envs.reset(seed=SEED)

    def step() -> int:
        envs.step(envs.sample())
        return games

    return step


def hanabi() -> Callable[[], int]:
    """Return a function that plays a game of OpenSpiel's Hanabi, which is written in C++, by chance."""
    game = pyspiel.load_game("hanabi(players=3)")
    pick = random.Random(SEED).choice

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            steps += not state.is_chance_node()
            state.apply_action(pick(state.legal_actions()))
        return steps

    return play


def pgx(name: str, games: int) -> Callable[[], int]:
    """Return a function that steps all games of a Pgx environment once, by chance, with a new deal at the end."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    reset, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def play(state: Any, key: Any) -> tuple[Any, Any]:
        key, one, two = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(one, odds), jax.random.split(two, games)), key

    return _stepping(play, jax.jit(reset)(jax.random.split(jax.random.key(SEED), games)), games)


def jaxmarl(name: str, games: int) -> Callable[[], int]:
    """Return the same for an environment of JaxMARL where one agent acts at a time; each of its steps counts once."""
    import jax
    import jaxmarl

    env = jaxmarl.make(name)

    @jax.jit
    def play(held: Any, key: Any) -> tuple[Any, Any]:
        key, one, two = jax.random.split(key, 3)
        legal = jax.vmap(env.get_legal_moves)(held)
        picks = {
            agent: jax.random.categorical(one, jax.numpy.where(mask > 0, 0.0, -jax.numpy.inf))
            for agent, mask in legal.items()
        }
        return jax.vmap(env.step)(jax.random.split(two, games), held, picks)[1], key

    held = jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.key(SEED), games))[1]
    return _stepping(play, held, games)


def _stepping(play: Callable[[Any, Any], tuple[Any, Any]], state: Any, games: int) -> Callable[[], int]:
    import jax

    now = state, jax.random.key(SEED + 1)

    def step() -> int:
        nonlocal now
        now = play(*now)
        now[1].block_until_ready()
        return games

    return step


def peers(games: int) -> dict[str, Factory]:
    """Return the environments of other projects, by name."""
    return {
        "OpenSpiel, Hanabi": hanabi,
        "Pgx, Kuhn poker": partial(pgx, "kuhn_poker", games),
        "Pgx, Leduc hold'em": partial(pgx, "leduc_holdem", games),
        "JaxMARL, Hanabi": partial(jaxmarl, "hanabi", games),
    }


def measure(works: Mapping[str, Callable[[], int]], seconds: float) -> dict[str, tuple[float, float]]:
    """Return the best steps a second of a stretch of each, by the clock and by processor time; they take turns."""
    best = dict.fromkeys(works, (0.0, 0.0))
    for work in works.values():
        work()
    for _ in range(max(1, round(seconds / STRETCH))):
        for name, work in works.items():
            steps, clock, processor = 0, time.perf_counter(), time.process_time()
            while time.perf_counter() - clock < STRETCH:
                steps += work()
            found = steps / (time.perf_counter() - clock), steps / (time.process_time() - processor)
            best[name] = max(best[name][0], found[0]), max(best[name][1], found[1])
    return best


def ready(factories: Mapping[str, Factory], only: Sequence[str]) -> dict[str, Callable[[], int]]:
    """Make what is to be measured; say what is not installed."""
    works = {}
    for name, factory in factories.items():
        if any(part in name for part in only):
            try:
                works[name] = factory()
            except ImportError as error:
                print(f"{name}: {error}", file=sys.stderr)
    return works


def rows(edition: str, players: int, games: int, threads: int) -> dict[str, Factory]:
    """Return what is measured of a game, by name."""
    game, batch = (edition, players), (edition, players, games)
    found: dict[str, Factory] = {
        "PettingZoo": partial(pettingzoo, *game),
        "Gymnasium": partial(gymnasium, *game),
        "OpenSpiel": partial(openspiel, *game),
        "batched, 1 thread": partial(batched, *batch, 1),
        f"batched, {threads} threads": partial(batched, *batch, threads),
        "VectorEnv, 1 thread": partial(vector, *batch, 1),
        f"VectorEnv, {threads} threads": partial(vector, *batch, threads),
    }
    if players > 1:
        found[f"with talk, {threads} threads"] = partial(batched, *batch, threads, "table")
        found[f"with partners, {threads} threads"] = partial(beside, *batch, threads)
    return found


def main() -> None:
    """Print the table, and write it into the result file where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--games", type=int, default=16384, help="games side by side in the batched environment")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", action="append", metavar="NAME", help="measure what has this in its name; repeatable")
    parser.add_argument(
        "--peers", action="store_true", help="also measure other projects, with the base game for three"
    )
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/envs.json")
    chosen = parser.parse_args()
    print(f"{'environment':>24} {'edition':>8} {'players':>7} {'steps/s':>12} {'a processor second':>18}")
    cells, lines = defaultdict[str, list[str]](list), list[list[str]]()
    for place, (edition, players) in enumerate(GAMES):
        others = peers(chosen.games) if chosen.peers and (edition, players) == ("base", 3) else {}
        works = ready(rows(edition, players, chosen.games, chosen.threads) | others, chosen.only or [""])
        for name, (by_clock, by_processor) in measure(works, chosen.seconds).items():
            game = ("–", "") if name in others else (edition, players)
            print(f"{name:>24} {game[0]:>8} {game[1]:>7} {by_clock:>12,.0f} {by_processor:>18,.0f}", flush=True)
            lines.append([name, " ".join(map(str, game)), f"{by_clock:,.0f}", f"{by_processor:,.0f}"])
            if name not in others:
                cells[name] += ["–"] * (place - len(cells[name])) + [f"{by_clock:,.0f}"]
    if chosen.write and chosen.peers:
        result_file.write("envs-peers", ["environment", "game", "steps/s", "a processor second"], lines, seed=SEED)
    elif chosen.write:
        head = ["environment", *(f"{edition}, {players}" for edition, players in GAMES)]
        before = {row[0]: row[1:] for row in result_file.read("envs")["rows"]} if chosen.only else {}
        result_file.write("envs", head, [[name, *row] for name, row in (before | cells).items()], seed=SEED)


if __name__ == "__main__":
    main()
