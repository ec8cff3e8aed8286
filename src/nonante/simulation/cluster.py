"""The same games on a Dask cluster. Shards go to the workers as they are free; the sum is that of one run."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from ..rules import Rules, check_seed
from .errors import NeedsExtra, SimulationError
from .registry import Contestant, Named, find_team
from .results import Result
from .running import progress_bar, shard_span, simulate

_SPANS_A_WORKER = 8


def simulate_on(
    address: str, rules: Rules, player: Named | Sequence[Named], games: int, seed: int = 0, *, progress: bool = False
) -> Result:
    """Play the games on the cluster whose scheduler answers at `address`; see `simulate`."""
    team = find_team(player, rules)
    check_seed(seed)
    shard_span(games, (1, 1))
    with _connect(address) as client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise SimulationError("no-workers", address=address)
        _check_modules(client, team)
        parts = min(games, _SPANS_A_WORKER * workers)
        shards = [(k, parts) for k in range(1, parts + 1)]
        futures = client.map(_play_shard, shards, rules=rules, team=team, games=games, seed=seed, pure=False)
        return _gather(client, futures, games, progress)


def _check_modules(client: Any, team: tuple[Contestant, ...]) -> None:
    """Refuse a player whose module some worker cannot import: Dask would try to hand it over for ever."""
    makers = (getattr(one, "make", None) for one in team)
    modules = sorted({str(getattr(getattr(make, "func", make), "__module__", "")) for make in makers if make})
    found = client.run(import_error, [module for module in modules if module != "__main__"])
    missing = next((why for why in found.values() if why), None)
    if missing:
        raise SimulationError("no-module", why=missing)


def import_error(modules: Sequence[str]) -> str | None:
    """Return why this process cannot import one of some modules, or None; workers are asked."""
    try:
        for module in modules:
            import_module(module)
    except ImportError as error:
        return str(error)
    return None


def _play_shard(shard: tuple[int, int], *, rules: Rules, team: tuple[Contestant, ...], games: int, seed: int) -> Result:
    return simulate(rules, team if len(team) > 1 else team[0], games, seed, workers=1, shard=shard)


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


def _missing_module(error: BaseException | None) -> str | None:
    """Return what a worker could not import, if that is why it failed."""
    while error is not None:
        if isinstance(error, ImportError):
            return str(error)
        error = error.__cause__ or error.__context__
    return None


def _gather(client: Any, futures: list[Any], games: int, progress: bool) -> Result:
    """Add the shards up as they come; on Ctrl-C keep those that are done."""
    from distributed import as_completed

    completed: Any = as_completed  # untyped
    total: Result | None = None
    with progress_bar(games, progress, " games") as bar:
        try:
            for future, part in completed(futures, loop=client.loop, with_results=True):
                total = part if total is None else total + part
                bar.update(part.games)
                future.release()
        except KeyboardInterrupt:
            for future in futures:
                future.cancel()
        except Exception as error:
            missing = _missing_module(error)
            if missing is None:
                raise
            raise SimulationError("no-module", why=missing) from error
    if total is None:
        raise KeyboardInterrupt
    return total
