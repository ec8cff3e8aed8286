"""Whole games as records, with everything that was said and done; and as a dataset of one row a turn.

A row has what the seat saw and heard, what it played, and what came of it. Every row says which game it belongs to and
which run that is, so that rows of several files can be put together and any game can be played again.
Rows go to JSON Lines, CSV or Parquet, by the file's name; in CSV, lists are written as JSON.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from ..files import write_whole
from ..players import Player, changes, package_version, played_turns, wishes_of
from ..rules import REASONS, Game, Rules, check_seed, deal_seed
from ..table import Dealt, Record, Signal, Table, who_starts
from .errors import NeedsExtra, SimulationError
from .games import SeatGames
from .registry import Named, find_team
from .results import MARK_NAMES, Outcome
from .running import progress_bar, shard_span

Row: TypeAlias = dict[str, Any]

FILE_KINDS: Final = (".jsonl", ".csv", ".parquet")
KEY: Final = ("edition", "players", "talk", "team", "run_seed", "game", "turn")
"""What names a row: no two rows of a dataset agree in all of these."""


def record_game(rules: Rules, seed: int, players: Sequence[Player], names: Sequence[str] = ()) -> Record:
    """Play the game dealt from `seed` to its end, one player a seat, and return its record.

    It is the game that a simulation plays; the record holds the wishes and the signals too.

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
    """Yield the records of a run's games, the same that `simulate` plays with these settings."""
    team = SeatGames(rules, find_team(player, rules), check_seed(seed))
    seats = team.team * (rules.players if len(team.team) == 1 else 1)
    names = [f"{one.name[-16:]} {seat}" for seat, one in enumerate(seats, start=1)]  # no two at a table share a name
    first, stop = shard_span(games, shard)
    for game in range(first, stop):
        dealt = deal_seed(seed, game)
        yield record_game(rules, dealt, team.seated(game, dealt), names)


def play_dataset(
    rules: Rules,
    player: Named | Sequence[Named],
    games: int,
    seed: int = 0,
    *,
    shard: tuple[int, int] = (1, 1),
    progress: bool = False,
) -> list[Row]:
    """Play games and return a row for each of their turns; see `rows_of` for the fields."""
    first, stop = shard_span(games, shard)
    team, rows = ",".join(one.name for one in find_team(player, rules)), list[Row]()
    with progress_bar(stop - first, progress, " games") as bar:
        for game, record in enumerate(play_records(rules, player, games, seed, shard=shard), start=first):
            rows += rows_of(record, team=team, run_seed=seed, game=game)
            bar.update(1)
    return rows


def rows_of(record: Record, *, team: str = "", run_seed: int = 0, game: int = 0) -> list[Row]:
    """Return a row for each turn of a finished game.

    `hand`, `tops`, `counts`, `draw_count` and `minimum` are what the seat saw when its turn began, `signals` what stood
    then, `moves` what it did; `value` is the share of the deck that the team had laid in the end, `won` and `left` the
    same in other words.
    """
    end = record.final().require_game()
    about = {
        "edition": record.rules.name,
        "players": record.rules.players,
        "talk": record.rules.talk,
        "team": team or ",".join(record.names),
        "version": package_version(),
        "run_seed": run_seed,
        "game": game,
        "deal_seed": record.dealt.seed,
    }
    outcome = {"won": end.status == "won", "reason": end.reason or "", "left": end.score, "value": 1 - end.score / 98}
    return [{**about, **seen, "moves": moves, **outcome} for seen, moves in _turns(record)]


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
        "signals": [_worded(signal) for signal in table.standing],
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


def check_rows_file(path: str) -> Path:
    """Return the path of a file that rows can be written to; refuse any other before a game is played."""
    file = Path(path)
    if file.suffix not in FILE_KINDS:
        raise SimulationError("file", path=path, why=f"a data file's name ends in {', '.join(FILE_KINDS)}")
    if not file.absolute().parent.is_dir():
        raise SimulationError("file", path=path, why="there is no such folder")
    if file.suffix == ".parquet":
        _polars()
    return file


def write_rows(path: str, rows: Sequence[Row]) -> None:
    """Write rows, all with the same fields."""
    file = check_rows_file(path)
    if file.suffix == ".parquet":
        _polars().DataFrame(rows, infer_schema_length=None).write_parquet(file)
    elif file.suffix == ".csv":
        write_whole(file, _csv_text(rows))
    else:
        write_whole(file, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def read_rows(path: str) -> list[Row]:
    """Read what `write_rows` wrote; a damaged file is refused with its line."""
    file = check_rows_file(path)
    try:
        if file.suffix == ".parquet":
            return list(_parquet_rows(file, path))
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SimulationError("file", path=path, why="not a text file") from None
    lines: Iterable[Any] = csv.DictReader(io.StringIO(text)) if file.suffix == ".csv" else text.splitlines()
    return [_read(line, number, path) for number, line in enumerate(lines, start=1)]


def _read(line: str | dict[str, str], number: int, path: str) -> Row:
    try:
        row = json.loads(line) if isinstance(line, str) else {name: _cell(text) for name, text in line.items()}
    except (ValueError, TypeError) as error:
        raise SimulationError("file", path=path, why=f"row {number} is damaged: {error}") from None
    if not isinstance(row, dict):
        raise SimulationError("file", path=path, why=f"row {number} is no object")
    return row


def _parquet_rows(file: Path, path: str) -> Iterable[Row]:
    polars = _polars()
    try:
        rows: Iterable[Row] = polars.read_parquet(file).to_dicts()
    except (polars.exceptions.PolarsError, OSError) as error:
        raise SimulationError("file", path=path, why=f"not a Parquet file: {str(error).splitlines()[0]}") from None
    return rows


def _csv_text(rows: Sequence[Row]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: json.dumps(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def _cell(text: str) -> Any:
    return json.loads(text)


def _polars() -> Any:
    try:
        import polars
    except ImportError:
        raise NeedsExtra(what="a Parquet file", extra="data") from None
    return polars


def write_records(path: str, records: Sequence[Record]) -> None:
    """Write records as JSON Lines, one game a line."""
    file = check_rows_file(path)
    if file.suffix != ".jsonl":
        raise SimulationError("file", path=path, why="records are written to a file that ends in .jsonl")
    write_whole(file, "".join(json.dumps(record.to_data(), ensure_ascii=False) + "\n" for record in records))


def merge_datasets(paths: Sequence[str], out: str) -> int:
    """Merge datasets in the order of their runs and games; return the number of rows."""
    check_rows_file(out)
    keyed = dict[tuple[Any, ...], Row]()
    for path in paths:
        for number, row in enumerate(read_rows(path), start=1):
            key = _key(row, number, path)
            if key in keyed:
                raise SimulationError("same-games", first=row["game"])
            keyed[key] = row
    write_rows(out, [keyed[key] for key in sorted(keyed)])
    return len(keyed)


def _key(row: Row, number: int, path: str) -> tuple[Any, ...]:
    missing = [name for name in KEY if name not in row]
    if missing:
        raise SimulationError("file", path=path, why=f"row {number} has no field {missing[0]}")
    return tuple(row[name] for name in KEY)
