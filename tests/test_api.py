"""The public API: what the page lists is what the rooms list, in both directions; versions agree."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.version import Version
from scripts import api

import nonante

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "reference" / "api.md").read_text("utf-8")
ROOMS = {module.__name__: module for module in api.rooms()}


def listed() -> dict[str, list[str]]:
    """Return the names that the page lists, by room."""
    parts = re.split(r"^## `(nonante[.\w]*)`$", PAGE, flags=re.MULTILINE)[1:]
    return {
        room: re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
        for room, text in zip(parts[::2], parts[1::2], strict=True)
    }


def test_every_room_that_lists_names_is_on_the_page() -> None:
    assert set(listed()) == set(ROOMS)
    assert {"nonante", "nonante.rules", "nonante.table", "nonante.players", "nonante.envs"} <= set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_the_page_lists_what_the_room_lists(room: str) -> None:
    """After a change, run ``scripts/api.py --write``."""
    assert listed().get(room) == list(import_module(room).__all__)


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_has_a_sentence_and_the_page_shows_it(room: str) -> None:
    for name in ROOMS[room].__all__:
        assert api.said_of(ROOMS[room], name), f"nothing is said about {room}.{name}"
    assert api.section(ROOMS[room]) in PAGE, "run scripts/api.py --write"


def test_the_whole_page_is_up_to_date() -> None:
    assert api.page() == PAGE, "run scripts/api.py --write"


def test_package_metadata_changelog_and_citation_name_one_version() -> None:
    """Between releases the version is a development version of one that comes after the newest."""
    sections = re.findall(r"^## \[?([^\s\]]+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    released = [name for name in sections if name != "Unreleased"]
    assert version("nonante") == nonante.__version__
    assert "Unreleased" not in sections[1:]
    newest, ours = Version(released[0]), Version(nonante.__version__)
    assert ours == newest or (ours.is_devrelease and ours > newest)
    date = re.search(
        rf"^## {re.escape(released[0])} – (\S+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert date
    cited = f'\nversion: {released[0]}\ndate-released: "{date[1]}"\n'
    assert cited in (ROOT / "CITATION.cff").read_text("utf-8")


GUIDES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs" / "guides").glob("*.md")),
    *sorted((ROOT / "docs").glob("reference/*.md")),
]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("page", [*GUIDES, *NOTEBOOKS], ids=lambda page: page.name)
def test_what_the_docs_import_is_public(page: Path) -> None:
    for room, names in re.findall(r"from (nonante[\w.]*) import \(?([\w, ]+)", page.read_text("utf-8")):
        if room in ROOMS:
            public = {*ROOMS[room].__all__, *(module for module in ENVIRONMENTS if room == "nonante.envs")}
            assert {name.split(" as ")[0].strip() for name in names.split(",")} - {""} <= public
        else:
            assert f"`{room}`" in api.INTRODUCTION, f"{page.name} imports from {room}, which is private"


ENVIRONMENTS = re.findall(r"`nonante\.envs\.(\w+)`", api.INTRODUCTION)
