"""How many deals can be won with the deck known, and how long the search takes: prints a table.

    python benchmarks/solver.py                    # base: 1,000 deals alone, 200 at each other table size; others 200
    python benchmarks/solver.py --games 50         # fewer

The deals are games 0, 1, 2, … of a run with the seed given. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import time

from nonante import Game, Rules
from nonante.review import solve
from nonante.rules.deal import deal_seed

EDITIONS = ("base", "expert", "on-fire", "extreme")


def row(edition: str, players: int, games: int, seed: int) -> str:
    """Solve some deals and return a row of the table."""
    rules, outcomes, seconds = Rules.edition(edition, players), list[str](), list[float]()
    for number in range(games):
        game = Game.deal(rules, deal_seed(seed, number))
        begun = time.process_time()
        found = solve(game)
        seconds.append(time.process_time() - begun)
        for move in found.moves:
            game = game.play(move)
        if found.outcome == "won" and game.status != "won":
            raise RuntimeError(f"the way to win deal {number} does not win")
        outcomes.append(found.outcome)
    won, lost = outcomes.count("won"), outcomes.count("lost")
    late = sum(second > 5 for second in seconds)
    return (
        f"| {edition} | {players} | {games} | {won} ({100 * won / games:.1f}%) | {lost} | {games - won - lost} | "
        f"{sum(seconds) / games:.3f} | {max(seconds):.2f} | {late} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--editions", nargs="*", default=EDITIONS)
    parser.add_argument("--players", nargs="*", type=int, default=(1, 2, 3, 4, 5))
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=13)
    options = parser.parse_args()
    solve(Game.deal(Rules(), 0))  # compiles
    print("| edition | players | deals | won | proved lost | open | mean s | longest s | beyond 5 s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for edition in options.editions:
        for players in options.players:
            games = options.games or (1000 if (edition, players) == ("base", 1) else 200)
            print(row(edition, players, games, options.seed), flush=True)


if __name__ == "__main__":
    main()
