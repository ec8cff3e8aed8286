"""Processes that end with the one that started them, however that ends: killed, too, on every system.

Each holds a line to it that is at its end when it is. Where `multiprocessing` starts them, it has laid the line.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from typing import Final

_end: Final = partial(os._exit, 1)


@contextmanager
def lifeline() -> Iterator[int]:
    """Give a pipe for a child to read from, which ends when this process does."""
    theirs, ours = os.pipe()
    try:
        yield theirs
    finally:
        os.close(theirs)
        os.close(ours)


def follow(line: int, end: Callable[[], object] = _end) -> None:
    """End this process when a pipe that only its parent can write to is at its end."""
    _when(partial(os.read, line, 1), end)


def pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of processes of their own, which end with this one."""
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_follow_the_parent)


def _follow_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        _when(parent.join, _end)


def _when(gone: Callable[[], object], end: Callable[[], object]) -> None:
    def wait() -> None:
        gone()
        end()

    threading.Thread(target=wait, name="nonante-follow", daemon=True).start()
