"""The layout of the vector: named parts, every entry 0 or 1.

The parts of the *observation* come first: what the table shows a seat now. `unseen` and the parts of the *information
state* follow: what a seat that forgot nothing knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from ..kernel.codes import DRAW_MOST, HAND_MOST, TURN_BITS
from ..rules import FIRE, KINDS, Rules
from .actions import VOCABULARY
from .errors import EnvError

Vector: TypeAlias = npt.NDArray[np.int8]

Observe: TypeAlias = Literal["observation", "unseen", "information"]

OBSERVE: Final[tuple[Observe, ...]] = get_args(Observe)
"""What a vector contains: the observation, also the unseen cards, or the whole information state."""


class Part(NamedTuple):
    """A named slice of the vector."""

    name: str
    start: int
    size: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def stop(self) -> int:
        """The index after the last one."""
        return self.start + self.size


@dataclass(frozen=True)
class Layout:
    """The parts of a vector, in order."""

    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """The length of the vector."""
        return self.parts[-1].stop

    def __getitem__(self, name: str) -> Part:
        """Return a part by its name."""
        for part in self.parts:
            if part.name == name:
                return part
        raise EnvError("option", name="part", value=name, known=", ".join(self.names))

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[Part]:
        return iter(self.parts)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parts."""
        return tuple(part.name for part in self.parts)

    def table(self) -> str:
        """Write the index table as Markdown."""
        lines = ["| part | from | to | shape | 1 means |", "|---|---|---|---|---|"]
        for part in self.parts:
            shape = " × ".join(map(str, part.shape))
            lines.append(f"| `{part.name}` | {part.start} | {part.stop - 1} | {shape} | {part.meaning} |")
        return "\n".join(lines)


def layout(rules: Rules, observe: str = "observation", signals: bool = False) -> Layout:
    """Return the layout of the vectors for these rules.

    It depends on the number of players, on `observe` and `signals`, and on whether the command map is seeded.
    """
    if observe not in OBSERVE:
        raise EnvError("option", name="observe", value=observe, known=", ".join(OBSERVE))
    return _layout(rules.players, observe, signals, seeded_map(rules))


def seeded_map(rules: Rules) -> bool:
    """Tell whether every game draws its own command map, so that the vector has to show it."""
    return rules.commands is not None and rules.commands.name == "seeded"


@cache
def _layout(players: int, observe: str, signals: bool, seeded: bool) -> Layout:
    shapes = list(_observation(players))
    shapes += [("signals", (players, len(VOCABULARY)), "seat (own first), standing signal")] if signals else []
    shapes += [("map", (98, len(KINDS)), "card, kind of command it carries")] if seeded else []
    shapes += [("unseen", (98,), "card neither laid nor in the own hand")] if observe != "observation" else []
    shapes += _history(players) if observe == "information" else []
    parts, start = [], 0
    for name, shape, meaning in shapes:
        parts.append(Part(name, start, prod(shape), shape, meaning))
        start = parts[-1].stop
    return Layout(tuple(parts))


def _observation(players: int) -> list[tuple[str, tuple[int, ...], str]]:
    return [
        ("hand", (98,), "card 2 to 99 in the own hand"),
        ("tops", (4, 100), "pile A to D, number 1 to 100 on top"),
        ("marks", (4, FIRE), f"pile, mark on top: {', '.join(KINDS)}, fire"),
        ("lock", (4,), "pile that a one-pile command binds this turn to"),
        ("touched", (4,), "pile laid on in this turn"),
        ("three", (1,), "a three was laid in this turn"),
        ("laid", (HAND_MOST + 1,), "number of cards laid in this turn, 0 to 8"),
        ("needed", (4,), "number of cards this turn still needs, 0 to 3"),
        ("draw", (DRAW_MOST + 1,), "number of cards in the draw pile, 0 to 91"),
        ("active", (players,), "seat whose turn it is (own first)"),
        ("counts", (players, HAND_MOST + 1), "seat (own first), number of cards in its hand, 0 to 8"),
        ("this_turn", (98,), "card laid in this turn"),
        ("last_turn", (98,), "card laid in the turn before"),
        ("last_seat", (players,), "seat whose turn was before (own first); none before the first turn"),
    ]


def _history(players: int) -> list[tuple[str, tuple[int, ...], str]]:
    return [
        ("laid_by", (98, players), "laid card, seat that laid it (own first)"),
        ("laid_on", (98, 4), "laid card, pile it went on"),
        ("laid_in", (98, TURN_BITS), "laid card, number of the turn, lowest bit first"),
        ("laid_at", (98, TURN_BITS), "laid card, its number in the order of laying from 1, lowest bit first"),
        ("got_in", (98, TURN_BITS), "card that came to the own hand, 1 + that turn (0: dealt), lowest bit first"),
    ]
