"""Sounds are offered once, at the first game; the mark counts laid cards; what is said of a pile stands beside it."""

from __future__ import annotations

import json
from typing import Any

from conftest import PHONE, Person, Server
from hands import Hands
from playwright.sync_api import Page, expect
from screens import at_the_table
from tables import open_at

ALONE: dict[str, Any] = {"piles": [37, 59, 42, 30], "hands": [[38, 44, 61, 66, 68]], "draw": list(range(84, 94))}


def preferred(page: Page) -> dict[str, Any]:
    """Return what this browser keeps of the person's preferences."""
    kept: str = page.evaluate("localStorage.getItem('nonante.preferences') ?? '{}'")
    found: dict[str, Any] = json.loads(kept)
    return found


def test_sounds_are_offered_until_the_first_card(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    open_at(page, server, **ALONE)
    offer = page.get_by_test_id("sound-offer")
    expect(offer).to_be_visible()
    line = page.get_by_test_id("ticker").bounding_box()
    beside = offer.bounding_box()
    assert line
    assert beside
    assert line["x"] + line["width"] <= beside["x"], "it lies on no word"
    Hands(page).lay(38, "A")
    expect(offer).to_have_count(0)
    assert preferred(page)["sound"] is False


def test_an_accepted_offer_has_a_volume_in_the_menu_and_can_be_muted(server: Server, person: Person) -> None:
    page = person()
    open_at(page, server, **ALONE)
    page.get_by_test_id("sound-offer").click()
    assert preferred(page)["sound"] is True
    page.get_by_test_id("menu").click()
    page.get_by_test_id("prefer-volume").fill("0.3")
    assert preferred(page)["volume"] == 0.3
    page.keyboard.press("Escape")
    page.get_by_test_id("sound").click()
    assert preferred(page)["sound"] is False


def test_the_mark_counts_the_cards_that_are_laid(server: Server, person: Person) -> None:
    page = person()
    open_at(page, server, **ALONE)
    mark = page.get_by_test_id("laid")
    expect(mark).to_contain_text("83 of 98")
    expect(mark.locator("svg")).to_have_attribute("data-count", "83")
    Hands(page).lay(38, "A")
    expect(mark).to_contain_text("84 of 98")


def test_what_is_said_of_a_pile_stands_beside_it(server: Server, person: Person) -> None:
    page = person()
    at_the_table(page, server)
    page.get_by_test_id("pile-B").click()
    sheet = page.get_by_test_id("sheet-pile").bounding_box()
    card = page.locator("[data-pile=B] .pile-stack").bounding_box()
    assert sheet
    assert card
    assert sheet["y"] > card["y"] + card["height"] - 1
    assert abs(sheet["x"] + sheet["width"] / 2 - card["x"] - card["width"] / 2) < card["width"] * 2
