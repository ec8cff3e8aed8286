"""Statistics on the device: after ten games; out as a file, deleted, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from playwright.sync_api import Page, expect
from test_quality import violations

from nonante.texts import LANGUAGES, load

LEFT = (24, 0, 17, 31, 12, 0, 0, 9, 22, 6)


def game(number: int, left: int) -> dict[str, Any]:
    """Return a finished game as the device keeps it."""
    players = 1 + number % 3
    team = [{"name": "Zoé", "level": None}, {"name": "Ada", "level": "champion"}, {"name": "Bo", "level": None}]
    won = left == 0
    return {
        "id": f"BCDFGH.{number}",
        "code": "BCDFGH",
        "deal": number,
        "at": 1_790_000_000_000 + number * 10**8,
        "edition": "extreme" if number % 2 else "base",
        "players": players,
        "team": team[:players],
        "you": 0,
        "result": "won" if won else "lost",
        "grade": "champions" if won else "excellent" if left < 10 else "lost",
        "left": left,
        "reason": None if won else "stuck",
        "turns": 30,
        "hints": 0,
        "known": None,
    }


GAMES = [game(number, left) for number, left in enumerate(LEFT, start=1)]
BESIDE = {
    "nonante.puzzles": '{"version": 1, "solved": {"exact-7": true}, "best": 4}',
    "nonante.challenges": '{"a challenge": "BCDFGH"}',
    "nonante.branches": '[{"from": "BCDFGH-1", "turn": 3, "code": "CDFGHJ"}]',
}
"""What else a device keeps."""
KEEP = "games => localStorage.setItem('nonante.history', JSON.stringify({version: 1, games}))"


def stats(page: Page, server: Server, games: list[dict[str, Any]]) -> None:
    page.goto(server.url)
    page.evaluate(KEEP, games)
    page.goto(f"{server.url}/stats")
    page.get_by_test_id("stats").wait_for()


def test_figures_after_ten_games(server: Server, person: Person) -> None:
    page = person()
    stats(page, server, [*GAMES, {**game(11, 0), "known": "same"}])
    figures = page.get_by_test_id("stats-figures").locator("dd b").all_inner_texts()
    lost = [left for left in LEFT if left]
    assert figures == ["3 · 30%", "10", "0", f"{sum(lost) / len(lost):.1f}", "0", "0"]
    bars = page.get_by_test_id("stats-spread").locator("b").all_inner_texts()
    assert bars == ["3", "0", "2", "1", "1", "2", "1"], "none, to 5, to 10, to 15, to 20, to 30, more"
    page.get_by_test_id("stats-edition").get_by_role("radio").nth(1).check()
    assert page.get_by_test_id("stats-figures").locator("dd b").nth(1).inner_text() == "5"
    expect(page.locator("figure.chart table tbody tr")).to_have_count(5)
    page.goto(f"{server.url}/you")
    expect(page.get_by_test_id("achieve-extreme")).to_have_attribute("data-done", "true")
    expect(page.get_by_test_id("achieve-fire")).to_have_attribute("data-done", "false")
    known = str(load("common", "en")["known"])
    games = page.get_by_test_id("games").locator("li").all_inner_texts()
    assert [known in game for game in games] == [True, False, False, False, False]
    page.goto(server.url)
    expect(page.get_by_test_id("last-game").locator("a")).to_have_attribute("href", "/review/BCDFGH-10")


def test_one_switch_hides_every_score(server: Server, person: Person) -> None:
    page = person()
    stats(page, server, GAMES)
    page.get_by_test_id("stats-hide").locator("input").check()
    expect(page.get_by_test_id("stats-figures")).to_have_count(0)
    expect(page.locator("figure")).to_have_count(0)
    page.goto(f"{server.url}/you")
    page.get_by_test_id("games").wait_for()
    expect(page.get_by_test_id("level-panel")).to_have_count(0)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_saved_deleted_and_read_again_by_keyboard(
    server: Server, person: Person, tmp_path: Path, viewport: dict[str, int]
) -> None:
    page = person("en", viewport)
    page.goto(server.url)
    page.evaluate("kept => Object.entries(kept).forEach(([name, text]) => localStorage.setItem(name, text))", BESIDE)
    stats(page, server, GAMES)
    page.get_by_test_id("stats-export").focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    file = tmp_path / "history.json"
    download.value.save_as(file)
    assert len(json.loads(file.read_text("utf-8"))["games"]) == len(GAMES)
    page.get_by_test_id("stats-delete").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("stats-delete-confirm").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("stats-none")).to_be_visible()
    assert not any(sign in page.evaluate("JSON.stringify(localStorage)") for sign in ("exact-7", "BCDFGH"))
    page.get_by_test_id("stats-import").set_input_files(file)
    expect(page.get_by_test_id("stats-figures").locator("dd b").nth(1)).to_have_text("10")
    assert "exact-7" in page.evaluate("localStorage.getItem('nonante.puzzles')")
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    page.get_by_test_id("stats-import").set_input_files(bad)
    expect(page.get_by_test_id("notice")).to_contain_text(load("after", "en")["stats.file.bad"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)], ids=["desktop", "phone"])
def test_no_violation(server: Server, person: Person, language: str, scheme: str, viewport: dict[str, int]) -> None:
    page = person(language, viewport, color_scheme=scheme)
    stats(page, server, GAMES)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.goto(server.url)
    page.get_by_test_id("side-ladder").wait_for()
    assert violations(page) == []
