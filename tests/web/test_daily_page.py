"""The deal of the day in a real Chromium: played, shared, listed; past days; midnight; plain http."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, lose
from playwright.sync_api import Page, expect
from test_quality import violations

from nonante.texts import LANGUAGES, load

TRY = """([day, category, result]) => localStorage.setItem('nonante.days', JSON.stringify(
    {version: 1, days: {[day]: {[category]: {id: 'XXXXXX.1', result, left: 12, hints: 0}}}}))"""

CURVE = [{"played": 70, "moves": ["2A", "end"]}, {"played": 10, "moves": ["3A", "end"]}]
"""As much of a review as tells how a game went."""


def today(page: Page) -> str:
    return str(page.evaluate("new Intl.DateTimeFormat('sv-SE').format(new Date())"))


def tries(page: Page) -> dict[str, dict[str, object]]:
    """Return the tries of today that a device keeps."""
    kept = page.evaluate("JSON.parse(localStorage.getItem('nonante.days')).days")
    assert list(kept) == [today(page)]
    return dict(kept[today(page)])


def invite(host: Page, server: Server) -> None:
    """Open a table for today's team deal."""
    host.goto(f"{server.url}/daily")
    host.get_by_test_id("daily-friends").click()
    host.get_by_test_id("lobby-day").wait_for()


def deal_with(host: Page, guest: Page) -> str:
    """Let a guest sit down, fill the table and deal; return its code."""
    guest.goto(host.get_by_test_id("table-link").input_value())
    guest.get_by_test_id("name").fill("Bob")
    guest.get_by_test_id("sit").click()
    host.get_by_test_id("add-bot-2").click()
    expect(host.get_by_test_id("deal")).to_have_attribute("aria-disabled", "false")
    host.get_by_test_id("deal").click()
    for page in (host, guest):
        page.get_by_test_id("table").wait_for()
    return host.url.rsplit("/", 1)[-1]


def test_played_listed_and_shared_without_a_card(server: Server, person: Person) -> None:
    page = person()
    page.goto(server.url)
    page.get_by_test_id("daily-solo").click()
    page.get_by_test_id("table").wait_for()
    page.goto(f"{server.url}/daily")
    expect(page.get_by_test_id("daily-solo")).to_have_attribute("data-deal", "running")
    page.get_by_test_id("daily-solo").click()
    page.get_by_test_id("table").wait_for()
    lose(Hands(page))
    left = page.get_by_test_id("left").inner_text() if page.get_by_test_id("left").count() else "0"
    page.route("**/api/review/curve", lambda route: route.fulfill(json={"turns": CURVE}))
    page.goto(f"{server.url}/daily")
    expect(page.get_by_test_id("daily-row")).to_contain_text("1")
    expect(page.get_by_test_id("results-solo").locator("[data-yours=true]")).to_have_count(1)
    field = page.get_by_test_id("share-text")
    expect(field).to_have_value(re.compile(r"\nfine for \d+ cards?, little hope from there\n"))
    head, result, _, link = field.input_value().split("\n")
    assert head.startswith("nonante · ")
    assert link == f"{server.url}/daily/{today(page)}"
    number = re.search(r"\d+", left)
    assert result in (f"Solo: {number[0] if number else ''} left *", "Solo: all 98 *")
    page.get_by_test_id("share-shapes").click()
    assert field.input_value().split("\n")[2] == "🟩" * 5 + "🔻" * 5
    field.focus()
    assert page.evaluate("getSelection().toString() || document.activeElement.selectionEnd") in (
        len(field.input_value().encode("utf-16-le")) // 2,
        field.input_value(),
    )
    page.get_by_test_id("share-picture").click()
    picture = page.get_by_test_id("day-picture")
    assert (picture.get_attribute("alt") or "").split("\n")[:2] == [head, result]
    page.wait_for_function("() => document.querySelector('[data-testid=day-picture]').naturalWidth === 1200")


def test_with_friends_it_is_everybodys_try_from_its_start(server: Server, person: Person) -> None:
    ann, bob = person(), person("de", PHONE)
    invite(ann, server)
    expect(ann.get_by_test_id("seats")).to_have_count(0)  # another game would not be the deal of the day
    code = deal_with(ann, bob)
    for page in (ann, bob):
        expect(page.get_by_test_id("known")).to_have_count(0)
        assert tries(page) == {"team": {"id": f"{code}.1", "result": None, "left": 0, "hints": 0}}
    bob.goto(f"{server.url}/daily")
    expect(bob.get_by_test_id("daily-team")).to_have_attribute("data-deal", "running")


