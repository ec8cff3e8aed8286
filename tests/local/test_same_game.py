"""The same deal and seats give the same game in a browser's worker and on a server, move by move."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from tests.local.page import quiet
from tests.server.serving import Hosted, hosted

from nonante import kernel
from nonante.table import event_to_data

MISSING = ("msgspec", "numba", "numpy", "starlette", "uvicorn", "websockets", "sqlite3", "httpx")
IN_A_WORKER = f"""
import asyncio, json, sys
for name in {MISSING!r}:
    sys.modules[name] = None
from tests.local.page import Page, Player, ask, quiet
from nonante.browser import start
from nonante.host import TableBehaviour
from nonante.host.computers.pool import Here

async def main(wanted):
    page = Page()
    local = await start(page, behaviour=TableBehaviour(pace=0, pool=Here(), hint_pool=Here()))
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

asyncio.run(main(json.loads(sys.argv[1])))
"""


def in_a_worker(wanted: object) -> list[Any]:
    """Play in a process that has nothing but Python, as a browser's worker has."""
    command = [sys.executable, "-c", IN_A_WORKER, json.dumps(wanted)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    events: list[Any] = json.loads(told.stdout)
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


@pytest.mark.parametrize(("edition", "seed"), [("base", 11), ("extreme", 6)])
def test_the_worker_and_the_server_play_the_same_game(edition: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "available", lambda: False)  # Python thinks on both sides
    wanted = {
        "name": "Zoé",
        "settings": {"rules": {"edition": edition, "players": 3}},
        "bots": ["champion", "steady"],
        "deal": True,
        "seed": str(seed),
    }
    there, here = in_a_worker(wanted), on_a_server(wanted)
    assert moves(there) == moves(here)
    assert len(moves(here)) > 30


def moves(events: list[Any]) -> list[Any]:
    """Return what was played, signalled and started, in this order."""
    return [event for event in events if event["kind"] in ("dealt", "started", "played", "signalled")]
