"""Whether reviews hold what they promise: prints two tables.

    python benchmarks/review.py                                   # 2,000 champion games a cell; 10 games reviewed twice
    python benchmarks/review.py --games 500 --reviews 4

1. Luck over games of the champion, whose turns cost nothing by its own judgement: result less start is all luck, and
   its mean must be near zero. In the first N of them the luck is told apart by reviewing them.
2. Games of `steady`, reviewed twice with other random numbers: seconds to the first curve and to the end, how far
   "luck less loss" is from "result less start", and how many marks both reviews agree on.
"""

from __future__ import annotations

import argparse
import time
from itertools import zip_longest

import numpy as np

from nonante import Rules, kernel
from nonante.players import player
from nonante.players.calibration import calibration_for
from nonante.players.champion import look_ahead_for, net_for
from nonante.players.match import plan_of, words_of
from nonante.players.talk import changes
from nonante.review import Review, review
from nonante.simulation.deals import deal_seed
from nonante.table import Record, Settings, Table

SEED = 31_337


def played(rules: Rules, seed: int, level: str) -> Record:
    """Return a game of computer players at a table, with their words."""
    table = Table()
    table = table.apply(table.configure(Settings(rules)))
    for seat in range(rules.players):
        table = table.apply(table.sit(f"Seat {seat + 1}"))
    table = table.apply(table.deal(seed))
    table = table if table.starter is not None else table.apply(table.start(0))
    team = [player(level) for _ in range(rules.players)]
    while table.running:
        game = table.require_game()
        for seat in range(rules.players):
            for event in changes(table, seat, words_of(team[seat], game.view(seat), table.standing)):
                table = table.apply(event)
        for move in plan_of(team[game.active], game.view(game.active), table.standing):
            table = table.apply(table.play(game.active, move))
            if not table.running or table.require_game().turn != game.turn:
                break
    return Record.of(table)


def luck(rules: Rules, games: int) -> tuple[float, float]:
    """Return the mean of result less start over champion games, and its standard error, in points."""
    outlook, workspaces, at = kernel.load("outlook"), kernel.load("workspace"), kernel.load("layout")
    workspace = workspaces.Workspace(look_ahead_for(rules))
    outcomes, notes = np.zeros((games, at.OUTCOME_SIZE), np.int64), np.zeros((games * 60, 2), np.float32)
    run = workspaces.Run(SEED, 0, games)
    mind = workspaces.mind(rules, *net_for(rules))
    count = outlook.follow(workspace.scratch, mind, workspace.state, run.seeds, outcomes, notes)
    numbers = notes[:count, 0]
    first = np.flatnonzero(np.diff(numbers, prepend=-1))
    start = calibration_for(rules).chances_of(notes[first, 1])
    result = 100.0 * (outcomes[:, at.OUTCOME_REASON] == 0)
    apart = result - start
    return float(apart.mean()), float(apart.std() / games**0.5)


def gap(one: Review) -> float:
    """Return how far luck less loss is from result less start."""
    sums = one.sums
    return abs(sums["cards"] + sums["hands"] + sums["model"] - sums["loss"] - one.result + one.start)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", nargs="*", default=["base:2", "base:3", "extreme:3", "base:1"])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--alone", type=int, default=200)
    parser.add_argument("--reviews", type=int, default=10)
    options = parser.parse_args()
    cells = [Rules.edition(cell.split(":")[0], int(cell.split(":")[1])) for cell in options.cells]
    print("| edition | players | champion games | mean luck | ± | reviewed | cards | hands | model | loss |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for rules in cells:
        games = options.alone if rules.players == 1 else options.games
        mean, error = luck(rules, games)
        told = [review(played(rules, deal_seed(SEED, n), "champion")).sums for n in range(options.reviews)]
        parts = " | ".join(
            f"{np.mean([sums[name] for sums in told]):+.1f}" for name in ("cards", "hands", "model", "loss")
        )
        cell = f"{rules.name} | {rules.players} | {games} | {mean:+.2f} | {1.96 * error:.2f}"
        print(f"| {cell} | {len(told)} | {parts} |", flush=True)
    print("\n| edition | players | reviews | first curve s | whole s | identity off by | marks | agreed |")
    print("|---|---|---|---|---|---|---|---|")
    for rules in cells:
        print(_stability(rules, options.reviews), flush=True)


def _stability(rules: Rules, count: int) -> str:
    first, whole, off, marks, agreed = [0.0], [0.0], 0.0, 0, 0
    for number in range(count):
        record = played(rules, deal_seed(SEED, number), "steady")
        found = []
        for seed in (1, 2):
            seen: list[float] = []
            begun = time.perf_counter()
            found.append(review(record, lambda *_, seen=seen: seen.append(time.perf_counter()), seed=seed))
            first.append(seen[0] - begun)
            whole.append(time.perf_counter() - begun)
            off = max(off, gap(found[-1]))
        pairs = [(a.mark, b.mark) for a, b in zip_longest(found[0].turns, found[1].turns)]
        marks += sum(a is not None or b is not None for a, b in pairs)
        agreed += sum(a is not None and b is not None for a, b in pairs)
    share = f"{100 * agreed / marks:.0f} %" if marks else "–"
    times = f"{max(first):.2f} | {max(whole):.1f}"
    return f"| {rules.name} | {rules.players} | {2 * count} | {times} | {off:.3f} | {marks} | {share} |"


if __name__ == "__main__":
    main()
