"""What the champion's values say for its turn: its chance beside the next best one's, and what a request costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from ..rules import LETTERS, PILES, Pile, View
from ..table import Signal
from ..turn import OwnTurn
from .calibration import calibration_for, share_laid
from .champion import Considered, choose
from .reasons import Explanation, OtherTurn, Reason, heeds, requests

VALUE_CODES: Final = (
    "despite-asked", "despite-little", "despite-none", "beside-back", "beside-asked", "beside-costs", "beside-cards",
    "chance", "chance-even", "chance-obliging", "chance-alone",
)  # fmt: skip
"""Reasons that come from values."""
_LEAST: Final = 0.5  # points that make a difference


class _RankedTurn(NamedTuple):
    """A turn that was considered, where it ends, and its win chance in points."""

    moves: list[str]
    end: OwnTurn
    chance: float


def champions_turn(view: View, signals: Sequence[Signal]) -> Explanation:
    """Return the champion's turn with up to three reasons out of the values that decided."""
    choice = choose(view, signals)
    to_chance = partial(calibration_for(view.rules).chance, laid=share_laid(view))
    chance = to_chance(choice.value)
    own = next((turn for turn in choice.turns if turn.moves == choice.moves), None)
    reasons = [Reason("chance-alone", {"chance": round(chance)})] if _LEAST < chance < 100 - _LEAST else []

    def seen(turn: Considered, own: Considered) -> _RankedTurn:
        # The chance as such is the calibrated one; the differences are those that were looked through.
        return _RankedTurn(turn.moves, _end(view, turn.moves), to_chance(choice.value + turn.value - own.value))

    others = list[_RankedTurn]()
    if own is not None:
        heard, mine = requests(view, signals), seen(own, own)
        others = sorted((seen(turn, own) for turn in choice.turns if turn is not own), key=lambda turn: -turn.chance)
        reasons = [*_denied(view, mine, others, heard), *_beside(view, mine, others[0], heard)]
    behind = tuple(OtherTurn(turn.moves, turn.chance / 100) for turn in others)
    return Explanation(choice.moves, reasons, chance / 100, behind)


def _end(view: View, moves: Sequence[str]) -> OwnTurn:
    steps = OwnTurn.of(view).replay(moves)
    return steps[-1][3] if steps else OwnTurn.of(view)


def _denied(view: View, mine: _RankedTurn, others: Sequence[_RankedTurn], heard: Sequence[Signal]) -> Iterator[Reason]:
    """Say what a request that is not heeded would cost."""
    request = next((one for one in heard if not heeds(view.opening, mine.end.state.tops, one)), None)
    if request is None:
        return
    heeding = [turn.chance for turn in others if heeds(view.opening, turn.end.state.tops, request)]
    if not heeding:
        yield Reason("despite-none", {"pile": request.pile})
    elif mine.chance > max(heeding):
        points = round(mine.chance - max(heeding))
        gain = {"points": points} if points else {}
        yield Reason("despite-asked" if points else "despite-little", {"pile": request.pile, **gain})


def _beside(view: View, mine: _RankedTurn, other: _RankedTurn, heard: Sequence[Signal]) -> Iterator[Reason]:
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


def _only_first(view: View, mine: _RankedTurn, other: _RankedTurn, request: Signal) -> bool:
    return heeds(view.opening, mine.end.state.tops, request) and not heeds(view.opening, other.end.state.tops, request)


def _differences(view: View, mine: _RankedTurn, other: _RankedTurn, heard: Sequence[Signal]) -> Iterator[Reason]:
    """Say what the other turn would give up, the weightiest first."""
    for pile, top, other_top in zip(range(4), mine.end.state.tops, other.end.state.tops, strict=True):
        back = PILES[pile].back(top)
        if back in mine.end.hand and top != other_top and back in other.end.hand:
            yield Reason("beside-back", {"card": back, "pile": LETTERS[pile]})
    for request in heard:
        if _only_first(view, mine, other, request):
            yield Reason("beside-asked", {"pile": request.pile})
    further = _travel(view, other) - _travel(view, mine)
    if further > 0:
        yield Reason("beside-costs", {"count": further})
    elif mine.end.state.laid > other.end.state.laid:
        yield Reason("beside-cards", {"count": mine.end.state.laid - other.end.state.laid})


def _travel(view: View, turn: _RankedTurn) -> int:
    return sum(map(Pile.step, PILES, view.opening, turn.end.state.tops))
