"""Wall time that does not jump when somebody sets the system clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

Now: TypeAlias = Callable[[], float]
"""Tells the seconds since 1970."""


def steady_clock(wall: Now = time.time, since: Now = time.monotonic) -> Now:
    """Return a clock that follows the one on the wall, and none of its jumps.

    >>> wall, since = iter([1000.0]), iter([5.0, 6.0, 9.5])
    >>> now = steady_clock(lambda: next(wall), lambda: next(since))
    >>> now(), now()
    (1001.0, 1004.5)
    """
    begun, started = wall(), since()
    return lambda: begun + since() - started
