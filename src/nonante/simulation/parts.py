"""Data in parts, so that a run that was killed resumes.

Beside the file to be written lies a folder, ``NAME.parts``, with a description of the run and a file for every part
that is finished, its checksum in its name. A part is written in one step; one that is damaged is played again. When all
parts are there they become the file, and the folder goes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from .errors import SimulationError
from .rowfiles import Row, RowWriter, arrow, arrow_table, text_of
from .written import Columns

_RUN: Final = "run.json"
_FORMAT: Final = {"format": "nonante-parts", "version": 1}


class Parts:
    """The finished parts of a file; can be passed to other processes."""

    def __init__(self, file: Path, run: Mapping[str, Any]) -> None:
        """Open the folder beside a file; parts of another run are refused."""
        self.file, self.folder = file, file.with_name(f"{file.name}.parts")
        said = {**_FORMAT, **json.loads(json.dumps(run))}
        described = self.folder / _RUN
        if described.exists():
            if _read_run(described) != said:
                why = "holds the parts of another run; delete it, or choose another file"
                raise SimulationError("file", path=self.folder, why=why)
        else:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(described, json.dumps(said).encode())

    def finished(self) -> dict[int, Path]:
        """Return the file of every finished part; damaged ones are removed."""
        found = {}
        for path in sorted(self.folder.glob("part-*")):
            number, _, digest = path.stem.removeprefix("part-").partition(".")
            if number.isdigit() and _digest(path.read_bytes()) == digest:
                found[int(number)] = path
            else:
                path.unlink()
        return found

    def packed(self, number: int, rows: Columns | Sequence[Row]) -> bytes:
        """Return the content of the file of a part."""
        kind = self.file.suffix
        return _packed(rows) if kind == ".parquet" else text_of(rows, kind, head=number == 0).encode()

    def write(self, number: int, data: bytes) -> Path:
        """Store a finished part."""
        kind = self.file.suffix
        path = self.folder / f"part-{number:07}.{_digest(data)}{'.arrow' if kind == '.parquet' else kind}"
        _write(path, data)
        return path

    def add(self, path: Path, writer: RowWriter) -> int:
        """Write a finished part to the file; return how many rows it has."""
        if self.file.suffix == ".parquet":
            with arrow().ipc.open_file(path) as part:
                table = part.read_all()
            writer.write_table(table)
            return int(table.num_rows)
        text = path.read_text("utf-8")
        writer.write_text(text)
        return text.count("\n") - (self.file.suffix == ".csv" and path.name.startswith("part-0000000."))

    def writer(self) -> RowWriter:
        """Return what writes the file; if it is killed, what it wrote so far is in the folder, not beside the file."""
        return RowWriter(self.file, self.folder / f"unfinished{self.file.suffix}")

    def remove(self) -> None:
        """Remove the folder once the file is complete."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _packed(rows: Columns | Sequence[Row]) -> bytes:
    pa = arrow()
    table, sink = arrow_table(rows), pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def _write(path: Path, data: bytes) -> None:
    """Write a file in one step."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(data)
    temporary.replace(path)


def _read_run(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError:
        return None


def spans(first: int, stop: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the range of games of every part."""
    for begin in range(first, stop, size):
        yield begin, min(stop, begin + size)
