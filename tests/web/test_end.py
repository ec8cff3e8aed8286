"""The end of a game is a hub: one sentence, the curve, the costly turn one tap away, rematch, challenge, sharing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, lose, more
from playwright.sync_api import Page, Route, expect
from tables import open_at
from test_people import finished, pair
from test_quality import violations
from test_reviewing import judged

from nonante.texts import LANGUAGES, load

SMALL = {"width": 360, "height": 640}
FLAT = {"width": 740, "height": 360}
LOST: dict[str, Any] = {
    "piles": [79, 82, 2, 4],
    "hands": [[11, 25, 35, 39, 54, 67, 81, 85]],
    "draw": [73, 78, 3, 22, 29, 64],
}
WON: dict[str, Any] = {"piles": [70, 98, 2, 36], "hands": [[34, 73]]}


def reviewed(page: Page, *stages: str, problem: str | None = None, **changes: Any) -> None:
    """Let the review of any game say this, stage by stage."""

    def tell(route: Route) -> None:
        lines: list[dict[str, object]] = [
            {"share": 0.1 if stage == "curve" else 1.0, "review": {**judged(stage), **changes}, "problem": None}
            for stage in stages
        ]
        if problem:
            lines.append({"share": 1.0, "review": None, "problem": problem})
        route.fulfill(body="".join(json.dumps(line) + "\n" for line in lines), content_type="application/x-ndjson")

    page.route("**/api/review", tell)


def lose_at_once(page: Page, server: Server) -> str:
    """Play a prepared position to its end; return the table's code."""
    open_at(page, server, **LOST)
    hands = Hands(page)
    hands.lay(81, "A")
    hands.lay(85, "B")
    page.locator("[data-testid=end-turn][aria-disabled=false]").click()
    page.get_by_test_id("end").wait_for()
    return page.url.rsplit("/", 1)[-1]


def play_alone(page: Page, server: Server) -> str:
    """Lose a fresh deal alone; return the table's code."""
    page.goto(server.url)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()
    lose(Hands(page))
    return page.url.rsplit("/", 1)[-1]


def mains(page: Page) -> list[str]:
    """Return what is filled among the ways on."""
    found: list[str] = page.locator("[data-testid=hub] .primary").evaluate_all(
        "all => all.map((one) => one.dataset.testid)"
    )
    return found


# ---------------------------------------------------------------- the sentence, the curve, one tap to the worst turn


def test_one_tap_leads_from_the_end_to_the_worst_turn(server: Server, person: Person) -> None:
    page = person()
    reviewed(page, "curve", "full")
    code = lose_at_once(page, server)
    verdict = page.get_by_test_id("hub-verdict")
    expect(verdict).to_have_attribute("data-stage", "full")
    expect(verdict).to_have_text("Harsh cards; turn 6 cost 12 points.")
    assert mains(page) == ["hub-review"]
    expect(page.get_by_test_id("hub-review")).to_have_text("Review turn 6")
    expect(page.get_by_test_id("hub-review")).to_have_attribute("href", f"/review/{code}-1#6")
    rows = page.locator("[data-testid=costs] a")
    expect(rows).to_have_count(3)
    assert [rows.nth(n).get_attribute("href") for n in range(3)] == [f"/review/{code}-1#{turn}" for turn in (20, 14, 6)]
    expect(page.locator(".hub-curve a.diamond")).to_have_count(3)
    page.locator("[data-testid=diamond-2]").click()
    page.wait_for_url("**/review/*")


def test_the_review_of_a_win_begins_at_its_worst_turn_too(server: Server, person: Person) -> None:
    page = person()
    reviewed(page, "full")
    open_at(page, server, **WON)
    for card, pile in ((73, "A"), (34, "D")):
        Hands(page).lay(card, pile)
    page.get_by_test_id("costs").wait_for()
    review = page.get_by_test_id("hub-review")
    expect(review).to_have_text("Review")
    expect(review).to_have_attribute("href", re.compile(r"^/review/\w+-1#6$"))
    assert mains(page) == ["again"]


def test_the_plain_curve_gives_a_quick_sentence(server: Server, person: Person) -> None:
    page = person()
    reviewed(page, "curve")
    lose_at_once(page, server)
    expect(page.get_by_test_id("hub-verdict")).to_have_text("At turn 30 it was still 50%.")
    expect(page.get_by_test_id("curve")).to_be_visible()
    assert mains(page) == ["again"], "nothing is marked before the review has judged it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_that_fails_is_told_in_one_sentence_and_all_else_works(
    server: Server, person: Person, language: str
) -> None:
    page = person(language)
    reviewed(page, problem="internal")
    lose_at_once(page, server)
    expect(page.get_by_test_id("hub-problem")).not_to_be_empty()
    expect(page.get_by_test_id("hub-verdict")).to_contain_text("12")
    page.get_by_test_id("again").click()
    page.get_by_test_id("table").wait_for()


def test_the_holes_of_the_mark_are_the_cards_that_stayed(server: Server, person: Person) -> None:
    page = person()
    reviewed(page, "full")
    lose_at_once(page, server)
    holes = page.locator("[data-hole=true]").evaluate_all("all => all.map((one) => Number(one.dataset.bit))")
    assert holes == sorted([11, 25, 35, 39, 54, 67, 73, 78, 3, 22, 29, 64])
    expect(page.locator(".end-page .mark")).to_have_attribute(
        "aria-label", "86 of 98; left: " + ", ".join(map(str, holes))
    )


# ---------------------------------------------------------------- the ways on


