"""Winning and losing have their moment; laid cards move at once; hints keep their plan; the others can be followed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, with_computers
from playwright.sync_api import Page, expect
from tables import Line, open_at

from nonante.texts import load

WON: dict[str, Any] = {"piles": [70, 98, 2, 36], "hands": [[34, 73], [], []]}
LOST: dict[str, Any] = {
    "piles": [79, 82, 2, 4],
    "hands": [[11, 25, 35, 39, 54, 67, 81, 85]],
    "draw": [73, 78, 3, 22, 29, 64],
}
TEAM: dict[str, Any] = {
    "piles": [20, 30, 80, 70],
    "hands": [[21, 22, 40, 41, 60, 61], [23, 24, 42, 43, 62, 63], [25, 26, 44, 45, 64, 65]],
    "draw": list(range(82, 99)),
}
LONG: dict[str, Any] = {
    "piles": [40, 50, 60, 52],
    "hands": [[30, 31, 32, 51, 99, 2, 98, 44]],
    "draw": list(range(70, 90)),
}
HOLDS = "() => document.querySelector('[data-testid=table]') && document.querySelector('[data-testid=moment]')"


def moving(page: Page) -> Page:
    page.emulate_media(reduced_motion="no-preference")
    return page


def past(page: Page, *results: str) -> None:
    """Let this device have finished these games before."""
    games = [
        {"id": f"OLD.{n}", "code": "OLD", "deal": n, "at": n, "edition": "base", "players": 3, "team": [], "you": 0}
        | {"result": result, "left": 0, "reason": None, "turns": 1, "hints": 1, "known": None}
        for n, result in enumerate(results)
    ]
    kept = json.dumps({"version": 1, "games": games})
    page.add_init_script(
        f"localStorage.getItem('nonante.history') ?? localStorage.setItem('nonante.history', '{kept}')"
    )


def end_turn(page: Page) -> None:
    page.locator("[data-testid=end-turn][aria-disabled=false]").click()


# ---------------------------------------------------------------- the moment


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_a_win_has_its_moment_and_says_what_is_new(server: Server, person: Person, viewport: dict[str, int]) -> None:
    page = moving(person("en", viewport))
    Line(page).known = False
    past(page, "won", "won")
    open_at(page, server, ["steady", "novice"], **WON)
    hands = Hands(page)
    hands.lay(73, "A")
    hands.lay(34, "D")
    page.wait_for_function(HOLDS)
    expect(page.get_by_test_id("moment")).to_have_attribute("data-moment", "won")
    assert page.get_by_test_id("table").count() == 1, "the table is held"
    expect(page.get_by_test_id("moment")).to_have_attribute("data-moment", "over")
    expect(page.get_by_test_id("table")).to_have_count(0)
    assert page.locator("[data-testid=mark] .bit").count() == 98
    texts = load("after", "en")
    expect(page.get_by_test_id("grade")).to_have_text(texts["win.title"])
    expect(page.get_by_test_id("new").locator("li").first).to_contain_text("3rd win in a row")
    expect(page.get_by_test_id("new").locator("li").first).to_contain_text(texts["new.row.longest"])
    assert page.get_by_test_id("new").locator("li").count() <= 3
    page.reload()
    page.get_by_test_id("end").wait_for()
    assert page.get_by_test_id("table").count() == 0, "the moment is not shown twice"
    kept = page.evaluate("JSON.parse(localStorage.getItem('nonante.history')).games.length")
    assert kept == 3, "and the game is kept once"


def test_a_key_skips_to_the_result(server: Server, person: Person) -> None:
    page = moving(person())
    open_at(page, server, **{**WON, "hands": [[34, 73]]})
    hands = Hands(page)
    hands.lay(73, "A")
    hands.lay(34, "D")
    page.wait_for_function(HOLDS)
    began = page.evaluate("performance.now()")
    page.keyboard.press("x")
    expect(page.get_by_test_id("moment")).to_have_attribute("data-moment", "over")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("performance.now()") - began < 2000
    expect(page.get_by_test_id("new")).to_have_count(0)  # a known deal is nothing new


def test_with_less_motion_the_result_is_there_at_once(server: Server, person: Person) -> None:
    page = person()
    open_at(page, server, **{**WON, "hands": [[34, 73]]})
    hands = Hands(page)
    hands.lay(73, "A")
    hands.lay(34, "D")
    expect(page.get_by_test_id("moment")).to_have_attribute("data-moment", "over")
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("language", "viewport"), [("en", DESKTOP), ("fr", PHONE), ("de", PHONE)])
def test_a_loss_says_why_and_shows_what_was_drawn(
    server: Server, person: Person, language: str, viewport: dict[str, int]
) -> None:
    page = moving(person(language, viewport))
    open_at(page, server, **LOST)
    hands = Hands(page)
    hands.lay(81, "A")
    hands.lay(85, "B")
    end_turn(page)
    page.get_by_test_id("loss").wait_for()
    page.evaluate("() => document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 1200 })")
    texts = load("after", language)
    expect(page.get_by_test_id("loss")).to_contain_text(texts["loss.none"])
    greys = page.locator(".hand .card").evaluate_all("cards => cards.map((card) => getComputedStyle(card).filter)")
    assert len(greys) == 8
    assert all("grayscale(1)" in grey for grey in greys)
    drawn = page.locator("[data-fresh=true]").evaluate_all("cards => cards.map((card) => card.dataset.testid)")
    assert sorted(drawn) == ["card-73", "card-78"]
    page.get_by_test_id("see-result").click()
    expect(page.get_by_test_id("moment")).to_have_attribute("data-moment", "over")
    expect(page.get_by_test_id("left")).to_contain_text("12")
    expect(page.get_by_test_id("reveal")).to_be_visible()


def test_a_loss_of_somebody_else_shows_whose_cards_do_not_fit(server: Server, person: Person) -> None:
    page = moving(person())
    hands = [[81, 85, 90, 91, 92, 93], [11, 25, 35, 39, 54, 67], [12, 13, 14, 15, 16, 17]]
    open_at(page, server, ["novice", "novice"], piles=[79, 82, 2, 4], hands=hands, draw=[64, 29, 22, 3, 78, 73])
    mine = Hands(page)
    mine.lay(81, "A")
    mine.lay(85, "B")
    end_turn(page)
    page.get_by_test_id("loss").wait_for()
    shown = page.locator(".loss .card").evaluate_all("cards => cards.map((card) => card.innerText.trim())")
    assert shown == ["11", "25", "35", "39", "54", "67"]
    expect(page.get_by_test_id("moment")).to_have_attribute("data-moment", "over")


RINGS = """() => {
    window.rings = [];
    new MutationObserver((changes) => changes.forEach(({addedNodes}) => addedNodes.forEach((one) => {
        if (one.matches?.('.ring')) window.rings.push(one.offsetWidth - one.parentElement.offsetWidth);
    }))).observe(document.body, {childList: true, subtree: true});
}"""


@pytest.mark.parametrize(("card", "pile"), [(30, "A"), (70, "C")], ids=["rising", "falling"])
def test_ten_back_runs_a_ring_around_the_pile(server: Server, person: Person, card: int, pile: str) -> None:
    page = moving(person())
    open_at(page, server, piles=[40, 50, 60, 52], hands=[[30, 31, 70, 71]], draw=list(range(80, 90)))
    page.evaluate(RINGS)
    Hands(page).lay(card, pile)
    page.wait_for_function("() => window.rings.length > 0")
    assert page.evaluate("window.rings") == [8]


def test_a_win_runs_rings_around_the_last_pile(server: Server, person: Person) -> None:
    page = moving(person())
    open_at(page, server, piles=[70, 98, 2, 36], hands=[[73, 34]])
    page.evaluate(RINGS)
    for card, pile in ((34, "D"), (73, "A")):
        Hands(page).lay(card, pile)
    page.wait_for_function("() => window.rings.length > 1")
    assert page.evaluate("window.rings") == [24, 24]


# ---------------------------------------------------------------- laying, and what was drawn


def test_a_card_lies_there_before_the_server_has_answered(server: Server, person: Person) -> None:
    page = person()
    line = Line(page)
    open_at(page, server, **LONG)
    line.hold()
    page.get_by_test_id("card-30").click()
    page.get_by_test_id("pile-A").click()
    page.get_by_test_id("card-30").wait_for(state="detached")
    expect(page.locator("[data-pile=A] .card")).to_contain_text("30")
    page.get_by_test_id("card-31").click()
    page.get_by_test_id("pile-A").click()  # meant before the answer: done after it
    assert line.count("play") == 1
    line.release()
    page.get_by_test_id("card-31").wait_for(state="detached")
    expect(page.locator("[data-pile=A] .card")).to_contain_text("31")
    assert [message["move"] for message in line.sent if message["type"] == "play"] == ["30A", "31A"]


def test_a_refused_card_returns(server: Server, person: Person) -> None:
    page = person()
    line = Line(page)
    open_at(page, server, **LONG)
    line.bend = lambda message: {**message, "seq": 0} if message["type"] == "play" else message
    line.hold()
    page.get_by_test_id("card-30").click()
    page.get_by_test_id("pile-A").click()
    page.get_by_test_id("card-30").wait_for(state="detached")
    line.release()
    page.get_by_test_id("card-30").wait_for()
    expect(page.locator("[data-pile=A] .card")).to_contain_text("40")
    expect(page.get_by_test_id("notice")).to_contain_text(load("common", "en")["error.stale"])


def test_drawn_cards_are_marked_until_the_next_turn_is_over(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    open_at(page, server, **LONG)
    hands = Hands(page)
    assert page.locator("[data-fresh=true]").count() == 0
    hands.lay(30, "A")
    hands.lay(31, "A")
    end_turn(page)
    fresh = page.locator("[data-fresh=true]")
    expect(fresh).to_have_count(2)
    names = fresh.evaluate_all("cards => cards.map((card) => card.dataset.testid)")
    assert set(names) <= {f"card-{card}" for card in LONG["draw"]}
    expect(fresh.first).to_contain_text(load("web", "en")["card.new"])
    expect(page.get_by_test_id("live")).to_contain_text("You draw")
    page.reload()
    expect(fresh).to_have_count(2)
    hands.lay(32, "A")
    hands.lay(44, "A")
    expect(fresh).to_have_count(2)
    end_turn(page)
    for name in names:
        expect(page.get_by_test_id(name)).to_have_attribute("data-fresh", "false")
    expect(fresh).to_have_count(2)


# ---------------------------------------------------------------- hints


def plan(page: Page) -> list[str]:
    """Return the plan's moves, as they are played."""
    texts = page.locator("[data-testid=hint-moves] b").all_inner_texts()
    return [text.replace(" → ", "") for text in texts]


