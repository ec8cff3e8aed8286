"""A player of one's own; docs/guides/write-a-player.md says how it is entered and seated."""

from __future__ import annotations

from collections.abc import Sequence

from nonante.players import SilentPlayer
from nonante.rules import END, LETTERS, View
from nonante.table import Signal


class Patient(SilentPlayer):
    """Lays the shortest step, card by card, and ends its turn rather than move a pile by 3 or more."""

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the next move; piles that others want to be left alone seem 3 farther away."""
        asked = {signal.pile for signal in signals if signal.name == "keep-off"}
        return [min(view.legal_moves(), key=lambda move: step(view, move) + 3 * (move[-1] in asked))]

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - hears in `plan`
        """Ask to keep off a pile for a card that goes back or is at most 3 away, while three such are left (R45)."""
        left, steps = {*view.hand, *view.unseen}, (-10, 1, 2, 3)
        near = [left & {top + (step if pile < 2 else -step) for step in steps} for pile, top in enumerate(view.tops)]
        spoken = [pile for pile in range(4) if len(near[pile]) >= 3 and near[pile] & {*view.hand}]
        return [Signal(view.seat or 0, "keep-off", LETTERS[pile]) for pile in spoken]


def step(view: View, move: str) -> int:
    """Return how far a move takes its pile, going back counting as -10; the end of the turn counts as 3."""
    if move == END:
        return 3
    pile = LETTERS.index(move[-1])
    return (int(move[:-1]) - view.tops[pile]) * (1 if pile < 2 else -1)
