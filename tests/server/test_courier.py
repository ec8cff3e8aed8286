"""Whom the courier serves first: slow services of one table keep nobody else waiting."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

import pytest
from tests.host.memory import MemoryStore

from nonante.host import Tables
from nonante.server.courier import AT_ONCE, OF_ONE, Courier
from nonante.server.notices import Notice, Notices
from nonante.server.outgoing import Outgoing

HANGS = 20.0  # seconds


class Queue:
    """Notices in the order in which they are due."""

    def __init__(self, codes: Sequence[str]) -> None:
        self.waiting = [Notice(code, 1, "turn", f"device {n}", 0, 0, 0) for n, code in enumerate(codes)]

    async def due(self, most: int, but: Sequence[str] = ()) -> list[Notice]:
        taken = [notice for notice in self.waiting if notice.code not in but][:most]
        self.waiting = [notice for notice in self.waiting if notice not in taken]
        return taken

    async def done(self, notice: Notice) -> None:
        pass


def test_a_table_whose_services_are_slow_keeps_no_other_table_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        tables = Tables(MemoryStore())
        queue = Queue(["SLOW"] * 3 * AT_ONCE + ["OTHER"])
        courier = Courier(tables, cast(Notices, queue), Outgoing(), None)
        sending, slow, told = Counter[str](), asyncio.Event(), asyncio.Event()

        async def deliver(notice: Notice) -> Any:
            sending[notice.code] += 1
            assert sending["SLOW"] < 2 * OF_ONE
            await (slow.wait() if notice.code == "SLOW" else asyncio.sleep(0))
            sending[notice.code] -= 1
            if notice.code == "OTHER":
                told.set()

        monkeypatch.setattr(courier, "_deliver_once", deliver)
        running = asyncio.create_task(courier.run())
        await asyncio.wait_for(told.wait(), HANGS)
        slow.set()
        while queue.waiting or sending.total():
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await tables.close()

    asyncio.run(main())
