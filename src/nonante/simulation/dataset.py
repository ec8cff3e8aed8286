"""Whole games as records with all moves and signals, and as a dataset with one row per turn.

A row has what the seat saw and heard, what it played, and what came of it. Every row says which game it belongs to and
which run that is, so that rows of several files can be put together and any game can be played again.
Rows go to JSON Lines, CSV or Parquet, by the file's name; in CSV, lists are written as JSON.
"""

from __future__ import annotations

import heapq
import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from ..files import write_whole
from ..players import Player, changes, package_version, played_turns, wishes_of
from ..rules import REASONS, Game, Rules, check_seed, deal_seed
from ..table import Dealt, Record, Signal, Table, who_starts
from .errors import SimulationError
from .games import SeatGames
from .parts import Parts, spans
from .registry import Named, find_team
from .results import MARK_NAMES, Outcome
from .rowfiles import Row, RowWriter, check_rows_file, iterate_rows
from .running import Job, compile_first, progress_bar, shard_span
from .values import with_values
from .workers import check_workers, worker_pool_for
from .written import Columns, columns_of

KEY: Final = ("edition", "players", "talk", "team", "run_seed", "game", "turn")
"""What names a row: no two rows of a dataset agree in all of these."""
_MERGED: Final = 10_000  # rows written together
_PART: Final = {True: 1_000, False: 20}
"""Games in a part, where they are played compiled, and where not or where turns are valued."""


def record_game(rules: Rules, seed: int, players: Sequence[Player], names: Sequence[str] = ()) -> Record:
    """Play the game dealt from `seed` to its end, with one player per seat, and return its record.

    It is the same game that a simulation plays; the record also contains wishes and signals.

    >>> from nonante.players import player
    >>> record = record_game(Rules.edition("base", players=2), 7, [player("novice"), player("novice")])
    >>> record.final().require_game().status
    'lost'
    """
    table = _opening(rules, seed, players, tuple(names) or tuple(f"player {seat}" for seat in range(rules.players)))
    for played in played_turns(table.require_game(), players):
        table = table if played.words is None else _said(table, played.words)
        for move in played.moves:
            table = table.apply(table.play(played.seat, move))
    return Record.of(table)


def _opening(rules: Rules, seed: int, players: Sequence[Player], names: tuple[str, ...]) -> Table:
    wishes = wishes_of(Game.deal(rules, seed), players)
    return Record(rules, names, Dealt(seed), tuple(wishes), who_starts(wishes), ()).opening()


def _said(table: Table, words: Sequence[Signal]) -> Table:
    """Return the table with these signals standing."""
    for seat in range(table.rules.players):
        for event in changes(table, seat, [word for word in words if word.seat == seat]):
            table = table.apply(event)
    return table


def play_records(
    rules: Rules, player: Named | Sequence[Named], games: int, seed: int = 0, *, shard: tuple[int, int] = (1, 1)
) -> Iterator[Record]:
    """Yield the records of the games that `simulate` plays with these settings."""
    team = SeatGames(rules, find_team(player, rules), check_seed(seed))
    first, stop = shard_span(games, shard)
    for game in range(first, stop):
        yield _record_of(team, game)


def _record_of(team: SeatGames, game: int) -> Record:
    """Play a game of a run and return its record."""
    seats = team.team * (team.rules.players if len(team.team) == 1 else 1)
    names = [f"{one.name[-16:]} {seat}" for seat, one in enumerate(seats, start=1)]  # no two at a table share a name
    dealt = deal_seed(team.seed, game)
    return record_game(team.rules, dealt, team.seated(game, dealt), names)


@dataclass(frozen=True)
class _TurnGames:
    """Plays spans of games and returns their turns; other processes can be handed it."""

    job: Job
    values: int = 0
    plain: bool = False
    """Whether the games are so few that Python plays them before anything is compiled."""

    @property
    def size(self) -> int:
        """The number of games in a part."""
        return _PART[self.job.writes_compiled and not self.values]

    def to_data(self) -> dict[str, Any]:
        """Return the data that all parts of a run share, as plain JSON data."""
        return {
            "rules": self.job.rules.to_data(),
            "identities": [one.to_data() for one in self.job.identities],
            "version": package_version(),
            "seed": self.job.seed,
            "size": self.size,
            "values": self.values,
        }

    def turns(self, begin: int, end: int) -> Columns | list[Row]:
        """Return a row for each turn of some games."""
        rules, seed = self.job.rules, self.job.seed
        team = ",".join(one.name for one in self.job.team)
        found: Columns | list[Row]
        if self.job.writes_compiled and not self.plain:
            found = columns_of(rules, _about(rules, team, seed), begin, *self.job.games().written(begin, end))
        else:
            games = SeatGames(rules, self.job.team, seed)
            records = ((game, _record_of(games, game)) for game in range(begin, end))
            found = [row for game, one in records for row in rows_of(one, team=team, run_seed=seed, game=game)]
        if not self.values:
            return found
        return with_values(rules, found.to_rows() if isinstance(found, Columns) else found, self.values)


