"""Shared by the tests of the kernel: every setting, and a game played by both implementations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from tests.kernel import stepping

from nonante import Game, Rules
from nonante.kernel import codes, layout, records
from nonante.simulation.results import blame

EDITIONS = ("base", "short", "expert", "expert-short", "on-fire", "expert+on-fire", "extreme", "expert+extreme")
MORE_EDITIONS = ("expert-short+extreme", "on-fire+extreme", "expert-short+on-fire+extreme")
OWN = {
    "stop": [2, 30, 60, 90],
    "skull": [3, 31, 61, 91],
    "three": [4, 32, 62, 92],
    "silence": [5, 34, 63, 93],
    "no-retro": [6, 35, 64, 94],
    "one-pile": [7, 36, 65, 95],
    "draw-one": [8, 37, 67, 96],
}


def all_settings() -> list[Rules]:
    """Every edition with every option for every number of players."""
    settings = []
    for edition in (*EDITIONS, *MORE_EDITIONS):
        commands: Sequence[Any] = ("house", "seeded", OWN) if "extreme" in edition else (None,)
        for players in range(1, 6):
            for command_map in commands:
                for one_pile in ("standard", "strict") if command_map else ("standard",):
                    for short_hand in ("strict", "lenient"):
                        options = {"commands": command_map} if command_map else {}
                        settings.append(
                            Rules.edition(edition, players, one_pile=one_pile, short_hand=short_hand, **options)
                        )
    return settings


@pytest.fixture(scope="session")
def settings() -> list[Rules]:
    return all_settings()


class Pair:
    """A game in rules/ and the same game in the kernel, kept side by side and compared at every move."""

    def __init__(self, game: Game, rules: Rules, seed: int | None = None, start: int = 0) -> None:
        self.game = game
        self.table = records.rules_record(rules if seed is not None else game.rules)[None].copy()
        self.state = np.zeros((1, layout.STATE_SIZE), np.int64)
        if seed is None:
            self.state[0] = records.state_record(game)
            stepping.begin_games(self.state, self.table, np.array([game.active]))
        else:
            stepping.deal_games(self.state, self.table, np.array([seed], np.uint64))
            if start:
                stepping.begin_games(self.state, self.table, np.array([start]))
                self.game = game.start_with(start)
        self.check()

    def play(self, move: str) -> None:
        self.game = self.game.play(move)
        stepping.step_games(self.state, self.table, np.array([records.action_of(move)]))
        self.check()

    def moves(self) -> list[str]:
        """The legal moves, which both must agree on."""
        mask = np.zeros((1, codes.ACTIONS), np.uint8)
        stepping.legal_games(self.state, mask)
        moves = self.game.legal_moves()
        assert [records.move_of(int(action)) for action in np.flatnonzero(mask[0])] == moves
        return moves

    def check(self) -> None:
        game, said = self.game, stepping.read_state(self.state[0])
        for name in ("tops", "draw", "active", "turn", "minimum", "status", "reason"):
            assert said[name] == getattr(game, name), (name, said, game)
        assert said["hands"][: game.rules.players] == game.hands
        assert said["lock"] == game.turn_state.lock
        assert said["laid"] == len(game.laid_this_turn)
        if game.status != "playing":
            outcome = np.zeros((1, layout.OUTCOME_SIZE), np.int64)
            stepping.report_games(self.state, self.table, outcome)
            assert outcome[0].tolist() == [
                game.score,
                self.state[0, layout.REASON],
                blame(game),
                game.turn,
                game.cards_left,
            ]


@pytest.fixture(scope="session")
def pair() -> Callable[..., Pair]:
    return Pair
