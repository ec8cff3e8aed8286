"""The lesson: finished again and again whatever the network does, in two parts, never a dead end."""

from __future__ import annotations

import os
import random
import re
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands
from playwright.sync_api import Page, expect
from test_quality import violations

from nonante.texts import LANGUAGES, load

RUNS = int(os.environ.get("LESSON_RUNS", "3"))
# Holds messages back and lets them through late, one by one or several at once, in their order.
LATE = """(() => {
    let state = SEED;
    const random = () => ((state = (state * 48271) % 2147483647) / 2147483647);
    window.reseed = (seed) => { state = seed; };
    window.WebSocket = class extends WebSocket {
        #held = [];
        addEventListener(kind, listener) {
            if (kind !== 'message') return super.addEventListener(kind, listener);
            super.addEventListener(kind, (event) => {
                this.#held.push(() => listener.call(this, event));
                if (this.#held.length === 1) setTimeout(() => this.#release(), random() * 12);
            });
        }
        #release() {
            const some = 1 + Math.floor(random() * this.#held.length);
            for (const go of this.#held.splice(0, some)) go();
            if (this.#held.length) setTimeout(() => this.#release(), random() * 12);
        }
    };
})()"""
# Presses what is marked, as soon as it is, until a page is reached; returns what was pressed.
FOLLOW = """async (until) => {
    const pressed = [];
    const name = () => {
        const coach = document.querySelector('[data-testid=coach]');
        const marked = document.querySelector('[data-touch]');
        return marked && coach && [coach.dataset.chapter, coach.dataset.goal, marked.dataset.testid].join(' ');
    };
    const wait = async (ready) => {
        const late = performance.now() + 60000;
        while (!ready()) {
            if (performance.now() > late) throw new Error(`stuck after ${pressed.slice(-4)} at ${name()}`);
            await new Promise((go) => setTimeout(go, 1));
        }
    };
    const there = () => document.querySelector(`[data-testid=${until}]`);
    while (!there()) {
        await wait(() => there() || name());
        const now = name();
        if (there()) break;
        const marked = document.querySelector('[data-touch]');
        (marked.matches('button') ? marked : marked.querySelector('button')).click();
        pressed.push(now);
        await wait(() => there() || name() !== now);
    }
    return pressed;
}"""


def open_lesson(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/learn")
    page.get_by_test_id("table").wait_for()


def follow(page: Page, until: str) -> list[str]:
    """Do what the lesson marks until a page comes."""
    pressed: list[str] = page.evaluate(FOLLOW, until)
    return pressed


def start_at(page: Page, server: Server, chapter: str, **kept: Any) -> None:
    """Begin with a chapter."""
    page.goto(f"{server.url}/manifest.webmanifest")
    page.evaluate("kept => localStorage.setItem('nonante.lesson', JSON.stringify(kept))", {"place": chapter, **kept})
    open_lesson(page, server)
    expect(page.get_by_test_id("coach")).to_have_attribute("data-chapter", chapter)


@pytest.mark.slow
def test_finished_again_and_again_with_random_delays_between_updates(server: Server, person: Person) -> None:
    page = person()
    seeds = [random.randrange(1, 2**31 - 1) for _ in range(RUNS)]
    page.add_init_script(LATE.replace("SEED", str(seeds[0])))
    open_lesson(page, server)
    expected: set[str] = set()
    for run, seed in enumerate(seeds):
        print(f"run {run + 1} of {RUNS}: seed {seed}")
        page.set_extra_http_headers({"x-forwarded-for": f"10.0.0.{run + 1}"})  # one address opens only so many tables
        page.evaluate("seed => reseed(seed)", seed)
        first = follow(page, "lesson-half")
        page.get_by_test_id("lesson-onward").click()
        second = follow(page, "lesson-finish")
        expected = expected or {*first, *second}
        assert {*first, *second} == expected
        page.get_by_test_id("lesson-repeat").click()
    assert len(expected) > 80


def says(page: Page, key: str, language: str = "en") -> None:
    expect(page.get_by_test_id("coach-says")).to_contain_text(str(load("learn", language)[key]))


def marked(page: Page, name: str) -> None:
    expect(page.locator("[data-touch]")).to_have_attribute("data-testid", name)


@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)])
def test_two_parts_with_a_way_out_between_them(
    server: Server, person: Person, scheme: str, viewport: dict[str, int]
) -> None:
    page = person("fr", viewport, color_scheme=scheme)
    open_lesson(page, server)
    expect(page.get_by_test_id("coach")).to_contain_text("1 / 5")
    assert violations(page) == []
    pressed = follow(page, "lesson-half")
    assert [step.split()[0] for step in pressed if step.endswith("lesson-next")] == [
        "lay",
        "retro",
        "signals",
        "last",
        "score",
    ]
    expect(page.get_by_test_id("lesson-well")).to_be_visible()
    assert violations(page) == []
    page.get_by_test_id("lesson-home").click()
    page.get_by_test_id("home").wait_for()
    page.goto(f"{server.url}/learn")
    page.get_by_test_id("lesson-half").wait_for()
    page.get_by_test_id("lesson-onward").click()
    expect(page.get_by_test_id("coach")).to_contain_text("1 / 9")
    page.get_by_test_id("lesson-menu").click()
    page.get_by_test_id("lesson-chapters").wait_for()
    assert violations(page) == []
    page.get_by_test_id("chapter-fire").click()
    follow(page, "lesson-finish")
    assert violations(page) == []
    page.get_by_test_id("lesson-play").click()
    page.get_by_test_id("table").wait_for()
    assert "/t/" in page.url


