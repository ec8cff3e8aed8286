"""Puzzles on the real table in a real Chromium: refuted, taken back, solved; themes, ratings, the day, a run."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from playwright.sync_api import Page, expect
from test_quality import violations
from test_reviewing import LINK, REPLAY

from nonante.review import Puzzle, puzzle, puzzles
from nonante.texts import LANGUAGES

EASY = next(one for one in puzzles() if one.name == "021")
CHANCE = next(one for one in puzzles() if one.kind == "chance" and one.game.rules.players > 1)
FLAT = {"width": 740, "height": 360}
Lay = Callable[[Page, str], None]


def by_mouse(page: Page, move: str) -> None:
    page.get_by_test_id(f"card-{move[:-1]}").click()
    page.get_by_test_id(f"pile-{move[-1]}").click()


def by_dragging(page: Page, move: str) -> None:
    card, pile = (page.get_by_test_id(name).bounding_box() for name in (f"card-{move[:-1]}", f"pile-{move[-1]}"))
    assert card
    assert pile
    page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    page.mouse.down()
    page.mouse.move(pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2, steps=8)
    page.mouse.up()


def by_keys(page: Page, move: str) -> None:
    cards = page.get_by_test_id("hand").get_by_role("button")
    held = [cards.nth(place).get_attribute("data-testid") for place in range(cards.count())]
    page.keyboard.press(str(held.index(f"card-{move[:-1]}") + 1))
    page.keyboard.press(move[-1])


def play(page: Page, moves: Sequence[str], lay: Lay = by_mouse) -> None:
    """Play moves; whole turns end where the list says so."""
    for move in moves:
        with page.expect_response("**/api/puzzles/**"):
            if move != "end":
                page.get_by_test_id("hand").get_by_test_id(f"card-{move[:-1]}").wait_for()
                lay(page, move)
            elif lay is by_keys:
                page.keyboard.press("e")
            else:
                page.get_by_test_id("end-turn").click()
        if move != "end":
            expect(page.get_by_test_id("hand").get_by_test_id(f"card-{move[:-1]}")).to_have_count(0)


def at_table(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_test_id("end-turn").wait_for()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, FLAT], ids=["desktop", "phone", "flat"])
@pytest.mark.parametrize("lay", [by_mouse, by_dragging, by_keys])
def test_refuted_taken_back_and_solved(server: Server, person: Person, lay: Lay, viewport: dict[str, int]) -> None:
    page = person("en", viewport)
    at_table(page, f"{server.url}/puzzles/{EASY.name}")
    play(page, EASY.trap, lay)
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-verdict", "wrong")
    expect(page.get_by_test_id("puzzle-says")).to_contain_text("58 on A takes the only place for 57.")
    expect(page.get_by_test_id("step-lost")).to_contain_text("57")
    expect(page.get_by_test_id("step-lost")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("take-back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-verdict", "none")
    expect(page.get_by_test_id("hand").get_by_role("button")).to_have_count(len(EASY.game.hands[0]))
    play(page, EASY.solution, lay)
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-verdict", "solved")
    page.get_by_test_id("see-line").click()
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-verdict", "answer")
    page.get_by_test_id("take-back").click()
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-verdict", "solved")


def test_without_motion_the_last_picture_and_all_steps_are_there_at_once_and_steps_can_be_tapped(
    server: Server, person: Person
) -> None:
    page = person()
    at_table(page, f"{server.url}/puzzles/{EASY.name}")
    play(page, EASY.trap)
    expect(page.get_by_test_id("step-lost")).to_have_attribute("aria-current", "step")
    expect(page.get_by_test_id("hand").get_by_test_id("card-57")).to_be_visible()
    page.get_by_test_id("step-0").click()
    expect(page.get_by_test_id("step-0")).to_have_attribute("aria-current", "step")
    expect(page.get_by_test_id("pile-A")).to_contain_text("58")
    assert page.get_by_test_id("hand").get_by_role("button").count() == len(EASY.game.hands[1])


FOLLOW_STEPS = """() => {
  window.steps = new Set();
  const note = () => window.steps.add(document.querySelector(".puzzle-steps [aria-current]")?.dataset.testid);
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


@pytest.mark.slow
def test_with_motion_the_line_plays_itself_step_by_step(server: Server, person: Person) -> None:
    page = person()
    page.emulate_media(reduced_motion="no-preference")
    at_table(page, f"{server.url}/puzzles/{EASY.name}")
    page.evaluate(FOLLOW_STEPS)
    play(page, EASY.trap)
    expect(page.get_by_test_id("step-lost")).to_have_attribute("aria-current", "step")
    assert {"step-0", "step-1", "step-lost"} <= set(page.evaluate("[...window.steps]"))


def test_a_first_try_counts_and_is_remembered(server: Server, person: Person) -> None:
    page = person("fr")
    at_table(page, f"{server.url}/puzzles/{EASY.name}")
    play(page, EASY.solution)
    first = page.get_by_test_id("rating")
    expect(first).to_contain_text(re.compile(r"1[23]\d\d"))
    expect(page.get_by_test_id("theme-progress")).to_contain_text(re.compile(r"\b1 sur \d+"))
    page.goto(f"{server.url}/puzzles")
    expect(page.get_by_test_id("rating")).to_contain_text(re.compile(r"1[23]\d\d"))
    page.get_by_test_id(f"theme-{EASY.edition}-{EASY.theme}").locator("xpath=..").locator("summary").click()
    expect(page.get_by_test_id(f"puzzle-{EASY.name}")).to_have_attribute("data-state", "solved")


def test_who_gives_up_sees_the_solution_on_the_table(server: Server, person: Person) -> None:
    page = person("de", PHONE)
    at_table(page, f"{server.url}/puzzles/{EASY.name}")
    page.get_by_test_id("puzzle-answer").click()
    expect(page.get_by_test_id("steps")).to_contain_text(EASY.solution[0][:-1])
    page.get_by_test_id("take-back").click()
    page.get_by_test_id("end-turn").wait_for()
    page.goto(f"{server.url}/puzzles")
    page.get_by_test_id(f"theme-{EASY.edition}-{EASY.theme}").locator("xpath=..").locator("summary").click()
    expect(page.get_by_test_id(f"puzzle-{EASY.name}")).to_have_attribute("data-state", "later")


def test_hidden_cards_stay_hidden_until_a_wrong_turn_deals_them_anew(server: Server, person: Person) -> None:
    page = person()
    at_table(page, f"{server.url}/puzzles/{CHANCE.name}")
    expect(page.locator(".puzzle-open .card")).to_have_count(0)
    play(page, CHANCE.trap)
    expect(page.get_by_test_id("step-lost")).to_be_visible()


def asked_for(page: Page, act: Callable[[], None]) -> Puzzle:
    with page.expect_request(lambda request: request.method == "POST" and "/api/puzzles/" in request.url) as asked:
        act()
    page.get_by_test_id("end-turn").wait_for()
    return puzzle(asked.value.url.rsplit("/", 1)[1])


def test_a_run_counts_and_ends_with_the_third_mistake(server: Server, person: Person) -> None:
    page = person()
    one = asked_for(page, lambda: void(page.goto(f"{server.url}/puzzles/run")))
    play(page, one.solution)
    asked_for(page, page.get_by_test_id("run-next").click)
    expect(page.locator("h1")).to_contain_text("1 solved · 3 lives")
    for lives in ("2 lives", "1 life", "The run is over: 1 solved"):
        page.get_by_test_id("puzzle-answer").click()
        expect(page.locator("h1")).to_contain_text(lives)
        asked_for(page, page.get_by_test_id("run-next").click)
    expect(page.locator("h1")).to_contain_text("0 solved · 3 lives")


def void(_: object) -> None:
    """Forget what an act returns."""


def test_the_puzzle_of_the_day_is_one_tap_away(server: Server, person: Person) -> None:
    page = person()
    page.goto(f"{server.url}/puzzles")
    page.get_by_test_id("puzzle-day").click()
    page.get_by_test_id("end-turn").wait_for()
    expect(page.locator("h1")).to_contain_text("Puzzle of the day")


def test_the_keyboard_passes_a_theme_in_three_stops(server: Server, person: Person) -> None:
    """Hundreds of puzzles are no hundreds of stops: a theme is its link, its list, and one of the list."""
    page = person()
    page.goto(f"{server.url}/puzzles")
    page.get_by_test_id("run").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("theme-base-room")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.dataset.testid")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.testid") != first
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("theme-base-wait")).to_be_focused()