@pytest.mark.slow
def test_r50_a_team_deal_that_one_of_them_has_played_is_fresh_for_nobody(server: Server, person: Person) -> None:
    ann, bob = person(), person("de", PHONE)
    bob.goto(server.url)
    bob.evaluate(TRY, [today(bob), "team", "lost"])
    before = tries(bob)
    invite(ann, server)
    code = deal_with(ann, bob)
    for page in (ann, bob):
        page.get_by_test_id("known").click()
        words = load("common", "de" if page is bob else "en")
        expect(page.get_by_test_id("sheet-known")).to_contain_text(str(words["known.same"]))
        page.keyboard.press("Escape")
    ann.get_by_test_id("start").click()
    lose(Hands(ann), Hands(bob))
    for page in (ann, bob):
        page.goto(f"{server.url}/daily")
    expect(ann.get_by_test_id("daily-team")).to_have_text("Teamknown")
    expect(ann.get_by_test_id("daily-team")).to_have_attribute("href", f"/replay/{code}-1")
    expect(ann.get_by_test_id("daily-row")).to_have_count(0)
    expect(ann.get_by_test_id("share-text")).to_have_count(0)
    expect(ann.get_by_test_id("daily-friends")).to_have_count(0)
    assert tries(ann) == {"team": {"id": f"{code}.1", "result": None, "left": 0, "hints": 0, "known": True}}
    expect(bob.get_by_test_id("daily-team")).to_have_attribute("data-deal", "lost")
    assert tries(bob)["team"]["id"] == before["team"]["id"]


def test_r50_whoever_only_opened_a_table_for_friends_has_not_seen_the_deal(server: Server, person: Person) -> None:
    ann, bob = person(), person("de", PHONE)
    invite(bob, server)  # and then plays at Ann's
    invite(ann, server)
    code = deal_with(ann, bob)
    for page in (ann, bob):
        expect(page.get_by_test_id("known")).to_have_count(0)
        assert tries(page)["team"]["id"] == f"{code}.1"


def test_without_a_clipboard_the_text_is_selected(server: Server, person: Person) -> None:
    page = person()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(server.url)
    page.evaluate(TRY, [today(page), "solo", "lost"])
    page.goto(f"{server.url}/daily")
    page.get_by_test_id("share-text-copy").click()
    field = page.get_by_test_id("share-text")
    assert field.evaluate("e => e.selectionEnd - e.selectionStart") == len(field.input_value())


def test_a_second_try_never_takes_the_place_of_the_first(server: Server, person: Person) -> None:
    page = person()
    page.goto(server.url)
    day = today(page)
    page.evaluate(TRY, [day, "solo", "lost"])
    page.goto(f"{server.url}/daily/2026-01-02")
    page.get_by_test_id("past-solo").click()
    page.get_by_test_id("table").wait_for()
    kept = page.evaluate("JSON.parse(localStorage.getItem('nonante.days')).days")
    assert kept == {day: {"solo": {"id": "XXXXXX.1", "result": "lost", "left": 12, "hints": 0}}}
    expect(page.get_by_test_id("known")).to_have_count(1)


def test_a_page_open_over_midnight_shows_the_new_day(server: Server, person: Person) -> None:
    page = person()
    page.clock.install(time=datetime(2026, 11, 15, 23, 59, 30))
    page.goto(server.url)
    page.evaluate(TRY, [today(page), "solo", "lost"])
    page.reload()
    expect(page.get_by_test_id("daily-solo")).to_have_attribute("data-deal", "lost")
    page.clock.run_for(60_000)
    expect(page.get_by_test_id("daily-solo")).to_have_attribute("data-deal", "open")
    expect(page.get_by_test_id("daily-row")).to_contain_text("1")


def test_before_it_is_played_a_deal_tells_how_hard_it_is_and_nothing_else(server: Server, person: Person) -> None:
    page = person()
    page.clock.set_fixed_time(datetime(2026, 11, 28, 12))  # a Saturday, so a hard day
    page.goto(f"{server.url}/daily")
    hardness = page.get_by_test_id("hard-solo")
    expect(hardness.locator(".bars")).to_have_attribute("style", re.compile("--bars: *5"))
    expect(hardness).to_have_text(re.compile(r"^Difficulty: 5 of 5\s*Hard$"))
    expect(page.get_by_test_id("daily-solo")).to_have_attribute("data-deal", "open")
    expect(page.get_by_test_id("day-others")).to_have_count(0)


def test_the_week_and_the_month_tell_the_cards_left_and_count_the_days_so_far(server: Server, person: Person) -> None:
    page = person()
    page.clock.set_fixed_time(datetime(2026, 11, 19, 12))
    page.goto(server.url)
    page.evaluate(TRY, ["2026-11-18", "solo", "lost"])
    page.goto(f"{server.url}/daily")
    week = page.locator(".week li")
    expect(week.nth(5).locator(".day")).to_have_text("12")
    expect(week.nth(5)).to_contain_text("Wednesday: 12 left")
    expect(week.nth(4).locator(".day")).to_have_text("")
    expect(page.get_by_test_id("month-count")).to_have_text("1 of 19 days played")


