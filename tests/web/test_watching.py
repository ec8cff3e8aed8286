"""Replays in a real Chromium: by link, by keyboard, on a phone; files out and in; no spoiler before it is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from games import played
from hands import Hands, lose
from playwright.sync_api import Page, expect
from test_quality import violations

from nonante.review import Replay, link_of
from nonante.table import Record
from nonante.texts import LANGUAGES, load

RECORD = played("extreme", 3, 14)
LINK = link_of(RECORD, names=True)
REPLAY = Replay.of(RECORD)
TURNS = len(REPLAY.turns)


def watch(page: Page, server: Server, turn: int | None = None) -> None:
    page.goto(f"{server.url}/replay#{LINK}{f'.{turn}' if turn else ''}")
    page.get_by_test_id("replay").wait_for()


def tops(page: Page) -> list[int]:
    """Return the tops as the screen shows them; a bare pile shows 1 or 100."""
    faces = page.locator(".pile .card, .pile .bare")
    numbers = faces.evaluate_all("all => all.map((one) => one.style.getPropertyValue('--value') || one.innerText)")
    return [int(number) if number.strip() else 0 for number in numbers]


def test_a_link_opens_on_its_turn_with_all_hands_and_signals(server: Server, person: Person) -> None:
    page = person()
    watch(page, server, 8)
    turn = REPLAY.turns[7]
    expect(page.get_by_test_id("replay-turn")).to_contain_text("8")
    table = REPLAY.table(turn.decision)
    hands = page.get_by_test_id("hand-row")
    expect(hands).to_have_count(3)
    for seat in range(3):
        cards = hands.nth(seat).locator(".card").evaluate_all("all => all.map((c) => Number(c.dataset.card))")
        assert cards == sorted(table.require_game().hands[seat])
    said = {(mark.pile, mark.name, mark.command) for mark in table.standing if mark.pile}  # one mark for all who say it
    assert page.locator(".pile .marks li").count() == len(said) > 0


COVERED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return [...document.querySelectorAll('.held')].filter((one) => one.checkVisibility()).flatMap((one) =>
        [...one.querySelectorAll('.badge, .held-tag')]
            .filter((sign) => meets(box(sign), box(one.querySelector('.numeral'))))
            .map((sign) => `${one.innerText}: ${sign.getAttribute('class')}`));
}"""


@pytest.mark.parametrize("viewport", [DESKTOP, {"width": 1024, "height": 600}, PHONE, {"width": 740, "height": 360}])
def test_no_sign_lies_on_the_number_of_a_held_card(server: Server, person: Person, viewport: dict[str, int]) -> None:
    page = person("en", viewport)
    for turn in (8, 12):
        page.goto("about:blank")
        watch(page, server, turn)
        expect(page.locator(".held .badge").first).to_be_attached()
        assert page.locator(".held-tag").count() > 0
        assert page.evaluate(COVERED) == []


def test_nothing_gives_the_end_away_before_it_is_asked_for(server: Server, person: Person) -> None:
    page = person()
    watch(page, server, 3)
    scrubber = page.get_by_test_id("replay-range")
    assert int(scrubber.get_attribute("max") or 0) == 2
    assert str(TURNS) not in (scrubber.get_attribute("aria-valuetext") or "")
    assert page.get_by_test_id("replay-result").count() == 0
    page.get_by_test_id("replay-reveal").click()
    expect(page.get_by_test_id("replay-result")).to_contain_text(str(REPLAY.final.score))
    expect(scrubber).to_have_attribute("max", str(TURNS))
    page.get_by_test_id("replay-prev").click()
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile(str(TURNS)))


def test_every_key(server: Server, person: Person) -> None:
    page = person()
    watch(page, server)
    heading = page.get_by_test_id("replay-turn")
    for key, turn in (("ArrowRight", 2), ("j", 3), ("k", 2), ("]", 5), ("[", 2), ("ArrowLeft", 1), ("$", 0), ("0", 1)):
        page.keyboard.press(key)
        if turn:
            expect(heading).to_have_text(re.compile(rf"\b{turn}\b"))
            assert page.url.endswith(f".{turn}")
    page.keyboard.press(".")
    page.keyboard.press(",")
    page.keyboard.press("v")
    expect(page.get_by_test_id("hand-row")).to_have_count(1)
    page.keyboard.press("?")
    page.get_by_test_id("replay-keys-dialog").wait_for()
    page.get_by_test_id("replay-keys-dialog").get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(heading).to_have_text(re.compile(r"\b1\b"))
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text(re.compile(r"\b2\b"))


