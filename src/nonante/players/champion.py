"""`Champion`: hundreds of whole turns, the best of them valued by a network that learnt from its own games.

The thinking is compiled (`kernel.plans`, extra ``[fast]``) and reads a row that holds what a seat sees and nothing
else; without the extra it is done in Python (`plain`). The networks are in ``champion.bin``, one for each edition,
table size and talk; ``training/`` makes them again. That file is one zlib stream: a line of JSON that gives the shape
and the manner of each network by name, then the weights of all in that order, as 32-bit floats, the lowest byte first.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import kernel
from ..rules import LETTERS, Rules, View, card_of
from ..rules.commands import FIRE, SKULL, THREE
from ..table import Signal
from ..turn import Frame, now, opening_turn
from . import plain
from .features import COMFORTABLE, SPOKEN, TROUBLE, Features
from .talk import Manner, may_talk, said

if TYPE_CHECKING:
    from ..kernel.nets import Desk

THOUGHT: Final = (10, 60, 800)
"""Alone: plans thought through the next turn, draws for each, how much worse (in 1/1000 logit) a plan may look."""

_thread = local()


# --- the networks ---------------------------------------------------------------------------------------------------


class Kept(NamedTuple):
    """A network as the file has it."""

    shape: tuple[int, int, int]
    """Features, cells of the first and of the second layer."""
    manner: dict[str, float]
    """How the champion talks with it, by the names of `kernel.nets.Manner`."""
    weights: bytes


@cache
def networks(path: Path | None = None) -> dict[str, Kept]:
    """Return every network by its name: the shipped ones, or those of a file made by training."""
    packed = (path or files(__package__) / "champion.bin").read_bytes()
    header, _, weights = zlib.decompress(packed).partition(b"\n")
    found, start = {}, 0
    for name, about in json.loads(header).items():
        features, hidden, second = about["shape"]
        end = start + 4 * ((features + 1) * hidden + (hidden + 1) * second + second + 1)
        found[name] = Kept((features, hidden, second), about["manner"], weights[start:end])
        start = end
    return found


def net_name(rules: Rules) -> str:
    """Return which network plays a game; one's own commands, hand sizes and other options change nothing here."""
    edition = "extreme" if rules.commands else "on-fire" if rules.fire else "expert" if rules.minimum > 2 else "base"
    return f"{edition}-{rules.players}-{rules.talk if rules.players > 1 else 'none'}"


def net_for(rules: Rules) -> tuple[Any, Any]:
    """Return the network for a game, as the kernel reads it, and how the champion talks in it."""
    return _compiled_net(net_name(rules))


@cache
def _compiled_net(name: str) -> tuple[Any, Any]:
    import numpy as np

    kept = networks()[name]
    return np.frombuffer(kept.weights, "<f4").astype(np.float32), _nets().Manner(**kept.manner)


@cache
def _plain_net(name: str) -> plain.Network:
    kept = networks()[name]
    return plain.Network(kept.shape, kept.weights)


# --- thinking -------------------------------------------------------------------------------------------------------


def think(view: View, signals: Sequence[Signal] = (), *, opened: bool = True) -> tuple[list[str], float]:
    """Return the rest of the turn and what it is worth: the logit of winning.

    `opened` says that it is this seat's turn; otherwise its first turn of the game is thought of, were it to start.
    """
    spoken = _spoken(view, signals if may_talk(view) else ())
    if kernel.available():
        desk = _desk()
        _write(desk.view, view, spoken, opened=opened)
        actions, value = desk.think(_rules_row(view.rules).copy(), net_for(view.rules)[0])
        return _moves(actions), value
    frame, moment = (Frame.of(view), now(view)) if opened else opening_turn(view)
    features = Features(frame, view.seat or 0, view.counts, spoken)
    return plain.think(frame, moment, features, _plain_net(net_name(view.rules)))


def _nets() -> Any:
    """Import the compiled thinking, which takes a moment."""
    return kernel.load("nets")


@lru_cache(64)  # with seeded commands every game has rules of its own
def _rules_row(rules: Rules) -> Any:
    return _nets().champion_rules(rules)


def _desk() -> Desk:
    """Return this thread's desk."""
    if not hasattr(_thread, "desk"):
        _thread.desk = _nets().Desk(THOUGHT)
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
        return think(view, signals)[0]

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Return the signals this seat would have standing now."""
        return said(view, self.manner_for(view.rules))

    def manner_for(self, rules: Rules) -> Manner:
        """Return how this player talks in a game."""
        own = networks()[net_name(rules)].manner
        names = "keep_within", "small_within", "trouble_from", "comfortable_to"
        return Manner(**{name: int(own[name]) for name in names})

    def wish(self, view: View) -> str | None:
        """Say whether this hand should start: by what its first turn is worth."""
        if view.turn != 1 or view.laid_this_turn or not view.hand or not may_talk(view):
            return None
        value, manner = think(view, opened=False)[1], networks()[net_name(view.rules)].manner
        if value >= manner["like_from"]:
            return "like"
        return "rather-not" if value <= manner["rather_not_to"] else None


def _spoken(view: View, signals: Iterable[Signal]) -> list[int]:
    """Return what each other seat says: bits as in `features`."""
    bits = [0] * view.rules.players
    for signal in signals:
        if signal.seat == view.seat:
            continue
        if signal.name in SPOKEN and signal.pile:
            bits[signal.seat] |= 1 << LETTERS.index(signal.pile) + 4 * SPOKEN.index(signal.name)
        bits[signal.seat] |= {"trouble": TROUBLE, "comfortable": COMFORTABLE}.get(signal.name, 0)
    return bits


def _moves(actions: Iterable[int]) -> list[str]:
    from ..kernel.rows import move_of

    return [move_of(action) for action in actions]


def _words(numbers: Iterable[int]) -> tuple[int, int]:
    cards = sum(1 << number for number in numbers)
    low, high = cards & (1 << 64) - 1, cards >> 64
    return low - (low >> 63 << 64), high  # as signed numbers


def _write(row: Any, view: View, spoken: Sequence[int], *, opened: bool) -> None:
    """Write a view for the kernel; `opened` says that it is this seat's turn, otherwise its first turn is to come."""
    core, plans = kernel.load("core"), kernel.load("plans")
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
    row[plans.SAID : plans.SAID + rules.players] = spoken
