"""Crowds and slow ones: silent lines, slow readers, many tables, spectators, long names, floods of hellos."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from . import Guest, Stop, Target, attack, choose, key

MOST = 400  # connections of one attack


@attack("nothing")
async def nothing(_: Target, stop: Stop) -> None:
    """Attack nothing: what this machine does by itself."""
    while not stop():
        await asyncio.sleep(0.1)


@attack("slow-readers")
async def slow_readers(target: Target, stop: Stop) -> None:
    """Ask for views with twenty sockets, and read none."""
    opened = await target.open(settings={"rules": {"players": 2}})
    if opened is None:
        return
    before = target.memory()

    async def one() -> None:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with target.line(opened["code"], max_queue=1) as socket:
                while not stop():
                    await asyncio.wait_for(socket.send(json.dumps({"type": "hello", "key": key()})), 1)
                    await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(20)))
    target.notes["MB more"] = round(target.memory() - before, 1)


@attack("long-log")
async def long_log(target: Target, stop: Stop) -> None:
    """Raise and withdraw signals, and take cards back, as fast as one may."""
    settings = {"rules": {"edition": "base", "players": 2}, "undo": True}
    opened = await target.open(settings=settings, bots=["novice"], deal=True)
    if opened is None:
        return
    async with target.line(opened["code"]) as socket:
        guest = Guest(socket)
        await guest.ask(type="hello", token=opened["token"])
        await guest.ask(type="start")
        slowest = 0.0
        with contextlib.suppress(WebSocketException):  # it is sent away in the end
            while not stop():
                for on in (True, False):
                    await guest.ask(type="signal", signal="trouble", on=on)
                game = guest.table["game"]
                if game["status"] == "playing" and game["active"] == 0:
                    await guest.ask(type="play", move=choose(game), seq=guest.table["seq"])
                    began = time.perf_counter()
                    await guest.ask(type="undo", seq=guest.table["seq"])
                    slowest = max(slowest, time.perf_counter() - began)
        target.notes["slowest undo, ms"] = round(1000 * slowest)
        target.notes["events"] = guest.table["seq"]


@attack("silent")
async def silent(target: Target, stop: Stop) -> None:
    """Open hundreds of connections that say nothing, or half a request."""
    host, port = httpx.URL(target.url).host, httpx.URL(target.url).port or 80
    lines = []
    for number in range(MOST):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(host, port)
            if number % 2:
                writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
            lines.append(writer)
    while not stop():
        await asyncio.sleep(0.1)
    await asyncio.sleep(6)
    target.notes["open after 10 s"] = target.files()
    for writer in lines:
        writer.transport.abort()


@attack("many-tables")
async def many_tables(target: Target, stop: Stop) -> None:
    """Open tables from forty addresses as fast as they may, and look at them again and again."""
    codes: list[str] = []
    for number in itertools.count():
        if stop() or number >= 3000:
            break
        opened = await target.open(f"203.0.113.{number % 40}")
        if opened:
            codes.append(opened["code"])
        elif codes:
            await target.http.get(f"/api/tables/{codes[number % len(codes)]}")
    target.notes["MB"] = round(target.memory())


@attack("spectators")
async def spectators(target: Target, stop: Stop) -> None:
    """Look on in a crowd; then let the player come back."""
    opened = await target.open()
    if opened is None:
        return
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(100):
            guest = Guest(await stack.enter_async_context(target.line(opened["code"])))
            with contextlib.suppress(WebSocketException):
                await guest.ask(type="hello")
        player = Guest(await stack.enter_async_context(target.line(opened["code"])))
        began = time.perf_counter()
        while (await player.ask(type="hello", token=opened["token"]))["type"] != "welcome":
            await asyncio.sleep(0.25)  # from the crowd's own address, which asks too fast: a client tries again
        target.notes["player let in after, s"] = f"{time.perf_counter() - began:.1f}"
        while not stop():
            await asyncio.sleep(0.1)


@attack("long-hosts")
async def long_hosts(target: Target, stop: Stop) -> None:
    """Ask for QR codes, each for another long name."""
    opened = await target.open()
    if opened is None:
        return
    statuses: dict[int, int] = {}
    for number in itertools.count():
        if stop() or number >= 2000:
            break
        host = f"{number:04}" + "a" * 2296
        answer = await target.http.get(f"/api/tables/{opened['code']}/qr.svg", headers={"host": host})
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
    target.notes["answers"] = statuses


@attack("flood")
async def flood(target: Target, stop: Stop) -> None:
    """Send hellos from a hundred sockets at ten tables, as fast as they may."""
    tables = [await target.open() for _ in range(10)]

    async def one(code: str, token: str) -> None:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with target.line(code) as socket:
                reader = asyncio.create_task(drain(socket))
                while not stop():
                    await asyncio.wait_for(socket.send(json.dumps({"type": "hello", "token": token, "key": key()})), 1)
                    await asyncio.sleep(0.02)
                reader.cancel()

    await asyncio.gather(*(one(t["code"], t["token"]) for t in tables if t for _ in range(10)))


async def drain(socket: ClientConnection) -> None:
    """Read and forget."""
    with contextlib.suppress(WebSocketException):
        async for _ in socket:
            pass
