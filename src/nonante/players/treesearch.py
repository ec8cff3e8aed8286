"""`TreeSearch`: information-set Monte Carlo tree search, the reference player of that family.

It knows the rules and how to lay the nearest card, and has learnt nothing. It neither speaks nor heeds. The search is
compiled (`kernel.treesearch`, extra ``[fast]``), where its way of searching is described.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from .. import kernel
from ..rules import GOLDEN, MASK, Rules, View, mix
from ..table import Signal
from .errors import PlayerError
from .identity import COMPILED
from .protocol import SilentPlayer

ROUNDS: Final = 500
"""Worlds dealt, and games played on, for every move."""


class TreeSearch(SilentPlayer):
    """Chooses one move after the other, each by a search of its own; its random numbers follow from its seed."""

    def __init__(self, seed: int = 0, rounds: int = ROUNDS) -> None:
        if not kernel.available():
            raise PlayerError("needs-fast", name="ismcts")
        self._seed, self._rounds = seed, rounds
        self._room: Any = None

    def traits(self, rules: Rules) -> dict[str, str]:  # noqa: ARG002 - the same in every game
        """Return its identity beyond its name."""
        return {"engine": COMPILED, "look_ahead": f"{self._rounds} worlds a move"}

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - it does not heed
        """Return the next move."""
        moves = view.legal_moves()
        return moves if len(moves) == 1 else [self._searched(view)]

    def _searched(self, view: View) -> str:
        import numpy as np

        from ..kernel import layout, records

        compiled = kernel.load("treesearch")
        self._room = self._room or compiled.tree(self._rounds)
        self._seed = mix((self._seed + GOLDEN) & MASK)
        seen = np.zeros(layout.VIEW_SIZE, np.int64)
        records.write_view(seen, view, [0] * view.rules.players, opened=True)
        setup, greedy = _settings(view.rules)
        return records.move_of(compiled.search(self._room, setup, seen, greedy, self._rounds, self._seed >> 1))


@lru_cache(64)  # with seeded commands every game has rules of its own
def _settings(rules: Rules) -> tuple[Any, Any]:
    """Return the rules and the greedy player of the games played on, as the kernel reads them."""
    import numpy as np

    from ..kernel import codes, records, workspace

    setup = workspace.setup(rules, np.zeros(1, np.float32))
    return setup, records.player_record({"kind": codes.GREEDY})
