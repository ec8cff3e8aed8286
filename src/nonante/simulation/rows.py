"""Rows of plain data in files: JSON Lines, CSV or Parquet, by the file's name.

Lists are kept as lists in JSON Lines and Parquet; in CSV they are written as JSON.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from ..files import write_whole
from ..rules import REASONS, deal_seed
from .errors import NeedsExtra, SimulationError
from .results import MARK_NAMES, Outcome

Row: TypeAlias = dict[str, Any]

KINDS: Final = (".jsonl", ".csv", ".parquet")


def check_rows_file(path: str) -> Path:
    """Return the path of a file that rows can be written to; refuse any other before a game is played."""
    file = Path(path)
    if file.suffix not in KINDS:
        raise SimulationError("file", path=path, why=f"a data file's name ends in {', '.join(KINDS)}")
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


def outcome_rows(outcomes: Sequence[Outcome], seed: int, first: int = 0) -> list[Row]:
    """Return a row for each game of a run: how it ended, and the seed that deals it again."""
    rows = []
    for game, (score, reason, mark, turns, unlaid) in enumerate(outcomes, start=first):
        ended = {"won": reason == 0, "reason": REASONS[reason - 1] if reason else "", "left": score}
        caused = {"blame": MARK_NAMES[mark] if reason else "", "turns": turns, "not_laid": unlaid}
        rows.append({"run_seed": seed, "game": game, "deal_seed": deal_seed(seed, game), **ended, **caused})
    return rows
