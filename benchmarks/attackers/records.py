"""Long records and long tables: what is uploaded, replayed, branched and asked about without a secret."""

from __future__ import annotations

import asyncio
import contextlib
import json
from functools import cache
from typing import Any

import httpx

from nonante.players import player
from nonante.rules import Rules
from nonante.simulation import record_game

from . import FOUR, Stop, Target, attack

SIGNALS = 1800  # of a record as long as the server once took
FITTING = 1150  # of one that it still takes
ON, OFF = {"seat": 0, "signal": "trouble"}, {"seat": 0, "signal": "trouble", "on": False}


@cache
def record(entries: int) -> dict[str, Any]:
    """Return a finished game of two with so many entries, most of them signals raised and withdrawn."""
    data = record_game(Rules.edition("base", players=2), 3, [player("steady")] * 2).to_data()
    more = max(0, entries - len(data["entries"])) // 2
    return {**data, "entries": [ON, OFF] * more + data["entries"]}


def text(entries: int) -> str:
    """Return such a record as a file."""
    return json.dumps(record(entries))


async def ask_all(target: Target, path: str, body: object, stop: Stop, each: int = 20, pace: float = 0.5) -> None:
    """Send a request from four addresses, so many at once from each, and again after a pause."""

    async def one(http: httpx.AsyncClient) -> None:
        while not stop():
            with contextlib.suppress(httpx.HTTPError):
                sent = {"json": body} if not isinstance(body, str) else {"content": body.encode()}
                answer = await http.request("POST" if body else "GET", path, headers={"accept-encoding": ""}, **sent)
                target.count(str(answer.status_code))
                target.count("kB", len(answer.content) // 1000)
            await asyncio.sleep(pace)

    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(target.at(address)) for address in FOUR]
        await asyncio.gather(*(one(http) for http in clients for _ in range(each)))


def turn(entries: int) -> dict[str, Any]:
    """Return a question about the last but one turn of a record."""
    return {"text": text(entries), "turn": 3, "moves": [], "name": "Anna"}


@attack("try-long")
async def try_long(target: Target, stop: Stop) -> None:
    """Try a turn of a record with 1,800 signals."""
    await ask_all(target, "/api/review/try", turn(SIGNALS), stop)


@attack("try")
async def try_fitting(target: Target, stop: Stop) -> None:
    """Try a turn of a record that is as long as may be."""
    await ask_all(target, "/api/review/try", turn(FITTING), stop)


@attack("branch")
async def branch(target: Target, stop: Stop) -> None:
    """Play on from a turn of such a record, at a table of one's own each time."""
    await ask_all(target, "/api/review/branch", turn(FITTING), stop)


@attack("replay")
async def replay(target: Target, stop: Stop) -> None:
    """Ask for such a record step by step, unpacked."""
    await ask_all(target, "/api/replay", text(FITTING), stop)


@attack("replay-long")
async def replay_long(target: Target, stop: Stop) -> None:
    """Ask for a record with 1,800 signals step by step, unpacked."""
    await ask_all(target, "/api/replay", text(SIGNALS), stop)


async def long_table(target: Target, entries: int) -> dict[str, Any] | None:
    """Open a table with a long game that goes on; None where it is refused."""
    data = record(entries)
    kept = {
        "format": "nonante-game-1",
        "settings": {"rules": data["rules"]},
        "levels": [None, "steady"],
        "record": {**data, "entries": data["entries"][:-1]},
    }
    answer = await target.http.post("/api/file", content=json.dumps(kept).encode())
    target.count(f"upload {answer.status_code}")
    return answer.json() if answer.status_code == 201 else None


@attack("own-tables")
async def own_tables(target: Target, stop: Stop) -> None:
    """Ask how twelve long tables stand, with a wrong secret."""
    opened = await long_table(target, SIGNALS) or await long_table(target, FITTING)
    if opened:
        seats = [{"code": opened["code"], "token": "0" * 32}] * 12
        await ask_all(target, "/api/own-tables", {"seats": seats}, stop)


@attack("own-tables-right")
async def own_tables_right(target: Target, stop: Stop) -> None:
    """Ask how twelve long tables stand, with the right secret."""
    tables = [await long_table(target, SIGNALS) or await long_table(target, FITTING) for _ in range(12)]
    seats = [{"code": opened["code"], "token": opened["token"]} for opened in tables if opened]
    if seats:
        await ask_all(target, "/api/own-tables", {"seats": seats}, stop)


@attack("uploads")
async def uploads(target: Target, stop: Stop) -> None:
    """Open long tables from files, as fast as one may."""
    while not stop():
        await long_table(target, FITTING)


@attack("replay-of-table")
async def replay_of_table(target: Target, stop: Stop) -> None:
    """Ask for the replay of a long game at a table here, which runs still and is refused only when it has been read."""
    opened = await long_table(target, SIGNALS) or await long_table(target, FITTING)
    if opened:
        await ask_all(target, f"/api/replay/{opened['code']}-1", "", stop)
