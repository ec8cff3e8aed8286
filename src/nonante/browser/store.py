"""`PageStore`: the events of all tables in a store that the page keeps, as text."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from ..host import Conflict, Digests, Entry, HostError, Log, Row, Store
from ..rules import NonanteError, one_line
from ..table import event_from_data, event_to_data

REVIEWS: Final = 40
"""So many reviews are kept."""
log = logging.getLogger("nonante.browser")


class PageSide(Protocol):
    """The storage of the page: texts that it does not look into. Entries are never lost once `append` has returned."""

    def append(self, code: str, seq: int, entries: str) -> Awaitable[object]:
        """Keep entries (a list of texts as JSON) after the table's first `seq`, all or none.

        It fails with the name ConstraintError where the table has another number of them, and with the name
        QuotaExceededError where there is no room.
        """

    def load(self, code: str) -> Awaitable[object]:
        """Return all entries of a table as JSON; nothing where there is no such table."""

    def tables(self) -> Awaitable[object]:
        """Return the codes of all tables as JSON."""

    def get(self, key: str) -> Awaitable[object]:
        """Return what is kept under a key, or nothing."""

    def put(self, key: str, value: str | None) -> Awaitable[object]:
        """Keep a text under a key; None removes it."""


class PageStore(Store):
    """A store over what the page keeps."""

    def __init__(self, page: PageSide) -> None:
        self._page = page

    async def append(self, code: str, seq: int, entries: Sequence[Entry]) -> None:
        """Keep entries; see `Store`."""
        now = time.time()
        await self._append(code, seq, [_written(entry, now) for entry in entries])

    async def _append(self, code: str, seq: int, texts: list[str]) -> None:
        try:
            await self._page.append(code, seq, json.dumps(texts, ensure_ascii=False))
        except Exception as error:  # whatever the page's store throws
            raise _problem(error, code) from None

    async def load(self, code: str, after: int = 0) -> Log | None:
        """Return the table's log; see `Store`."""
        kept = await self._kept(code)
        if kept is None:
            return None
        try:
            entries = tuple(_entry(data) for data in kept)
        except (NonanteError, KeyError, TypeError, ValueError) as error:
            raise damaged(code, error) from None
        changes = [entry.secrets for entry in entries if entry.secrets is not None]
        digests = changes[-1] if changes else ()
        return Log(entries[after:], {seat: digest for seat, digest in enumerate(digests) if digest is not None})

    async def length(self, code: str) -> int:
        """Return how long a table's log is; see `Store`."""
        return len(await self._kept(code) or [])

    async def _kept(self, code: str) -> list[dict[str, Any]] | None:
        text = await self._asked(self._page.load, code)
        try:
            return None if text is None else [_checked(json.loads(one)) for one in json.loads(text)]
        except (TypeError, ValueError) as error:
            raise damaged(code, error) from None

    async def _asked(self, question: Callable[..., Awaitable[object]], *names: str) -> str | None:
        """Return a text of the page's, or None: JavaScript has several words for nothing."""
        try:
            found = await question(*names)
        except Exception as error:  # whatever the page's store throws
            raise _problem(error, " ".join(names)) from None
        return found if isinstance(found, str) else None

    async def codes(self) -> list[str]:
        """Return the codes of all tables; see `Store`."""
        return sorted(json.loads(await self._asked(self._page.tables) or "[]"))

    async def rows(self, code: str) -> list[Row]:
        """Return a table's entries as they are kept; see `Store`."""
        return [
            Row(seq, data["at"], data["seat"], data["key"], json.dumps(data["event"], ensure_ascii=False))
            for seq, data in enumerate(await self._kept(code) or [], start=1)
        ]

    async def restore(self, code: str, rows: Sequence[Row], secrets: Mapping[int, bytes]) -> None:
        """Keep a table that another store has kept; see `Store`."""
        digests = tuple(secrets.get(seat) for seat in range(max(secrets, default=-1) + 1))
        texts = []
        for row in rows:
            event = event_from_data(json.loads(row.event))
            texts.append(_written(Entry(event, row.seat, row.key, digests if row is rows[-1] else None), row.at))
        await self._append(code, 0, texts)

    # Days and reviews.

    async def note_day(self, date: str, category: str, code: str) -> None:
        """Keep a first try at a deal of the day; see `Store`."""
        days = await self.days()
        if (date, category, code) not in days:
            await self._put("days", [*days, (date, category, code)])

    async def days(self) -> list[tuple[str, str, str]]:
        """Return all first tries at deals of the day; see `Store`."""
        return [(str(date), str(category), str(code)) for date, category, code in await self._list("days")]

    async def keep_review(self, key: str, review: str) -> None:
        """Keep a review, with the newest ones only; see `Store`."""
        await self._put(f"review {key}", review)
        keys = [*(one for one in await self._list("reviews") if one != key), key]
        for old in keys[:-REVIEWS]:
            await self._page.put(f"review {old}", None)
        await self._put("reviews", keys[-REVIEWS:])

    async def review_of(self, key: str) -> str | None:
        """Return a review; see `Store`."""
        text = await self._asked(self._page.get, f"review {key}")
        return None if text is None else str(json.loads(text))

    async def _list(self, key: str) -> list[Any]:
        """Return a list that is kept; a damaged one is empty."""
        try:
            kept = json.loads(await self._asked(self._page.get, key) or "[]")
        except ValueError:
            return []
        return kept if isinstance(kept, list) else []

    async def _put(self, key: str, value: object) -> None:
        try:
            await self._page.put(key, json.dumps(value, ensure_ascii=False))
        except Exception as error:
            raise _problem(error, key) from None


def damaged(code: str, error: Exception) -> HostError:
    """Return the refusal of a table that cannot be read any more."""
    return HostError("damaged-table", table=code, why=one_line(error))


def _problem(error: Exception, what: str) -> Exception:
    """Return what an error of the page's store means."""
    match getattr(error, "name", ""):
        case "ConstraintError":
            return Conflict(what)
        case "QuotaExceededError":
            return HostError("storage-full")
    log.error("the page's store failed: %s", error)
    return HostError("storage")


def _written(entry: Entry, at: float) -> str:
    data: dict[str, Any] = {"at": at, "seat": entry.seat, "key": entry.key, "event": event_to_data(entry.event)}
    if entry.secrets is not None:
        data["secrets"] = [digest and digest.hex() for digest in entry.secrets]
    return json.dumps(data, ensure_ascii=False)


def _checked(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict) or not {"at", "seat", "key", "event"} <= set(data):
        raise ValueError("an entry of its log is not there")
    return data


def _entry(data: dict[str, Any]) -> Entry:
    secrets = data.get("secrets")
    digests: Digests | None = None
    if secrets is not None:
        digests = tuple(None if digest is None else bytes.fromhex(digest) for digest in secrets)
    return Entry(event_from_data(data["event"]), data["seat"], data["key"], digests)
