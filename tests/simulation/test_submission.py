"""Entries of the benchmark as files: what is changed, damaged or unfinished is refused, and a true one plays again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nonante.cli import program
from nonante.simulation import Cell, SimulationError, read_entry, replay_entry, run_benchmark


@pytest.fixture(scope="module")
def entry() -> dict[str, Any]:
    settings = ["base-2-none"]
    return run_benchmark("nearest", settings=settings, parts=["self", "cross"], pool=["random"], games=3).to_data()


def _signed(data: dict[str, Any]) -> dict[str, Any]:
    said = {name: value for name, value in data.items() if name not in ("digest", "seconds", "points")}
    return data | {"digest": hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()}


def _changed(entry: dict[str, Any], **cell: object) -> dict[str, Any]:
    return _signed(entry | {"cells": [entry["cells"][0] | cell, *entry["cells"][1:]]})


def _won(cell: dict[str, Any]) -> dict[str, Any]:
    """Return a cell that claims to have won every game, and agrees with itself."""
    return Cell(cell["setting"], cell["part"], cell["partner"], (0,) * cell["games"]).to_data()


CHANGES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda one: one | {"games": 4}, "its digest does not fit"),
    (lambda one: {name: one[name] for name in one if name != "cells"}, "a field is missing"),
    (lambda _: [], "a field is missing"),
    (lambda one: _signed(one | {"version": 9}), "it is of nonante-coop version 9, and this is nonante-coop version 2"),
    (lambda one: _signed(one | {"version": 1}), "it is of nonante-coop version 1"),
    (lambda one: _signed(one | {"complete": False}), "not complete"),
    (lambda one: _signed(one | {"budget": "free"}), "its budget"),
    (lambda one: _signed(one | {"identity": {"name": "me"}}), "no identity"),
    (lambda one: _signed(one | {"cells": []}), "it has no cells"),
    (lambda one: _signed(one | {"cells": [one["cells"][0]] * 2}), "does not fit"),
    (lambda one: _changed(one, wins=9), "does not fit"),
    (lambda one: _changed(one, win_rate=[0.5, 0, 1]), "does not fit"),
    (lambda one: _changed(one, part="alone"), "wrong kind"),
    (lambda one: _changed(one, laid=0.5), "does not fit"),
    (lambda one: _changed(one, laid=float("nan")), "does not fit"),
    (lambda one: _changed(one, left=one["cells"][0]["left"][:2]), "does not fit"),
    (lambda one: _changed(one, left=[0, 0, 99]), "wrong kind"),
    (lambda one: _changed(one, left=[0, 0, True]), "wrong kind"),
    (lambda one: _changed(one, extra=1), "does not fit"),
    (lambda one: _changed(one, setting="chess"), "use edition-seats-talk"),
    (lambda one: _signed(one | {"games": 10**400}), "its number of games"),
    (lambda one: one | {"seconds": "few"}, "its seconds"),
    (lambda one: _signed(one | {"hidden": 1}), "the mark or the seal"),
]


@pytest.mark.parametrize(("change", "complaint"), CHANGES)
def test_a_false_entry_is_refused(
    change: Callable[[dict[str, Any]], object], complaint: str, entry: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "entry.json"
    file.write_text(json.dumps(change(entry)))
    with pytest.raises(SimulationError, match=f"not an entry: .*{complaint}"):
        read_entry(file)


def test_a_true_entry_plays_again_and_an_invented_one_does_not(entry: dict[str, Any], tmp_path: Path) -> None:
    file, invented = tmp_path / "entry.json", tmp_path / "invented.json"
    file.write_text(json.dumps(entry))
    assert read_entry(file) == entry
    assert replay_entry(entry).to_data()["digest"] == entry["digest"]
    run = CliRunner().invoke(program, ["benchmark", "--check", str(file), "--replay"], catch_exceptions=False)
    assert run.output == f"{file}: nearest, 2 cells of 3 games, fine\n"
    invented.write_text(json.dumps(_signed(entry | {"cells": [_won(cell) for cell in entry["cells"]]})))
    refused = CliRunner().invoke(program, ["benchmark", "--check", str(invented), "--replay"], standalone_mode=False)
    assert str(refused.exception) == "replayed, the entry of nearest gives a different result: compare its cells"
    file.write_text('{"benchmark": ')
    with pytest.raises(SimulationError, match="not an entry"):
        read_entry(file)
    for words in (["benchmark"], ["benchmark", "nearest", "--check", str(file)], ["benchmark", "nearest", "--replay"]):
        assert "name players to run" in str(CliRunner().invoke(program, words, standalone_mode=False).exception)
