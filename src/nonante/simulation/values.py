"""What each turn of a dataset was worth: the champion's chance to win, its candidates, and what was given up.

The values are those of the champion's network for the end of a turn, without look-ahead, as chances (`calibration`):
the share of games that champions on every seat won from there. They are quick and the same on every machine. A review
looks further ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from .. import kernel as kernel_room
from ..players import calibration_for, net_for, net_name, share_laid, spoken_bits
from ..rules import Game, Rules, View
from ..table import Signal
from .errors import NeedsExtra
from .rowfiles import Row

MOST_CANDIDATES: Final = 64
"""How many candidate turns the network values at most."""


def with_values(rules: Rules, rows: Sequence[Row], candidates: int = 8) -> list[Row]:
    """Return the rows of whole games with the value of each turn.

    `chance` is that of the best turn, `candidates` the best turns with their `chances`, best first, `played_chance`
    that of the turn played, `loss` what it gave up, and `judge` the network that judged. Needs the extra ``[fast]``.
    """
    judge = _Judge(rules)
    found = []
    for row, view in zip(rows, _views(rules, rows), strict=True):
        signals = [_signal_of(text) for text in row["signals"]]
        best, played = judge.turns(view, signals)[:candidates], judge.played(view, signals, row["moves"])
        chance = max(best[0][1], played)
        found.append({
            **row,
            "chance": chance,
            "candidates": [moves for moves, _ in best],
            "chances": [value for _, value in best],
            "played_chance": played,
            "loss": chance - played,
            "judge": judge.name,
        })  # fmt: skip
    return found


def _views(rules: Rules, rows: Sequence[Row]) -> Iterator[View]:
    """Yield what the seat of each row saw; rows come in order, game by game."""
    game = None
    for row in rows:
        if row["turn"] == 1 or game is None:
            game = Game.deal(rules, row["deal_seed"]).start_with(row["seat"])
        yield game.view(row["seat"])
        for move in row["moves"]:
            game = game.play(move)


def _signal_of(text: str) -> Signal:
    """Read a signal as rows have it."""
    seat, name, *about = text.split()
    pile = about[0] if about and len(about[0]) == 1 else None
    return Signal(int(seat), name, pile, about[0] if about and pile is None else None)


class _Judge:
    """Values turns in games of one kind."""

    def __init__(self, rules: Rules) -> None:
        if not kernel_room.available():
            raise NeedsExtra(what="values of turns", extra="fast")
        self.rules, self.name = rules, f"{net_name(rules)}, network"
        self._ask, self._records = kernel_room.load("rollouts"), kernel_room.load("records")
        workspaces = kernel_room.load("workspace")
        self._workspace = workspaces.Workspace()
        self._minds: dict[Rules, Any] = {}
        self._new_mind: Callable[[Rules], Any] = lambda own: workspaces.mind(own, *net_for(own))
        self._calibration = calibration_for(rules)

    def turns(self, view: View, signals: Sequence[Signal]) -> list[tuple[list[str], float]]:
        """Return candidate turns with their chances, best first."""
        at, judging = kernel_room.load("layout"), kernel_room.load("judging")
        scratch = self._workspace.scratch
        count = max(1, int(self._asked(self._ask.ENDS, view, signals)))
        ends = scratch.turns[: count * at.FOUND_SIZE].reshape(count, at.FOUND_SIZE)
        values = scratch.values[:count]
        places = [place for place in (-values).argsort(kind="stable").tolist() if values[place] > judging.UNVALUED]
        found = []
        for place in places[:MOST_CANDIDATES] or [0]:
            actions = judging.actions_of(at.Found.of(ends[place].tolist()))
            found.append(([self._records.move_of(one) for one in actions], self._chance(view, float(values[place]))))
        return found

    def played(self, view: View, signals: Sequence[Signal], moves: Sequence[str]) -> float:
        """Return the chance of a turn that was played."""
        asked = self._ask.question(1, 1)
        asked.plans[0, 0] = len(moves)
        asked.plans[0, 1 : 1 + len(moves)] = [self._records.action_of(move) for move in moves]
        return self._chance(view, self._asked(self._ask.PLAN, view, signals, asked))

    def _chance(self, view: View, value: float) -> float:
        return self._calibration.chance(value, share_laid(view)) / 100

    def _asked(self, what: int, view: View, signals: Sequence[Signal], asked: Any = None) -> float:
        if view.rules not in self._minds:  # with seeded commands every game has rules of its own
            self._minds = {view.rules: self._new_mind(view.rules)}
        seen, asked = self._workspace.view, asked or self._ask.question(1, 1)
        said = spoken_bits(view, signals if self.rules.talk != "none" else ())
        self._records.write_view(seen, view, said, opened=True)
        mind, scratch = self._minds[view.rules], self._workspace.scratch
        return float(self._ask.ask(scratch, mind, asked, seen, what, 0, 0))
