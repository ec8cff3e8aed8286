"""The game as a page that needs no server, in a real Chromium: offline, on a phone too, and nothing played is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from conftest import DESKTOP, PHONE, Person
from hands import Hands, answered, play_out
from playwright.sync_api import Page, expect
from static import Files, built, hurry, kept, ready
from test_quality import violations


@pytest.fixture
def files() -> Iterator[Files]:
    """The folder, handed out for one test."""
    files = Files(built())
    yield files
    files.cut()


@pytest.fixture(scope="session")
def shared() -> Iterator[Files]:
    """The folder, handed out for all tests that do not cut it off."""
    files = Files(built())
    yield files
    files.cut()


def with_champions(page: Page, edition: str, mates: int) -> Hands:
    page.get_by_test_id("play-team").click()
    dialog = page.get_by_test_id("panel-team")
    dialog.get_by_test_id("mates").get_by_role("radio", name=str(mates), exact=True).check()
    dialog.get_by_test_id("level").get_by_role("radio", name="Champion", exact=True).check()
    dialog.locator(f"input[value='{edition}']").check()
    dialog.get_by_test_id("deal").click()
    page.get_by_test_id("table").wait_for()
    return Hands(page)


@pytest.mark.parametrize(("edition", "size"), [("base", DESKTOP), ("extreme", PHONE)])
def test_whole_games_with_champions_once_the_network_is_gone(
    files: Files, person: Person, edition: str, size: dict[str, int]
) -> None:
    page = person(viewport=size, service_workers="allow")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(files.url)
    kept(page)
    files.cut()
    page.reload()
    hurry(page)
    assert violations(page) == []
    hands = with_champions(page, edition, 2)
    page.get_by_test_id("start").click()
    assert violations(page) == []
    play_out(hands)
    assert violations(page) == []
    assert [url for url in asked if not url.startswith(files.url)] == []
