"""One word for one thing: a class name means one thing, the glossary is true, and retired words do not come back.

The words are in docs/architecture.md: its glossary, the names that two rooms share, the retired words.
After a rename, change that page; nothing needs to change here.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
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


def _named_twice() -> dict[str, set[str]]:
    """Return the classes whose name is defined in several modules, with the modules."""
    found = defaultdict(set)
    for path, text in _texts().items():
        if path.suffix == ".py":
            for node in ast.parse(text).body:
                if isinstance(node, ast.ClassDef):
                    found[node.name].add(str(path.relative_to(ROOT / "src" / "nonante")))
    return {name: modules for name, modules in found.items() if len(modules) > 1}


def test_a_class_name_means_one_thing_unless_the_page_says_why() -> None:
    listed = {name: set(_quoted(modules)) for names, modules, _ in _rows("### Shared names") for name in _quoted(names)}
    assert _named_twice() == listed


def test_the_names_in_the_glossary_exist() -> None:
    sources = "\n".join(text for path, text in _texts().items() if path.suffix == ".py")
    names = {name for row in _rows("## Glossary") for cell in row for name in _quoted(cell)}
    parts = {part for name in names if re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", name) for part in name.split(".")}
    assert len(parts) > 20
    assert {part for part in parts if not uses(part, sources)} == set()


def test_the_glossary_is_in_order_and_says_each_word_once() -> None:
    words = [row[0].lower() for row in _rows("## Glossary")]
    assert words == sorted(set(words))
