"""Nobody answers: said within three seconds on every page, which recovers by itself and has a way home."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable

import pytest
from conftest import PHONE, Person, Server
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from test_quality import violations
from test_talk import open_table, sit

# When the page first says so, by its own clock.
_SAID = """() => new Promise((said) => {
    const start = performance.now();
    const look = () => document.querySelector('[data-testid=reconnecting]') && said(performance.now() - start);
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true});
    look();
})"""


def at_home(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_test_id("home").wait_for()


def at_lobby(page: Page, server: Server) -> None:
    open_table(page, server, settings={"rules": {"players": 2}})
    page.get_by_test_id("lobby").wait_for()


def at_table(page: Page, server: Server) -> None:
    open_table(page, server, deal=True)
    page.get_by_test_id("table").wait_for()


def at_lesson(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/learn")
    page.get_by_test_id("table").wait_for()


Place = Callable[[Page, Server], None]


@pytest.mark.parametrize("place", [at_lobby, at_table, at_lesson])
def test_13_a_silent_server_is_said_within_three_seconds(own_server: Server, person: Person, place: Place) -> None:
    """The server stands still without closing anything: no event tells, only that nobody answers."""
    page = person("en", PHONE)
    place(page, own_server)
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)
    own_server.process.send_signal(signal.SIGSTOP)
    try:
        assert page.evaluate(_SAID) <= 3000
        assert page.locator("a[href='/']").first.is_visible()
        assert violations(page) == []
    finally:
        own_server.process.send_signal(signal.SIGCONT)
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)


@pytest.mark.parametrize("place", [at_home, at_lobby, at_table, at_lesson])
def test_13_a_device_offline_is_told_at_once(server: Server, person: Person, place: Place) -> None:
    page = person("de", PHONE)
    place(page, server)
    page.context.set_offline(True)
    expect(page.get_by_test_id("reconnecting")).to_contain_text("offline", timeout=3000)
    page.context.set_offline(False)
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)


@pytest.mark.slow
def test_13_a_killed_server_is_said_and_the_table_goes_on(own_server: Server, person: Person) -> None:
    ann, bob = person(), person()
    url = open_table(ann, own_server, settings={"rules": {"players": 2}})
    sit(bob, url, "Bob")
    own_server.kill()
    for page in (ann, bob):
        page.get_by_test_id("reconnecting").wait_for()
    own_server.start()
    for page in (ann, bob):
        expect(page.get_by_test_id("reconnecting")).to_have_count(0)
    ann.get_by_test_id("deal").click()
    bob.get_by_test_id("start").wait_for()


def test_13_pages_that_cannot_be_fetched_say_so_and_recover(server: Server, person: Person) -> None:
    page = person()
    broken = True

    def maybe(route: Route) -> None:
        route.abort() if broken else route.continue_()

    page.route("**/api/*", maybe)
    page.route("**/assets/Lesson-*.js", maybe)
    page.goto(f"{server.url}/learn")
    page.get_by_test_id("waiting").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    assert page.locator("a[href='/']").first.is_visible()
    broken = False
    page.get_by_test_id("table").wait_for()


def test_13_a_refused_connection_is_not_tried_again_and_again(server: Server, person: Person) -> None:
    page = person()
    tried: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        tried.append("once")
        refusal = {"code": "too-many-sockets", "rule": "", "details": {}, "text": ""}
        socket.send(json.dumps({"type": "refused", "key": None, "refusal": refusal}))
        socket.close(code=4429)

    page.route_web_socket("**/ws/*", refuse)
    page.clock.install()
    page.goto(f"{server.url}/t/BCDFGH")
    page.get_by_test_id("waiting").wait_for()
    for _ in range(15):
        page.clock.run_for(1000)
    assert 1 < len(tried) <= 6
