"""Screens that take longer to reach, or that only hold for a moment: for the gallery."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import test_crew
import test_daily_page
import test_end
import test_event
import test_home
import test_moment
import test_people
import test_puzzles_page
import test_talk
from arranged import crowded, open_arranged
from conftest import Server
from hands import Hands, lose
from playwright.sync_api import Page
from screens import Arrive, at, at_the_table, hinted, then
from tables import Line, open_at
from test_reviewing import LINK

PAUSE = "(at) => document.getAnimations().forEach((one) => { one.pause(); one.currentTime = at })"


@contextmanager
def friend(page: Page) -> Iterator[Page]:
    """Return a page of somebody else, as large as this one."""
    assert page.context.browser
    context = page.context.browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


def talking(hand: list[int]) -> Arrive:
    """Return how to open the chat at a table of Extreme with a computer player; with 98 in hand, after silence."""

    def arrive(page: Page, server: Server) -> None:
        rules = {"edition": "extreme", "players": 2}
        hands = [hand, [21, 31, 41]]
        wanted = {**test_people.QUIET, "rules": rules, "piles": [1, 1, 100, 100], "hands": hands}
        settings = {"rules": rules, "chat": True}
        test_talk.open_table(page, server, settings=settings, bots=["novice"], position=wanted)
        page.get_by_test_id("table").wait_for()
        if 98 in hand:
            Hands(page).lay(98, "C")
        page.get_by_test_id("open-chat").click()

    return arrive


def full(edition: str, players: int) -> Arrive:
    """Return how to sit at a table with everything on it."""

    def arrive(page: Page, server: Server) -> None:
        page.goto(server.url)
        open_arranged(page, server, crowded(edition, players))

    return arrive


def invitation(page: Page, server: Server) -> None:
    """Come by the link of a friend."""
    with friend(page) as other:
        page.goto(test_talk.open_table(other, server, settings={"rules": {"players": 3}}))
        page.get_by_test_id("sit-form").wait_for()


def why(page: Page, server: Server) -> None:
    """Ask for the reasons of a hint."""
    hinted(page, server)
    if page.locator(".hint-more").is_visible():
        page.locator(".hint-more").click()


def dragged(page: Page, server: Server) -> None:
    """Hold a card over a pile."""
    at_the_table(page, server)
    boxes = [page.get_by_test_id(name).bounding_box() for name in ("card-59", "pile-B")]
    for n, box in enumerate(boxes):
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        if n == 0:
            page.mouse.down()


def seat(page: Page, server: Server) -> None:
    """Open one's own signals."""
    at_the_table(page, server)
    test_talk.own_signals(page)


def lost(page: Page, server: Server) -> None:
    """Stop at the moment of a loss."""
    page.emulate_media(reduced_motion="no-preference")
    open_at(page, server, **test_moment.LOST)
    for card, pile in ((81, "A"), (85, "B")):
        Hands(page).lay(card, pile)
    test_moment.end_turn(page)
    page.get_by_test_id("loss").wait_for()
    page.evaluate(PAUSE, 1400)


def won(page: Page, server: Server) -> None:
    """Stop at the moment of a win."""
    page.emulate_media(reduced_motion="no-preference")
    Line(page).known = False
    open_at(page, server, **{**test_moment.WON, "hands": [[34, 73]]})
    for card, pile in ((73, "A"), (34, "D")):
        Hands(page).lay(card, pile)
    page.locator("[data-testid=mark] .bit").last.wait_for(state="attached")
    page.wait_for_timeout(200)
    page.evaluate(PAUSE, 1500)


def end_of_the_day(page: Page, server: Server) -> None:
    """Lose a deal of the day that twelve have played."""
    test_daily_page.others_did(page, 12)
    test_end.reviewed(page, "full")
    page.goto(server.url)
    page.get_by_test_id("daily-solo").click()
    page.get_by_test_id("table").wait_for()
    lose(Hands(page))
    page.get_by_test_id("costs").wait_for()


def end_of_event(page: Page, server: Server) -> None:
    """Play a deal of an event that goes on."""
    test_event.prepare(server, page, 1)
    test_event.join(page, "Zoé", "Team Zoé")
    page.get_by_test_id("event-play-1").click()
    page.get_by_test_id("table").wait_for()
    test_crew.play_to_the_end([page], page.url.rsplit("/", 1)[1])
    page.get_by_test_id("end").wait_for()


def crew(page: Page, server: Server) -> None:
    """Keep a crew after two games."""
    with friend(page) as other:
        test_crew.begin(server, page, other)


def puzzle(moves: str) -> Arrive:
    """Return how to play the trap of a puzzle, or its solution."""

    def arrive(page: Page, server: Server) -> None:
        test_puzzles_page.at_table(page, f"{server.url}/puzzles/{test_puzzles_page.EASY.name}")
        test_puzzles_page.play(page, getattr(test_puzzles_page.EASY, moves))
        page.get_by_test_id("step-lost" if moves == "trap" else "see-line").wait_for()

    return arrive


def more_screens() -> dict[str, tuple[str, Arrive]]:
    """Return these screens: their titles, and how to reach them."""
    return {
        "home-offline": ("Home, offline", test_home.offline),
        "home-running": ("Home, a game goes on", test_home.running),
        "invitation": ("Invited by a link", invitation),
        "table-one": ("Table, the original alone", full("base", 1)),
        "table-five": ("Table, Extreme with five", full("extreme", 5)),
        "drag": ("Table, a card dragged", dragged),
        "why": ("Table, why a hint", why),
        "signals": ("Table, one's signals", seat),
        "chat": ("Table, chat and reactions", talking([20, 30, 40])),
        "silence": ("Table, silence", talking([20, 30, 98])),
        "loss": ("The moment of a loss", lost),
        "win": ("The moment of a win", won),
        "end-daily": ("End, the deal of the day", end_of_the_day),
        "end-event": ("End, a deal of an event", end_of_event),
        "puzzle-wrong": ("A puzzle, a wrong turn", puzzle("trap")),
        "puzzle-solved": ("A puzzle, solved", puzzle("solution")),
        "crew-page": ("Crew", crew),
        "event-page": ("An event", then(end_of_event, "hub-next", wait="event-results")),
        "embed": ("Embedded", at(f"/embed#{LINK}", "embed")),
    }
