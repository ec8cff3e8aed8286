"""`PlainEngine`: the engine for one game on a machine without Numba."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..kernel import layout as at
from ..rules import REASONS, Game
from .actions import ACTIONS, MOVE_OF
from .encoding import observe, write_mask
from .engine import PARTS, REWARD, Engine, Int8s
from .state import PAST, PHASE, PLAY, WISH, Row, follow, note, worth
from .talk import acting, covers, fade, open_talk, speak


class PlainEngine(Engine):
    """One game without Numba: `rules` plays it, and the same functions, interpreted, write what seats see."""

    game: Callable[[], Game]
    """Returns the game as `rules` hold it."""

    def deal(self, first: int, last: int) -> None:  # noqa: ARG002 - there is one game
        """Deal the game of the first seed."""
        self.load(Game.deal(self.rules, int(self.seeds[0])), wishes=True)

    def step(self, actions: npt.NDArray[np.int64], first: int, last: int) -> float:  # noqa: ARG002 - likewise
        """Play one legal action in the first game."""
        row, rules, talk, action, paid = *self._records(), int(actions[0]), 0.0
        before = self.game()
        if row[PHASE] == PLAY:
            covered, after = covers(row, rules, talk), before.play(MOVE_OF[action])
            paid = -worth(row, self._desk[REWARD], before.score)
            follow(row, after)
            paid += worth(row, self._desk[REWARD], after.score)
            if len(row) > PAST:
                note(row, action, before.active, before.turn, after.cards_left)
            if self._talks:
                fade(row, rules, talk, covered, before.turn, before.active)
            self.ends[0], self.scores[0] = after.status != "playing", after.score
            self.reasons[0] = 1 + REASONS.index(after.reason) if after.reason else 0
        else:
            wishes = row[PHASE] == WISH
            speak(row, rules, talk, action)
            if wishes and row[PHASE] != WISH:
                follow(row, before.start_with(int(row[at.ACTIVE])))
        self.show()
        return float(paid)

    def show(self, phase: int = PLAY) -> None:
        """Write what the seat that acts sees; the talk of a phase begins, if there is talk."""
        row, rules, talk = self._records()
        if self._talks and phase != PLAY:
            open_talk(row, rules, talk, phase)
        self.seats[0] = acting(row)
        self.observations[0] = self.see(int(self.seats[0]))
        self.choices[0] = write_mask(row, rules, talk, self.masks[0], self._talks)

    def see(self, seat: int) -> Int8s:
        """Return what any seat sees."""
        out = np.empty(self.layout.size, np.int8)
        observe(*self._records(), out, seat, tuple(self._desk[PARTS : PARTS + 4].tolist()))
        return out

    @property
    def _talks(self) -> bool:
        return self.actions > ACTIONS

    def _records(self) -> tuple[Row, Row, Row]:
        return self.rows[0], self._rules[0], self._talk
