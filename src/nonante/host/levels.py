"""Computer players as tables ask them: with a view and nothing else, and a table goes on when one of them fails."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from ..messages import Chances
from ..players import (
    LEVELS as LEVELS,
    Champion,
    Companion,
    Explanation,
    Player,
    chance,
    explain,
    find,
    levels as levels,
    player,
    turn_start,
)
from ..rules import View
from ..table import Signal, name_like
from .errors import HostError

T = TypeVar("T")
STAND_IN: Final = LEVELS[-1]
"""The level that moves for people who are away."""
MODEST: Final = LEVELS[1]
"""The level that stands in where hints are off, so that nobody gets the champion's turn by handing over their seat."""

_NAMES: Final = ("Ada", "Blaise", "Emmy", "Leonhard", "Sophie", "Carl", "Hypatia", "Évariste", "Maryam", "Henri")
compiling: Final = threading.Event()
"""Set while the champion is being compiled: the next best answers meanwhile, so that nobody waits."""
log = logging.getLogger("nonante.host")


def find_levels() -> None:
    """Load the list of computer players early, while file descriptors are available."""
    levels()


def stand_in(hints: bool) -> str:
    """Return the level that moves for a person, where hints are on or off."""
    return STAND_IN if hints else MODEST


def check_level(level: str) -> str:
    """Return the level if there is such a computer player."""
    if level not in levels():
        raise HostError("level", level=level, known=", ".join(levels()))
    return level


def free_name(taken: Sequence[str]) -> str:
    """Return a name for a computer player that nobody at the table has."""
    return next(name for name in _NAMES if name_like(name, taken) is None)


def effective_level(level: str) -> str:
    """Return the level that answers now: the next best while the champion is being compiled, so that nobody waits."""
    return LEVELS[-2] if level == LEVELS[-1] and compiling.is_set() else level


def seated(level: str, *, among_champions: bool) -> Player:
    """Return a player of a level for one seat and one game; the stand-in's where it cannot be made.

    A champion beside people or other levels expects plainer answers of them.
    """
    try:
        now = effective_level(level)
        return player(now) if among_champions or find(now).make is not Champion else Companion()
    except Exception:
        log.exception("the computer player %s could not be made", level)
        return player(effective_level(STAND_IN))


def plan(who: Player, view: View, signals: Sequence[Signal]) -> list[str]:
    """Return the rest of the turn, with a legal move first.

    A player that fails or plans anything else ends the turn where it may, and otherwise lays any card that fits, so
    that the table goes on.
    """
    legal, nothing = view.legal_moves(), list[str]()
    moves = _answer(who, lambda: who.plan(view, signals), nothing)
    if moves and moves[0] in legal:
        return moves
    if moves is not nothing:
        log.error("the computer player %s planned %s, which is not legal", type(who).__name__, moves)
    return legal[-1:]


def speak(who: Player, view: View, signals: Sequence[Signal]) -> list[Signal]:
    """Return the signals the seat would have standing."""
    return _answer(who, lambda: who.speak(view, signals), [])


def wish(who: Player, view: View) -> str | None:
    """Return what the seat says about starting."""
    return _answer(who, lambda: who.wish(view), None)


def _answer(who: Player, question: Callable[[], T], otherwise: T) -> T:
    """Return a player's answer, or a default if it fails."""
    try:
        return question()
    except Exception:
        log.exception("the computer player %s failed", type(who).__name__)
        return otherwise


def advise(view: View, signals: Sequence[Signal]) -> Explanation:
    """Return what the strongest player would do on this seat, and why."""
    return explain(view, signals, effective_level(LEVELS[-1]))


def chances(view: View, signals: Sequence[Signal], after: float | None) -> Chances | None:
    """Return the chance to win as the turn began, and as it stands, which the advice told; None where it did not."""
    if after is None:
        return None
    before = chance(turn_start(view), signals) if view.laid_this_turn else after
    return Chances(before, after)
