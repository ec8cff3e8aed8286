"""What came after a turn: the next seat's chance, and what it would have been with other cards drawn.

The other draws are exactly those that could have been: what the seat drew last and what is in the draw pile now lay
there in random order, so any of these cards might as well have been drawn. Everything else stays as it was. The others
have played since, and as they heard this seat: so only draws count after which it would have said the same. With any
other draw they would not have played so, and what was really drawn would look lucky because they made way for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..messages import ReplayTurn
from ..rules import PLAYING, WON, Card, Game
from ..table import Signalled, talk_closed
from .judge import Judge
from .replay import Replay

_DRAWS: Final = 128


@dataclass(frozen=True, slots=True)
class Luck:
    """What came after a turn, before what was said about it."""

    value: float
    """The chance of the next seat."""
    expected: float
    """The same on average, had that seat drawn other cards to those it had kept."""
    hands: bool
    """Whether it is another seat, of whose hand the one before could not know."""

    def parts(self, played: float) -> tuple[float, float]:
        """Return the luck with cards drawn and that with what was held, given the chance of what was played.

        That chance is no mean over worlds: in those the other hands are dealt at random, but a hand holds what nobody
        wanted to lay. The champion's chance knows it, as it was fitted on games played to the end.
        """
        return round(self.value - self.expected, 2), round(self.expected - played, 2) if self.hands else 0.0


def luck_after(replay: Replay, place: int, judge: Judge, seed: int) -> Luck:
    """Return what came after a turn; needs the compiled kernel."""
    turn = replay.turns[place]
    after = replay.game(turn.last)
    value = judge.value_of(after) if after.status == PLAYING else 100.0 * (after.status == WON)
    if after.turn == turn.turn:  # the turn itself has ended the game
        return Luck(value, value, hands=False)
    drawn, spoke = _last_draw(replay, place, after)
    chances = judge.draw_again(after, drawn, spoke, draws=_DRAWS, seed=seed) if drawn and after.draw else None
    return Luck(value, value if chances is None else float(chances.mean()), after.active != turn.seat)


def _last_draw(replay: Replay, place: int, after: Game) -> tuple[Sequence[Card], list[Game]]:
    """Return what the next seat drew last, and the moments at which it has spoken since.

    Where it has not had a turn yet, its whole hand was drawn.
    """
    turns = replay.turns[: place + 1]
    own = next((number for number in reversed(range(len(turns))) if turns[number].seat == after.active), None)
    if own is None:
        return after.hands[after.active], _moments(replay, after.active, turns)
    return turns[own].drawn, _moments(replay, after.active, turns[own + 1 :])


def _moments(replay: Replay, seat: int, turns: Sequence[ReplayTurn]) -> list[Game]:
    """Return the games as turns began at which a seat could speak; none where it never says anything."""
    if not any(isinstance(entry, Signalled) and entry.seat == seat for entry in replay.record.entries):
        return []
    games = (replay.game(turn.first) for turn in turns)
    return [game for game in games if talk_closed(game) is None]
