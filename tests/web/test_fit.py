"""Everything needed for a turn is in the window, and no word is cut, on every screen, with everything on the table."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from arranged import before_the_start, crowded, open_arranged
from conftest import Person, Server
from playwright.sync_api import Page

from nonante.table import Event
from nonante.texts import LANGUAGES

SIZES = ((1366, 650), (1440, 780), (1280, 600), (740, 360), (360, 640), (390, 844), (820, 1180), (1920, 1080))
BAREST = ("base 1", "extreme 1")
FULLEST = ("base 5", "on-fire 5", "extreme 5", "on-fire+extreme 5", "extreme 5, turn", "start 5")
CHECK = Path(__file__).with_name("fit.js").read_text("utf-8")


def problems(page: Page, *, grows: bool = False) -> list[str]:
    """Return what is outside the window, cut, broken or covered; `grows`: the page may be higher than the window."""
    found: list[str] = page.evaluate(CHECK, grows)
    return found


def on_every_screen(page: Page, what: str, *, grows: bool = False) -> list[str]:
    """Look at the page at every size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{what} {width}×{height}: {problem}" for problem in problems(page, grows=grows)]
    return found


@cache
def tables() -> dict[str, list[Event]]:
    """Return a table of each edition for each number of players, and those in the middle of a turn."""
    kinds = {
        f"{edition} {players}": crowded(edition, players)
        for edition in ("base", "on-fire", "extreme", "on-fire+extreme")
        for players in range(1, 6)
    }
    kinds |= {f"extreme {players}, turn": crowded("extreme", players, mid_turn=True) for players in range(1, 6)}
    return kinds | {f"start {players}": before_the_start(players) for players in range(2, 6)}


def looked_at(language: str) -> list[str]:
    """German has the longest words and is looked at on every table, the others on the barest and the fullest."""
    return list(tables()) if language == "de" else [*BAREST, *FULLEST]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_fits_every_window(server: Server, person: Person, language: str) -> None:
    page = person(language)
    page.goto(server.url)
    found = []
    for what in looked_at(language):
        open_arranged(page, server, tables()[what])
        found += on_every_screen(page, what)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picked_card_fits_too(server: Server, person: Person, language: str) -> None:
    page = person(language)
    page.goto(server.url)
    open_arranged(page, server, crowded("on-fire+extreme", 5))
    page.get_by_test_id("card-45").click()
    found = on_every_screen(page, "picked")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_at_twice_the_size_of_type(server: Server, person: Person, language: str) -> None:
    page = person(language)
    page.goto(server.url)
    found = []
    for what in ("base 1", "base 3", "extreme 2", "extreme 5", "extreme 5, turn", "start 5"):
        open_arranged(page, server, tables()[what])
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        found += on_every_screen(page, what, grows=True)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        (".hand { margin-top: 300px }", "outside"),
        (".pile-fits { width: 20px; overflow: hidden }", "cut"),
        (".actions .end { width: 40px; flex: none; overflow-wrap: anywhere }", "broken"),
        (".ticker { margin-top: -60px }", "covers"),
    ],
)
def test_the_look_finds_what_is_wrong(server: Server, person: Person, fault: str, named: str) -> None:
    """The tests above can fail."""
    page = person("en", {"width": 360, "height": 640}, bypass_csp=True)
    page.goto(server.url)
    open_arranged(page, server, crowded("extreme", 3))
    assert problems(page) == []
    page.add_style_tag(content=fault)
    assert any(named in problem for problem in problems(page)), problems(page)
