"""`PageStore`: a table's log comes back as it was kept."""

from __future__ import annotations

import asyncio

from tests.browser.page import Page

from nonante.browser.store import PageStore
from nonante.host import Entry
from nonante.rules import Rules
from nonante.table import Event, Settings, Table


def test_events_come_back_in_order_and_the_newest_secrets_count() -> None:
    table = Table()
    events: list[Event] = [table.configure(Settings(Rules(players=2)))]
    for name in ("Ann", "Bob"):
        table = table.apply(events[-1])
        events.append(table.sit(name))
    secrets = (None, (b"a", None), (b"a", b"b"))
    entries = [Entry(event, secrets=known) for event, known in zip(events, secrets, strict=True)]

    async def main() -> None:
        store = PageStore(Page())
        for seq, entry in enumerate(entries):
            await store.append("ABCDEF", seq, [entry])
        log = await store.load("ABCDEF")
        assert log is not None
        assert [entry.event for entry in log.entries] == events
        assert log.secrets == {0: b"a", 1: b"b"}
        assert await store.load("QQQQQQ") is None

    asyncio.run(main())
