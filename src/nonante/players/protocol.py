"""`Player`: the protocol of all computer players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from typing import Final, Protocol, runtime_checkable

from ..rules import View
from ..table import Signal
from .errors import PlayerError

QUESTIONS: Final = {"plan": ("view", "signals"), "speak": ("view", "signals"), "wish": ("view",)}
"""What a player is asked, and with what."""


@runtime_checkable
class Player(Protocol):
    """A computer player on one seat. It gets the view of its seat and the standing signals, nothing else.

    Every seat gets its own instance, so that hands do not leak between seats.
    """

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the moves of the turn as intended now, such as ``["57A", "60A", "end"]``.

        The moves are played until the turn is over. If they run out before that, `plan` is called again.
        """
        ...

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:
        """Return the signals this seat wants to show in this turn; those it may not send are dropped."""
        ...

    def wish(self, view: View) -> str | None:
        """Return ``"like"`` or ``"rather-not"`` about starting the game, or None."""
        ...


class SilentPlayer:
    """Base class for players that say nothing and have no wish about starting; implement `plan`."""

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Say nothing."""
        return []

    def wish(self, view: View) -> str | None:  # noqa: ARG002 - of the protocol
        """Have no wish."""
        return None


def check_player(made: object, name: str) -> Player:
    """Check that an object is a player, and return it."""
    for question, details in QUESTIONS.items():
        if not _takes(getattr(made, question, None), len(details)):
            raise PlayerError("no-player", name=name, question=f"{question}({', '.join(details)})")
    assert isinstance(made, Player)  # noqa: S101 - for the type checker
    return made


def check_apart(players: Iterable[Player | None]) -> None:
    """Refuse a player that sits on several seats: it would know several hands."""
    seen = set[int]()
    for one in players:
        if one is not None and id(one) in seen:
            raise PlayerError("shared-player", name=type(one).__name__)
        seen.add(id(one))


def _takes(question: Callable[..., object] | None, count: int) -> bool:
    if not callable(question):
        return False
    try:
        signature(question).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # written in another language, which does not tell
        return True
    return True
