"""Whether reviews hold what they promise. Every cell is a row of a table; with --json FILE also a line of data there.

    python benchmarks/review.py luck --games 2000 --processes 16     # games of champions
    python benchmarks/review.py marks --games 100 --processes 16     # games of `steady`, each reviewed twice
    python benchmarks/review.py served --games 3                     # the same over a real server, on an empty cache

luck    What happens between two turns must be nothing on average: the mean of luck and of its parts over games of
        champions, whose turns cost next to nothing, and how far "luck less loss" is from "result less start" at most.
marks   Two reviews with other random numbers: of the turns that either marks, how many both mark, and how many get the
        same mark; the seconds of processor time for a review.
served  Seconds of the clock from a request to a running server until the first curve and until everything is there.
        `first` is the first review after the server said that it is up, while it still compiles.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from nonante import Rules
from nonante.players import player, registry
from nonante.players.match import begin, plan_of, words_of
from nonante.players.talk import changes
from nonante.review import review, warm_up
from nonante.rules.deal import deal_seed
from nonante.table import Record, Settings, Table

SEED = 31_337
CELLS = ("base:1", "base:2", "base:3", "extreme:3")
PARTS = ("cards", "hands", "model", "loss")


def played(cell: str, number: int, level: str) -> Record:
    """Return a game of computer players at a table, with their words."""
    edition, players = cell.split(":")
    rules = Rules.edition(edition, int(players))
    table = Table()
    table = table.apply(table.configure(Settings(rules)))
    for seat in range(rules.players):
        table = table.apply(table.sit(f"Seat {seat + 1}"))
    table = table.apply(table.deal(deal_seed(SEED, number)))
    team = [player(level) for _ in range(rules.players)]
    table = table if table.starter is not None else table.apply(table.start(begin(table.require_game(), team).active))
    while table.running:
        game = table.require_game()
        for seat in range(rules.players):
            for event in changes(table, seat, words_of(team[seat], game.view(seat), table.standing)):
                table = table.apply(event)
        for move in plan_of(team[game.active], game.view(game.active), table.standing):
            table = table.apply(table.play(game.active, move))
            if not table.running or table.require_game().turn != game.turn:
                break
    return Record.of(table)


# --- luck -------------------------------------------------------------------------------------------------------------


def luck_of(cell: str, number: int) -> dict[str, float]:
    """Return the sums of a champion's game, and how far they are from adding up."""
    sums = review(played(cell, number, "champion")).to_data()["sums"]
    luck = sums["cards"] + sums["hands"] + sums["model"]
    return {**sums, "luck": luck, "gap": abs(luck - sums["loss"] - sums["result"] + sums["start"])}


def luck(cell: str, games: list[dict[str, float]]) -> dict[str, Any]:
    """Return the row of a cell."""
    row: dict[str, Any] = {"cell": cell, "games": len(games)}
    for name in ("start", "result", "luck", *PARTS):
        row[name], row[f"{name}_95"] = mean_of([game[name] for game in games])
    return {**row, "gap": round(max(game["gap"] for game in games), 3)}


def mean_of(values: list[float]) -> tuple[float, float]:
    """Return the mean and half its 95% interval."""
    return round(float(np.mean(values)), 2), round(1.96 * float(np.std(values)) / len(values) ** 0.5, 2)


# --- marks ------------------------------------------------------------------------------------------------------------


def marks_of(cell: str, number: int) -> dict[str, Any]:
    """Return the marks of two reviews of a game, and what they took."""
    record = played(cell, number, "steady")
    first, whole, found = [], [], []
    for seed in (1, 2):
        seen: list[float] = []
        begun = time.process_time()
        found.append(review(record, lambda *_, seen=seen: seen.append(time.process_time()), seed=seed))
        first.append(seen[0] - begun)
        whole.append(time.process_time() - begun)
    pairs = [[one.mark, other.mark] for one, other in zip(found[0].turns, found[1].turns, strict=True)]
    return {"first": first, "whole": whole, "turns": len(pairs), "marked": [pair for pair in pairs if any(pair)]}


