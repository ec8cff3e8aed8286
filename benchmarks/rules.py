"""How fast the plain Python rules are: random play, with the legal moves listed at every step.

    python benchmarks/rules.py [--seconds 3] [--seed 1]

Prints moves a second on one core for each edition, deals included, and the cost of a move early and late in long games.
A deal costs as much as about ten moves, and random games of Extreme are short, so the deals weigh there.
"""

from __future__ import annotations

import argparse
import random
import time

from nonante import Game, Rules

EDITIONS = [("extreme", 1), ("extreme", 3), ("extreme", 5), ("base", 1), ("base", 3), ("on-fire", 3), ("expert", 4)]


def random_play(rules: Rules, seed: int, seconds: float) -> tuple[int, int, float]:
    """Play random games for a while; return moves, games and the time taken."""
    pick = random.Random(seed).random
    moves = games = 0
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < seconds:
        game = Game.deal(rules, seed * 1_000_003 + games)
        while legal := game.legal_moves():
            game = game.play(legal[int(pick() * len(legal))])
            moves += 1
        games += 1
    return moves, games, elapsed


def careful_game(rules: Rules, seed: int) -> list[str]:
    """Play the smallest step each time, so that the game is long; return its moves."""
    game = Game.deal(rules, seed)
    moves = []
    while legal := game.legal_moves():
        move = min(legal, key=lambda text: _step(game, text))
        moves.append(move)
        game = game.play(move)
    return moves


def _step(game: Game, move: str) -> int:
    if move == "end":
        return -5
    card, top = int(move[:-1]), game.piles[move[-1]]
    return card - top if move[-1] in "AB" else top - card


def cost_by_length(seed: int) -> None:
    """Time moves 1 to 20 and the last 20 of the longest of some careful games."""
    rules = Rules.edition("base", players=3)
    longest = max((careful_game(rules, seed + number) for number in range(300)), key=len)
    deal_seed = next(seed + number for number in range(300) if careful_game(rules, seed + number) == longest)
    games = [Game.deal(rules, deal_seed)]
    for move in longest:
        games.append(games[-1].play(move))
    for name, part in (("first 20", range(20)), ("last 20", range(len(longest) - 20, len(longest)))):
        started = time.perf_counter()
        for _ in range(2000):
            for number in part:
                games[number].legal_moves()
                games[number].play(longest[number])
        each = (time.perf_counter() - started) / 2000 / 20 * 1e6
        print(f"{name:>10} moves of a game of {len(longest)} moves: {each:6.2f} µs a move")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'edition':>10} {'players':>7} {'moves/s':>9} {'games/s':>8} {'moves/game':>13}")
    for edition, players in EDITIONS:
        moves, games, elapsed = random_play(Rules.edition(edition, players), options.seed, options.seconds)
        print(f"{edition:>10} {players:>7} {moves / elapsed:>9,.0f} {games / elapsed:>8,.0f} {moves / games:>13.1f}")
    cost_by_length(options.seed)


if __name__ == "__main__":
    main()