def test_a_wrong_clock_is_told_in_one_sentence_and_all_else_works(server: Server, person: Person) -> None:
    page = person("fr", PHONE)
    page.clock.set_fixed_time(datetime(2999, 1, 2, 12))
    page.goto(f"{server.url}/daily")
    page.get_by_test_id("daily-solo").click()
    expect(page.get_by_test_id("notice")).to_contain_text("horloge")
    page.goto(server.url)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()


def test_a_deal_that_cannot_be_dealt_is_told_in_one_sentence_and_all_else_works(server: Server, person: Person) -> None:
    page = person("de")
    refusal = {"code": "internal", "rule": "", "details": {}, "text": "internal"}
    refused = {"type": "refused", "key": None, "refusal": refusal}
    page.route("**/api/daily**", lambda route: route.fulfill(status=500, json=refused))
    page.route("**/api/daily/**", lambda route: route.fulfill(status=500, json=refused))
    page.goto(f"{server.url}/daily")
    page.get_by_test_id("daily-solo").click()
    expect(page.get_by_test_id("notice")).to_have_text(str(load("common", "de")["error.internal"]))
    expect(page.get_by_test_id("daily-solo")).to_have_attribute("data-deal", "open")
    page.goto(server.url)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()


def test_before_playing_one_sees_how_others_did_but_no_distribution(own_server: Server, person: Person) -> None:
    ann, bob = person(), person("fr", PHONE)
    ann.goto(own_server.url)
    ann.get_by_test_id("daily-solo").click()
    ann.get_by_test_id("table").wait_for()
    lose(Hands(ann))
    bob.goto(f"{own_server.url}/daily")
    expect(bob.get_by_test_id("others-solo")).to_have_text(re.compile(r"^0 victoire sur 1, médiane\s: reste \d+$"))
    expect(bob.get_by_test_id("others-team")).to_have_count(0)
    expect(bob.get_by_test_id("results-solo")).to_have_count(0)
    expect(bob.get_by_test_id("day-spread")).to_have_count(0)
    assert bob.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize(("path", "text"), [("2026-02-30", "problem"), ("abc", "problem"), ("2999-01-01", "past-day")])
def test_what_is_no_day(server: Server, person: Person, path: str, text: str) -> None:
    page = person()
    page.goto(f"{server.url}/daily/{path}")
    expect(page.get_by_test_id(text)).not_to_be_empty()
    expect(page.get_by_test_id("past-solo")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)], ids=["desktop", "phone"])
def test_no_violation(server: Server, person: Person, language: str, scheme: str, viewport: dict[str, int]) -> None:
    page = person(language, viewport, color_scheme=scheme)
    page.goto(server.url)
    page.evaluate(TRY, [today(page), "solo", "won"])
    page.goto(f"{server.url}/daily")
    expect(page.get_by_role("heading", level=1)).to_have_text(load("web", language)["daily"])
    page.get_by_test_id("month-count").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


# ---------------------------------------------------------------- from the table to the end


def others_did(page: Page, players: int) -> None:
    """Let others on this server have played the deal."""
    spread = [3, 0, 2, 1, 1, 1, 0, 0, 1, 0, 0, players - 9] if players >= 10 else None
    answer = {"results": [], "running": 0, "players": players, "won": 3, "median": 6.0, "spread": spread}
    page.route("**/api/daily/results", lambda route: route.fulfill(json=answer))


@pytest.mark.parametrize(("players", "shown"), [(1, False), (4, False), (12, True)])
def test_a_deal_of_the_day_tells_its_day_from_the_table_to_the_end(
    server: Server, person: Person, players: int, shown: bool
) -> None:
    page = person("en", PHONE)
    others_did(page, players)
    page.route("**/api/review", lambda route: route.fulfill(body="", content_type="application/x-ndjson"))
    page.route("**/api/review/curve", lambda route: route.fulfill(json={"turns": CURVE}))
    page.goto(server.url)
    page.get_by_test_id("daily-solo").click()
    expect(page.get_by_test_id("top-day")).to_contain_text("Solo")
    expect(page.get_by_test_id("hint-costs")).to_have_text(load("web", "en")["daily.hint"])
    lose(Hands(page))
    day = page.get_by_test_id("day-end")
    expect(day.get_by_test_id("day-date")).to_contain_text("Solo")
    expect(day.get_by_test_id("day-row")).to_have_text("1 day in a row")
    expect(day.get_by_test_id("day-text")).to_contain_text("🟩")
    expect(day.get_by_test_id("day-others")).to_have_count(int(players > 1))
    if players > 1:
        expect(day.get_by_test_id("day-others")).to_have_text(f"Won by 3 of {players}, median 6 left")
    expect(day.get_by_test_id("day-spread")).to_have_count(int(shown))
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    following = page.locator("[data-testid=hub] .primary")
    expect(following).to_have_text("Next: Solo Extreme")
    following.click()
    expect(page.get_by_test_id("top-day")).to_contain_text("Solo Extreme")
