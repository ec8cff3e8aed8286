"""One person on several devices, in real Chromium: paired by a code, a game goes on elsewhere, one is removed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from playwright.sync_api import Page, expect
from tables import open_at
from test_quality import violations

from nonante.texts import LANGUAGES, load

FLAT = {"width": 740, "height": 360}
END: dict[str, Any] = {"piles": [90, 95, 10, 5], "hands": [[92, 99]]}
"""Two cards that fit, then the game is won."""


def pair(server: Server, one: Page, other: Page) -> None:
    """Pair a device by typing in what the other one shows."""
    one.goto(f"{server.url}/devices")
    one.get_by_test_id("show-code").click()
    code = one.get_by_test_id("pairing-code").inner_text()
    assert re.fullmatch(r"([A-Z]{4} ?){3}", code)
    other.goto(f"{server.url}/devices")
    other.get_by_test_id("pairing-input").fill(code.lower())
    other.get_by_test_id("pair").click()
    for page in (one, other):
        expect(page.get_by_test_id("device-list").get_by_role("listitem")).to_have_count(2)
    expect(one.get_by_test_id("pairing-code")).to_have_count(0)


def test_a_game_started_on_one_device_goes_on_on_a_paired_one(server: Server, person: Person) -> None:
    laptop, phone = person(), person(viewport=PHONE)
    open_at(laptop, server, **END)
    laptop.get_by_test_id("card-92").click()
    laptop.get_by_test_id("pile-A").click()
    expect(laptop.get_by_test_id("pile-A")).to_contain_text("92")
    code = laptop.url.rsplit("/", 1)[1]
    pair(server, laptop, phone)
    phone.goto(f"{server.url}/t/{code}")
    expect(phone.get_by_test_id("pile-A")).to_contain_text("92")
    phone.get_by_test_id("card-99").click()
    phone.get_by_test_id("pile-A").click()
    expect(phone.get_by_test_id("moment")).to_be_visible()
    # The result comes back to where the game began, without anybody opening the table there.
    phone.goto(f"{server.url}/devices")
    expect(phone.get_by_test_id("device-list")).to_be_visible()
    laptop.goto(f"{server.url}/devices")
    laptop.wait_for_function("code => (localStorage.getItem('nonante.history') ?? '').includes(code)", arg=code)


def test_what_both_devices_did_before_is_on_both(server: Server, person: Person) -> None:
    pages = [person(), person()]
    kept = '{"version": 1, "solved": {"%s": true}, "best": %d, "rating": null}'
    for number, page in enumerate(pages):
        page.goto(server.url)
        page.evaluate("text => localStorage.setItem('nonante.puzzles', text)", kept % (f"puzzle-{number}", number + 3))
    pair(server, *pages)
    for page in pages:
        page.wait_for_function(
            "() => { const {solved, best} = JSON.parse(localStorage.getItem('nonante.puzzles'));"
            " return solved['puzzle-0'] && solved['puzzle-1'] && best === 4; }"
        )


def test_a_lost_device_is_removed_and_forgets_the_seats(server: Server, person: Person) -> None:
    laptop, phone = person(), person()
    open_at(laptop, server, **END)
    pair(server, laptop, phone)
    phone.wait_for_function("() => (localStorage.getItem('nonante.seats') ?? '{}') !== '{}'")
    other = laptop.get_by_test_id("device-list").get_by_role("listitem").filter(has_not_text="this device")
    other.get_by_test_id("remove-device").click()
    laptop.get_by_test_id("remove-confirm").click()
    expect(laptop.get_by_test_id("device-list").get_by_role("listitem")).to_have_count(1)
    phone.reload()
    expect(phone.get_by_test_id("notice")).to_contain_text(load("common", "en")["error.device-removed"])
    expect(phone.get_by_test_id("device-list")).to_have_count(0)
    assert phone.evaluate("localStorage.getItem('nonante.seats')") == "{}"
    assert laptop.evaluate("localStorage.getItem('nonante.seats')") != "{}"


def test_a_scanned_link_fills_in_the_code_and_a_used_one_is_refused(server: Server, person: Person) -> None:
    laptop, phone, thief = person(), person(), person()
    laptop.goto(f"{server.url}/devices")
    laptop.get_by_test_id("show-code").click()
    assert "svg" in (laptop.get_by_role("img", name=load("crews", "en")["devices.qr"]).get_attribute("src") or "")
    code = laptop.get_by_test_id("pairing-code").inner_text().replace(" ", "")
    for page in (phone, thief):
        page.goto(f"{server.url}/devices#{code}")
        expect(page.get_by_test_id("pairing-input")).to_have_value(code)
    phone.get_by_test_id("pair").click()
    expect(phone.get_by_test_id("device-list")).to_be_visible()
    thief.get_by_test_id("pair").click()
    expect(thief.get_by_test_id("notice")).to_contain_text(load("common", "en")["error.pairing-code"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [PHONE, FLAT, DESKTOP])
def test_the_page_fits_by_keyboard_and_for_everybody(
    server: Server, person: Person, language: str, size: dict[str, int]
) -> None:
    page = person(language, viewport=size)
    page.goto(f"{server.url}/devices")
    page.get_by_test_id("show-code").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("pairing-code").wait_for()
    page.get_by_test_id("device-list").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.get_by_test_id("remove-device").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("remove-dialog").wait_for()
    assert violations(page) == []
