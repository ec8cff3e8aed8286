"""A finished game in a frame of another site: it plays there, and nothing else of ours can be framed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TypeAlias

import pytest
from conftest import PHONE, Person, Server
from playwright.sync_api import Page, expect
from test_quality import violations
from test_reviewing import LINK

Framing: TypeAlias = Callable[[Page, str], None]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def framing(tmp_path: Path) -> Iterator[Framing]:
    """Open a page of another site that shows an address of ours in a frame."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=tmp_path)) as other:
        Thread(target=other.serve_forever, daemon=True).start()

        def show(page: Page, address: str) -> None:
            frame = f'<iframe src="{address}" title="game" width="560" height="640"></iframe>'
            (tmp_path / "blog.html").write_text(f"<!doctype html><title>Blog</title>{frame}", "utf-8")
            page.goto(f"http://127.0.0.1:{other.server_port}/blog.html")

        yield show
        other.shutdown()


def test_another_site_shows_a_game_turn_by_turn(server: Server, person: Person, framing: Framing) -> None:
    page = person()
    framing(page, f"{server.url}/embed#{LINK}")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_test_id("embed")).to_be_visible()
    before = frame.get_by_test_id("replay-turn").inner_text()
    frame.get_by_test_id("replay-next").click()
    expect(frame.get_by_test_id("replay-turn")).not_to_have_text(before)
    assert frame.get_by_role("link").count() == 1
    expect(frame.get_by_test_id("embed-out")).to_have_attribute("target", "_blank")


def test_nothing_else_is_shown_in_a_frame(server: Server, person: Person, framing: Framing) -> None:
    for address in ("/", "/t/BCDFGH", "/replay", "/embed/x/../../", "/embed%2F..%2Ft", "/embedded"):
        page = person()
        framing(page, server.url + address)
        page.wait_for_timeout(300)
        shown = page.frames[1]
        assert not shown.url.startswith(server.url) or shown.locator("main").count() == 0, address


def test_the_snippet_shows_the_game_that_is_shared(server: Server, person: Person) -> None:
    page = person(viewport=PHONE)
    page.goto(f"{server.url}/replay#{LINK}")
    page.get_by_test_id("replay-share").click()
    snippet = page.get_by_test_id("link-embed").input_value()
    assert snippet.startswith(f'<iframe src="{server.url}/embed#{LINK}"')
    page.goto(f"{server.url}/embed#{LINK}")
    page.get_by_test_id("embed").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def test_a_frame_without_a_game_says_so_and_leads_nowhere(server: Server, person: Person, framing: Framing) -> None:
    page = person()
    framing(page, f"{server.url}/embed#nonsense")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_test_id("problem")).to_be_visible()
    assert frame.get_by_role("link").count() == frame.get_by_role("textbox").count() == 0
