"""Rows of a store that are not as we write them: the table is refused as damaged, at every address, in one line."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest
from tests.host.indoors import OPEN, QUICK
from tests.server.entrances import TODAY

from nonante.host.access import digest_of
from nonante.host.pages import PageRequest, pages
from nonante.host.store import Row
from nonante.host.tables import Tables
from nonante.host.thinking import Thinker
from nonante.rules import NonanteError
from nonante.server.sqlite import SqliteStore
from nonante.table import TableError, event_from_data, event_to_data
from nonante.table.events import EVENTS

SEATED = {"kind": "seated", "seat": 0, "name": "Anna", "level": None}
DEALT = {"kind": "dealt", "seed": 7, "position": None, "known": None, "day": None}
PLAYED = {"kind": "played", "seat": 0, "move": "end"}
ODD: list[dict[str, Any]] = [
    *({**PLAYED, "seat": seat} for seat in (None, True, "0", 7, -1, 0.0)),
    *({"kind": kind, "seat": None} for kind, event in EVENTS.items() if "seat" in event.__slots__),
    {"kind": "signalled", "seat": 9, "signal": "trouble"},
    {"kind": "wished", "seat": 9, "wish": "start"},
    {**PLAYED, "move": None},
    {**DEALT, "seed": None},
    {**DEALT, "seed": "7"},
    {**DEALT, "position": []},
    {**DEALT, "known": 7},
    {"kind": "configured", "settings": None},
    {"kind": "paused", "on": None},
    {"kind": "disclosed", "known": None},
    {"kind": "disclosed", "known": "x"},
]


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_a_row_with_a_null_seat_or_worse_makes_a_damaged_table_and_no_trace(
    odd: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        store = SqliteStore(":memory:")
        tables = Tables(store, OPEN, QUICK)
        settings = {"kind": "configured", "settings": {"rules": {"edition": "base", "players": 1}}}
        events = [settings, SEATED, DEALT, odd]
        rows = [Row(n, 0.0, None, None, json.dumps(event)) for n, event in enumerate(events, start=1)]
        await store.restore("BCDFGH", rows, {0: digest_of("x")})
        thinker = Thinker(store)
        for page in pages(tables, thinker, thinker):
            asked = {
                "/api/tables/{code}": {},
                "/api/tables/{code}/record": {},
                "/api/tables/{code}/file": {"token": "x"},
                "/api/replay/{game}": {},
                "/api/review/curve": {"game": "BCDFGH-1"},
                "/api/daily/results": {"date": TODAY, "category": "solo", "own": {"code": "BCDFGH", "token": "x"}},
            }
            if page.path in asked:
                names, body = {"code": "BCDFGH", "game": "BCDFGH-1"}, json.dumps(asked[page.path]).encode()
                with pytest.raises(NonanteError) as refused:
                    await page.respond(PageRequest(names, body))
                assert refused.value.code == "damaged-table", page.path
        with pytest.raises(NonanteError):
            await tables.wake("BCDFGH")
        thinker.close()
        await tables.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())
    assert [record.exc_info for record in caplog.records if record.exc_info] == []


def test_what_we_write_is_read_again() -> None:
    for odd in (SEATED, DEALT, PLAYED, {**DEALT, "seed": None, "position": {"a": 1}, "known": "seed", "day": TODAY}):
        assert event_to_data(event_from_data(odd)) == odd
    with pytest.raises(TableError, match="wrong kind"):
        event_from_data({**SEATED, "seat": None})
