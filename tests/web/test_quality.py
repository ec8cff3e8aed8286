"""What every screen must be: accessible in both themes, within its budget, and of one origin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, lose
from playwright.sync_api import Page, Request, Response, expect

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LATER_PAGES = ("/learn", "/replay", "/stats", "/daily", "/review", "/puzzles", "/beat")


def violations(page: Page) -> list[str]:
    """Run axe-core on what the page shows; return what it complains about."""
    page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


def screens(page: Page, server: Server) -> dict[str, list[str]]:
    """Walk through every screen and look at each."""
    seen: dict[str, list[str]] = {}
    page.goto(server.url)
    page.get_by_test_id("home").wait_for()
    seen["home"] = violations(page)
    for name in ("another", "play-friends", "play-join", "home-more"):
        page.get_by_test_id(name).click()
        page.get_by_role("dialog").wait_for()
        seen[name] = violations(page)
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_test_id("play-friends").click()
    page.get_by_test_id("name").fill("Zoé")
    page.get_by_role("radio", name="Extreme", exact=True).last.check()
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("lobby").wait_for()
    seen["lobby"] = violations(page)
    for seat in (1, 2):
        page.get_by_test_id(f"add-bot-{seat}").click()
    page.get_by_test_id("deal").click()
    page.get_by_test_id("start-choice").wait_for()
    seen["start"] = violations(page)
    page.get_by_test_id("start").click()
    hands = Hands(page)
    hands.pick(hands.cards()[0])
    seen["picked"] = violations(page)
    page.keyboard.press("Escape")
    for key, sheet in (("a", "pile"), ("s", "seat"), ("m", "menu"), ("l", "log"), ("?", "keys")):
        page.keyboard.press(key)
        page.get_by_test_id(f"sheet-{sheet}").wait_for()
        seen[sheet] = violations(page)
        page.keyboard.press("Escape")
        page.get_by_test_id(f"sheet-{sheet}").wait_for(state="detached")
    lose(hands)
    seen["end"] = violations(page)
    page.goto(f"{server.url}/learn")
    page.get_by_test_id("table").wait_for()
    seen["lesson"] = violations(page)
    page.goto(f"{server.url}/t/XXXXXX")
    page.get_by_test_id("gone").wait_for()
    expect(page.get_by_test_id("notice")).to_have_count(0)  # the page itself says it
    seen["gone"] = violations(page)
    return seen


@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)])
def test_no_accessibility_violation_on_any_screen(
    server: Server, person: Person, scheme: str, viewport: dict[str, int]
) -> None:
    page = person("en", viewport, color_scheme=scheme)
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    complaints = {screen: found for screen, found in screens(page, server).items() if found}
    assert complaints == {}
    assert asked
    assert all(url.startswith((server.url, "blob:", "data:")) for url in asked), "a request left the origin"


def test_axe_finds_what_is_wrong(person: Person) -> None:
    """The check above can fail."""
    page = person()
    page.set_content("<html><body><img src='x'><button></button></body></html>")
    assert any(one.startswith("button-name") for one in violations(page))


def test_the_budget(server: Server, person: Person) -> None:
    """Gzipped, 40 kB of script and 15 kB of style up to the first card; 15 kB of script more for any later page."""
    page = person()
    loaded: dict[str, int] = {}

    def note(response: Response) -> None:
        if "/assets/" in response.url:
            loaded[response.url] = int(response.headers["content-length"])

    def weight(suffix: str) -> int:
        return sum(size for url, size in loaded.items() if url.endswith(suffix))

    page.on("response", note)
    page.add_init_script("window.requestIdleCallback = () => 0")  # what is fetched ahead of time is not needed yet
    page.goto(server.url)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()
    hands = Hands(page)
    hands.lay(hands.cards()[-1], "C")
    page.wait_for_load_state("networkidle")
    assert 0 < weight(".js") <= 40_000
    assert 0 < weight(".css") <= 15_000
    assert 0 < weight(".json") <= 12_000
    assert 0 < weight(".woff2") <= 31_000
    assert {Path(url).suffix for url in loaded} <= {".js", ".css", ".json", ".svg", ".woff2"}
    for address in LATER_PAGES:
        before = weight(".js")
        page.goto(f"{server.url}{address}")
        page.locator("main h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        assert weight(".js") - before <= 15_000, address


def test_strict_headers(server: Server, person: Person) -> None:
    page = person()
    answer = page.goto(server.url)
    assert answer
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy or "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"]
    assert "frame-ancestors 'none'" in policy


def test_twice_the_size_still_works(server: Server, person: Person) -> None:
    """200 % zoom of a 1280×800 screen is a 640×400 one: everything can be reached and used."""
    page = person("de", {"width": 640, "height": 400})
    page.goto(server.url)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()
    hands = Hands(page)
    card = hands.cards()[-1]
    hands.lay(card, "C")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
