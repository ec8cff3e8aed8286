"""Whole games in a real Chromium: alone, five at Extreme, on a phone, by keyboard, in each language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import PHONE, Person, Server
from hands import Hands, answered, lose, more, play_out, with_computers
from playwright.sync_api import Page, TimeoutError as PlaywrightTimeout, expect

from nonante.table import Record
from nonante.texts import LANGUAGES, load


def open_solo(page: Page, server: Server) -> Hands:
    page.goto(server.url)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()
    return Hands(page)


def test_a_whole_solo_game_two_clicks_from_the_door(server: Server, person: Person, tmp_path: Path) -> None:
    page = person()
    hands = open_solo(page, server)
    assert len(hands.cards()) == 8
    play_out(hands)
    expect(page.get_by_test_id("grade")).not_to_be_empty()
    with page.expect_download() as download:
        more(page)
        page.get_by_test_id("record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    final = Record.from_json(file.read_text("utf-8")).final().require_game()
    assert final.status != "playing"
    result = page.get_by_test_id("grade" if final.status == "won" else "left").inner_text()
    assert str(98 if final.status == "won" else final.score) in result
    page.get_by_test_id("same").click()
    page.get_by_test_id("table").wait_for()
    assert len(hands.cards()) == 8


@pytest.mark.slow
def test_five_at_extreme_three_people_and_two_bots(server: Server, person: Person) -> None:
    ann, bob, cid = person("en"), person("fr", PHONE), person("de")
    ann.goto(server.url)
    ann.get_by_test_id("play-friends").click()
    ann.get_by_test_id("name").fill("Ann")
    ann.get_by_test_id("seats").get_by_role("radio", name="5", exact=True).check()
    ann.get_by_test_id("panel-friends").get_by_role("radio", name="Extreme", exact=True).check()
    ann.get_by_test_id("open-table").click()
    link = ann.get_by_test_id("table-link")
    url = link.input_value() if link.evaluate("e => e.tagName") == "INPUT" else link.inner_text()
    for page, name in ((bob, "Bob"), (cid, "Cid")):
        page.goto(url)
        page.get_by_test_id("name").fill(name)
        page.get_by_test_id("sit").click()
        expect(ann.get_by_test_id("lobby")).to_contain_text(name)
    for seat in (3, 4):
        ann.get_by_test_id(f"add-bot-{seat}").click()
        expect(ann.get_by_test_id(f"lobby-seat-{seat}")).to_have_attribute("data-free", "false")
    ann.get_by_test_id("deal").click()
    for page in (ann, bob, cid):
        page.get_by_test_id("table").wait_for()
    bob.get_by_test_id("wish-like").click()
    expect(ann.get_by_test_id("seat-1")).to_contain_text(load("web", "en")["short.like"])
    bob.get_by_test_id("start").click()
    play_out(Hands(ann), Hands(bob), Hands(cid))
    grades = {page.get_by_test_id("end").get_attribute("data-grade") for page in (ann, bob, cid)}
    assert len(grades) == 1
    expect(cid.get_by_test_id("reveal").or_(cid.get_by_test_id("grade")).first).to_be_visible()


def test_a_phone_shows_everything_without_scrolling(server: Server, person: Person) -> None:
    page = person("fr", PHONE)
    hands = open_solo(page, server)
    for name in ("turn", "pile-A", "pile-D", "deck", "end-turn", "undo", "hint", "menu"):
        box = page.get_by_test_id(name).bounding_box()
        assert box, name
        assert box["x"] >= 0, name
        assert box["y"] >= 0, name
        assert box["x"] + box["width"] <= PHONE["width"], name
        assert box["y"] + box["height"] <= PHONE["height"], name
    for card in hands.cards():
        box = page.get_by_test_id(f"card-{card}").bounding_box()
        assert box
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= PHONE["height"]
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size[0] <= PHONE["width"]
    assert size[1] <= PHONE["height"]
    lose(hands)


@pytest.mark.slow
def test_keyboard_only(server: Server, person: Person) -> None:
    """From the door to the end without a pointer; the focus is always visible."""
    page = person()
    page.goto(server.url)
    page.get_by_test_id("home").wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        outline = page.evaluate(
            "() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle + s.boxShadow }"
        )
        assert outline != "nonenone"
        if page.evaluate("document.activeElement.dataset.testid") == "play-alone":
            break
    page.keyboard.press("Enter")
    page.get_by_test_id("table").wait_for()
    page.keyboard.press("?")
    page.get_by_test_id("sheet-keys").wait_for()
    page.keyboard.press("Escape")
    hands = Hands(page)
    page.set_default_timeout(8_000)
    for _ in range(300):
        if hands.over():
            break
        try:
            keyboard_move(page, hands)
        except PlaywrightTimeout:  # the game ended while the next card was looked for
            expect(page.get_by_test_id("end")).to_be_visible()
    assert hands.over()
    expect(page.get_by_test_id("live")).not_to_be_empty()


def keyboard_move(page: Page, hands: Hands) -> None:
    """Lay the first card that fits, or end the turn, with keys alone; wait until the table has answered."""
    # The last card may lie there a moment before the result does.
    page.wait_for_function(
        "() => document.querySelector('[data-testid=end], [data-testid=end-turn][aria-disabled=false],"
        " [data-testid=hand] [data-fits=true]')"
    )
    if hands.over():
        return
    cards = hands.cards()
    done = "document.querySelector('[data-testid=end]')"
    if page.get_by_test_id("end-turn").get_attribute("aria-disabled") == "false":
        page.keyboard.press("e")
        done += " || document.querySelector('[data-testid=end-turn]')?.ariaDisabled === 'true'"
    else:
        fitting = page.locator("[data-testid=hand] [data-fits=true]").first.get_attribute("data-testid")
        page.keyboard.press(str(cards.index(int(str(fitting).removeprefix("card-"))) + 1))
        pile = page.locator(".pile[data-state=yes] [data-pile]").first.get_attribute("data-pile")
        page.keyboard.press(str(pile).lower())
        done += f" || !document.querySelector('[data-testid=hand] [data-testid={fitting}]')"
    page.wait_for_function(f"() => document.querySelector('[data-testid=risk-confirm]') || {done}")
    if page.get_by_test_id("risk-confirm").count():
        page.get_by_test_id("risk-confirm").focus()
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => {done}")
    answered(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language(server: Server, person: Person, language: str) -> None:
    page = person(language)
    page.goto(server.url)
    expect(page.get_by_test_id("home")).to_contain_text(load("web", language)["home.first"])
    assert page.evaluate("document.documentElement.lang") == language
    page.get_by_test_id("play-alone").click()
    expect(page.get_by_test_id("end-turn")).to_contain_text(load("web", language)["end"])


def test_undo_and_why_a_turn_cannot_end(server: Server, person: Person) -> None:
    page = person()
    hands = open_solo(page, server)
    reason = page.get_by_test_id("end-reason")
    expect(reason).to_contain_text("2")
    card = hands.cards()[0]
    hands.lay(card, "A")
    page.get_by_test_id("undo").click()
    page.get_by_test_id(f"card-{card}").wait_for()


def test_drag_and_drop(server: Server, person: Person) -> None:
    page = person()
    hands = open_solo(page, server)
    card = hands.cards()[0]
    page.get_by_test_id(f"card-{card}").hover()
    page.mouse.down()
    box = page.get_by_test_id("pile-A").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    page.mouse.up()
    page.get_by_test_id("hand").get_by_test_id(f"card-{card}").wait_for(state="detached")


def test_a_hint_says_what_and_why(server: Server, person: Person) -> None:
    page = person()
    open_solo(page, server)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-note")).not_to_be_empty()


def open_position(page: Page, server: Server, **position: object) -> Hands:
    """Open a table of Extreme alone at a prepared position."""
    rules = {"edition": "extreme", "players": 1}
    whole = {
        "rules": rules,
        "piles": [1, 1, 100, 100],
        "draw": [],
        "active": 0,
        "turn": 1,
        "last_turn": None,
        "moves": [],
    }
    page.goto(server.url)
    opened = page.evaluate(
        "async (body) => (await fetch('/api/tables', {method: 'POST', body, headers:"
        " {'content-type': 'application/json'}})).json()",
        json.dumps({"name": "Ann", "settings": {"rules": rules}, "position": whole | position}),
    )
    page.evaluate(
        "({code, token}) => localStorage.setItem('nonante.seats',"
        " JSON.stringify({[code]: {token, edition: 'extreme', players: 1, at: 1}}))",
        opened,
    )
    page.goto(f"{server.url}/t/{opened['code']}")
    page.get_by_test_id("table").wait_for()
    return Hands(page)


def test_a_losing_play_is_asked_about(server: Server, person: Person) -> None:
    """A prepared position: the skull cannot be covered any more."""
    page = person()
    hands = open_position(page, server, piles=[90, 91, 20, 4], hands=[[17, 97, 98, 99]], draw=[60, 61])
    hands.pick(17)
    page.get_by_test_id("pile-C").click()
    page.get_by_test_id("sheet-risk").wait_for()
    page.get_by_test_id("risk-back").click()
    assert 17 in hands.cards()


def test_where_every_move_loses_nobody_is_asked_and_it_is_said(server: Server, person: Person) -> None:
    page = person()
    hands = open_position(page, server, piles=[59, 99, 32, 2], hands=[[31, 60]], draw=[70, 71])
    hands.pick(60)
    page.get_by_test_id("pile-A").click()
    expect(page.get_by_test_id("notice")).to_contain_text(str(load("web", "en")["risk.all"]))
    expect(page.get_by_test_id("sheet-risk")).to_have_count(0)
    expect(page.get_by_test_id("card-60")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_r19_all_cards_laid_with_a_command_broken_is_shown_as_lost(
    server: Server, person: Person, language: str
) -> None:
    page, texts = person(language), load("common", language)
    open_position(page, server, hands=[[31]]).pick(31)
    page.get_by_test_id("pile-A").click()
    expect(page.get_by_test_id("end")).to_have_attribute("data-grade", "lost")
    expect(page.get_by_test_id("grade")).to_have_text(str(texts["grade.lost"]))
    expect(page.get_by_test_id("left")).to_have_text(str(texts["missing"]["one"]).format(count=1))
    expect(page.get_by_test_id("reason")).to_have_text(str(texts["reason.skull-uncovered"]))
    expect(page.get_by_test_id("reveal")).to_have_count(0)


def test_a_hand_too_short_for_the_minimum_is_told_as_such(server: Server, person: Person) -> None:
    page, texts = person(), load("common", "en")
    open_position(page, server, hands=[[40]], draw=[60, 61]).pick(40)
    page.get_by_test_id("pile-A").click()
    expect(page.get_by_test_id("reason")).to_have_text(str(texts["reason.short-hand"]))


def test_r43_nobody_is_asked_for_an_end_that_loses(server: Server, person: Person) -> None:
    page = person()
    open_position(page, server, piles=[81, 93, 9, 8], hands=[[50, 84]]).pick(84)
    page.get_by_test_id("pile-A").click()
    expect(page.get_by_test_id("reason")).to_have_text(str(load("common", "en")["reason.skull-uncovered"]))


def test_signals_by_two_taps(server: Server, person: Person) -> None:
    page = person()
    page.goto(server.url)
    with_computers(page)
    page.get_by_test_id("deal").click()
    page.get_by_test_id("start").click()
    page.get_by_test_id("pile-B").click()
    page.get_by_test_id("signal-keep-off").click()
    expect(page.get_by_test_id("live")).to_contain_text("Keep off")


def test_a_refused_message_stays_in_the_box_with_the_reason(server: Server, person: Person) -> None:
    """R49: the text is there to be mended and the reason stands beside it; what was said leaves the box."""
    page = person()
    page.goto(server.url)
    rules = {"edition": "base", "players": 2}
    opened = page.evaluate(
        "async (body) => (await fetch('/api/tables', {method: 'POST', body, headers:"
        " {'content-type': 'application/json'}})).json()",
        json.dumps({"name": "Ann", "settings": {"rules": rules, "chat": True}, "bots": ["steady"], "deal": True}),
    )
    page.evaluate(
        "({code, token}) => localStorage.setItem('nonante.seats',"
        " JSON.stringify({[code]: {token, edition: 'base', players: 2, at: 1}}))",
        opened,
    )
    page.goto(f"{server.url}/t/{opened['code']}")
    page.get_by_test_id("open-chat").click()
    box, why = page.get_by_test_id("chat-text"), page.get_by_test_id("chat-why")
    for refused, reason in (
        ("my thirteenth card", "thirteenth"),
        ("I can go back here", "they can go back"),
        ("I have the next number on A", "the next number of a pile"),
    ):
        box.fill(refused)
        expect(why).to_have_count(0)
        page.get_by_test_id("chat-send").click()
        expect(why).to_contain_text(reason)
        expect(why).to_contain_text("R49")
        expect(box).to_have_value(refused)
    box.fill("keep off A please")
    box.press("Enter")
    expect(box).to_have_value("")
    expect(page.get_by_test_id("chat-column")).to_contain_text("Ann keep off A please")
