"""The page that needs no server, measured in a real Chromium: its weight, its first card, its champion's turns.

    python benchmarks/static.py [--games 4] [--loads 5]

Sizes as the files lie in the folder. A first card is measured from opening the page to a table with a hand, pressing
"Play alone" as soon as it is there: cold with an empty browser, cached with what the page has kept. Champion turns are
those of whole games that champions play with each other in the browser, Python's thinking alone. Memory is what the
process that shows the page holds at a table, and what Python has asked for in it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

from chromium import running  # noqa: E402 - the browser of the tests
from playwright.sync_api import Browser, Page  # noqa: E402
from static import Files, built, kept  # noqa: E402

CELLS: Final = (("base", 1), ("base", 3), ("extreme", 1), ("extreme", 3), ("on-fire", 2))
# Plays whole games of champions; gives the seconds of every turn.
PLAY: Final = """
import json, time
from nonante.players import player
from nonante.rules import Game, Rules

def turns(edition, players, games):
    times = []
    for seed in range(games):
        game = Game.deal(Rules.edition(edition, players=players), seed=seed)
        seats = [player("champion") for _ in range(players)]
        while game.status == "playing":
            began = time.perf_counter()
            plan = seats[game.active].plan(game.view(game.active))
            times.append(time.perf_counter() - began)
            for move in plan:
                game = game.play(move)
    return json.dumps(times)
turns
"""
START: Final = """async (code) => {
    const { loadPyodide } = await import('/pyodide.mjs');
    const python = await loadPyodide();
    python.FS.writeFile('/nonante.zip', new Uint8Array(await (await fetch('/nonante.zip')).arrayBuffer()));
    python.runPython("import sys; sys.path.append('/nonante.zip')");
    window.turns = python.runPython(code);
    window.memory = () => python._module.HEAP8.length;
}"""


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4, help="games per cell")
    parser.add_argument("--loads", type=int, default=5, help="times the page is opened, cold and cached")
    options = parser.parse_args()
    print_sizes(built())
    with running() as browser:
        print_loads(browser, options.loads)
        print_turns(browser, options.games)


def print_sizes(folder: Path) -> None:
    """Print what is handed out."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    packed = sum(file.stat().st_size for file in files if file.suffix == ".bin")
    print(f"folder: {len(files)} files, {megabytes(sum(file.stat().st_size for file in files))}")
    print(f"Python, packed: {megabytes(packed)}, and its glue as a script, which hosts pack themselves")


def megabytes(size: float) -> str:
    """Return a size in words."""
    return f"{size / 1e6:.2f} MB"


def print_loads(browser: Browser, loads: int) -> None:
    """Print how soon the first card lies there, and the memory at that table."""
    files = Files(built())
    cold, cached = [], []
    try:
        for _ in range(loads):
            context = browser.new_context()
            page = context.new_page()
            cold.append(first_card(page, files.url))
            kept(page)
            cached.append(first_card(page, files.url))
            memory = resident()
            context.close()
    finally:
        files.cut()
    for name, times in (("cold", cold), ("cached", cached)):
        print(
            f"first card, {name}: median {statistics.median(times):.2f} s, slowest {max(times):.2f} s ({loads} loads)"
        )
    print(f"memory of the page's process at a table: {megabytes(memory)}")


def first_card(page: Page, url: str) -> float:
    """Return the seconds from opening the page to a hand of cards."""
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.get_by_test_id("play-alone").click()
    page.locator("[data-testid=hand] [data-testid^=card-]").first.wait_for()
    return time.perf_counter() - began


def resident() -> int:
    """Return the memory of the largest renderer that this program has started; shared parts count in part."""
    sizes = [0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes() and os.getpid() in ancestors(process):
                rows = (process / "smaps_rollup").read_text().splitlines()
                sizes += [int(row.split()[1]) * 1024 for row in rows if row.startswith("Pss:")]
        except OSError:
            continue  # it has ended meanwhile
    return max(sizes)


def ancestors(process: Path) -> list[int]:
    """Return the numbers of a process's parents."""
    found = []
    while process.name != "0":
        process = process.parent / (process / "stat").read_text().rpartition(")")[2].split()[1]
        found.append(int(process.name))
    return found


def print_turns(browser: Browser, games: int) -> None:
    """Print how long champions think in the browser."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
            shutil.copy(ROOT / "web" / "node_modules" / "pyodide" / name, folder)
        shutil.copy(ROOT / "web" / "python" / "nonante.zip", folder)
        files = Files(Path(folder))
        try:
            page = browser.new_page()
            page.goto(files.url)
            page.evaluate(START, PLAY)
            for edition, players in CELLS:
                print_cell(page, edition, players, games)
            print(f"memory of Python: {megabytes(page.evaluate('() => window.memory()'))}")
        finally:
            files.cut()


def print_cell(page: Page, edition: str, players: int, games: int) -> None:
    """Print one edition with so many seats."""
    told: Any = page.evaluate("(cell) => window.turns(...cell)", [edition, players, games])
    times = sorted(1000 * seconds for seconds in json.loads(told))
    p99 = times[min(len(times) - 1, round(0.99 * len(times)))]
    print(
        f"champion, {edition}, {players} seats: p50 {statistics.median(times):.0f} ms, p99 {p99:.0f} ms,"
        f" longest {times[-1]:.0f} ms ({len(times)} turns)",
        flush=True,
    )


if __name__ == "__main__":
    main()
