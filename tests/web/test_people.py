"""People at a table: after a game, somebody away, one's turn, chat and reactions, a guest who asks to sit."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from conftest import PHONE, Person, Server
from hands import Hands, lose, more, open_settings
from playwright.sync_api import Page, WebSocketRoute, expect
from test_quality import violations
from test_talk import open_table, sit

from nonante.texts import load

LAPTOP = {"width": 1366, "height": 650}
NEAR: dict[str, Any] = {
    "rules": {"edition": "base", "players": 2},
    "piles": [50, 98, 3, 2],
    "hands": [[60], [61]],
    "draw": [],
    "active": 0,
    "turn": 1,
    "last_turn": None,
    "moves": [],
}
QUIET: dict[str, Any] = {**NEAR, "piles": [1, 1, 98, 100], "hands": [[20, 30, 40], [21, 31, 41]], "draw": [60, 61]}


def pair(server: Server, ann: Page, bob: Page, bots: int = 0, start: bool = True, **settings: Any) -> str:
    """Seat Ann, who is the host, computer players, and Bob; deal, and let Ann start."""
    settings = {"rules": {"players": 2 + bots}, **settings}
    url = open_table(ann, server, settings=settings, bots=["novice"] * bots)
    sit(bob, url, "Bob")
    if start:
        ann.get_by_test_id("deal").click()
        ann.get_by_test_id("start").click()
        bob.get_by_test_id("end-turn").wait_for()
    return url


def with_mate(server: Server, page: Page, position: dict[str, Any]) -> str:
    """Play with a computer player from a prepared position."""
    return open_table(page, server, settings={"rules": position["rules"]}, bots=["novice"], position=position)


def whole_turn(page: Page) -> None:
    hands = Hands(page)
    page.locator("[data-testid=turn][data-mine=true]").wait_for()
    while hands.my_turn():
        hands.one_move()


# ---------------------------------------------------------------- after a game


def finished(server: Server, ann: Page, bob: Page) -> None:
    """Let Ann and Bob play a game to its end."""
    pair(server, ann, bob)
    lose(Hands(ann), Hands(bob))


def test_11_back_to_the_lobby_with_the_same_people_and_leave_for_good(server: Server, person: Person) -> None:
    ann, bob = person("en", LAPTOP), person("de", PHONE)
    finished(server, ann, bob)
    more(bob)
    expect(bob.get_by_test_id("gather")).to_have_count(0)
    bob.keyboard.press("Escape")
    more(ann)
    ann.get_by_test_id("gather").focus()
    ann.keyboard.press("Enter")
    for page in (ann, bob):
        page.get_by_test_id("lobby").wait_for()
        expect(page.get_by_test_id("lobby-seat-0")).to_contain_text("Ann")
        expect(page.get_by_test_id("lobby-seat-1")).to_contain_text("Bob")
    # The result is not gone.
    bob.get_by_test_id("see-result").click()
    expect(bob.get_by_test_id("grade")).to_be_visible()
    more(bob)
    bob.get_by_test_id("to-lobby").click()
    # Edition, options and seats change.
    ann.get_by_test_id("edition").get_by_role("radio", name="On Fire", exact=True).check()
    expect(bob.get_by_role("heading", level=1)).to_contain_text("On Fire")
    ann.get_by_test_id("seats").get_by_role("radio", name="3", exact=True).check()
    expect(bob.get_by_test_id("lobby-seat-2")).to_be_visible()
    # Bob goes for good: asked once, and his seat is free.
    bob.get_by_test_id("leave").click()
    bob.get_by_test_id("leave-no").click()
    expect(ann.get_by_test_id("lobby-seat-1")).to_contain_text("Bob")
    bob.get_by_test_id("leave").click()
    bob.get_by_test_id("leave-yes").click()
    bob.get_by_test_id("home").wait_for()
    expect(ann.get_by_test_id("lobby-seat-1")).to_have_attribute("data-free", "true")
    assert bob.evaluate("localStorage.getItem('nonante.seats')") == "{}"


def test_11_the_next_edition_is_suggested_after_a_run_of_wins(server: Server, person: Person) -> None:
    """The server counts (see tests/table/test_gathering.py); here it says that the run is long enough."""
    page = person("en", LAPTOP)

    def lucky(socket: WebSocketRoute) -> None:
        server_side = socket.connect_to_server()

        def on(message: str | bytes) -> None:
            data = json.loads(message)
            if data.get("table", {}).get("settings", {}).get("rules", {}).get("edition") == "base":
                data["table"]["next_edition"] = "expert"
            socket.send(json.dumps(data))

        server_side.on_message(on)

    page.route_web_socket(re.compile("/ws/"), lucky)
    with_mate(server, page, NEAR)
    Hands(page).one_move()
    expect(page.get_by_test_id("suggestion")).to_contain_text("How about Expert next?")
    page.get_by_test_id("suggestion-play").click()
    page.get_by_test_id("table").wait_for()
    expect(page.locator(".top-edition")).to_have_text("Expert")


# ---------------------------------------------------------------- somebody away, and one's turn


@pytest.mark.slow
def test_12_the_table_asks_what_to_do_about_somebody_away(server: Server, person: Person) -> None:
    ann, bob, eve = person("en", LAPTOP), person(), person("fr", PHONE)
    url = open_table(ann, server, settings={"rules": {"players": 3}})
    sit(bob, url, "Bob")
    sit(eve, url, "Eve")
    ann.get_by_test_id("deal").click()
    bob.get_by_test_id("start").click()
    expect(ann.get_by_test_id("away-question")).to_have_count(0)
    bob.goto("about:blank")
    expect(ann.get_by_test_id("away-question")).to_contain_text("Bob is away. Wait, or let a computer player play?")
    expect(ann.get_by_test_id("live").first).to_contain_text("Bob is away")
    expect(eve.get_by_test_id("seat-1")).to_contain_text("absent")
    expect(eve.get_by_test_id("away-question")).to_have_count(0)  # the host first; after a while anybody
    assert violations(ann) == []
    ann.get_by_test_id("away-wait").click()
    expect(ann.get_by_test_id("away-question")).to_have_count(0)
    bob.goto(url)
    expect(ann.get_by_test_id("seat-1")).not_to_contain_text("away")
    bob.goto("about:blank")
    ann.get_by_test_id("away-bot").focus()
    ann.keyboard.press("Enter")
    expect(ann.get_by_test_id("away-question")).to_have_count(0)
    expect(eve.get_by_test_id("turn")).to_have_attribute("data-mine", "true")  # the computer played Bob's turn


WATCH = """
window.felt = [];
navigator.vibrate = (pattern) => felt.push(['buzz', pattern]);
window.Notification = class { static permission = 'granted'; static requestPermission = async () => 'granted';
  constructor(title, options) { felt.push(['note', title, options.body]); } addEventListener() {} close() {} };
