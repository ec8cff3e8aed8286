"""docs/reference/formats.md: its example can be read, and its tables name the fields that are really written."""

from __future__ import annotations

import re
from pathlib import Path

from nonante import Rules
from nonante.simulation import outcome_rows, play_dataset, read_rows
from nonante.simulation.rowfiles import TYPES
from nonante.table import Record
from nonante.table.record import _FIELDS

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "reference" / "formats.md").read_text("utf-8")


def fields(heading: str) -> set[str]:
    """Return the names in the first column of the table under a heading."""
    section = PAGE.split(f"{heading}\n", 1)[1].split("\n#", 1)[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in re.findall("`(.+?)`", cell)}


def test_the_example_of_a_record_can_be_read_and_every_field_is_explained() -> None:
    text = re.findall("```json\n(.*?)```", PAGE, re.DOTALL)[0]
    assert Record.from_json(text).moves() == ["28A", "30A", "end"]
    assert fields("## Records") == _FIELDS


def test_every_column_of_the_data_is_explained() -> None:
    assert fields("### Outcomes of games") == set(outcome_rows([(0, 0, 0, 30, 0)], 7)[0])
    plain, valued = (play_dataset(Rules.edition("base"), "novice", 1, seed=7, values=n)[0] for n in (0, 1))
    assert fields("### Turns") == set(plain)
    assert fields("#### Values") == set(valued) - set(plain)
    assert set(valued) | set(outcome_rows([(0, 0, 0, 30, 0)], 7)[0]) == set(TYPES)


def test_the_sample_is_what_its_command_says() -> None:
    sample = read_rows("examples/turns.parquet")
    assert {(row["team"], row["run_seed"]) for row in sample} == {("champion,strong,steady", 2026)}
    assert {row["game"] for row in sample} == set(range(200))
    assert all(len(row["candidates"]) <= 3 and row["loss"] >= 0 for row in sample)
