"""Several players on the same deals: who wins more, and whether the difference is significant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from time import perf_counter
from typing import Any, TypeAlias

from ..players import Z
from ..rules import Rules, check_seed
from .errors import SimulationError
from .registry import Named, find_team
from .results import Counts, Result, Shown, added, rules_text
from .running import Job, compile_all, count, run_spans, shard_span
from .workers import check_workers, worker_pool_for

Table: TypeAlias = tuple[tuple[int, ...], ...]
Compared: TypeAlias = tuple[tuple[Counts, ...], Table, Table]
"""What a tournament adds up: the counts of each player, `Tournament.both_won` and `Tournament.left_products`."""


@dataclass(frozen=True)
class Difference:
    """How much one player is ahead of another on the same deals, with a 95% interval of paired games."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether the interval excludes zero."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Tournament(Shown):
    """The result of a tournament: all players under one set of rules on the same deals."""

    results: tuple[Result, ...]
    both_won: Table
    """For players i and j: deals that both won."""
    left_products: Table
    """For players i and j: sum over deals of the product of their scores."""

    @property
    def games(self) -> int:
        """Number of deals."""
        return self.results[0].games

    def ranking(self) -> list[int]:
        """Return the indices of `results`, ordered by the highest win rate, then by the fewest cards left."""
        return sorted(range(len(self.results)), key=lambda i: (-self.results[i].wins, self.results[i].mean_left, i))

    def wins_ahead(self, i: int, j: int) -> Difference:
        """Return how much higher the win rate of player i is than that of player j."""
        games = self.results[i].games
        only_i = self.results[i].wins - self.both_won[i][j]
        only_j = self.results[j].wins - self.both_won[i][j]
        return _difference(only_i - only_j, only_i + only_j, games)

    def cards_ahead(self, i: int, j: int) -> Difference:
        """Return how many fewer cards player i leaves than player j, on average."""
        one, other = self.results[i], self.results[j]
        total = sum(n * (b - a) for n, (a, b) in enumerate(zip(one.counts.left, other.counts.left, strict=True)))
        products = self.left_products
        return _difference(total, products[i][i] + products[j][j] - 2 * products[i][j], one.games)

    def __repr__(self) -> str:
        names = (result.player for result in self.results)
        return f"<Tournament {rules_text(self.results[0].rules)}: {', '.join(names)}, {self.games:,} deals>"

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data: results by rank, each with its lead over the next one."""
        order = self.ranking()
        ranked = []
        for rank, i in enumerate(order, start=1):
            data: dict[str, Any] = {"rank": rank, **self.results[i].to_data()}
            if rank < len(order):
                data["ahead_of_next"] = {"player": self.results[order[rank]].player, **self._lead(i, order[rank])}
            ranked.append(data)
        rules = self.results[0].rules
        return {
            "edition": rules.name,
            "players": rules.players,
            "talk": rules.talk,
            "ranking": ranked,
            "pairs": [
                {"players": [self.results[i].player, self.results[j].player], **self._lead(i, j)}
                for i, j in combinations(order, 2)
            ],
            "order": [result.player for result in self.results],
            "both_won": [list(row) for row in self.both_won],
            "left_products": [list(row) for row in self.left_products],
        }

    def _lead(self, i: int, j: int) -> dict[str, Any]:
        """Return how much player i is ahead of player j."""
        wins, cards = self.wins_ahead(i, j), self.cards_ahead(i, j)
        return {"win_rate": [wins.value, wins.low, wins.high], "cards_left": [cards.value, cards.low, cards.high]}

    @classmethod
    def from_data(cls, data: object) -> Tournament:
        """Read what `to_data` returned."""
        match data:
            case {"ranking": [_, *_] as ranked, "order": [*order], "both_won": both, "left_products": products}:
                results = {result.player: result for result in map(Result.from_data, ranked)}
                if sorted(results) != sorted(map(str, order)):
                    raise SimulationError("no-result", why="its order names other players than its ranking")
                size = len(results)
                return cls(tuple(results[name] for name in order), _square(both, size), _square(products, size))
        raise SimulationError("no-result", why="a field of a tournament is missing or of the wrong kind")

    def __add__(self, other: Tournament) -> Tournament:
        """Merge two parts of one tournament: the same players, other deals."""
        mine, theirs = ([result.player for result in one.results] for one in (self, other))
        if mine != theirs:
            raise SimulationError("other-settings", what="players", mine=", ".join(mine), theirs=", ".join(theirs))
        return Tournament(
            added(self.results, other.results),
            added(self.both_won, other.both_won),
            added(self.left_products, other.left_products),
        )


def _square(rows: object, size: int) -> Table:
    """Read a table of whole numbers, one row and one column a player."""
    if not isinstance(rows, list) or [len(row) if isinstance(row, list) else -1 for row in rows] != [size] * size:
        raise SimulationError("no-result", why="a table of a tournament has the wrong shape")
    if not all(type(number) is int for row in rows for number in row):
        raise SimulationError("no-result", why="a table of a tournament holds more than whole numbers")
    return tuple(tuple(row) for row in rows)


def _difference(total: int, squares: int, games: int) -> Difference:
    """Return the mean of paired differences and its interval, out of their sum and the sum of their squares."""
    if not games:
        return Difference(0.0, 0.0, 0.0)
    mean = total / games
    half = Z * sqrt(max(0.0, squares / games - mean * mean) / games)
    return Difference(mean, mean - half, mean + half)


def tournament(
    rules: Rules,
    players: Sequence[Named],
    games: int,
    seed: int = 0,
    *,
    workers: int | None = None,
    shard: tuple[int, int] = (1, 1),
    progress: bool = False,
    cluster: str | None = None,
) -> Tournament:
    """Let every player play the same deals; Ctrl-C ends early, after the same games for all.

    ``shard=(k, n)`` plays the k-th of n parts; the parts add up to the whole. `cluster` is as in `simulate`.
    """
    teams = [find_team(player, rules) for player in players]
    names = [team[0].name for team in teams]
    if len(set(names)) != len(names) or not names:
        raise SimulationError("names")
    jobs = [Job(rules, team, check_seed(seed)) for team in teams]
    first, stop = shard_span(games, shard)
    total = (stop - first) * len(jobs)
    compile_all(jobs, total, progress and cluster is None)
    started = perf_counter()
    threads = check_workers(workers) if all(job.compiled for job in jobs) else 1
    none = tuple((0,) * len(jobs) for _ in jobs)
    zero = (Counts(),) * len(jobs), none, none
    play = _SameDeals(jobs if cluster else [job.games_for(total) for job in jobs])
    with worker_pool_for(threads, [team[0] for team in teams], rules, threads=True, cluster=cluster) as worker_pool:
        sums, end, _ = run_spans(play, zero, first, stop, worker_pool=worker_pool, progress=progress, unit=" deals")
    counts, both_won, left_products = sums
    seconds = (perf_counter() - started) / len(jobs)
    spans = ((first, end),) if end > first else ()
    results = tuple(job.result(spans, own, seconds) for job, own in zip(jobs, counts, strict=True))
    return Tournament(results, both_won, left_products)


@dataclass(frozen=True)
class _SameDeals:
    """Plays spans of deals with every team, given as games, or as jobs for the workers of a cluster."""

    sources: Sequence[Any]

    def __call__(self, begin: int, end: int) -> Compared:
        games = (source.games() if isinstance(source, Job) else source for source in self.sources)
        return _compare([one.outcomes(begin, end) for one in games])


def _compare(outcomes: list[Any]) -> Compared:
    scores = [[int(line[0]) for line in lines] for lines in outcomes]
    wins = [[score == 0 for score in own] for own in scores]
    return tuple(count(lines) for lines in outcomes), _products(wins), _products(scores)


def _products(columns: Sequence[Sequence[int]]) -> Table:
    return tuple(tuple(sum(a * b for a, b in zip(x, y, strict=True)) for y in columns) for x in columns)
