"""How fast the games in JAX are, on whatever device JAX has: random legal play, with observations, masks and new deals.

    python benchmarks/jax_envs.py [--games 2048] [--steps 8] [--seconds 3] [--edition base] [--players 3] [--write]
    python benchmarks/jax_envs.py --games 262144 --steps 64  # on a GPU
    python benchmarks/jax_envs.py --learn [--write]          # the learning curve of examples/train_ippo_jax.py

A step is one action of a seat; drawing the random action counts too. All steps of a stretch are one compiled loop;
the best of several stretches counts, and compiling does not. `--write` puts what was measured into
`benchmarks/results/jax_envs.json` or `jax_learning.json`, for `scripts/figures.py`.
"""

from __future__ import annotations

import argparse
import runpy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import result_file

from nonante.envs.jax_v0 import JaxEnv

SEED = 1


def stretch(env: JaxEnv, games: int, steps: int) -> tuple[Any, Callable[..., Any]]:
    """Return games, and a compiled function that plays so many steps of each and says what they paid."""

    def one(seen: Any, state: Any, key: jax.Array) -> Any:
        chosen, dealt = jax.random.split(key)
        return env.step(dealt, state, env.sample(chosen, seen))

    def all_games(carry: Any, key: jax.Array) -> Any:
        seen, state = carry
        seen, state, reward, done, _ = jax.vmap(one)(seen, state, jax.random.split(key, games))
        return (seen, state), (reward.sum(), done.sum())

    def run(carry: Any, key: jax.Array) -> Any:
        carry, (rewards, ends) = jax.lax.scan(all_games, carry, jax.random.split(key, steps))
        return carry, rewards.sum(), ends.sum()

    first = jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.key(SEED), games))
    return first, jax.jit(run, donate_argnums=0)


def measure(env: JaxEnv, games: int, steps: int, seconds: float) -> tuple[float, float, float]:
    """Return the best steps per second of a stretch, by wall time and by CPU time, and the compile time."""
    carry, run = stretch(env, games, steps)
    began = time.perf_counter()
    carry, rewards, _ = run(carry, jax.random.key(SEED))
    rewards.block_until_ready()
    compiling, number, end = time.perf_counter() - began, 0, time.perf_counter() + seconds
    by_clock = by_processor = 0.0
    while time.perf_counter() < end:
        number += 1
        clock, processor = time.perf_counter(), time.process_time()
        carry, rewards, _ = run(carry, jax.random.key(SEED + number))
        rewards.block_until_ready()
        by_clock = max(by_clock, games * steps / (time.perf_counter() - clock))
        by_processor = max(by_processor, games * steps / (time.process_time() - processor))
    return by_clock, by_processor, compiling


def device() -> str:
    """Name what JAX computes on."""
    there = jax.devices()[0]
    return there.device_kind if there.platform != "cpu" else "CPU"


def learn(write: bool) -> None:
    """Train the example and keep its curve."""
    example = runpy.run_path(str(Path(__file__).resolve().parents[1] / "examples" / "train_ippo_jax.py"))
    chosen = example["Options"](every=120)
    curve = example["train"](chosen)
    if write:
        rows = [[f"{steps:,}", f"{left:.2f}"] for steps, left in curve]
        result_file.write("jax_learning", ["steps", "cards left"], rows, seed=chosen.seed)


def main() -> None:
    """Print the figure, and write it into the result file with --write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2048, help="parallel games")
    parser.add_argument("--steps", type=int, default=8, help="steps of each in one compiled loop")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--edition", default="base")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--learn", action="store_true", help="measure the learning curve of the example instead")
    parser.add_argument("--write", action="store_true", help="write the result file")
    chosen = parser.parse_args()
    if chosen.learn:
        learn(chosen.write)
        return
    env = JaxEnv(edition=chosen.edition, players=chosen.players)
    by_clock, by_processor, compiling = measure(env, chosen.games, chosen.steps, chosen.seconds)
    row = [device(), chosen.edition, str(chosen.players), f"{chosen.games:,}", f"{by_clock:,.0f}"]
    row += [f"{by_processor:,.0f}" if device() == "CPU" else "–"]
    print(", ".join(row), f"(compiled in {compiling:.1f} s)")
    if chosen.write:
        head = ["device", "edition", "players", "parallel games", "steps/s", "steps per CPU second"]
        result_file.write("jax_envs", head, [row], seed=SEED)


if __name__ == "__main__":
    main()
