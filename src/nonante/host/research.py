"""The finished games of a table that everybody there gave to research, without names."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from ..rules import NonanteError
from ..table import (
    Configured,
    Consented,
    Dealt,
    Disclosed,
    Event,
    HandedOver,
    Left,
    Record,
    Seated,
    Swapped,
    Table,
    event_from_data,
)
from .errors import HostError
from .finished import is_over
from .store import Row, Store

PERSON = "person"
"""What a person is called in an exported game; computer players are called by their level."""


class ResearchGame(NamedTuple):
    """A game without names."""

    record: Record
    team: str
    """Who sat where: ``person``, or the level of a computer player."""


def research_games(rows: Iterable[Row]) -> list[ResearchGame]:
    """Return the games of a log that may be used for research, the first one first.

    A game counts if it ended, if everybody agrees between its end and the next change at the table, if its deal was
    fresh, and if everybody played it without a stand-in. If somebody withdraws, all games so far are left out.
    """
    table, games, counts, same_people = Table(), dict[int, ResearchGame](), False, False
    for row in rows:
        event = event_from_data(json.loads(row.event))
        before, table = table, table.apply(event)
        counts = _counts(counts, event, table)
        if isinstance(event, Consented) and not event.on:
            games.clear()
        if is_over(table) and not is_over(before):
            same_people = True
        elif isinstance(event, Seated | Left | Swapped | Configured | Dealt):
            same_people = False
        if isinstance(event, Disclosed):
            games.pop(table.deals, None)
        if same_people and counts and _agreed(table) and not _known(table):
            games[table.deals] = _nameless(table)
    return list(games.values())


def _counts(counts: bool, event: Event, table: Table) -> bool:
    """Tell whether the people who sit there play the game themselves, from its beginning."""
    if isinstance(event, Dealt):
        return not any(there and there.stand_in for there in table.seats)
    return counts and not (table.running and isinstance(event, HandedOver | Left | Seated | Swapped))


def _agreed(table: Table) -> bool:
    people = [there for there in table.seats if there and there.level is None]
    return bool(people) and all(person.research for person in people)


def _known(table: Table) -> bool:
    return table.dealt is None or table.dealt.seed is None or table.dealt.known_by is not None


def _nameless(table: Table) -> ResearchGame:
    team = [there.level if there and there.level else PERSON for there in table.seats]
    names = tuple(f"{one[-16:]} {seat}" for seat, one in enumerate(team, start=1))
    return ResearchGame(replace(Record.of(table), names=names), ",".join(team))


async def all_research_games(store: Store, damaged: Callable[[HostError], None]) -> AsyncIterator[ResearchGame]:
    """Yield the games of all tables that may be used for research; report damaged tables and leave them out."""
    for code in await store.codes():
        try:
            for game in research_games(await store.rows(code)):
                yield game
        except NonanteError as error:
            damaged(error if isinstance(error, HostError) else HostError("damaged-table", table=code, why=error))
