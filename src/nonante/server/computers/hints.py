"""`Hints`: what a strong computer player would do, worked out in a thread, one question of a seat at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor

from ...rules import NonanteError, View
from ...table import Signal, Table
from ..errors import ServerError, refusal_of
from ..messages import Advice, Refused
from . import levels

log = logging.getLogger("nonante.server")


class Hints:
    """The questions of one table."""

    def __init__(self, pool: Executor | None) -> None:
        self._pool = pool
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def ask(self, table: Table, seat: int, key: str, answer: Callable[[Advice | Refused], None]) -> None:
        """Begin to think about this seat's turn; `answer` is called when done."""
        if not table.settings.hints:
            raise ServerError("hints-off")
        view = table.require_turn(seat).view(seat)
        if seat in self._tasks:
            raise ServerError("thinking")
        self._tasks[seat] = asyncio.create_task(self._think(view, table.standing, seat, key, answer))

    async def _think(
        self,
        view: View,
        signals: tuple[Signal, ...],
        seat: int,
        key: str,
        answer: Callable[[Advice | Refused], None],
    ) -> None:
        try:
            loop = asyncio.get_running_loop()
            moves, reasons = await loop.run_in_executor(self._pool, levels.advise, view, signals)
            answer(Advice(key, moves, reasons))
        except NonanteError as error:
            answer(Refused(key, refusal_of(error)))
        except Exception:
            log.exception("a hint failed")
            answer(Refused(key, refusal_of(ServerError("internal"))))
        finally:
            del self._tasks[seat]

    async def close(self) -> None:
        """Stop thinking."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
