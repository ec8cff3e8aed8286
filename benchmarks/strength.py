"""How strong the players are: win rate with its interval, share below ten, mean left, seconds a game.

python benchmarks/strength.py champion --games 10000 [--editions base extreme] [--players 1 3] [--talk none] [--seed S]

Prints rows as in docs/notebook/players.md. Every seat is taken by the same player. The seeds of that table were
used for nothing else.
"""

from __future__ import annotations

import argparse

from nonante import Rules
from nonante.rules.settings import EDITIONS
from nonante.simulation import simulate

SEED = 90_210


def main() -> None:
    """Read the command line and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", help="players, as `nonante simulate` knows them")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--editions", nargs="*", choices=EDITIONS, default=list(EDITIONS))
    parser.add_argument("--players", nargs="*", type=int, default=[1, 2, 3, 4, 5])
    parser.add_argument("--talk", nargs="*", default=["none", "standard"])
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    print("| edition | players | talk | player | games | win % (95%) | below ten % | mean left | s per game |")
    print("|---|---|---|---|---|---|---|---|---|")
    for edition in options.editions:
        for players in options.players:
            for talk in options.talk if players > 1 else ["none"]:
                rules = Rules.from_data({"edition": edition, "players": players, "talk": talk})
                for name in options.names:
                    result = simulate(rules, name, options.games, options.seed)
                    low, high = (100 * bound for bound in result.interval)
                    print(
                        f"| {edition} | {players} | {talk if players > 1 else '–'} | `{name}` | {result.games} "
                        f"| {100 * result.win_rate:.1f} ({low:.1f}–{high:.1f}) | {100 * result.excellent_rate:.0f} "
                        f"| {result.mean_left:.2f} | {result.seconds / result.games:.4f} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
