"""The home page: one big action where it was, today's deal, one's own tables, the last games."""

from __future__ import annotations

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, lose
from playwright.sync_api import Page, expect

from nonante.texts import LANGUAGES, load

MAIN_BUTTON_ENDS = 470  # so far down the screen of a phone, at most


def home(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_test_id("home").wait_for()


def alone(page: Page, server: Server) -> str:
    """Open a solo table, come home and return the table's code."""
    home(page, server)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()
    return page.url.rsplit("/", 1)[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_main_button_stays_where_it_is_on_a_phone(server: Server, person: Person, language: str) -> None:
    page = person(language, PHONE)

    def ends() -> float:
        box = page.get_by_test_id("play-alone").bounding_box()
        assert box
        return box["y"] + box["height"]

    home(page, server)
    assert ends() <= MAIN_BUTTON_ENDS
    alone(page, server)
    home(page, server)
    page.get_by_test_id("waiting-table").wait_for()
    assert ends() <= MAIN_BUTTON_ENDS
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    names = load("common", language)
    options = page.get_by_test_id("edition-select").locator("option").all_inner_texts()
    assert {names["edition.base.name"], names["edition.on-fire.name"]} <= set(options)


@pytest.mark.slow
def test_own_tables_tell_whose_turn_it_is_and_what_came_out(server: Server, person: Person) -> None:
    ann, bob = person(), person()
    home(ann, server)
    ann.get_by_test_id("play-friends").click()
    ann.get_by_test_id("name").fill("Ann")
    ann.get_by_test_id("seats").get_by_role("radio", name="2", exact=True).check()
    ann.get_by_test_id("open-table").click()
    ann.get_by_test_id("lobby").wait_for()
    code = ann.url.rsplit("/", 1)[1]
    bob.goto(ann.url)
    bob.get_by_test_id("name").fill("Bob")
    bob.get_by_test_id("sit").click()
    expect(ann.get_by_test_id("lobby")).to_contain_text("Bob")
    words = load("web", "en")
    door = bob.context.new_page()  # Bob keeps his seat and looks at the home page beside it
    home(door, server)
    expect(door.get_by_test_id(f"own-{code}")).to_contain_text(words["home.lobby"])
    expect(door.get_by_test_id("waiting-table")).to_have_count(0)
    ann.get_by_test_id("deal").click()
    ann.get_by_test_id("start").click()
    ann.get_by_test_id("table").wait_for()
    home(door, server)
    expect(door.get_by_test_id("waiting-table")).to_contain_text(words["turn.other"].format(name="Ann"))
    expect(door.get_by_test_id(f"own-{code}")).to_contain_text(words["home.with"].format(names="Ann"))
    hands = Hands(ann)
    while hands.my_turn():
        hands.one_move()
    home(door, server)
    expect(door.get_by_test_id("waiting-table")).to_contain_text(words["turn.yours"])
    bob.bring_to_front()  # a page in the background draws once a second
    lose(hands, Hands(bob))
    grade = ann.get_by_test_id("end").get_attribute("data-grade")
    home(door, server)
    expect(door.get_by_test_id("waiting-table")).to_have_count(0)
    expect(door.get_by_test_id(f"own-{code}")).to_contain_text("all 98" if grade == "champions" else "left")
    expect(door.get_by_test_id("games").get_by_role("listitem")).to_have_count(1)


def test_a_table_can_be_removed_from_the_list(server: Server, person: Person) -> None:
    page = person()
    first, second = alone(page, server), alone(page, server)
    home(page, server)
    page.get_by_test_id(f"remove-{first}").click()
    expect(page.get_by_test_id(f"own-{first}")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id(f"own-{second}")).to_be_visible()
    expect(page.get_by_test_id(f"own-{first}")).to_have_count(0)


def test_a_table_that_is_gone_leaves_the_list(server: Server, person: Person) -> None:
    page = person()
    home(page, server)
    page.evaluate(
        "localStorage.setItem('nonante.seats', JSON.stringify({XXXXXX: {token: 'a', edition: 'base', at: 1}}))"
    )
    with page.expect_response("**/api/own-tables"):
        page.reload()
    expect(page.get_by_test_id("own-tables")).to_have_count(0)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_alone_with_every_option_is_one_more_button(server: Server, person: Person, viewport: dict[str, int]) -> None:
    page = person("en", viewport)
    home(page, server)
    page.get_by_test_id("solo-options").click()
    panel = page.get_by_test_id("panel-solo")
    panel.get_by_test_id("part-expert").locator("input").check()
    panel.get_by_test_id("part-on-fire").locator("input").check()
    panel.get_by_test_id("deal").click()
    page.get_by_test_id("table").wait_for()
    names = load("common", "en")
    chosen = f"{names['edition.expert.name']} + {names['edition.on-fire.name']}"
    expect(page.locator(".top-edition")).to_have_text(chosen)


def test_alone_the_cards_may_be_easy_normal_or_hard(server: Server, person: Person) -> None:
    page = person()
    home(page, server)
    page.get_by_test_id("solo-options").click()
    panel = page.get_by_test_id("panel-solo")
    choice, words = panel.get_by_test_id("difficulty"), load("web", "en")
    choice.get_by_role("radio", name=words["difficulty.any"], exact=True).focus()
    for level in ("easy", "normal", "hard"):
        page.keyboard.press("ArrowRight")
        expect(choice.get_by_role("radio", name=words[f"difficulty.{level}"], exact=True)).to_be_checked()
    with page.expect_request("**/api/tables") as asked:
        panel.get_by_test_id("deal").click()
    assert '"difficulty":"hard"' in (asked.value.post_data or "")
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("known")).to_have_count(0)
    assert len(Hands(page).cards()) == 8
