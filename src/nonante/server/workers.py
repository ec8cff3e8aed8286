"""Several processes on one port: a parent that only supervises, and children that serve."""

from __future__ import annotations

import contextlib
import logging
import math
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Final, NoReturn, TypeAlias

from ..lifeline import follow
from ..rules import NonanteError
from .systemd import Heartbeat, Notifier, WorkerHeartbeat

log = logging.getLogger("nonante.server")
SOON: Final = 1.0  # seconds; a child that ends sooner is restarted with a delay
STOPS: Final = (signal.SIGTERM, signal.SIGINT)
Work: TypeAlias = Callable[[int, Heartbeat], None]


@dataclass
class Child:
    """A worker, as its parent knows it."""

    place: int
    line: int
    """Where it gives signs of life; at its end the worker has ended."""
    began: float
    heard: float
    ready: bool = False


class Workers:
    """Starts children, restarts those that die, and stops all of them when it is stopped or killed.

    `work` serves; it is told its place, of which the first alone says where, and where to give signs of life. The
    service manager hears from the parent alone: that all are ready, and that all are alive.
    """

    def __init__(self, count: int, work: Work, notifier: Notifier | None = None) -> None:
        self._count = count
        self._work = work
        self._notifier = notifier or Notifier()
        self._announced = False
        self._children: dict[int, Child] = {}
        self._stopping = False
        self._lifeline = os.pipe()  # children read from it until it ends, which is when this process does

    def run(self) -> int:
        """Serve until told to stop; return the exit code."""
        for number in STOPS:
            signal.signal(number, self._stop)
        for place in range(self._count):
            self._start(place)
        failed = 0
        while self._children:
            failed = self._listen() or failed
            self._tell()
        return failed

    def _listen(self) -> int:
        """Watch the children and restart those that have ended; return 2 if one cannot serve at all."""
        lines = {child.line: pid for pid, child in self._children.items()}
        heard, _, _ = select.select(list(lines), [], [], self._notifier.every)
        failed = 0
        for line in heard:
            words = os.read(line, 4096)
            child = self._children[lines[line]]
            child.heard = time.monotonic()
            child.ready = child.ready or WorkerHeartbeat.READY in words
            if not words:
                failed = self._ended(lines[line]) or failed
        return failed

    def _ended(self, pid: int) -> int:
        _, status = os.waitpid(pid, 0)
        child = self._children.pop(pid)
        os.close(child.line)
        code = os.waitstatus_to_exitcode(status)
        if code == 2:  # it cannot serve at all, and has said why
            self._stop(signal.SIGTERM, None)
            return code
        if not self._stopping:
            time.sleep(SOON if time.monotonic() - child.began < SOON else 0)
            self._start(child.place)
        return 0

    def _tell(self) -> None:
        """Report the state of all children to the manager, unless one has been silent for too long."""
        if self._stopping:
            return
        children = self._children.values()
        if not self._announced and all(child.ready for child in children):
            self._announced = True
            self._notifier.ready()
        alive = [time.monotonic() - child.heard < (self._notifier.watchdog or math.inf) for child in children]
        if self._announced and all(alive):
            self._notifier.beat(f"{len(alive)} processes")

    def _start(self, place: int) -> None:
        with _undisturbed():  # a stop signal stops every child and starts no other
            if self._stopping:
                return
            theirs, ours = os.pipe()
            child = os.fork()
            if child:
                os.close(ours)
                now = time.monotonic()
                self._children[child] = Child(place, theirs, now, now)
                return
            for number in STOPS:
                signal.signal(number, signal.SIG_DFL)  # until it serves, nothing is lost with it
        os.close(theirs)
        self._be_a_child(place, WorkerHeartbeat(ours, self._notifier.every))

    def _be_a_child(self, place: int, heartbeat: Heartbeat) -> NoReturn:
        code = 1
        try:
            self._follow_the_parent()
            self._work(place, heartbeat)
            code = 0
        except NonanteError as error:
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
        self._notifier.stopping()
        for child in self._children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Delay stop signals until the end of the block; a child started in it leaves the block, too."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
