"""An event in real Chromium: prepared, joined by link, a deal played, results on the page, on every screen."""

from __future__ import annotations

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from playwright.sync_api import Page, expect
from test_crew import play_to_the_end
from test_quality import violations

from nonante.texts import LANGUAGES

FLAT = {"width": 740, "height": 360}


def prepare(server: Server, page: Page, players: int) -> str:
    """Prepare an event; its address."""
    page.goto(f"{server.url}/event")
    page.get_by_test_id("event-name-input").fill("Club evening")
    page.get_by_test_id("event-players").get_by_role("radio", name=str(players)).check()
    page.get_by_test_id("event-deals").fill("2")
    page.get_by_test_id("event-make").click()
    expect(page.get_by_test_id("event-name")).to_have_text("Club evening")
    return page.url


def join(page: Page, name: str, title: str | None) -> None:
    """Take part: with a team of one's own, or in the one that the link names."""
    page.get_by_test_id("event-join").get_by_test_id("name").fill(name)
    if title:
        page.get_by_test_id("event-title").fill(title)
    page.get_by_test_id("event-join-go").click()
    page.get_by_test_id("event-own").wait_for()


def test_two_teams_play_the_same_deal_and_see_both_results(server: Server, person: Person) -> None:
    pages = [person(), person()]
    address = prepare(server, pages[0], 1)
    for name, page in zip(("Zoé", "Ben"), pages, strict=True):
        page.goto(address)
        join(page, name, f"Team {name}")
        page.get_by_test_id("event-play-1").click()
        page.get_by_test_id("table").wait_for()
        play_to_the_end([page], page.url.rsplit("/", 1)[1])
        expect(page.get_by_test_id("again")).to_have_count(0)
        page.get_by_test_id("hub-next").click()
    results = pages[1].get_by_test_id("event-results")
    for name in ("Team Zoé", "Team Ben"):
        row = results.get_by_role("row").filter(has_text=name)
        expect(row).to_contain_text("%")
        expect(row.locator(".score")).to_have_count(1)  # a little card for the deal that was played
        expect(row.locator(".cells")).to_be_visible()
    one, other = (page.get_by_test_id("event-own").get_by_role("listitem").first for page in pages)
    expect(one).to_contain_text("left")
    assert one.inner_text() == other.inner_text()  # who plays the same cards in the same way leaves the same


def test_a_team_is_joined_by_its_link_and_plays_once_it_is_whole(server: Server, person: Person) -> None:
    one, other = person(), person(viewport=PHONE)
    prepare(server, one, 2)
    join(one, "Zoé", "Owls")
    expect(one.get_by_test_id("event-play-1")).to_have_count(0)
    other.goto(one.get_by_test_id("event-link").input_value().replace("localhost", "127.0.0.1"))
    expect(other.get_by_test_id("event-team")).not_to_have_value("")
    join(other, "Ben", None)
    one.reload()
    for page in (one, other):
        page.get_by_test_id("event-play-1").click()
        page.get_by_test_id("table").wait_for()
    assert one.url == other.url


def test_ones_own_events_are_listed_by_name(server: Server, person: Person) -> None:
    page = person()
    address = prepare(server, page, 1)
    page.goto(f"{server.url}/event")
    link = page.get_by_role("link", name="Club evening")
    expect(link).to_have_attribute("href", address.removeprefix(server.url))


@pytest.mark.parametrize(("address", "way_on"), [("/event/XXXXXXXXXXXX", "/event"), ("/crew/XXXXXXXXXXXX", "/")])
def test_what_is_not_there_any_more_says_so_and_leads_on(
    server: Server, person: Person, address: str, way_on: str
) -> None:
    page = person()
    page.goto(server.url + address)
    told = page.get_by_test_id("problem")
    expect(told.get_by_role("heading", level=1)).to_be_visible()
    expect(told.locator("p")).not_to_be_empty()
    expect(told.get_by_role("link")).to_have_attribute("href", way_on)
    assert violations(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_an_event_fits_by_keyboard_and_for_everybody(
    server: Server, person: Person, language: str
) -> None:
    page = person(language)
    for what in ("form", "page", "own"):
        if what == "form":
            page.goto(f"{server.url}/event")
            page.locator("main h1").wait_for()
        elif what == "page":
            prepare(server, page, 1)
        else:
            join(page, "Zoé", "Team")
            page.get_by_test_id("event-play-1").focus()
        for size in (PHONE, FLAT, DESKTOP):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (what, size)
            assert violations(page) == [], (what, size)
    page.keyboard.press("Enter")
    page.get_by_test_id("table").wait_for()
