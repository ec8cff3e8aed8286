"""Whether the puzzles' ratings hold: the share of each fifth of them that the computer levels solve.

    python benchmarks/puzzles.py [--write]

A level sees what its seat sees, plays every seat and has to win (exact puzzles), or to find a turn that counts as right
(chance puzzles). `steady` plays the trap of every puzzle by the way puzzles are made, so it solves none.
"""

from __future__ import annotations

import argparse
from typing import Final

import result_file

from nonante.players import LEVELS, Player, player
from nonante.players.match import play_turn
from nonante.review import Puzzle, puzzles, ratings

FIFTHS: Final = 5


def solves(one: Puzzle, level: Player) -> bool:
    """Tell whether a level solves a puzzle at its first try."""
    if one.kind == "chance":
        return one.judge(list(level.plan(one.game.view(one.game.active)))) == "solved"
    game = one.game
    while game.status == "playing":
        game = play_turn(game, [level] * game.rules.players)
    return game.status == "won"


def main() -> None:
    """Let every level try every puzzle, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="Write benchmarks/results/puzzles.json.")
    options = parser.parse_args()
    rating, levels = ratings(), {name: player(name) for name in LEVELS}
    ranked = sorted(puzzles(), key=lambda one: rating[one.name].value)
    head, rows = ["rating", "puzzles", *(f"`{name}`" for name in levels)], []
    for fifth in range(FIFTHS):
        some = ranked[fifth * len(ranked) // FIFTHS : (fifth + 1) * len(ranked) // FIFTHS]
        shares = [f"{100 * sum(solves(one, level) for one in some) / len(some):.0f}%" for level in levels.values()]
        low, high = (round(rating[one.name].value) for one in (some[0], some[-1]))
        rows.append([f"{low}–{high}", str(len(some)), *shares])
        print(*rows[-1], sep="\t", flush=True)
    if options.write:
        result_file.write("puzzles", head, rows)


if __name__ == "__main__":
    main()
