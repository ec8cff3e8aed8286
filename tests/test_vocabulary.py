"""One word for one thing: words that the glossary of docs/architecture.md retired do not come back.

To retire a word, add a row to the table "Retired words" of that page; nothing needs to change here.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
SUFFIXES = {"src": {".py"}, "web/src": {".ts", ".tsx", ".css"}, "docs": {".md"}}


def _quoted(cell: str) -> list[str]:
    return re.findall("`(.+?)`", cell)


def _rows(heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading of the page."""
    section = PAGE.read_text("utf-8").split(f"{heading}\n", 1)[1].split("\n#", 1)[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


RETIRED = [(word, _quoted(rooms)) for words, _, rooms in _rows("### Retired words") for word in _quoted(words)]


@cache
def _texts() -> dict[Path, str]:
    """Return every file that is searched; the page without its list of retired words."""
    found = {}
    for folder, suffixes in SUFFIXES.items():
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in suffixes and "node_modules" not in path.parts:
                found[path] = path.read_text("utf-8")
    found[PAGE] = found[PAGE].split("### Retired words")[0]
    return found


def uses(word: str, text: str) -> bool:
    """Tell whether a text has this word by itself, not as a part of another one."""
    return re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", text) is not None


@pytest.mark.parametrize(("word", "rooms"), RETIRED, ids=[word for word, _ in RETIRED])
def test_a_retired_word_does_not_come_back(word: str, rooms: list[str]) -> None:
    folders = [ROOT / "src" / "nonante" / name for room in rooms for name in (room, f"{room}.py")]
    texts = {path: text for path, text in _texts().items() if not rooms or any(map(path.is_relative_to, folders))}
    assert texts
    assert [str(path.relative_to(ROOT)) for path, text in texts.items() if path.name == word or uses(word, text)] == []


def test_a_word_is_found_by_itself_only() -> None:
    assert uses("Moment", "a: Moment = x")
    assert uses("laying.py", "see `rules/laying.py`.")
    assert not uses("Moment", "TurnMoment, Moments, one-Moment")


def test_what_is_said_instead_exists() -> None:
    sources = "\n".join(text for path, text in _texts().items() if path.suffix == ".py")
    files = {str(path) for path in _texts()}
    for _, instead, _ in _rows("### Retired words"):
        for name in _quoted(instead):
            if name.endswith(".py"):
                assert any(path.endswith(f"/{name}") for path in files), name
            elif "/" not in name:
                assert all(uses(part, sources) for part in name.split(".")), name


def test_the_glossary_is_in_order_and_says_each_word_once() -> None:
    words = [row[0].lower() for row in _rows("## Glossary")]
    assert words == sorted(set(words))
