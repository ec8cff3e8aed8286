"""What the server writes down: one line at a time, never the same line over and over; and the access log.

The access log has one line for each request and for both ends of each socket; no secret, and no code of a table. A
code is an invitation, so a line holds a mark of it: the same for the same table until the server starts again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeAlias

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..host import Bucket, Rate

LogKind: TypeAlias = Literal["text", "json"]
OFTEN: Final = Rate(0.2, 5)
"""How often lines of one kind are written: five at once, then one in five seconds."""
log = logging.getLogger("nonante.server")
ACCESS: Final = "nonante.access"
"""The name of the log."""
LONGEST: Final = 64  # letters of an address or a method
access_log = logging.getLogger(ACCESS)
_key: Final = secrets.token_bytes(16)  # made before workers are, so that all of them mark tables alike


class Throttle(logging.Filter):
    """Passes a few lines of each kind, then counts the rest and logs the number."""

    def __init__(self, rate: Rate = OFTEN, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._rate = rate
        self._now = now
        self._buckets: dict[tuple[str, int, str], Bucket] = {}
        self._dropped: dict[tuple[str, int, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether to write this line."""
        if record.name == ACCESS:
            return True  # whoever wants it wants every line
        kind = record.name, record.levelno, str(record.msg)[:80]
        if len(self._buckets) > 1000:
            self._buckets.clear()
        bucket = self._buckets.setdefault(kind, Bucket(self._rate, self._now))
        if not bucket.take():
            self._dropped[kind] = self._dropped.get(kind, 0) + 1
            return False
        more = self._dropped.pop(kind, 0)
        if more:
            record.msg = f"{record.getMessage()} (and {more} more such lines before)"
            record.args = ()
        return True


class NoTraces(logging.Filter):
    """Drops tracebacks of errors that clients cause."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether to write this line."""
        return not record.getMessage().startswith("Invalid UTF-8")


class JsonLines(logging.Formatter):
    """One line of JSON for each entry: time, level, table and text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return an entry as JSON."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        entry = {
            "time": at,
            "level": record.levelname.lower(),
            "table": table_of(record),
            "text": record.getMessage(),
            "trace": self.formatException(record.exc_info) if record.exc_info else None,
        }
        if record.name == ACCESS:
            entry = {"time": at, "level": "access", **getattr(record, "access", {})}
        return json.dumps({name: value for name, value in entry.items() if value is not None}, ensure_ascii=False)


def table_of(record: logging.LogRecord) -> str | None:
    """Return the code of the table that an entry mentions."""
    match record.args:
        case (code, *_) if str(record.msg).startswith("table %s"):
            return str(code)
    return None


def start_logging(kind: LogKind = "text", level: int = logging.WARNING) -> None:
    """Log to standard error; the access log only writes if it is installed as middleware."""
    handler = logging.StreamHandler()
    text = logging.Formatter("nonante: %(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if kind == "json" else text)
    handler.addFilter(Throttle())
    logging.basicConfig(handlers=[handler], level=level)
    logging.getLogger(ACCESS).setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(NoTraces())


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error of the event loop as one line; without free descriptors there is one for every connection."""
    error = context.get("exception")
    if isinstance(error, ConnectionError):
        return  # they went, which is not ours to tell
    log.error("%s%s", context.get("message"), f": {error}" if error else "", exc_info=_trace(error))
    del loop


def _trace(error: object) -> BaseException | None:
    return error if isinstance(error, Exception) and not isinstance(error, OSError) else None


def log_name(code: str) -> str:
    """Return the mark of a table in the access log."""
    return "#" + hashlib.blake2b(code.upper().encode(), key=_key, digest_size=4).hexdigest()


class AccessLog:
    """Logs every request and its result."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and log it when it is over."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        visit = _Visit(scope, receive, send)
        try:
            await self.app(scope, visit.receive, visit.send)
        finally:
            visit.over()


class _Visit:
    """One request or socket, between the server and the application."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._began = time.perf_counter()
        self._bytes = self._status = 0
        self._accepted = False
        self._ended = "none"

    async def receive(self) -> Message:
        """Pass on incoming messages, and note disconnects."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._note_end(f"client {message.get('code', 1005)}")
        return message

    async def send(self, message: Message) -> None:
        """Pass on outgoing messages, and note the status; a socket gets a line when it opens."""
        match message["type"]:
            case "http.response.start":
                self._status = message["status"]
            case "http.response.body":
                self._bytes += len(message.get("body", b""))
            case "websocket.accept":
                self._accepted = True
                self._write("SOCKET", status="open")
            case "websocket.send":
                self._bytes += len(message.get("text") or message.get("bytes") or "")
            case "websocket.close":
                self._note_end(f"server {message.get('code', 1000)}")
        await self._send(message)

    def _note_end(self, who: str) -> None:
        self._ended = who if self._ended == "none" else self._ended

    def over(self) -> None:
        """Write the last line; status 0 means no answer, and a socket that never opened was refused."""
        took = {"bytes": self._bytes, "ms": round((time.perf_counter() - self._began) * 1000, 1)}
        if self._scope["type"] == "http":
            self._write(self._scope["method"], status=self._status, **took)
        else:
            self._write("SOCKET", status="closed" if self._accepted else "refused", reason=self._ended, **took)

    def _write(self, method: str, **what: Any) -> None:
        """Write a line: address, method, route, table, then the other fields that are not None."""
        scope = self._scope
        code = scope.get("path_params", {}).get("code")
        entry = {
            "address": _plain(scope["client"][0]) if scope.get("client") else "?",
            "method": _plain(method),
            "route": getattr(scope.get("route"), "path", "-"),
            "table": log_name(code) if code else None,
            **what,
        }
        entry = {name: value for name, value in entry.items() if value is not None}
        access_log.info(" ".join(["%s"] * len(entry)), *entry.values(), extra={"access": entry})


def _plain(text: str) -> str:
    """Return a word without characters that could look like another line or field; proxies pass on anything."""
    return "".join(sign if "!" <= sign <= "~" else "?" for sign in text[:LONGEST])
