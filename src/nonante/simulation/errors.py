"""What the simulation room refuses, in one clear line each."""

from __future__ import annotations


class SimulationError(ValueError):
    """A player, a count, a shard or a result that cannot be simulated or merged."""


class NeedsExtra(SimulationError):
    """Something that only works with an optional part of the package installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional part: pip install 'nonante[{extra}]'")
