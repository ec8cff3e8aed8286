"""Whole games of the levels, compiled: all seats alike, or each with a level of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from .. import kernel as kernel_room
from ..players import Champion, Companion, QuickChampion
from ..players.champion import net_for
from ..players.novice import MISSED, MISSED_EFFORT, TEMPTING, TEMPTING_LATE, Novice
from ..players.planner import Planner
from ..players.steady import ALL_IT_TAKES, LEFT_SHOWING, WORTH_A_CARD, WORTH_A_CARD_LATE, Steady
from ..players.strong import Strong
from ..players.talk import Manner
from ..players.value import FEATURES, HELD, SHOWN, set_for, weights_file
from ..rules import Rules
from .registry import Contestant, KernelPlayer

_CHAMPIONS: Final = (Champion, Companion, QuickChampion)
_LEVELS: Final = (Novice, Steady, Strong)  # in the order of the kernel's kinds


def plays_compiled(team: Sequence[Contestant]) -> bool:
    """Tell whether these players play their games compiled; of champions, all have to look equally far ahead."""
    makers = [_maker(one) for one in team]  # anybody's own may be anything that can be called
    known = all(any(make is level for level in (*_LEVELS, *_CHAMPIONS)) for make in makers)
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
        levels = np.array([_level_record(who, self._rules) for who in self._who])
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


def _level_record(who: type[Champion | Planner], rules: Rules) -> Any:
    """Return what a player goes by, as the kernel reads it."""
    import numpy as np

    from ..kernel import layout as at

    record = np.zeros(at.LEVEL_SIZE)
    record[at.LEVEL_KIND] = _LEVELS.index(who) if who in _LEVELS else len(_LEVELS)
    if issubclass(who, Planner):
        scope = who.scope
        record[at.LEVEL_WIDTH : at.LEVEL_BEAM + 1] = scope.width, scope.reach, scope.extra, scope.beam
        _write_manner(record, at, who().manner_for(rules))
    if who is Novice:
        record[at.NOVICE_MISSED : at.NOVICE_TEMPTING_LATE + 1] = MISSED, MISSED_EFFORT, TEMPTING, TEMPTING_LATE
    elif who is Steady:
        record[at.WORTH_CARD : at.WORTH_CARD_LAST + 1] = WORTH_A_CARD, WORTH_A_CARD_LATE, ALL_IT_TAKES
        for mark, cost in LEFT_SHOWING.items():
            record[at.WORTH_SHOWN + mark] = -cost
    elif who is Strong:
        _write_weights(record, at, rules)
    return record


def _write_manner(record: Any, at: Any, manner: Manner) -> None:
    record[at.PRICE_KEEP_OFF] = manner.keep_off
    record[at.PRICE_SMALL_STEPS] = manner.small_steps
    record[at.PRICE_CAN_GO_BACK] = manner.can_go_back
    record[at.PRICE_COVER] = manner.cover
    record[at.PRICE_TEMPO] = manner.tempo
    record[at.LIKE_TO], record[at.RATHER_NOT_FROM] = manner.like_to, manner.rather_not_from


def _write_weights(record: Any, at: Any, rules: Rules) -> None:
    weights = weights_file()["weights"][set_for(rules)]
    record[at.LEVEL_WEIGHTS : at.LEVEL_WEIGHTS + at.COUNTED] = [weights[name] for name in FEATURES]
    for name, mark in SHOWN.items():
        record[at.WORTH_SHOWN + mark] = weights[name]
    for name, mark in HELD.items():
        record[at.WORTH_HELD + mark] = weights[f"hold-{name}"]
        record[at.WORTH_HELD_LATE + mark] = weights[f"hold-{name}-late"]
    record[at.WORTH_SHORT] = weights["short"]
    looks, scope = Strong.outlook, Strong.outlook.scope
    record[at.OUTLOOK_PLANS : at.OUTLOOK_STUCK + 1] = looks.plans, looks.margin, looks.draws, looks.stuck
    record[at.OUTLOOK_WIDTH : at.OUTLOOK_BEAM + 1] = scope.width, scope.reach, scope.extra, scope.beam
