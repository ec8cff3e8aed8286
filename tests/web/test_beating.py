"""Beat my deal: the same cards for somebody else; their result appears after one's own end."""

from __future__ import annotations

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, lose
from playwright.sync_api import expect
from test_quality import violations
from test_reviewing import answer


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_challenge_from_one_device_to_another(server: Server, person: Person, viewport: dict[str, int]) -> None:
    ann, bob = person("en", viewport), person("de", viewport)
    ann.goto(server.url)
    ann.get_by_test_id("play-alone").click()
    ann.get_by_test_id("table").wait_for()
    cards = Hands(ann).cards()
    lose(Hands(ann))
    code = ann.url.rsplit("/", 1)[1]
    ann.goto(f"{server.url}/replay/{code}-1")
    ann.get_by_test_id("replay-share").click()
    expect(ann.get_by_test_id("link-beat")).to_have_count(0)
    ann.keyboard.press("Escape")
    ann.get_by_test_id("replay-reveal").click()
    ann.get_by_test_id("replay-share").click()
    link = ann.get_by_test_id("link-beat").input_value()
    bob.goto(link)
    bob.get_by_test_id("beat-start").wait_for()
    expect(bob.get_by_test_id("beat-results")).to_have_count(0)
    expect(bob.get_by_test_id("beat-score")).not_to_be_empty()  # a stranger sees what to beat, and how it is played
    expect(bob.get_by_test_id("in-short").get_by_role("listitem")).to_have_count(3)
    assert violations(bob) == []
    bob.get_by_test_id("beat-start").click()
    bob.get_by_test_id("table").wait_for()
    assert Hands(bob).cards() == cards
    lose(Hands(bob))
    bob.route("**/api/review", answer)
    bob.goto(link)
    bob.reload()
    expect(bob.get_by_test_id("beat-results").locator("td")).to_have_count(2)
    expect(bob.get_by_test_id("duel").locator("path.fair, path.theirs")).to_have_count(2)
    assert violations(bob) == []


def test_a_damaged_link_is_said(server: Server, person: Person) -> None:
    page = person("fr")
    page.goto(f"{server.url}/beat#abc")
    expect(page.get_by_test_id("problem")).not_to_be_empty()
