"""A store that forgets everything at the end, so that the owner of tables is tested without a database."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Mapping, Sequence

from nonante.host.store import Conflict, Entry, Log, Note, Row, Store
from nonante.table import event_from_data, event_to_data


class MemoryStore(Store):
    """Keeps events as the databases do, as text; closing it loses nothing, so that tables may wake again."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}
        self._secrets: dict[str, dict[int, bytes]] = {}
        self._days: list[tuple[str, str, str]] = []
        self._reviews: dict[str, str] = {}
        self._notes: dict[str, dict[str, Note]] = {}
        self._numbers = itertools.count(1)

    async def append(self, code: str, seq: int, entries: Sequence[Entry]) -> None:
        rows = self._rows.setdefault(code, [])
        if len(rows) != seq:
            raise Conflict(code)
        for entry in entries:
            event = json.dumps(event_to_data(entry.event))
            rows.append(Row(len(rows) + 1, time.time(), entry.seat, entry.key, event))
            if entry.secrets is not None:
                self._secrets[code] = {seat: one for seat, one in enumerate(entry.secrets) if one is not None}

    async def load(self, code: str, after: int = 0) -> Log | None:
        if code not in self._rows:
            return None
        entries = [Entry(event_from_data(json.loads(row.event)), row.seat, row.key) for row in self._rows[code]]
        return Log(tuple(entries[after:]), dict(self._secrets.get(code, {})))

    async def secrets(self, code: str) -> dict[int, bytes] | None:
        return dict(self._secrets.get(code, {})) if code in self._rows else None

    async def length(self, code: str) -> int:
        return len(self._rows.get(code, []))

    async def codes(self) -> list[str]:
        return sorted(self._rows)

    async def rows(self, code: str) -> list[Row]:
        return list(self._rows[code])

    async def restore(self, code: str, rows: Sequence[Row], secrets: Mapping[int, bytes]) -> None:
        if code in self._rows:
            raise Conflict(code)
        self._rows[code], self._secrets[code] = list(rows), dict(secrets)

    async def note_day(self, date: str, category: str, code: str) -> None:
        self._days.append((date, category, code))

    async def days(self) -> list[tuple[str, str, str]]:
        return self._days

    async def keep_review(self, key: str, review: str) -> None:
        self._reviews[key] = review

    async def review_of(self, key: str) -> str | None:
        return self._reviews.get(key)

    async def add_notes(self, owner: str, contents: Mapping[str, str], most: int | None = None) -> set[str]:
        notes = self._notes.setdefault(owner, {})
        new = {key for key in contents if key not in notes}
        for key in contents:
            if key in new:
                notes[key] = Note(next(self._numbers), time.time(), key, contents[key])
        for key in list(notes)[: max(0, len(notes) - most) if most is not None else 0]:
            del notes[key]
        return new

    async def put_note(self, owner: str, key: str, content: str | None) -> bool:
        there = self._notes.setdefault(owner, {}).pop(key, None)
        if content is not None:
            self._notes[owner][key] = Note(next(self._numbers), time.time(), key, content)
        return there is not None

    async def notes(self, owner: str, after: int = 0, most: int | None = None) -> list[Note]:
        return [note for note in self._notes.get(owner, {}).values() if note.number > after][:most]

    async def owners(self) -> list[str]:
        return [owner for owner, notes in self._notes.items() if notes]

    async def older(self, before: float) -> list[str]:
        return [code for code, rows in self._rows.items() if rows[-1].at < before]

    async def forget(self, before: float) -> int:
        old = await self.older(before)
        for code in old:
            del self._rows[code]
        return len(old)
