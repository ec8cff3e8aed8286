"""The levels of `players` as simulated players: the champion in compiled code, the others through rules/."""

from __future__ import annotations

from importlib.resources import files
from typing import Any
from zlib import crc32

from .. import kernel as kernel_room
from ..players import player
from ..players.champion import LOOK_AHEAD, net_for
from ..players.match import play_game
from ..rules import Game, Rules
from .results import Outcome
from .slow import outcome_of
from .twins import deal_seed


def weights_number() -> int:
    """Return a number that changes with the champion's weights, so that results of different ones are not added up."""
    return crc32((files("nonante.players") / "champion.bin").read_bytes())


class LevelGames:
    """Plays any span of a run's games with one level in every seat, with talk as far as the rules allow it."""

    def __init__(self, rules: Rules, level: str, seed: int) -> None:
        self._rules, self._seed = rules, seed
        self._players = [player(level)] * rules.players

    def outcomes(self, first: int, stop: int) -> list[Outcome]:
        """Return how every game ended."""
        return [outcome_of(self.play(game)) for game in range(first, stop)]

    def play(self, game: int) -> Game:
        """Play one game to its end."""
        return play_game(self._rules, deal_seed(self._seed, game), self._players)


class ChampionGames:
    """Plays any span of a run's games with the champion in every seat; several threads may use it."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._kernel, self._seed = kernel_room.load("workspace"), seed
        self._mind = self._kernel.mind(rules, *net_for(rules))

    def outcomes(self, first: int, stop: int) -> Any:
        """Return an array with one line a game; see `results.Outcome`."""
        return self._kernel.Workspace(LOOK_AHEAD).play(self._mind, self._kernel.Run(self._seed, first, stop - first))
