"""Entries of the benchmark that somebody submits, as ``nonante benchmark --json`` prints them, checked and replayed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..players import Identity
from .benchmark import BUDGETS, NAME, PARTS, VERSION, Entry, run_benchmark, setting_rules
from .errors import SimulationError
from .registry import Named

_FIELDS = {"benchmark", "version", "package", "identity", "budget", "games", "cells", "digest", "seconds"}


def read_entry(path: str | Path) -> dict[str, Any]:
    """Return the entry in a file; refuse one that is damaged, was changed, or is not complete."""
    try:
        data = json.loads(Path(path).read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise SimulationError("file", path=path, why=f"not an entry: {error}") from None
    why = _fault(data)
    if why:
        raise SimulationError("file", path=path, why=f"not an entry: {why}")
    found: dict[str, Any] = data
    return found


def replay_entry(data: Mapping[str, Any], player: Named | None = None, *, workers: int = 1) -> Entry:
    """Play an entry again, with the player of its name or the one given; refuse it where it comes out otherwise."""
    cells = data["cells"]
    entry = run_benchmark(
        data["identity"]["name"] if player is None else player,
        settings=list(dict.fromkeys(cell["setting"] for cell in cells)),
        parts=[part for part in PARTS if any(cell["part"] == part for cell in cells)],
        pool=list(dict.fromkeys(cell["partner"] for cell in cells if cell["part"] == "cross")),
        games=data["games"],
        budget=data["budget"],
        workers=workers,
    )
    again = entry.to_data()
    if again["digest"] != data["digest"]:
        differs = next((name for name in ("package", "identity", "cells") if again[name] != data[name]), "digest")
        raise SimulationError("replay", name=data["identity"]["name"], what=differs)
    return entry


def _fault(data: object) -> str | None:
    """Return what is wrong with an entry, or None."""
    if not isinstance(data, dict) or not set(data) >= _FIELDS:
        return "a field is missing"
    said = {name: value for name, value in data.items() if name not in ("digest", "seconds", "usage")}
    if data["digest"] != hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest():
        return "its digest does not fit: it was changed, or written by another program"
    if (data["benchmark"], data["version"]) != (NAME, VERSION):
        return f"it is of {data['benchmark']} version {data['version']}"
    if data.get("complete") is False:
        return "it is not complete: its run was stopped early"
    if data["budget"] not in BUDGETS or type(data["games"]) is not int or data["games"] < 1:
        return "its budget or its number of games is none"
    try:
        Identity.from_data(data["identity"])
    except ValueError as error:
        return str(error)
    return _fault_of_cells(data["cells"], data["games"])


def _fault_of_cells(cells: object, games: int) -> str | None:
    seen = set[tuple[str, str, str]]()
    for cell in cells if isinstance(cells, list) else []:
        match cell:
            case {"setting": str(setting), "part": str(part), "partner": str(partner), "games": int(played),
                  "wins": int(wins), "win_rate": [rate, *_]} if part in PARTS:  # fmt: skip
                setting_rules(setting)
            case _:
                return "a cell has a field that is missing or of the wrong kind"
        if played != games or not 0 <= wins <= games or rate != wins / games or (setting, part, partner) in seen:
            return f"the cell {setting}, {part}, {partner} does not fit"
        seen.add((setting, part, partner))
    return None if seen else "it has no cells"
