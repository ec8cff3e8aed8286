"""A crew in real Chromium: offered after two games, invited by link, a table for it, left at the end."""

from __future__ import annotations

import re

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from playwright.sync_api import Page, expect
from test_quality import violations
from test_slow import no_messages, whole_turn

from nonante.texts import LANGUAGES, load

FLAT = {"width": 740, "height": 360}


def sit_two(server: Server, one: Page, other: Page) -> str:
    """Open a table of two and let both sit down; its code."""
    one.goto(server.url)
    one.get_by_test_id("play-friends").first.click()
    one.get_by_test_id("seats").get_by_role("radio", name="2").check()
    one.get_by_test_id("name").fill("Zoé")
    one.get_by_test_id("open-table").click()
    one.get_by_test_id("lobby").wait_for()
    code = one.url.rsplit("/", 1)[1]
    other.goto(f"{server.url}/t/{code}")
    other.get_by_test_id("lobby").wait_for()
    other.get_by_test_id("name").fill("Ben")
    other.get_by_test_id("sit").click()
    expect(one.get_by_test_id("deal")).to_have_attribute("aria-disabled", "false")
    return code


PLAY = """async ([code, token]) => {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws/' + code);
  let count = 0;
  const key = () => `test-${token.slice(0, 6)}-${Date.now()}-${(count += 1)}`;
  const send = (message) => socket.send(JSON.stringify({...message, key: key()}));
  await new Promise((done) => {
    socket.onopen = () => send({type: 'hello', token});
    socket.onmessage = ({data}) => {
      const {table} = JSON.parse(data);
      const game = table?.game;
      if (!game) return;
      if (game.status !== 'playing') { socket.close(); done(); return; }
      if (game.starter === null) { if (table.you === 0) send({type: 'start'}); return; }
      if (game.active !== table.you) return;
      const move = game.hand.flatMap(({card, options}) => options.filter(({ok}) => ok).map(({pile}) => card + pile))[0];
      send({type: 'play', move: move ?? 'end', seq: table.seq});
    };
  });
}"""


def play_to_the_end(pages: list[Page], code: str) -> None:
    """Play the first card that fits, seat by seat, until the game is over."""
    for page in pages:
        token = page.evaluate("code => JSON.parse(localStorage.getItem('nonante.seats'))[code].token", code)
        page.evaluate("window.done = false")
        page.evaluate(f"args => void ({PLAY})(args).then(() => (window.done = true))", [code, token])
    for page in pages:
        page.wait_for_function("() => window.done")


def two_games(server: Server, one: Page, other: Page) -> str:
    """Play two games with the same people; both are at the end."""
    code = sit_two(server, one, other)
    one.get_by_test_id("deal").click()
    for game in range(2):
        for page in (one, other):
            page.get_by_test_id("table").wait_for()
        play_to_the_end([one, other], code)
        for page in (one, other):
            page.get_by_test_id("hub").wait_for()
        if game == 0:
            expect(one.get_by_test_id("crew-offer")).to_have_count(0)
            one.get_by_test_id("again").click()
    return code


def begin(server: Server, one: Page, other: Page) -> str:
    """Keep two people as a crew; the crew's code."""
    two_games(server, one, other)
    one.get_by_test_id("crew-offer-open").click()
    one.get_by_test_id("crew-name-input").fill("The Two")
    one.get_by_test_id("face").get_by_role("radio").nth(2).check()
    assert violations(one) == []
    one.get_by_test_id("crew-begin").click()
    expect(one.get_by_test_id("crew-name")).to_have_text("The Two")
    return one.url.rsplit("/", 1)[1]


def test_after_two_games_the_same_people_keep_a_crew(server: Server, person: Person) -> None:
    one, other = person(), person()
    crew = begin(server, one, other)
    expect(one.get_by_test_id("crew-games").get_by_role("listitem")).to_have_count(2)
    expect(one.get_by_test_id("crew-figures")).to_contain_text("of 2 won")
    other.get_by_test_id("crew-offer-open").click()
    other.get_by_test_id("crew-begin").click()
    expect(other).to_have_url(re.compile(crew))
    expect(other.get_by_test_id("crew-name")).to_have_text("The Two")
    one.goto(server.url)
    expect(one.get_by_test_id("side-crew")).to_contain_text("The Two")
    one.get_by_test_id("nav-crew").click()
    expect(one.locator(".crew-title")).to_contain_text("Zoé and Ben")


