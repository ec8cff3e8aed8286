"""A game to take along: one person's game as a file or a link, and a table that plays on from it."""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from typing import Any, Final

from ...messages import AskFile, GameFile, Struct, StructError, decoder, encode
from ...review import MOST_ENTRIES, MOST_TEXT
from ...rules import Cause, NonanteError
from ...table import Event, Record, Seated, Settings, Table
from ..computers.levels import check_level
from ..errors import HostError
from ..room import TRIES
from ..store import Entry
from ..tables import Tables
from ..tokens import digest_of, new_token, seat_of
from .asking import Answer, Asked, answer, read

FORMAT: Final = "nonante-game-1"


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the file: the record of a game, and what a record leaves out."""

    format: str
    settings: dict[str, Any]
    levels: list[str | None]
    """The level of each computer player; null for the person."""
    record: dict[str, Any]


class FilePage:
    """Gives games out, and takes them in."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def give(self, request: Asked) -> Answer:
        """Give a game to the one person who plays it; a running one is a known deal from then on, for all to see."""
        code, token = request.names["code"], read(request, AskFile).token
        caller, who = request.caller.holding(token), request.caller.address
        code = await self._tables.find(code, caller)
        if seat_of(token, await self._tables.store.secrets(code) or {}) is None:
            raise HostError("token")
        _, table = await self._tables.look(code, caller.at_home())
        _must_be_alone(table)
        if table.fresh:
            table = await self._disclose(code)
        text = await self._tables.reading.do(who, file_of, table)
        return answer(GameFile(f"nonante-{code.upper()}-{table.deals}.json", text, link_of(text)))

    async def _disclose(self, code: str) -> Table:
        """Mark the deal as known before anybody is given its cards."""
        room = await self._tables.room(code)
        for _ in range(TRIES):
            if not room.table.fresh:
                return room.table
            await room.act(lambda table: table.steps([table.disclose()]) if table.fresh else [])
        raise HostError("storage")

    async def open(self, request: Asked) -> Answer:
        """Open a table with a game that was given out, here or elsewhere."""
        token = new_token()
        events, seat = await self._tables.reading.do(
            request.caller.address, read_file, request.body.decode("utf-8", "replace")
        )
        return answer(await self._tables.open_with(opening(events, seat, token), seat, token), 201)


def _must_be_alone(table: Table) -> None:
    if sum(seat is not None and seat.level is None for seat in table.seats) != 1:
        raise HostError("not-alone")


def file_of(table: Table) -> str:
    """Return a game as text, with all its cards."""
    levels = [seat.level for seat in table.seats if seat]
    return encode(Kept(FORMAT, table.settings.to_data(), levels, Record.of(table).to_data())).decode()


def link_of(text: str) -> str:
    """Return a file as a short text."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def read_file(text: str) -> tuple[list[Event], int]:
    """Return what happened in a file or a link, every move checked, and the person's seat; refuse anything else."""
    try:
        kept = decoder(Kept)(_unpacked(text.strip()))
        entries = kept.record.get("entries")
        if kept.format != FORMAT or not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
            raise HostError("game-file", why=Cause("format", format=FORMAT))
        return _events(kept, Record.from_data(kept.record))
    except HostError:
        raise
    except (StructError, NonanteError, ValueError, zlib.error, RecursionError) as error:
        raise HostError("game-file", why=Cause.of(error)) from None


def _unpacked(text: str) -> str:
    """Return the text of a file; a link is unpacked, but not without end."""
    if len(text) > MOST_TEXT:
        raise HostError("game-file", why=Cause("too-long"))
    if text.startswith("{"):
        return text
    text = text.rpartition("#")[2]  # of a whole address too
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return zlib.decompressobj().decompress(packed, MOST_TEXT).decode()


def _events(kept: Kept, record: Record) -> tuple[list[Event], int]:
    settings = Settings.from_data(kept.settings)
    levels = [None if level is None else check_level(level) for level in kept.levels]
    if settings.rules != record.rules or len(levels) != len(record.names) or levels.count(None) != 1:
        raise HostError("game-file", why=Cause("parts"))
    # Whoever has the file can read the cards in it, and a game that is copied would count twice (R50).
    record = replace(record, dealt=replace(record.dealt, known=record.dealt.known_by or "link"))
    return [*record.opening_events(settings, levels), *record.entries], levels.index(None)


def opening(events: list[Event], seat: int, token: str) -> list[Entry]:
    """Return the first entries of a table that plays on, with the secret of the person's seat."""
    seated = [number for number, event in enumerate(events) if isinstance(event, Seated)]
    digests = tuple(digest_of(token) if place == seat else None for place in range(len(seated)))
    return [Entry(event, secrets=digests if number == seated[-1] else None) for number, event in enumerate(events)]
