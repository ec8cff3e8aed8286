"""What the tests of all environments share: the games to try, and a walk through the rules themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from nonante import Game, Rules
from nonante.rules import EDITIONS

GAMES = [(edition, players) for edition in EDITIONS for players in range(1, 6)]
SPECIAL: list[dict[str, Any]] = [
    {"edition": "expert+extreme", "players": 3},
    {"edition": "on-fire+extreme", "players": 2, "commands": "seeded"},
    {"edition": "extreme", "players": 4, "one_pile": "strict", "short_hand": "lenient"},
    {"edition": "expert-short+on-fire+extreme", "players": 5, "talk": "permissive"},
]
ALL: list[dict[str, Any]] = [{"edition": edition, "players": players} for edition, players in GAMES] + SPECIAL


def name(options: dict[str, Any]) -> str:
    """Name a case in the test report."""
    return "-".join(map(str, options.values()))


def careful_move(game: Game, rng: random.Random) -> str:
    """Choose a move that gets far: mostly the smallest step, seldom any move, so that all endings come."""
    moves = game.legal_moves()
    if rng.random() < 0.1:
        return rng.choice(moves)
    return min(moves, key=lambda move: _effort(game, move))


def _effort(game: Game, move: str) -> int:
    if move == "end":
        return 4
    top, card = game.piles[move[-1]], int(move[:-1])
    return card - top if move[-1] in "AB" else top - card


def walk(rules: Rules, seed: int) -> Iterator[tuple[Game, str, Game]]:
    """Play a game by the rules alone; yield each move with the game before and after it."""
    rng = random.Random(seed)
    game = Game.deal(rules, seed)
    while game.status == "playing":
        move = careful_move(game, rng)
        after = game.play(move)
        yield game, move, after
        game = after
