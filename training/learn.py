"""Learn what a turn's end is worth, from whole games that the champion plays with itself.

Policy iteration: play some thousand games with the network as it is, move its values towards what came of them (a
mixture of the value of the next turn and of how the game ended), play again. Everything is NumPy on the processor; the
games are compiled code on several threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
from training import tracing

from nonante import Rules
from nonante.kernel import layout
from nonante.kernel.scratch import Setup
from nonante.kernel.workspace import Run, TalkSettings, Workspace, features_for, setup

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Recipe:
    """How to learn: everything but which game."""

    games: int = 3000
    """Games a round."""
    window: int = 5
    """Rounds that are learnt from at the same time."""
    epochs: float = 3.0
    """How often a turn is looked at in the round it comes from, and as often again in the later ones together."""
    rate: float = 1e-3
    last_rate: float = 2e-4
    """The step size, falling from the first to the last round."""
    trust: float = 0.8
    """How much of what came later counts; the rest is the value of the next turn."""
    won: float = 0.5
    """How much of a game's worth is that it was won; the rest falls with the cards left."""
    fall: float = 6.0
    """Cards left that bring that rest down to a third."""
    batch: int = 512
    """Turns looked at in one step."""
    explore: int = 100
    """In how many of 1024 turns another good turn is tried instead of the best."""
    memory: float = 3000.0
    """Steps over which weights are averaged: the games are played with their mean, which is steadier."""


class Net:
    """The champion's network while it learns, with the moments of Adam."""

    def __init__(self, features: int, rng: np.random.Generator) -> None:
        sizes = (features, layout.HIDDEN), (layout.HIDDEN, layout.SECOND), (layout.SECOND, 1)
        self.parts: list[Floats] = []
        for (inputs, outputs), spread in zip(
            sizes, ((2 / features) ** 0.5, (2 / layout.HIDDEN) ** 0.5, 0.1), strict=True
        ):
            self.parts.append(rng.normal(0, spread, (inputs, outputs)).astype(np.float32))
            self.parts.append(np.zeros(outputs, np.float32))
        self.mean, self.spread = np.zeros(features, np.float32), np.ones(features, np.float32)
        self._restart()

    def _restart(self) -> None:
        self.steady = [part.copy() for part in self.parts]
        self._first = [np.zeros_like(part) for part in self.parts]
        self._second = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def step(self, x: Floats, wanted: Floats, rate: float, memory: float = 1.0) -> float:
        """Take one step of Adam towards the wanted chances, and average the weights; return the mean loss."""
        first, first_bias, second, second_bias, last, last_bias = self.parts
        hidden = np.maximum(x @ first + first_bias, 0)
        inner = np.maximum(hidden @ second + second_bias, 0)
        chance = 1 / (1 + np.exp(-(inner @ last + last_bias)[:, 0]))
        off = ((chance - wanted) / len(wanted))[:, None].astype(np.float32)
        off_inner = (off @ last.T) * (inner > 0)
        off_hidden = (off_inner @ second.T) * (hidden > 0)
        slopes = x.T @ off_hidden, off_hidden.sum(0), hidden.T @ off_inner, off_inner.sum(0), inner.T @ off, off.sum(0)
        self._steps += 1
        size = rate * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        for part, slope, one, two in zip(self.parts, slopes, self._first, self._second, strict=True):
            one *= 0.9
            one += 0.1 * slope
            two *= 0.999
            two += 0.001 * slope * slope
            part -= (size * one / (np.sqrt(two) + 1e-8)).astype(np.float32)
        share = max(1 / memory, 1 / self._steps)
        for mean, part in zip(self.steady, self.parts, strict=True):
            mean += np.float32(share) * (part - mean)
        return float(-(wanted * np.log(chance + 1e-7) + (1 - wanted) * np.log(1 - chance + 1e-7)).mean())

    def row(self) -> Floats:
        """Return the weights as the kernel reads them: the features' means and spreads are worked in."""
        return _row(self.steady, self.mean, self.spread)

    @classmethod
    def from_row(cls, row: Floats, shape: tuple[int, int, int]) -> Net:
        """Read weights as the kernel has them back into a network."""
        features, hidden, second = shape
        net = cls(features, np.random.default_rng(0))
        sizes = (features, hidden), (hidden,), (hidden, second), (second,), (second, 1), (1,)
        ends = np.cumsum([int(np.prod(size)) for size in sizes])
        net.parts = [part.reshape(size).copy() for part, size in zip(np.split(row, ends[:-1]), sizes, strict=True)]
        net._restart()
        return net

    def rescale(self, mean: Floats, spread: Floats) -> None:
        """Take other means and spreads for the features without changing any value."""
        first = self.parts[0] / self.spread[:, None]
        self.parts[1] += ((mean - self.mean) @ first).astype(np.float32)
        self.parts[0] = (first * spread[:, None]).astype(np.float32)
        self.mean, self.spread = mean, spread
        self._restart()

    @staticmethod
    def read(path: Path) -> tuple[Floats, tuple[int, int, int]]:
        """Return the weights of a network that was kept, as the kernel reads them, and its three sizes."""
        with np.load(path) as kept:
            parts = [kept[f"part{place}"] for place in range(6)]
            return _row(parts, kept["mean"], kept["spread"]), (*parts[0].shape, parts[2].shape[1])

    def save(self, path: Path) -> None:
        """Keep everything needed to go on learning."""
        parts: dict[str, Any] = {f"part{place}": part for place, part in enumerate(self.steady)}
        np.savez(path, mean=self.mean, spread=self.spread, **parts)

    def take_over(self, path: Path) -> int:
        """Start from a network learnt for a simpler game, perhaps smaller; return how many features it knew."""
        with np.load(path) as kept:
            known, hidden = kept["part0"].shape
            inner = kept["part2"].shape[1]
            self.parts[0][:known, :hidden] = kept["part0"]
            self.parts[0][known:, :hidden] = 0
            self.parts[1][:hidden] = kept["part1"]
            self.parts[2][hidden:] = 0
            self.parts[2][:hidden, :inner] = kept["part2"]
            self.parts[3][:inner] = kept["part3"]
            self.parts[4][inner:] = 0
            self.parts[4][:inner] = kept["part4"]
            self.parts[5][:] = kept["part5"]
            self.mean[:known], self.spread[:known] = kept["mean"], kept["spread"]
        self._restart()
        return int(known)


