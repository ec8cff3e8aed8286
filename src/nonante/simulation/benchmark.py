"""The benchmark nonante-coop, version 2: fixed deals, three ways of playing together, one table.

* *self-play*: the player on every seat;
* *cross-play*: the player and a partner of the pool alternate around the table, with every partner in turn;
* *ad hoc*: the player on one seat, strangers on all others, drawn anew for every game.

docs/reference/benchmark.md describes the protocol and has the leaderboard.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args
from urllib.parse import quote

from ..files import write_whole
from ..players import NAMES as LEARNT, Identity, Player, package_version, wilson
from ..rules import Rules
from .crossplay import AlternatingGames
from .errors import SimulationError
from .games import SeatGames
from .hidden import Secret
from .reference import Stranger, seat_seed
from .registry import Contestant, Named, find_player, sits_beside_others
from .results import Counts, Result
from .running import Job, Playing, Span, compile_all, now_and_then, progress_bar, run_spans, shard_span
from .workers import WorkerPool, check_workers, worker_pool_for

NAME: Final = "nonante-coop"
VERSION: Final = 2
POOL: Final = ("nearest", "planner", "ismcts", *LEARNT, "novice", "steady", "strong", "champion")
"""The partners of cross-play: reference players, a tree search, policies learnt from different seeds, the levels.

