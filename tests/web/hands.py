"""A person at a table: reads what the screen says and presses what it offers."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

_READ = """() => [...document.querySelectorAll('.pile')].filter((pile) => pile.dataset.state === 'yes').map((pile) => {
    const jump = pile.querySelector('[data-testid^=jump-]');
    const retro = jump.classList.contains('jump-gift');
    const loses = jump.querySelectorAll('svg').length > Number(retro);  // a sign of warning beside the number
    return [pile.querySelector('[data-pile]').dataset.pile, jump.innerText, retro, loses];
})"""
_LOSING = 1000  # a step nobody takes while there is another


def answered(page: Page) -> None:
    """Wait until the server has answered for a card that lies there already."""
    page.wait_for_function("() => !document.querySelector('.pile[data-waits=true]')")


class Hands:
    """Two hands on one page; plays the smallest step it can see, or in haste the largest one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.haste = False

    def cards(self) -> list[int]:
        """Return the cards in hand, as the screen shows them."""
        names = self.page.locator("[data-testid=hand] [data-testid^=card-]").evaluate_all(
            "cards => cards.map((card) => card.dataset.testid)"
        )
        return [int(name.removeprefix("card-")) for name in names]

    def pick(self, card: int) -> None:
        """Pick a card up, unless it is picked already."""
        button = self.page.get_by_test_id(f"card-{card}")
        if button.get_attribute("aria-pressed") != "true":
            button.click()

    def choices(self, card: int) -> list[tuple[int, str]]:
        """Pick a card and return the piles that take it, the smallest step first."""
        self.pick(card)
        piles = self.page.evaluate(_READ)
        return sorted((_step(text, retro, loses), letter) for letter, text, retro, loses in piles)

    def lay(self, card: int, pile: str) -> None:
        """Lay a card, confirming a play that loses; wait until it is down."""
        self.pick(card)
        self.page.get_by_test_id(f"pile-{pile}").click()
        self._down(card)

    def _down(self, card: int) -> None:
        confirm = self.page.get_by_test_id("risk-confirm")
        there = self.page.get_by_test_id(f"card-{card}")
        self.page.wait_for_function(
            "card => document.querySelector('[data-testid=risk-confirm]')"
            " || !document.querySelector(`[data-testid=hand] [data-testid=card-${card}]`)",
            arg=card,
        )
        if confirm.is_visible():
            confirm.click()
            there.wait_for(state="detached")
        answered(self.page)

    def my_turn(self) -> bool:
        """Tell whether the screen says that it is this person's turn."""
        return self.page.locator("[data-testid=turn][data-mine=true]").count() > 0

    def over(self) -> bool:
        """Tell whether the end is on the screen."""
        return self.page.get_by_test_id("end").count() > 0

    def best(self) -> tuple[int, str] | None:
        """Return the step wanted of the lowest and the highest card, or of the others when those do not fit."""
        cards = self.cards()
        wanted = max if self.haste else min
        for some in ({cards[0], cards[-1]}, cards[1:-1]):
            found = [(step, card, pile) for card in some for step, pile in self.choices(card)]
            if found:
                return wanted(found)[1:]
        return None

    def one_move(self) -> None:
        """End the turn when that is possible, else lay the smallest step."""
        end = self.page.get_by_test_id("end-turn")
        if end.get_attribute("aria-disabled") == "false":
            end.click()
            self.page.wait_for_function(
                "() => document.querySelector('[data-testid=risk-confirm], [data-testid=end]')"
                " || document.querySelector('[data-testid=end-turn]')?.ariaDisabled === 'true'"
            )
            if self.page.get_by_test_id("risk-confirm").count():
                self.page.get_by_test_id("risk-confirm").click()
                self.page.get_by_test_id("end").wait_for()
            return
        move = self.best()
        if move:
            self.lay(*move)


def _step(text: str, retro: bool, loses: bool) -> int:
    """Return how far a jump goes, going back as less than nothing."""
    number = re.search(r"\d+", text)
    far = int(number[0]) if number else 0
    return -far if retro else far + loses * _LOSING


def play_out(*people: Hands) -> None:
    """Let everybody move when it is their turn, until the game is over for all."""
    for _ in range(600):
        for hands in people:
            if not hands.over() and hands.my_turn():
                hands.one_move()
        if all(hands.over() for hands in people):
            return
        people[0].page.wait_for_timeout(20)
    raise AssertionError("the game does not end")


def with_computers(page: Page) -> Locator:
    """Open the form for another game from home, at a table with computer players; return it."""
    page.get_by_test_id("another").click()
    form = page.get_by_test_id("panel-another")
    form.get_by_test_id("who").locator("input[value=team]").check()
    return form


def deal_alone(page: Page) -> None:
    """Deal another game alone from home, on a first visit or a later one."""
    page.get_by_test_id("another").click()
    page.get_by_test_id("deal").click()
    page.get_by_test_id("table").wait_for()


def open_settings(page: Page) -> None:
    """Open the settings from home."""
    page.get_by_test_id("home-more").click()
    page.get_by_test_id("open-settings").click()


def more(page: Page) -> None:
    """Open what else there is after a game."""
    page.get_by_test_id("hub-more").click()
    page.get_by_test_id("hub-more-dialog").wait_for()


def lose(*people: Hands) -> None:
    """Play to the end in haste: a few cards, where any finished game will do."""
    for hands in people:
        hands.haste = True
    play_out(*people)
