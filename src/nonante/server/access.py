"""The access log: one line for each request and for both ends of each socket; no secret, and no code of a table.

A code is an invitation, so a line holds a mark of it: the same for the same table until the server starts again.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

ACCESS: Final = "nonante.access"
"""The name of the log."""
LONGEST: Final = 64  # letters of an address or a method
log = logging.getLogger(ACCESS)
_key: Final = secrets.token_bytes(16)  # made before workers are, so that all of them mark tables alike


def mark_of(code: str) -> str:
    """Return what stands for a table in the access log."""
    return "#" + hashlib.blake2b(code.upper().encode(), key=_key, digest_size=4).hexdigest()


class AccessLog:
    """Writes down who asked for what, and what became of it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and write it down when it is over."""
        match scope["type"]:
            case "http":
                visit: _Visit = _Request(scope, receive, send)
            case "websocket":
                visit = _Socket(scope, receive, send)
            case _:
                await self.app(scope, receive, send)
                return
        try:
            await self.app(scope, visit.receive, visit.send)
        finally:
            visit.over()


class _Visit:
    """One request or socket, seen from between the server and the application."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._began = time.perf_counter()
        self._bytes = 0

    async def receive(self) -> Message:
        """Pass on what comes in."""
        return await self._receive()

    async def send(self, message: Message) -> None:
        """Pass on what goes out."""
        await self._send(message)

    def over(self) -> None:
        """Write it down."""

    def write(self, method: str, **what: Any) -> None:
        """Write a line."""
        scope = self._scope
        code = scope.get("path_params", {}).get("code")
        entry = {
            "address": _plain(scope["client"][0]) if scope.get("client") else "?",
            "method": _plain(method),
            "route": getattr(scope.get("route"), "path", "-"),
            "table": mark_of(code) if code else None,
            **what,
        }
        entry = {name: value for name, value in entry.items() if value is not None}
        log.info(" ".join(["%s"] * len(entry)), *entry.values(), extra={"access": entry})

    def took(self) -> dict[str, Any]:
        """Return what went out and how long it took."""
        return {"bytes": self._bytes, "ms": round((time.perf_counter() - self._began) * 1000, 1)}


class _Request(_Visit):
    _status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
        elif message["type"] == "http.response.body":
            self._bytes += len(message.get("body", b""))
        await self._send(message)

    def over(self) -> None:
        """Write it down; without a status nobody got an answer."""
        self.write(self._scope["method"], status=self._status, **self.took())


class _Socket(_Visit):
    _accepted = False
    _ended = ""

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._ended = self._ended or f"client {message.get('code', 1005)}"
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.accept":
            self._accepted = True
            self.write("SOCKET", status="open")
        elif message["type"] == "websocket.send":
            self._bytes += len(message.get("text") or message.get("bytes") or "")
        elif message["type"] == "websocket.close":
            self._ended = self._ended or f"server {message.get('code', 1000)}"
        await self._send(message)

    def over(self) -> None:
        """Write down who ended it, and with which code; one that was never opened was refused."""
        status = "closed" if self._accepted else "refused"
        self.write("SOCKET", status=status, reason=self._ended or "none", **self.took())


def _plain(text: str) -> str:
    """Return a word without anything that could look like another line or another field: proxies pass on a lot."""
    return "".join(sign if "!" <= sign <= "~" else "?" for sign in text[:LONGEST])
