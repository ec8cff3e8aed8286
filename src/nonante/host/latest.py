"""`Latest`: a dictionary with a bounded number of entries."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Latest(dict[K, V]):
    """Keeps the newest entries only; an entry set again keeps its place unless it was removed before."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        while len(self) > self._most:
            del self[next(iter(self))]
