"""The garbage collector waits until there is enough to search for, and then finds it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import closing

import pytest

from nonante.server.collector import Collector

FEW = 2_000


class Knot:
    """Something that holds on to itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def collector() -> Iterator[Collector]:
    """A collector that looks early."""
    with closing(asyncio.new_event_loop()) as loop, Collector(least=FEW) as collector:
        collector.start(loop)
        yield collector
    assert gc.isenabled()


def test_little_garbage_waits(collector: Collector) -> None:
    knot = weakref.ref(Knot())
    collector.look()
    assert knot() is not None


def test_much_garbage_is_found(collector: Collector) -> None:
    first = weakref.ref(Knot())
    for _ in range(2 * FEW):
        Knot()
    collector.look()
    assert first() is None


def test_soon_after_a_search_it_waits_for_more(collector: Collector) -> None:
    kept = [Knot() for _ in range(10 * FEW)]
    collector.look()
    first = weakref.ref(Knot())
    for _ in range(2 * FEW):  # enough for the first look, and little beside what is kept
        Knot()
    collector.look()
    assert first() is not None
    assert kept


def test_after_a_rest_it_looks_again() -> None:
    with closing(asyncio.new_event_loop()) as loop, Collector(least=FEW, rest=0) as collector:
        collector.start(loop)
        kept = [Knot() for _ in range(10 * FEW)]
        collector.look()
        first = weakref.ref(Knot())
        for _ in range(2 * FEW):
            Knot()
        collector.look()
        assert first() is None
        assert kept
