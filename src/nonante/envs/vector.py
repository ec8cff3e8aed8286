"""`Encoder`: the vector that a seat sees of any game of `rules`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock

import numpy as np
import numpy.typing as npt

from ..rules import Game, Rules
from ..table import Signal
from .actions import action_of_signal
from .layout import Vector
from .options import Chosen


class Encoder:
    """Writes observation vectors for one set of rules; `layout` describes their parts."""

    def __init__(self, rules: Rules, observe: str = "observation", signals: bool = False) -> None:
        from .engine import Engine  # compiled: not before it is needed

        self._lock = Lock()
        self._engine = Engine(1, Chosen(rules, observe, signals))
        self.layout = self._engine.layout
        self.size = self.layout.size

    def vector(self, game: Game, seat: int, standing: Iterable[Signal] = ()) -> Vector:
        """Return the vector of a seat as a new array; its history begins with this game."""
        with self._lock:
            self._engine.load(game, wishes=False)
            for signal in standing:
                self._engine.say(signal.seat, action_of_signal(signal))
            return self._engine.see(seat)

    def see(self, row: npt.NDArray[np.int64], seat: int, *, private: bool) -> Vector:
        """Return the vector of a row of the engine; without `private`, own signals appear once everybody sees them."""
        with self._lock:
            self._engine.rows[0] = row[: self._engine.rows.shape[1]]
            if not private:
                self._engine.speak_out(seat)
            return self._engine.see(seat)

    def parts(self, vector: npt.NDArray[np.generic]) -> Mapping[str, npt.NDArray[np.generic]]:
        """Return the named parts of a vector, each in its shape, as views."""
        return {part.name: vector[part.start : part.stop].reshape(part.shape) for part in self.layout}
