"""Game records: one versioned JSON format with rules, deal, names, moves and signals; reading replays the game."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final

from ..rules import END, Cause, Game, NonanteError, Rules, Turn, check_seed, json_data, svg
from .errors import TableError
from .events import Dealt, Event, Played
from .settings import Settings
from .table import Entry, Table

FORMAT: Final = "nonante-record"
VERSION: Final = 1
_FIELDS: Final = {
    *("format", "version", "rules", "names", "seed", "deal", "known", "wishes", "proposals", "start", "entries")
}


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not: rules, names, deal, starting seat, moves and signals."""

    rules: Rules
    names: tuple[str, ...]
    dealt: Dealt
    wishes: tuple[str | None, ...]
    start: int | None
    """The seat that took the start; None while nobody has."""
    entries: tuple[Entry, ...]
    proposals: tuple[int | None, ...] = ()
    """Whom each seat proposed to start; empty: nobody proposed anybody."""

    @property
    def known(self) -> str | None:
        """Why somebody may have known this deal (R50); None for a fresh one. Never mix both in statistics."""
        return self.dealt.known_by

    @classmethod
    def of(cls, table: Table) -> Record:
        """Return the record of the game at a table."""
        if table.dealt is None:
            raise TableError("not-running")
        proposals = table.proposals if any(whom is not None for whom in table.proposals) else ()
        dealt = replace(table.dealt, day=None)  # a record tells a game, not its occasion
        return cls(table.rules, table.names, dealt, table.wishes, table.starter, table.history, proposals)

    def opening(self) -> Table:
        """Return the table before the first entry."""
        return Table.fold(self.opening_events(Settings(self.rules)))

    def opening_events(self, settings: Settings, levels: Sequence[str | None] = ()) -> list[Event]:
        """Return the events before the first entry, for a table with these settings and computer players."""
        table, events = Table(), list[Event]()

        def happen(event: Event) -> None:
            nonlocal table
            table = table.apply(event)
            events.append(event)

        happen(table.configure(settings))
        for name, level in zip(self.names, levels or [None] * len(self.names), strict=True):
            happen(table.seat_from_record(name, level))
        if self.dealt.position is not None:
            happen(table.arrange(Game.from_data(self.dealt.position), self.known))
            return events
        happen(table.deal(check_seed(self.dealt.seed), self.known))
        for seat, wish in enumerate(self.wishes):
            if wish:
                happen(table.wish(seat, wish))
        for seat, whom in enumerate(self.proposals):
            if whom is not None:
                happen(table.propose(seat, whom))
        if self.start is not None and table.starter is None:
            happen(table.start(self.start))
        return events

    def tables(self) -> Iterator[Table]:
        """Replay: yield the table at the opening, then after every entry."""
        table = self.opening()
        yield table
        for entry in self.entries:
            table = table.apply(entry)
            yield table

    def games(self) -> Iterator[Game]:
        """Replay: yield the game at the opening, then after every move."""
        game = self.opening().require_game()
        yield game
        for move in self.moves():
            game = game.play(move)
            yield game

    def final(self) -> Table:
        """Return the table at the end of the record, ready to play on."""
        return deque(self.tables(), maxlen=1).pop()

    def moves(self) -> list[str]:
        """Return the moves alone, without signals."""
        return [entry.move for entry in self.entries if isinstance(entry, Played)]

    def turns(self) -> list[Turn]:
        """Return every turn so far, the current one last."""
        turns: list[Turn] = []
        game = before = self.opening().require_game()
        for game in self.games():
            if game.turn != before.turn and game.last_turn:
                turns.append(game.last_turn)
            before = game
        return [*turns, Turn(game.active, game.laid_this_turn)]

    def __str__(self) -> str:
        lines = [f"{self.rules.name}: {', '.join(self.names)}"]
        lines += [f"{number:3} {self.names[seat]}: {' '.join(moves)}" for number, (seat, moves) in self._numbered()]
        return "\n".join([*lines, str(self.final().require_game()).splitlines()[0]])

    def _repr_html_(self) -> str:
        rows = (
            f"<tr><td>{number}</td><td>{escape(self.names[seat])}</td><td>{' '.join(moves)}</td></tr>"
            for number, (seat, moves) in self._numbered()
        )
        table = f"<details><summary>{len(self.turns())} turns</summary><table>{''.join(rows)}</table></details>"
        return f"<div>{svg(self.final().require_game())}{table}</div>"

    def _numbered(self) -> Iterator[tuple[int, Turn]]:
        return enumerate(self.turns(), start=1)

    def to_json(self) -> str:
        """Write the record."""
        return json.dumps(self.to_data(), ensure_ascii=False, indent=1)

    def to_data(self) -> dict[str, Any]:
        """Return the record as plain JSON data."""
        position = self.dealt.position
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.to_data(),
            "names": list(self.names),
            **({"seed": self.dealt.seed} if position is None else {"deal": position}),
            **({"known": self.known} if self.known else {}),
            "wishes": list(self.wishes),
            **({"proposals": list(self.proposals)} if self.proposals else {}),
            "start": self.start,
            "entries": [_entry_data(entry) for entry in self.entries],
        }

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record and replay it; raise TableError with the move number where it breaks."""
        return cls.from_data(json_data(text, TableError, "record"))

    @classmethod
    def from_data(cls, data: object) -> Record:
        """Read what `to_data` returned, checking every move and signal."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise TableError("record", why=Cause("format", format=FORMAT))
        if data.get("version") != VERSION:
            raise TableError("record", why=Cause("version", version=data.get("version"), known=VERSION))
        data = {"proposals": [], **data}
        lists = ("names", "wishes", "proposals", "entries")
        if set(data) - _FIELDS or not all(isinstance(data.get(name), list) for name in lists):
            raise TableError("record", why=Cause("fields"))
        names, wishes, proposals = (tuple(data[name]) for name in lists[:-1])
        dealt = Dealt(None if "deal" in data else data.get("seed"), data.get("deal"), data.get("known"))
        try:
            rules = Rules.from_data(data.get("rules"))
            opening = cls(rules, names, dealt, wishes, data.get("start"), (), proposals).opening()
        except NonanteError as error:
            raise TableError("record", why=error) from None
        return replace(cls.of(opening), dealt=dealt, entries=tuple(_checked_entries(opening, data["entries"])))


