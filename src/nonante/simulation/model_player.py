"""`ModelPlayer`: a language model on one seat.

It is asked for its turn, and where seats may talk for its wish and its signals. An answer that is not accepted is sent
back with the reason, a few times; then the question is given up: the nearest legal cards are laid, or nothing is said.
The meter counts both. Every question stands alone: the model gets the briefing and what its seat sees now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from ..players import Entrant, may_talk
from ..rules import END, MOVE_TEXT, Rules, View
from ..table import Signal
from ..turn import GOING, OwnTurn
from .dialogue import Form, Question, Unreadable, briefing, described, question, read_moves, read_signals, read_wish
from .endpoint import Endpoint

T = TypeVar("T")
TRIES: Final = 3
"""How often a question is asked until it is given up."""


@dataclass(frozen=True)
class ModelPlayer:
    """A player that asks a language model."""

    endpoint: Endpoint
    form: Form = "prose"
    shows_moves: bool = True
    """Whether the model is told its legal next moves."""
    speaks: bool = True
    """Whether it is asked for signals before the turns of others, and for a wish."""
    tries: int = TRIES

    def traits(self, rules: Rules) -> dict[str, str]:  # noqa: ARG002 - the same in every game
        """Return the details of its identity."""
        about = [self.form, f"{self.tries} tries", "moves shown" * self.shows_moves, "silent" * (not self.speaks)]
        return {"engine": "model", "look_ahead": ", ".join(filter(None, about))}

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Ask the model for its turn."""
        moves = self._asked("moves", view, signals, read_moves)
        return nearest_turn(view) if moves is None else moves

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:
        """Ask the model for its signals; it gives none on its own turn."""
        if not self.speaks or view.seat == view.active or not view.hand or not may_talk(view):
            return []
        return self._asked("signals", view, signals, read_signals) or []

    def wish(self, view: View) -> str | None:
        """Ask the model for its wish about the start."""
        return self._asked("wish", view, (), read_wish) if self.speaks and may_talk(view) else None

    def _asked(self, what: Question, view: View, signals: Sequence[Signal], read: Callable[[str, View], T]) -> T | None:
        """Ask until an answer is accepted; return None where the question is given up."""
        shown = described(view, signals, self.form, moves=self.shows_moves and what == "moves")
        messages = [
            {"role": "system", "content": briefing(view.rules)},
            {"role": "user", "content": f"{shown}\n{question(what, view)}"},
        ]
        for _ in range(self.tries):
            answer = self.endpoint.answer(messages)
            try:
                return read(answer, view)
            except Unreadable as error:
                self.endpoint.meter.add(refused=1)
                again = f"{error}. {question(what, view)}"
                messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": again}]
        self.endpoint.meter.add(given_up=1)
        return None


def nearest_turn(view: View) -> list[str]:
    """Return a turn of the nearest legal cards, as few as possible, for use when no answer is accepted."""
    turn, moves = OwnTurn.of(view), list[str]()
    while turn.state.laid < turn.state.minimum:
        card, pile = min(turn.options(), key=lambda option: (turn.step(*option), option))
        moves.append(MOVE_TEXT[card][pile])
        outcome, turn = turn.lay(card, pile)
        if outcome != GOING or turn.stuck():
            return moves
    return [*moves, END]


def model_entrant(
    endpoint: Endpoint, form: Form = "prose", *, shows_moves: bool = True, speaks: bool = True, tries: int = TRIES
) -> Entrant:
    """Return a language model as a player for simulations and the benchmark."""

    def make() -> ModelPlayer:
        return ModelPlayer(endpoint, form, shows_moves, speaks, tries)

    return Entrant(f"model:{endpoint.model}", make, "a language model")