def _row(parts: Sequence[Floats], mean: Floats, spread: Floats) -> Floats:
    first = parts[0] / spread[:, None]
    bias = parts[1] - (mean / spread) @ parts[0]
    return np.concatenate([first.ravel(), bias, *(part.ravel() for part in parts[2:])]).astype(np.float32)


# what the first games' player goes by
GUESS = {
    **{layout.PILE_FEATURES * pile + layout.PILE_HEIGHT: -30.0 for pile in range(4)},
    **{layout.PILE_FEATURES * pile + layout.PILE_BACK: 4.0 for pile in range(4)},
    **{layout.PILE_FEATURES * pile + layout.PILE_BACK_UNSEEN: 1.0 for pile in range(4)},
    layout.UNSEEN_FITS: -10.0,
    layout.UNSEEN_FITS + 1: -4.0,
    layout.UNSEEN_FITS + 2: -1.5,
    layout.HELD_FITS: -3.0,
    layout.HELD_FITS + 1: -1.0,
    layout.PAIRS_HELD: 6.0,
    layout.CARDS_UNPLAYED: -150.0,
}


def first_guess(features: int) -> Floats:
    """Return the first games' player, which only knows that room, pairs and cards laid are good."""
    first = np.zeros((features, layout.HIDDEN), np.float32)
    for feature, weight in GUESS.items():
        first[feature, 0] = weight
    first[:, 0] *= 0.05
    bias, inner = np.zeros(layout.HIDDEN, np.float32), np.zeros((layout.HIDDEN, layout.SECOND), np.float32)
    bias[0], inner[0, 0] = 1000, 1
    last = np.zeros(2 * layout.SECOND + 1, np.float32)
    last[layout.SECOND], last[-1] = 1, -1000
    return np.concatenate([first.ravel(), bias, inner.ravel(), last])


def mirrored(rules: Rules, x: Floats) -> Floats:
    """Return the features of the same turns with every card n turned into 101 - n."""
    swapped = x.copy()

    def swap(first: int, second: int, length: int) -> None:
        swapped[:, first : first + length] = x[:, second : second + length]
        swapped[:, second : second + length] = x[:, first : first + length]

    piles = 2 * layout.PILE_FEATURES
    swap(0, piles, piles)
    swap(layout.GAP_RISING, layout.GAP_FALLING, 1)
    start = layout.talk_features_from(rules.players)
    if rules.players > 1 and rules.talk != "none":
        piles = 2 * layout.ASKED_FEATURES
        swap(start, start + piles, piles)
        start += layout.TALK_FEATURES
    if rules.fire or rules.commands:
        tops = start + layout.TOP_BINDS
        swap(tops, tops + 4, 4)
        near, piles = start + layout.MARK_FEATURES, 2 * layout.NEAR_FEATURES
        swap(near, near + piles, piles)
    return swapped


def wanted(recipe: Recipe, trust: float, left: npt.NDArray[np.int64], notes: Floats) -> Floats:
    """Return for every turn the value to move to; `tracing` says what the notes are."""
    worth = recipe.won * (left == 0) + (1 - recipe.won) * np.exp(-left / recipe.fall)
    games = notes[:, tracing.NOTE_GAME].astype(np.int64)
    value, top = notes[:, tracing.NOTE_VALUE], notes[:, tracing.NOTE_BEST]
    best = 1 / (1 + np.exp(-np.clip(top, -50, 50)))
    tried = value < top - 1e-6
    values = np.empty(len(notes), np.float32)
    for turn in range(len(notes) - 1, -1, -1):
        after = turn + 1
        if after == len(notes) or games[after] != games[turn]:
            values[turn] = worth[games[turn]]
        elif tried[after] and trust < 1:  # what follows a turn that was only tried says nothing about the best one
            values[turn] = best[after]
        else:
            values[turn] = trust * values[after] + (1 - trust) * best[after]
    return values


