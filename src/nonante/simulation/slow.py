"""Whole games through rules/, for players written in Python."""

from __future__ import annotations

from ..rules import REASONS, Game, Rules
from .results import Outcome, blame
from .roster import Maker
from .twins import deal_seed, players_seed


class SlowGames:
    """Plays any span of a run's games with one Python player in every seat."""

    def __init__(self, rules: Rules, make: Maker, seed: int) -> None:
        self._rules, self._make, self._seed = rules, make, seed

    def outcomes(self, first: int, stop: int) -> list[Outcome]:
        """Return how every game ended."""
        return [outcome_of(self.play(game)) for game in range(first, stop)]

    def play(self, game: int) -> Game:
        """Play one game to its end."""
        seed = deal_seed(self._seed, game)
        player = self._make(players_seed(seed))
        state = Game.deal(self._rules, seed)
        while state.status == "playing":
            state = state.play(player.choose(state.view(state.active)))
        return state


def outcome_of(game: Game) -> Outcome:
    """Return how a finished game ended."""
    reason = REASONS.index(game.reason) + 1 if game.reason else 0
    return game.score, reason, blame(game), game.turn, game.cards_left
