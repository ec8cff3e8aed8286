"""Where computer players think: in the threads of a pool, or, where there are none, right here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

T = TypeVar("T")


class Here(Executor):
    """A pool without threads."""

    def submit(self, question: Callable[..., T], /, *details: Any, **named: Any) -> Future[T]:
        """Answer at once."""
        answer: Future[T] = Future()
        try:
            answer.set_result(question(*details, **named))
        except Exception as error:
            answer.set_exception(error)
        return answer


async def ask(pool: Executor | None, question: Callable[..., T], *details: object) -> T:
    """Ask in a thread of a pool, of asyncio's own where there is none; without threads, others go first."""
    if isinstance(pool, Here):
        await asyncio.sleep(0)
    return await asyncio.get_running_loop().run_in_executor(pool, question, *details)
