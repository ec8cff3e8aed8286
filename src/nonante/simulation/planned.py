"""A way of playing that the kernel knows, on one seat beside other players: each turn is planned by compiled code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from .. import kernel as kernel_room
from ..players import SilentPlayer
from ..players.talk import may_talk
from ..rules import LETTERS, Rules, View, card_of
from ..table import Signal
from .errors import NeedsExtra

SettingsFor: TypeAlias = Callable[[int], Mapping[str, float]]
"""From a number of players to the kernel's settings."""


class PlannedSeat(SilentPlayer):
    """Plays by settings of the kernel, and says whether it would like to start; it neither speaks nor heeds."""

    def __init__(self, settings_for: SettingsFor) -> None:
        if not kernel_room.available():
            raise NeedsExtra(what="this player", extra="fast")
        self._settings_for = settings_for

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - it does not heed
        """Return the turn as planned; where every way loses, whatever is legal."""
        return self._planned(view, opened=True) or view.legal_moves()[:1]

    def wish(self, view: View) -> str | None:
        """Say whether this hand should start: by how far its first turn would move the tops."""
        limit = self._settings_for(view.rules.players).get("start_cost", 0)
        if limit < 0 or view.turn != 1 or not may_talk(view):
            return None
        return "like" if _cost(self._planned(view, opened=False)) <= limit else "rather-not"

    def _planned(self, view: View, *, opened: bool) -> list[str]:
        import numpy as np

        from ..kernel import layout, records, views

        settings = self._settings_for(view.rules.players)
        rules, player = _records(view.rules, tuple(settings.items()))
        state, work = np.zeros(layout.STATE_SIZE, np.int64), np.zeros(layout.PLANNING_SIZE, np.int64)
        views.write_view(state[: layout.VIEW_SIZE], view, [0] * view.rules.players, opened=opened)
        kernel_room.load("reference").plan_turn(state, rules, player, work, np.zeros(layout.PRICES_SIZE))
        return [records.move_of(action) for action in work[layout.PLAN + 1 :][: work[layout.PLAN]]]


def _cost(moves: Sequence[str]) -> int:
    """Return how far a first turn moves the tops on from bare piles."""
    highest = {move[-1]: card_of(move) for move in moves if move[-1] in LETTERS}  # of each pile the last card counts
    return sum(card - 1 if LETTERS.index(letter) < 2 else 100 - card for letter, card in highest.items())


@lru_cache(64)  # with seeded commands every game has rules of its own
def _records(rules: Rules, settings: tuple[tuple[str, float], ...]) -> tuple[Any, Any]:
    from ..kernel import records

    return records.rules_record(rules), records.player_record(dict(settings))
