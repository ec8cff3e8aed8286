"""How strong the champion is, what its values come to and how long it thinks, all from the same games, on many cores.

    python benchmarks/measure.py --out FOLDER --seed 20270101 --processes 16   # every network: hours on one core
    python benchmarks/measure.py --out FOLDER --only base-3-none extreme-2-standard --games 600

A cell is a network with a champion on every seat. Cells are played one after the other, each by all processes, and each
leaves `CELL.json` (wins, cards left, thinking time) and `CELL.npz` (every decision) in the folder, so a run that ends
early leaves whole cells, and one that is started again goes on; a row of the tables is printed for each. The deals
are those of `nonante simulate --seed`. `benchmarks/calibration.py --from FOLDER` fits and checks the chances.
It needs NumPy and Numba, and `PYTHONPATH=src` where the package is not installed.

A team that wins 98 games of 100 seldom has a chance of 30%. `--split 90 75 50` plays on three times (`--copies`) from
where the chance first passes one of these: once with the draw pile as it lies, twice with it shuffled anew, as nobody
knew its order. Each copy counts a third, and what went before won as often as its copies did. Wins and cards left are
those of the games as they were dealt.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy; the processes share the cores out

import numpy as np

from nonante import Rules
from nonante.kernel import bits, layout as at, workspace as workspaces
from nonante.kernel.bits import pointer, pointers
from nonante.kernel.candidates import turns
from nonante.kernel.champion import decide, open_game
from nonante.kernel.codes import PLAYING
from nonante.kernel.compiling import Array, entry
from nonante.kernel.determinization import look, play_turn
from nonante.kernel.game import report
from nonante.kernel.memory import nth
from nonante.kernel.randomness import game_seed
from nonante.kernel.scratch import Scratch, Setup
from nonante.players.calibration import CARDS, calibration_for
from nonante.players.champion import NO_LOOK, LookAhead, look_ahead_for, net_for, net_name, networks, valued_by
from nonante.players.identity import digest
from nonante.players.match import wilson

SEED = 20_270_101
SHARE = 8  # games that a process plays before it takes the next ones
FEW = 10  # cards left below which a lost game still counts as a good one
HEAD = "| cell | games | win % (95%) | below ten % | mean left | s per game | ms per turn: median | 99% | longest |"


class Span(NamedTuple):
    """Some games of a cell."""

    cell: str
    seed: int
    first: int
    stop: int
    ahead: LookAhead
    split: tuple[float, ...] = ()
    """Chances from which a game is played on more than once, in points."""
    copies: int = 1


class Games(NamedTuple):
    """Every turn in which there was something to decide, and how each game ended."""

    game: Any
    value: Any
    left: Any
    """Cards still to lay at the start of the turn."""
    seconds: Any
    weight: Any
    """1, or a share of it in a copy of a game."""
    won: Any
    """Which share of the copies won from there on."""
    score: Any
    """Cards left at the end, a number a game; 0 where it was won."""


def rules_of(cell: str) -> Rules:
    """Return the game that a network plays."""
    edition, players, talk = cell.rsplit("-", 2)
    rules = Rules.from_data({"edition": edition, "players": int(players), "talk": talk})
    if net_name(rules) != cell:
        raise SystemExit(f"no game is played with {cell}")
    return rules


def in_order(cells: Iterable[str]) -> list[str]:
    """Sort cells: those with a bar first, at tables before alone, which takes ten times as long."""

    def rank(cell: str) -> tuple[bool, bool]:
        edition, players, talk = cell.rsplit("-", 2)
        barred = talk == "standard" or (talk == "none" and (edition == "base" or players == "1"))
        return not barred, players == "1"

    return sorted(cells, key=rank)


@entry
def follow(arrays: Scratch, settings: Setup, state: Array, seeds: Array, outcome: Array, note: Array) -> int:
    """Play the next turn of a game as `kernel.champion.play` does; the first call, with an empty state, deals it.

    Note what the best end is worth, as a logit, and how many cards were still to lay. Return whether the game goes on;
    once it does not, the outcome is written.
    """
    scratch, setup, position = pointers(arrays), pointers(settings), pointer(state, 0)
    if position.turn == 0:
        open_game(position, setup, scratch, game_seed(seeds[0], seeds[1]))
        return True
    look(position, setup, scratch.seen)
    note[1] = bits.count(scratch.seen.unplayed[0], scratch.seen.unplayed[1])
    best = decide(scratch.seen, setup, scratch, turns(scratch.seen, setup.rules, scratch))
    note[0] = scratch.values[best]
    play_turn(position, setup.rules, nth(scratch.turns, at.TURNEND_SIZE, best))
    if position.status == PLAYING:
        return True
    report(position, setup.rules, pointer(outcome, 0))
    return False


class Player:
    """Plays games of a cell, and notes every turn."""

    def __init__(self, span: Span) -> None:
        self.span, self.rules = span, rules_of(span.cell)
        self.scratch = workspaces.Workspace(span.ahead).scratch
        self.calibration = calibration_for(self.rules)
        self.outcome, self.note = np.zeros(at.OUTCOME_SIZE, np.int64), np.zeros(2, np.float32)
        self.turns: list[tuple[float, ...]] = []

    def play(self, game: int) -> int:
        """Play a game and its copies; return how many cards were left in the game as dealt."""
        self.game, self.random = game, np.random.default_rng([self.span.seed, game])
        self.setup = workspaces.setup(self.rules, *net_for(self.rules))
        self.seeds = workspaces.Run(self.span.seed, game, 1).seeds
        self.begun: float | None = None
        self.scores: list[int] = []
        state = np.zeros(at.STATE_SIZE, np.int64)
        self._play_on(state, self._goes_on(state), 1.0, self.span.split)
        return self.scores[0]

    def _goes_on(self, state: Any) -> bool:
        """Play a turn, or deal, and tell whether the game goes on."""
        return bool(follow(self.scratch, self.setup, state, self.seeds, self.outcome, self.note))

    def _play_on(self, state: Any, goes_on: bool, weight: float, levels: tuple[float, ...]) -> float:
        """Play to the end, or to a level and then all copies to theirs; return which share of them won."""
        turns: list[tuple[float, ...]] = []
        shares: list[float] = []
        while goes_on and not shares:
            before, started = state.copy(), perf_counter()
            goes_on = self._goes_on(state)
            value, left = self.note.tolist()
            turns.append((value, left, perf_counter() - started))
            open_, copies = self._open(levels, self.calibration.chance(value, 1 - left / CARDS))
            if goes_on and copies > 1 and before[at.LEFT]:
                shares.append(self._play_on(state, goes_on, weight / copies, open_))
                while len(shares) < copies:
                    copy = self._shuffled(before)
                    shares.append(self._play_on(copy, self._goes_on(copy), weight / copies, open_))
        if not shares:
            self.scores.append(int(self.outcome[at.OUTCOME_SCORE]))
            shares.append(float(self.scores[-1] == 0))
        won = sum(shares) / len(shares)
        self.turns += [(self.game, *turn, weight, won) for turn in turns]
        return won

    def _open(self, levels: tuple[float, ...], chance: float) -> tuple[tuple[float, ...], int]:
        """Return which levels the game has not passed yet, and how many copies follow from those it just has."""
        begun = self.begun = chance if self.begun is None else self.begun
        open_ = tuple(level for level in levels if (chance > level) == (begun > level))
        return open_, self.span.copies ** (len(levels) - len(open_))

    def _shuffled(self, state: Any) -> Any:
        """Return a state with its draw pile in another order."""
        copy = state.copy()
        self.random.shuffle(copy[at.DECK + at.CARDS - copy[at.LEFT] : at.DECK + at.CARDS])
        return copy


def play(span: Span) -> Games:
    """Let champions play some games."""
    player = Player(span)
    scores = [player.play(game) for game in range(span.first, span.stop)]
    game, value, left, seconds, weight, won = np.array(player.turns).T
    return Games(game.astype(np.int32), value, left.astype(np.int8), seconds, weight, won, np.array(scores))


def played(whole: Span, pool: Any) -> Games:
    """Play a cell on all processes."""
    starts = range(whole.first, whole.stop, SHARE)
    spans = [whole._replace(first=first, stop=min(first + SHARE, whole.stop)) for first in starts]
    parts = pool.map(play, spans, chunksize=1)
    return Games(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def summary(cell: str, found: Games, seed: int, ahead: LookAhead) -> dict[str, Any]:
    """Return the figures of a cell."""
    games, wins = len(found.score), int((found.score == 0).sum())
    median, most, longest = 1000 * np.quantile(found.seconds, (0.5, 0.99, 1.0))
    return {
        "cell": cell,
        "seed": seed,
        "first": int(found.game.min()),
        "games": games,
        "wins": wins,
        "interval": wilson(wins, games),
        "below_ten": int((found.score < FEW).sum()),
        "mean_left": float(found.score.mean()),
        "turns": round(found.weight.sum()),
        "seconds": float((found.seconds * found.weight).sum()),
        "turn_ms": {"median": float(median), "p99": float(most), "longest": float(longest)},
        "ahead": str(ahead),
        "weights": digest(valued_by(rules_of(cell))[1]),
    }


def row(about: dict[str, Any]) -> str:
    """Return a cell's row of the table."""
    games, (low, high), turn = about["games"], about["interval"], about["turn_ms"]
    return (
        f"| {about['cell']} | {games} | {100 * about['wins'] / games:.1f} ({100 * low:.1f}–{100 * high:.1f}) "
        f"| {100 * about['below_ten'] / games:.0f} | {about['mean_left']:.2f} | {about['seconds'] / games:.2f} "
        f"| {turn['median']:.1f} | {turn['p99']:.0f} | {turn['longest']:.0f} |"
    )


