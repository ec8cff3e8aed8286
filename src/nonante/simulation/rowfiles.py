"""Rows of data in files: JSON Lines, CSV or Parquet, by the file's name; in CSV, every cell is JSON.

Parquet files have the types of `TYPES`, whatever is in them, so that files of different runs can be put together and
every tool can read them.
"""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self, TypeAlias

from .errors import NeedsExtra, SimulationError
from .written import Columns, Lists

Row: TypeAlias = dict[str, Any]

FILE_KINDS: Final = (".jsonl", ".csv", ".parquet")
_AT_ONCE: Final = 10_000  # rows read or written together

_CARDS: Final = ["uint8"]
_TEXTS: Final = ["string"]
TYPES: Final[dict[str, Any]] = {
    **dict.fromkeys(("edition", "talk", "team", "version", "reason", "blame", "judge"), "string"),
    **dict.fromkeys(("run_seed", "deal_seed", "game"), "uint64"),
    **dict.fromkeys(("players", "seat", "turn", "draw_count", "minimum", "left", "turns", "not_laid"), "uint8"),
    **dict.fromkeys(("hand", "tops", "counts"), _CARDS),
    **dict.fromkeys(("signals", "moves"), _TEXTS),
    "candidates": [_TEXTS],
    "chances": ["double"],
    **dict.fromkeys(("value", "chance", "played_chance", "loss"), "double"),
    "won": "bool",
}
"""The Arrow type of every column that this package writes; in brackets, lists of such values."""


