"""What the server writes down: one line at a time, and never the same line over and over."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeAlias

from ..host import Bucket, Rate
from .access import ACCESS

LogKind: TypeAlias = Literal["text", "json"]
OFTEN: Final = Rate(0.2, 5)
"""How often lines of one kind are written: five at once, then one in five seconds."""
log = logging.getLogger("nonante.server")


class Throttle(logging.Filter):
    """Lets a few lines of each kind through, then counts the rest and says how many there were."""

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
    """What a client does wrong is not worth a traceback."""

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
    """Return the code of the table that an entry speaks of."""
    named = str(record.msg).startswith("table %s") and isinstance(record.args, tuple) and record.args
    return str(record.args[0]) if named and record.args else None  # type: ignore[index]


def start_journal(kind: LogKind = "text", level: int = logging.WARNING) -> None:
    """Write to the standard error stream from now on; the access log writes only where it stands before the pages."""
    handler = logging.StreamHandler()
    text = logging.Formatter("nonante: %(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if kind == "json" else text)
    handler.addFilter(Throttle())
    logging.basicConfig(handlers=[handler], level=level)
    logging.getLogger(ACCESS).setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(NoTraces())


def complain(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Write what the event loop has to say as one line; out of descriptors it says it for every connection."""
    error = context.get("exception")
    if isinstance(error, ConnectionError):
        return  # they went, which is not ours to tell
    log.error("%s%s", context.get("message"), f": {error}" if error else "", exc_info=_trace(error))
    del loop


def _trace(error: object) -> BaseException | None:
    return error if isinstance(error, Exception) and not isinstance(error, OSError) else None
