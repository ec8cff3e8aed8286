"""Whole games of computer players, on the rules themselves; ``python -m nonante.players.match`` prints figures.

For millions of games there is the simulation room; this is how the figures of docs/players.md are made again.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from ..rules import Game, Rules
from ..rules.outcome import PLAYING, WON
from ..table import Signal
from .levels import LEVELS, player
from .protocol import Player
from .talk import may_talk


@dataclass(frozen=True, slots=True)
class Figures:
    """What a number of games came to."""

    games: int
    wins: int
    excellent: int
    """Games graded excellent or better."""
    left: int
    seconds: float

    @property
    def line(self) -> str:
        """The figures as a row of a table: win rate with its interval, share below ten, mean left, seconds a game."""
        low, high = wilson(self.wins, self.games)
        win, excellent = 100 * self.wins / self.games, 100 * self.excellent / self.games
        return (
            f"{win:.1f} ({100 * low:.1f}–{100 * high:.1f}) | {excellent:.0f} | "
            f"{self.left / self.games:.1f} | {self.seconds / self.games:.2f}"
        )


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    share, spread = wins / games, z * z / games
    middle = share + spread / 2
    reach = z * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


def play_game(rules: Rules, seed: int, players: Sequence[Player]) -> Game:
    """Play the game dealt from `seed` to its end, with talk as far as the rules allow it."""
    game = Game.deal(rules, seed)
    if may_talk(game.view(0)):
        game = game.start_with(starter([one.wish(game.view(seat)) for seat, one in enumerate(players)]))
    while game.status == PLAYING:
        game = play_turn(game, players)
    return game


def play_turn(game: Game, players: Sequence[Player]) -> Game:
    """Let the active seat plan and play its turn."""
    for move in players[game.active].plan(game.view(game.active), standing(game, players)):
        game = game.play(move)
    return game


def standing(game: Game, players: Sequence[Player]) -> list[Signal]:
    """Return what every seat says now."""
    return [word for seat, one in enumerate(players) for word in one.speak(game.view(seat))]


def starter(wishes: Sequence[str | None]) -> int:
    """Return who starts: the first who would like to, else the first who does not mind."""
    return min(range(len(wishes)), key=lambda seat: ("like", None, "rather-not").index(wishes[seat]))


def measure(level: str, rules: Rules, games: int, seed: int) -> Figures:
    """Play games with the deals `seed`, `seed` + 1, …, every seat of the same level."""
    players = [player(level)] * rules.players
    begun = time.perf_counter()
    finished = [play_game(rules, seed + number, players) for number in range(games)]
    return Figures(
        games=games,
        wins=sum(game.status == WON for game in finished),
        excellent=sum(game.grade in ("champions", "excellent") for game in finished),
        left=sum(game.score for game in finished),
        seconds=time.perf_counter() - begun,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row of figures."""
    parser = argparse.ArgumentParser(prog="python -m nonante.players.match", description=main.__doc__)
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("--edition", default="base")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--talk", default="standard")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=5_000_000)
    options = parser.parse_args(arguments)
    rules = Rules.edition(options.edition, options.players, talk=options.talk)
    figures = measure(options.level, rules, options.games, options.seed)
    talk = options.talk if options.players > 1 else "–"
    print(f"| {options.edition} | {options.players} | {talk} | {options.level} | {options.games} | {figures.line} |")


if __name__ == "__main__":
    main()
