"""The fixed vocabulary of section 5: what a seat may say, so that nobody can leak a number by accident."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from ..rules import FIRE, KINDS, LASTING, LETTERS, SILENCE, Game, View, shows
from .errors import TableError

SignalName: TypeAlias = Literal[
    "keep-off",
    "small-steps",
    "can-go-back",
    "cover",
    "do-not-cover",
    "trouble",
    "comfortable",
    "hold",
    "do-not-lay",
]
"""What a signal says."""
StartWish: TypeAlias = Literal["like", "rather-not"]
"""What a seat says about starting."""
Again: TypeAlias = Literal["again"]
"""What a seat says after a game: it would like another one."""
TalkClosed: TypeAlias = Literal["talk-solo", "talk-off", "silence"]
"""The code of what closes all communication."""

PILE_SIGNALS: Final = ("keep-off", "small-steps", "can-go-back")
COVER: Final = "cover"
COVER_SIGNALS: Final = (COVER, "do-not-cover")
MOOD_SIGNALS: Final = ("trouble", "comfortable")
HOLD: Final = "hold"
DO_NOT_LAY: Final = "do-not-lay"
KIND_SIGNALS: Final = (HOLD, DO_NOT_LAY)
SIGNALS: Final = (*PILE_SIGNALS, *COVER_SIGNALS, *MOOD_SIGNALS, *KIND_SIGNALS)
"""The names of all signals."""
WISHES: Final[tuple[StartWish, ...]] = get_args(StartWish)
"""What a seat may say about starting."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal of a seat: about a pile, about a kind of command, or about itself."""

    seat: int
    name: str
    pile: str | None = None
    command: str | None = None

    def replaces(self, other: Signal) -> bool:
        """Tell whether this signal says something else about the same thing, so that the other one goes."""
        if self.seat != other.seat:
            return False
        for group in (PILE_SIGNALS, COVER_SIGNALS, MOOD_SIGNALS):
            if self.name in group:
                return other.name in group and self.pile == other.pile
        return self == other


@dataclass(frozen=True, slots=True)
class StandingSignal:
    """A signal that was raised; `fresh`: during its owner's turn, so that it outlives the end of that turn."""

    signal: Signal
    fresh: bool = False


def talk_closed(game: Game | View) -> TalkClosed | None:
    """Return the code of what closes all communication now; None while signals are open."""
    if game.rules.players == 1:
        return "talk-solo"
    if game.rules.talk == "none":
        return "talk-off"
    return "silence" if silenced(game) else None


def check_talk(game: Game | View) -> None:
    """Raise TableError if all communication is closed."""
    closed = talk_closed(game)
    if closed:
        raise TableError(closed)


def silenced(game: Game | View) -> bool:
    """Tell whether a silence command is visible; alone it has no effect (R35)."""
    return game.rules.players > 1 and shows(game.rules.marks, game.tops, SILENCE)


def check_signal(game: Game | View, signal: Signal) -> None:
    """Raise TableError unless the rules let this seat say that now."""
    check_talk(game)
    name, rules = signal.name, game.rules
    if name not in SIGNALS:
        raise TableError("unknown-signal", signal=name)
    if name == "can-go-back" and rules.talk != "permissive":
        raise TableError("permissive-only", signal=name)
    if name in (*KIND_SIGNALS, "do-not-cover") and not rules.commands:
        raise TableError("extreme-only", signal=name)
    _check_scope(signal)
    if not still_true(game, signal):
        if name == HOLD:
            raise TableError("not-held", kind=signal.command)
        raise TableError("nothing-to-cover" if name == COVER else "no-command-there", pile=signal.pile)


def _check_scope(signal: Signal) -> None:
    about_pile = signal.name in PILE_SIGNALS or signal.name in COVER_SIGNALS
    about_kind = signal.name in KIND_SIGNALS
    if about_pile and (not isinstance(signal.pile, str) or signal.pile not in tuple(LETTERS)):
        raise TableError("signal-pile", signal=signal.name)
    if about_kind and signal.command not in KINDS:
        raise TableError("signal-kind", known=", ".join(KINDS))
    if (signal.pile is not None) != about_pile or (signal.command is not None) != about_kind:
        raise TableError("signal-scope", signal=signal.name)


def still_true(game: Game | View, signal: Signal) -> bool:
    """Tell whether a signal is still true: its command is held, or its pile still shows what it wants covered."""
    if signal.name == HOLD:
        hand = game.hands[signal.seat] if isinstance(game, Game) else game.hand
        return any(game.rules.command_of(card) == signal.command for card in hand)
    if signal.name in COVER_SIGNALS:
        there = wants_covered(game, signal)
        return there == "command" or (there == "fire" and signal.name == COVER)
    return True


def wants_covered(game: Game | View, signal: Signal) -> str | None:
    """Return what a signal about covering speaks of: the "command" or the "fire" on its pile; else None."""
    if signal.name not in COVER_SIGNALS or not signal.pile:
        return None
    mark = game.rules.marks[game.piles[signal.pile]]
    if mark == FIRE:
        return "fire"
    return "command" if mark in LASTING else None


def signals_open(game: Game, seat: int) -> list[Signal]:
    """Return every signal that this seat may send now."""
    candidates = [Signal(seat, name, pile=pile) for pile in LETTERS for name in (*PILE_SIGNALS, *COVER_SIGNALS)]
    candidates += [Signal(seat, name) for name in MOOD_SIGNALS]
    candidates += [Signal(seat, name, command=kind) for name in KIND_SIGNALS for kind in KINDS]
    return [signal for signal in candidates if _allowed(game, signal)]


def _allowed(game: Game, signal: Signal) -> bool:
    try:
        check_signal(game, signal)
    except TableError:
        return False
    return True
