"""Talk, the start, taking back and known deals, as people meet them on the screen (R5, R46, R47, R48, R50)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, lose, more, with_computers
from playwright.sync_api import Page, expect

from nonante.texts import LANGUAGES, load

EXTREME: dict[str, Any] = {
    "rules": {"edition": "on-fire+extreme", "players": 2},
    "piles": [34, 22, 65, 71],
    "hands": [[17, 24, 36, 59, 75, 95, 96], [12, 40, 45, 61, 80, 86, 87]],
    "draw": [21, 90, 5, 67],
    "active": 0,
    "turn": 1,
    "last_turn": None,
    "moves": [],
}


def open_table(page: Page, server: Server, **wanted: Any) -> str:
    """Open a table as the client would, and sit at it; return its address."""
    page.goto(server.url)
    opened = page.evaluate(
        "async (body) => (await fetch('/api/tables', {method: 'POST', body, headers:"
        " {'content-type': 'application/json'}})).json()",
        json.dumps({"name": "Ann", **wanted}),
    )
    page.evaluate(
        "({code, token}) => localStorage.setItem('nonante.seats',"
        " JSON.stringify({[code]: {token, edition: 'base', players: 1, at: 1}}))",
        opened,
    )
    url = f"{server.url}/t/{opened['code']}"
    page.goto(url)
    return url


def sit(page: Page, url: str, name: str) -> None:
    page.goto(url)
    page.get_by_test_id("name").fill(name)
    page.get_by_test_id("sit").click()
    page.get_by_test_id("sit-form").wait_for(state="detached")


def own_signals(page: Page, seat: int = 0) -> None:
    page.get_by_test_id(f"seat-{seat}").get_by_role("button").click()
    page.get_by_test_id("sheet-seat").wait_for()


@pytest.mark.parametrize(("language", "viewport"), [("en", DESKTOP), ("fr", PHONE), ("de", PHONE)])
def test_r48_please_do_not_play_a_kind_now(
    server: Server, person: Person, language: str, viewport: dict[str, int]
) -> None:
    page = person(language, viewport)
    open_table(page, server, settings={"rules": EXTREME["rules"]}, bots=["novice"], position=EXTREME)
    words = load("common", language)
    said = str(words["signal.do-not-lay"]).replace("{command}", str(words["command.three.name"]))
    own_signals(page)
    for kind in ("stop", "skull", "three", "silence", "no-retro", "one-pile", "draw-one"):
        page.get_by_test_id(f"signal-do-not-lay-{kind}").scroll_into_view_if_needed()
        expect(page.get_by_test_id(f"signal-do-not-lay-{kind}")).to_be_visible()
    page.get_by_test_id("signal-do-not-lay-three").click()
    expect(page.get_by_test_id("live")).to_contain_text("Ann")
    expect(page.get_by_test_id("live")).to_contain_text(said)
    expect(page.get_by_test_id("seat-0").get_by_title(said)).to_be_attached()
    assert said in page.get_by_test_id("seat-0").get_by_role("button").inner_text()
    own_signals(page)
    expect(page.get_by_test_id("signal-do-not-lay-three")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("signal-do-not-lay-three").click()
    expect(page.get_by_test_id("seat-0").get_by_title(said)).not_to_be_attached()


def test_a_fire_is_asked_to_be_covered_in_its_own_words(server: Server, person: Person) -> None:
    page = person()
    open_table(page, server, settings={"rules": EXTREME["rules"]}, bots=["novice"], position=EXTREME)
    page.get_by_test_id("pile-B").click()
    expect(page.get_by_test_id("signal-cover")).to_contain_text("Please cover this fire")
    expect(page.get_by_test_id("signal-do-not-cover")).to_have_count(0)
    page.get_by_test_id("signal-cover").click()
    expect(page.get_by_test_id("live")).to_contain_text("Please cover this fire (B)")
    page.get_by_test_id("pile-C").click()
    expect(page.get_by_test_id("signal-cover")).to_contain_text("Please cover this command")


def test_r5_people_propose_and_the_one_proposed_decides(server: Server, person: Person) -> None:
    ann, bob = person(), person("de", PHONE)
    url = open_table(ann, server, settings={"rules": {"players": 3}}, bots=["novice"])
    sit(bob, url, "Bob")
    ann.get_by_test_id("deal").click()
    ann.get_by_test_id("propose-2").click()
    expect(bob.get_by_test_id("proposed")).to_have_text("Ann schlägt vor, dass du anfängst.")
    expect(bob.get_by_test_id("live")).to_contain_text("Ann schlägt vor, dass du anfängst.")
    expect(ann.get_by_test_id("seat-0")).to_contain_text("proposes Bob")
    bob.get_by_test_id("wish-rather-not").click()
    expect(ann.get_by_test_id("seat-2")).to_contain_text("rather not")
    ann.get_by_test_id("propose-2").click()
    expect(bob.get_by_test_id("proposed")).to_have_count(0)
    # A computer player starts when both propose it: here one by the row of names, the other by the seat.
    bob.get_by_test_id("propose-1").click()
    expect(bob.get_by_test_id("propose-1")).to_have_attribute("aria-pressed", "true")
    expect(ann.get_by_test_id("start-choice")).to_be_visible()
    ann.get_by_test_id("seat-1").get_by_role("button").click()
    ann.get_by_test_id("let-start").click()
    for page in (ann, bob):
        expect(page.get_by_test_id("start-choice")).to_have_count(0)


def test_r5_one_tap_lets_a_computer_player_start(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    open_table(page, server, settings={"rules": {"players": 3}}, bots=["novice", "novice"], deal=True)
    page.get_by_test_id("propose-2").click()
    expect(page.get_by_test_id("start-choice")).to_have_count(0)
    expect(page.get_by_test_id("log").or_(page.get_by_test_id("ticker")).first).to_be_attached()


def test_r5_r47_without_talk_the_host_names_who_starts(server: Server, person: Person) -> None:
    ann, bob = person(), person("fr", PHONE)
    settings = {"rules": {"players": 3, "talk": "none"}, "chat": True}
    url = open_table(ann, server, settings=settings, bots=["novice"])
    sit(bob, url, "Bob")
    ann.get_by_test_id("deal").click()
    expect(bob.get_by_test_id("start-choice")).to_contain_text("Ann décide qui commence")
    expect(bob.get_by_test_id("start-choice").get_by_role("button")).to_have_count(0)
    expect(ann.get_by_test_id("wish-like")).to_have_count(0)
    ann.get_by_test_id("menu").click()
    expect(ann.get_by_test_id("sheet-menu")).not_to_contain_text("Chat")
    ann.keyboard.press("Escape")
    ann.get_by_test_id("propose-2").click()
    expect(bob.get_by_test_id("turn")).to_have_attribute("data-mine", "true")


def test_r47_the_form_offers_no_chat_without_talk(server: Server, person: Person) -> None:
    page = person()
    page.goto(server.url)
    page.get_by_test_id("play-friends").click()
    page.get_by_test_id("more-options").locator("summary").click()
    expect(page.get_by_test_id("option-chat")).to_be_visible()
    page.get_by_test_id("more-options").get_by_role("radio", name="None", exact=True).check()
    expect(page.get_by_test_id("option-chat")).to_have_count(0)
    expect(page.get_by_test_id("more-options")).to_contain_text("The host decides who starts")


def test_r46_the_forms_say_when_cards_may_be_taken_back(server: Server, person: Person) -> None:
    page = person()
    page.goto(server.url)
    for way, on in ((lambda: page.get_by_test_id("play-friends").click(), False), (lambda: with_computers(page), True)):
        way()
        page.get_by_test_id("more-options").locator("summary").click()
        switch = page.get_by_test_id("option-undo")
        assert switch.get_by_role("checkbox").is_checked() is on
        assert ("everybody will have seen them" in switch.inner_text()) is not on
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")


@pytest.mark.parametrize("chosen", [None, True])
def test_r46_undo_among_people_where_the_host_wants_it(server: Server, person: Person, chosen: bool | None) -> None:
    ann, bob = person(), person()
    url = open_table(ann, server, settings={"rules": {"players": 2}, "undo": chosen})
    sit(bob, url, "Bob")
    ann.get_by_test_id("deal").click()
    ann.get_by_test_id("start").click()
    hands = Hands(ann)
    hands.lay(hands.cards()[0], "A")
    if chosen is None:
        expect(ann.get_by_test_id("undo")).to_have_count(0)
        return
    ann.get_by_test_id("undo").click()
    expect(bob.get_by_test_id("live")).to_contain_text("Ann takes the last card back. Everybody has seen it.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_r50_a_known_deal_is_marked_at_the_table_and_at_the_end(server: Server, person: Person, language: str) -> None:
    page = person(language, PHONE)
    words = load("common", language)
    open_table(page, server, deal=True)
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("known")).to_have_count(0)
    lose(Hands(page))
    expect(page.get_by_test_id("known")).to_have_count(0)
    more(page)
    page.get_by_test_id("same").click()
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("live")).to_contain_text(str(words["known"]))
    page.get_by_test_id("known").click()
    expect(page.get_by_test_id("sheet-known")).to_contain_text(str(words["known.same"]))
    expect(page.get_by_test_id("sheet-known")).to_contain_text(str(words["known.line"]))
    page.keyboard.press("Escape")
    lose(Hands(page))
    page.get_by_test_id("known").locator("summary").click()
    expect(page.get_by_test_id("known")).to_contain_text(str(words["known.same"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_agreeing_on_a_start_fits_a_phone_without_scrolling(server: Server, person: Person, language: str) -> None:
    ann, bob = person(language, PHONE), person(language)
    url = open_table(ann, server, settings={"rules": {"players": 5}}, bots=["novice"] * 3)
    sit(bob, url, "Maximilian")
    ann.get_by_test_id("deal").click()
    bob.get_by_test_id("propose-0").click()
    ann.get_by_test_id("proposed").wait_for()
    size = ann.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size[0] <= PHONE["width"]
    assert size[1] <= PHONE["height"]
