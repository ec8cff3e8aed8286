"""When the server looks for garbage: rarely, and mostly among what is new.

Python looks for objects that only hold on to each other whenever the count of new ones less freed ones is high. Every
card frees about as many old values as it makes, so it looks late, and then through the tables of everybody: with 1,000
of them some 50 ms, every second. Tables are trees of values, which are freed without it; what is left to find are
connections that have ended and errors that were told. So it looks when much has come, through what has come since; and
through everything, which takes half a second with 1,000 tables, once in some minutes.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final, Self

EVERY: Final = 1.0  # seconds between two looks at the count, which cost nothing
LEAST: Final = 100_000  # objects by which everything must have grown before anything is searched
SHARE: Final = 0.5  # or this part of what was there last time, where that is more
REST: Final = 300.0  # seconds between two searches through everything


class Collector:
    """Takes Python's garbage collector over from `start` until the end of a `with`."""

    def __init__(self, least: int = LEAST, rest: float = REST) -> None:
        self._least = least
        self._rest = rest
        self._much = least
        self._searched = time.monotonic()
        self._timer: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Put aside what is there, and look by the clock of a loop from now on."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._wait(loop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back to Python."""
        if self._timer:
            self._timer.cancel()
        gc.unfreeze()
        gc.enable()

    def look(self) -> None:
        """Search what is new where much has come, or everything after a rest; then put aside what is there."""
        rested = time.monotonic() - self._searched >= self._rest
        if gc.get_count()[0] < (self._least if rested else self._much):
            return
        if rested:
            gc.unfreeze()
            self._searched = time.monotonic()
        gc.collect()
        gc.freeze()
        self._much = max(self._least, int(SHARE * gc.get_freeze_count()))

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(EVERY, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self.look()
        self._wait(loop)
