"""`Champion`: hundreds of whole turns, the best of them valued by a network that learnt from its own games.

The thinking is compiled (`kernel.plans`, extra ``[fast]``) and reads a row that holds what a seat sees and nothing
else. The networks are in ``champion.npz``, one for each edition, table size and talk; ``training/`` makes them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import as_file, files
from threading import local
from typing import TYPE_CHECKING, Any, Final

from ..rules import LETTERS, Rules, View, card_of
from ..rules.commands import FIRE, SKULL, THREE
from ..table import Signal
from .talk import Manner, may_talk, said
from .turn import now

if TYPE_CHECKING:
    from ..kernel.nets import Desk

THOUGHT: Final = (8, 16, 600)
"""Alone: plans thought through the next turn, draws for each, how much worse (in 1/1000 logit) a plan may look."""

_thread = local()


def _compiled() -> tuple[Any, Any, Any]:
    """Import the compiled thinking, which takes a moment."""
    from .. import kernel

    core = kernel.load("core")
    return core, kernel.load("plans"), kernel.load("nets")


def net_name(rules: Rules) -> str:
    """Return which network plays a game; one's own commands, hand sizes and other options change nothing here."""
    edition = "extreme" if rules.commands else "on-fire" if rules.fire else "expert" if rules.minimum > 2 else "base"
    talk = "none" if rules.players == 1 or rules.talk == "none" else "standard"
    return f"{edition}-{rules.players}-{talk}"


@cache
def _file() -> dict[str, Any]:
    import numpy as np

    with as_file(files(__package__) / "champion.npz") as path, np.load(path) as arrays:
        return dict(arrays)


@cache
def net_for(rules: Rules) -> tuple[Any, Any]:
    """Return the network for a game, as the kernel reads it, and how the champion talks in it."""
    _, _, nets = _compiled()
    name, kept = net_name(rules), _file()
    about = json.loads(str(kept[f"{name}.about"]))
    row = nets.widened(kept[f"{name}.net"], *about["shape"], nets.features_for(rules))
    return row, nets.Manner(**about["manner"])


@cache
def _rules_row(rules: Rules) -> Any:
    return _compiled()[2].champion_rules(rules)


def _desk() -> Desk:
    """Return this thread's desk."""
    if not hasattr(_thread, "desk"):
        _thread.desk = _compiled()[2].Desk(THOUGHT)
    desk: Desk = _thread.desk
    return desk


class Champion:
    """The strongest player there is here."""

    def choose(self, view: View, signals: Sequence[Signal] = ()) -> str:
        """Return the next move of the active seat."""
        return self.plan(view, signals)[0]

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the rest of the turn as intended now."""
        now(view)  # refuses where it is not this seat's turn
        desk = _desk()
        _write(desk.view, view, signals if may_talk(view) else (), opened=True)
        return _moves(desk.think(_rules_row(view.rules).copy(), net_for(view.rules)[0])[0])

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Return the signals this seat would have standing now."""
        return said(view, self.manner_for(view.rules))

    def manner_for(self, rules: Rules) -> Manner:
        """Return how this player talks in a game."""
        own = net_for(rules)[1]
        return Manner(own.keep_within, own.small_within, own.trouble_from, own.comfortable_to)

    def wish(self, view: View) -> str | None:
        """Say whether this hand should start: by what its first turn is worth."""
        if view.turn != 1 or view.laid_this_turn or not view.hand or not may_talk(view):
            return None
        desk, (net, manner) = _desk(), net_for(view.rules)
        _write(desk.view, view, (), opened=False)
        value = desk.think(_rules_row(view.rules).copy(), net)[1]
        if value >= manner.like_from:
            return "like"
        return "rather-not" if value <= manner.rather_not_to else None


def _moves(actions: Iterable[int]) -> list[str]:
    from ..kernel.rows import move_of

    return [move_of(action) for action in actions]


def _words(numbers: Iterable[int]) -> tuple[int, int]:
    cards = sum(1 << number for number in numbers)
    low, high = cards & (1 << 64) - 1, cards >> 64
    return low - (low >> 63 << 64), high  # as signed numbers


def _write(row: Any, view: View, signals: Iterable[Signal], *, opened: bool) -> None:
    """Write a view for the kernel; `opened` says that it is this seat's turn, otherwise its first turn is to come."""
    core, plans, _ = _compiled()
    rules, marks, own = view.rules, view.rules.marks, view.seat or 0
    laid = view.laid_this_turn if opened else ()
    touched = sum({1 << LETTERS.index(move[-1]) for move in laid})
    row[:] = 0
    for pile, top in enumerate(view.tops):
        row[core.HEIGHTS + pile] = top if pile < 2 else 101 - top
        opening = view.opening[pile] if opened else top
        row[plans.OPENING + pile] = opening if pile < 2 else 101 - opening
        row[core.SHOWN] += 1 << 4 * marks[top]
        row[core.SKULLS] |= (marks[top] == SKULL) << pile & touched
        row[core.FIRES] |= (marks[top] == FIRE) << pile
    row[core.DUE] = row[core.FIRES] & ~touched
    row[core.HAND : core.HAND + 2] = _words(view.hand)
    row[core.HAND + 2 : core.HAND + 4] = _words(101 - card for card in view.hand)
    row[core.ALIVE : core.ALIVE + 2] = _words((*view.hand, *view.unseen))
    row[core.LAID] = len(laid)
    row[core.MINIMUM] = view.minimum if opened else rules.minimum
    row[core.LOCK] = view.lock if opened else core.FREE
    row[core.HAS_THREE] = any(marks[card_of(move)] == THREE for move in laid)
    row[core.TOUCHED] = touched
    row[core.LEFT] = view.draw_count
    row[plans.SEAT], row[plans.SEATS] = own, rules.players
    row[plans.COUNTS : plans.COUNTS + rules.players] = view.counts
    for signal in signals:
        if signal.seat != own:
            row[plans.SAID + signal.seat] |= _bit(signal, plans)


def _bit(signal: Signal, plans: Any) -> int:
    kinds = ("keep-off", "small-steps", "can-go-back")
    if signal.name in kinds and signal.pile:
        return 1 << LETTERS.index(signal.pile) + 4 * kinds.index(signal.name)
    return {"trouble": int(plans.TROUBLE), "comfortable": int(plans.COMFORTABLE)}.get(signal.name, 0)
