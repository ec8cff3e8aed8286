"""The notebooks run from the first cell to the last, show what they print, and name no place of the machine."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from scripts import notebooks

NAMES = ["a_study", "first_player", "train_to_cross_play"]
LARGEST = 20_000  # bytes


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((notebooks.FOLDER / f"{name}.ipynb").read_text("utf-8"))
    return found


def test_every_notebook_is_small_and_linked_from_a_guide() -> None:
    guides = "".join(page.read_text("utf-8") for page in (notebooks.FOLDER.parents[1] / "docs" / "guides").glob("*.md"))
    assert sorted(path.stem for path in notebooks.FOLDER.glob("*.ipynb")) == NAMES
    for name in NAMES:
        text = (notebooks.FOLDER / f"{name}.ipynb").read_text("utf-8")
        assert len(text) < LARGEST
        assert f"examples/notebooks/{name}.ipynb" in guides
        assert not re.search(r"/(home|root|tmp|work|Users)/", text)
        for link in re.findall(r"\]\((\.\./[^)#]+)", text):
            assert (notebooks.FOLDER / link).exists(), link
        assert any(map(notebooks.shown_in, notebooks.code_cells(_read(name)))), "stored without its outputs"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a_study", "first_player"])
def test_a_notebook_prints_what_it_shows(name: str) -> None:
    """After a change, run ``scripts/notebooks.py --write``."""
    notebook = _read(name)
    assert notebooks.run(notebook)[0] == [notebooks.shown_in(cell) for cell in notebooks.code_cells(notebook)]


@pytest.mark.slow
def test_the_policy_learns_and_plays_with_others() -> None:
    """Its figures may differ a little from machine to machine, so they are not compared."""
    printed, names = notebooks.run(_read("train_to_cross_play"))
    first, last = map(int, re.findall(r"(\d+) in the", printed[-2]))
    assert last < first - 10
    assert {cell.games for row in names["table"].cells for cell in row} == {30}