Beside ``random`` everybody loses, so it is none of them.
"""

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

_UNSIGNED: Final = ("digest", "seal", "seconds", "usage", "points")
_NOTED_EVERY: Final = 1.0  # seconds
_BUDGETS: Final[dict[str, Budget]] = {"strong": "open", "champion": "open", **dict.fromkeys(LEARNT, "1e6")}
# what our own players learnt from; `strong` has weights that were tuned by its games


def setting_rules(setting: str) -> Rules:
    """Return the rules of a setting such as ``base-3-standard``."""
    edition, _, rest = setting.rpartition("-")
    edition, _, seats = edition.rpartition("-")
    if not (edition and seats.isdigit()):
        raise SimulationError("setting", setting=setting)
    return Rules.from_data({"edition": edition, "players": int(seats), "talk": rest})


def setting_seed(setting: str, secret: Secret | None = None) -> int:
    """Return the seed of a setting's test deals, which never changes: game k is ``deal_seed(seed, k)``.

    The seed of the hidden set follows from its secret.

    >>> setting_seed("base-3-standard")
    7879258318854784657
    """
    text = f"{NAME}-{VERSION}/{setting}"
    digest = hashlib.sha256(text.encode()).digest() if secret is None else secret.digest(text)
    return int.from_bytes(digest[:8]) >> 1


@dataclass(frozen=True)
class Cell:
    """What one player came to in one setting and one part, with one partner or with strangers."""

    setting: str
    part: Part
    partner: str
    left: tuple[int, ...]
    """How many cards were left in each game, in the order of the deals; 0 is a win."""

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.left)

    @property
    def wins(self) -> int:
        """Number of games won."""
        return self.left.count(0)

    @property
    def laid(self) -> float:
        """Mean share of the deck played."""
        return 1 - sum(self.left) / (98 * self.games)

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data."""
        return {
            "setting": self.setting,
            "part": self.part,
            "partner": self.partner,
            "games": self.games,
            "wins": self.wins,
            "win_rate": [self.wins / self.games, *wilson(self.wins, self.games)],
            "laid": self.laid,
            "left": list(self.left),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Cell:
        """Read what `to_data` returned; an entry is checked before, see `read_entry`."""
        return cls(data["setting"], data["part"], data["partner"], tuple(data["left"]))


@dataclass(frozen=True)
class Entry:
    """A player's entry: who it is, what it learnt from, and its cells."""

    identity: Identity
    budget: Budget
    games: int
    cells: tuple[Cell, ...]
    seconds: float
    """Processor seconds of all games, partners and strangers included."""
    complete: bool = True
    """Whether all games of all cells were played."""
    secret: Secret | None = field(default=None, repr=False)
    """What the deals followed from, where they are those of a hidden set."""

    def __repr__(self) -> str:
        said = [self.identity.name, f"{len(self.cells)} cells of {self.games:,} games"]
        said += ["hidden deals"] * bool(self.secret) + ["not complete"] * (not self.complete)
        return f"<Entry {NAME} {VERSION}: {', '.join(said)}>"

    def __str__(self) -> str:
        from .leaderboard import entries_text

        return entries_text([self])

    def part(self, part: Part) -> tuple[Cell, ...]:
        """Return the cells of one part."""
        return tuple(cell for cell in self.cells if cell.part == part)

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data, signed with a digest of what it says; on hidden deals also sealed with the secret."""
        said = {
            "benchmark": NAME,
            "version": VERSION,
            "package": package_version(),
            "identity": self.identity.to_data(),
            "budget": self.budget,
            "games": self.games,
            "cells": [cell.to_data() for cell in self.cells],
            **({} if self.complete else {"complete": False}),
            **({} if self.secret is None else {"hidden": self.secret.mark}),
        }
        digest = signature(said)
        seal = {} if self.secret is None else {"seal": self.secret.seal(digest)}
        return {**said, "digest": digest, **seal, "seconds": self.seconds}


def signature(data: Mapping[str, Any]) -> str:
    """Return the digest of what an entry says, whatever it adds to that."""
    said = {name: value for name, value in data.items() if name not in _UNSIGNED}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


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
    threads: bool = False,
    progress: bool = False,
    keep: Path | None = None,
    secret: Secret | None = None,
    cluster: str | None = None,
) -> Entry:
    """Run the benchmark for a player; one that cannot play with others only does self-play.

    `budget` is the class of the player's training steps; it is known for our own players, and none for others unless
    given. Games are saved in the folder `keep` as they are played, and those found there are not played again. With
    `threads`, the workers are threads also for players in Python: for one that waits for others most of the time.
    Ctrl-C ends early: the entry has the games that were played, and is not `complete`. With a `secret`, deals and
    strangers are those of the hidden set that follows from it; games saved in `keep` give these deals away.
    `cluster` is as in `simulate`.
    """
    one, seconds, cells = find_player(player), 0.0, list[Cell]()
    chosen = [(setting, setting_rules(setting)) for setting in settings]
    budget = budget_of(one.name) if budget is None else budget
    _check(parts, budget, games)
    keep = keep / secret.mark if keep and secret else keep
    tasks = [task for setting, rules in chosen for task in _tasks(one, rules, setting, parts, pool, secret)]
    total = games * len(tasks)
    compile_all((task.games for task in tasks), total, progress and cluster is None)
    team = {who.name: who for task in tasks for who in task.games.team} or {one.name: one}
    with (
        progress_bar(total, progress, " games") as bar,
        worker_pool_for(
            check_workers(workers), list(team.values()), chosen[0][1], threads=threads, cluster=cluster
        ) as worker_pool,
    ):
        for task in tasks:
            begun = _kept(keep, task, games)
            bar.update(len(begun.left))
            played, interrupted = task.play(
                begun, games, worker_pool, partial(_note, keep, task, bar), total, away=cluster is not None
            )
            if played.left:
                cells.append(Cell(task.setting, task.part, task.partner, played.left))
            seconds += played.result.seconds
            if interrupted:
                break
    complete = len(cells) == len(tasks) and all(cell.games == games for cell in cells)
    return Entry(one.identity(chosen[0][1]), budget, games, tuple(cells), seconds, complete, secret)


@dataclass(frozen=True)
class _Played:
    """The games of a cell that were played so far."""

    result: Result
    left: tuple[int, ...] = ()
    """The cards left in each game, which the result only counts."""

    def to_json(self) -> str:
        """Write it as a result with one more field."""
        return json.dumps({**self.result.to_data(), "left": self.left})

    @classmethod
    def read(cls, path: Path) -> _Played:
        """Read what `to_json` wrote; without the field, as before version 2, the games are missing."""
        result = Result.read(path)
        left = json.loads(path.read_text("utf-8")).get("left", [])
        return cls(result, tuple(left) if left and Counter(left) == _counter(result) else ())


def _counter(result: Result) -> Counter[int]:
    return Counter({left: count for left, count in enumerate(result.counts.left) if count})


def _note(keep: Path | None, task: _Task, bar: Any, played: _Played, new: int) -> None:
    """Show and save how far a cell is."""
    bar.update(new)
    if keep is not None:
        write_whole(keep / task.file, played.to_json())


def budget_of(name: str) -> Budget:
    """Return what one of our own players learnt from; for any other name, nothing."""
    return _BUDGETS.get(name, "none")


def _check(parts: Iterable[Part], budget: str, games: int) -> None:
    shard_span(games, (1, 1))
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
        name = "_".join((self.setting, self.part, *(one.name for one in self.games.team)))
        return f"{quote(name, safe='+')}.json"

    def nothing(self) -> Result:
        """Return its result with no game played yet: what has to agree with a result that was kept."""
        rules = self.games.rules
        identities = tuple(one.identity(rules) for one in self.games.team)
        return Result(rules, identities, self.games.seed, (), Counts())

    def play(
        self, begun: _Played, games: int, workers: WorkerPool, note: Callable[[_Played, int], None], total: int, *,
        away: bool,
    ) -> tuple[_Played, bool]:  # fmt: skip
        """Play the games that are missing, and tell whether Ctrl-C ended that early.

        Games are played on a cluster (`away`), else compiled ones on threads and others in processes.

        `total` is the number of games in all cells: where they are few, nothing is compiled for them.
        """
        before, first = begun.result, len(begun.left)
        told = first

        def so_far(total: Span, end: int) -> _Played:
            spans, seconds = ((0, end),) if end else (), before.seconds + total.seconds
            left = tuple(line[0] for lines in total.lines for line in lines)
            result = replace(before, spans=spans, counts=before.counts + total.counts, seconds=seconds)
            return _Played(result, begun.left + left)

        def save(total: Span, end: int) -> None:
            nonlocal told
            note(so_far(total, end), end - told)
            told = end

        if first == games:
            return begun, False
        source = self.games if away else self.games.games_for(total)
        if isinstance(self.games, Job) and self.games.compiled and not away:
            workers = WorkerPool(workers.count)
        played, end, interrupted = run_spans(
            Playing(source, keep=True), Span(), first, games, worker_pool=workers, progress=False,
            save=now_and_then(save, _NOTED_EVERY, games),
        )  # fmt: skip
        if end > told:
            save(played, end)
        return so_far(played, end), interrupted


def _tasks(
    one: Contestant, rules: Rules, setting: str, parts: Iterable[Part], pool: Sequence[str], secret: Secret | None
) -> Iterable[_Task]:
    seed, beside = setting_seed(setting, secret), rules.players > 1 and sits_beside_others(one)
    if "self" in parts:
        yield _Task(setting, "self", one.name, Job(rules, (one,), seed))
    for partner in map(find_player, pool if "cross" in parts and beside else ()):
        if partner != one:
            pair = sorted((one, partner), key=lambda player: player.name)  # so that it is one pair from both sides
            yield _Task(setting, "cross", partner.name, AlternatingGames(rules, pair, seed))
    if "ad-hoc" in parts and beside:
        yield _Task(setting, "ad-hoc", "strangers", StrangerGames(rules, (one,), seed))


def _kept(folder: Path | None, task: _Task, games: int) -> _Played:
    """Return what was kept of a cell, up to so many games; a result of others, or of more games, is played anew."""
    nothing = task.nothing()
    file = None if folder is None else folder / task.file
    found = _Played.read(file) if file and file.exists() else _Played(nothing)
    fits = replace(found.result, spans=(), counts=Counts()) == nothing and found.result.spans == ((0, len(found.left)),)
    return found if fits and len(found.left) <= games else _Played(nothing)
