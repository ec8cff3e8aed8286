"""How fast the environments are: random legal play, with observations and masks.

    python benchmarks/envs.py [--seconds 3] [--games 16384] [--threads 2] [--only NAME] [--write]

A step is one action of a seat; steps of finished agents are not counted, deals are in. Every figure is the best of
short stretches, which leaves out what other programs took; the last column divides by processor time instead.
Games by chance are short (about 17 steps), so that the deals weigh more here than in play that gets far.
`--write` puts the figures by the clock into `benchmarks/results/envs.json`, for `scripts/figures.py`; with `--only` the
other rows stay as they were.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Callable

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


def measure(work: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Return the best steps a second of a stretch, by the clock and by processor time."""
    work()
    by_clock = by_processor = 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        steps, clock, processor = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - clock < STRETCH:
            steps += work()
        by_clock = max(by_clock, steps / (time.perf_counter() - clock))
        by_processor = max(by_processor, steps / (time.process_time() - processor))
    return by_clock, by_processor


def works(edition: str, players: int, games: int, threads: int) -> dict[str, Callable[[], int]]:
    """Return what is measured of a game, by name."""
    rows = {
        "PettingZoo": pettingzoo(edition, players),
        "Gymnasium": gymnasium(edition, players),
        "OpenSpiel": openspiel(edition, players),
        "batched, 1 thread": batched(edition, players, games, 1),
        f"batched, {threads} threads": batched(edition, players, games, threads),
        "VectorEnv, 1 thread": vector(edition, players, games, 1),
        f"VectorEnv, {threads} threads": vector(edition, players, games, threads),
    }
    if players > 1:
        rows[f"with talk, {threads} threads"] = batched(edition, players, games, threads, "table")
        rows[f"with partners, {threads} threads"] = beside(edition, players, games, threads)
    return rows


def main() -> None:
    """Print the table, and write it into the result file where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--games", type=int, default=16384, help="games side by side in the batched environment")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="", metavar="NAME", help="measure what has this in its name; keep the rest")
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/envs.json")
    chosen = parser.parse_args()
    print(f"{'environment':>24} {'edition':>8} {'players':>7} {'steps/s':>12} {'a processor second':>18}")
    cells = defaultdict[str, list[str]](list)
    for place, (edition, players) in enumerate(GAMES):
        for name, work in works(edition, players, chosen.games, chosen.threads).items():
            if chosen.only not in name:
                continue
            by_clock, by_processor = measure(work, chosen.seconds)
            print(f"{name:>24} {edition:>8} {players:>7} {by_clock:>12,.0f} {by_processor:>18,.0f}")
            cells[name] += ["–"] * (place - len(cells[name])) + [f"{by_clock:,.0f}"]
    if chosen.write:
        head = ["environment", *(f"{edition}, {players}" for edition, players in GAMES)]
        before = {row[0]: row[1:] for row in result_file.read("envs")["rows"]} if chosen.only else {}
        result_file.write("envs", head, [[name, *row] for name, row in (before | cells).items()], seed=SEED)


if __name__ == "__main__":
    main()
