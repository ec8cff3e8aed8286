"""The benchmark nonante-coop, version 1: fixed deals, three ways of playing together, one table.

* *self-play*: the player on every seat;
* *cross-play*: the player and a partner of the pool alternate around the table, with every partner in turn;
* *ad hoc*: the player on one seat, strangers on all others, drawn anew for every game.

docs/benchmark.md describes the protocol and has the leaderboard.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from time import process_time
from typing import Any, Final, Literal, TypeAlias, get_args

from .. import __version__
from ..players import Identity, Player
from ..players.match import Z, wilson
from ..rules import Rules
from .crossplay import AlternatingGames
from .deals import seat_seed
from .errors import SimulationError
from .registry import Contestant, KernelPlayer, Named, find_player
from .results import Counts
from .running import Job, Playing, Span, check_workers, processes, run_spans, shard_span
from .seats import SeatGames
from .strangers import Stranger

NAME: Final = "nonante-coop"
VERSION: Final = 1
POOL: Final = ("random", "nearest", "novice", "steady", "strong", "champion")
"""The partners of cross-play."""

CORE: Final = ("base-2-standard", "base-3-none", "base-3-standard", "base-5-standard", "expert-3-standard",
               "extreme-3-standard")  # fmt: skip
"""The settings an entry reports; any other ``edition-seats-talk`` has its fixed deals too."""

GAMES: Final = 200
"""Deals a cell of a full entry rests on."""

Part: TypeAlias = Literal["self", "cross", "ad-hoc"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)

Budget: TypeAlias = Literal["none", "1e6", "1e8", "open"]
BUDGETS: Final[tuple[Budget, ...]] = get_args(Budget)
"""Classes by how many steps of an environment a player learnt from: none at all, at most so many, or any number."""


def setting_rules(setting: str) -> Rules:
    """Return the rules of a setting such as ``base-3-standard``."""
    edition, _, rest = setting.rpartition("-")
    edition, _, seats = edition.rpartition("-")
    if not (edition and seats.isdigit()):
        raise SimulationError("setting", setting=setting)
    return Rules.from_data({"edition": edition, "players": int(seats), "talk": rest})


def setting_seed(setting: str) -> int:
    """Return the seed of a setting's test deals, the same for ever: game k is ``deal_seed(seed, k)``.

    >>> setting_seed("base-3-standard")
    743714286809937278
    """
    digest = hashlib.sha256(f"{NAME}-{VERSION}/{setting}".encode()).digest()
    return int.from_bytes(digest[:8]) >> 1


@dataclass(frozen=True)
class Cell:
    """What one player came to in one setting and one part, with one partner or with strangers."""

    setting: str
    part: Part
    partner: str
    counts: Counts

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data."""
        low, high = wilson(self.counts.wins, self.counts.games)
        laid, half = laid_interval(self.counts)
        return {
            "setting": self.setting,
            "part": self.part,
            "partner": self.partner,
            "games": self.counts.games,
            "wins": self.counts.wins,
            "win_rate": [self.counts.win_rate, low, high],
            "laid": [laid, laid - half, laid + half],
        }


def laid_interval(counts: Counts) -> tuple[float, float]:
    """Return the mean share of the deck laid, and half its 95 % interval."""
    games = counts.games or 1
    mean = sum(n * count for n, count in enumerate(counts.left)) / games
    spread = sum(count * (n - mean) ** 2 for n, count in enumerate(counts.left)) / games
    return 1 - mean / 98, Z * (spread / games) ** 0.5 / 98


