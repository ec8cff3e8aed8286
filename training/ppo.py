"""Learn the policies of `nonante.players.learnt` by PPO with masked actions (MaskablePPO), one for each seed.

    python -m training.ppo --seeds 1 2 3 --out src/nonante/players/learnt.json

A policy plays every seat of games in the benchmark's core settings, on deals that are not the benchmark's. The networks
are so small that NumPy is all it takes: no PyTorch, no accelerator, some minutes a seed on one core. With the same
NumPy on the same machine the same seed brings the same weights. For MaskablePPO of sb3-contrib on larger networks
see ``examples/train_maskable_ppo.py``.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy; the processes share the cores out

import numpy as np
import numpy.typing as npt

from nonante import lifeline
from nonante.players.learnt import FEATURES, Layers, features
from nonante.players.levels import Steady
from nonante.players.match import standing
from nonante.rules import Game
from nonante.simulation.benchmark import CORE, setting_rules

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]

STEPS: Final = 200_000
GAMES: Final = 2  # side by side in each setting
LENGTH: Final = 256  # steps of each game between two updates
BATCH: Final = 512
EPOCHS: Final = 6
MOST_MOVES: Final = 33  # eight cards on four piles, or the end of the turn
HIDDEN: Final = 24
CRITIC: Final = 32  # cells of the network that says what a position is worth; it is not kept
RATE: Final = 2e-3  # falls to 0
CLIP: Final = 0.2
ENTROPY: Final = 0.002
TRACE: Final = 0.95  # how far back a step is blamed; the discount is 1, what the shaped reward is made for
NORM: Final = 0.5  # longest step of a gradient
DIGITS: Final = 4


class Seen(NamedTuple):
    """Positions: their moves described, padded with zeros, and how many moves each has."""

    moves: Floats
    counts: Integers

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """Which rows are moves."""
        return np.arange(MOST_MOVES) < self.counts[:, None]

    def some(self, rows: Integers) -> Seen:
        """Return some of the positions."""
        return Seen(self.moves[rows], self.counts[rows])


class Table:
    """One game after the other in a setting, all seats by the policy; everybody says what `Learnt` says."""

    def __init__(self, setting: str, rng: np.random.Generator) -> None:
        self._rules, self._rng = setting_rules(setting), rng
        self._speakers = [Steady() for _ in range(self._rules.players)]
        self._deal()

    def _deal(self) -> None:
        self._game = Game.deal(self._rules, int(self._rng.integers(2**62)))
        self._turn, self._words = 0, standing(self._game, self._speakers)

    def look(self) -> list[list[float]]:
        """Describe the moves of the seat whose turn it is."""
        if self._game.turn != self._turn:
            self._turn = self._game.turn
            self._words = standing(self._game, self._speakers, self._words)
        return features(self._game.view(self._game.active), self._words)

    def step(self, choice: int) -> tuple[float, bool]:
        """Make a move; return its reward, and whether the game was over and another is dealt."""
        before = self._game
        self._game = before.play(before.legal_moves()[choice])
        reward, over = worth(self._game) - worth(before), self._game.status != "playing"
        if over:
            self._deal()
        return reward, over


def worth(game: Game) -> float:
    """Return what a game is worth so far, as the environments' shaped reward has it."""
    a, b, c, d = game.tops
    moved = a + b - c - d + 198 if game.status == "playing" else 0
    return (98 - game.score) / 98 - moved / 392


class Adam:
    """Arrays that follow gradients."""

    def __init__(self, shapes: Sequence[tuple[int, ...]], rng: np.random.Generator) -> None:
        self.arrays = [rng.normal(0, 1 / np.sqrt(shape[-1]), shape) for shape in shapes]
        self._mean = [np.zeros(shape) for shape in shapes]
        self._square = [np.zeros(shape) for shape in shapes]
        self._count = 0

    def step(self, gradients: Sequence[Floats], rate: float) -> None:
        """Take one step down, no longer than `NORM`."""
        self._count += 1
        size = np.sqrt(sum(float((one * one).sum()) for one in gradients))
        for place, gradient in enumerate(gradients):
            cut = gradient * min(1.0, NORM / (size + 1e-9))
            self._mean[place] += 0.1 * (cut - self._mean[place])
            self._square[place] += 0.001 * (cut * cut - self._square[place])
            mean, square = self._mean[place] / (1 - 0.9**self._count), self._square[place] / (1 - 0.999**self._count)
            self.arrays[place] -= rate * mean / (np.sqrt(square) + 1e-8)


