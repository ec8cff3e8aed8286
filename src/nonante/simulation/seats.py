"""Whole games through rules/, one player a seat, with talk and wishes as at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import kernel as kernel_room
from ..players import Player
from ..players.champion import Champion, look_ahead_for, net_for
from ..players.match import play_game
from ..players.protocol import check_apart
from ..rules import REASONS, Game, Rules
from ..rules.deal import deal_seed
from .deals import players_seed, seat_seed
from .registry import Contestant, KernelPlayer
from .results import Outcome, blame


class SeatGames:
    """Plays any span of a run's games; every seat of every game gets a player of its own."""

    def __init__(self, rules: Rules, team: Sequence[Contestant], seed: int) -> None:
        self.rules, self.team, self._seed = rules, tuple(team), seed

    def outcomes(self, first: int, stop: int) -> list[Outcome]:
        """Return how every game ended."""
        return [outcome_of(self.play(game)) for game in range(first, stop)]

    def play(self, game: int) -> Game:
        """Play one game to its end."""
        seed = deal_seed(self._seed, game)
        players = self.seated(game, seed)
        check_apart(players)
        return play_game(self.rules, seed, players)

    def seated(self, game: int, seed: int) -> Sequence[Player]:  # noqa: ARG002 - for teams that change seats
        """Return who sits where in a game."""
        team, seats = self.team, self.rules.players
        if len(team) > 1:
            return [one.seat(seat_seed(seed, seat)) for seat, one in enumerate(team)]
        only = team[0]
        if isinstance(only, KernelPlayer) and only.reference:
            return only.reference(players_seed(seed), seats)
        return [only.seat(seat_seed(seed, seat)) for seat in range(seats)]


class ChampionGames:
    """Plays any span of a run's games with the champion in every seat, compiled; several threads may use it."""

    def __init__(self, rules: Rules, who: type[Champion], seed: int) -> None:
        self._kernel, self._seed = kernel_room.load("workspace"), seed
        self._ahead = look_ahead_for(rules) if who.ahead is None else who.ahead
        self._mind = self._kernel.mind(rules, *net_for(rules))

    def outcomes(self, first: int, stop: int) -> Any:
        """Return an array with one line a game; see `results.Outcome`."""
        return self._kernel.Workspace(self._ahead).play(self._mind, self._kernel.Run(self._seed, first, stop - first))


def outcome_of(game: Game) -> Outcome:
    """Return how a finished game ended."""
    reason = REASONS.index(game.reason) + 1 if game.reason else 0
    return game.score, reason, blame(game), game.turn, game.cards_left
