"""Runs what a test does to the tables of this process, with time that passes or leaps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from tests.host.indoors import PATIENCE, QUICK, Data, Indoors, indoors


def run(work: Callable[[Indoors], Awaitable[None]]) -> None:
    async def main() -> None:
        async with indoors() as house:
            await asyncio.wait_for(work(house), PATIENCE)

    asyncio.run(main())


class Leaping(asyncio.SelectorEventLoop):
    """Waits as long as it takes, until it is told that time has passed."""

    leapt = 0.0

    def time(self) -> float:
        return super().time() + self.leapt


def run_leaping(work: Callable[[Indoors, Callable[[], None]], Awaitable[None]]) -> None:
    """Run with a table that has all the time in the world; the function given lets it pass."""
    loop = Leaping()
    age = 1e6
    behaviour = replace(QUICK, arrive=age, host=age, anyone=age)

    def leap() -> None:
        loop.leapt += age

    async def main() -> None:
        async with indoors(behaviour=behaviour) as house:
            await work(house, leap)

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(main())


def news(message: Data) -> list[str]:
    return [item["kind"] for item in message["news"]]