def _turn_games(
    rules: Rules, player: Named | Sequence[Named], games: int, seed: int, shard: tuple[int, int], values: int
) -> tuple[_TurnGames, int, int]:
    """Return what plays the games, and which they are: from, up to and without."""
    first, stop = shard_span(games, shard)
    job = Job(rules, find_team(player, rules), check_seed(seed))
    return _TurnGames(job, values, job.plays_plain(stop - first, written=True)), first, stop


def play_dataset(
    rules: Rules,
    player: Named | Sequence[Named],
    games: int,
    seed: int = 0,
    *,
    shard: tuple[int, int] = (1, 1),
    values: int = 0,
    progress: bool = False,
) -> list[Row]:
    """Play games and return a row for each turn; see `rows_of` for the fields.

    `values` is the number of candidate turns to value, besides the one played; see `with_values`.
    """
    source, first, stop = _turn_games(rules, player, games, seed, shard, values)
    rows = list[Row]()
    with progress_bar(stop - first, progress, " games") as bar:
        for begin, end in spans(first, stop, source.size):
            found = source.turns(begin, end)
            rows += found.to_rows() if isinstance(found, Columns) else found
            bar.update(end - begin)
    return rows


def write_dataset(
    path: str,
    rules: Rules,
    player: Named | Sequence[Named],
    games: int,
    seed: int = 0,
    *,
    shard: tuple[int, int] = (1, 1),
    values: int = 0,
    workers: int | None = None,
    progress: bool = False,
    cluster: str | None = None,
) -> int:
    """Write what `play_dataset` returns to a .jsonl, .csv or .parquet file, and return the number of rows.

    The games are played in parts, on threads where players are compiled, else in processes. Finished parts are in the
    folder ``PATH.parts`` until the file is complete: a run that was stopped or killed resumes from them when it is
    started again. `workers` and `cluster` are as in `simulate`.
    """
    file = check_rows_file(path)
    source, first, stop = _turn_games(rules, player, games, seed, shard, values)
    job = source.job
    if progress and cluster is None and job.writes_compiled:
        compile_first(job, stop - first, written=True)
    count = check_workers(workers) if job.writes_compiled or workers is not None else 1
    parts = Parts(file, {**source.to_data(), "first": first, "stop": stop, "kind": file.suffix})
    with worker_pool_for(count, job.team, rules, threads=job.writes_compiled, cluster=cluster) as worker_pool:
        bar_shown = progress_bar(stop - first, progress, " games")
        with worker_pool.executor() as others, parts.writer() as writer, bar_shown as bar:
            play: Callable[..., Path | bytes] = _pack_part if cluster else _play_part
            places = list(spans(first, stop, source.size))
            rows = _collect(partial(others.submit, play, source, parts), parts, places, worker_pool.count, writer, bar)
    parts.remove()
    return rows


def _collect(
    play: Callable[[int, int, int], Future[Path | bytes]], parts: Parts, places: list[tuple[int, int]], workers: int,
    writer: RowWriter, bar: Any,
) -> int:  # fmt: skip
    """Play the parts that are missing and write all of them in order; return the number of rows."""
    there, rows = parts.finished(), 0
    waiting = deque[tuple[Future[Path | bytes] | Path, int, int]]()
    coming = iter(enumerate(places))
    try:
        while True:
            while len(waiting) < 2 * workers and (following := next(coming, None)) is not None:
                number, (begin, end) = following
                waiting.append((there.get(number) or play(number, begin, end), number, end - begin))
            if not waiting:
                return rows
            part, number, count = waiting[0]
            found = part if isinstance(part, Path) else part.result()
            rows += parts.add(found if isinstance(found, Path) else parts.write(number, found), writer)
            waiting.popleft()
            bar.update(count)
    except BaseException:
        for part, *_ in waiting:
            if isinstance(part, Future):
                part.cancel()
        raise


def _pack_part(source: _TurnGames, parts: Parts, number: int, begin: int, end: int) -> bytes:
    """Play a part where its file cannot be written: on the worker of a cluster."""
    return parts.packed(number, source.turns(begin, end))


def _play_part(source: _TurnGames, parts: Parts, number: int, begin: int, end: int) -> Path:
    return parts.write(number, _pack_part(source, parts, number, begin, end))