def test_a_costly_turn_of_ones_own_game_is_tried_again(server: Server, person: Person) -> None:
    turn = REPLAY.turns[-1]
    mistake = {
        "id": "BCDFGH.1.9",
        "link": LINK,
        "turn": turn.turn,
        "edition": "base",
        "best": 60,
        "played": 30,
        "plan": [],
    }
    page = person()
    page.goto(f"{server.url}/puzzles")
    page.evaluate("(one) => localStorage.setItem('nonante.mistakes', JSON.stringify([one]))", mistake)
    page.reload()
    page.get_by_test_id("own").click()
    page.get_by_test_id("end-turn").wait_for()
    expect(page.locator("h1")).to_contain_text(f"Your game, turn {turn.turn}")
    cards = page.get_by_test_id("hand").get_by_role("button")
    expect(cards).to_have_count(len(REPLAY.game(turn.decision).hands[turn.seat]))


SHAPES = {(one.game.rules.edition, one.game.rules.players): one.name for one in puzzles()}


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, FLAT], ids=["desktop", "phone", "flat"])
def test_every_kind_of_puzzle_fits_the_window(server: Server, person: Person, viewport: dict[str, int]) -> None:
    """One puzzle of each edition and number of seats: piles, hand and buttons are in sight without scrolling."""
    page = person("de", viewport)
    for name in SHAPES.values():
        at_table(page, f"{server.url}/puzzles/{name}")
        for part in (page.get_by_test_id("hand").get_by_role("button"), page.locator(".pile"), page.locator(".end")):
            boxes = [one.bounding_box() for one in part.all()]
            assert boxes, name
            assert all(box and box["width"] > 30 and box["height"] > 40 for box in boxes), name
            assert all(box and box["y"] + box["height"] <= viewport["height"] for box in boxes), name
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
    page.get_by_test_id("theme-base-room").locator("xpath=..").locator("summary").click()
    assert violations(page) == []
    at_table(page, f"{server.url}/puzzles/{EASY.name}")
    assert violations(page) == []
    play(page, EASY.trap)
    page.get_by_test_id("step-lost").wait_for()
    assert violations(page) == []
    page.get_by_test_id("take-back").click()
    page.get_by_test_id("end-turn").wait_for()
    play(page, EASY.solution)
    page.get_by_test_id("see-line").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