def marks(cell: str, games: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the row of a cell."""
    pairs = [pair for game in games for pair in game["marked"]]
    whole = [seconds for game in games for seconds in game["whole"]]
    return {
        "cell": cell,
        "games": len(games),
        "turns": sum(game["turns"] for game in games),
        "marked": len(pairs),
        "both": share(all(pair) for pair in pairs),
        "same": share(pair[0] == pair[1] for pair in pairs),
        "first curve s": round(max(seconds for game in games for seconds in game["first"]), 2),
        "mean s": round(float(np.mean(whole)), 1),
        "longest s": round(max(whole), 1),
    }


def share(agreed: Iterator[bool]) -> float:
    """Return how many of a hundred agree."""
    found = list(agreed)
    return round(100 * sum(found) / len(found), 1) if found else 100.0


# --- served -----------------------------------------------------------------------------------------------------------


def served(cells: list[str], games: int) -> Iterator[dict[str, Any]]:
    """Ask a fresh server for reviews, one after the other; yield a row for the first one and for every cell."""
    records = {cell: [played(cell, number, "steady") for number in range(games)] for cell in cells}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nonante", "serve", "--port", "0", "--database", f"sqlite:///{folder}/t.db"]
        environment = {**os.environ, "NUMBA_CACHE_DIR": f"{folder}/cache"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            try:
                address = address_in(process)
                for name, records_ in [("first", [played(cells[0], games, "steady")]), *records.items()]:
                    times = [waited(address, record) for record in records_]
                    first, whole = (round(max(column), 2) for column in zip(*times, strict=True))
                    yield {"cell": name, "games": len(times), "first curve s": first, "whole s": whole}
            finally:
                process.terminate()


def address_in(process: subprocess.Popen[str]) -> str:
    """Return where a server says that it answers."""
    for line in process.stdout or ():
        if found := [word for word in line.split() if word.startswith("http://")]:
            return found[0].rstrip("/")
    raise SystemExit("the server did not start")


def waited(address: str, record: Record) -> tuple[float, float]:
    """Return the seconds until the first curve and until the whole review."""
    begun, body = time.perf_counter(), {"text": record.to_json()}
    with httpx.stream("POST", f"{address}/api/review", json=body, timeout=600) as answer:
        lines = [(time.perf_counter() - begun, line) for line in answer.iter_lines()]
    (first, _), (whole, last) = lines[0], lines[-1]
    if json.loads(last)["review"]["stage"] != "full":
        raise SystemExit(f"no review: {last[:200]}")
    return first, whole


# --- all of it --------------------------------------------------------------------------------------------------------

JUDGED: dict[str, tuple[Callable[..., Any], Callable[..., dict[str, Any]]]] = {
    "luck": (luck_of, luck),
    "marks": (marks_of, marks),
}


def rows(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table, cell by cell."""
    if options.what == "served":
        yield from served(options.cells, options.games)
        return
    of_game, of_cell = JUDGED[options.what]
    registry.warm_up("champion")  # compiled once, not by every process
    warm_up()
    with ProcessPoolExecutor(options.processes) as pool:
        for cell in options.cells:
            begun = time.perf_counter()
            found = list(pool.map(partial(of_game, cell), range(options.games), chunksize=1))
            yield {**of_cell(cell, found), "clock s": round(time.perf_counter() - begun)}


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*JUDGED, "served"])
    parser.add_argument("--cells", nargs="*", default=CELLS, metavar="EDITION:PLAYERS")
    parser.add_argument("--games", type=int, default=20, help="games per cell")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--json", type=Path, metavar="FILE", help="append the rows as lines of JSON")
    options = parser.parse_args()
    for number, row in enumerate(rows(options)):
        if number == 0:
            print("|", " | ".join(row), "|\n|", "---|" * len(row), sep="")
        print("|", " | ".join(map(str, row.values())), "|", flush=True)
        if options.json:
            with options.json.open("a") as file:
                print(json.dumps({"what": options.what, **row}), file=file)


if __name__ == "__main__":
    main()
