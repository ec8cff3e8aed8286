"""How much the computer players of a table say, and what saying less costs.

    python benchmarks/table_talk.py [--games 1000] [--seed S] [--editions base extreme] [--write]

The same deals are played twice: with every signal that the players want, and with those that a host lets them give
(`nonante.host.computer_talk`). Printed are the signals that stand as a turn begins, in the second turn and in all,
and the games won, with the difference and its interval of 95 % over pairs of games. One seat of the mixed table is a
person: `strong` stands for it, and what it says is left alone. Talk is standard, the players are compiled.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from statistics import mean, pstdev
from typing import Final, NamedTuple

import result_file

from nonante import Game, Rules
from nonante.host.computer_talk import worth_saying
from nonante.players import Champion, Companion, Player, player
from nonante.players.match import Z, begin, plan_of, standing, wilson
from nonante.rules.settings import EDITIONS
from nonante.simulation import deal_seed
from nonante.table import Signal

SEED = 77_002
TABLES: Final = {
    "3 champions": (Champion, Champion, Champion),
    "4 champions": (Champion, Champion, Champion, Champion),
    "a person and 2 champions": (None, Companion, Companion),
}
HEAD = ["edition", "table", "talk", "signals in turn 2: mean / most", "in all turns", "won", "difference"]


class Played(NamedTuple):
    """What was counted in a game."""

    won: bool
    signals: list[int]
    """How many stand as each turn begins."""


def played(game: Game, seats: Sequence[Player], people: set[int], *, less: bool) -> Played:
    """Play a game to its end; `less`: as a host lets its computer players talk."""
    game, turn, words, counts = begin(game, seats), 0, list[Signal](), list[int]()
    while game.status == "playing":
        if game.turn != turn:
            turn, words = game.turn, standing(game, seats, words)
            words = fewer(game, words, people) if less else words
            counts.append(len(words))
        for move in plan_of(seats[game.active], game.view(game.active), words):
            game = game.play(move)
            if game.turn != turn or game.status != "playing":
                break
    return Played(game.status == "won", counts)


def fewer(game: Game, words: Sequence[Signal], people: set[int]) -> list[Signal]:
    """Return the words that stand at a table of the host."""
    wanted = {
        seat: [word for word in words if word.seat == seat] for seat in range(game.rules.players) if seat not in people
    }
    said = worth_saying(game, wanted, words)
    return [word for word in words if word.seat in people or word in said[word.seat]]


def rows(edition: str, table: str, games: int, seed: int) -> list[list[str]]:
    """Play the same deals with all the talk and with less; return a row for each."""
    makers = TABLES[table]
    seats = [make() if make else player("strong") for make in makers]
    people = {seat for seat, make in enumerate(makers) if make is None}
    rules = Rules.edition(edition, players=len(seats), talk="standard")
    deals = [Game.deal(rules, deal_seed(seed, number)) for number in range(games)]
    full, less = ([played(deal, seats, people, less=which) for deal in deals] for which in (False, True))
    apart = [100 * (after.won - before.won) for before, after in zip(full, less, strict=True)]
    half = Z * pstdev(apart) / sqrt(games)
    return [
        [edition, table, "all", *told(full), "–"],
        [edition, table, "less", *told(less), f"{mean(apart):+.1f} ± {half:.1f} points"],
    ]


def told(found: Sequence[Played]) -> list[str]:
    """Return what is told of some games."""
    second = [one.signals[1] for one in found if len(one.signals) > 1]
    wins = sum(one.won for one in found)
    low, high = wilson(wins, len(found))
    return [
        f"{mean(second):.1f} / {max(second)}",
        f"{mean(count for one in found for count in one.signals):.1f}",
        f"{100 * wins / len(found):.1f}% ({100 * low:.1f}–{100 * high:.1f})",
    ]


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--editions", nargs="*", choices=EDITIONS, default=["base", "extreme"])
    parser.add_argument("--tables", nargs="*", choices=TABLES, default=list(TABLES))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true", help="Write benchmarks/results/table-talk.json.")
    options = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    found = []
    for edition in options.editions:
        for table in options.tables:
            for row in rows(edition, table, options.games, options.seed):
                found.append(row)
                print(f"| {' | '.join(row)} |", flush=True)
    if options.write:
        result_file.write("table-talk", HEAD, found, games=options.games, seed=options.seed)


if __name__ == "__main__":
    main()
