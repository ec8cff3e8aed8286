"""Play all baselines of nonante-coop and print its tables.

    python benchmarks/coop.py --keep FOLDER [--workers 2] [--write]

Games are saved in the folder as they are played: a run that was stopped resumes, and one that is complete prints its
tables at once. `--write` puts them into `benchmarks/results/coop*.json`, for `scripts/figures.py`, if all baselines and
settings were played. The last line is the % of the deck that the best of them played beside each partner, to compare
with `BEST` in `nonante.simulation.leaderboard`, which defines 100 points.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

import result_file

from nonante.players import wilson
from nonante.simulation import CORE, GAMES, PARTS, POOL, Cell, Entry, entries_text, run_benchmark, scores_of
from nonante.simulation.leaderboard import duration

BASELINES = (
    "champion",
    "strong",
    "steady",
    "novice",
    "planner",
    "nearest",
    "ppo-1",
    "ppo-2",
    "ppo-3",
    "ismcts",
    "random",
)
Table: TypeAlias = Sequence[Sequence[str]]


def play(names: Sequence[str], settings: Sequence[str], games: int, workers: int, keep: Path) -> list[Entry]:
    """Play what is missing, saying how long each player took; Ctrl-C ends the program."""
    entries = []
    for name in names:
        started = perf_counter()
        entries.append(run_benchmark(name, settings=settings, games=games, workers=workers, keep=keep, progress=True))
        print(f"{name}: {perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
        if not entries[-1].complete:
            raise SystemExit("stopped early: run the same command again to resume")
    return entries


def overall(entries: Sequence[Entry]) -> Table:
    """Return one row per entry: points, wins in % and % of the deck laid for each part."""
    rows = [["player", "budget", *PARTS, "CPU time", "entry"]]
    for entry in entries:
        data = entry.to_data()
        points = scores_of(data["cells"], entry.identity.name)
        shown = [f"{points[part]}; {_share(entry.part(part))}" for part in PARTS]
        rows.append([_name(entry), entry.budget, *shown, duration(entry.seconds), data["digest"][:12]])
    return rows


def by_setting(entries: Sequence[Entry], settings: Sequence[str]) -> Table:
    """Return self-play by setting."""
    rows = [["player", *settings]]
    for entry in entries:
        own = {cell.setting: [cell] for cell in entry.part("self")}
        rows.append([_name(entry), *(_share(own[setting]) for setting in settings)])
    return rows


def by_partner(entries: Sequence[Entry]) -> Table:
    """Return % of games won and of the deck laid beside each partner, all settings together; self-play between."""
    rows = [["", *(f"`{name}`" for name in POOL)]]
    for entry in entries:
        beside = {name: [cell for cell in _pairs(entry) if cell.partner == name] for name in POOL}
        rows.append([_name(entry), *(f"{_wins(beside[name]):.1f}, {_laid(beside[name]):.0f}" for name in POOL)])
    return rows


def identities(entries: Sequence[Entry]) -> Table:
    """Return who played."""
    rows = [["player", "version", "engine", "weights", "look-ahead", "digest of the entry"]]
    for entry in entries:
        who = entry.identity
        digest = entry.to_data()["digest"]
        rows.append([_name(entry), who.version, who.engine, who.weights, who.look_ahead, digest])
    return rows


def best(entries: Sequence[Entry]) -> Mapping[str, float]:
    """Return the % of the deck that the best entry lays beside each partner, alone and beside strangers."""
    beside = {name: max(_laid([c for c in _pairs(e) if c.partner == name]) for e in entries) for name in POOL}
    alone, ad_hoc = (max(_laid(entry.part(part)) for entry in entries) for part in ("self", "ad-hoc"))
    return {name: round(share, 1) for name, share in {**beside, "alone": alone, "ad-hoc": ad_hoc}.items()}


def _name(entry: Entry) -> str:
    return f"`{entry.identity.name}`"


def _pairs(entry: Entry) -> Sequence[Cell]:
    return (*entry.part("self"), *entry.part("cross"))


def _wins(cells: Sequence[Cell]) -> float:
    return 100 * sum(cell.wins for cell in cells) / (sum(cell.games for cell in cells) or 1)


def _laid(cells: Sequence[Cell]) -> float:
    return 100 * sum(cell.laid for cell in cells) / (len(cells) or 1)


def _share(cells: Sequence[Cell]) -> str:
    low, high = wilson(sum(cell.wins for cell in cells), sum(cell.games for cell in cells))
    return f"{_wins(cells):.1f} ({100 * low:.1f}–{100 * high:.1f}), {_laid(cells):.1f}"


def main() -> None:
    """Play what is missing, then print the tables and write the entries beside the games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=BASELINES, help="players; all baselines unless given")
    parser.add_argument("--keep", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--setting", dest="settings", action="append", choices=CORE)
    parser.add_argument("--games", type=int, default=GAMES, help="deals per cell")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the tables into benchmarks/results")
    chosen = parser.parse_args()
    settings = chosen.settings or CORE
    entries = play(chosen.names, settings, chosen.games, chosen.workers, chosen.keep)
    lines = "".join(json.dumps(entry.to_data()) + "\n" for entry in entries)
    (chosen.keep / "entries.jsonl").write_text(lines, "utf-8")
    print(entries_text(entries))
    print(json.dumps(best(entries)))
    if chosen.write and tuple(settings) == CORE and set(chosen.names) == set(BASELINES):
        tables = {"coop": overall(entries), "coop-settings": by_setting(entries, settings),
                  "coop-partners": by_partner(entries), "coop-identities": identities(entries)}  # fmt: skip
        for name, (head, *rows) in tables.items():
            result_file.write(name, head, rows)


if __name__ == "__main__":
    main()
