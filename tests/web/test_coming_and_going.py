"""Socket cut, tab reloaded, server killed: the same seat, hand and log come back by themselves."""

from __future__ import annotations

from conftest import Person, Server
from hands import Hands
from playwright.sync_api import Page, expect


def mid_turn(page: Page, server: Server) -> tuple[Hands, list[int], str]:
    """Play alone up to the middle of a turn; return what is in the hand and in the log."""
    page.goto(server.url)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()
    hands = Hands(page)
    for _ in range(4):
        hands.one_move()
    if page.get_by_test_id("end-turn").get_attribute("aria-disabled") == "false":
        hands.one_move()
    move = hands.best()
    assert move
    hands.lay(*move)
    return hands, hands.cards(), page.get_by_test_id("log").inner_text()


def same(page: Page, hands: Hands, cards: list[int], log: str) -> None:
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)
    assert hands.cards() == cards
    assert page.get_by_test_id("log").inner_text() == log


def test_a_tab_reloaded(server: Server, person: Person) -> None:
    page = person()
    hands, cards, log = mid_turn(page, server)
    page.reload()
    same(page, hands, cards, log)
    hands.one_move()


def test_a_tunnel_and_an_unsent_move(server: Server, person: Person) -> None:
    """The network goes, a card is laid, the network comes back: the card is down, without a reload."""
    page = person()
    hands, cards, _ = mid_turn(page, server)
    move = hands.best()
    assert move
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    hands.pick(move[0])
    page.get_by_test_id(f"pile-{move[1]}").click()
    page.wait_for_timeout(300)
    page.context.set_offline(False)
    page.get_by_test_id("hand").get_by_test_id(f"card-{move[0]}").wait_for(state="detached")
    assert move[0] in cards


def test_the_server_killed_in_the_middle_of_a_turn(own_server: Server, person: Person) -> None:
    page = person()
    hands, cards, log = mid_turn(page, own_server)
    own_server.kill()
    page.get_by_test_id("reconnecting").wait_for()
    move = hands.best()
    assert move
    hands.pick(move[0])
    page.get_by_test_id(f"pile-{move[1]}").click()
    own_server.start()
    page.get_by_test_id("reconnecting").wait_for(state="detached")
    page.get_by_test_id("hand").get_by_test_id(f"card-{move[0]}").wait_for(state="detached")
    assert set(hands.cards()) == set(cards) - {move[0]}
    assert log.splitlines()[0] in page.get_by_test_id("log").inner_text()


def test_away_shows_and_a_bot_stands_in_until_the_owner_returns(server: Server, person: Person) -> None:
    ann, bob = person(), person()
    ann.goto(server.url)
    ann.get_by_test_id("play-friends").click()
    ann.get_by_test_id("name").fill("Ann")
    ann.get_by_test_id("seats").get_by_role("radio", name="2", exact=True).check()
    ann.get_by_test_id("open-table").click()
    link = ann.get_by_test_id("table-link")
    url = link.input_value() if link.evaluate("e => e.tagName") == "INPUT" else link.inner_text()
    bob.goto(url)
    bob.get_by_test_id("name").fill("Bob")
    bob.get_by_test_id("sit").click()
    ann.get_by_test_id("deal").click()
    bob.get_by_test_id("start").click()
    expect(ann.get_by_test_id("turn")).to_contain_text("Bob")
    bob.goto("about:blank")
    expect(ann.get_by_test_id("seat-1")).to_contain_text("away")
    ann.get_by_test_id("seat-1").get_by_role("button").click()
    ann.get_by_test_id("hand-over").click()
    ann.keyboard.press("Escape")
    expect(ann.get_by_test_id("turn")).to_have_attribute("data-mine", "true")
    bob.goto(url)
    bob.get_by_test_id("table").wait_for()
    expect(ann.get_by_test_id("seat-1")).not_to_contain_text("away")
