"""Tables as full as the rules allow, put into the server's store as events: nobody has to play up to them."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from conftest import Server
from playwright.sync_api import Page

from nonante import Game, Rules
from nonante.host.access import digest_of, new_code
from nonante.host.store import Entry
from nonante.server.sqlite import SqliteStore
from nonante.table import Event, Settings, Table, signals_open

NAMES = ("Maximilian", "Zoé", "Marguerite", "Ma", "Konstantin")
TOPS = {
    "base": {"A": 34, "B": 23, "C": 68, "D": 71},
    "on-fire": {"A": 33, "B": 22, "C": 77, "D": 66},
    "extreme": {"A": 14, "B": 25, "C": 80, "D": 87},
    "on-fire+extreme": {"A": 14, "B": 25, "C": 66, "D": 80},
}
"""With every lasting command but silence, which would take the signals away, and with fire that is due."""
_MINE = (39, 70, 99, 45, 17, 65, 28, 52)
_TURN = ("39A", "70A")
"""A three and then a skull: with what lies there, five commands bind."""


def game_of(edition: str, players: int) -> Game:
    """Return a position with full hands, one's own full of commands."""
    rules = Rules.edition(edition, players=players, talk="standard" if players == 1 else "permissive")
    tops = TOPS[edition]
    rest = [card for card in range(2, 100) if card not in {*_MINE, *tops.values()}]
    size = rules.hand_size
    hands = [_MINE[:size], *(rest[n * size :: 13][:size] for n in range(1, players))]
    held = {card for hand in hands for card in hand}
    return Game.arrange(rules, tops, hands, [card for card in rest if card not in held])


@dataclass
class Story:
    """A table and what happened at it."""

    table: Table = field(default_factory=Table)
    events: list[Event] = field(default_factory=list)

    def happen(self, event: Event) -> None:
        """Let something happen."""
        self.table = self.table.apply(event)
        self.events.append(event)

    def seat(self, rules: Rules) -> None:
        """Open the table and seat everybody."""
        self.happen(self.table.configure(Settings(rules, undo=True, chat=True)))
        for name in NAMES[: rules.players]:
            self.happen(self.table.sit(name))


def table_of(game: Game, moves: tuple[str, ...] = ()) -> list[Event]:
    """Return the events of a table at which every seat has said all that it may say."""
    story = Story()
    story.seat(game.rules)
    story.happen(story.table.arrange(game))
    for move in moves:
        story.happen(story.table.play(0, move))
    for seat in range(game.rules.players):
        said = signals_open(story.table.require_game(), seat)
        turned = said[seat % 3 :] + said[: seat % 3]  # so that each seat says something else of a pile
        for signal in turned:
            story.happen(story.table.signal(seat, signal.name, signal.pile, signal.command))
    return story.events


def crowded(edition: str, players: int, *, mid_turn: bool = False) -> list[Event]:
    """Return a table of an edition with everything on it at once; in the middle of a turn, two cards are laid."""
    return table_of(game_of(edition, players), _TURN if mid_turn else ())


def before_the_start(players: int) -> list[Event]:
    """Return a table that agrees on who starts: everybody has a wish, and everybody else proposes the first seat."""
    story = Story()
    story.seat(Rules.edition("extreme", players=players))
    story.happen(story.table.deal(7))
    for seat in range(players):
        story.happen(story.table.wish(seat, "rather-not"))
    for seat in range(1, players):
        story.happen(story.table.propose(seat, 0))
    return story.events


def open_arranged(page: Page, server: Server, events: list[Event]) -> None:
    """Put a table into the store, take its first seat and open it; all other seats are away."""
    code, token = new_code(), secrets.token_urlsafe(16)
    with ThreadPoolExecutor() as beside:  # the browser's driver has a loop of its own in this thread
        beside.submit(asyncio.run, _keep(server, code, token, events)).result()
    page.evaluate(
        "([code, token]) => localStorage.setItem('nonante.seats',"
        " JSON.stringify({[code]: {token, edition: 'base', players: 1, at: 1}}))",
        [code, token],
    )
    page.goto(f"{server.url}/t/{code}")
    page.get_by_test_id("table").wait_for()


async def _keep(server: Server, code: str, token: str, events: list[Event]) -> None:
    store = SqliteStore(server.database)
    seats = sum(event.kind == "seated" for event in events)
    digests = (digest_of(token), *[None] * (seats - 1))
    await store.append(code, 0, [Entry(event, secrets=digests if n == 1 else None) for n, event in enumerate(events)])
    await store.close()
