"""Entries of the benchmark that somebody submits, as ``nonante benchmark --json`` prints them, checked and replayed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ..players import Identity
from ..rules import NonanteError
from .benchmark import BUDGETS, NAME, PARTS, VERSION, Cell, Entry, run_benchmark, setting_rules, signature
from .errors import SimulationError
from .hidden import Secret
from .registry import Named
from .running import MOST_GAMES

_FIELDS = {"benchmark", "version", "package", "identity", "budget", "games", "cells", "digest", "seconds"}
_LARGEST: Final = 10_000_000  # bytes: 40,000 deals of the core set with every partner


def read_entry(path: str | Path, secret: Secret | None = None) -> dict[str, Any]:
    """Return the entry in a file; refuse one that is damaged, was changed, or is not complete.

    With the `secret` of a hidden set, an entry on hidden deals has to be made with it.
    """
    with Path(path).open("rb") as file:
        text = file.read(_LARGEST + 1)
    try:
        if len(text) > _LARGEST:
            raise ValueError("the file is too large")
        data = json.loads(text)
        why = _fault(data) or _fault_of_seal(data, secret)
    except (ValueError, RecursionError, NonanteError) as error:
        why = str(error)
    if why:
        raise SimulationError("file", path=path, why=f"not an entry: {why}")
    found: dict[str, Any] = data
    return found


def replay_entry(
    data: Mapping[str, Any], player: Named | None = None, *, workers: int = 1, secret: Secret | None = None
) -> Entry:
    """Play an entry again, with the player of its name or the one given; refuse it if the result differs."""
    cells, hidden = data["cells"], "hidden" in data
    if hidden and secret is None:
        raise SimulationError("secret", name=data["identity"]["name"])
    entry = run_benchmark(
        data["identity"]["name"] if player is None else player,
        settings=list(dict.fromkeys(cell["setting"] for cell in cells)),
        parts=[part for part in PARTS if any(cell["part"] == part for cell in cells)],
        pool=list(dict.fromkeys(cell["partner"] for cell in cells if cell["part"] == "cross")),
        games=data["games"],
        budget=data["budget"],
        workers=workers,
        secret=secret if hidden else None,
    )
    again = entry.to_data()
    if again["digest"] != data["digest"]:
        names = ("package", "hidden", "identity", "cells")
        differs = next((name for name in names if again.get(name) != data.get(name)), "digest")
        raise SimulationError("replay", name=data["identity"]["name"], what=differs)
    return entry


def _fault(data: object) -> str | None:
    """Return what is wrong with an entry, or None."""
    if not isinstance(data, dict) or not set(data) >= _FIELDS:
        return "a field is missing"
    if data["digest"] != signature(data):
        return "its digest does not fit: it was changed, or written by another program"
    if (data["benchmark"], data["version"]) != (NAME, VERSION):
        return f"it is of {data['benchmark']} version {data['version']}, and this is {NAME} version {VERSION}"
    if data.get("complete") is False:
        return "it is not complete: its run was stopped early"
    if data["budget"] not in BUDGETS or type(data["games"]) is not int or not 1 <= data["games"] <= MOST_GAMES:
        return "its budget or its number of games is none"
    if not isinstance(data["package"], str) or not _is_time(data["seconds"]):
        return "its package or its seconds are of the wrong kind"
    try:
        Identity.from_data(data["identity"])
    except ValueError as error:
        return str(error)
    return _fault_of_cells(data["cells"], data["games"])


def _fault_of_seal(data: Mapping[str, Any], secret: Secret | None) -> str | None:
    """Return what is wrong with an entry on hidden deals, as far as that can be told without their secret."""
    if "hidden" not in data:
        return None
    if not isinstance(data["hidden"], str) or not isinstance(data.get("seal"), str):
        return "the mark or the seal of its hidden set is of the wrong kind"
    if secret and data["hidden"] != secret.mark:
        return "its hidden set has another secret"
    if secret and not secret.fits(data["digest"], data["seal"]):
        return "its seal does not fit: it was not written with the secret"
    return None


def _is_time(seconds: object) -> bool:
    return isinstance(seconds, int | float) and 0 <= seconds <= 1e12


def _fault_of_cells(cells: object, games: int) -> str | None:
    seen = set[tuple[str, str, str]]()
    for cell in cells if isinstance(cells, list) else []:
        match cell:
            case {"setting": str(setting), "part": str(part), "partner": str(partner), "left": [*left]} if (
                part in PARTS and all(type(cards) is int and 0 <= cards <= 98 for cards in left)
            ):
                setting_rules(setting)
            case _:
                return "a cell has a field that is missing or of the wrong kind"
        if len(left) != games or Cell.from_data(cell).to_data() != cell or (setting, part, partner) in seen:
            return f"the cell {setting}, {part}, {partner} does not fit"
        seen.add((setting, part, partner))
    return None if seen else "it has no cells"