def test_whatever_else_is_done_is_answered(server: Server, person: Person) -> None:
    page = person()
    hands = Hands(page)
    start_at(page, server, "retro")
    marked(page, "card-37")
    hands.pick(90)
    page.keyboard.press("c")
    expect(page.get_by_test_id("notice").get_by_test_id("rule-link")).to_have_attribute("href", "/rules#1.4")
    hands.lay(49, "A")
    says(page, "lesson.stray.undo")
    marked(page, "undo")
    page.get_by_test_id("undo").click()
    says(page, "lesson.retro.1")
    hands.lay(49, "A")
    hands.lay(61, "C")
    page.get_by_test_id("end-turn").click()
    says(page, "lesson.stray.again")
    page.get_by_test_id("lesson-again").click()
    says(page, "lesson.retro.1")
    expect(page.get_by_test_id("card-49")).to_be_visible()
    start_at(page, server, "skull")
    hands.lay(31, "A")
    hands.lay(53, "B")
    says(page, "lesson.stray.undo")
    page.get_by_test_id("end-turn").click()
    marked(page, "risk-back")
    page.get_by_test_id("risk-confirm").click()
    says(page, "lesson.lost")
    assert violations(page) == []
    page.get_by_test_id("lesson-again").click()
    says(page, "lesson.skull.1")
    start_at(page, server, "signals")
    page.get_by_test_id("seat-0").locator("button").first.click()
    page.get_by_test_id("signal-trouble").click()
    says(page, "lesson.stray.signal")
    says(page, "lesson.signals.1")


def test_a_reload_keeps_the_place_and_the_cards(server: Server, person: Person) -> None:
    page = person()
    start_at(page, server, "skull")
    Hands(page).lay(31, "A")
    says(page, "lesson.skull.2")
    page.reload()
    says(page, "lesson.skull.2")
    expect(page.get_by_test_id("hand").get_by_test_id("card-31")).to_have_count(0)
    marked(page, "card-34")
    start_at(page, server, "signals")
    page.get_by_test_id("pile-B").click()
    page.get_by_test_id("signal-keep-off").click()
    says(page, "lesson.signals.2")
    page.reload()
    says(page, "lesson.signals.2")
    page.goto(server.url)
    page.get_by_test_id("home-more").click()
    page.get_by_test_id("more-learn").click()
    says(page, "lesson.signals.2")
    start_at(page, server, "skull", table={"code": "BCDFGH", "token": "none", "said": []})
    says(page, "lesson.skull.1")


def test_a_chapter_and_the_whole_lesson_can_be_started_again(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    start_at(page, server, "three", done=["lay", "retro"])
    Hands(page).lay(39, "A")
    says(page, "lesson.three.2")
    page.get_by_test_id("lesson-menu").click()
    expect(page.get_by_test_id("chapter-three")).to_have_attribute("aria-current", "step")
    expect(page.get_by_test_id("chapter-retro")).to_contain_text(str(load("learn", "en")["lesson.known"]))
    page.get_by_test_id("lesson-chapter-again").click()
    says(page, "lesson.three.1")
    page.get_by_test_id("lesson-skip").click()
    says(page, "lesson.silence.1")
    page.get_by_test_id("lesson-menu").click()
    page.get_by_test_id("lesson-restart").click()
    says(page, "lesson.lay.1")


@pytest.mark.slow
def test_when_nobody_answers_the_lesson_says_so_and_goes_on_by_itself(own_server: Server, person: Person) -> None:
    page = person("en", PHONE)
    open_lesson(page, own_server)
    Hands(page).lay(15, "A")
    says(page, "lesson.lay.2")
    own_server.kill()
    expect(page.get_by_test_id("reconnecting")).to_be_visible()
    expect(page.get_by_role("link", name="nonante")).to_be_visible()
    page.get_by_test_id("lesson-skip").click()
    expect(page.get_by_test_id("coach")).to_have_attribute("data-chapter", "retro")
    expect(page.get_by_test_id("reconnecting")).to_be_visible()
    own_server.start()
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)
    own_server.kill()
    expect(page.get_by_test_id("reconnecting")).to_be_visible()
    own_server.start()
    expect(page.get_by_test_id("reconnecting")).to_have_count(0)
    follow(page, "lesson-half")


