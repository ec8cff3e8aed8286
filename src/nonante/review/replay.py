"""`Replay`: a finished game position by position, as a seat saw it or with all hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ..messages import ReplayTurn
from ..rules import END, KINDS, PLAYING, Game, View
from ..table import Played, Record, Signal, Table
from .errors import ReviewError

REPLAY_FORMAT: Final = "nonante-replay"
"""What the data of a replay calls itself."""


@dataclass(frozen=True)
class Replay:
    """A finished game, step by step: step 0 is the opening, and every move or signal is one more step."""

    record: Record
    tables: tuple[Table, ...]
    """The table at every step."""
    turns: tuple[ReplayTurn, ...]

    @classmethod
    def of(cls, record: Record) -> Replay:
        """Return the replay of a finished game; raise ReviewError if the game is not over."""
        replay = cls.so_far(record)
        if replay.final.status == PLAYING:
            raise ReviewError("unfinished")
        return replay

    @classmethod
    def so_far(cls, record: Record) -> Replay:
        """Return the replay of an unfinished game, with all hands: for puzzles that hide nothing."""
        tables = tuple(record.tables())
        return cls(record, tables, tuple(_turns(record, tables)))

    def table(self, step: int) -> Table:
        """Return the table at a step."""
        if type(step) is not int or not 0 <= step < len(self.tables):
            raise ReviewError("step", value=step, last=len(self.tables) - 1)
        return self.tables[step]

    def game(self, step: int) -> Game:
        """Return the game at a step, with all hands."""
        return self.table(step).require_game()

    def view(self, step: int, seat: int | None) -> View:
        """Return what a seat, or a spectator (None), saw at a step."""
        return self.game(step).view(seat)

    def decision(self, turn: ReplayTurn) -> tuple[Game, tuple[Signal, ...]]:
        """Return the game before a turn's first move, and the signals its seat had heard."""
        table = self.table(turn.decision)
        return table.require_game(), tuple(signal for signal in table.standing if signal.seat != turn.seat)

    def turn(self, number: int) -> ReplayTurn:
        """Return a turn by its number."""
        first, last = self.turns[0].turn if self.turns else 1, self.turns[-1].turn if self.turns else 0
        if type(number) is not int or not first <= number <= last:
            raise ReviewError("turn", value=number, first=first, last=last)
        return self.turns[number - first]

    @cached_property
    def final(self) -> Game:
        """The game at its end."""
        return self.tables[-1].require_game()

    def to_data(self) -> dict[str, Any]:
        """Return everything as plain JSON data (see docs/reference/review.md)."""
        record, final = self.record, self.final
        commands = final.rules.commands
        seed = record.dealt.seed
        return {
            "format": REPLAY_FORMAT,
            "version": 1,
            "rules": record.rules.to_data(),
            "map": {kind: list(group) for kind, group in zip(KINDS, commands.groups, strict=True)}
            if commands
            else None,
            "names": list(record.names),
            "seed": None if seed is None else str(seed),
            "known": record.known,
            "start": self.tables[0].require_game().active,
            "result": {
                "status": final.status,
                "reason": final.reason,
                "score": final.score,
                "grade": final.grade,
                "turns": len(self.turns),
            },
            "turns": [_turn_data(turn, self) for turn in self.turns],
            "steps": [self._step_data(step) for step in range(len(self.tables))],
        }

    def _step_data(self, step: int) -> dict[str, Any]:
        table, game = self.tables[step], self.game(step)
        data: dict[str, Any] = {"kind": "opening"}
        if step:
            entry = self.record.entries[step - 1]
            if isinstance(entry, Played):
                data = {"kind": "end" if entry.move == END else "lay", "seat": entry.seat, "move": entry.move}
            else:
                said = signal_data(Signal(entry.seat, entry.signal, entry.pile, entry.command))
                data = {"kind": "signal", **said, "on": entry.on}
        return {
            **data,
            "turn": game.turn,
            "active": game.active,
            "minimum": game.minimum,
            "laid": len(game.laid_this_turn),
            "tops": list(game.tops),
            "hands": [list(hand) for hand in game.hands],
            "draw_count": len(game.draw),
            "signals": [signal_data(signal) for signal in table.standing],
            "status": game.status,
        }


def position_after(game: Game, moves: Iterable[str]) -> Game:
    """Return the game after some moves."""
    for move in moves:
        game = game.play(move)
    return game


def signal_data(signal: Signal) -> dict[str, Any]:
    """Return a signal as plain data."""
    return {"seat": signal.seat, "signal": signal.name, "pile": signal.pile, "command": signal.command}


def _turns(record: Record, tables: tuple[Table, ...]) -> list[ReplayTurn]:
    """Cut the game into turns."""
    found: list[ReplayTurn] = []
    first, decision, moves = 0, -1, list[str]()
    last = max((step for step, entry in enumerate(record.entries, start=1) if isinstance(entry, Played)), default=0)
    for step, entry in enumerate(record.entries, start=1):
        if not isinstance(entry, Played):
            continue
        before, after = tables[step - 1].require_game(), tables[step].require_game()
        decision = step - 1 if decision < 0 else decision
        moves.append(entry.move)
        if after.turn != before.turn or step == last:
            drawn = before.draw[: len(before.draw) - len(after.draw)]
            found.append(ReplayTurn(before.turn, before.active, first, decision, step, moves, list(drawn)))
            first, decision, moves = step, -1, []
    return found


def _turn_data(turn: ReplayTurn, replay: Replay) -> dict[str, Any]:
    game = replay.game(turn.first)
    fields = {name: getattr(turn, name) for name in turn.__struct_fields__}
    return {**fields, "minimum": game.minimum, "tops": list(game.tops), "draw_count": len(game.draw)}
