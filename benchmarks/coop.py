"""All baselines of nonante-coop, and the tables of docs/benchmark.md: ``python benchmarks/coop.py --keep FOLDER``.

Every cell is kept in the folder as soon as it is played, so a run that was broken off goes on where it stopped, and
the last run prints the tables out of what is there. NumPy and Numba are all it needs beside this package's source.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter

from nonante.players.match import play_game, wilson
from nonante.rules import Rules
from nonante.simulation.benchmark import CORE, GAMES, POOL, Entry, entries_text, laid_interval, run_benchmark
from nonante.simulation.registry import find_player
from nonante.simulation.results import Counts


def warm_up() -> None:
    """Let every baseline play once, so that what has to be compiled is on disk before many processes ask for it."""
    for name in POOL:
        for edition in ("base", "extreme"):
            play_game(Rules.edition(edition, players=2), 1, [find_player(name).seat(seat) for seat in range(2)])


def played(names: Iterable[str], settings: Sequence[str], games: int, workers: int, keep: Path) -> list[Entry]:
    """Return the entries, saying how long each took."""
    entries = []
    for name in names:
        started = perf_counter()
        entries.append(run_benchmark(name, settings=settings, games=games, workers=workers, keep=keep))
        print(f"{name}: {perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    return entries


def tables(entries: Sequence[Entry], settings: Sequence[str]) -> str:
    """Return all tables of the page."""
    parts = entries_text(entries), self_play(entries, settings), cross_play(entries), identities(entries)
    return "\n\n".join(parts)


def self_play(entries: Sequence[Entry], settings: Sequence[str]) -> str:
    """Return self-play by setting: wins in % with their interval, then % of the deck laid."""
    rows = [["player", *settings]]
    for entry in entries:
        own = {cell.setting: cell.counts for cell in entry.cells if cell.part == "self"}
        rows.append([f"`{entry.identity.name}`", *(_wins(own[setting]) for setting in settings)])
    return _markdown(rows)


def cross_play(entries: Sequence[Entry]) -> str:
    """Return cross-play by partner, all settings together: wins in %, then % of the deck laid; self-play between."""
    names = [entry.identity.name for entry in entries]
    rows = [["", *(f"`{name}`" for name in names)]]
    rows += [[f"`{entry.identity.name}`", *(_short(_beside(entry, name)) for name in names)] for entry in entries]
    return _markdown(rows)


def _beside(entry: Entry, partner: str) -> Counts:
    cells = (cell.counts for cell in entry.cells if cell.part != "ad-hoc" and cell.partner == partner)
    return sum(cells, start=Counts())


def identities(entries: Sequence[Entry]) -> str:
    """Return who played."""
    rows = [["player", "engine", "weights", "look-ahead", "digest of the entry"]]
    for entry in entries:
        who = entry.identity
        rows.append([f"`{who.name}`", who.engine, who.weights, who.look_ahead, entry.to_data()["digest"]])
    return _markdown(rows)


def _wins(counts: Counts) -> str:
    low, high = wilson(counts.wins, counts.games)
    return f"{100 * counts.win_rate:.1f} ({100 * low:.1f}–{100 * high:.1f}), {100 * laid_interval(counts)[0]:.1f}"


def _short(counts: Counts) -> str:
    return f"{100 * counts.win_rate:.1f}, {100 * laid_interval(counts)[0]:.0f}" if counts.games else "–"


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, f"|{'---|' * len(rows[0])}", *body])


def main() -> None:
    """Play what is missing, then print the tables and write the entries beside the cells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=POOL, help="players; all baselines unless given")
    parser.add_argument("--keep", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--setting", dest="settings", action="append", choices=CORE)
    parser.add_argument("--games", type=int, default=GAMES, help="deals a cell")
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    settings = chosen.settings or CORE
    warm_up()
    entries = played(chosen.names, settings, chosen.games, chosen.workers, chosen.keep)
    lines = "".join(json.dumps(entry.to_data()) + "\n" for entry in entries)
    (chosen.keep / "entries.jsonl").write_text(lines, "utf-8")
    print(tables(entries, settings))


if __name__ == "__main__":
    main()
