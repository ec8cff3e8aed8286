"""Players nobody has practised with: each is drawn anew, with habits of its own, for ad-hoc team play."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..players import SilentPlayer
from ..players.talk import Manner, said
from ..rules import END, LETTERS, View
from ..table import Signal


class Stranger(SilentPlayer):
    """Lays short steps. How far it goes on, how much it says and how much it heeds follow from its seed."""

    def __init__(self, seed: int) -> None:
        habits = random.Random(seed)  # noqa: S311 - play needs no secrecy
        self._reach = habits.choice((0, 1, 2, 4))
        self._heeds = habits.choice((0, 4, 12))
        self._says = habits.random() < 0.75
        self._manner = Manner(keep_within=habits.choice((3, 4)), small_within=habits.choice((7, 8, 10)))

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the next move: the shortest step, or the end of the turn where it would go too far."""
        asked = {word.pile for word in signals if word.name in ("keep-off", "can-go-back") and word.seat != view.seat}
        return [min(view.legal_moves(), key=lambda move: self._price(view, move, asked))]

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Say what its hand would like, if it is one of those that talk."""
        return said(view, self._manner) if self._says else []

    def _price(self, view: View, move: str, asked: set[str | None]) -> float:
        if move == END:
            return self._reach + 0.5
        letter = move[-1]
        ahead = (int(move[:-1]) - view.piles[letter]) * (1 if LETTERS.index(letter) < 2 else -1)
        return ahead + (self._heeds if letter in asked else 0)
