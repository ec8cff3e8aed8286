"""Compiling the champion takes seconds, so it happens in the background while the server already answers.

A process of low priority fills the compiler's cache on the disk; then a thread loads from there. That is quick, but
holds everybody up for moments of 0.1 seconds, so it waits for a time when nobody plays.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from ...players.registry import warm_up

HEAD_START: Final = 1.0  # seconds for the first page
LOOK: Final = 0.2  # seconds between looks whether the server stops
LONGEST: Final = 1800.0  # seconds to wait for a quiet moment, where there is none
_FILL: Final = """
import os
if hasattr(os, "nice"):
    os.nice(19)
from nonante.players.registry import warm_up
warm_up("champion")
"""
_busy = threading.Event()
log = logging.getLogger("nonante.server")


def under_way() -> bool:
    """Tell whether the champion is not ready yet."""
    return _busy.is_set()


@contextmanager
def precompiling(quiet: Callable[[], bool] = lambda: True) -> Iterator[None]:
    """Make the champion ready beside what is done meanwhile; without the extra ``[fast]`` it is ready as it is.

    `quiet` tells whether loading would disturb nobody now.
    """
    if not find_spec("numba"):
        yield
        return
    stop = threading.Event()
    worker = threading.Thread(target=_precompile, args=(stop, quiet), name="nonante-precompile")
    _busy.set()
    worker.start()
    try:
        yield
    finally:
        stop.set()
        worker.join()  # loading cannot be broken off, and must not meet the end of the interpreter


def _precompile(stop: threading.Event, quiet: Callable[[], bool]) -> None:
    try:
        if not stop.wait(HEAD_START):
            _fill_cache(stop)
        until = time.monotonic() + LONGEST
        while not quiet() and time.monotonic() < until and not stop.wait(LOOK):
            pass
        if not stop.is_set():
            warm_up("champion")
    except Exception as error:
        if not stop.is_set():
            log.info("the champion was not precompiled: %s", error)
    finally:
        _busy.clear()


def _fill_cache(stop: threading.Event) -> None:
    """Let a process of its own compile what the cache lacks."""
    with subprocess.Popen(  # noqa: S603 - our own interpreter with our own words
        [sys.executable, "-P", "-c", _FILL],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while True:
            try:
                _, errors = process.communicate(timeout=LOOK)
                break
            except subprocess.TimeoutExpired:
                if stop.is_set():
                    process.terminate()
    if process.returncode:
        raise RuntimeError((errors.strip().splitlines() or [f"ended with {process.returncode}"])[-1])
