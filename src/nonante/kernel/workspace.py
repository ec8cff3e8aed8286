"""The memory of one thread, and how the champion talks."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ..rules import Rules
from . import champion, layout as at
from .judging import UNVALUED, actions_of
from .layout import TurnEnd
from .records import rules_record
from .scratch import Setup, scratch

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class TalkSettings:
    """When a champion says what: distances to a pile, costs of a turn, and what a first turn is worth (in logits)."""

    keep_within: int = 3
    small_within: int = 8
    trouble_from: int = 22
    comfortable_to: int = 4
    like_from: float = 1e6
    rather_not_to: float = -1e6

    def record(self) -> Integers:
        """Return the settings as the kernel reads them."""
        keep, small, trouble, comfortable, like, rather_not = astuple(self)
        return np.array([keep, small, trouble, comfortable, like * 1000, rather_not * 1000], np.int64)


class Run(NamedTuple):
    """Which games are played: those from number `first` on of a run that goes by its seed."""

    seed: int
    first: int
    games: int

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed and the first game as the kernel reads them."""
        return np.array([self.seed, self.first], np.uint64)


class Wide(NamedTuple):
    """A wide network as the kernel has it."""

    rows: Any
    """The first layer, as 16-bit integers, a row an input."""
    rest: Any
    """What is behind it, as floats; see `layout.WIDE_HEAD`."""


NO_WIDE: Final = Wide(np.zeros(1, np.int16), np.zeros(at.WIDE_HEAD, np.float32))


def unpacked_wide(packed: bytes) -> Wide:
    """Read a wide network: words, step, which one it is; the low and the high bytes of its rows; the rest as halves."""
    words, step, number = np.frombuffer(packed, "<f4", 3)
    size = 32 * int(words) * at.WIDE
    low, high = np.frombuffer(packed, np.uint8, 2 * size, 12).reshape(2, size)
    rows = (low.astype(np.uint16) | high.astype(np.uint16) << 8).astype(np.uint16).view(np.int16)
    rest = np.frombuffer(packed, "<f2", offset=12 + 2 * size).astype(np.float32)
    return Wide(rows, np.concatenate([np.array([number, step], np.float32), rest]))


def setup(rules: Rules, net: Floats, talk: TalkSettings | None = None, wide: Wide = NO_WIDE) -> Setup:
    """Return the rules, the network and the talk of a game, as the kernel reads them."""
    arrays: Any = Setup  # they stand for the records that they hold
    read: Setup = arrays(rules_record(rules), net, (talk or TalkSettings()).record(), *wide)
    return read


def features_for(rules: Rules) -> int:
    """Return how many features a turn's end has."""
    talk = rules.players > 1 and rules.talk != "none"
    return at.features_of(rules.players, rules.minimum, talk, rules.marked)


def padded(weights: Floats, shape: tuple[int, int, int], features: int) -> Floats:
    """Return a network with as many inputs and cells as the kernel's networks have; those added are silent."""
    sizes, start = (*shape, 1), 0
    full = (features, at.HIDDEN, at.SECOND, 1)
    parts = []
    for layer in range(3):
        rows, columns = sizes[layer] + 1, sizes[layer + 1]
        part = weights[start : start + rows * columns].reshape(rows, columns)
        start += rows * columns
        wide = np.zeros((full[layer] + 1, full[layer + 1]), np.float32)
        wide[: rows - 1, :columns] = part[:-1]
        wide[-1, :columns] = part[-1]
        parts.append(wide.ravel())
    return np.concatenate(parts)


class Workspace:
    """The memory of one thread; `ahead` says how far to look ahead, as in `layout`."""

    def __init__(self, ahead: tuple[int, ...] = (0,) * at.AHEAD_DONE) -> None:
        self.state = np.zeros(at.STATE_SIZE, np.int64)
        self.scratch: Any = scratch(ahead)

    @property
    def view(self) -> Integers:
        """The view record to think about; `records.write_view` fills it."""
        view: Integers = self.scratch.seen
        return view

    def think(self, setup: Setup, ahead: tuple[int, ...]) -> tuple[list[int], float]:
        """Return the best turn for the view, as actions, and the network's value of its best as a logit."""
        self.scratch.ahead[: at.AHEAD_DONE] = ahead
        value = champion.think(self.scratch, own_rules(setup))
        return _actions(self.scratch.turns[: at.TURNEND_SIZE]), float(value)

    def looked_through(self) -> list[tuple[list[int], float]]:
        """Return the turns that were looked through last, all as far, with their chances to win."""
        ahead, values, picks = self.scratch.ahead, self.scratch.values, self.scratch.picks
        count = int(ahead[at.AHEAD_DONE])
        sums = values[at.VALUES_AHEAD :][:count] + values[at.VALUES_PRICES :][:count]
        chances = sums / (ahead[at.AHEAD_TRUST] + ahead[at.AHEAD_WORLDS])
        turns = picks[: count * at.TURNEND_SIZE].reshape(count, at.TURNEND_SIZE)
        return [(_actions(turn), float(chance)) for turn, chance in zip(turns, chances, strict=True)]

    def found(self, count: int) -> list[tuple[list[int], float]]:
        """Return the turns found last that were valued, with their values as logits; the only one in any case."""
        turns = self.scratch.turns[: count * at.TURNEND_SIZE].reshape(count, at.TURNEND_SIZE)
        values: list[float] = self.scratch.values[:count].tolist()
        kept = [place for place in range(count) if values[place] > UNVALUED] or [0]
        return [(_actions(turns[place]), values[place]) for place in kept]

    def play(self, setup: Setup, run: Run) -> Integers:
        """Play games and return how each ended, a line a game; see `layout`."""
        outcomes = np.zeros((run.games, at.OUTCOME_SIZE), np.int64)
        champion.play(self.scratch, own_rules(setup), self.state, run.seeds, outcomes)
        return outcomes


def _actions(turn: Integers) -> list[int]:
    return actions_of(TurnEnd.of(turn.tolist()))


def own_rules(setup: Setup) -> Setup:
    """Return a copy of the rules record too: seeded commands are written into it."""
    rules: Any = setup.rules
    return setup._replace(rules=rules.copy())
