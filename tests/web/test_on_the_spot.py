"""Words where they are needed: the headline, locked piles, the map, whose signal it is, refusals that cover nothing."""

from __future__ import annotations

from typing import Any

import pytest
from arranged import Story, crowded, open_arranged
from conftest import DESKTOP, PHONE, Person, Server
from hands import with_computers
from playwright.sync_api import Locator, Page, expect
from test_quality import violations

from nonante import Game, Rules
from nonante.table import Event
from nonante.texts import LANGUAGES, load


def solo(*moves: str, **position: Any) -> list[Event]:
    """Return a table of Extreme alone, after some moves."""
    story = Story()
    game = Game.arrange(Rules.edition("extreme", players=1), draw=[11, 12, 13], **position)
    story.seat(game.rules)
    story.happen(story.table.arrange(game))
    for move in moves:
        story.happen(story.table.play(0, move))
    return story.events


def said_by(*said: tuple[int, str]) -> list[Event]:
    """Return a table of three at which these seats speak of pile A."""
    story = Story()
    game = Game.arrange(Rules.edition("base", players=3), {"A": 20}, [[30, 31], [40], [50]], [60, 61])
    story.seat(game.rules)
    story.happen(story.table.arrange(game))
    for seat, what in said:
        story.happen(story.table.signal(seat, what, "A"))
    return story.events


SKULL: dict[str, Any] = {"piles": {"A": 15}, "hands": [[16, 17, 40, 50]]}
ONE_PILE: dict[str, Any] = {"piles": {"A": 14, "B": 20, "C": 80, "D": 90}, "hands": [[18, 30, 40, 85]]}


