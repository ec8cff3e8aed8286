"""A store that forgets everything at the end, so that the owner of tables is tested without a database."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence

from nonante.host.store import Conflict, Entry, Log, Row, Store
from nonante.table import event_from_data, event_to_data


class MemoryStore(Store):
    """Keeps events as the databases do, as text; closing it loses nothing, so that tables may wake again."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}
        self._secrets: dict[str, dict[int, bytes]] = {}
        self._days: list[tuple[str, str, str]] = []
        self._reviews: dict[str, str] = {}

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

    async def older(self, before: float) -> list[str]:
        return [code for code, rows in self._rows.items() if rows[-1].at < before]

    async def forget(self, before: float) -> int:
        old = await self.older(before)
        for code in old:
            del self._rows[code]
        return len(old)
