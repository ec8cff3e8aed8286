"""What an explanation is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..kernel.codes import SMALL
from ..rules import LETTERS, PILES, Tops, View
from ..table import Signal
from .talk import may_talk

_SPARED: Final = ("keep-off", "can-go-back", "do-not-cover")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a turn was chosen: a code (``hint.<code>`` in the catalogues) and the details of its sentence."""

    code: str
    details: dict[str, Any] = field(default_factory=dict)
    place: int | None = None
    """The move it speaks of, as its place in the turn; None where it speaks of the turn as a whole."""


@dataclass(frozen=True, slots=True)
class OtherTurn:
    """A turn that was considered but not chosen, and its win chance."""

    moves: list[str]
    chance: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A chosen turn, and one to four reasons for it in the order of its moves."""

    moves: list[str]
    reasons: list[Reason]
    chance: float | None = None
    """The chance to win with it, where the player is one that knows."""
    others: tuple[OtherTurn, ...] = ()
    """The other turns it considered as thoroughly, best first."""


def requests(view: View, signals: Sequence[Signal]) -> tuple[Signal, ...]:
    """Return what the other seats say that the view's own seat can hear."""
    return tuple(signal for signal in signals if signal.seat != view.seat) if may_talk(view) else ()


def heeds(opening: Tops, tops: Tops, request: Signal) -> bool:
    """Tell whether a turn between these tops does what a signal asks of a pile; one that asks nothing is heeded."""
    if request.pile is None:
        return True
    pile = LETTERS.index(request.pile)
    moved = PILES[pile].step(opening[pile], tops[pile])
    if request.name == "cover":
        return moved != 0
    return moved <= SMALL if request.name == "small-steps" else moved == 0 or request.name not in _SPARED
