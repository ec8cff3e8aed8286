"""The champion without Numba: the kernel, interpreted, and without look-ahead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import local
from typing import Any, NamedTuple

from .. import kernel
from ..rules import Rules, View

_thread = local()


class ValuedTurn(NamedTuple):
    """A turn with what its end is worth."""

    moves: list[str]
    value: float
    """The logit of winning."""
    worth: float
    """The same beside other turns: less a price for what it sets aside of others' requests."""


def network(shape: tuple[int, int, int], weights: bytes) -> Any:
    """Return a network for the interpreted kernel."""
    return kernel.interpreted("network").Network(shape, weights)


def valued_turns(view: View, said: Sequence[int], net: Any, *, opened: bool = True) -> list[ValuedTurn]:
    """Return the turns that deserve a closer look, each with its value; one that wins, or that must lose, is alone."""
    judging, records = kernel.interpreted("judging"), kernel.interpreted("records")
    seen, scratch, setup = records.seen(view, said, opened=opened), _scratch(), _setup(view.rules, net)
    count = kernel.interpreted("candidates").turns(seen, setup.rules, scratch)
    judging.decide_at_once(seen, setup, scratch, count)
    found = []
    for end, value in zip(scratch.turns[: max(1, count)], scratch.values, strict=False):
        if value > judging.UNVALUED or count < 1:
            moves = [records.move_of(action) for action in judging.actions_of(end)]
            found.append(ValuedTurn(moves, value, judging.obliging(value, end, seen, setup.rules)))
    return found


def think(view: View, said: Sequence[int], net: Any, *, opened: bool = True) -> tuple[list[str], float]:
    """Return the best turn from here on, and what it is worth: the logit of winning."""
    chosen = best(valued_turns(view, said, net, opened=opened))
    return chosen.moves, chosen.value


def best(found: Sequence[ValuedTurn]) -> ValuedTurn:
    """Return the turn that is worth most, requests included."""
    return max(found, key=lambda turn: turn.worth)


def value_after(view: View, moves: Sequence[str], said: Sequence[int], net: Any) -> float:
    """Return what the end of the turn is worth when these moves are played in it."""
    records = kernel.interpreted("records")
    plan = [len(moves), *map(records.action_of, moves)]
    setup = _setup(view.rules, net)
    value: float = kernel.interpreted("judging").value_of_plan(records.seen(view, said), setup, _scratch(), plan)
    return value


def _scratch() -> Any:
    """Return this thread's memory."""
    if not hasattr(_thread, "scratch"):
        _thread.scratch = kernel.interpreted("scratch").scratch(())
    return _thread.scratch


def _setup(rules: Rules, net: Any) -> Any:
    return kernel.interpreted("scratch").Setup(ruled(rules), net, None)


@lru_cache(64)  # with seeded commands every game has rules of its own
def ruled(rules: Rules) -> Any:
    """Return the rules for the interpreted kernel."""
    return kernel.interpreted("records").ruled(rules)
