"""What a page keeps for the tables in its browser, and somebody who plays there."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

from nonante.browser import Local
from nonante.host import Tables

Data = dict[str, Any]
_keys = itertools.count(1)


class PageError(Exception):
    """An error as JavaScript throws it, with a name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Page:
    """Keeps texts, and looks into none of them."""

    def __init__(self) -> None:
        self.rows: dict[str, list[str]] = {}
        self.texts: dict[str, str] = {}
        self.full = False

    async def append(self, code: str, seq: int, entries: str) -> None:
        if self.full:
            raise PageError("QuotaExceededError")
        if len(self.rows.get(code, [])) != seq:
            raise PageError("ConstraintError")
        self.rows.setdefault(code, []).extend(json.loads(entries))

    async def load(self, code: str) -> object:
        return json.dumps(self.rows[code]) if code in self.rows else object()  # as JavaScript's undefined may arrive

    async def tables(self) -> str:
        return json.dumps(list(self.rows))

    async def get(self, key: str) -> object:
        return self.texts.get(key)

    async def put(self, key: str, value: str | None) -> None:
        if value is None:
            self.texts.pop(key, None)
        else:
            self.texts[key] = value

    def events(self, code: str) -> list[Data]:
        """Return what happened at a table."""
        return [json.loads(row)["event"] for row in self.rows[code]]


class Player:
    """Somebody with a line to a table."""

    def __init__(self, local: Local, code: str, token: str | None) -> None:
        self.table: Data = {}
        self.frames: list[Data] = []
        self.closed: int | None = None
        self._news = asyncio.Event()
        self.line = local.connect(code, self._push, self._close)
        self.send(type="hello", token=token)

    def _push(self, text: str) -> None:
        frame = json.loads(text)
        self.frames.append(frame)
        self.table = frame.get("table", self.table)
        self._news.set()

    def _close(self, code: int) -> None:
        self.closed = code
        self._news.set()

    def send(self, **message: object) -> str:
        """Send a message; return its key."""
        key = f"key-of-this-page-{next(_keys)}"
        self.line.receive(json.dumps({**message, "key": key}))
        return key

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(300):
            while not true():
                await self._news.wait()
                self._news.clear()

    async def ask(self, **message: object) -> Data:
        """Send a message and return its own answer."""
        key = self.send(**message)
        await self.until(lambda: any(frame.get("key") == key for frame in self.frames))
        return next(frame for frame in self.frames if frame.get("key") == key)


async def quiet(tables: Tables, code: str) -> None:
    """Wait until the computer players of a table have said what they have to say."""
    live = await tables.wake(code)
    async with asyncio.timeout(300):
        while "thinking" in repr(live.computers):
            await asyncio.sleep(0.01)


async def ask(local: Local, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """Ask for a page; return status and what was said."""
    text = body if isinstance(body, str) or body is None else json.dumps(body)
    answer = json.loads(await local.request(method, path, text))
    return answer["status"], json.loads(answer["body"])