def test_alone_everything_is_one_tap_away_and_leaving_is_not_beside_a_new_deal(server: Server, person: Person) -> None:
    page = person("en", SMALL)
    reviewed(page, "curve")
    play_alone(page, server)
    for name in ("hub-review", "again", "hub-challenge", "hub-share", "hub-more"):
        expect(page.get_by_test_id(name)).to_be_visible()
    bottom = page.get_by_test_id("hub").evaluate("hub => hub.getBoundingClientRect().bottom + scrollY")
    assert bottom <= 2 * SMALL["height"], "after at most one flick"
    page.set_viewport_size({"width": FLAT["width"], "height": FLAT["height"]})
    for name in ("hub-review", "again"):
        expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("leave")).to_have_count(0)
    more(page)
    buttons = page.locator("[data-testid=hub-more-dialog] .hub-rest > *").evaluate_all(
        "all => all.map((one) => one.dataset.testid ?? one.tagName)"
    )
    assert buttons[-2:] == ["HR", "leave"]
    page.keyboard.press("Escape")
    page.get_by_test_id("again").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("table").wait_for()


def test_a_guest_asks_for_a_rematch_and_everybody_sees_it(server: Server, person: Person) -> None:
    ann, bob, eve = person("en"), person("de", PHONE), person("fr")
    for page in (ann, bob, eve):
        reviewed(page, "curve")
    url = pair(server, ann, bob)
    eve.goto(url)
    lose(Hands(ann), Hands(bob))
    eve.get_by_test_id("end").wait_for()
    assert mains(ann) == mains(bob) == ["again"]
    assert mains(eve) == ["hub-review"], "who looks on deals nothing"
    expect(eve.get_by_test_id("again")).to_have_count(0)
    expect(bob.get_by_test_id("again")).to_have_text(load("after", "de")["hub.rematch"])
    bob.get_by_test_id("again").click()
    expect(ann.get_by_test_id("hub-wish")).to_have_text("Bob would like to play again.")
    expect(eve.get_by_test_id("hub-wish")).to_have_text("Bob aimerait rejouer.")
    expect(bob.get_by_test_id("again")).to_have_attribute("aria-disabled", "true")
    ann.get_by_test_id("again").click()
    for page in (ann, bob, eve):
        page.get_by_test_id("table").wait_for()


@pytest.mark.slow
def test_ten_seconds_after_a_wish_a_guest_deals(server: Server, person: Person) -> None:
    ann, bob = person("en"), person("en", PHONE)
    for page in (ann, bob):
        reviewed(page, "curve")
    finished(server, ann, bob)
    bob.get_by_test_id("again").click()
    expect(bob.get_by_test_id("again")).to_have_attribute("aria-disabled", "true")
    expect(bob.get_by_test_id("again")).to_have_attribute("aria-disabled", "false")
    bob.get_by_test_id("again").click()
    ann.get_by_test_id("table").wait_for()


def test_a_branch_ends_with_a_way_back_to_its_review(server: Server, person: Person) -> None:
    page = person()
    reviewed(page, "curve")
    code = lose_at_once(page, server)
    kept = json.dumps([{"from": "BCDFGH-2", "turn": 6, "code": code}])
    page.evaluate("kept => localStorage.setItem('nonante.branches', kept)", kept)
    page.reload()
    back = page.get_by_test_id("hub-back")
    expect(back).to_have_attribute("href", "/review/BCDFGH-2#7")
    assert mains(page) == ["hub-back"]


def test_a_friend_is_challenged_and_sends_it_back(server: Server, person: Person) -> None:
    ann, bob = person(), person("de", PHONE)
    for page in (ann, bob):
        reviewed(page, "curve")
    play_alone(ann, server)
    ann.get_by_test_id("hub-challenge").click()
    expect(ann.get_by_test_id("hub-given")).to_contain_text("Can they do better?")
    field = ann.get_by_test_id("hub-text")
    assert field.evaluate("one => [one.scrollTop, one.scrollLeft, one.scrollHeight - one.clientHeight]") == [0, 0, 0]
    words, link = field.input_value().split("\n")
    assert words.endswith("Can you do better?")
    bob.goto(link)
    bob.get_by_test_id("beat-start").click()
    bob.get_by_test_id("table").wait_for()
    lose(Hands(bob))
    assert mains(bob) == ["hub-challenge"]
    expect(bob.get_by_test_id("hub-challenge")).to_have_text(load("after", "de")["hub.challenge.back"])
    bob.get_by_test_id("hub-compare").click()
    bob.get_by_test_id("beat-results").wait_for()


def test_a_result_is_shared_with_one_tap(server: Server, person: Person) -> None:
    page = person("en", DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    reviewed(page, "full")
    code = lose_at_once(page, server)
    expect(page.get_by_test_id("hub-verdict")).to_have_attribute("data-stage", "full")
    page.get_by_test_id("hub-share").click()
    expect(page.get_by_test_id("notice")).to_have_text(load("after", "en")["copy.done"])
    head, score, sentence, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert head == "nonante · The original, alone"
    assert "12" in score
    assert sentence == "Harsh cards; turn 6 cost 12 points."
    assert link == f"{server.url}/replay/{code}-1"


# ---------------------------------------------------------------- how it looks


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("scheme", "viewport"),
    [("dark", DESKTOP), ("light", PHONE), ("dark", SMALL), ("light", FLAT)],
    ids=["desktop", "phone", "small", "flat"],
)
def test_no_violation_and_nothing_wider_than_the_page(
    server: Server, person: Person, language: str, scheme: str, viewport: dict[str, int]
) -> None:
    page = person(language, viewport, color_scheme=scheme)
    reviewed(page, "full")
    lose_at_once(page, server)
    page.get_by_test_id("costs").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert len(mains(page)) == 1
    more(page)
    assert violations(page) == []
