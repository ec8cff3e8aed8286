"""Flip random bits in an SQLite database and its write-ahead log, and see whether anything is lost without a word.

    python benchmarks/flips.py [--flips 200] [--tables 24] [--seed 1]

A process keeps tables and is killed with -9, so that the newest events are only in the log; another one closes its
database as it should. Each trial copies one of the two, flips one bit in the database, its log or the receipt beside
them, starts, and reads every table. The start was *refused*, or damage was *reported*, or everything is there
(*harmless*). Anything else is *lost*, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from nonante.host.access import new_code, new_token
from nonante.host.errors import HostError
from nonante.host.opening import entries_of, wanted_events
from nonante.host.store import Entry, Log
from nonante.messages import OpenTable
from nonante.server.databases import open_store
from nonante.server.errors import ServerError
from nonante.table import Said

NAME = "tables.db"
ROUNDS = 40  # events of each table, beside the first ones: enough to empty the log into the file now and then


class Kept(NamedTuple):
    """What a store was told to keep."""

    tables: dict[str, Log | None]
    days: list[tuple[str, str, str]]


async def fill(url: str, tables: int, rounds: int, kill: bool) -> None:
    """Keep tables, and end with kill -9 or as one should."""
    store = open_store(url)
    lengths = {}
    for number in range(tables):
        entries = entries_of(wanted_events(OpenTable("Anna", deal=True)), 0, new_token())
        code = new_code()
        await store.append(code, 0, entries)
        await store.note_day("2026-11-15", "solo" if number % 2 else "team", code)
        lengths[code] = len(entries)
    for number in range(rounds):
        for code in lengths:
            await store.append(code, lengths[code], [Entry(Said(0, f"line {number} at {code}"), 0, f"key {number}")])
            lengths[code] += 1
    if kill:
        os._exit(9)
    await store.close()


async def read(url: str) -> tuple[Kept, str | None]:
    """Start, and return all that is there, and what was said to be damaged."""
    store = open_store(url)
    try:
        codes = await store.codes()
        tables = {}
        for code in codes:
            tables[code] = await store.load(code)
        return Kept(tables, await store.days()), store.damage()
    finally:
        await store.close()


async def trial(url: str, kept: Kept) -> str:
    """Start, look for everything that was kept, and say how it went."""
    try:
        store = open_store(url)
    except ServerError:
        return "refused"
    try:
        if store.damage():
            return "reported"
        for code, expected in kept.tables.items():
            if await store.load(code) != expected:
                return "lost"
        return "harmless" if await store.days() == kept.days else "lost"
    except HostError:
        return "reported"
    finally:
        await store.close()


def flip(path: Path, chance: random.Random) -> str:
    """Flip one bit of a file; return where."""
    data = bytearray(path.read_bytes())
    bit = chance.randrange(len(data) * 8)
    data[bit >> 3] ^= 1 << (bit & 7)
    path.write_bytes(data)
    return f"{path.name} bit {bit}"


def prepare(folder: Path, tables: int, rounds: int, kill: bool) -> Kept:
    """Make a database in a folder with another process; return what it has acknowledged."""
    folder.mkdir()
    command = [sys.executable, __file__, "--fill", f"sqlite:///{folder / NAME}", "--tables", str(tables)]
    subprocess.run([*command, "--rounds", str(rounds), *(["--kill"] if kill else [])], check=False)
    look = folder.with_name(folder.name + "-look")
    shutil.copytree(folder, look)
    kept, damage = asyncio.run(read(f"sqlite:///{look / NAME}"))
    lengths = [len(log.entries) for log in kept.tables.values() if log]
    if damage or len(lengths) != tables or set(lengths) != {lengths[0]} or lengths[0] < rounds:
        raise RuntimeError(f"the database is not as it should be before any flip: {damage} {lengths}")
    return kept


def run(flips: int, tables: int, seed: int, rounds: int = ROUNDS) -> Counter[str]:
    """Try so many flips; return how they went."""
    chance = random.Random(seed)
    results: Counter[str] = Counter(refused=0, reported=0, harmless=0, lost=0)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources: list[tuple[Path, Any]] = []
        for kind, kill in (("killed", True), ("closed", False)):
            sources.append((folder / kind, prepare(folder / kind, tables, rounds, kill)))
        for _ in range(flips):
            source, kept = chance.choice(sources)
            copy = Path(shutil.copytree(source, folder / "copy"))
            files = sorted(path for path in copy.iterdir() if path.stat().st_size and not path.name.endswith("-shm"))
            where = flip(chance.choice(files), chance)
            result = asyncio.run(trial(f"sqlite:///{copy / NAME}", kept))
            results[result] += 1
            if result == "lost":
                print(f"lost: {source.name}, {where}")
            shutil.rmtree(copy)
    return results


def main() -> int:
    """Flip, and print how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=200)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="events of each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fill", metavar="URL", help=argparse.SUPPRESS)
    parser.add_argument("--kill", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        asyncio.run(fill(options.fill, options.tables, options.rounds, options.kill))
        return 0
    logging.disable(logging.CRITICAL)
    began = time.perf_counter()
    results = run(options.flips, options.tables, options.seed, options.rounds)
    print(f"seed {options.seed}, {options.flips} flips, {time.perf_counter() - began:.0f} s:", dict(results))
    return 1 if results["lost"] else 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
