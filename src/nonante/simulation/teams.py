"""Whole games of the levels, compiled: all seats alike, or each with a level of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from .. import kernel as kernel_room
from ..kernel.layout import Level
from ..players import LEVEL_KINDS, Champion, Companion, Planner, QuickChampion, net_for
from ..rules import Rules
from .registry import Contestant, KernelPlayer

_CHAMPIONS: Final = (Champion, Companion, QuickChampion)


def plays_compiled(team: Sequence[Contestant]) -> bool:
    """Tell whether these players play their games compiled; of champions, all have to look equally far ahead."""
    makers = [_maker(one) for one in team]  # anybody's own may be anything that can be called
    known = all(any(make is level for level in (*LEVEL_KINDS, *_CHAMPIONS)) for make in makers)
    return kernel_room.available() and known and sum(any(make is one for make in makers) for one in _CHAMPIONS) < 2


class TeamGames:
    """Plays any span of a run's games; several threads may use it."""

    def __init__(self, rules: Rules, seats: Sequence[Contestant], seed: int, odd: Sequence[Contestant] = ()) -> None:
        """Seat one player a seat, and others in games with an odd number where `odd` names them."""
        self._rules, self._seed = rules, seed
        self._games = [[_maker(one) for one in team] for team in (seats, odd or seats)]
        self._who = list(dict.fromkeys(make for team in self._games for make in team))

    def outcomes(self, first: int, stop: int) -> Any:
        """Return an array with one line a game; see `results.Outcome`."""
        workspaces = kernel_room.load("workspace")
        run = workspaces.Run(self._seed, first, stop - first)
        champion = next((one for one in self._who if one in _CHAMPIONS), None)
        if champion is None:
            mind = workspaces.mind(self._rules, _no_net())
            return self._played(workspaces.Workspace(), mind, run)
        mind = workspaces.mind(self._rules, *net_for(self._rules))
        workspace = workspaces.Workspace(champion.look_ahead(self._rules))
        return workspace.play(mind, run) if self._who == [champion] else self._played(workspace, mind, run)

    def _played(self, workspace: Any, mind: Any, run: Any) -> Any:
        teams = kernel_room.load("teams")
        return teams.play_games(workspace, mind, self._team(teams), run)

    def _team(self, teams: Any) -> Any:
        import numpy as np

        seats = [[self._who.index(make) for make in team] + [0] * (5 - len(team)) for team in self._games]
        levels = np.array([_level_record(who, self._rules) for who in self._who], np.float64)
        talks = np.array([_talk_record(who, self._rules) for who in self._who])
        return teams.Team(np.array(seats, np.int64).ravel(), levels.ravel(), talks.ravel())


def _maker(one: Contestant) -> Any:
    """Return the class of a level."""
    return None if isinstance(one, KernelPlayer) else one.make


@cache
def _no_net() -> Any:
    import numpy as np

    return np.zeros(1, np.float32)


def _talk_record(who: type[Champion | Planner], rules: Rules) -> Any:
    """Return how a player talks, as the kernel reads it."""
    manner = who().manner_for(rules)
    settings = kernel_room.load("workspace").TalkSettings
    return settings(manner.keep_within, manner.small_within, manner.trouble_from, manner.comfortable_to).record()


def _level_record(who: type[Champion | Planner], rules: Rules) -> list[float]:
    """Return what a player goes by, as the kernel reads it."""
    if issubclass(who, Planner):
        return who().record(rules).numbers()
    level = Level()
    level.level_kind = len(LEVEL_KINDS)
    return level.numbers()