@pytest.mark.slow
def test_a_slow_table_of_the_crew_says_whose_turn_it_is(server: Server, person: Person) -> None:
    one, other = person(), person()
    for page in (one, other):
        no_messages(page)
    crew = begin(server, one, other)
    one.get_by_test_id("crew-open").click()
    one.get_by_test_id("option-slow").locator("input").check()
    one.get_by_test_id("crew-open-go").click()
    one.get_by_test_id("lobby").wait_for()
    code = one.url.rsplit("/", 1)[1]
    other.goto(f"{server.url}/t/{code}")
    other.get_by_test_id("sit").click()
    one.get_by_test_id("deal").click()
    one.get_by_test_id("start").click()
    whole_turn(one)
    one.goto(f"{server.url}/crew/{crew}")
    row = one.get_by_test_id("crew-tables").get_by_role("listitem")
    expect(row).to_contain_text("Ben is playing")
    expect(row.get_by_test_id(f"nudge-{code}")).to_be_visible()
    other.get_by_test_id("turn").wait_for()
    other.goto(server.url)
    other.evaluate(
        "token => localStorage.setItem('nonante.crews', token)", one.evaluate("localStorage['nonante.crews']")
    )
    other.goto(f"{server.url}/crew/{crew}")
    row = other.get_by_test_id("crew-tables").get_by_role("listitem")
    expect(row).to_contain_text(load("web", "en")["turn.yours"])
    row.get_by_role("link").click()
    expect(other.get_by_test_id("table")).to_be_visible()


@pytest.mark.slow
def test_the_deal_of_the_week_is_dealt_once_both_are_there(server: Server, person: Person) -> None:
    one, other = person(), person()
    crew = begin(server, one, other)
    one.get_by_test_id("gather-week").click()
    expect(one.get_by_test_id("lobby-day")).to_contain_text("week")
    other.get_by_test_id("crew-offer-open").click()
    other.get_by_test_id("crew-begin").click()
    other.get_by_test_id("to-week").click()
    other.get_by_test_id("sit").click()
    one.get_by_test_id("deal").click()
    for page in (one, other):
        page.get_by_test_id("table").wait_for()
    code = one.url.rsplit("/", 1)[1]
    play_to_the_end([one, other], code)
    one.goto(f"{server.url}/crew/{crew}")
    expect(one.get_by_test_id("crew-week")).to_contain_text(load("crews", "en")["crew.week.first"])
    expect(one.get_by_test_id("crew-games").get_by_role("listitem")).to_have_count(3)


def test_a_friend_joins_by_the_link_and_the_last_one_out_ends_it(server: Server, person: Person) -> None:
    one, other, friend = person(), person(), person(viewport=PHONE)
    crew = begin(server, one, other)
    friend.goto(f"{server.url}/crew/{crew}")
    expect(friend.get_by_test_id("crew-games")).to_have_count(0)
    friend.get_by_test_id("name").fill("Mia")
    friend.get_by_test_id("crew-join").click()
    expect(friend.get_by_test_id("crew-games").get_by_role("listitem")).to_have_count(2)
    for page in (friend, one):
        page.get_by_test_id("crew-self").click()
        page.get_by_test_id("crew-leave").click()
        page.get_by_test_id("crew-leave-yes").click()
        expect(page.get_by_test_id("crew-none")).to_be_visible()
    other.goto(f"{server.url}/crew/{crew}")
    expect(other.get_by_test_id("problem")).to_contain_text(load("common", "en")["error.unknown-crew"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_a_crew_fits_by_keyboard_and_for_everybody(
    server: Server, person: Person, language: str
) -> None:
    one, other = person(language), person(language)
    one.goto(f"{server.url}/crew")
    for size in (PHONE, FLAT, DESKTOP):
        one.set_viewport_size({"width": size["width"], "height": size["height"]})
        one.get_by_test_id("crew-none").wait_for()
        assert one.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        assert violations(one) == []
    crew = begin(server, one, other)
    other.goto(f"{server.url}/crew/{crew}")
    other.get_by_test_id("crew-join").wait_for()
    for size in (PHONE, FLAT, DESKTOP):
        for page in (one, other):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
            assert violations(page) == []
    one.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    one.evaluate("document.documentElement.style.fontSize = '200%'")
    assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")
    one.evaluate("document.documentElement.style.fontSize = ''")
    for opener, dialog in (("crew-open", "crew-open-dialog"), ("crew-self", "crew-self-dialog")):
        one.get_by_test_id(opener).focus()
        one.keyboard.press("Enter")
        one.get_by_test_id(dialog).wait_for()
        assert violations(one) == []
        one.keyboard.press("Escape")
        expect(one.get_by_test_id(dialog)).to_have_count(0)