def _with_one(rows: Floats) -> Floats:
    """Return rows with an input behind them that is always 1."""
    return np.concatenate([rows, np.ones((*rows.shape[:-1], 1))], axis=-1)


class Policy:
    """Scores every move by the same small network, and a position by another."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.actor = Adam([(HIDDEN, FEATURES + 1), (1, HIDDEN + 1)], self.rng)
        self.critic = Adam([(CRITIC, 2 * FEATURES + 1), (1, CRITIC + 1)], self.rng)
        self.actor.arrays[1] *= 0.1  # at first all moves are about equally likely

    def chances(self, seen: Seen) -> Floats:
        """Return the logarithm of each move's chance, -inf where there is none."""
        return self._scored(seen)[0]

    def _scored(self, seen: Seen) -> tuple[Floats, Floats, Floats]:
        inputs = _with_one(seen.moves[seen.mask])
        inside = _with_one(np.tanh(inputs @ self.actor.arrays[0].T))
        scores = np.full((len(seen.counts), MOST_MOVES), -np.inf)
        scores[seen.mask] = inside @ self.actor.arrays[1][0]
        scores -= scores.max(axis=1, keepdims=True)
        return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), inputs, inside

    def values(self, seen: Seen) -> Floats:
        """Return what positions are worth from here on."""
        return self._valued(seen)[0]

    def _valued(self, seen: Seen) -> tuple[Floats, Floats, Floats]:
        mean = seen.moves.sum(axis=1) / seen.counts[:, None]
        inputs = _with_one(np.concatenate([mean, seen.moves.max(axis=1)], axis=1))
        inside = _with_one(np.tanh(inputs @ self.critic.arrays[0].T))
        return inside @ self.critic.arrays[1][0], inputs, inside

    def improve(self, seen: Seen, chosen: Integers, before: Floats, gains: Floats, rate: float) -> None:
        """Make moves that brought more than expected likelier, within limits of how likely they were `before`."""
        logs, inputs, inside = self._scored(seen)
        rows, chances = np.arange(len(chosen)), np.exp(logs)
        ratio = np.exp(logs[rows, chosen] - before)
        open_ = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = -gains * ratio * open_ / len(chosen)
        finite = np.where(seen.mask, logs, 0.0)
        spread = -(chances * finite).sum(axis=1, keepdims=True)
        slope = -pull[:, None] * chances + ENTROPY * chances * (finite + spread) / len(chosen)
        slope[rows, chosen] += pull
        self.actor.step(_gradients(slope[seen.mask], inputs, inside, self.actor.arrays[1]), rate)

    def appraise(self, seen: Seen, returns: Floats, rate: float) -> None:
        """Bring the values of positions nearer to what came of them."""
        values, inputs, inside = self._valued(seen)
        slope = (values - returns) / len(returns)
        self.critic.step(_gradients(slope, inputs, inside, self.critic.arrays[1]), rate)

    def layers(self) -> Layers:
        """Return the weights as `nonante.players.learnt` reads them."""
        return [[[round(weight, DIGITS) for weight in row] for row in layer.tolist()] for layer in self.actor.arrays]


def _gradients(slope: Floats, inputs: Floats, inside: Floats, last: Floats) -> list[Floats]:
    """Return the gradients of both layers of a network, from the slope of its output."""
    back = slope[:, None] * last[0, :-1] * (1 - inside[:, :-1] ** 2)
    return [back.T @ inputs, slope[None] @ inside]


def look_at(tables: Sequence[Table]) -> Seen:
    """Describe the positions of all tables."""
    moves, counts = np.zeros((len(tables), MOST_MOVES, FEATURES)), np.zeros(len(tables), np.int64)
    for place, table in enumerate(tables):
        rows = table.look()
        moves[place, : len(rows)], counts[place] = rows, len(rows)
    return Seen(moves, counts)


