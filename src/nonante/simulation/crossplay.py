"""Cross-play: how well each pair of players does on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from ..players import Identity, Player
from ..rules import Rules, check_seed
from .errors import SimulationError
from .games import SeatGames, TeamGames, plays_compiled
from .reference import seat_seed
from .registry import Contestant, Named, find_team
from .results import Counts, Shown, rules_text
from .running import Job, compile_all, count, run_spans, shard_span
from .workers import check_workers, worker_pool_for


class AlternatingGames(SeatGames):
    """Two players in turn around the table: A, B, A, … in games with an even number, B, A, B, … in the others.

    So both sit on every seat equally often, and begin equally often at tables without talk.
    """

    def __init__(self, rules: Rules, team: Sequence[Contestant], seed: int, *, plain: bool = False) -> None:
        """Seat a pair; `plain` games are played in Python, with the same result and without a compiler."""
        super().__init__(rules, team, seed)
        self.plain = plain

    def games_for(self, games: int) -> AlternatingGames:
        """Return what plays soonest where so many games are played in all."""
        plain = Job(self.rules, self.team, self.seed).plays_plain(games)
        return AlternatingGames(self.rules, self.team, self.seed, plain=plain)

    def outcomes(self, first: int, stop: int) -> Any:
        """Return how every game ended; games of two compiled players are compiled."""
        if self.plain or not plays_compiled(self.team):
            return super().outcomes(first, stop)
        even, odd = ([pair[seat % 2] for seat in range(self.rules.players)] for pair in (self.team, self.team[::-1]))
        return TeamGames(self.rules, even, self.seed, odd).outcomes(first, stop)

    def seated(self, game: int, seed: int) -> Sequence[Player]:
        """Return who sits where in a game."""
        pair = self.team if game % 2 == 0 else self.team[::-1]
        return [pair[seat % 2].seat(seat_seed(seed, seat)) for seat in range(self.rules.players)]


@dataclass(frozen=True)
class CrossPlay(Shown):
    """The result of cross-play: all pairs of players under one set of rules on the same deals."""

    rules: Rules
    identities: tuple[Identity, ...]
    seed: int
    cells: tuple[tuple[Counts, ...], ...]
    """For players i and j: the games in which both alternate around the table; for i and i, those of i alone."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def names(self) -> list[str]:
        """The players' names, in the order of `cells`."""
        return [one.name for one in self.identities]

    @property
    def games(self) -> int:
        """The number of deals per cell."""
        return self.cells[0][0].games

    def __repr__(self) -> str:
        return f"<CrossPlay {rules_text(self.rules)}: {', '.join(self.names)}, {self.games:,} deals>"

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data; each pair once."""
        return {
            "edition": self.rules.name,
            "players": self.rules.players,
            "talk": self.rules.talk,
            "games": self.games,
            "seed": self.seed,
            "seconds": self.seconds,
            "rules": self.rules.to_data(),
            "identities": [one.to_data() for one in self.identities],
            "cells": [self._cell(i, j) for i in range(len(self.cells)) for j in range(i, len(self.cells))],
        }

    def _cell(self, i: int, j: int) -> dict[str, Any]:
        counts = self.cells[i][j]
        low, high = counts.interval
        return {
            "players": [self.names[i], self.names[j]],
            "wins": counts.wins,
            "win_rate": counts.win_rate,
            "win_rate_low": low,
            "win_rate_high": high,
            "mean_left": counts.mean_left,
        }


@dataclass(frozen=True)
class _Pairs:
    """Plays spans of deals with every pair; other processes can be handed it."""

    sources: tuple[Job | SeatGames, ...]

    def __call__(self, begin: int, end: int) -> tuple[Counts, ...]:
        games = (source.games() if isinstance(source, Job) else source for source in self.sources)
        return tuple(count(one.outcomes(begin, end)) for one in games)


def cross_play(
    rules: Rules,
    players: Sequence[Named],
    games: int,
    seed: int = 0,
    *,
    workers: int = 1,
    progress: bool = False,
    cluster: str | None = None,
) -> CrossPlay:
    """Let each pair of players alternate seats on the same deals, in `workers` processes.

    Ctrl-C ends early, after the same games for all. `cluster` is as in `simulate`.
    """
    found = [find_team(player, rules)[0] for player in players]
    if rules.players < 2:
        raise SimulationError("cross-seats")
    if len({one.name for one in found}) != len(found) or not found:
        raise SimulationError("names")
    for one in found if len(found) > 1 else ():
        one.seat()  # refuses those that cannot sit beside others
    first, stop = shard_span(games, (1, 1))
    pairs = [(i, j) for i in range(len(found)) for j in range(i, len(found))]
    check_seed(seed)
    play = _Pairs(tuple(_source(rules, found[i], found[j], seed, games * len(pairs)) for i, j in pairs))
    compile_all(play.sources, games * len(pairs), progress and cluster is None)
    started = perf_counter()
    zero = (Counts(),) * len(pairs)
    with worker_pool_for(check_workers(workers), found, rules, cluster=cluster) as worker_pool:
        total, _, _ = run_spans(play, zero, first, stop, worker_pool=worker_pool, progress=progress, unit=" deals")
    cells = dict(zip(pairs, total, strict=True))
    places = range(len(found))
    table = tuple(tuple(cells[min(i, j), max(i, j)] for j in places) for i in places)
    return CrossPlay(rules, tuple(one.identity(rules) for one in found), seed, table, perf_counter() - started)


def _source(rules: Rules, one: Contestant, other: Contestant, seed: int, games: int) -> Job | SeatGames:
    """Return what plays one of the pairs soonest, where so many games are played in all."""
    if one != other:
        return AlternatingGames(rules, (one, other), seed).games_for(games)
    job = Job(rules, (one,), seed)
    return SeatGames(rules, job.team, seed) if job.plays_plain(games) else job