def apart(one: Locator, other: Locator) -> bool:
    """Tell whether two things on the screen do not overlap."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    assert b
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headline_never_invites_to_an_end_that_loses(server: Server, person: Person, language: str) -> None:
    page, words, names = person(language), load("web", language), load("common", language)
    page.goto(server.url)
    open_arranged(page, server, solo("16A", "17A", **SKULL))
    wanted = str(words["turn.cover"]).format(name=names["command.skull.name"], pile="A")
    expect(page.get_by_test_id("turn")).to_have_text(wanted)
    end = page.get_by_test_id("end-turn")
    expect(end).to_have_attribute("data-loses", "true")
    expect(page.get_by_test_id("end-reason")).to_contain_text(str(words["why.loses"]))
    expect(end).not_to_have_class("primary end")
    page.get_by_test_id("card-40").click()
    page.get_by_test_id("pile-A").click()
    expect(page.get_by_test_id("turn")).to_have_text(str(words["turn.free"]))
    expect(end).to_have_class("primary end")


def test_one_pile_shows_which_piles_are_locked(server: Server, person: Person) -> None:
    page = person()
    page.goto(server.url)
    open_arranged(page, server, solo(**ONE_PILE))
    locked = page.locator(".pile[data-locked=true]")
    expect(locked).to_have_count(0)
    page.get_by_test_id("card-30").click()
    page.get_by_test_id("pile-B").click()
    expect(locked).to_have_count(3)
    for pile in "ACD":
        expect(page.get_by_test_id(f"pile-{pile}")).to_contain_text("locked")
    expect(page.get_by_test_id("pile-B")).not_to_contain_text("locked")
    expect(page.get_by_test_id("banner")).to_contain_text("B")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_the_map_is_one_tap_away(server: Server, person: Person, viewport: dict[str, int]) -> None:
    page = person("en", viewport)
    page.goto(server.url)
    open_arranged(page, server, solo(**SKULL))
    page.get_by_test_id("open-map").click()
    sheet = page.get_by_test_id("sheet-map")
    expect(sheet.locator("dd b")).to_have_count(28)
    held = sheet.locator("[data-held=true]")
    expect(held).to_have_count(1)
    expect(held).to_contain_text("17")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_signal_on_a_phone_names_its_owner(server: Server, person: Person, language: str) -> None:
    page, words = person(language, PHONE), load("web", language)
    page.goto(server.url)
    marks = page.locator(".pile", has=page.get_by_test_id("pile-A")).locator(".marks")
    open_arranged(page, server, said_by((1, "small-steps")))
    wanted = str(words["news.signal"]).format(name="Zoé", what=words["short.small-steps"])
    expect(marks).to_have_text(wanted, use_inner_text=True)
    open_arranged(page, server, said_by((1, "small-steps"), (0, "keep-off"), (2, "keep-off")))
    owners = marks.locator(".marks-owners")
    expect(owners.filter(has_text="Z")).to_be_visible()
    expect(owners.filter(has_text="Mr")).to_have_text("MaMr")  # Maximilian and Marguerite
    assert "Zoé" in marks.inner_text(), "the names are there for the ear"


def refuse(page: Page, how: str) -> Locator:
    """Do something that is not allowed; return what the page says about it."""
    if how == "end":
        page.get_by_test_id("end-turn").click(force=True)  # it says why not
    else:
        page.get_by_test_id("card-40").click()
        page.get_by_test_id("pile-A").click(force=True)
    note = page.get_by_test_id("notice")
    note.wait_for()
    return note


@pytest.mark.parametrize("viewport", [{"width": 1366, "height": 650}, PHONE, {"width": 740, "height": 360}])
def test_a_refusal_covers_nothing_it_speaks_of_and_goes_with_the_next_move(
    server: Server, person: Person, viewport: dict[str, int]
) -> None:
    page = person("de", viewport)
    page.goto(server.url)
    open_arranged(page, server, solo("30B", **ONE_PILE))
    note = refuse(page, "lay")
    for pile in "ABCD":
        assert apart(note, page.get_by_test_id(f"pile-{pile}"))
    assert apart(note, page.get_by_test_id("banner").get_by_role("button").nth(1))
    page.get_by_test_id("pile-B").click()
    expect(note).to_have_count(0)
    open_arranged(page, server, solo("30B", **ONE_PILE))
    note = refuse(page, "end")
    for name in ("turn", "end-turn"):
        assert apart(note, page.get_by_test_id(name)), name


def test_keys_are_written_on_the_cards_where_there_is_a_keyboard(server: Server, person: Person) -> None:
    for viewport, there in ((DESKTOP, True), (PHONE, False)):
        page = person("en", viewport)
        page.goto(server.url)
        open_arranged(page, server, solo(**SKULL))
        keys = page.locator(".hand-card .key")
        expect(keys).to_have_text(["1", "2", "3", "4"])
        assert keys.first.is_visible() is there
        assert page.get_by_test_id("card-17").get_attribute("aria-keyshortcuts") == "2"
    page = person()
    page.goto(server.url)
    page.evaluate("localStorage.setItem('nonante.preferences', JSON.stringify({shortcuts: false}))")
    open_arranged(page, server, solo(**SKULL))
    expect(page.locator(".key")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_dealing_is_in_sight_on_a_phone(server: Server, person: Person, language: str) -> None:
    page = person(language, PHONE)
    page.goto(server.url)
    with_computers(page)
    box = page.get_by_test_id("deal").bounding_box()
    assert box
    assert box["y"] + box["height"] <= PHONE["height"]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_no_violation_with_everything_on_the_table(
    server: Server, person: Person, scheme: str, viewport: dict[str, int]
) -> None:
    page = person("de", viewport, color_scheme=scheme)
    page.goto(server.url)
    open_arranged(page, server, crowded("on-fire+extreme", 5))
    assert violations(page) == []
    page.get_by_test_id("card-45").click()
    assert violations(page) == []
    page.get_by_test_id("open-map").click()
    page.get_by_test_id("sheet-map").wait_for()
    assert violations(page) == []
    open_arranged(page, server, crowded("extreme", 3, mid_turn=True))
    page.get_by_test_id("end-turn").wait_for()
    assert violations(page) == []
