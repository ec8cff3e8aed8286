"""Pages and tables that programs write are up to date, and every result file is shown somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from scripts import cli, errors, figures, limits

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("page", "text"),
    [(program.PAGE, program.page()) for program in (cli, errors, limits)],
    ids=["cli", "errors", "limits"],
)
def test_a_generated_page_says_what_the_code_says(page: Path, text: str) -> None:
    assert page.read_text("utf-8") == text, "run scripts/cli.py, errors.py or limits.py with --write"


@pytest.mark.parametrize("page", list(figures.pages()), ids=lambda page: page.name)
def test_every_table_of_figures_is_its_result_file(page: Path) -> None:
    text = page.read_text("utf-8")
    assert figures.filled(text) == text, "run scripts/figures.py --write"


def test_every_result_file_is_whole_and_shown_on_a_page() -> None:
    shown = {name for page in figures.pages() for _, name, _ in figures.PLACE.findall(page.read_text("utf-8"))}
    kept = {file.stem for file in figures.RESULTS.glob("*.json")}
    assert shown == kept
    for name in kept:
        assert figures.result(name)["rows"], name


def test_the_overview_repeats_the_figures_of_the_levels_and_the_champion() -> None:
    levels = {tuple(row[:3]): row[3:] for row in figures.result("levels")["rows"]}
    champion = {tuple(row[:3]): row[4] for row in figures.result("champion")["rows"]}
    for players, *shown in figures.result("overview")["rows"]:
        place = ("base", players, "–" if players == "1" else "standard")
        wins = [cell.split(",")[0] for cell in levels[place]] + [champion[place]]
        assert shown == [win.replace(" ", "% ", 1) for win in wins]


def test_a_figure_that_was_changed_by_hand_is_noticed() -> None:
    text = (ROOT / "docs" / "notebook" / "server.md").read_text("utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| `pings` |"))
    assert figures.filled(text.replace(row, row.replace("1", "2"))) == text


@pytest.mark.parametrize("page", ["reference/security.md", "notebook/server.md"])
def test_the_security_pages_name_tests_that_exist(page: str) -> None:
    named = set(re.findall(r"test_[a-z_]+\.py", (ROOT / "docs" / page).read_text("utf-8")))
    assert named, "the pages say which test proves a claim"
    assert named <= {path.name for path in (ROOT / "tests").rglob("test_*.py")}


def test_a_result_file_without_its_command_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "RESULTS", tmp_path)
    whole = {"command": "python x.py", "machine": "here", "date": "2026-11-18", "head": ["a"], "rows": [["1"]]}
    (tmp_path / "x.json").write_text(json.dumps(whole))
    assert figures.table("x") == "| a |\n|---|\n| 1 |\n"
    for broken in ({**whole, "rows": [["1", "2"]]}, {key: whole[key] for key in whole if key != "command"}):
        (tmp_path / "x.json").write_text(json.dumps(broken))
        with pytest.raises(ValueError, match=r"x\.json"):
            figures.result("x")
