"""Play all baselines of nonante-coop and print its tables: ``python benchmarks/coop.py --keep FOLDER``.

Every cell is kept in the folder as soon as it is played, so a run that was broken off goes on where it stopped, and
the last run prints the tables out of what is there. NumPy and Numba are all it needs beside this package's source.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from urllib.parse import unquote

from nonante.players.match import play_game, wilson
from nonante.rules import Rules
from nonante.simulation.benchmark import (
    CORE,
    GAMES,
    PARTS,
    POOL,
    Cell,
    Entry,
    Part,
    budget_of,
    laid_interval,
    run_benchmark,
    setting_rules,
)
from nonante.simulation.leaderboard import entries_text
from nonante.simulation.registry import find_player
from nonante.simulation.results import Counts, Result


def warm_up() -> None:
    """Let every baseline play once, so that what has to be compiled is on disk before many processes ask for it."""
    for name in POOL:
        for edition in ("base", "extreme"):
            play_game(Rules.edition(edition, players=2), 1, [find_player(name).seat(seat) for seat in range(2)])


def play(names: Iterable[str], settings: Sequence[str], games: int, workers: int, keep: Path) -> None:
    """Play what is missing, saying how long each player took."""
    for name in names:
        started = perf_counter()
        run_benchmark(name, settings=settings, games=games, workers=workers, keep=keep)
        print(f"{name}: {perf_counter() - started:.0f} s", file=sys.stderr, flush=True)


def kept(names: Iterable[str], settings: Sequence[str], games: int, keep: Path) -> list[Entry]:
    """Return the entries as far as their cells are in the folder."""
    found = [(unquote(file.stem).split("_"), file) for file in sorted(keep.glob("*_*.json"))]
    results = [(setting, part, who, Result.from_json(file.read_text("utf-8"))) for (setting, part, *who), file in found]
    entries = []
    for name in names:
        own = [row for row in results if name in row[2] and row[0] in settings and row[3].games == games]
        cells = [Cell(setting, _part(part), _partner(name, part, who), one.counts) for setting, part, who, one in own]
        cells.sort(key=lambda cell: (settings.index(cell.setting), PARTS.index(cell.part), *_place(cell.partner)))
        identity, seconds = find_player(name).identity(setting_rules(settings[0])), sum(row[3].seconds for row in own)
        entries.append(Entry(identity, budget_of(name), games, tuple(cells), seconds))
    return entries


def _place(partner: str) -> tuple[int, ...]:
    """Return where in the order of a run a partner stands, so that an entry has the digest of that run."""
    return (POOL.index(partner),) if partner in POOL else ()


def _part(text: str) -> Part:
    return next(part for part in PARTS if part == text)


def _partner(name: str, part: str, who: Sequence[str]) -> str:
    return "strangers" if part == "ad-hoc" else next((other for other in who if other != name), name)


def whole(entry: Entry, settings: Sequence[str]) -> Entry:
    """Return an entry without the parts of which cells are missing."""
    wanted = {"self": 1, "cross": len(POOL) - (entry.identity.name in POOL), "ad-hoc": 1}
    counts = {part: sum(cell.part == part for cell in entry.cells) for part in PARTS}
    full = [part for part in PARTS if counts[part] == wanted[part] * len(settings)]
    return replace(entry, cells=tuple(cell for cell in entry.cells if cell.part in full))


def tables(entries: Sequence[Entry], settings: Sequence[str]) -> str:
    """Return all tables of the page; what is not played yet is left out."""
    full = [whole(entry, settings) for entry in entries]
    return "\n\n".join(
        (entries_text(full), self_play(entries, settings), cross_play(entries, settings), identities(full))
    )


def self_play(entries: Sequence[Entry], settings: Sequence[str]) -> str:
    """Return self-play by setting: wins in % with their interval, then % of the deck laid."""
    rows = [["player", *settings]]
    for entry in entries:
        own = {cell.setting: cell.counts for cell in entry.cells if cell.part == "self"}
        rows.append([f"`{entry.identity.name}`", *(_wins(own.get(setting)) for setting in settings)])
    return _markdown(rows)


def cross_play(entries: Sequence[Entry], settings: Sequence[str]) -> str:
    """Return cross-play by partner, all settings together: wins in %, then % of the deck laid; self-play between."""
    names = [entry.identity.name for entry in entries]
    rows = [["", *(f"`{name}`" for name in names)]]
    rows += [
        [f"`{entry.identity.name}`", *(_short(_beside(entry, name, settings)) for name in names)] for entry in entries
    ]
    return _markdown(rows)


def _beside(entry: Entry, partner: str, settings: Sequence[str]) -> Counts:
    cells = [cell.counts for cell in entry.cells if cell.part != "ad-hoc" and cell.partner == partner]
    return sum(cells if len(cells) == len(settings) else (), start=Counts())


def identities(entries: Sequence[Entry]) -> str:
    """Return who played."""
    rows = [["player", "engine", "weights", "look-ahead", "digest of the entry"]]
    for entry in entries:
        who = entry.identity
        rows.append([f"`{who.name}`", who.engine, who.weights, who.look_ahead, entry.to_data()["digest"]])
    return _markdown(rows)


def _wins(counts: Counts | None) -> str:
    if counts is None:
        return "–"
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
    parser.add_argument("--games", type=int, default=GAMES, help="deals per cell")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables", action="store_true", help="play nothing: print what is there")
    chosen = parser.parse_args()
    settings = chosen.settings or CORE
    if not chosen.tables:
        warm_up()
        play(chosen.names, settings, chosen.games, chosen.workers, chosen.keep)
    entries = kept(chosen.names, settings, chosen.games, chosen.keep)
    lines = "".join(json.dumps(whole(entry, settings).to_data()) + "\n" for entry in entries)
    (chosen.keep / "entries.jsonl").write_text(lines, "utf-8")
    print(tables(entries, settings))


if __name__ == "__main__":
    main()
