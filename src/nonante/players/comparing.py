"""What the champion's values say for its turn: its chance beside the next best one's, and what a request costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

from ..kernel.codes import SMALL
from ..rules import LETTERS, MOVES, Tops, View
from ..table import Signal
from ..turn import Frame, Moment, lay, now, step
from .calibration import calibration_for, share_laid
from .champion import NO_LOOK, Considered, considered, think
from .talk import back_card, may_talk

VALUE_CODES: Final = (
    "despite-asked",
    "despite-little",
    "despite-none",
    "beside-back",
    "beside-asked",
    "beside-costs",
    "beside-cards",
    "chance",
    "chance-even",
    "chance-obliging",
    "chance-alone",
)
"""Reasons that come from values."""
_SPARED: Final = ("keep-off", "can-go-back", "do-not-cover")
_LEAST: Final = 0.5  # points that make a difference


class _Turn(NamedTuple):
    """A turn that was thought through: where it ends, and the chance to win, in points."""

    end: Moment
    chance: float


def heeds(opening: Tops, tops: Tops, request: Signal) -> bool:
    """Tell whether a turn between these tops does what a signal asks of a pile; one that asks nothing is heeded."""
    if request.pile is None:
        return True
    pile = LETTERS.index(request.pile)
    moved = step(opening, tops[pile], pile) if tops[pile] != opening[pile] else 0
    if request.name == "cover":
        return moved != 0
    return moved <= SMALL if request.name == "small-steps" else moved == 0 or request.name not in _SPARED


def of_values(view: View, moves: Sequence[str], signals: Sequence[Signal]) -> list[Reason]:
    """Return up to three reasons for the champion's turn out of the values that decided."""
    _, value = think(view, signals, ahead=NO_LOOK)
    found = considered(view, signals)
    own = next((turn for turn in found if turn.moves == list(moves)), None)
    to_chance = partial(calibration_for(view.rules).chance, laid=share_laid(view))
    if own is None:
        alone = to_chance(value)
        return [Reason("chance-alone", {"chance": round(alone)})] if _LEAST < alone < 100 - _LEAST else []

    def seen(turn: Considered) -> _Turn:
        # The chance as such is the calibrated one; the differences are those that were looked through.
        return _Turn(_end(view, turn.moves), to_chance(value + turn.value - own.value))

    heard = [signal for signal in signals if signal.seat != view.seat] if may_talk(view) else []
    mine, others = seen(own), [seen(turn) for turn in found if turn is not own]
    return [*_denied(view, mine, others, heard), *_beside(view, mine, max(others, key=lambda turn: turn.chance), heard)]


def _end(view: View, moves: Sequence[str]) -> Moment:
    frame, moment = Frame.of(view), now(view)
    for move in moves:
        if move in MOVES:
            _, moment = lay(frame, moment, *MOVES[move])
    return moment


def _denied(view: View, mine: _Turn, others: Sequence[_Turn], heard: Sequence[Signal]) -> Iterator[Reason]:
    """Say what a request that is not heeded would cost."""
    request = next((one for one in heard if not heeds(view.opening, mine.end.tops, one)), None)
    if request is None:
        return
    heeding = [turn.chance for turn in others if heeds(view.opening, turn.end.tops, request)]
    if not heeding:
        yield Reason("despite-none", {"pile": request.pile})
    elif mine.chance > max(heeding):
        points = round(mine.chance - max(heeding))
        gain = {"points": points} if points else {}
        yield Reason("despite-asked" if points else "despite-little", {"pile": request.pile, **gain})


def _beside(view: View, mine: _Turn, other: _Turn, heard: Sequence[Signal]) -> Iterator[Reason]:
    """Compare the turn with the best other one."""
    ahead = mine.chance - other.chance
    names = {"chance": round(mine.chance), "other": round(other.chance)}
    if abs(ahead) < _LEAST or names["chance"] == names["other"]:
        yield Reason("chance-even", {"chance": names["chance"]})
    elif ahead > 0:
        yield from list(_differences(view, mine, other, heard))[:1]
        yield Reason("chance", names)
    elif any(_only_first(view, mine, other, request) for request in heard):
        yield Reason("chance-obliging", names)


def _only_first(view: View, mine: _Turn, other: _Turn, request: Signal) -> bool:
    return heeds(view.opening, mine.end.tops, request) and not heeds(view.opening, other.end.tops, request)


def _differences(view: View, mine: _Turn, other: _Turn, heard: Sequence[Signal]) -> Iterator[Reason]:
    """Say what the other turn would give up, the weightiest first."""
    for pile in range(4):
        back = back_card(mine.end.tops[pile], pile)
        if back in mine.end.hand and back_card(other.end.tops[pile], pile) != back and back in other.end.hand:
            yield Reason("beside-back", {"card": back, "pile": LETTERS[pile]})
    for request in heard:
        if _only_first(view, mine, other, request):
            yield Reason("beside-asked", {"pile": request.pile})
    further = _travel(view, other) - _travel(view, mine)
    if further > 0:
        yield Reason("beside-costs", {"count": further})
    elif mine.end.laid > other.end.laid:
        yield Reason("beside-cards", {"count": mine.end.laid - other.end.laid})


def _travel(view: View, turn: _Turn) -> int:
    moved = (pile for pile in range(4) if turn.end.tops[pile] != view.opening[pile])
    return sum(step(view.opening, turn.end.tops[pile], pile) for pile in moved)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a turn was chosen: a code (``hint.<code>`` in the catalogues) and what its sentence names."""

    code: str
    details: dict[str, Any] = field(default_factory=dict)
    place: int | None = None
    """The move it speaks of, as its place in the turn; None where it speaks of the turn as a whole."""