def test_as_one_seat_saw_it(server: Server, person: Person) -> None:
    page = person()
    watch(page, server, 4)
    page.get_by_test_id("replay-eyes").get_by_role("radio").nth(2).check()
    expect(page.get_by_test_id("hand-row")).to_have_count(1)
    game = REPLAY.game(REPLAY.turns[3].decision)
    cards = page.get_by_test_id("hand-row").locator(".card").evaluate_all("all => all.map((c) => c.dataset.card)")
    assert [int(card) for card in cards] == sorted(game.hands[1])


def test_it_plays_by_itself_to_the_end(server: Server, person: Person) -> None:
    page = person()
    page.clock.install()
    watch(page, server, TURNS)
    page.get_by_test_id("replay-play").click()
    for _ in range(8):
        page.clock.run_for(1000)
    expect(page.get_by_test_id("replay-result")).to_be_visible()
    expect(page.get_by_test_id("replay-play")).to_have_attribute("aria-pressed", "false")


def test_a_finished_game_is_watched_saved_and_read_again_elsewhere(
    server: Server, person: Person, tmp_path: Path
) -> None:
    page, other = person(), person("fr", PHONE)
    page.goto(server.url)
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()
    lose(Hands(page))
    code = page.url.rsplit("/", 1)[1]
    page.get_by_test_id("again").click()
    page.get_by_test_id("table").wait_for()
    page.goto(f"{server.url}/you")
    page.get_by_test_id("games").get_by_role("link").click()
    page.get_by_test_id("replay").wait_for()
    assert f"/replay/{code}-1" in page.url
    page.get_by_test_id("replay-share").click()
    with page.expect_download() as download:
        page.get_by_test_id("replay-save").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    score = Record.from_json(file.read_text("utf-8")).final().require_game().score
    whole = page.get_by_test_id("link-whole").input_value()
    other.goto(f"{server.url}/replay")
    other.get_by_test_id("import-file").set_input_files(file)
    other.get_by_test_id("replay-reveal").click()
    expect(other.get_by_test_id("replay-result")).to_contain_text(str(score))
    other.goto(server.url + "/replay" + whole.partition("/replay")[2])
    other.get_by_test_id("replay").wait_for()
    running = person()
    running.goto(f"{server.url}/replay/{code}-2")
    expect(running.get_by_test_id("problem")).to_contain_text(load("common", "en")["error.not-over"])


@pytest.mark.parametrize("address", ["/replay/XXXXXX-1", "/replay/x", "/replay#1zzz", f"/replay#{LINK}.999"])
def test_what_is_not_there_is_said(server: Server, person: Person, address: str) -> None:
    page = person("de")
    page.goto(server.url + address)
    expect(page.get_by_test_id("problem")).not_to_be_empty()
    page.get_by_role("link", name=load("web", "de")["home"]).last.click()
    page.get_by_test_id("home").wait_for()


def test_a_damaged_file_is_refused_in_a_line(server: Server, person: Person, tmp_path: Path) -> None:
    page = person()
    page.goto(f"{server.url}/replay")
    data = RECORD.to_data()
    file = tmp_path / "broken.json"
    file.write_text(json.dumps({**data, "entries": ["2A", *data["entries"]]}))
    page.get_by_test_id("import-file").set_input_files(file)
    expect(page.get_by_test_id("import-problem")).to_contain_text("2A")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)], ids=["desktop", "phone"])
def test_no_violation_and_no_sideways_scrolling(
    server: Server, person: Person, language: str, scheme: str, viewport: dict[str, int]
) -> None:
    page = person(language, viewport, color_scheme=scheme)
    watch(page, server, 8)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    for name in ("replay-prev", "replay-play", "replay-next", "replay-range"):
        box = page.get_by_test_id(name).bounding_box()
        assert box
        assert box["y"] + box["height"] <= viewport["height"]
    page.goto(f"{server.url}/replay")
    page.get_by_test_id("replay-import").wait_for()
    assert violations(page) == []