def hinted(page: Page, server: Server) -> list[str]:
    """Ask for a hint on a fresh table, until the champion is ready and can tell a chance; return the plan."""
    while True:
        open_at(page, server, **LONG)
        page.get_by_test_id("hint").click()
        if "%" in page.get_by_test_id("hint-price").inner_text():
            return plan(page)
        page.wait_for_timeout(500)


def test_a_hint_keeps_its_plan_until_it_is_played(server: Server, person: Person) -> None:
    page = person()
    line = Line(page)
    moves = hinted(page, server)
    asked = line.count("hint")
    assert len(moves) >= 3
    hands = Hands(page)
    for place, move in enumerate(moves[:-1]):
        expect(page.locator("[data-testid=hint-moves] [aria-current=step]")).to_have_attribute(
            "data-testid", f"hint-step-{place}"
        )
        hands.lay(int(move[:-1]), move[-1])
        assert plan(page) == moves
        expect(page.get_by_test_id(f"hint-step-{place}")).to_have_attribute("data-done", "true")
        page.get_by_test_id("hint").click()  # asking again asks nothing
    assert line.count("hint") == asked
    end_turn(page)
    page.get_by_test_id("hint-note").wait_for(state="detached")


def test_a_hint_is_asked_again_after_a_deviation_and_survives_a_reload(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    line = Line(page)
    moves = hinted(page, server)
    asked = line.count("hint")
    hands = Hands(page)
    hands.lay(int(moves[0][:-1]), moves[0][-1])
    page.reload()
    page.get_by_test_id("table").wait_for()
    page.get_by_test_id("hint").click()
    page.get_by_test_id("hint-note").wait_for()
    assert plan(page) == moves, "the same plan, in the middle of the turn"
    expect(page.get_by_test_id("hint-step-0")).to_have_attribute("data-done", "true")
    hands.lay(99, "B")
    page.get_by_test_id("hint-note").wait_for(state="detached")
    page.get_by_test_id("hint").click()
    page.get_by_test_id("hint-note").wait_for()
    assert plan(page) != moves
    assert line.count("hint") == asked + 2
    expect(page.get_by_test_id("hint-price")).to_contain_text("start of the turn")


# ---------------------------------------------------------------- the others


def play_round(page: Page) -> None:
    """Play one turn at the table of three, and wait until it is one's turn again."""
    hands = Hands(page)
    hands.lay(21, "A")
    hands.lay(22, "A")
    end_turn(page)
    page.wait_for_function("() => document.querySelector('.log-step') || document.querySelector('.ticker .log-step')")
    page.locator("[data-testid=turn][data-mine=true]").wait_for()


def test_what_the_others_did_is_seen_at_a_glance_and_their_cards_tell_why(server: Server, person: Person) -> None:
    page = person()
    open_at(page, server, ["steady", "strong"], **TEAM)
    play_round(page)
    log = page.locator(".side [data-testid=log]")
    expect(log).to_contain_text(load("web", "en")["log.since"])
    assert log.locator(".log-step").count() >= 1
    card = log.locator("[data-testid^=why-]").first
    card.click()
    told = log.get_by_test_id("told")
    expect(told.locator("li").first).not_to_be_empty()
    number = str(card.get_attribute("data-testid")).removeprefix("why-")
    held = {str(one) for one in Hands(page).cards()}
    assert number not in held
    expect(card).to_have_attribute("aria-expanded", "true")


def test_a_phone_tells_it_in_one_line_and_in_the_sheets(server: Server, person: Person) -> None:
    page = person("fr", PHONE)
    open_at(page, server, ["steady", "strong"], **TEAM)
    play_round(page)
    ticker = page.get_by_test_id("ticker")
    expect(ticker).to_contain_text(load("web", "fr")["log.since"])
    assert ticker.locator(".log-step").count() >= 1
    ticker.click()
    sheet = page.get_by_test_id("sheet-log")
    last = sheet.locator("[data-testid^=why-]").last
    last.click()
    expect(sheet.get_by_test_id("told").locator("li").first).not_to_be_empty()
    words = str(last.inner_text())
    page.keyboard.press("Escape")
    letter = next(one for one in "ABCD" if f"↑{one}" in words or f"↓{one}" in words)
    page.get_by_test_id(f"pile-{letter}").click()
    expect(page.get_by_test_id("top-why").locator("li").first).not_to_be_empty()


# ---------------------------------------------------------------- settings


def test_the_pace_of_computer_players_is_a_setting(server: Server, person: Person) -> None:
    page = person()
    line = Line(page)
    open_at(page, server, ["steady", "strong"], **TEAM)
    page.keyboard.press("m")
    page.get_by_test_id("sheet-menu").get_by_role("button", name=load("web", "en")["settings"]).click()
    page.get_by_test_id("prefer-pace").get_by_role("radio", name=load("web", "en")["prefer.pace.fast"]).check()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('nonante.preferences')).pace === 'fast'")
    page.reload()
    page.get_by_test_id("table").wait_for()
    assert [message["pace"] for message in line.sent if message["type"] == "pace"] == ["fast", "fast"]


def test_levels_can_be_mixed_in_both_forms(server: Server, person: Person) -> None:
    page = person()
    page.goto(server.url)
    with_computers(page)
    page.get_by_test_id("mixed").check()
    page.get_by_test_id("level-0").select_option("novice")
    page.get_by_test_id("level-1").select_option("strong")
    with page.expect_request(lambda request: request.method == "POST") as asked:
        page.get_by_test_id("deal").click()
    body = asked.value.post_data_json or {}
    assert body["bots"] == ["novice", "strong"]
    page.get_by_test_id("table").wait_for()
    page.goto(server.url)
    page.get_by_test_id("play-friends").click()
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("lobby").wait_for()
    for seat, level in ((1, "novice"), (2, "strong")):
        page.get_by_test_id(f"level-{seat}").select_option(level)
        page.get_by_test_id(f"add-bot-{seat}").click()
        expect(page.get_by_test_id(f"lobby-seat-{seat}")).to_have_attribute("data-free", "false")
        expect(page.get_by_test_id(f"level-{seat}")).to_have_value(level)
    page.get_by_test_id("level-1").select_option("champion")
    expect(page.get_by_test_id("level-1")).to_have_value("champion")
    expect(page.get_by_test_id("level-2")).to_have_value("strong")
