"""When the server looks for garbage: rarely, and all at once.

Python looks for objects that only hold on to each other whenever the count of new ones less freed ones is high. Every
card frees about as many old values as it makes, so it looks late, and then through the tables of everybody: with 1,000
of them some 50 ms, every second. Tables are trees of values, which are freed without it; what is left to find are
connections that have ended and errors that were told. That can wait for minutes, unless very much comes at once:
looking through 1,000 tables takes half a second.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final, Self

EVERY: Final = 1.0  # seconds between two looks at the count, which cost nothing
LEAST: Final = 100_000  # objects by which everything must have grown before it is searched
REST: Final = 300.0  # seconds between two searches
TIMES: Final = 2  # but none when it has grown by as many times what was there last time


class Collector:
    """Takes Python's garbage collector over from `start` until the end of a `with`."""

    def __init__(self, least: int = LEAST, rest: float = REST) -> None:
        self._least = least
        self._rest = rest
        self._urgent = least
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
        """Search everything, where enough has come for the time that has passed."""
        grown = gc.get_count()[0]
        rested = time.monotonic() - self._searched >= self._rest
        if grown >= (self._least if rested else self._urgent):
            gc.collect()
            self._searched = time.monotonic()
            self._urgent = max(self._least, TIMES * len(gc.get_objects()))

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(EVERY, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self.look()
        self._wait(loop)
