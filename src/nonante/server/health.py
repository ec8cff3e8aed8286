"""What an operator's machines ask: whether the server is well, whether to send people here, and its figures."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ..host import HostError, Tables
from .links import LOOPBACK
from .metrics import Metrics

PATIENCE: Final = 1.0  # seconds a store may take to show that it writes; balancers wait little longer
FORWARDED: Final = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded", "via")
FRESH: Final = 1.0  # seconds that an answer holds, so that who asks often does not write often


class HealthPage:
    """Answers for machines that watch; figures are only for programs on this very machine."""

    def __init__(self, tables: Tables, figures: Metrics) -> None:
        self._tables = tables
        self._figures = figures
        self.stopping = False
        self._probe: asyncio.Task[bool] | None = None
        self._probed_at = 0.0

    async def health(self, request: Request) -> Response:
        """Say whether the store takes what is written, and nothing in it was found damaged."""
        del request
        return _say(None if await self._writes() else "the store does not write", self._tables.store.damage())

    async def ready(self, request: Request) -> Response:
        """Say whether new people may be sent here: whether tables can be opened."""
        del request
        writes = await self._writes()
        return _say(
            "stopping" if self.stopping else None,
            None if writes else "the store does not write",
            "full" if self._tables.full() else None,
            well="ready",
        )

    async def _writes(self) -> bool:
        """Tell whether the store wrote a moment ago; one that keeps us waiting is tried on, but counts as down."""
        if self._probe is None or (self._probe.done() and time.monotonic() - self._probed_at > FRESH):
            self._probe = asyncio.create_task(self._touch())
        await asyncio.wait({self._probe}, timeout=PATIENCE)
        return self._probe.done() and not self._probe.cancelled() and self._probe.result()

    async def _touch(self) -> bool:
        try:
            await self._tables.store.touch()
        except HostError:
            return False
        finally:
            self._probed_at = time.monotonic()
        return True

    async def metrics(self, request: Request) -> Response:
        """Give all figures, to a program on this machine that asks without a proxy."""
        here = request.client is None or request.client.host in LOOPBACK  # None: over a socket in the file system
        if not here or any(name in request.headers for name in FORWARDED):
            return PlainTextResponse("Not found\n", 404)
        self._figures.show(self._tables)
        return PlainTextResponse("\n".join(self._figures.lines()) + "\n")


def _say(*reasons: str | None, well: str = "ok") -> Response:
    """Answer with the first reason why not, or that all is well."""
    why = next(filter(None, reasons), None)
    return PlainTextResponse(f"{why or well}\n", 503 if why else 200)
