"""What is shared: reviewers, the list of the day, the host's attention, the way back to one's seat."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time

import httpx
from websockets.exceptions import WebSocketException

from . import FOUR, Guest, Stop, Target, attack, key
from .records import text

INNOCENT = "127.0.0.98"


@attack("reviewers")
async def reviewers(target: Target, stop: Stop) -> None:
    """Ask for one review after the other; somebody else asks for a curve."""
    async with target.at(FOUR[0]) as http, target.at(INNOCENT) as other:

        async def one(number: int) -> None:
            with contextlib.suppress(httpx.HTTPError):
                body = {"text": text(300 + 2 * number)}
                async with http.stream("POST", "/api/review", json=body) as answer:
                    target.count(f"review {answer.status_code}")
                    while not stop():
                        await asyncio.sleep(0.1)

        crowd = [asyncio.create_task(one(number)) for number in range(12)]
        await asyncio.sleep(1)
        began = time.perf_counter()
        async with other.stream("POST", "/api/review", json={"text": text(280)}, timeout=60) as answer:
            async for line in answer.aiter_lines():
                told = json.loads(line)
                if told.get("review") or "share" not in told:
                    break
            target.notes["somebody else's first curve"] = answer.status_code
        target.notes["after, s"] = round(time.perf_counter() - began, 1)
        await asyncio.gather(*crowd)


@attack("daily-list")
async def daily_list(target: Target, stop: Stop) -> None:
    """Open as many first tries at the deal of the day as one may, from four addresses, and ask for the list."""
    date = time.strftime("%Y-%m-%d", time.gmtime())

    async def one(http: httpx.AsyncClient) -> None:
        own = None
        while not stop():
            body = {"name": "Anna", "date": date, "category": "solo", "again": False, "friends": False}
            answer = await http.post("/api/daily", json=body)
            target.count(f"opening {answer.status_code}")
            own = answer.json() if answer.status_code == 201 else own
            if own:
                asked = {"date": date, "category": "solo", "own": {"code": own["code"], "token": own["token"]}}
                target.count(f"list {(await http.post('/api/daily/results', json=asked)).status_code}")

    async with contextlib.AsyncExitStack() as stack:
        await asyncio.gather(*[one(await stack.enter_async_context(target.at(address))) for address in FOUR])


@attack("knocking")
async def knocking(target: Target, stop: Stop) -> None:
    """Ask a host for seats from sixteen sockets of one address, again and again; then somebody else asks."""
    opened = await target.open(settings={"rules": {"players": 5}, "approval": True})
    if opened is None:
        return
    async with contextlib.AsyncExitStack() as stack:
        host = Guest(await stack.enter_async_context(target.line(opened["code"])))
        await host.ask(type="hello", token=opened["token"])
        for _ in range(16):
            guest = Guest(await stack.enter_async_context(target.line(opened["code"], FOUR[0])))
            await guest.ask(type="hello")
            await guest.socket.send(json.dumps({"type": "sit", "name": "Eve", "key": key()}))
        await asyncio.sleep(1)
        other = Guest(await stack.enter_async_context(target.line(opened["code"], INNOCENT)))
        await other.ask(type="hello")
        await other.socket.send(json.dumps({"type": "sit", "name": "Bruno", "key": key()}))
        await asyncio.sleep(1)
        while not stop():
            await asyncio.sleep(0.1)
        await host.ask(type="ping")
        names = [guest["name"] for guest in host.table["guests"]]
        target.notes["Eves at the door"], target.notes["Bruno"] = names.count("Eve"), "Bruno" in names


@attack("coming-back")
async def coming_back(target: Target, stop: Stop) -> None:
    """Say hello from sixty spectators' sockets without end, while a player comes back to a seat again and again."""
    opened = await target.open()
    if opened is None:
        return

    async def crowd(address: str) -> None:
        while not stop():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with target.line(opened["code"], address, open_timeout=5) as socket:
                    while not stop():
                        await socket.send(json.dumps({"type": "hello", "key": key()}))
                        await asyncio.sleep(0.2)
            await asyncio.sleep(0.5)

    crowds = [asyncio.create_task(crowd(address)) for address in FOUR for _ in range(15)]
    slowest = 0.0
    while not stop():
        began = time.perf_counter()
        async with target.line(opened["code"], INNOCENT) as socket:
            player = Guest(socket)
            while (await player.ask(type="hello", token=opened["token"]))["type"] != "welcome":
                await asyncio.sleep(0.25)
        slowest = max(slowest, time.perf_counter() - began)
        await asyncio.sleep(0.3)
    target.notes["a player waits at most, s"] = round(slowest, 2)
    for one in crowds:
        one.cancel()
    await asyncio.gather(*crowds, return_exceptions=True)
