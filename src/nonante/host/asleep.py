"""`Asleep`: tables that are only in the store, as they were when somebody last asked."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from .state import State

MOST_EVENTS: Final = 50_000
"""Of all tables that are remembered, together."""


class Asleep:
    """The tables asked for last, as many as fit: who asks again costs nobody the reading of a long log."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        self._most = most
        self._events = 0
        self._states: OrderedDict[str, State] = OrderedDict()

    def find(self, code: str, length: int) -> State | None:
        """Return a table that is known, unless more has happened at it."""
        state = self._states.get(code)
        if state is None or state.seq != length:
            return None
        self._states.move_to_end(code)
        return state

    def keep(self, code: str, state: State) -> State:
        """Remember a table; the oldest ones are forgotten for it."""
        self.wake(code)
        self._events += state.seq
        self._states[code] = state
        while self._events > self._most:
            self._events -= self._states.popitem(last=False)[1].seq
        return state

    def wake(self, code: str) -> None:
        """Forget a table that goes on."""
        state = self._states.pop(code, None)
        self._events -= state.seq if state else 0
