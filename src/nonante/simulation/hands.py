"""Who plays the games of a run: threads, other processes, or the workers of a cluster."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Final

from .. import lifeline
from ..rules import Rules
from .cluster import connected
from .errors import SimulationError
from .registry import Contestant

MOST_WORKERS: Final = 1024
_GOAL: Final = 0.1  # seconds a span should take: short enough for Ctrl-C and an even end, long enough not to count
_GOAL_AWAY: Final = 1.0  # and on a cluster, where handing it over takes longer


@dataclass(frozen=True)
class Hands:
    """How many play at the same time, and where."""

    count: int
    pool: Executor | None = None
    """Other processes or the workers of a cluster; None for threads of this process."""
    goal: float = _GOAL
    """Seconds of work to be handed over at once."""


@contextmanager
def at_work(
    workers: int, team: Sequence[Contestant], rules: Rules, *, threads: bool = False, cluster: str | None = None
) -> Iterator[Hands]:
    """Give so many threads or processes that can play as this team, or the workers of the cluster at an address."""
    if cluster is not None:
        with connected(cluster, team, rules) as (pool, count):
            yield Hands(count, pool, _GOAL_AWAY)
        return
    with processes(1 if threads else workers, tuple(team)) as others:
        yield Hands(workers, others)


def processes(workers: int, handed: object) -> AbstractContextManager[ProcessPoolExecutor | None]:
    """Return a pool of processes that can be handed this, or None where one worker is enough."""
    if workers == 1:
        return nullcontext()
    try:
        pickle.dumps(handed)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise SimulationError("processes", why=error) from None
    return lifeline.pool(workers)


def check_workers(workers: int | None) -> int:
    """Return a number of threads: those asked for, or one for each processor this process may use."""
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if type(workers) is not int or not 1 <= workers <= MOST_WORKERS:
        raise SimulationError("workers", workers=workers, most=MOST_WORKERS)
    return workers
