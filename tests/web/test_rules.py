"""The rules in the browser: every ruling has its place, examples are piles, refusals and the menu lead there."""

from __future__ import annotations

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import open_settings
from playwright.sync_api import Page, expect
from test_playing import open_position, open_solo
from test_quality import violations

from nonante.host.pages.rulebook import SECTIONS, rules_page
from nonante.texts import LANGUAGES, load, rules_examples

RULINGS = [f"R{number}" for number in range(1, 52)]
NUMBERED = [rule for rules in SECTIONS.values() for rule in rules]


def open_rules(page: Page, server: Server, rule: str = "") -> None:
    page.goto(f"{server.url}/rules{'#' + rule if rule else ''}")
    page.get_by_test_id("example").first.wait_for()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_anchor_and_every_example_its_piles(server: Server, person: Person, language: str) -> None:
    page = person(language)
    open_rules(page, server)
    assert page.get_by_test_id("ruling").evaluate_all("all => all.map(({id}) => id)") == RULINGS
    anchors = [*RULINGS, *NUMBERED, *SECTIONS]
    assert page.evaluate("all => all.filter((id) => !document.getElementById(id))", anchors) == []
    ids = page.locator("[id]").evaluate_all("all => all.map(({id}) => id)")
    assert len(ids) == len(set(ids))
    expect(page.get_by_test_id("example")).to_have_count(len(rules_examples()))
    expect(page.get_by_test_id("rules")).to_contain_text(rules_page(language).sections[3].title)
    first = page.get_by_test_id("example").first
    expect(first.locator("ol > li")).to_have_count(4)
    assert first.locator(".card").all_inner_texts()
    links = page.locator(".rules a[href^='/rules#']").evaluate_all("all => all.map((a) => a.hash.slice(1))")
    assert set(links) <= set(anchors)
    assert len(links) > 50


@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)])
def test_the_rules_are_accessible(server: Server, person: Person, scheme: str, viewport: dict[str, int]) -> None:
    page = person("de", viewport, color_scheme=scheme)
    open_rules(page, server, "R24")
    expect(page.locator("[data-looked-up]")).to_have_attribute("id", "R24")
    expect(page.locator("[id=R24]")).to_be_in_viewport()
    expect(page.locator("[id=R24]")).to_be_focused()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_from_a_refusal_to_its_rule_and_back_to_the_same_table(server: Server, person: Person) -> None:
    """The table stays open below the rules: a picked card is still picked afterwards."""
    page = person()
    hands = open_position(page, server, piles=[47, 34, 65, 88], hands=[[27, 37, 63, 78, 82, 93, 95, 96]], draw=[19, 50])
    hands.pick(37)
    page.keyboard.press("a")
    expect(page.get_by_test_id("notice")).to_contain_text("R23")
    page.get_by_test_id("rule-link").click()
    expect(page.get_by_test_id("sheet-rules").locator("[data-looked-up]")).to_have_attribute("id", "R23")
    assert page.url.endswith("/rules#R23")
    assert violations(page) == []
    page.get_by_test_id("sheet-rules").get_by_role("link", name="R24").first.click()
    expect(page.locator("[data-looked-up]")).to_have_attribute("id", "R24")
    page.go_back()
    expect(page.get_by_test_id("sheet-rules")).to_have_count(0)
    expect(page.get_by_test_id("card-37")).to_have_attribute("aria-pressed", "true")
    page.go_forward()
    page.get_by_test_id("sheet-rules").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet-rules")).to_have_count(0)
    page.wait_for_url("**/t/*")
    expect(page.get_by_test_id("card-37")).to_have_attribute("aria-pressed", "true")


def test_by_keyboard_from_the_menu_and_from_the_door(server: Server, person: Person) -> None:
    page = person()
    open_solo(page, server)
    page.keyboard.press("m")
    page.get_by_test_id("menu-rules").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("sheet-rules").get_by_test_id("example").first.wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet-rules")).to_have_count(0)
    page.goto(server.url)
    page.get_by_test_id("rules-link").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("rules").wait_for()
    page.get_by_role("link", name="nonante").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("home").wait_for()


def test_every_kind_of_refusal_leads_to_a_rule(server: Server, person: Person) -> None:
    page = person()
    open_solo(page, server)
    page.keyboard.press("e")
    expect(page.get_by_test_id("rule-link")).to_have_attribute("href", "/rules#1.4")
    page.keyboard.press("u")
    expect(page.get_by_test_id("rule-link")).to_have_attribute("href", "/rules#R34")
    page.goto(server.url)
    answer = page.evaluate(
        "async () => (await fetch('/api/tables', {method: 'POST', body: JSON.stringify({name: 'A', settings:"
        " {rules: {edition: 'extreme', players: 1, commands: {}}}})})).json()"
    )
    assert answer["refusal"]["rule"] == "R7"


def test_when_nobody_answers_the_rules_come_later_by_themselves(server: Server, person: Person) -> None:
    page = person()
    open_rules(page, server)
    page.route("**/api/rules/fr", lambda route: route.abort())
    page.get_by_role("link", name="nonante").click()
    open_settings(page)
    page.get_by_role("radio", name="Français").check()
    page.keyboard.press("Escape")
    page.get_by_test_id("rules-link").click()
    expect(page.get_by_test_id("rules")).to_contain_text(str(load("web", "fr")["offline"]))
    page.unroute("**/api/rules/fr")
    expect(page.get_by_test_id("rules")).to_contain_text(rules_page("fr").sections[0].title)
