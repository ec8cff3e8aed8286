"""Make the champion's networks again: ``python -m training.champion --out FOLDER``; see training/README.md."""

from __future__ import annotations

import argparse
import json
import os
import zlib
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from training.learn import Learner, Net, Recipe, learn, start_values

from nonante import Rules, lifeline
from nonante.kernel.workspace import TalkSettings
from nonante.players.champion import networks
from nonante.rules import Talk

EDITIONS = ("base", "expert", "on-fire", "extreme")
TALKS: tuple[Talk, ...] = ("none", "standard", "permissive")


@dataclass(frozen=True)
class Job:
    """One network to learn."""

    edition: str
    players: int
    talk: Talk
    threads: int = 1
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

    @property
    def talk_settings(self) -> TalkSettings:
        """How the champion talks: where "I can go back" may be said, "keep off" is not needed beside it (R45)."""
        return TalkSettings(keep_within=0, small_within=6) if self.talk == "permissive" else TalkSettings()


def all_jobs() -> list[Job]:
    """Return every game the champion has a network for."""
    kinds: list[tuple[int, Talk]] = [(1, "none"), *((players, talk) for talk in TALKS for players in range(2, 6))]
    return [Job(edition, players, talk) for edition in EDITIONS for players, talk in kinds]


def run(
    job: Job, recipe: Recipe, out: Path, start: Path | None, minutes: float, rounds: int, check: int, seed: int
) -> str:
    """Learn one network and write it down; return a line about it."""
    talk = job.talk_settings
    recipe = replace(recipe, games=recipe.games * max(1, job.threads // 2))
    learner = Learner(job.rules, talk, recipe, seed, job.threads)
    if start:
        learner.take_over(start)
    with (out / f"{job.name}.log").open("a", encoding="utf-8") as log:

        def say(line: str) -> None:
            print(line, file=log, flush=True)

        say(f"{job.name}: {asdict(recipe)} from {start.name if start else 'nothing'}")
        learn(learner, minutes * 60, rounds, say)
        if job.players > 1 and job.talk != "none":
            like, rather_not = start_values(learner, (0.7, 0.4))
            learner.talk = talk = replace(talk, like_from=like, rather_not_to=rather_not)
        learner.net.save(out / f"{job.name}.state.npz")
        (out / f"{job.name}.json").write_text(json.dumps(asdict(talk)), encoding="utf-8")
        left = learner.play(check, 0, trace=False).left
        line = f"{job.name}: won {(left == 0).mean():.1%} of {len(left)}, {left.mean():.2f} left"
        say(line)
    return line


def pack(folders: list[Path], path: Path) -> None:
    """Write the networks that the folders hold, a later one before an earlier one, into a file for `Champion(path)`."""
    header: dict[str, Any] = {}
    weights = []
    for job in all_jobs():
        folder = next((folder for folder in reversed(folders) if (folder / f"{job.name}.state.npz").exists()), None)
        if folder is None:
            continue
        row, shape = Net.read(folder / f"{job.name}.state.npz")
        talk = TalkSettings(**json.loads((folder / f"{job.name}.json").read_text("utf-8")))
        header[job.name] = {"shape": shape, "manner": asdict(talk)}
        weights.append(row.astype("<f4").tobytes())
    if not header:
        raise SystemExit(f"no network to pack into {path}")
    path.write_bytes(zlib.compress(json.dumps(header).encode() + b"\n" + b"".join(weights), 9))
    print(f"{path}: {len(header)} networks, {path.stat().st_size / 1e6:.2f} MB")


def unpack(path: Path, folder: Path) -> None:
    """Write the networks of a packed file into a folder that learning can go on from."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, kept in networks(path).items():
        Net.from_row(np.frombuffer(kept.weights, "<f4"), kept.shape).save(folder / f"{name}.state.npz")
        (folder / f"{name}.json").write_text(json.dumps(kept.manner), encoding="utf-8")


def stages(jobs: list[Job]) -> list[list[Job]]:
    """Return the jobs in the order they are learnt: the base game first, since the other editions go on from it."""
    base = [job for job in jobs if job.edition == "base"]
    return [stage for stage in (base, [job for job in jobs if job.edition != "base"]) if stage]


def chosen(jobs: list[Job], words: list[str]) -> list[Job]:
    """Return the jobs that are named, each with its number of threads: ``base-1-none*4``."""
    threads = {name: int(count or 1) for name, _, count in (word.partition("*") for word in words)}
    unknown = sorted(set(threads) - {job.name for job in jobs})
    if unknown:
        raise SystemExit(f"no such network: {', '.join(unknown)}")
    return [replace(job, threads=threads[job.name]) for job in jobs if job.name in threads]


def start_of(job: Job, folders: list[Path]) -> Path | None:
    """Return what to go on from: the same network learnt before, or the base game's for as many players."""
    names = job.name, f"base-{job.players}-{job.talk}"
    paths = [folder / f"{name}.state.npz" for name in names for folder in folders]
    return next((path for path in paths if path.exists()), None)


def workers(processes: int) -> Executor:
    """Return what runs jobs side by side; a single one needs no process, which not every machine can share."""
    return lifeline.pool(processes) if processes > 1 else ThreadPoolExecutor(1)


def main() -> None:
    """Read the command line and run the jobs side by side."""
    parser = argparse.ArgumentParser(prog="python -m training.champion", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for networks and logs")
    parser.add_argument("--start", type=Path, help="networks to go on from: a folder, or a packed file")
    parser.add_argument("--only", nargs="*", default=[], help="EDITION-PLAYERS-TALK[*THREADS] … instead of all")
    parser.add_argument("--minutes", type=float, default=10, help="for each network")
    parser.add_argument("--rounds", type=int, default=0, help="so many instead, for each network: makes the same again")
    parser.add_argument("--check", type=int, default=2000, help="games to judge a network by at the end")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pack", type=Path, help="write all networks of --start and --out into this file at the end")
    for field in fields(Recipe):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    options = parser.parse_args()
    jobs = chosen(all_jobs(), options.only) if options.only else all_jobs()
    recipe = Recipe(**{field.name: getattr(options, field.name) for field in fields(Recipe)})
    options.out.mkdir(parents=True, exist_ok=True)
    if options.start and options.start.is_file():
        unpack(options.start, options.out / "start")
        options.start = options.out / "start"
    known = [options.out, *([options.start] if options.start else [])]
    Learner(jobs[0].rules, TalkSettings(), recipe, 0, 1).play(1, 0)  # compiles once, for all
    with workers(options.processes) as pool:
        for stage in stages(jobs):
            done = []
            for number, job in enumerate(stage):
                details = (options.out, start_of(job, known), options.minutes, options.rounds, options.check)
                done.append(pool.submit(run, job, recipe, *details, options.seed * 1000 + number))
            for line in as_completed(done):
                print(line.result(), flush=True)
    if options.pack:
        pack([*([options.start] if options.start else []), options.out], options.pack)


if __name__ == "__main__":
    main()
