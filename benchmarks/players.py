"""How long the computer players take for a turn.

    python benchmarks/players.py [--level champion] [--edition base] [--players 3] [--games 20] [--seed 1] [--plain]

Every seat of a game is of the same level; only the planning of a turn is timed, by the clock, one turn at a time in one
thread. What a level loads or compiles comes with its first turn, which stands apart. `--plain` is the champion as it
thinks without the extra [fast].
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence

from nonante import NonanteError, Rules, View, kernel
from nonante.players import LEVELS, Player, player
from nonante.players.match import play_game
from nonante.players.registry import warm_up
from nonante.table import Signal

EDITIONS = ["base", "expert", "on-fire", "extreme"]
FIGURES = ["mean", "median", "99%", "99.9%", "longest"]


class Timed:
    """A player with a stopwatch."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.seconds: list[float] = []

    def choose(self, view: View, signals: Sequence[Signal] = ()) -> str:
        """Return the next move."""
        return self.plan(view, signals)[0]

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the rest of the turn, and keep how long that took."""
        began = time.perf_counter()
        moves = self.inner.plan(view, signals)
        self.seconds.append(time.perf_counter() - began)
        return moves

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:
        """Return the signals."""
        return self.inner.speak(view, signals)

    def wish(self, view: View) -> str | None:
        """Say whether this seat would like to start."""
        return self.inner.wish(view)


def measure(one: Player, rules: Rules, games: int, seed: int) -> list[float]:
    """Return how long each turn of some whole games took, from the quickest to the longest."""
    timed = Timed(one)
    for number in range(games):
        play_game(rules, seed + number, [timed] * rules.players)
    return sorted(timed.seconds)


def share(ordered: Sequence[float], part: float) -> float:
    """Return the time within which this part of the turns was done."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def line(seconds: Sequence[float]) -> str:
    """Return the figures in milliseconds."""
    figures = [statistics.fmean(seconds), share(seconds, 0.5), share(seconds, 0.99), share(seconds, 0.999), seconds[-1]]
    return f"{len(seconds):>7,} " + " ".join(f"{1000 * figure:>9,.2f}" for figure in figures)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=LEVELS, nargs="+", default=["strong", "champion"])
    parser.add_argument("--edition", nargs="+", default=EDITIONS)
    parser.add_argument("--players", type=int, choices=range(1, 6), nargs="+", default=list(range(1, 6)))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="the champion without compiled code")
    chosen = parser.parse_args()
    try:
        games = [Rules.edition(edition, players) for edition in chosen.edition for players in chosen.players]
    except NonanteError as error:
        parser.error(str(error))
    if chosen.games < 1:
        parser.error("at least one game")
    if chosen.plain:
        kernel.available = lambda: False
    for level in chosen.level:
        began = time.perf_counter()
        warm_up(level)
        print(f"\n{level}: first turn {time.perf_counter() - began:.2f} s, then in ms")
        print(f"{'edition':>12} {'players':>7} {'turns':>7} " + " ".join(f"{name:>9}" for name in FIGURES))
        one = player(level)
        for rules in games:
            seconds = measure(one, rules, chosen.games, chosen.seed)
            print(f"{rules.name:>12} {rules.players:>7} {line(seconds)}", flush=True)


if __name__ == "__main__":
    main()
