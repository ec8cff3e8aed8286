"""A whole game, lost in haste, by what a screen reader is told: roles, names and the live region, nothing else."""

from __future__ import annotations

import re

import pytest
from conftest import Person, Server
from playwright.sync_api import Locator, Page, TimeoutError as PlaywrightTimeout, expect

from nonante.texts import load

NAMED = "button|link|textbox|slider|checkbox|radio|heading|region|dialog"
UNNAMED = re.compile(rf"^\s*- (?:{NAMED})(?: \[[^\]]*\])*:?$", re.M)


class Ear:
    """Somebody who reads by ear."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.words = load("web", language)
        self.highest = False

    def part(self, key: str) -> Locator:
        """Return a region of the page by its name."""
        return self.page.get_by_role("region", name=str(self.words[key]), exact=True)

    def over(self) -> bool:
        """Tell whether the game is over: the region of the hand is gone."""
        return self.part("hand").count() == 0

    def step(self) -> str:
        """Do what the tree offers, once, by large steps of low and high cards in turn; return the card, or "end"."""
        end = self.part("actions").get_by_role("button").first
        if end.is_enabled():
            end.click()
            return "end"
        self.highest = not self.highest
        for place, told in sorted(enumerate(self.told("hand")), reverse=self.highest):
            self.part("hand").get_by_role("button").nth(place).click()
            steps = [
                (int(found[1]), number)
                for number, pile in enumerate(self.told("piles"))
                if "[disabled]" not in pile and (found := re.search(r": [+−](\d+)[^:]*$", pile))
            ]
            if steps:
                self.part("piles").get_by_role("button").nth(max(steps)[1]).click()
                return told
        return ""

    def told(self, key: str) -> list[str]:
        """Return how the buttons of a region are told."""
        return [line for line in self.part(key).aria_snapshot().splitlines() if "button " in line]


@pytest.mark.parametrize("language", ["en"])
def test_a_whole_game_by_the_tree_alone(server: Server, person: Person, language: str) -> None:
    page = person(language)
    page.goto(server.url)
    page.set_default_timeout(10_000)
    ear = Ear(page, language)
    page.get_by_role("button", name=str(ear.words["home.first.known"])).click()
    expect(ear.part("hand")).to_be_visible()
    live = page.get_by_role("status").last
    confirm = page.get_by_role("dialog").get_by_role("button", name=str(ear.words["risk.confirm"]))
    heard, laid = set(), 0
    for _ in range(160):
        tree = page.locator("body").aria_snapshot()
        assert not UNNAMED.search(tree), UNNAMED.findall(tree)
        if ear.over():
            break
        before = str(page.evaluate("document.body.innerText"))
        try:
            done = ear.step()
        except PlaywrightTimeout:  # the question before a loss, or the result, came while a hand was reached for
            if confirm.count():
                confirm.click()
            else:
                expect(ear.part("hand")).to_have_count(0)
            continue
        laid += done not in ("", "end")
        page.wait_for_function(
            "before => document.querySelector('dialog[open], [data-testid=end]') || document.body.innerText !== before",
            arg=before,
        )
        if confirm.count():
            confirm.click()
        heard.add(live.inner_text())
    assert ear.over()
    assert laid > 3
    assert len(heard) > 3, "what happens is told"
