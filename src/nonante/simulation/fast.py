"""Whole games in compiled code."""

from __future__ import annotations

from typing import Any

from .. import kernel as kernel_room
from ..rules import Rules
from .errors import NeedsExtra
from .results import Counts


class FastGames:
    """Plays any span of a run's games; the same object may be used by several threads."""

    def __init__(self, rules: Rules, settings: dict[str, float], seed: int) -> None:
        if not kernel_room.available():
            raise NeedsExtra(what="this player", extra="fast")
        reference = kernel_room.load("reference")
        from ..kernel import codes, layout, records

        self._seed = seed
        self._rules, self._player = records.rules_record(rules), records.player_record(settings)
        plain = not self._rules[layout.SPECIAL]
        if settings["kind"] == codes.GREEDY and plain:
            self._entry = reference.play_greedy
        elif settings["kind"] == codes.GROUPS and plain:
            self._entry = reference.play_groups
        elif settings["kind"] < codes.PLANNER:
            self._entry = reference.play_simple
        else:
            self._entry = reference.play_searched

    def outcomes(self, first: int, stop: int) -> Any:
        """Return an array with one line a game; see `results.Outcome`."""
        return self._play(first, stop - first, 0)[0]

    def record(self, game: int) -> tuple[int, list[int], Any]:
        """Play one game; return the seat that started, the actions, and the state record at the end."""
        _, log, state = self._play(game, 1, 512)
        actions = [int(action) for action in log[1:] if action >= 0]
        return int(log[0]), actions, state

    def _play(self, first: int, count: int, room: int) -> tuple[Any, Any, Any]:
        import numpy as np

        from ..kernel import layout

        state, work = np.zeros(layout.STATE_SIZE, np.int64), np.zeros(layout.PLANNING_SIZE, np.int64)
        outcomes, log = np.zeros((count, layout.OUTCOME_SIZE), np.int64), np.full(room, -1, np.int64)
        log[:1] = 0
        seeds = np.array([self._seed, first], np.uint64)
        rules, prices = self._rules.copy(), np.zeros(layout.PRICES_SIZE)
        self._entry(state, rules, self._player, work, prices, seeds, outcomes, log)
        return outcomes, log, state


def count_outcomes(outcomes: Any) -> Counts:
    """Count an array of outcomes."""
    import numpy as np

    def counted(column: Any, length: int) -> tuple[int, ...]:
        return tuple(np.bincount(column, minlength=length).tolist())

    lost = outcomes[outcomes[:, 1] > 0]
    return Counts(
        counted(outcomes[:, 0], 99),
        counted(outcomes[:, 1], 7),
        counted(lost[:, 2], 9),
        int(outcomes[:, 3].sum()),
        int((lost[:, 4] == 0).sum()),
    )
