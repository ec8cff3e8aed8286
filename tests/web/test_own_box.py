"""The commands of one's own box: tapped on a grid, refused while incomplete, kept on the device, sent by link."""

from __future__ import annotations

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import with_computers
from playwright.sync_api import Page, expect
from test_quality import violations

from nonante.texts import load

BOX = {
    "stop": [5, 29, 72, 96],
    "skull": [18, 30, 71, 83],
    "three": [11, 38, 63, 90],
    "silence": [4, 46, 57, 97],
    "no-retro": [21, 37, 64, 81],
    "one-pile": [13, 48, 53, 88],
    "draw-one": [24, 43, 58, 75],
}
NUMBERS = [number for numbers in BOX.values() for number in numbers]
COMMANDS = """async () => {
    const answer = await fetch("/api/tables/" + location.pathname.split("/")[2]);
    return (await answer.json()).settings.rules.commands;
}"""
LINK = "-".join("".join(f"{number:02}" for number in numbers) for numbers in BOX.values())


def own_map(page: Page) -> None:
    """Choose the numbers of one's own box in a form that is open."""
    page.get_by_test_id("more-options").wait_for()
    page.locator("input[type=radio][value=extreme]").last.check()
    page.get_by_test_id("more-options").locator("summary").click()
    page.get_by_test_id("map").get_by_role("radio").last.check()
    page.get_by_test_id("box").wait_for()


def tap(page: Page, *numbers: int) -> None:
    for number in numbers:
        page.get_by_test_id(f"number-{number}").click()


def test_on_a_phone_an_incomplete_box_is_refused_and_a_whole_one_is_dealt(server: Server, person: Person) -> None:
    page = person("fr", PHONE)
    page.goto(server.url)
    with_computers(page)
    own_map(page)
    small = page.locator(".box-grid button, .box-list label").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect()).filter(({width, height}) => width < 44 || height < 44).length"
    )
    assert small == 0
    tap(page, *NUMBERS[:6])
    expect(page.get_by_test_id("map-stop")).to_contain_text("4 sur 4")
    expect(page.get_by_test_id("map-skull")).to_contain_text("2 sur 4")
    expect(page.get_by_test_id("map-total")).to_contain_text("6 nombres sur 28")
    page.get_by_test_id("deal").click()
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text("2")
    expect(notice.get_by_test_id("rule-link")).to_have_attribute("href", "/rules#R7")
    expect(page.get_by_test_id("panel-another")).to_be_visible()
    assert "/t/" not in page.url
    tap(page, NUMBERS[0])  # another command's
    expect(page.get_by_test_id("map-check")).to_contain_text("Stop")
    tap(page, *NUMBERS[6:])
    expect(page.get_by_test_id("map-check")).to_contain_text(str(load("learn", "fr")["map.complete"]))
    page.get_by_test_id("deal").click()
    page.get_by_test_id("table").wait_for()
    assert map_of(page) == BOX


def map_of(page: Page) -> object:
    """Return the commands that are played at the table shown, as anybody with its link may ask."""
    return page.evaluate(COMMANDS)


def test_in_the_lobby_nothing_is_dealt_before_the_box_is_whole(server: Server, person: Person) -> None:
    page = person()
    page.goto(server.url)
    page.get_by_test_id("play-friends").click()
    page.get_by_test_id("seats").get_by_role("radio", name="2", exact=True).check()
    page.get_by_test_id("open-table").click()
    page.get_by_test_id("lobby").wait_for()
    page.get_by_test_id("add-bot-1").click()
    expect(page.get_by_test_id("lobby-seat-1")).to_have_attribute("data-free", "false")
    own_map(page)
    tap(page, *NUMBERS[:27])
    page.get_by_test_id("deal").click()
    expect(page.get_by_test_id("notice")).to_contain_text("3")
    expect(page.get_by_test_id("lobby")).to_be_visible()
    tap(page, NUMBERS[27])
    page.wait_for_function(COMMANDS)
    assert map_of(page) == BOX
    page.get_by_test_id("deal").click()
    page.get_by_test_id("table").wait_for()


def test_the_box_is_remembered_and_goes_by_link(server: Server, person: Person) -> None:
    ann, bob = person("en"), person("de", PHONE)
    ann.goto(f"{server.url}/box")
    tap(ann, *NUMBERS)
    link = ann.get_by_test_id("box-link")
    expect(link).to_have_value(f"{server.url}/box#{LINK}")
    ann.get_by_test_id("box-keep").click()
    ann.goto(server.url)
    ann.get_by_test_id("play-friends").click()
    own_map(ann)
    expect(ann.get_by_test_id("map-total")).to_contain_text("28 of 28")
    bob.goto(f"{server.url}/box#{LINK}")
    expect(bob.get_by_test_id("map-draw-one")).to_contain_text("24 43 58 75")
    bob.get_by_test_id("box-alone").click()
    bob.get_by_test_id("table").wait_for()
    assert map_of(bob) == BOX
    bob.goto(f"{server.url}/box#{LINK[:-3]}")
    bob.reload()
    expect(bob.get_by_test_id("box-page")).to_contain_text(str(load("learn", "de")["map.broken"]))
    bob.goto(f"{server.url}/box#{LINK.replace('96', '18')}")
    bob.reload()
    bob.get_by_test_id("box-alone").click()
    expect(bob.get_by_test_id("notice")).to_contain_text("18")
    expect(bob.get_by_test_id("box-page")).to_be_visible()


@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)])
def test_the_form_is_accessible_and_works_by_keyboard(
    server: Server, person: Person, scheme: str, viewport: dict[str, int]
) -> None:
    page = person("en", viewport, color_scheme=scheme)
    page.goto(f"{server.url}/box")
    tap(page, 5, 29)
    assert violations(page) == []
    columns = 10 if viewport == DESKTOP else 7
    page.get_by_test_id("number-29").press("ArrowDown")
    expect(page.get_by_test_id(f"number-{29 + columns}")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.get_by_test_id("map-stop")).to_contain_text("4 of 4")
    expect(page.get_by_test_id("box-now")).to_contain_text("Skull")
    expect(page.get_by_test_id("live")).to_contain_text("Stop: 4 of 4")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_test_id("map-skull").get_by_role("radio")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("box-alone")).to_be_focused()
