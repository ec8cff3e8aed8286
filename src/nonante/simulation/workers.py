"""The workers of a run: threads, processes, or the workers of a cluster."""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from .. import lifeline
from ..players import Identity
from ..rules import Rules
from .errors import NeedsExtra, SimulationError
from .registry import Contestant

MOST_WORKERS: Final = 1024
_GOAL: Final = 0.1  # seconds a span should take: short enough for Ctrl-C and an even end, long enough not to count
_GOAL_AWAY: Final = 1.0  # and on a cluster, where handing it over takes longer


@dataclass(frozen=True)
class WorkerPool:
    """The number and the place of the workers."""

    count: int
    pool: Executor | None = None
    """Other processes or the workers of a cluster; None for threads of this process."""
    goal: float = _GOAL
    """Seconds of work to be handed over at once."""

    def executor(self) -> AbstractContextManager[Executor]:
        """Return an executor of these workers; threads end with it."""
        return ThreadPoolExecutor(self.count) if self.pool is None else nullcontext(self.pool)


@contextmanager
def worker_pool_for(
    workers: int, team: Sequence[Contestant], rules: Rules, *, threads: bool = False, cluster: str | None = None
) -> Iterator[WorkerPool]:
    """Provide threads or processes that can play as this team, or the workers of a cluster."""
    if cluster is not None:
        with connected(cluster, team, rules) as (pool, count):
            yield WorkerPool(count, pool, _GOAL_AWAY)
        return
    with processes(1 if threads else workers, tuple(team)) as others:
        yield WorkerPool(workers, others)


def processes(workers: int, handed: object) -> AbstractContextManager[ProcessPoolExecutor | None]:
    """Return a pool of processes that can unpickle this, or None if one worker is enough."""
    if workers == 1:
        return nullcontext()
    try:
        pickle.dumps(handed)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise SimulationError("processes", why=error) from None
    return lifeline.pool(workers)


def check_workers(workers: int | None) -> int:
    """Return the number of threads: the given one, or one for each CPU core of this process."""
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if type(workers) is not int or not 1 <= workers <= MOST_WORKERS:
        raise SimulationError("workers", workers=workers, most=MOST_WORKERS)
    return workers


# --- the workers of a cluster -----------------------------------------------------------------------------------------


@contextmanager
def connected(address: str, team: Sequence[Contestant], rules: Rules) -> Iterator[tuple[Executor, int]]:
    """Provide the workers of a scheduler as a pool, with the number of their threads.

    They have to have the same players: the same version of the package, engine, weights and source.
    """
    with _connect(address) as client, _quiet():
        count = sum(client.nthreads().values())
        if not count:
            raise SimulationError("no-workers", address=address)
        _check_modules(client, team)
        _check_identities(client, team, rules)
        try:
            with client.get_executor(pure=False) as pool:
                yield pool, count
        except CancelledError:  # all that waits is cancelled when the scheduler is gone
            raise SimulationError("cluster", address=address, why="the connection broke off") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from printing a traceback where a connection breaks off: we say it in one sentence."""
    log = logging.getLogger("distributed.client")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)


def _check_modules(client: Any, team: Sequence[Contestant]) -> None:
    """Refuse a player whose module some worker cannot import: Dask would try to hand it over for ever."""
    makers = (getattr(one, "make", None) for one in team)
    modules = sorted({str(getattr(getattr(make, "func", make), "__module__", "")) for make in makers if make})
    found = client.run(import_error, [module for module in modules if module != "__main__"])
    missing = next((why for why in found.values() if why), None)
    if missing:
        raise SimulationError("no-module", why=missing)


def import_error(modules: Sequence[str]) -> str | None:
    """Return why this process cannot import one of these modules, or None; runs on the workers."""
    try:
        for module in modules:
            import_module(module)
    except ImportError as error:
        return str(error)
    return None


def _check_identities(client: Any, team: Sequence[Contestant], rules: Rules) -> None:
    """Refuse workers on which another version of a player would play."""
    own = identities(team, rules)
    for found in client.run(identities, list(team), rules).values():
        for mine, theirs in zip(own, found, strict=True):
            if mine != theirs:
                raise SimulationError("other-worker", mine=mine, theirs=theirs)


def identities(team: Sequence[Contestant], rules: Rules) -> list[Identity]:
    """Return the identities of the players in this process; runs on the workers."""
    return [one.identity(rules) for one in team]


def _connect(address: str) -> Any:
    try:
        from distributed import Client
        from distributed.comm.addressing import parse_address, parse_host_port
    except ImportError:
        raise NeedsExtra(what="--cluster", extra="cluster") from None
    try:
        untyped: Any = (Client, parse_address, parse_host_port)
        connect, parse, parse_port = untyped
        parse_port(parse(address)[1])  # a client that refuses an address complains again when it is deleted
        return connect(address, timeout="5s", set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise SimulationError("cluster", address=address, why=reason) from None
