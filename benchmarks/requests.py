"""How a player heeds what others ask for, measured in whole games: shares, and what a request set aside gained.

python benchmarks/requests.py [--player champion] [--editions base extreme] [--players 3] [--games 20] [--seed S]

Every seat is taken by the same player. A request counts as heeded where the turn left the pile ("keep off", "I can go
back here"), moved it by at most four ("small steps") or covered its card ("please cover"). Where it was set aside, the
gain is the chance to win that the turn left, less that of the best turn that heeds the request, both by the champion's
network and its calibration; where no turn could heed it, it counts apart.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from nonante import Game, Rules
from nonante.players import find
from nonante.players.match import begin, play_turn, standing
from nonante.players.reasons import heeds
from nonante.review.judge import Judge
from nonante.rules import View
from nonante.rules.cards import MOVES
from nonante.rules.settings import EDITIONS
from nonante.simulation import deal_seed
from nonante.table import Signal

SEED = 60_606
REQUESTS = ("keep-off", "can-go-back", "small-steps", "cover")


def done(view: View, moves: Sequence[str], request: Signal) -> bool:
    """Tell whether a turn does what a signal asks."""
    tops = list(view.opening)
    for move in moves:
        if move in MOVES:
            tops[MOVES[move][1]] = MOVES[move][0]
    a, b, c, d = tops
    return heeds(view.opening, (a, b, c, d), request)


class Tally:
    """What became of the requests of one kind."""

    def __init__(self) -> None:
        self.heeded, self.impossible = 0, 0
        self.gains: list[float] = []

    @property
    def cell(self) -> str:
        """The figures as a cell of a table."""
        possible = self.heeded + len(self.gains)
        if not possible:
            return "–"
        gain = f"{fmean(self.gains):.1f}" if self.gains else "–"
        return f"{100 * self.heeded / possible:.0f}% of {possible} / {gain} / {self.impossible}"


def note(game: Game, moves: Sequence[str], words: Sequence[Signal], judge: Judge, tallies: dict[str, Tally]) -> None:
    """Note what a turn made of the requests that stood."""
    view = game.view(game.active)
    weighed = None
    for word in words:
        if word.name not in REQUESTS or word.seat == view.seat:
            continue
        tally = tallies[word.name]
        if done(view, moves, word):
            tally.heeded += 1
            continue
        weighed = weighed or judge.weigh(view, words)
        others = [choice.chance for choice in weighed if done(view, choice.moves, word)]
        if others:
            tally.gains.append(judge.value(view, moves, words) - max(others))
        else:
            tally.impossible += 1


def listen(name: str, rules: Rules, games: int, seed: int) -> dict[str, Tally]:
    """Play whole games and note every request at every turn."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for number in range(games):
        seats = [find(name).seat() for _ in range(rules.players)]
        game = begin(Game.deal(rules, deal_seed(seed, number)), seats)
        judge = Judge(game.rules)
        while game.status == "playing":
            words, view = standing(game, seats), game.view(game.active)
            note(game, seats[game.active].plan(view, words), words, judge, tallies)
            game = play_turn(game, seats)
    return tallies


def main() -> None:
    """Read the command line and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="champion")
    parser.add_argument("--editions", nargs="*", choices=EDITIONS, default=["base", "extreme"])
    parser.add_argument("--players", nargs="*", type=int, default=[3])
    parser.add_argument("--talk", default="standard")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    print("heeded / mean gain of those set aside, in points / could not be heeded")
    print(f"| edition | players | player | {' | '.join(REQUESTS)} |")
    print("|---|---|---|" + "---|" * len(REQUESTS))
    for edition in options.editions:
        for players in options.players:
            rules = Rules.edition(edition, players=players, talk=options.talk)
            tallies = listen(options.player, rules, options.games, options.seed)
            cells = " | ".join(tallies[name].cell for name in REQUESTS)
            print(f"| {edition} | {players} | `{options.player}` | {cells} |", flush=True)


if __name__ == "__main__":
    main()
