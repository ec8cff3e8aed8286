"""Several processes on one port: a parent that only watches, and children that serve."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Final, NoReturn

from ..lifeline import follow
from .errors import ServerError

log = logging.getLogger("nonante.server")
SOON: Final = 1.0  # seconds; a child that ends sooner is not started again at once
STOPS: Final = (signal.SIGTERM, signal.SIGINT)


class Workers:
    """Starts children, starts those again that die, and ends all of them when it is told to, or when it is killed.

    `work` serves; it is told whether it is the first, which alone says where.
    """

    def __init__(self, count: int, work: Callable[[bool], None]) -> None:
        if not hasattr(os, "fork"):
            raise ServerError("workers", why="and this system cannot start them")
        self._count = count
        self._work = work
        self._children: dict[int, float] = {}
        self._stopping = False
        self._lifeline = os.pipe()  # children read from it until it ends, which is when this process does

    def run(self) -> int:
        """Serve until told to stop; return the exit code."""
        for number in STOPS:
            signal.signal(number, self._stop)
        for place in range(self._count):
            self._start(first=place == 0)
        failed = 0
        while self._children:
            child, status = os.wait()
            began = self._children.pop(child, 0.0)
            code = os.waitstatus_to_exitcode(status)
            if code == 2:  # it cannot serve at all, and has said why
                failed = code
                self._stop(signal.SIGTERM, None)
            if not self._stopping:
                time.sleep(SOON if time.monotonic() - began < SOON else 0)
                self._start()
        return failed

    def _start(self, first: bool = False) -> None:
        with _undisturbed():  # told to stop, it tells every child there is, and starts no other
            if self._stopping:
                return
            child = os.fork()
            if child:
                self._children[child] = time.monotonic()
                return
            for number in STOPS:
                signal.signal(number, signal.SIG_DFL)  # until it serves, nothing is lost with it
        self._be_a_child(first)

    def _be_a_child(self, first: bool) -> NoReturn:
        code = 1
        try:
            self._follow_the_parent()
            self._work(first)
            code = 0
        except ServerError as error:
            print("nonante:", error, file=sys.stderr)
            code = 2
        except Exception:
            log.exception("a worker failed")
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _follow_the_parent(self) -> None:
        theirs, ours = self._lifeline
        os.close(ours)

        follow(theirs, partial(os.kill, os.getpid(), signal.SIGTERM))

    def _stop(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self._stopping = True
        for child in self._children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Let stops wait until the end of the block; a child that is started in it leaves it, too."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