const Tone = window.OscillatorNode;
window.OscillatorNode = class extends Tone { constructor(...all) { super(...all); felt.push(['tone']); } };
Object.defineProperty(document, 'hidden', { get: () => window.looksAway === true });
localStorage.setItem('nonante.preferences', JSON.stringify({ sound: true, alerts: true }));
"""


def test_12_your_turn_is_seen_heard_felt_and_notified(server: Server, person: Person) -> None:
    ann, bob = person(), person()
    bob.add_init_script(WATCH)
    pair(server, ann, bob)
    bob.evaluate("felt.length = 0; window.looksAway = true")
    assert bob.title() == "nonante"
    whole_turn(ann)
    expect(bob).to_have_title("● Your turn – nonante")
    bob.wait_for_function("() => felt.some(([kind]) => kind === 'note')")
    felt = bob.evaluate("felt")
    assert {kind for kind, *_ in felt} == {"buzz", "note", "tone"}
    assert [one[1] for one in felt if one[0] == "note"] == ["Your turn"]
    whole_turn(bob)
    expect(bob).to_have_title("nonante")


# ---------------------------------------------------------------- chat and reactions


def test_14_chat_is_a_column_on_a_desktop_in_lobby_game_and_end(server: Server, person: Person) -> None:
    ann, bob = person("en", LAPTOP), person("en", PHONE)
    pair(server, ann, bob, start=False, chat=True)
    for place in ("lobby", "table"):
        ann.get_by_test_id(place).wait_for()
        expect(ann.get_by_test_id("chat-column").get_by_test_id("chat-text")).to_be_visible()
        box, page = ann.get_by_test_id("chat-column").bounding_box(), ann.get_by_test_id(place).bounding_box()
        assert box
        assert page
        assert page["x"] + page["width"] <= box["x"] + 1
        assert box["x"] + box["width"] <= LAPTOP["width"]
        assert ann.get_by_test_id("open-chat").count() == 0
        expect(bob.get_by_test_id("open-chat")).to_be_visible()
        ann.get_by_test_id("chat-text").fill(f"hello {place}")
        ann.keyboard.press("Enter")
        expect(bob.get_by_test_id("unread")).to_have_text("1")
        bob.get_by_test_id("open-chat").click()
        expect(bob.get_by_test_id("chat-lines")).to_contain_text(f"Ann hello {place}")
        bob.keyboard.press("Escape")
        expect(bob.get_by_test_id("unread")).to_have_count(0)
        if place == "lobby":
            ann.get_by_test_id("deal").click()
            ann.get_by_test_id("start").click()
    # A refused text stays, with the reason beside it.
    ann.keyboard.press("Escape")
    ann.get_by_test_id("turn").click()
    ann.keyboard.press("t")
    ann.get_by_test_id("chat-text").fill("I hold the forty-two")
    ann.get_by_test_id("chat-send").click()
    expect(ann.get_by_test_id("chat-why")).to_contain_text("R49")
    expect(ann.get_by_test_id("chat-text")).to_have_value("I hold the forty-two")
    expect(bob.get_by_test_id("unread")).to_have_count(0)


def test_14_at_the_end_too_and_a_reload_keeps_what_was_read(server: Server, person: Person) -> None:
    page = person("fr", PHONE)
    open_table(page, server, settings={"rules": NEAR["rules"], "chat": True}, bots=["novice"], position=NEAR)
    Hands(page).one_move()
    page.get_by_test_id("end").wait_for()
    page.get_by_test_id("open-chat").click()
    page.get_by_test_id("chat-text").fill("Bien joué !")
    page.get_by_test_id("chat-send").click()
    expect(page.get_by_test_id("chat-lines")).to_contain_text("Bien joué")
    page.keyboard.press("Escape")
    page.reload()
    page.get_by_test_id("open-chat").wait_for()
    expect(page.get_by_test_id("unread")).to_have_count(0)


def test_14_r51_reactions_are_open_between_games_and_where_the_chat_is(server: Server, person: Person) -> None:
    ann, bob = person("en", LAPTOP), person("de", PHONE)
    pair(server, ann, bob, start=False)
    bob.get_by_test_id("open-chat").click()
    expect(bob.get_by_test_id("chat-text")).to_have_count(0)  # the chat is closed, reactions are not
    bob.get_by_test_id("emote-heart").click()
    expect(ann.get_by_test_id("face-1")).to_be_visible()
    expect(ann.get_by_test_id("live")).to_contain_text("Bob: Heart")
    bob.keyboard.press("Escape")
    ann.get_by_test_id("deal").click()
    ann.get_by_test_id("start").click()
    ann.get_by_test_id("open-chat").click()
    expect(ann.get_by_test_id("emote-wow")).to_have_attribute("aria-disabled", "true")
    expect(ann.get_by_test_id("sheet-chat")).to_contain_text("between games")


def test_14_r51_with_open_chat_one_reacts_in_a_game(server: Server, person: Person) -> None:
    ann, bob = person("en", LAPTOP), person("de", PHONE)
    pair(server, ann, bob, chat=True)
    bob.get_by_test_id("open-chat").click()
    bob.get_by_test_id("emote-bravo").focus()
    bob.keyboard.press("Enter")
    expect(ann.get_by_test_id("face-1")).to_be_visible()


def test_14_r47_no_talk_no_chat_and_no_reactions(server: Server, person: Person) -> None:
    ann, bob = person("en", LAPTOP), person("en", PHONE)
    pair(server, ann, bob, rules={"players": 2, "talk": "none"}, chat=True)
    for page in (ann, bob):
        expect(page.get_by_test_id("chat-column")).to_have_count(0)
        expect(page.get_by_test_id("open-chat")).to_have_count(0)


def test_14_r35_silence_closes_the_box_and_says_why(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    rules = {"edition": "extreme", "players": 2}
    position = {**QUIET, "rules": rules, "piles": [1, 1, 100, 100], "hands": [[20, 30, 98], [21, 31, 41]]}
    open_table(page, server, settings={"rules": rules, "chat": True}, bots=["novice"], position=position)
    page.get_by_test_id("open-chat").click()
    expect(page.get_by_test_id("chat-text")).to_be_visible()
    page.keyboard.press("Escape")
    Hands(page).lay(98, "C")
    page.get_by_test_id("open-chat").click()
    expect(page.get_by_test_id("sheet-chat")).to_contain_text("Silence")
    expect(page.get_by_test_id("chat-text")).to_have_count(0)
    expect(page.get_by_test_id("emote-wow")).to_have_attribute("aria-disabled", "true")


# ---------------------------------------------------------------- name, accessibility


def test_15_the_name_is_in_the_settings(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    page.goto(server.url)
    open_settings(page)
    page.get_by_test_id("name").fill("Zoé")
    page.keyboard.press("Escape")
    page.reload()
    page.get_by_test_id("play-friends").click()
    expect(page.get_by_test_id("name")).to_have_value("Zoé")


@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "viewport"), [("dark", PHONE), ("light", LAPTOP)])
def test_no_accessibility_violation_among_people(
    server: Server, person: Person, scheme: str, viewport: dict[str, int]
) -> None:
    ann, bob = person("en", viewport, color_scheme=scheme), person()
    pair(server, ann, bob, start=False, chat=True)
    found = {"lobby": violations(ann)}
    bob.get_by_test_id("emote-laugh").click()
    bob.get_by_test_id("chat-text").fill("hello")
    bob.get_by_test_id("chat-send").click()
    if viewport == PHONE:
        ann.get_by_test_id("unread").wait_for()
        found["unread"] = violations(ann)
        ann.get_by_test_id("open-chat").click()
    ann.get_by_test_id("chat-text").fill("fifty")
    ann.get_by_test_id("chat-send").click()
    ann.get_by_test_id("chat-why").wait_for()
    found["chat"] = violations(ann)
    ann.keyboard.press("Escape")
    ann.get_by_test_id("leave").click()
    found["leave"] = violations(ann)
    ann.get_by_test_id("leave-no").click()
    ann.get_by_test_id("deal").click()
    ann.get_by_test_id("start").click()
    whole_turn(ann)
    bob.goto("about:blank")
    ann.get_by_test_id("away-question").wait_for()
    found["away"] = violations(ann)
    assert {screen: wrong for screen, wrong in found.items() if wrong} == {}


# ---------------------------------------------------------------- a guest


def test_the_host_is_asked_before_somebody_sits_down(server: Server, person: Person) -> None:
    ann, bob = person("en"), person("de", PHONE)
    for answer in ("decline", "admit"):  # at a table each: who was refused waits a minute
        bob.goto(open_table(ann, server, settings={"rules": {"players": 2}, "approval": True}))
        bob.get_by_test_id("name").fill("Bob")
        bob.get_by_test_id("sit").click()
        expect(bob.get_by_text(load("web", "de")["guest.waiting"])).to_be_visible()
        expect(ann.get_by_test_id("guest")).to_contain_text("Bob would like to sit down.")
        assert violations(ann) == []
        ann.get_by_test_id(answer).click()
        expect(ann.get_by_test_id("guest")).to_have_count(0)
        if answer == "decline":
            bob.get_by_test_id("sit").click()
            expect(bob.get_by_test_id("notice")).to_contain_text(load("common", "de")["error.not-admitted"])
            expect(ann.get_by_test_id("guest")).to_have_count(0)
    expect(ann.get_by_test_id("lobby-seat-1")).to_contain_text("Bob")
    expect(bob.get_by_test_id("lobby-seat-1")).to_contain_text("Bob")
