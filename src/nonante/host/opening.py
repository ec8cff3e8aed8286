"""How every table begins: its settings, who sits there, and perhaps the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..messages import OpenTable
from ..rules import BadInput, Game
from ..table import Event, KnownBy, Seated, Settings, Table
from .access import digest_of
from .commands import new_seed
from .levels import LEVELS, check_level, free_name
from .slow import waiting_after
from .store import Entry


class Sitter(NamedTuple):
    """Who takes a seat: a person, or a computer player of a level, which gets a name where it has none."""

    name: str | None = None
    level: str | None = None


def opening_events(
    settings: Settings, sitters: Sequence[Sitter], deal: Callable[[Table], Event] | None = None
) -> list[Event]:
    """Return the first events of a table, seat by seat; `deal` makes the last one."""
    table, events = Table(), list[Event]()
    given = [sitter.name for sitter in sitters if sitter.name is not None]

    def happen(event: Event) -> None:
        nonlocal table
        table = table.apply(event)
        events.append(event)

    happen(table.configure(settings))
    for name, level in sitters:
        happen(table.sit(free_name([*table.names, *given]) if name is None else name, level=level))
    if deal is not None:
        happen(deal(table))
    return events


def position_events(game: Game, name: str, seat: int) -> list[Event]:
    """Return the first events of a table that plays on from a position: a person at one seat, champions at the others.

    The deal is known.
    """
    sitters = [Sitter(name) if other == seat else Sitter(level=LEVELS[-1]) for other in range(game.rules.players)]
    return opening_events(Settings(game.rules), sitters, lambda table: table.arrange(game, "position"))


def played(table: Table, moves: Iterable[str]) -> Table:
    """Return a table after some moves, each by the seat whose turn it is."""
    for move in moves:
        table = table.apply(table.play(table.require_game().active, move))
    return table


def wanted_events(wanted: OpenTable, fresh: bool = False) -> list[Event]:
    """Return the first events of a table that somebody asks for; `fresh`: nobody knows the deal they name."""

    def deal(table: Table) -> Event:
        if wanted.position is not None:
            return table.arrange(Game.from_data(wanted.position))
        if wanted.seed is None:
            return table.deal(new_seed())
        known: KnownBy = "link" if wanted.link else "seed"  # what somebody asked for they may know (R50)
        return table.deal(_read_seed(wanted.seed), None if fresh else known)

    settings = Settings.from_data(wanted.settings)
    sitters = [Sitter(wanted.name), *(Sitter(level=check_level(level)) for level in wanted.bots)]
    return opening_events(settings, sitters, deal if wanted.deal or wanted.position is not None else None)


def entries_of(events: Sequence[Event], seat: int, token: str) -> list[Entry]:
    """Return a table's first events as they are stored, with the secret of the seat that its one person takes."""
    digests = (*[None] * seat, digest_of(token))
    seated = next(n for n, event in enumerate(events) if isinstance(event, Seated) and event.seat == seat)
    table, entries = Table(), list[Entry]()
    for number, event in enumerate(events):
        after = table.apply(event)
        entries.append(Entry(event, secrets=digests if number == seated else None, waiting=waiting_after(table, after)))
        table = after
    return entries


def _read_seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise BadInput("seed", value=text)
    return int(text)
