"""Whether the champion's chances come true: fits the map from its values to chances, and checks it on other games.

    python benchmarks/calibration.py                         # check the shipped maps, a table by tenths
    python benchmarks/calibration.py --fit --write           # fit all, check them, and write the package's file
    python benchmarks/calibration.py --fit --write --only base-3-standard base-1-none

Fitting and checking use the same command but never the same deals: the seeds are apart. The champion looks ahead, which
takes up to seconds a game; `--games` and `--alone` say how many games, and `--quick` plays by the networks alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import nonante.review
from nonante import Rules, kernel
from nonante.players.champion import NO_LOOK, LookAhead, look_ahead_for, net_for, net_name, network, networks
from nonante.players.identity import digest
from nonante.review.calibration import FILE, Calibration, fit_points, fits

FIT_SEED, CHECK_SEED = 1_301, 2_602


def rules_of(name: str) -> Rules:
    """Return the game that a network plays."""
    edition, players, talk = name.rsplit("-", 2)
    return Rules.from_data({"edition": edition, "players": int(players), "talk": talk})


def notes(rules: Rules, seed: int, games: int, ahead: LookAhead) -> list[tuple[float, bool]]:
    """Let the champion play; return the value of its best turn at every turn, and whether it won that game."""
    outlook, workspaces, at = kernel.load("outlook"), kernel.load("workspace"), kernel.load("layout")
    workspace = workspaces.Workspace(ahead)
    outcomes = np.zeros((games, at.OUTCOME_SIZE), np.int64)
    noted = np.zeros((games * 60, 2), np.float32)
    mind = workspaces.mind(rules, *net_for(rules))
    run = workspaces.Run(seed, 0, games)
    count = outlook.follow(workspace.scratch, mind, workspace.state, run.seeds, outcomes, noted)
    won = outcomes[:, at.OUTCOME_REASON] == 0
    return [(float(value), bool(won[int(game)])) for game, value in noted[:count]]


def tenths(map_: Calibration, found: list[tuple[float, bool]]) -> Iterator[tuple[int, float, float]]:
    """Return for every tenth of the chance: turns, mean chance said, share won, in points."""
    chances = map_.chances_of([value for value, _ in found])
    won = np.array([won for _, won in found])
    place = np.minimum(chances // 10, 9).astype(int)
    for tenth in range(10):
        inside = place == tenth
        if inside.any():
            yield int(inside.sum()), float(chances[inside].mean()), float(100 * won[inside].mean())
        else:
            yield 0, 0.0, 0.0


def row(name: str, map_: Calibration, found: list[tuple[float, bool]], games: int) -> str:
    """Return a row of the table: how far chances and wins are apart in every tenth, and the worst."""
    cells, worst = [], 0.0
    for count, said, won in tenths(map_, found):
        cells.append(f"{won - said:+.1f}" if count >= 200 else "·")
        worst = max(worst, abs(won - said) if count >= 200 else 0.0)
    return f"| {name} | {games} | {len(found)} | {' | '.join(cells)} | {worst:.1f} |"


def main() -> None:
    """Fit where asked, and print the check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--quick", action="store_true", help="games by the networks alone, without look-ahead")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--alone", type=int, default=400)
    options = parser.parse_args()
    kept: dict[str, Any] = dict(fits())
    print("| network | games | turns | " + " | ".join(f"{low}–{low + 10}" for low in range(0, 100, 10)) + " | worst |")
    print("|---" * 14 + "|")
    for name in options.only or networks():
        rules = rules_of(name)
        if net_name(rules) != name:
            raise SystemExit(f"no game is played with {name}")
        games = options.alone if rules.players == 1 else options.games
        ahead = NO_LOOK if options.quick else look_ahead_for(rules)
        if options.fit:
            points = fit_points(notes(rules, FIT_SEED, games, ahead))
            kept[name] = {
                "weights": digest(network(rules).weights),
                "games": games,
                "ahead": str(ahead),
                "points": points,
            }
            if options.write:
                path = Path(nonante.review.__file__).parent / FILE
                lines = ",\n".join(f"{json.dumps(one)}: {json.dumps(fit)}" for one, fit in sorted(kept.items()))
                path.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
        fit = kept.get(name, {"points": []})
        logits, chances = zip(*fit["points"], strict=True) if fit["points"] else ((), ())
        print(row(name, Calibration(logits, chances), notes(rules, CHECK_SEED, games, ahead), games), flush=True)


if __name__ == "__main__":
    main()
