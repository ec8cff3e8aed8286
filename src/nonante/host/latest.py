"""`Latest`: a dictionary with a bounded number of entries."""

from __future__ import annotations

from threading import Lock
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Latest(dict[K, V]):
    """Keeps the newest entries only; an entry set again keeps its place unless it was removed before.

    Several threads may use it; what one of them has read, another may have dropped.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._lock = Lock()

    def __setitem__(self, key: K, value: V) -> None:
        with self._lock:
            super().__setitem__(key, value)
            while len(self) > self._most:
                del self[next(iter(self))]