@dataclass
class Round:
    """What one round of games brought."""

    left: npt.NDArray[np.int64]
    x: Floats
    wanted: Floats

    @property
    def won(self) -> float:
        """The share of games won, with what was tried in them."""
        return float((self.left == 0).mean())


class Learner:
    """Plays rounds of one kind of game and learns from them."""

    def __init__(self, rules: Rules, talk: TalkSettings, recipe: Recipe, seed: int, threads: int) -> None:
        self.rules, self.talk, self.recipe, self.threads = rules, talk, recipe, threads
        self.seed, self._next = seed, 0
        self.workspaces = [Workspace() for _ in range(threads)]
        self._rng = np.random.default_rng(seed)
        self.features = features_for(rules)
        self.net = Net(self.features, self._rng)
        self._known = 0
        self._rounds: deque[tuple[Floats, Floats]] = deque(maxlen=recipe.window)
        self.weights = first_guess(self.features)

    @property
    def setup(self) -> Setup:
        """The game and the network as it is."""
        return setup(self.rules, self.weights, self.talk)

    def take_over(self, path: Path) -> None:
        """Go on from a network learnt before, for this or a simpler game."""
        self._known = self.net.take_over(path)
        self.weights = self.net.row()

    def play(self, games: int, explore: int, own: Setup | None = None, *, trace: bool = True) -> Round:
        """Play fresh games with the network as it is, or as it was in `own`."""
        own, trust = (
            own or self.setup,
            self.recipe.trust if self._known else 1.0,
        )  # a first guess has no values to go by
        share = max(1, games // self.threads)
        starts = [self._next + share * thread for thread in range(self.threads)]
        self._next += share * self.threads

        def part(workspace: Workspace, first: int) -> tuple[Any, Any, Any]:
            room = share * 64 if trace else 0
            run = Run(self.seed, first, share)
            outcomes, x, notes = tracing.trace(workspace, own, run, self.features, room, explore)
            left = outcomes[:, layout.OUTCOME_SCORE]
            return left, x, wanted(self.recipe, trust, left, notes)

        with ThreadPoolExecutor(self.threads) as pool:
            played = list(pool.map(part, self.workspaces, starts))
        left, x, values = (np.concatenate(parts) for parts in zip(*played, strict=True))
        return Round(left, x, values)

    def learn_from(self, played: Round, progress: float) -> float:
        """Learn from a round and the last ones before it; return the loss."""
        recipe, fresh = self.recipe, not self._rounds
        mean, spread = played.x.mean(0), played.x.std(0) + 1e-3
        if self._known and (self.net.spread == 1).all():  # read from packed weights
            self.net.rescale(mean, spread)
        elif self._known < self.features:
            new = slice(self._known, self.features)
            self.net.mean[new], self.net.spread[new] = mean[new], spread[new]
        self._known = self.features
        x = np.concatenate([played.x, mirrored(self.rules, played.x)])
        x -= self.net.mean
        x /= self.net.spread
        self._rounds.append((x, np.concatenate([played.wanted, played.wanted])))
        every = np.concatenate([x for x, _ in self._rounds])
        towards = np.concatenate([values for _, values in self._rounds])
        steps = max(1, int((2.0 if fresh else 1.0) * recipe.epochs * 2 * len(x) / recipe.batch))
        rate = recipe.rate + (recipe.last_rate - recipe.rate) * min(1.0, progress)
        losses = []
        for _ in range(steps):
            some = self._rng.integers(0, len(every), recipe.batch)
            losses.append(self.net.step(every[some], towards[some], rate, recipe.memory))
        self.weights = self.net.row()
        return float(np.mean(losses))


def learn(learner: Learner, seconds: float, rounds: int, say: Callable[[str], None]) -> None:
    """Go on for so many rounds; with 0, until the time is over. While a round is learnt from, the next one is played.

    With so many rounds, nothing depends on how fast the machine is: the same weights come out again.
    """
    started = perf_counter()
    recipe = learner.recipe
    with ThreadPoolExecutor(1) as ahead:

        def play() -> Future[Round]:
            return ahead.submit(learner.play, recipe.games, recipe.explore, learner.setup)

        playing = play()
        for number in count(1):
            played = playing.result()
            progress = number / rounds if rounds else (perf_counter() - started) / seconds
            if progress > 1:
                break
            if number > 1:
                playing = play()
            loss = learner.learn_from(played, progress)
            if number == 1:  # nothing should be played twice with the first guess
                playing = play()
            say(f"round {number}: won {played.won:.1%}, {played.left.mean():.2f} left, loss {loss:.4f}")


def start_values(learner: Learner, quantiles: Sequence[float], games: int = 2000) -> list[float]:
    """Return quantiles of what the first seat's opening turn is worth, to know a good start from a bad one."""
    values = tracing.openings(learner.workspaces[0], learner.setup, Run(learner.seed ^ 0xA5A5, 0, games))
    return [float(value) for value in np.quantile(values, quantiles)]
