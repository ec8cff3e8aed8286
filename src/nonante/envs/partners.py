"""Partners: who sits beside the learner in `BatchEnv`, compiled, or by a policy of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..players import LEVEL_KINDS, Champion, Entrant, QuickChampion, net_for
from ..rules import Rules
from ..simulation import KernelPlayer, find_player
from .errors import EnvError
from .layout import Vector

Policy: TypeAlias = Callable[[Vector, Vector], npt.NDArray[np.int64]]
"""From observations and masks, a row a game, to an action for each."""
Partner: TypeAlias = str | Policy

STRANGERS: Final = "strangers"
_REACHES: Final = (0, 1, 2, 4)  # how far strangers go on; see `simulation.reference.Stranger`
PARTNERS: Final = ("random", "nearest", "planner", STRANGERS, "novice", "steady", "strong", "champion")
"""The partners that play compiled."""


class Partners:
    """Who sits beside the learner in the games of an engine, and what they think with."""

    def __init__(self, rules: Rules, partners: Partner | Sequence[Partner], seat: int | None, games: int) -> None:
        named = [partners] if isinstance(partners, str) or callable(partners) else list(partners)
        if rules.players < 2 or not named:
            raise EnvError("partners", players=rules.players)
        if not kernel.available():
            raise EnvError("partners-fast")
        rules = replace(rules, talk="none")
        if seat is not None and (type(seat) is not int or not 0 <= seat < rules.players):
            raise EnvError("option", name="seat", value=seat, known=f"None or 0 to {rules.players - 1}")
        self._code, at, memory = kernel.load("partners"), kernel.load("layout"), kernel.load("memory")
        self.named = named
        self._makers = [None if callable(one) else _tools_for(one, rules, self._code, at) for one in named]
        self._tools: dict[tuple[int, int], Any] = {}
        self.seats, self.own = np.zeros((games, self._code.SEATS), np.int64), np.zeros(games, np.int64)
        self.waits, self._fresh = np.zeros(games, np.int64), np.zeros(games, np.int64)
        seating = self._code.Seating()
        seating.at_seats, seating.at_own = memory.address(self.seats), memory.address(self.own)
        seating.at_waits, seating.at_fresh = memory.address(self.waits), memory.address(self._fresh)
        seating.partner_count, seating.learner_seat = len(named), -1 if seat is None else seat
        self._seating = np.array(seating.numbers(), np.int64)

    def sit_down(self, desk: Any, first: int, last: int) -> None:
        """Seat everybody in the games from `first` to `last` - 1, which were just dealt."""
        self._code.sit_down(desk, self._seating, first, last)

    def act(self, desk: Any, actions: npt.NDArray[np.int64], first: int, last: int) -> None:
        """Let the learner act in these games."""
        self._code.act(desk, self._seating, actions, first, last)

    def advance(self, desk: Any, first: int, last: int) -> bool:
        """Let compiled partners act until the learner, or a policy, has to; return whether a policy has to."""
        waits = self.waits[first:last]
        while True:
            waiting = 0
            for which, make in enumerate(self._makers, start=1):
                if make is not None:
                    name, tools = self._tool(which, first, make)
                    waiting = getattr(self._code, name)(desk, self._seating, *tools, which, first, last)
            if not waiting:
                return bool(self._has_policies and waits.any())
            if self._has_policies and not any((waits == which).any() for which in self._compiled):
                return True

    def ask_policies(self, desk: Any, observations: Vector, masks: Vector) -> None:
        """Let every policy act once in the games that wait for it."""
        for which, policy in enumerate(self.named, start=1):
            rows = (self.waits == which).nonzero()[0] if callable(policy) else ()
            if callable(policy) and len(rows):
                self._code.show(desk, self._seating, which, 0, len(self.waits))
                actions, answers = np.full(len(self.waits), -1, np.int64), policy(observations[rows], masks[rows])
                actions[rows] = answers
                legal = (actions[rows] >= 0) & (actions[rows] < masks.shape[1])
                legal[legal] = masks[rows[legal], actions[rows[legal]]] > 0
                if not legal.all():
                    game = int(rows[~legal][0])
                    raise EnvError("illegal-batch", action=int(actions[game]), game=game)
                self._code.act_for(desk, self._seating, actions, which, 0, len(self.waits))

    def show(self, desk: Any, first: int, last: int) -> None:
        """Write what the learner sees in these games."""
        self._code.show(desk, self._seating, 0, first, last)

    @property
    def _has_policies(self) -> bool:
        return None in self._makers

    @property
    def _compiled(self) -> list[int]:
        return [which for which, make in enumerate(self._makers, start=1) if make is not None]

    def _tool(self, which: int, first: int, make: Any) -> Any:
        """Return the entry of a partner and what it thinks with: each thread has room of its own."""
        if (which, first) not in self._tools:
            self._tools[which, first] = make()
        return self._tools[which, first]


def _tools_for(name: str, rules: Rules, code: Any, at: Any) -> Callable[[], tuple[str, Any]]:
    """Return what makes the entry of a partner and its tools."""
    records, scratch = kernel.load("records"), kernel.load("scratch")
    if name == STRANGERS:
        greedy = _kernel_player("nearest").settings_for(2)
        players = [records.player_record({**greedy, "reach": reach, "reach_end": reach}) for reach in _REACHES]
        return lambda: ("advance_simple", [_simple(code, at, players)])
    if name not in PARTNERS:
        raise EnvError("option", name="partners", value=name, known=f"{', '.join(PARTNERS)}, or a policy")
    found = find_player(name)
    if isinstance(found, KernelPlayer):
        player = records.player_record(found.settings_for(rules.players))
        if name != "planner":
            return lambda: ("advance_simple", [_simple(code, at, [player])])
        return lambda: ("advance_planned", [_planned(code, at, player)])
    if found.make in (Champion, QuickChampion):
        setup, ahead = kernel.load("workspace").setup(rules, *net_for(rules)), found.make.look_ahead(rules)
        plan = at.PLAN_ROOM
        return lambda: ("advance_champions", [setup, scratch.scratch(ahead), np.zeros(plan, np.int64)])
    level = _level(found, rules)
    return lambda: ("advance_levelled", [np.zeros(at.VIEW_SIZE, np.int64), level, scratch.level_scratch()])


def _kernel_player(name: str) -> KernelPlayer:
    found = find_player(name)
    assert isinstance(found, KernelPlayer)  # noqa: S101 - for the type checker
    return found


def _level(found: Entrant, rules: Rules) -> npt.NDArray[np.float64]:
    kind = next(kind for kind in LEVEL_KINDS if kind is found.make)
    return np.array(kind().record(rules).numbers(), np.float64)


def _simple(code: Any, at: Any, players: Sequence[Any]) -> Any:
    room = np.zeros(at.NODE_SIZE, np.int64)
    return code.Simple(np.concatenate(players), np.array([len(players)], np.int64), room)


def _planned(code: Any, at: Any, player: Any) -> Any:
    return code.Planned(player, np.zeros(at.PLANNING_SIZE, np.int64), np.zeros(at.PRICES_SIZE))
