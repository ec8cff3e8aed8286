"""What every screen must be: accessible in both themes, within its budget, and of one origin."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, play_out
from playwright.sync_api import Page, Request

import nonante.server

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CLIENT = Path(nonante.server.__file__).parent / "client"


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
    for name in ("play-team", "play-friends", "play-join", "open-settings"):
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
    play_out(hands)
    seen["end"] = violations(page)
    page.goto(f"{server.url}/learn")
    page.get_by_test_id("table").wait_for()
    seen["lesson"] = violations(page)
    page.goto(f"{server.url}/t/XXXXXX")
    page.get_by_test_id("gone").wait_for()
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


def test_the_budget() -> None:
    """At most 40 kB of script and 15 kB of style, gzipped; texts are data, one language at a time; no font."""
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in (CLIENT / "assets").iterdir()}
    assert 0 < sum(size for name, size in sizes.items() if name.endswith(".js")) <= 40_000
    assert 0 < sum(size for name, size in sizes.items() if name.endswith(".css")) <= 15_000
    assert 0 < sum(size for name, size in sizes.items() if ".en-" in name) <= 12_000
    assert {Path(name).suffix for name in sizes} <= {".js", ".css", ".json", ".svg"}


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
