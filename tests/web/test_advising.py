"""Hints lie on nothing they speak of, and nobody is asked to choose something else where every move loses."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import DESKTOP, Person, Server
from playwright.sync_api import expect
from tables import open_at

LONG: dict[str, Any] = {
    "piles": [40, 50, 60, 52],
    "hands": [[30, 31, 32, 51, 99, 2, 98, 44]],
    "draw": list(range(70, 90)),
}
LOST: dict[str, Any] = {"piles": [95, 96, 4, 3], "hands": [[97, 50, 51, 52]], "draw": [20, 21]}
"""One card fits, two are asked for."""
CHOICE: dict[str, Any] = {"piles": [96, 98, 4, 3], "hands": [[97, 99, 50, 51]], "draw": [20, 21]}
"""Two cards are asked for: 97 and then 99 will do, 99 on A leaves none for 97."""
COVERED = """() => {
    const box = (element) => element.getBoundingClientRect();
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const note = box(document.querySelector('[data-testid=hint-note]'));
    const shown = [...document.querySelectorAll('.pile, [data-testid=hand] [data-testid^=card-]')];
    return shown.filter((one) => meets(note, box(one))).map((one) => one.innerText);
}"""


@pytest.mark.parametrize(
    "viewport",
    [{"width": 360, "height": 640}, {"width": 390, "height": 844}, {"width": 740, "height": 360}, DESKTOP],
    ids=["small", "tall", "flat", "desktop"],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_hint_covers_no_pile_and_no_card(
    server: Server, person: Person, language: str, viewport: dict[str, int]
) -> None:
    page = person(language, viewport)
    open_at(page, server, **LONG)
    page.get_by_test_id("hint").click()
    page.get_by_test_id("hint-note").wait_for()
    assert page.evaluate(COVERED) == []


def test_where_every_move_loses_nobody_is_asked_to_choose_something_else(server: Server, person: Person) -> None:
    page = person()
    open_at(page, server, **LOST)
    page.get_by_test_id("card-97").click()
    page.get_by_test_id("pile-A").click()
    page.get_by_test_id("end").wait_for()
    expect(page.get_by_test_id("risk-back")).to_have_count(0)


def test_where_another_move_does_not_lose_one_is_asked(server: Server, person: Person) -> None:
    page = person()
    open_at(page, server, **CHOICE)
    page.get_by_test_id("card-99").click()
    page.get_by_test_id("pile-A").click()
    page.get_by_test_id("risk-back").click()
    expect(page.get_by_test_id("card-99")).to_be_visible()
