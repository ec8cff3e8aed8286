"""The errors of the simulation room."""

from ..rules import NonanteError, error_messages

_MESSAGES = error_messages("""
games: {games!r} games: choose 1 to {most}
workers: {workers!r} workers: choose 1 to {most}
processes: several processes need players that can be imported: leave out --workers ({why})
no-module: a Dask worker cannot load the player: {why}; install its module on every worker
setting: {setting!r} is not a setting: use edition-seats-talk, such as base-3-standard
choice: {value!r} is not one of {known}
shard: shard {k}/{n}: use k/n with k from 1 to n
shard-size: shard {k}/{n}: there are only {games} games to split
seats: {count} players for {seats} seats: name one for every seat
alone: player {name} only plays with copies of itself: for a mixed table choose {known}
names: a tournament needs players with different names
cross-seats: cross-play needs at least two seats
other-settings: results of different settings cannot be added up: {what} {mine} and {theirs}
same-games: the same games appear twice, from number {first} on
no-result: not a result: {why}
file: {path}: {why}
picture: {path}: {why}
cluster: no Dask scheduler answers at {address}: {why}
other-worker: a Dask worker has another player: {theirs}, not {mine}
no-workers: the Dask scheduler at {address} has no workers
answer: not accepted: {why}
address: {url!r} is not the address of a server: use one such as http://localhost:8000/v1
secret: the entry of {name} was played on hidden deals: give the secret
digest: {count} entries on the board have a digest that begins with {digest!r}: name one
replay: replayed, the entry of {name} gives a different result: compare its {what}
endpoint: the model at {url} did not answer: {why}
needs-extra: {what} needs an optional extra: pip install 'nonante[{extra}]'
""")


class SimulationError(NonanteError, messages=_MESSAGES):
    """A player, a count, a shard or a result that cannot be simulated or merged."""


class NeedsExtra(SimulationError):
    """Something that needs an optional extra of the package."""

    def __init__(self, code: str = "needs-extra", **details: str) -> None:
        super().__init__(code, **details)
