"""Long thoughts cut into steps: think one through, or let others go first between two steps."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""A computation that pauses after every step and returns its result."""


def finish(steps: Steps[T]) -> T:
    """Run all steps and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found


def at_once(thought: Callable[..., T], *details: object) -> Steps[T]:
    """Wrap a computation as a single step."""
    yield
    return thought(*details)
