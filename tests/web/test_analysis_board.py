"""The analysis board in a real Chromium: set up by taps or keys, asked, tried, shared by its address, played on."""

from __future__ import annotations

import re

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from playwright.sync_api import Page, expect
from test_quality import violations

from nonante.texts import LANGUAGES, load

POSITION = "base.1.047001065100.1220315060708090.0305070911131517"
FLAT = {"width": 740, "height": 360}


def at_board(server: Server, page: Page, position: str = POSITION) -> None:
    page.goto(f"{server.url}/board#{position}")
    page.get_by_test_id("board").wait_for()


def test_a_position_is_set_up_with_taps_and_kept_in_the_address(server: Server, person: Person) -> None:
    page = person()
    at_board(server, page, "")
    expect(page.get_by_test_id("board-ask")).to_have_attribute("aria-disabled", "true")
    for card in (12, 20, 31):
        page.get_by_test_id(f"number-{card}").click()
    page.get_by_role("radio", name="A ↑").check()
    for card in (40, 47):
        page.get_by_test_id(f"number-{card}").click()
    page.get_by_role("radio", name="C ↓").check()
    page.get_by_test_id("number-65").click()
    expect(page).to_have_url(page.url.split("#")[0] + "#base.1.047001065100.122031.40")
    page.reload()
    expect(page.get_by_test_id("number-31")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("number-40")).to_have_accessible_name("40, played")


def test_the_champion_answers_with_turns_that_can_be_compared(server: Server, person: Person) -> None:
    page = person(viewport=DESKTOP)
    at_board(server, page)
    page.get_by_test_id("board-ask").click()
    expect(page.get_by_test_id("board-says")).to_contain_text("%")
    first = page.get_by_test_id("hint-moves").inner_text()
    page.get_by_test_id("board-worse").click()
    expect(page.get_by_test_id("hint-moves")).not_to_have_text(first)
    assert violations(page) == []


def test_after_a_turn_the_board_waits_for_what_was_drawn(server: Server, person: Person) -> None:
    page = person(viewport=DESKTOP)
    at_board(server, page)
    page.get_by_test_id("board-ask").click()
    for move in ("50A", "60A"):
        page.get_by_test_id("hand").get_by_test_id(f"card-{move[:-1]}").click()
        page.get_by_test_id(f"pile-{move[-1]}").click()
        expect(page.get_by_test_id("hand").get_by_test_id(f"card-{move[:-1]}")).to_have_count(0)
    page.get_by_test_id("end-turn").click()
    expect(page.get_by_test_id("notice")).to_contain_text(load("board", "en")["board.draw"])
    expect(page.get_by_test_id("number-60")).to_have_accessible_name("60, on top of pile A")
    expect(page.get_by_test_id("number-50")).to_have_accessible_name("50, played")


def test_at_twice_the_size_of_type_the_title_keeps_its_words(server: Server, person: Person) -> None:
    page = person("de", PHONE)
    page.goto(f"{server.url}/board/analysis#{POSITION}")
    page.get_by_test_id("board-says").wait_for()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    line = page.locator("h1").evaluate("one => parseFloat(getComputedStyle(one).lineHeight)")
    box = page.locator("h1").bounding_box()
    assert box
    assert box["height"] < 4 * line


def test_an_impossible_position_goes_back_with_its_reason(server: Server, person: Person) -> None:
    page = person()
    page.goto(f"{server.url}/board/analysis#base.1.047001065100.4720.")
    expect(page.get_by_test_id("notice")).to_contain_text("47")
    expect(page.get_by_test_id("board")).to_be_visible()
    page.goto(f"{server.url}/board#nonsense")
    expect(page.get_by_test_id("board")).to_contain_text(load("board", "en")["board.broken"])


def test_playing_on_opens_a_table_with_these_piles(server: Server, person: Person) -> None:
    page = person(viewport=PHONE)
    page.goto(f"{server.url}/board/analysis#{POSITION}")
    page.get_by_test_id("board-play").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_test_id("pile-A")).to_contain_text("47")


@pytest.mark.parametrize(
    "language", [LANGUAGES[0], *(pytest.param(one, marks=pytest.mark.slow) for one in LANGUAGES[1:])]
)
@pytest.mark.parametrize("size", [PHONE, FLAT, pytest.param(DESKTOP, marks=pytest.mark.slow)])
def test_both_screens_fit_and_hide_nothing(server: Server, person: Person, language: str, size: dict[str, int]) -> None:
    page = person(viewport=size, language=language)
    at_board(server, page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.get_by_test_id("board-ask").click()
    expect(page.get_by_test_id("board-says")).to_contain_text("%")
    page.get_by_test_id("hint-note").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    note, top = (page.get_by_test_id(name).bounding_box() for name in ("hint-note", "analysis"))
    assert note
    assert top
    assert note["y"] >= top["y"] + top["height"] or note["x"] >= top["x"] + top["width"]