def test_by_keyboard_alone(server: Server, person: Person) -> None:
    page = person()
    open_lesson(page, server)
    for keys in ("2a6ce", "2a5c"):
        for key in keys:
            before = page.locator("[data-touch]").get_attribute("data-testid")
            page.keyboard.press(key)
            page.wait_for_function(
                "before => ![undefined, before].includes(document.querySelector('[data-touch]')?.dataset.testid)",
                arg=before,
            )
        expect(page.get_by_test_id("coach")).to_have_attribute("data-done", "true")
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.testid") == "lesson-next":
                break
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("coach")).to_have_attribute("data-done", "false")
        page.locator("[data-touch]").wait_for()
    expect(page.get_by_test_id("coach")).to_have_attribute("data-chapter", "signals")


@pytest.mark.parametrize("language", LANGUAGES)
def test_strategy_chapters_from_their_address_to_the_end(server: Server, person: Person, language: str) -> None:
    page = person(language, PHONE)
    page.set_extra_http_headers({"x-forwarded-for": f"10.0.2.{LANGUAGES.index(language) + 1}"})
    page.goto(f"{server.url}/learn#third")
    says(page, "lesson.third.1", language)
    page.wait_for_url("**/learn")
    expect(page.get_by_test_id("coach")).to_contain_text("1 / 3")
    pressed = follow(page, "lesson-finish")
    assert [step.split()[0] for step in pressed if step.endswith("lesson-next")] == ["third", "steps", "pairs"]
    assert "steps 0 signal-small-steps" in pressed
    page.get_by_test_id("lesson-well").click()
    says(page, "lesson.third.1", language)


@pytest.mark.parametrize("pile", "ABCD")
def test_the_team_mate_keeps_off_the_pile_that_was_marked(server: Server, person: Person, pile: str) -> None:
    page = person()
    page.set_extra_http_headers({"x-forwarded-for": f"10.0.3.{'ABCD'.index(pile) + 1}"})
    start_at(page, server, "signals")
    page.get_by_test_id(f"pile-{pile}").click()
    page.get_by_test_id("signal-small-steps").click()
    says(page, "lesson.stray.signal")
    page.get_by_test_id(f"pile-{pile}").click()
    page.get_by_test_id("signal-keep-off").click()
    says(page, "lesson.signals.2")
    page.get_by_test_id("seat-0").locator("button").first.click()
    page.get_by_test_id("signal-comfortable").click()
    says(page, "lesson.signals.3")
    hands = Hands(page)
    hands.lay(69, "C")
    hands.lay(83, "D")
    page.get_by_test_id("end-turn").click()
    says(page, "lesson.signals.done")
    top = {"A": 24, "B": 33, "C": 69, "D": 83}[pile]
    expect(page.get_by_test_id(f"pile-{pile}")).to_have_accessible_name(re.compile(rf"\b{top}\b"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_fits_a_phone_and_a_laptop(server: Server, person: Person, language: str) -> None:
    page = person(language, PHONE)
    page.set_extra_http_headers({"x-forwarded-for": f"10.0.1.{LANGUAGES.index(language) + 1}"})
    open_lesson(page, server)
    wrong = []
    for _ in range(17):
        chapter = page.get_by_test_id("coach").get_attribute("data-chapter")
        page.get_by_test_id("end-turn").wait_for()
        for width, height in ((360, 640), (740, 360), (1366, 650)):
            page.set_viewport_size({"width": width, "height": height})
            low = page.evaluate("document.querySelector('[data-testid=end-turn]').getBoundingClientRect().bottom")
            wide = page.evaluate("document.documentElement.scrollWidth")
            if low > height or wide > width:
                wrong.append((chapter, width, low, wide))
        page.get_by_test_id("lesson-skip").press("Enter")  # a click waits for frames, which may stall after a resize
        if page.get_by_test_id("lesson-half").count():
            page.get_by_test_id("lesson-onward").click()
        if page.get_by_test_id("lesson-finish").count() and chapter == "fire":
            page.get_by_test_id("lesson-well").click()
    assert wrong == []