def arrow() -> Any:
    """Import PyArrow."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise NeedsExtra(what="a Parquet file", extra="data") from None
    return pyarrow


def schema_of(names: Iterable[str]) -> Any:
    """Return the schema of rows with these columns; PyArrow infers the types of unknown ones."""
    pa = arrow()
    return pa.schema([(name, _arrow_type(pa, TYPES[name])) for name in names])


def _arrow_type(pa: Any, kind: Any) -> Any:
    return pa.list_(_arrow_type(pa, kind[0])) if isinstance(kind, list) else pa.type_for_alias(kind)


def arrow_table(rows: Columns | Sequence[Row]) -> Any:
    """Return rows as an Arrow table."""
    pa = arrow()
    if not isinstance(rows, Columns):
        names = list(rows[0]) if rows else []
        known = all(name in TYPES for name in names)
        return pa.Table.from_pylist(rows, schema_of(names)) if known else pa.Table.from_pylist(rows)
    schema = schema_of(rows.columns)
    arrays = [_array(pa, column, rows.rows, field.type) for column, field in zip(rows.columns.values(), schema)]  # noqa: B905 - a schema has no length to check
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(pa: Any, column: Any, rows: int, kind: Any) -> Any:
    if isinstance(column, Lists):
        values = pa.array(column.values)
        values = pa.array(column.texts, pa.string()).take(values) if column.texts else values
        return pa.ListArray.from_arrays(pa.array(column.starts), values, type=kind)
    if isinstance(column, tuple):
        texts, places = column
        return pa.array(texts, kind).take(pa.array(places))
    if hasattr(column, "dtype"):
        return pa.array(column).cast(kind)
    return pa.repeat(pa.scalar(column, kind), rows)


def check_rows_file(path: str) -> Path:
    """Return the path of a file for rows; refuse one that cannot be written, before a game is played."""
    file = Path(path)
    if file.suffix not in FILE_KINDS:
        raise SimulationError("file", path=path, why=f"a data file's name ends in {', '.join(FILE_KINDS)}")
    if not file.absolute().parent.is_dir():
        raise SimulationError("file", path=path, why="there is no such folder")
    if file.suffix == ".parquet":
        arrow()
    return file


class RowWriter:
    """Writes rows piece by piece to a file that appears only when it is complete."""

    def __init__(self, path: str | Path, temporary: Path | None = None) -> None:
        """Write to a temporary file first: the one given, or one of its own beside the file."""
        self.file = check_rows_file(str(path))
        if temporary is None:
            handle, name = tempfile.mkstemp(dir=self.file.absolute().parent, prefix=f".{self.file.name}.")
            os.close(handle)
            temporary = Path(name)
        self._temporary = temporary
        self._parquet: Any = None
        self._text: IO[str] | None = None
        self._begun = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None and self.file.suffix == ".parquet" and self._parquet is None:
                self.write_table(arrow().table({}))
            for opened in (self._parquet, self._text):
                if opened is not None:
                    opened.close()
            if kind is None:
                with self._temporary.open("rb") as written:
                    os.fsync(written.fileno())
                self._temporary.replace(self.file)
        finally:
            self._temporary.unlink(missing_ok=True)

    def write(self, rows: Columns | Sequence[Row]) -> None:
        """Write some rows."""
        if self.file.suffix == ".parquet":
            self.write_table(arrow_table(rows))
        else:
            self.write_text(text_of(rows, self.file.suffix, head=not self._begun))

    def write_table(self, table: Any) -> None:
        """Write rows that are an Arrow table."""
        if self._parquet is None:
            self._parquet = arrow().parquet.ParquetWriter(self._temporary, table.schema, compression="zstd")
        self._parquet.write_table(table)

    def write_text(self, text: str) -> None:
        """Write rows that are already text; the first ones of a CSV file include the header."""
        if self._text is None:
            self._text = self._temporary.open("w", encoding="utf-8", newline="")
        self._text.write(text)
        self._begun = True


def write_rows(path: str, rows: Sequence[Row]) -> None:
    """Write rows that have the same fields to a .jsonl, .csv or .parquet file."""
    with RowWriter(path) as writer:
        for start in range(0, len(rows), _AT_ONCE):
            writer.write(rows[start : start + _AT_ONCE])


def text_of(rows: Columns | Sequence[Row], kind: str, *, head: bool) -> str:
    """Return rows as the text of a .jsonl or .csv file."""
    lines = rows.to_rows() if isinstance(rows, Columns) else rows
    if kind == ".jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in lines)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(lines[0]) if lines else [], lineterminator="\n")
    if head:
        writer.writeheader()
    writer.writerows({name: json.dumps(value) for name, value in row.items()} for row in lines)
    return out.getvalue()


def read_rows(path: str) -> list[Row]:
    """Read what `write_rows` wrote; raise with the line of a damaged file."""
    return list(iterate_rows(path))


def iterate_rows(path: str) -> Iterator[Row]:
    """Yield the rows of a file one by one; the error for a damaged file names the line."""
    file = check_rows_file(path)
    if file.suffix == ".parquet":
        yield from _parquet_rows(file, path)
        return
    try:
        with file.open(encoding="utf-8", newline="") as text:
            lines: Iterable[Any] = csv.DictReader(text) if file.suffix == ".csv" else text
            for number, line in enumerate(lines, start=1):
                yield _read(line, number, path)
    except UnicodeDecodeError:
        raise SimulationError("file", path=path, why="not a text file") from None


def _read(line: str | dict[str, str], number: int, path: str) -> Row:
    try:
        row = json.loads(line) if isinstance(line, str) else {name: json.loads(text) for name, text in line.items()}
    except (ValueError, TypeError, RecursionError) as error:
        raise SimulationError("file", path=path, why=f"row {number} is damaged: {error}") from None
    if not isinstance(row, dict):
        raise SimulationError("file", path=path, why=f"row {number} is no object")
    return row


def _parquet_rows(file: Path, path: str) -> Iterator[Row]:
    pa = arrow()
    try:
        with pa.parquet.ParquetFile(file) as read:
            for batch in read.iter_batches(_AT_ONCE):
                yield from batch.to_pylist()
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        why = f"not a whole Parquet file: {str(error).splitlines()[0]}"
        raise SimulationError("file", path=path, why=why) from None
