"""The garbage collector waits until there is enough to search for, and then finds it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import closing

import pytest

from nonante.server.running import Collector

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
    make_garbage()
    collector.look()
    assert first() is None


def test_what_was_put_aside_is_not_searched_again_soon(collector: Collector) -> None:
    old = Knot()
    make_garbage()
    collector.look()
    gone = weakref.ref(old)
    del old
    make_garbage(gc.get_freeze_count())
    collector.look()
    assert gone() is not None


def test_after_a_rest_everything_is_searched() -> None:
    with closing(asyncio.new_event_loop()) as loop, Collector(least=FEW, rest=0) as collector:
        collector.start(loop)
        old = Knot()
        make_garbage()
        collector.look()
        gone = weakref.ref(old)
        del old
        make_garbage()
        collector.look()
        assert gone() is None


def make_garbage(count: int = 2 * FEW) -> None:
    """Leave objects that only hold on to themselves."""
    for _ in range(count):
        Knot()
