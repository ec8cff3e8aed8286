"""What a run has to compile first, told and shown, in a process of its own: Ctrl-C ends it at once."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable
from multiprocessing import get_context
from time import monotonic

from .running import Job

_LOOK_EVERY = 0.2  # seconds


def compile_first(job: Job, games: int, *, written: bool = False) -> None:
    """Compile what so many games of a job need, unless they are played without, or it was compiled before.

    With `written`, they are written down, too.
    It says so on standard error, and how long it takes where that is a terminal.
    """
    if not job.has_to_compile(games, written=written):
        return
    print("nonante: compiling these players; later runs start at once", file=sys.stderr, flush=True)
    child = get_context("spawn").Process(target=_compile, args=(job, written), daemon=True)
    child.start()
    started, shows = monotonic(), sys.stderr.isatty()
    try:
        while child.is_alive():
            child.join(_LOOK_EVERY)
            if shows:
                print(f"\r{monotonic() - started:4.0f} s", end="", file=sys.stderr, flush=True)
    finally:
        if shows:
            print("\r      \r", end="", file=sys.stderr, flush=True)
        child.kill()
        child.join()


def compile_all(sources: Iterable[object], games: int, wanted: bool) -> None:
    """Compile what the jobs among these need to play so many games in all, if that is to be told."""
    for job in sources if wanted else ():
        if isinstance(job, Job):
            compile_first(job, games)


def _compile(job: Job, written: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    games = job.games()
    (games.written if written else games.outcomes)(0, 1)
