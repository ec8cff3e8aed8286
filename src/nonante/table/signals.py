"""The fixed vocabulary of section 5: what a seat may say, so that nobody can leak a number by accident."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..rules import KINDS, LETTERS, Game
from ..rules.commands import DRAW_ONE, NO_RETRO, ONE_PILE, SILENCE
from ..rules.laying import shows
from .errors import TableError

PILE_SIGNALS: Final = ("keep-off", "small-steps", "can-go-back")
COVER_SIGNALS: Final = ("cover", "do-not-cover")
MOOD_SIGNALS: Final = ("trouble", "comfortable")
HOLD: Final = "hold"
SIGNALS: Final = (*PILE_SIGNALS, *COVER_SIGNALS, *MOOD_SIGNALS, HOLD)
WISHES: Final = ("like", "rather-not")

_LASTING: Final = (SILENCE, NO_RETRO, ONE_PILE, DRAW_ONE)


@dataclass(frozen=True, slots=True)
class Signal:
    """One seat's standing sign: about a pile, about a kind of command held, or about itself."""

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


def talk_closed(game: Game) -> str | None:
    """Return the code of what closes all communication now, or None when signals are open."""
    if game.rules.players == 1:
        return "talk-solo"
    if game.rules.talk == "none":
        return "talk-off"
    return "silence" if silenced(game) else None


def silenced(game: Game) -> bool:
    """Tell whether a silence command is visible; alone it has no effect (R35)."""
    return game.rules.players > 1 and shows(game.rules.marks, game.tops, SILENCE)


def check_signal(game: Game, signal: Signal) -> None:
    """Raise TableError unless the rules let this seat say that now."""
    closed = talk_closed(game)
    if closed:
        raise TableError(closed)
    name, rules = signal.name, game.rules
    if name not in SIGNALS:
        raise TableError("unknown-signal", signal=name)
    if name == "can-go-back" and rules.talk != "permissive":
        raise TableError("permissive-only", signal=name)
    if (name == HOLD or name in COVER_SIGNALS) and not rules.commands:
        raise TableError("extreme-only", signal=name)
    _check_scope(signal)
    if not still_true(game, signal):
        if name == HOLD:
            raise TableError("not-held", kind=signal.command)
        raise TableError("no-command-there", pile=signal.pile)


def _check_scope(signal: Signal) -> None:
    about_pile = signal.name in PILE_SIGNALS or signal.name in COVER_SIGNALS
    if about_pile and (not isinstance(signal.pile, str) or signal.pile not in tuple(LETTERS)):
        raise TableError("signal-pile", signal=signal.name)
    if signal.name == HOLD and signal.command not in KINDS:
        raise TableError("signal-kind", known=", ".join(KINDS))
    if (signal.pile is not None) != about_pile or (signal.command is not None) != (signal.name == HOLD):
        raise TableError("signal-scope", signal=signal.name)


def still_true(game: Game, signal: Signal) -> bool:
    """Tell whether what the signal speaks of is there: the command it offers, or the one it wants (un)covered."""
    if signal.name == HOLD:
        return any(game.rules.command_of(card) == signal.command for card in game.hands[signal.seat])
    if signal.name in COVER_SIGNALS and signal.pile:
        return game.rules.marks[game.piles[signal.pile]] in _LASTING
    return True


def signals_open(game: Game, seat: int) -> list[Signal]:
    """Return every signal this seat may send now, for menus."""
    candidates = [Signal(seat, name, pile=pile) for pile in LETTERS for name in (*PILE_SIGNALS, *COVER_SIGNALS)]
    candidates += [Signal(seat, name) for name in MOOD_SIGNALS]
    candidates += [Signal(seat, HOLD, command=kind) for kind in KINDS]
    return [signal for signal in candidates if _allowed(game, signal)]


def _allowed(game: Game, signal: Signal) -> bool:
    try:
        check_signal(game, signal)
    except TableError:
        return False
    return True
