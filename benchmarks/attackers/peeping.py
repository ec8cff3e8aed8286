"""Peeping: guessing codes at every door, the deck of one's own game, private games, other sites, files without end.

The notes count what got out; each `leaked` should be 0.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException

from nonante import Game, Rules

from . import FOUR, Guest, Stop, Target, attack, choose

LETTERS = "BCDFGHJKMNPQRTVWXZ"
ALONE = {"settings": {"rules": {"edition": "base", "players": 1}}, "deal": True}
NEARLY_OVER = Game.arrange(Rules.edition("base", players=1), {"A": 90}, [[91, 95, 80, 70]]).to_data()
PRIVATE = {"settings": {"rules": {"edition": "base", "players": 1}, "private": True}, "position": NEARLY_OVER}
BODY = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n"
FILES = ("/", "/rules", "/sw.js", "/licenses.md", "/no-such-file.js")
EVIL = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
HEAD_START = 40  # wrong codes, after which a right one may not be answered


@attack("guessing")
async def guessing(target: Target, stop: Stop) -> None:
    """Guess codes over requests from four addresses; now and then a right one, which is to look like a wrong one."""
    opened = await target.open()
    if opened is None:
        return

    async def one(address: str) -> None:
        async with target.at(address) as http:
            for tried in range(20_000):
                if stop():
                    return
                right = tried > HEAD_START and tried % 10 == 0
                code = opened["code"] if right else _code(len(opened["code"]))
                answer = await http.get(_door(tried, code))
                target.count(f"{'right' if right else 'wrong'} {answer.status_code}")
                target.count("leaked", int(right and answer.status_code == 200))

    await asyncio.gather(*map(one, FOUR))


def _door(number: int, code: str) -> str:
    doors = ("/api/tables/{}", "/api/replay/{}-1", "/api/tables/{}/qr.svg", "/api/tables/{}/record")
    return doors[number // 10 % len(doors)].format(code)


@attack("guessing-sockets")
async def guessing_sockets(target: Target, stop: Stop) -> None:
    """Guess codes over sockets, from one address that has guessed too much."""
    opened = await target.open()
    if opened is None:
        return
    for tried in range(20_000):
        if stop():
            return
        right = tried > HEAD_START and tried % 10 == 0
        code = opened["code"] if right else _code(len(opened["code"]))
        try:
            async with target.line(code, FOUR[0]) as socket:
                await Guest(socket).ask(type="hello")
                target.count("leaked", int(right))
        except ConnectionClosed as end:
            target.count(f"closed {end.rcvd.code if end.rcvd else 'hard'}")
        except (OSError, WebSocketException, TimeoutError):
            target.count("turned away")


def _code(length: int) -> str:
    return "".join(random.choices(LETTERS, k=length))


@attack("own-deck")
async def own_deck(target: Target, stop: Stop) -> None:
    """Ask for the file of one's own fresh game; a file with a seed is a leak where the table still counts as fresh."""
    async with target.at(FOUR[0]) as http:
        for _ in range(200):
            opened = (await http.post("/api/tables", json={"name": "Eve", **ALONE})).json()
            if stop() or "code" not in opened:
                return
            answer = await http.post(f"/api/tables/{opened['code']}/file", json={"token": opened["token"]})
            async with target.line(opened["code"], FOUR[0]) as socket:
                guest = Guest(socket)
                await guest.ask(type="hello", token=opened["token"])
            target.count("files", int(answer.is_success))
            target.count("leaked", int('\\"seed\\"' in answer.text and guest.table["game"]["known"] is None))


@attack("private-game")
async def private_game(target: Target, stop: Stop) -> None:
    """Ask for everything about the finished game of a private table, with its code and without a seat."""
    opened = await target.open(None, **PRIVATE)
    if opened is None:
        return
    await _finish(target, opened)
    game = f"{opened['code']}-1"
    asked: list[tuple[str, str, Any]] = [
        ("GET", f"/api/tables/{opened['code']}", None),
        ("GET", f"/api/tables/{opened['code']}/record", None),
        ("GET", f"/api/replay/{game}", None),
        ("GET", f"/t/{opened['code']}", None),
        ("POST", "/api/review/curve", {"game": game}),
        ("POST", "/api/review/branch", {"game": game, "turn": 1, "moves": [], "name": "Eve"}),
    ]
    async with target.at(FOUR[0]) as http:
        for number in range(2_000):
            if stop():
                return
            method, path, body = asked[number % len(asked)]
            answer = await http.request(method, path, json=body)
            target.count(f"{answer.status_code}")
            target.count("leaked", int("Anna" in answer.text or "frames" in answer.text or answer.status_code == 201))


async def _finish(target: Target, opened: dict[str, Any]) -> None:
    async with target.line(opened["code"]) as socket:
        guest = Guest(socket)
        await guest.ask(type="hello", token=opened["token"])
        while (game := guest.table["game"])["status"] == "playing":
            stuck = game["end"] is not None and not any(o["ok"] for card in game["hand"] for o in card["options"])
            await guest.ask(type="play", move="end" if stuck else choose(game), seq=guest.table["seq"])


@attack("other-sites")
async def other_sites(target: Target, stop: Stop) -> None:
    """Let pages of another site open tables; whatever opens is a leak."""
    daily = {"name": "Eve", "date": "2026-11-15", "category": "solo", "again": True}
    wanted: list[tuple[str, Any]] = [("/api/tables", {"name": "Eve"}), ("/api/daily", daily), ("/api/file", "x")]
    async with target.at(FOUR[0]) as http:
        for number in range(5_000):
            if stop():
                return
            path, body = wanted[number % len(wanted)]
            answer = await http.post(path, content=json.dumps(body), headers=EVIL)
            target.count(f"{answer.status_code}")
            target.count("leaked", int(answer.status_code == 201))


@attack("files")
async def files(target: Target, stop: Stop) -> None:
    """Ask for pages and files of the client without end, from four addresses."""

    async def one(http: httpx.AsyncClient) -> None:
        for number in range(5_000):
            if stop():
                return
            target.count(f"{(await http.get(FILES[number % len(FILES)])).status_code}")

    async def four_lines(address: str) -> None:
        async with target.at(address) as http:
            await asyncio.gather(*(one(http) for _ in range(4)))

    await asyncio.gather(*map(four_lines, FOUR))


@attack("half-bodies")
async def half_bodies(target: Target, stop: Stop) -> None:
    """Begin bodies and hang up, and send requests with two lengths; the row's log shows how many lines that makes."""
    url = httpx.URL(target.url)
    half, both = BODY + b"\r\n{", BODY + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    for number in range(2_000):
        if stop():
            return
        try:
            reader, writer = await asyncio.open_connection(url.host, url.port, local_addr=(FOUR[0], 0))
            writer.write(half if number % 2 else both)
            await writer.drain()
            if not number % 2:
                answer = await asyncio.wait_for(reader.read(200), 5)
                target.count("two lengths " + answer[9:12].decode(errors="replace"))
            writer.transport.abort()
        except (OSError, TimeoutError):
            target.count("turned away")