class Stretch(NamedTuple):
    """Steps of all tables: what was seen, chosen, how likely that was, and what came of it."""

    seen: Seen
    chosen: Integers
    chances: Floats
    gains: Floats
    returns: Floats
    game: float
    """What a game paid, about: the share of the deck laid."""


def play(policy: Policy, tables: Sequence[Table]) -> Stretch:
    """Play on at all tables."""
    size = LENGTH, len(tables)
    chosen, chances, rewards, ends = np.zeros(size, np.int64), np.zeros(size), np.zeros(size), np.zeros(size)
    views = []
    for step in range(LENGTH):
        views.append(look_at(tables))
        logs = policy.chances(views[-1])
        # the move with the highest score plus noise of this kind comes with its chance
        chosen[step] = (logs + policy.rng.gumbel(size=logs.shape)).argmax(axis=1)
        chances[step] = logs[np.arange(len(tables)), chosen[step]]
        for place, table in enumerate(tables):
            rewards[step, place], ends[step, place] = table.step(int(chosen[step, place]))
    seen = Seen(*(np.concatenate([getattr(view, name) for view in views]) for name in Seen._fields))
    values = np.concatenate([policy.values(seen), policy.values(look_at(tables))]).reshape(LENGTH + 1, -1)
    gains = traced(rewards, values, ends)
    game = float(rewards.sum() / max(1, ends.sum()))
    return Stretch(seen, chosen.ravel(), chances.ravel(), gains.ravel(), (gains + values[:-1]).ravel(), game)


def traced(rewards: Floats, values: Floats, ends: Floats) -> Floats:
    """Return by how much every step was better than expected, by its reward and, less and less, those behind it."""
    gains, later = np.zeros_like(rewards), np.zeros(rewards.shape[1])
    for step in range(len(rewards) - 1, -1, -1):
        goes_on = 1 - ends[step]
        surprise = rewards[step] + goes_on * values[step + 1] - values[step]
        gains[step] = later = surprise + TRACE * goes_on * later
    return gains


def learn(seed: int, steps: int) -> Layers:
    """Return the layers of a policy that learnt from so many steps."""
    policy = Policy(seed)
    tables = [Table(setting, policy.rng) for setting in CORE for _ in range(GAMES)]
    updates = max(1, steps // (LENGTH * len(tables)))
    for update in range(updates):
        stretch, rate = play(policy, tables), RATE * (1 - update / updates)
        gains = (stretch.gains - stretch.gains.mean()) / (stretch.gains.std() + 1e-8)
        for _ in range(EPOCHS):
            order = policy.rng.permutation(len(gains))
            for rows in np.array_split(order, len(order) // BATCH):
                seen = stretch.seen.some(rows)
                policy.improve(seen, stretch.chosen[rows], stretch.chances[rows], gains[rows], rate)
                policy.appraise(seen, stretch.returns[rows], rate)
        print(f"seed {seed}, update {update + 1} of {updates}: {stretch.game:.3f} of the deck laid", flush=True)
    return policy.layers()


def write(path: Path, seed: int, steps: int, layers: Layers) -> None:
    """Add a policy to the file, or replace the one of the same seed."""
    kept = json.loads(path.read_text("utf-8")) if path.exists() else {"policies": {}}
    kept["policies"][f"ppo-{seed}"] = {"seed": seed, "steps": steps, "layers": layers}
    kept["policies"] = dict(sorted(kept["policies"].items()))
    path.write_text(json.dumps(kept, separators=(",", ":")).replace('"ppo-', '\n"ppo-') + "\n", "utf-8")


def main() -> None:
    """Learn a policy for each seed, side by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--out", type=Path, required=True, help="file to write the policies to, beside those it holds")
    chosen = parser.parse_args()
    with lifeline.pool(len(chosen.seeds)) as processes:
        learnt = processes.map(learn, chosen.seeds, [chosen.steps] * len(chosen.seeds))
        for seed, layers in zip(chosen.seeds, learnt, strict=True):
            write(chosen.out, seed, chosen.steps, layers)


if __name__ == "__main__":
    main()
