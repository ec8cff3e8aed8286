"""The lesson: finished again and again whatever the network does, in two parts, never a dead end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands
from playwright.sync_api import Page, expect
from test_quality import violations

from nonante.texts import LANGUAGES, load

RUNS = 20
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


def test_finished_twenty_times_in_a_row_with_random_delays_between_updates(server: Server, person: Person) -> None:
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
