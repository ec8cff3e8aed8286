"""`Player`: what every computer player can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..rules import View
from ..table import Signal


class Player(Protocol):
    """A computer player. It keeps no memory: equal views and signals bring equal answers, whatever is hidden."""

    def choose(self, view: View, signals: Sequence[Signal] = ()) -> str:
        """Return the next move of the active seat, such as ``"57A"`` or ``"end"``."""
        ...

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the rest of the turn as intended now, closing with ``"end"`` where it does not end by itself."""
        ...

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:
        """Return the signals this seat would have standing now; none when talk is closed."""
        ...

    def wish(self, view: View) -> str | None:
        """Return ``"like"`` or ``"rather-not"`` about starting the game, or None."""
        ...
