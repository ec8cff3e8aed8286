"""Make the champion's networks again: ``python training/champion.py --out FOLDER``; see training/README.md."""

from __future__ import annotations

import argparse
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, fields, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from learn import Learner, Net, Recipe, learn, start_values

from nonante import Rules
from nonante.kernel.nets import Manner

EDITIONS = ("base", "expert", "on-fire", "extreme")


@dataclass(frozen=True)
class Job:
    """One network to learn."""

    edition: str
    players: int
    talk: str
    threads: int = 1
    keep_within: int = 0
    small_within: int = 6
    tag: str = ""

    @property
    def name(self) -> str:
        """How its files are called."""
        return f"{self.edition}-{self.players}-{self.talk}{self.tag}"

    @property
    def rules(self) -> Rules:
        """The game."""
        if self.players == 1:
            return Rules.edition(self.edition, players=1)
        return Rules.edition(self.edition, players=self.players, talk=self.talk)


def all_jobs() -> list[Job]:
    """Return every game the champion has a network for; permissive tables use the standard ones."""
    kinds = [(1, "none"), *((players, talk) for talk in ("none", "standard") for players in range(2, 6))]
    return [Job(edition, players, talk) for edition in EDITIONS for players, talk in kinds]


def run(
    job: Job, recipe: Recipe, out: Path, start: Path | None, minutes: float, rounds: int, check: int, seed: int
) -> str:
    """Learn one network and write it down; return a line about it."""
    manner = Manner(job.keep_within, job.small_within)
    recipe = replace(recipe, games=recipe.games * max(1, job.threads // 2))
    learner = Learner(job.rules, manner, recipe, seed, job.threads)
    if start:
        learner.take_over(start)
    with (out / f"{job.name}.log").open("a", encoding="utf-8") as log:

        def say(line: str) -> None:
            print(line, file=log, flush=True)

        say(f"{job.name}: {asdict(recipe)} from {start.name if start else 'nothing'}")
        learn(learner, minutes * 60, rounds, say)
        if job.players > 1 and job.talk != "none":
            like, rather_not = start_values(learner, (0.7, 0.4))
            learner.manner = manner = replace(manner, like_from=like, rather_not_to=rather_not)
        learner.net.save(out / f"{job.name}.state.npz")
        (out / f"{job.name}.json").write_text(json.dumps(asdict(manner)), encoding="utf-8")
        left = learner.play(check, 0, trace=False).left
        line = f"{job.name}: won {(left == 0).mean():.1%} of {len(left)}, {left.mean():.2f} left"
        say(line)
    return line


def pack(folders: list[Path], path: Path) -> None:
    """Write the networks of all folders, a later one before an earlier one, into the file that the package reads."""
    arrays: dict[str, Any] = {}
    for job in all_jobs():
        folder = next((folder for folder in reversed(folders) if (folder / f"{job.name}.state.npz").exists()), None)
        if folder is None:
            raise SystemExit(f"no network for {job.name}")
        row, shape = Net.read(folder / f"{job.name}.state.npz")
        manner = json.loads((folder / f"{job.name}.json").read_text("utf-8"))
        arrays[f"{job.name}.net"] = row
        arrays[f"{job.name}.about"] = np.array(json.dumps({"shape": shape, "manner": manner}))
    np.savez_compressed(path, **arrays)
    print(f"{path}: {len(arrays) // 2} networks, {path.stat().st_size / 1e6:.2f} MB")


def main() -> None:
    """Read the command line and run the jobs side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for networks and logs")
    parser.add_argument(
        "--start", type=Path, help="folder of networks to go on from; the base game's serve all editions"
    )
    parser.add_argument("--only", nargs="*", default=[], help="EDITION-PLAYERS-TALK[*THREADS] instead of all")
    parser.add_argument("--minutes", type=float, default=10, help="for each network")
    parser.add_argument("--rounds", type=int, default=1000, help="at most so many, for each network")
    parser.add_argument("--games", type=int, default=Recipe.games, help="games a round")
    parser.add_argument("--check", type=int, default=2000, help="games to judge the network by at the end")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trust", type=float, default=Recipe.trust)
    parser.add_argument("--won", type=float, default=Recipe.won)
    parser.add_argument("--explore", type=int, default=Recipe.explore)
    parser.add_argument("--rate", type=float, default=Recipe.rate)
    parser.add_argument("--epochs", type=float, default=Recipe.epochs)
    parser.add_argument("--batch", type=int, default=Recipe.batch)
    parser.add_argument("--window", type=int, default=Recipe.window)
    parser.add_argument("--pack", type=Path, help="write all networks of --start and --out into this file at the end")
    parser.add_argument("--jobs", help="a JSON list of jobs instead")
    options = parser.parse_args()
    jobs = all_jobs()
    if options.jobs:
        jobs = [Job(**job) for job in json.loads(Path(options.jobs).read_text("utf-8"))]
    if options.only:
        threads = {name: int(count or 1) for name, _, count in (word.partition("*") for word in options.only)}
        jobs = [replace(job, threads=threads[job.name]) for job in jobs if job.name in threads]
    options.out.mkdir(parents=True, exist_ok=True)
    asked = {field.name: getattr(options, field.name) for field in fields(Recipe) if hasattr(options, field.name)}
    recipe = Recipe(**asked)
    Learner(jobs[0].rules, Manner(), recipe, 0, 1).play(1, 0)  # compiles once, for all
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
        futures = []
        for number, job in enumerate(jobs):
            starts = (
                [options.start / f"{name}.state.npz" for name in (job.name, f"base-{job.players}-{job.talk}")]
                if options.start
                else []
            )
            start = next((path for path in starts if path.exists()), None)
            details = (options.out, start, options.minutes, options.rounds, options.check, options.seed * 1000 + number)
            futures.append(pool.submit(run, job, recipe, *details))
        for done in as_completed(futures):
            print(done.result(), flush=True)
    if options.pack:
        pack([*([options.start] if options.start else []), options.out], options.pack)


if __name__ == "__main__":
    main()