def rows_of(record: Record, *, team: str = "", run_seed: int = 0, game: int = 0) -> list[Row]:
    """Return a row for each turn of a finished game.

    `hand`, `tops`, `counts`, `draw_count` and `minimum` are what the seat saw when its turn began, `signals` the
    standing signals, `moves` what it played. `won`, `left` and `value` (the share of the deck laid) tell how the game
    ended.
    """
    end = record.final().require_game()
    about = _about(record.rules, team or ",".join(record.names), run_seed)
    about |= {"game": game, "deal_seed": record.dealt.seed}
    outcome = {"won": end.status == "won", "reason": end.reason or "", "left": end.score, "value": 1 - end.score / 98}
    return [{**about, **seen, "moves": moves, **outcome} for seen, moves in _turns(record)]


def _about(rules: Rules, team: str, run_seed: int) -> Row:
    """Return what is the same in all rows of a run."""
    setting = {"edition": rules.name, "players": rules.players, "talk": rules.talk}
    return {**setting, "team": team, "version": package_version(), "run_seed": run_seed}


def _turns(record: Record) -> Iterator[tuple[Row, list[str]]]:
    """Yield what the active seat saw when it made its first move of a turn, and the moves of that turn."""
    moves, before, turn = list[str](), record.opening(), 0
    for table, entry in zip(list(record.tables())[1:], record.entries, strict=True):
        move = getattr(entry, "move", None)
        if move is not None:
            game = before.require_game()
            if game.turn != turn:
                turn, moves = game.turn, []
                yield _seen(game, before), moves
            moves.append(move)
        before = table


def _seen(game: Game, table: Table) -> Row:
    view = game.view(game.active)
    return {
        "turn": view.turn,
        "seat": game.active,
        "hand": list(view.hand),
        "tops": list(view.tops),
        "counts": list(view.counts),
        "draw_count": view.draw_count,
        "minimum": view.minimum,
        "signals": sorted(map(_worded, table.standing)),
    }


def _worded(signal: Signal) -> str:
    """Write a signal as text: ``1 keep-off A``."""
    return " ".join(filter(None, [str(signal.seat), signal.name, signal.pile, signal.command]))


def outcome_rows(outcomes: Sequence[Outcome], seed: int, first: int = 0) -> list[Row]:
    """Return a row for each game of a run: how it ended, and the seed that deals it again."""
    rows = []
    for game, (score, reason, mark, turns, unlaid) in enumerate(outcomes, start=first):
        ended = {"won": reason == 0, "reason": REASONS[reason - 1] if reason else "", "left": score}
        caused = {"blame": MARK_NAMES[mark] if reason else "", "turns": turns, "not_laid": unlaid}
        rows.append({"run_seed": seed, "game": game, "deal_seed": deal_seed(seed, game), **ended, **caused})
    return rows


# --- files ------------------------------------------------------------------------------------------------------------


def write_records(path: str, records: Sequence[Record]) -> None:
    """Write records as JSON Lines, one game per line."""
    file = check_rows_file(path)
    if file.suffix != ".jsonl":
        raise SimulationError("file", path=path, why="records are written to a file that ends in .jsonl")
    write_whole(file, "".join(json.dumps(record.to_data(), ensure_ascii=False) + "\n" for record in records))


def merge_datasets(paths: Sequence[str], out: str) -> int:
    """Merge datasets in the order of their runs and games, row by row; return the number of rows."""
    rows, before = 0, tuple[Any, ...]()
    with RowWriter(out) as writer:
        waiting = list[Row]()
        for key, row in heapq.merge(*map(_keyed, paths), key=lambda pair: pair[0]):
            if key == before:
                raise SimulationError("same-games", first=row["game"])
            before, rows = key, rows + 1
            waiting.append(row)
            if len(waiting) == _MERGED:
                writer.write(waiting)
                waiting.clear()
        writer.write(waiting)
    return rows


def _keyed(path: str) -> Iterator[tuple[tuple[Any, ...], Row]]:
    """Yield the rows of a file with their keys, which have to rise."""
    before = tuple[Any, ...]()
    for number, row in enumerate(iterate_rows(path), start=1):
        missing = [name for name in KEY if name not in row]
        if missing:
            raise SimulationError("file", path=path, why=f"row {number} has no field {missing[0]}")
        key = tuple(row[name] for name in KEY)
        try:
            falls = bool(before) and key < before
        except TypeError:
            raise SimulationError("file", path=path, why=f"row {number} has a field of the wrong kind") from None
        if falls:
            raise SimulationError("file", path=path, why=f"row {number} is out of order")
        before = key
        yield key, row
