"""The benchmark nonante-coop, version 1: fixed deals, three ways of playing together, one table.

* *self-play*: the player on every seat;
* *cross-play*: the player and a partner of the pool alternate around the table, with every partner in turn;
* *ad hoc*: the player on one seat, strangers on all others, drawn anew for every game.

docs/reference/benchmark.md describes the protocol and has the leaderboard.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args
from urllib.parse import quote

from .. import __version__
from ..files import write_whole
from ..players import NAMES as LEARNT, Identity, Player, Z, package_version
from ..rules import Rules
from .crossplay import AlternatingGames
from .errors import SimulationError
from .games import SeatGames
from .reference import Stranger, seat_seed
from .registry import Contestant, Named, find_player, sits_beside_others
from .results import Counts, Result
from .running import Job, Playing, Span, check_workers, processes, run_spans, shard_span

NAME: Final = "nonante-coop"
VERSION: Final = 1
POOL: Final = ("random", "nearest", "planner", "ismcts", *LEARNT, "novice", "steady", "strong", "champion")
"""The partners of cross-play: reference players, a tree search, policies learnt from different seeds, the levels."""

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

_BUDGETS: Final[dict[str, Budget]] = {"strong": "open", "champion": "open", **dict.fromkeys(LEARNT, "1e6")}
# what our own players learnt from; `strong` has weights that were tuned by its games


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
        low, high = self.counts.interval
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
    """Processor seconds of all games, partners and strangers included."""

    def part(self, part: Part) -> Counts:
        """Return the games of one part, all settings and partners together."""
        return sum((cell.counts for cell in self.cells if cell.part == part), start=Counts())

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data, signed with a digest of what it says."""
        said = {
            "benchmark": NAME,
            "version": VERSION,
            "package": package_version(),
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
    budget: Budget | None = None,
    workers: int = 1,
    progress: bool = False,
    keep: Path | None = None,
) -> Entry:
    """Let a player play the benchmark; players that cannot sit beside others play for themselves alone.

    `budget` says what the player learnt from; our own players know it, and others learnt nothing unless it is given.
    In the folder `keep`, every cell is kept as soon as it is played, and none is played again that is there.
    """
    one, seconds, cells = find_player(player), 0.0, list[Cell]()
    chosen = [(setting, setting_rules(setting)) for setting in settings]
    budget = budget_of(one.name) if budget is None else budget
    _check(parts, budget)
    with processes(check_workers(workers), one) as others:
        for setting, rules in chosen:
            for task in _tasks(one, rules, setting, parts, pool):
                wanted = task.nothing(games)
                result = _kept_or_played(keep, task.file, wanted, partial(task.play, wanted, workers, others, progress))
                cells.append(Cell(setting, task.part, task.partner, result.counts))
                seconds += result.seconds
    return Entry(one.identity(chosen[0][1]), budget, games, tuple(cells), seconds)


def budget_of(name: str) -> Budget:
    """Return what one of our own players learnt from; for any other name, nothing."""
    return _BUDGETS.get(name, "none")


def _check(parts: Iterable[Part], budget: str) -> None:
    for value, known in (*((part, PARTS) for part in parts), (budget, BUDGETS)):
        if value not in known:
            raise SimulationError("choice", value=value, known=", ".join(known))


@dataclass(frozen=True)
class _Task:
    """A cell to be played."""

    setting: str
    part: Part
    partner: str
    games: Job | SeatGames

    @property
    def file(self) -> str:
        """The name of the file it is kept in: that of a pair is the same from both sides."""
        return "_".join((self.setting, self.part, *(one.name for one in self.games.team)))

    def nothing(self, games: int) -> Result:
        """Return its result with no games counted yet: what has to agree with a result that was kept."""
        rules = self.games.rules
        identities = tuple(one.identity(rules) for one in self.games.team)
        return Result(rules, identities, setting_seed(self.setting), (shard_span(games, (1, 1)),), Counts())

    def play(self, wanted: Result, workers: int, others: Executor | None, progress: bool) -> Result:
        """Play the games, compiled ones on threads, all others in the processes there are."""
        compiled = isinstance(self.games, Job) and self.games.compiled
        play = Playing(self.games.games() if isinstance(self.games, Job) else self.games)
        pool, (first, stop) = None if compiled else others, wanted.spans[0]
        total, end = run_spans(play, Span(), first, stop, workers=workers, progress=progress, pool=pool)
        if end < stop:
            raise KeyboardInterrupt
        return replace(wanted, counts=total.counts, seconds=total.seconds)


def _tasks(one: Contestant, rules: Rules, setting: str, parts: Iterable[Part], pool: Sequence[str]) -> Iterable[_Task]:
    seed, beside = setting_seed(setting), rules.players > 1 and sits_beside_others(one)
    if "self" in parts:
        yield _Task(setting, "self", one.name, Job(rules, (one,), seed))
    for partner in map(find_player, pool if "cross" in parts and beside else ()):
        if partner != one:
            pair = sorted((one, partner), key=lambda player: player.name)  # so that it is one pair from both sides
            yield _Task(setting, "cross", partner.name, AlternatingGames(rules, pair, seed))
    if "ad-hoc" in parts and beside:
        yield _Task(setting, "ad-hoc", "strangers", StrangerGames(rules, (one,), seed))


def _kept_or_played(folder: Path | None, name: str, wanted: Result, play: Callable[[], Result]) -> Result:
    """Return the result kept under a name, or play it and keep it; without a folder nothing is kept.

    `wanted` says what it has to agree with: rules, identities, seed and games. A result of others is played anew.
    """
    if folder is None:
        return play()
    file = folder / f"{quote(name, safe='+')}.json"
    found = _read_result(file) if file.exists() else None
    if found and replace(found, counts=wanted.counts) == wanted:
        return found
    result = play()
    _write_result(file, result)
    return result


def _read_result(file: Path) -> Result:
    try:
        return Result.from_json(file.read_text("utf-8"))
    except (SimulationError, OSError, UnicodeDecodeError) as error:
        raise SimulationError("file", path=file, why=error) from None


def _write_result(file: Path, result: Result) -> None:
    try:
        write_whole(file, result.to_json())
    except OSError as error:
        raise SimulationError("file", path=file, why=error) from None


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
    low, high = counts.interval
    laid, half = laid_interval(counts)
    return f"{100 * counts.win_rate:.1f} ({100 * low:.1f}–{100 * high:.1f}), {100 * laid:.1f} ± {100 * half:.1f}"
