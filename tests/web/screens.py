"""Every screen of the client and the way to it: for tests that look at all of them, and for the gallery."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conftest import Server
from hands import Hands
from playwright.sync_api import Page
from tables import Line, open_at
from test_home import KEEP, PLAYED
from test_stats import GAMES

sys.path.append(str(Path(__file__).resolve().parents[1] / "review"))

from games import played

from nonante.review import link_of

POSITION = {
    "rules": {"edition": "extreme", "players": 3},
    "piles": [34, 57, 65, 71],
    "hands": [[17, 24, 36, 59, 75, 95], [12, 40, 44, 61, 80, 86], [8, 42, 47, 49, 62, 99]],
    "draw": [21, 90, 5, 66, 31, 28, 50, 3, 77, 38, 54, 19, 93, 70, 26, 45, 83, 15, 68, 97, 9, 52, 30, 88],
    "active": 0,
    "turn": 12,
    "last_turn": {"seat": 2, "moves": ["57B", "65C"]},
    "moves": [],
}

Arrive = Callable[[Page, Server], None]


def at(address: str, wait: str) -> Arrive:
    """Return how to reach a screen that has an address."""

    def arrive(page: Page, server: Server) -> None:
        page.goto(f"{server.url}{address}")
        page.get_by_test_id(wait).first.wait_for()

    return arrive


def then(first: Arrive, *presses: str, wait: str) -> Arrive:
    """Return how to reach a screen from another one by pressing buttons."""

    def arrive(page: Page, server: Server) -> None:
        first(page, server)
        for press in presses:
            page.get_by_test_id(press).first.click()
        page.get_by_test_id(wait).first.wait_for()

    return arrive


def kept(inner: Arrive, games: list[dict[str, Any]]) -> Arrive:
    """Return how to reach a screen for somebody who has played."""

    def arrive(page: Page, server: Server) -> None:
        page.goto(server.url)
        page.evaluate(KEEP, {"nonante.history": {"version": 1, "games": games}})
        inner(page, server)

    return arrive


def at_the_table(page: Page, server: Server) -> Hands:
    """Open a table at a moment of Extreme with two computer teammates."""
    page.goto(server.url)
    opened = page.evaluate(
        "async (body) => (await fetch('/api/tables', {method: 'POST', body, headers:"
        " {'content-type': 'application/json'}})).json()",
        json.dumps(
            {
                "name": "Zoé",
                "settings": {"rules": POSITION["rules"]},
                "bots": ["steady", "strong"],
                "position": POSITION,
            }
        ),
    )
    page.evaluate(
        "({code, token}) => localStorage.setItem('nonante.seats',"
        " JSON.stringify({[code]: {token, edition: 'extreme', players: 3, at: 1}}))",
        opened,
    )
    page.goto(f"{server.url}/t/{opened['code']}")
    page.get_by_test_id("table").wait_for()
    return Hands(page)


def lobby(page: Page, server: Server) -> None:
    """Open a table for three and invite a computer player."""
    page.goto(server.url)
    settings = {"rules": POSITION["rules"]}
    opened = page.evaluate(
        "async (body) => (await fetch('/api/tables', {method: 'POST', body, headers:"
        " {'content-type': 'application/json'}})).json()",
        json.dumps({"name": "Zoé", "settings": settings, "bots": ["steady"]}),
    )
    page.evaluate(
        "({code, token}) => localStorage.setItem('nonante.seats',"
        " JSON.stringify({[code]: {token, edition: 'extreme', players: 3, at: 1}}))",
        opened,
    )
    page.goto(f"{server.url}/t/{opened['code']}")
    page.get_by_test_id("lobby").wait_for()


def table(page: Page, server: Server) -> None:
    """Pick a card up in the middle of a game of Extreme."""
    hands = at_the_table(page, server)
    hands.lay(36, "A")
    hands.pick(59)


def table_of_three(page: Page, server: Server) -> None:
    """Sit at a game of Extreme."""
    at_the_table(page, server)


def hinted(page: Page, server: Server) -> None:
    """Ask for a hint alone."""
    open_at(page, server, piles=[37, 59, 42, 30], hands=[[33, 41, 44, 61, 66, 68, 71, 82]], draw=list(range(84, 99)))
    page.get_by_test_id("hint").click()
    page.get_by_test_id("hint-moves").wait_for()


def lost(page: Page, server: Server) -> None:
    """Lose alone, with a few cards left."""
    Line(page).known = False
    hand = [11, 25, 35, 39, 54, 67, 81, 85]
    open_at(page, server, piles=[79, 82, 2, 4], hands=[hand], draw=[73, 78, 3, 22, 29, 64])
    for card, pile in ((81, "A"), (85, "B")):
        Hands(page).lay(card, pile)
    page.locator("[data-testid=end-turn][aria-disabled=false]").click()
    page.get_by_test_id("end").wait_for()


def won(page: Page, server: Server) -> None:
    """Win alone with the last card."""
    Line(page).known = False
    open_at(page, server, piles=[70, 98, 2, 36], hands=[[34, 73]])
    for card, pile in ((73, "A"), (34, "D")):
        Hands(page).lay(card, pile)
    page.get_by_test_id("end").wait_for()


def puzzle(page: Page, server: Server) -> None:
    """Open the first puzzle there is."""
    page.goto(server.url)
    name = page.evaluate("async () => (await (await fetch('/api/puzzles')).json()).puzzles[0].name")
    page.goto(f"{server.url}/puzzles/{name}")
    page.get_by_test_id("table").wait_for()


def screens() -> dict[str, tuple[str, Arrive]]:
    """Return every screen: its title, and how to reach it."""
    link = link_of(played("base", 3, 14), names=True)
    home = at("/", "home")
    back = kept(home, PLAYED)
    return {
        "home-first": ("Home, first visit", home),
        "home": ("Home, returning", back),
        "another": ("Another game", kept(at("/play", "panel-another"), PLAYED)),
        "friends": ("With friends", then(home, "play-friends", wait="open-table")),
        "more": ("More", then(back, "home-more", wait="panel-more")),
        "settings": ("Settings", then(back, "home-more", "open-settings", wait="prefer-theme")),
        "lobby": ("Lobby", lobby),
        "table": ("Table, a card picked", table),
        "hint": ("Table, a hint", hinted),
        "pile": ("Table, about a pile", then(table_of_three, "pile-B", wait="sheet-pile")),
        "menu": ("Table, menu", then(table_of_three, "menu", wait="sheet-menu")),
        "end-lost": ("End, lost", lost),
        "end-won": ("End, won", won),
        "daily": ("Today", kept(at("/daily", "daily"), PLAYED)),
        "puzzles": ("Puzzles", at("/puzzles", "puzzles")),
        "puzzle": ("A puzzle", puzzle),
        "you": ("You", kept(at("/you", "you"), PLAYED)),
        "stats": ("Statistics", kept(at("/stats", "stats"), GAMES)),
        "review": ("Review", at(f"/review#{link}.30", "review")),
        "replay": ("Replay", at(f"/replay#{link}.12", "replay")),
        "lesson": ("Lesson", at("/learn", "coach")),
        "rules": ("Rules", at("/rules", "rules")),
        "crew": ("Crew, before there is one", at("/crew", "crew-none")),
        "event": ("A new event", at("/event", "event-make")),
        "devices": ("Devices", at("/devices", "show-code")),
        "board": ("Analysis board", at("/board", "board")),
        "gone": ("No such table", at("/t/XXXXXX", "gone")),
    }
