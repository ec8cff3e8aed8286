"""Results in a folder, a file each: what was played once is not played again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from ..files import write_whole
from .errors import SimulationError
from .results import Result


def kept_or_played(folder: Path | None, name: str, wanted: Result, play: Callable[[], Result]) -> Result:
    """Return the result kept under a name, or play it and keep it; without a folder nothing is kept.

    `wanted` says what it has to agree with: rules, identities, seed and games. A result of others is played anew.
    """
    if folder is None:
        return play()
    file = folder / f"{quote(name, safe='+')}.json"
    found = _read(file) if file.exists() else None
    if found and replace(found, counts=wanted.counts) == wanted:
        return found
    result = play()
    _write(file, result)
    return result


def _read(file: Path) -> Result:
    try:
        return Result.from_json(file.read_text("utf-8"))
    except (SimulationError, OSError, UnicodeDecodeError) as error:
        raise SimulationError("file", path=file, why=error) from None


def _write(file: Path, result: Result) -> None:
    try:
        write_whole(file, result.to_json())
    except OSError as error:
        raise SimulationError("file", path=file, why=error) from None
