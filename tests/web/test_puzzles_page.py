"""Puzzles in a real Chromium: solved, failed, given up; a rising run with one skip."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from playwright.sync_api import Page, expect
from test_quality import violations

from nonante.review import puzzle, puzzles
from nonante.texts import LANGUAGES

EASY = next(one for one in puzzles() if one.kind == "exact" and one.game.rules.players == 1)


def lay(page: Page, moves: Sequence[str]) -> None:
    """Play moves; whole turns end where the list says so."""
    for move in moves:
        if move == "end":
            expect(page.get_by_test_id("trial-end")).to_have_attribute("aria-disabled", "false")
            with page.expect_response("**/api/puzzles/**"):
                page.get_by_test_id("trial-end").click()
            continue
        page.get_by_test_id(f"card-{move[:-1]}").click()
        with page.expect_response("**/api/puzzles/**"):
            page.get_by_test_id(f"pile-{move[-1]}").click()
        if page.get_by_test_id("trial").count():
            expect(page.get_by_test_id("hand").get_by_test_id(f"card-{move[:-1]}")).to_have_count(0)


def test_solved_and_remembered(server: Server, person: Person) -> None:
    page = person()
    page.goto(f"{server.url}/puzzles")
    page.get_by_test_id(f"puzzle-{EASY.name}").click()
    page.get_by_test_id("trial").wait_for()
    lay(page, EASY.solution)
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-verdict", "solved")
    page.goto(f"{server.url}/puzzles")
    expect(page.get_by_test_id(f"puzzle-{EASY.name}")).to_have_attribute("data-state", "solved")


def test_failed_tried_again_and_given_up_on_a_phone(server: Server, person: Person) -> None:
    page = person("fr", PHONE)
    page.goto(f"{server.url}/puzzles/{EASY.name}")
    page.get_by_test_id("trial").wait_for()
    lay(page, EASY.trap)
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-verdict", "wrong")
    page.get_by_test_id("puzzle-again").click()
    page.get_by_test_id("trial").wait_for()
    page.get_by_test_id("puzzle-answer").click()
    first = EASY.solution[0]
    expect(page.get_by_test_id("puzzle-solution")).to_contain_text(f"{first[:-1]} → {first[-1]}")
    page.goto(f"{server.url}/puzzles")
    expect(page.get_by_test_id(f"puzzle-{EASY.name}")).to_have_attribute("data-state", "later")


def test_a_run_counts_ends_with_a_mistake_and_allows_one_skip(server: Server, person: Person) -> None:
    page = person()
    page.goto(f"{server.url}/puzzles/run")
    page.get_by_test_id("trial").wait_for()
    with page.expect_request("**/api/puzzles/*") as asked:
        page.get_by_test_id("run-skip").click()
    expect(page.get_by_test_id("run-skip")).to_have_count(0)
    one = puzzle(asked.value.url.rsplit("/", 1)[1])
    page.get_by_test_id("trial").wait_for()
    lay(page, one.solution)
    expect(page.get_by_test_id("run-count")).to_contain_text("1")
    with page.expect_request("**/api/puzzles/*") as then:
        page.get_by_test_id("run-next").click()
    other = puzzle(then.value.url.rsplit("/", 1)[1])
    page.get_by_test_id("trial").wait_for()
    lay(page, other.trap)
    expect(page.get_by_test_id("run-over")).to_be_visible()


SHAPES = {(one.game.rules.edition, one.game.rules.players): one.name for one in puzzles()}


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_kind_of_puzzle_shows_its_hand_and_its_piles(
    server: Server, person: Person, viewport: dict[str, int]
) -> None:
    """One puzzle of each edition and number of seats: nothing beside the piles may push the hand away."""
    page = person("de", viewport)
    for name in SHAPES.values():
        page.goto(f"{server.url}/puzzles/{name}")
        page.get_by_test_id("trial").wait_for()
        for part in (page.get_by_test_id("hand").get_by_role("button"), page.locator(".trial .pile")):
            boxes = [one.bounding_box() for one in part.all()]
            assert boxes, name
            assert all(box and box["width"] > 30 and box["height"] > 40 for box in boxes), name
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], name


def test_an_unknown_puzzle_is_said(server: Server, person: Person) -> None:
    page = person()
    page.goto(f"{server.url}/puzzles/nope")
    expect(page.get_by_test_id("problem")).not_to_be_empty()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)], ids=["desktop", "phone"])
def test_no_violation(server: Server, person: Person, language: str, scheme: str, viewport: dict[str, int]) -> None:
    page = person(language, viewport, color_scheme=scheme)
    page.goto(f"{server.url}/puzzles")
    page.get_by_test_id("run").wait_for()
    assert violations(page) == []
    page.goto(f"{server.url}/puzzles/{EASY.name}")
    page.get_by_test_id("trial").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