@dataclass(frozen=True)
class Entry:
    """A player's entry: who it is, what it learnt from, and its cells."""

    identity: Identity
    budget: Budget
    games: int
    cells: tuple[Cell, ...]
    seconds: float
    """Processor seconds of this process; those of other processes are not in it."""

    def part(self, part: Part) -> Counts:
        """Return the games of one part, all settings and partners together."""
        return sum((cell.counts for cell in self.cells if cell.part == part), start=Counts())

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data, signed with a digest of what it says."""
        said = {
            "benchmark": NAME,
            "version": VERSION,
            "package": __version__,
            "identity": self.identity.to_data(),
            "budget": self.budget,
            "games": self.games,
            "cells": [cell.to_data() for cell in self.cells],
        }
        digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
        return {**said, "digest": digest, "seconds": self.seconds}


class StrangerGames(SeatGames):
    """The player on one seat, the seats of the others with a new stranger each; the seat changes from game to game."""

    def seated(self, game: int, seed: int) -> Sequence[Player]:
        """Return who sits where in a game."""
        seats: list[Player] = [Stranger(seat_seed(seed, seat)) for seat in range(self.rules.players)]
        own = game % self.rules.players
        seats[own] = self.team[0].seat(seat_seed(seed, own))
        return seats


def run_benchmark(
    player: Named,
    *,
    settings: Iterable[str] = CORE,
    parts: Iterable[Part] = PARTS,
    pool: Sequence[str] = POOL,
    games: int = GAMES,
    budget: Budget = "none",
    workers: int = 1,
    progress: bool = False,
) -> Entry:
    """Let a player play the benchmark. Players that only exist in the kernel play for themselves alone."""
    one, started, cells = find_player(player), process_time(), list[Cell]()
    chosen = [(setting, setting_rules(setting)) for setting in settings]
    _check(parts, budget)
    with processes(check_workers(workers), one) as others:
        for setting, rules in chosen:
            for part, partner, source in _sources(one, rules, setting, parts, pool):
                counts = _played(source, games, workers, others, progress)
                cells.append(Cell(setting, part, partner, counts))
    return Entry(one.identity(chosen[0][1]), budget, games, tuple(cells), process_time() - started)


def _check(parts: Iterable[Part], budget: str) -> None:
    for value, known in (*((part, PARTS) for part in parts), (budget, BUDGETS)):
        if value not in known:
            raise SimulationError("choice", value=value, known=", ".join(known))


def _sources(
    one: Contestant, rules: Rules, setting: str, parts: Iterable[Part], pool: Sequence[str]
) -> Iterable[tuple[Part, str, Any]]:
    seed, alone = setting_seed(setting), isinstance(one, KernelPlayer) and one.reference is None
    if "self" in parts:
        yield "self", one.name, Job(rules, (one,), seed)
    if "cross" in parts and not alone and rules.players > 1:
        for name in pool:
            partner = find_player(name)
            if partner != one:
                yield "cross", name, AlternatingGames(rules, (one, partner), seed)
    if "ad-hoc" in parts and not alone and rules.players > 1:
        yield "ad-hoc", "strangers", StrangerGames(rules, (one,), seed)


def _played(source: Any, games: int, workers: int, others: Executor | None, progress: bool) -> Counts:
    compiled = isinstance(source, Job) and source.compiled
    play = Playing(source.games() if isinstance(source, Job) else source)
    first, stop = shard_span(games, (1, 1))
    pool = None if compiled else others
    total, _ = run_spans(play, Span(), first, stop, workers=workers, progress=progress, pool=pool)
    if total.counts.games < games:
        raise KeyboardInterrupt
    return total.counts


def entries_text(entries: Sequence[Entry]) -> str:
    """Return the leaderboard as a Markdown table: wins and share of the deck laid, each with its 95 % interval."""
    lines = [
        f"{NAME} version {VERSION}, nonante {__version__}: wins in %, then % of the deck laid, with 95 % intervals",
        "",
        f"| player | budget | games a cell | {' | '.join(PARTS)} | signed |",
        f"|---|---|---|{'---|' * len(PARTS)}---|",
    ]
    for entry in entries:
        shown = " | ".join(_part_text(entry.part(part)) for part in PARTS)
        signed = entry.to_data()["digest"][:12]
        lines.append(f"| `{entry.identity.name}` | {entry.budget} | {entry.games} | {shown} | {signed} |")
    return "\n".join(lines)


def _part_text(counts: Counts) -> str:
    if not counts.games:
        return "–"
    low, high = wilson(counts.wins, counts.games)
    laid, half = laid_interval(counts)
    return f"{100 * counts.win_rate:.1f} ({100 * low:.1f}–{100 * high:.1f}), {100 * laid:.1f} ± {100 * half:.1f}"
