"""Compiling takes seconds, so it happens in the background while the server answers: the champion, then reviews.

A process of low priority fills the compiler's cache on the disk; then a thread loads from there. That is quick, but
holds everybody up for moments of 0.1 seconds, so it waits for a time when nobody plays. The process ends with the
server, however that ends.
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
from typing import Final, NamedTuple

from .. import review
from ..host import compiling
from ..lifeline import lifeline
from ..players import registry

HEAD_START: Final = 1.0  # seconds for the first page
LOOK: Final = 0.2  # seconds between looks whether the server stops
LONGEST: Final = 1800.0  # seconds to wait for a quiet moment, where there is none
_QUIETLY: Final = "import os; hasattr(os, 'nice') and os.nice(19); "
_WHILE_WE_LIVE: Final = "from nonante.lifeline import follow; follow(0); "


class Part(NamedTuple):
    """Something to compile."""

    name: str
    fill: str
    """What a process of its own runs, so that the cache has it."""
    load: Callable[[], None]
    """What takes it from there."""


PARTS: tuple[Part, ...] = (
    Part(
        "the champion",
        "from nonante.players.registry import warm_up; warm_up('champion')",
        lambda: registry.warm_up("champion"),
    ),
    Part("the review", "from nonante.review import warm_up; warm_up()", review.warm_up),
)
_cached = threading.Event()
_cached.set()
_compiling_now = threading.Lock()
_stop = threading.Event()
log = logging.getLogger("nonante.server")


def compile_now() -> None:
    """Compile what a review needs now, if it is not ready: somebody is waiting for it in a thread.

    A process does it here too: compiled in this one, it would hold everybody up for seconds.
    """
    with _compiling_now:
        if _cached.is_set():
            return
        try:
            _fill_cache("; ".join(part.fill for part in PARTS), _stop)
        except RuntimeError as error:
            log.info("the review was not precompiled: %s", error)
        _cached.set()


@contextmanager
def precompiling(quiet: Callable[[], bool] = lambda: True) -> Iterator[None]:
    """Make champion and reviews ready beside what is done meanwhile; without the extra ``[fast]`` they are as they are.

    `quiet` tells whether loading would disturb nobody now.
    """
    if not find_spec("numba"):
        yield
        return
    stop = _stop
    stop.clear()
    compiling.set()
    _cached.clear()
    filled = [threading.Event() for _ in PARTS]
    workers = [
        threading.Thread(target=_precompile, args=(place, filled, stop, quiet), name="nonante-precompile")
        for place in range(len(PARTS))
    ]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        stop.set()
        for worker in workers:
            worker.join()  # loading cannot be broken off, and must not meet the end of the interpreter


def _precompile(place: int, filled: list[threading.Event], stop: threading.Event, quiet: Callable[[], bool]) -> None:
    """Prepare a part; the cache is filled with one part after the other, however long loading has to wait."""
    part = PARTS[place]
    try:
        _fill_in_turn(place, filled, stop)
        _wait_for(quiet, stop)
        if not stop.is_set():
            part.load()
    except Exception as error:
        if not stop.is_set():
            log.info("%s was not precompiled: %s", part.name, error)
    finally:
        if place == 0:
            compiling.clear()


def _fill_in_turn(place: int, filled: list[threading.Event], stop: threading.Event) -> None:
    if place:
        filled[place - 1].wait()
    try:
        if not stop.wait(HEAD_START):
            _fill_cache(_QUIETLY + PARTS[place].fill, stop)
    finally:
        filled[place].set()
        if all(one.is_set() for one in filled):
            _cached.set()


def _wait_for(quiet: Callable[[], bool], stop: threading.Event) -> None:
    until = time.monotonic() + LONGEST
    while not quiet() and time.monotonic() < until and not stop.wait(LOOK):
        pass


def _fill_cache(code: str, stop: threading.Event) -> None:
    """Compile what the cache lacks, in a separate process."""
    with (
        lifeline() as line,
        subprocess.Popen(  # noqa: S603 - our own interpreter with our own arguments
            [sys.executable, "-P", "-c", _WHILE_WE_LIVE + code],
            stdin=line,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        while True:
            try:
                _, errors = process.communicate(timeout=LOOK)
                break
            except subprocess.TimeoutExpired:
                if stop.is_set():
                    process.terminate()
    if process.returncode:
        raise RuntimeError((errors.strip().splitlines() or [f"ended with {process.returncode}"])[-1])
