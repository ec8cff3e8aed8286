"""`Valuer`: the champion's network values whole turns, without look-ahead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from .. import kernel
from ..rules import Rules, View
from ..table import Signal
from . import interpreted
from .champion import plain_net, setup, spoken_bits


class Valuer:
    """Values turns as logits of winning: compiled where that is possible. Not thread-safe."""

    def turns(self, view: View, signals: Sequence[Signal] = ()) -> list[tuple[list[str], float]]:
        """Return the promising turns with their values, best first; a turn that wins is returned alone."""
        found = self._compiled(view, signals) if kernel.available() else self._interpreted(view, signals)
        return sorted(found, key=lambda pair: -pair[1])

    def value(self, view: View, moves: Sequence[str], signals: Sequence[Signal] = ()) -> float:
        """Return what a turn played like this is worth."""
        if kernel.available():
            return self.ask(self.rollouts.PLAN, view.rules, self.seen(view, signals), self.question([moves]))
        return interpreted.value_after(view, moves, _heard(view, signals), plain_net(view.rules))

    # Compiled only.

    @cached_property
    def rollouts(self) -> Any:
        """The compiled questions: `kernel.rollouts`."""
        return kernel.load("rollouts")

    @cached_property
    def _workspace(self) -> Any:
        return kernel.load("workspace").Workspace()

    def question(self, plans: Sequence[Sequence[str]], worlds: int = 1) -> Any:
        """Return a question about some plans, each in so many worlds."""
        action_of = kernel.load("records").action_of
        asked = self.rollouts.question(len(plans), worlds)
        for plan, moves in zip(asked.plans, plans, strict=True):
            plan[: 1 + len(moves)] = [len(moves), *map(action_of, moves)]
        return asked

    def ask(self, what: int, rules: Rules, about: Any, asked: Any = None, seed: int = 0, horizon: int = 0) -> float:
        """Ask the kernel about a record; answers that are more than a number are then in `asked`."""
        asked = self.rollouts.question(1, 1) if asked is None else asked
        return float(self.rollouts.ask(self._workspace.scratch, setup(rules), asked, about, what, seed, horizon))

    def seen(self, view: View, signals: Sequence[Signal]) -> Any:
        """Return what a seat sees and hears as a record, which the next call overwrites."""
        kernel.load("records").write_view(self._workspace.view, view, _heard(view, signals), opened=True)
        return self._workspace.view

    def _compiled(self, view: View, signals: Sequence[Signal]) -> list[tuple[list[str], float]]:
        move_of = kernel.load("records").move_of
        count = max(1, int(self.ask(self.rollouts.ENDS, view.rules, self.seen(view, signals))))
        return [([*map(move_of, actions)], value) for actions, value in self._workspace.found(count)]

    def _interpreted(self, view: View, signals: Sequence[Signal]) -> list[tuple[list[str], float]]:
        found = interpreted.valued_turns(view, _heard(view, signals), plain_net(view.rules))
        return [(turn.moves, turn.value) for turn in found]


def _heard(view: View, signals: Sequence[Signal]) -> list[int]:
    return spoken_bits(view, signals if view.rules.talk != "none" else ())
