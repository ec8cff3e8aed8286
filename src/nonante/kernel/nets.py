"""The champion's networks by game, and the arrays its thinking needs."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..rules import Rules
from . import core, plans
from .rows import rules_row

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Manner:
    """When a champion says what: distances to a pile, costs of a turn, and what a first turn is worth (in logits)."""

    keep_within: int = 0
    small_within: int = 6
    trouble_from: int = 22
    comfortable_to: int = 4
    like_from: float = 1e6
    rather_not_to: float = -1e6

    def row(self) -> Integers:
        """Return the manner as the kernel reads it."""
        keep, small, trouble, comfortable, like, rather_not = astuple(self)
        return np.array([keep, small, trouble, comfortable, like * 1000, rather_not * 1000], np.int64)


def champion_rules(rules: Rules) -> Integers:
    """Return a rules row with the room behind it that `plans` uses."""
    row = np.zeros(plans.RULES_SIZE, np.int64)
    row[: core.RULES_SIZE] = rules_row(rules)
    return row


def features_for(rules: Rules) -> int:
    """Return how many features a turn's end has."""
    talk = rules.players > 1 and rules.talk != "none"
    return plans.features_of(rules.players, talk, rules.fire or rules.commands is not None)


class Desk:
    """The arrays one thread thinks with."""

    def __init__(self, thought: tuple[int, int, int] = (0, 0, 0)) -> None:
        self.thought = np.array((*thought, 0), np.int64)  # and how many plans were thought through last
        self.state, self.view = np.zeros(core.STATE_SIZE, np.int64), np.zeros(plans.VIEW_SIZE, np.int64)
        self.work, self.found = np.zeros(plans.WORK_SIZE, np.int64), np.zeros(plans.FOUND_SIZE, np.int64)
        self.picks = np.zeros(plans.PICKS_SIZE, np.int64)
        self.values, self.x = (
            np.zeros(plans.MOST_PLANS + plans.PICKED, np.float32),
            np.zeros(plans.INPUTS_SIZE, np.float32),
        )

    def play(
        self,
        rules: Integers,
        features: int,
        net: Floats,
        manner: Manner,
        seed: int,
        first: int,
        games: int,
        room: int = 0,
        explore: int = 0,
    ) -> tuple[Integers, Floats, Floats]:
        """Play the games `first`, `first` + 1, … of a run; return outcomes, features, notes of up to `room` turns."""
        outcomes, log = np.zeros((games, core.OUTCOME_SIZE), np.int64), np.zeros(0, np.int64)
        traces, notes = np.zeros((room, features), np.float32), np.zeros((room, 3), np.float32)
        seeds = np.array([seed, first], np.uint64)
        traced = self._play(rules.copy(), net, manner, seeds, outcomes, log, traces, notes, explore)
        return outcomes, traces[:traced], notes[:traced]

    def _play(self, rules: Integers, net: Floats, manner: Manner, *rest: Any) -> int:
        traced: int = plans.play(
            self.state,
            rules,
            net,
            manner.row(),
            self.view,
            self.work,
            self.found,
            self.values,
            self.x,
            self.picks,
            self.thought,
            *rest,
        )
        return traced

    def openings(self, rules: Integers, net: Floats, manner: Manner, seed: int, games: int) -> Floats:
        """Return what the best first turn of seat 0 is worth in every game of a run."""
        traces, notes = np.zeros((games, 0), np.float32), np.zeros((games, 3), np.float32)
        outcomes, log = np.zeros((games, core.OUTCOME_SIZE), np.int64), np.zeros(0, np.int64)
        seeds = np.array([seed, 0], np.uint64)
        self._play(rules.copy(), net, manner, seeds, outcomes, log, traces, notes, -1)
        return notes[:, 2]

    def think(self, rules: Integers, net: Floats) -> tuple[list[int], float]:
        """Return the best turn for the view on the desk, as actions, and its value as a logit."""
        value = plans.think(self.view, rules, net, self.work, self.found, self.values, self.x, self.picks, self.thought)
        return plans.actions_of(self.found), float(value)
