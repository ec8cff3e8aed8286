"""Whole games through rules/, one player a seat, with talk and wishes as at a table."""

from __future__ import annotations

from collections.abc import Sequence

from ..players import Player, check_apart, play_game
from ..rules import REASONS, Game, Rules, deal_seed
from .reference import players_seed, seat_seed
from .registry import Contestant, KernelPlayer
from .results import Outcome, blame


class SeatGames:
    """Plays any span of a run's games; every seat of every game gets a player of its own."""

    def __init__(self, rules: Rules, team: Sequence[Contestant], seed: int) -> None:
        self.rules, self.team, self.seed = rules, tuple(team), seed

    def outcomes(self, first: int, stop: int) -> list[Outcome]:
        """Return how every game ended."""
        return [outcome_of(self.play(game)) for game in range(first, stop)]

    def play(self, game: int) -> Game:
        """Play one game to its end."""
        seed = deal_seed(self.seed, game)
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


def outcome_of(game: Game) -> Outcome:
    """Return how a finished game ended."""
    reason = REASONS.index(game.reason) + 1 if game.reason else 0
    return game.score, reason, blame(game), game.turn, game.cards_left
