"""What every screen promises: the ways on in sight, a sentence at once, no question before its time, large type."""

from __future__ import annotations

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, lose
from playwright.sync_api import Page, expect
from screens import at
from test_daily_page import CURVE, others_did
from test_end import lose_at_once, reviewed
from test_home import PLAYED, returning
from test_look import CUT
from test_talk import open_table

from nonante.texts import LANGUAGES, load

FLAT = {"width": 740, "height": 360}
MONTH = 30 * 86_400_000
GRANTED = """
window.asked = 0;
Object.defineProperty(Notification, "permission", { get: () => "default" });
Notification.requestPermission = async () => { window.asked += 1; return "denied"; };
"""


def end_of_the_day(page: Page, server: Server) -> None:
    """Finish a deal of the day that eleven others have played, and let its review be whole."""
    others_did(page, 12)
    reviewed(page, "curve", "full")
    page.route("**/api/review/curve", lambda route: route.fulfill(json={"turns": CURVE}))
    page.goto(server.url)
    page.get_by_test_id("daily-solo").evaluate("button => button.click()")
    page.get_by_test_id("table").wait_for()
    lose(Hands(page))
    page.get_by_test_id("day-spread").wait_for()
    page.get_by_test_id("costs").wait_for(state="attached")


@pytest.mark.parametrize("viewport", [DESKTOP, FLAT], ids=["desktop", "flat"])
def test_after_a_reviewed_loss_the_ways_on_are_in_sight(
    server: Server, person: Person, viewport: dict[str, int]
) -> None:
    page = person("de", viewport)
    reviewed(page, "curve", "full")
    lose_at_once(page, server)
    page.get_by_test_id("costs").wait_for(state="attached")
    for name in ("hub-review", "again"):
        expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [DESKTOP, FLAT, PHONE], ids=["desktop", "flat", "phone"])
def test_after_a_deal_of_the_day_the_ways_on_are_in_sight(
    server: Server, person: Person, viewport: dict[str, int]
) -> None:
    page = person("fr", viewport)
    end_of_the_day(page, server)
    if viewport == PHONE:  # after at most one flick
        assert page.get_by_test_id("hub").evaluate("hub => hub.getBoundingClientRect().bottom + scrollY") <= 2 * 640
    else:
        for name in ("hub-next", "hub-review", "again"):
            expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1)
    leaf, text = page.locator(".day-end > .leaf").bounding_box(), page.get_by_test_id("day-date").bounding_box()
    assert leaf
    assert text
    assert leaf["x"] + leaf["width"] <= text["x"], "the leaf stands beside what is told"


def test_the_sentence_does_not_wait_for_the_review(server: Server, person: Person) -> None:
    page = person()
    page.route("**/api/review", lambda _: None)  # never answered
    lose_at_once(page, server)
    expect(page.get_by_test_id("hub-verdict")).to_have_attribute("data-stage", "none")
    expect(page.get_by_test_id("hub-verdict")).to_have_text("12 cards were left.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_browser_that_keeps_nothing_says_so_once_and_everything_works(
    server: Server, person: Person, language: str
) -> None:
    page = person(language)
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }")
    page.goto(server.url)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("notice")).to_have_text(str(load("web", language)["kept.not"]))
    page.get_by_test_id("notice").get_by_role("button").click()
    lose(Hands(page))
    page.get_by_test_id("again").click()
    page.get_by_test_id("table").wait_for()


def test_the_strip_of_a_game_has_a_hole_for_each_card_left(server: Server, person: Person) -> None:
    page = person()
    returning(page, server)
    strip = page.get_by_test_id("last-game")
    stayed = PLAYED[-1]["stayed"]
    expect(strip.locator(".unseen").first).to_have_text("95 of 98; left: " + ", ".join(map(str, stayed)))
    dots = strip.locator("svg rect").evaluate_all("all => all.map((one) => one.getAttribute('height') === '2')")
    assert [place + 2 for place, dot in enumerate(dots) if dot] == stayed


def test_nobody_is_asked_about_messages_before_a_slow_game_nor_again_within_a_month(
    server: Server, person: Person
) -> None:
    page = person()
    page.add_init_script(GRANTED)
    for address in ("/", "/daily", "/you", "/crew"):
        page.goto(server.url + address)
        page.wait_for_load_state("networkidle")
        expect(page.get_by_test_id("push-question")).to_have_count(0)
    slow = {"rules": {"players": 2}, "slow": {}}
    open_table(page, server, settings=slow)
    page.get_by_test_id("push-no").click()
    for later, asked in ((MONTH - 60_000, 0), (MONTH + 60_000, 1)):
        page.evaluate("later => localStorage.setItem('nonante.push', String(Date.now() - later))", later)
        page.goto(server.url)
        open_table(page, server, settings=slow)
        page.get_by_test_id("lobby").wait_for()
        if asked:
            page.get_by_test_id("push-question").wait_for()
        expect(page.get_by_test_id("push-question")).to_have_count(asked)
        assert page.evaluate("window.asked") == 0, "the browser itself asks only after Notify me"


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, FLAT], ids=["desktop", "phone", "flat"])
def test_the_page_of_a_crew_is_whole_at_twice_the_size_of_type(
    server: Server, person: Person, viewport: dict[str, int]
) -> None:
    page = person("de", viewport)
    at("/crew", "crew-none")(page, server)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(100)
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    expect(page.get_by_role("link", name=load("web", "de")["nav.crew"])).to_be_visible()