def _checked_entries(table: Table, entries: list[Any]) -> Iterator[Entry]:
    number = 0
    for entry in entries:
        number += isinstance(entry, str)
        if entry == END and table.require_game().lost_without_end:
            continue  # an older record still has it
        try:
            event = _entry_event(table, entry)
            table = table.apply(event)
        except NonanteError as error:
            raise TableError("record-move", number=max(number, 1), move=entry, why=error) from None
        yield event


def _entry_event(table: Table, entry: object) -> Entry:
    """Make the command that an entry stands for, so that the table checks it again."""
    match entry:
        case str():
            return table.play(table.require_game().active, entry)
        case {"seat": int(seat), "signal": str(name), **rest} if not set(rest) - {"pile", "command", "on"}:
            pile, command = _text(rest.get("pile")), _text(rest.get("command"))
            if rest.get("on", True):
                return table.signal(seat, name, pile, command)
            return table.withdraw(seat, name, pile, command, recorded=True)
    raise TableError("event", why=Cause("data", data=repr(entry)))


def _text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise TableError("event", why=Cause("data", data=repr(value)))


def _entry_data(entry: Entry) -> str | dict[str, Any]:
    if isinstance(entry, Played):
        return entry.move
    data: dict[str, Any] = {"seat": entry.seat, "signal": entry.signal}
    data |= {"pile": entry.pile} if entry.pile else {}
    data |= {"command": entry.command} if entry.command else {}
    return data if entry.on else data | {"on": False}
