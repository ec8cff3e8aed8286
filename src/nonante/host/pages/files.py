"""A game to take along: one person's game as a file or a link, and a table that plays on from it."""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from typing import Any, Final

from ...messages import (
    AskFile,
    FileHead,
    GameFile,
    LinkError,
    StructError,
    decoder,
    encode,
    file_format,
    read_link_content,
    write_link,
)
from ...review import MOST_ENTRIES, MOST_TEXT
from ...rules import Cause, NonanteError
from ...table import Event, Record, Settings, Table
from ..errors import HostError
from ..levels import check_level
from ..live_table import TRIES
from ..tables import Tables
from .requests import Answer, PageRequest, answer, read

KIND: Final = "game"
_LINK: Final = "2"  # of links in `messages`
_OLD: Final = "e"  # what the first links began with: compressed data alone


class FileContent(FileHead, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is in the file: the record of a game, and what a record leaves out."""

    settings: dict[str, Any]
    levels: list[str | None]
    """The level of each computer player; null for the person."""
    record: dict[str, Any]


class FilePage:
    """Gives games out, and takes them in."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def give(self, request: PageRequest) -> Answer:
        """Give a game to the one person who plays it; a running one is a known deal from then on, for all to see."""
        code, token = request.names["code"], read(request, AskFile).token
        caller, who = request.caller.holding(token), request.caller.address
        code, _ = await self._tables.find_own(code, caller)
        _, table = await self._tables.look(code, caller.at_home())
        _must_be_alone(table)
        await self._tables.must_not_be_sealed(code)
        if table.fresh:
            table = await self._disclose(code)
        text = await self._tables.reading.do(who, file_of, table)
        return answer(GameFile(f"nonante-{code.upper()}-{table.deals}.json", text, packed(text)))

    async def _disclose(self, code: str) -> Table:
        """Make the deal a known one before anybody is given its cards."""
        live = await self._tables.wake(code)
        for _ in range(TRIES):
            if not live.table.fresh:
                return live.table
            await live.log.act(lambda table: table.steps([table.disclose()]) if table.fresh else [])
        raise HostError("storage")

    async def open(self, request: PageRequest) -> Answer:
        """Open a table with a game that was given out, here or elsewhere."""
        events, seat = await self._tables.reading.do(
            request.caller.address, read_file, request.body.decode("utf-8", "replace")
        )
        return answer(await self._tables.open_with(events, seat), 201)


def _must_be_alone(table: Table) -> None:
    if len(table.people) != 1:
        raise HostError("not-alone")


def file_of(table: Table) -> str:
    """Return a game as text, with all its cards."""
    levels = [seat.level for seat in table.seats if seat]
    record = Record.of(table).to_data()
    content = FileContent(file_format(KIND), settings=table.settings.to_data(), levels=levels, record=record)
    return encode(content).decode()


def packed(text: str) -> str:
    """Return a file as a link."""
    return write_link(_LINK, zlib.compress(text.encode(), 9))


def read_file(text: str) -> tuple[list[Event], int]:
    """Return what happened in a file or a link, every move checked, and the person's seat; refuse anything else."""
    try:
        content = decoder(FileContent)(_unpacked(text.strip()))
        entries = content.record.get("entries")
        if not content.names(KIND) or not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
            raise HostError("game-file", why=Cause("format", format=file_format(KIND)))
        return _events(content, Record.from_data(content.record))
    except HostError:
        raise
    except LinkError as error:
        raise HostError("game-file", why=error.why) from None
    except (StructError, NonanteError, ValueError, zlib.error, RecursionError) as error:
        raise HostError("game-file", why=Cause.of(error)) from None


def _unpacked(text: str) -> str:
    """Return the text of a file; a link is unpacked, but not without end."""
    if len(text) > MOST_TEXT:
        raise HostError("game-file", why=Cause("too-long"))
    if text.startswith("{"):
        return text
    text = text.rpartition("#")[2]  # of a whole address too
    if text.startswith(_OLD):
        content = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    else:
        content = read_link_content(_LINK, text)
    return zlib.decompressobj().decompress(content, MOST_TEXT).decode()


def _events(content: FileContent, record: Record) -> tuple[list[Event], int]:
    settings = Settings.from_data(content.settings)
    levels = [None if level is None else check_level(level) for level in content.levels]
    if settings.rules != record.rules or len(levels) != len(record.names) or levels.count(None) != 1:
        raise HostError("game-file", why=Cause("parts"))
    # Whoever has the file can read the cards in it, and a game that is copied would count twice (R50).
    record = replace(record, dealt=replace(record.dealt, known=record.dealt.known_by or "link"))
    return [*record.opening_events(settings, levels), *record.entries], levels.index(None)