def measure(cells: Sequence[str], options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Play the cells that the folder does not have yet; return the figures of each."""
    play(Span(cells[0], options.seed, 0, 1, NO_LOOK))  # compiles before the processes part, so that all have it
    splitting = tuple(options.split), options.copies
    with get_context("fork").Pool(options.processes) as pool:
        for cell in cells:
            file = options.out / f"{cell}.json"
            if not file.exists():
                rules = rules_of(cell)
                ahead = NO_LOOK if options.quick else look_ahead_for(rules)
                games = options.alone if rules.players == 1 else options.games
                span = Span(cell, options.seed, options.first, options.first + games, ahead, *splitting)
                found = played(span, pool)
                np.savez_compressed(file.with_suffix(".npz"), **found._asdict())
                whole = json.dumps(summary(cell, found, options.seed, ahead), indent=1)
                file.with_suffix(".part").write_text(whole + "\n", encoding="utf-8")
                file.with_suffix(".part").replace(file)
            yield json.loads(file.read_text("utf-8"))


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--only", nargs="*", default=[], metavar="CELL", help="networks, for instance base-3-none")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--alone", type=int, default=2000, help="games of cells with one seat")
    parser.add_argument("--first", type=int, default=0, help="the first of the games, where others were played before")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--split", type=float, nargs="*", default=[], metavar="CHANCE", help="played on from in copies")
    parser.add_argument("--copies", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="games by the networks alone, without look-ahead")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    print(HEAD)
    print("|---" * 9 + "|")
    for about in measure(options.only or in_order(networks()), options):
        print(row(about), flush=True)


if __name__ == "__main__":
    main()
