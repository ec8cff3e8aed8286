"""Train a policy with MaskablePPO of sb3-contrib, and compare it with random play.

    pip install nonante[envs] sb3-contrib
    python examples/train_maskable_ppo.py --steps 100000 --save policy.zip

Prints the mean number of cards left of random play and of the policy, on deals it was not trained on.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import fmean
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

from nonante.envs import Layout, gym_v0

FIRST_TEST_SEED = 1_000_000
LAYS, LOOKS = 392, 4
STEPS = 100_000


class Nearness(BaseFeaturesExtractor):  # type: ignore[misc]  # not installed where types are checked
    """For each card in hand and each pile, how near it is to the top: what a person sees at a glance."""

    def __init__(self, observation_space: gymnasium.spaces.Box, layout: Layout) -> None:
        self.hand, self.tops = layout["hand"], layout["tops"]
        self.rest = slice(layout["marks"].start, layout["this_turn"].start)
        super().__init__(observation_space, LAYS * LOOKS + self.rest.stop - self.rest.start)
        self.register_buffer("numbers", torch.arange(1.0, 101.0))
        self.register_buffer("way", torch.tensor([1.0, 1.0, -1.0, -1.0]))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return looks at every lay, in the order of the actions, and the small parts as they are."""
        hand = seen[:, self.hand.start : self.hand.stop]
        tops = seen[:, self.tops.start : self.tops.stop].reshape(-1, 4, 100) @ self.numbers
        step = (self.numbers[1:99, None] - tops[:, None, :]) * self.way
        looks = torch.stack([torch.exp(-step / far) * (step > 0) for far in (2, 6, 20)] + [step == -10], dim=-1)
        return torch.cat([(looks * hand[:, :, None, None]).flatten(1), seen[:, self.rest]], dim=1)


class Scores(torch.nn.Module):  # type: ignore[misc]  # not installed where types are checked
    """Scores every lay by the same small network, so that what is learned of one card holds for all."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.lay = torch.nn.Sequential(torch.nn.Linear(LOOKS, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
        self.end = torch.nn.Linear(features - LAYS * LOOKS, 1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return the logits of all actions."""
        looks, rest = features[:, : LAYS * LOOKS], features[:, LAYS * LOOKS :]
        return torch.cat([self.lay(looks.reshape(-1, LAYS, LOOKS)).squeeze(-1), self.end(rest)], dim=1)


class NearPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]  # not installed where types are checked
    """The trainer's usual policy, with the scores above as its last layer."""

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        self.action_net = Scores(self.features_dim)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def cards_left(env: Any, choose: Callable[[Any, Any], int], games: int) -> float:
    """Play games and return the mean number of cards left."""
    scores = []
    for seed in range(FIRST_TEST_SEED, FIRST_TEST_SEED + games):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            observation, _, over, _, info = env.step(choose(observation, env.action_masks()))
        scores.append(info["score"])
    return fmean(scores)


def train(env: gym_v0.TeamEnv, chosen: argparse.Namespace) -> MaskablePPO:
    """Return a trained model."""
    policy: dict[str, Any] = {"net_arch": [256, 256]}
    if chosen.features == "nearness":
        policy = {
            "net_arch": {"pi": [], "vf": [128]},
            "features_extractor_class": Nearness,
            "features_extractor_kwargs": {"layout": env.layout},
        }
    model = MaskablePPO(
        NearPolicy if chosen.features == "nearness" else "MlpPolicy",
        DummyVecEnv([lambda: make(chosen)] * 8),
        n_steps=256,
        batch_size=512,
        n_epochs=6,
        learning_rate=2e-3,
        ent_coef=0.003,
        gamma=1.0,  # what the shaped reward is made for; how far back a step is blamed is up to gae_lambda
        gae_lambda=0.9,
        policy_kwargs=policy,
        seed=chosen.seed,
        device="cpu",
    )
    return model.learn(chosen.steps)


def make(chosen: argparse.Namespace) -> gym_v0.TeamEnv:
    """Return the environment wanted."""
    return gym_v0.TeamEnv(edition=chosen.edition, players=chosen.players, reward=chosen.reward)


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="base")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--games", type=int, default=300, help="games of each comparison")
    parser.add_argument("--reward", default="shaped", choices=["cards", "end", "win", "shaped"])
    parser.add_argument("--features", default="nearness", choices=["nearness", "plain"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="file to write the policy to")
    return parser.parse_args()


def main() -> None:
    """Check the environments, train, compare."""
    chosen = read_options()
    env = make(chosen)
    check_env(env)
    check_env(gym_v0.SeatEnv(edition=chosen.edition, players=2))
    print("stable_baselines3.common.env_checker.check_env: passed")

    pick = random.Random(chosen.seed).choice  # noqa: S311 - play needs no secrecy
    by_chance = cards_left(env, lambda _, mask: int(pick(mask.nonzero()[0])), chosen.games)
    print(f"random play: {by_chance:.1f} cards left")

    began = time.perf_counter()
    model = train(env, chosen)
    taken = time.perf_counter() - began

    def choose(observation: Any, mask: Any) -> int:
        return int(model.predict(observation, action_masks=mask, deterministic=True)[0])

    trained = cards_left(env, choose, chosen.games)
    print(f"trained {taken:.0f} s on {chosen.steps} steps: {trained:.1f} cards left, {by_chance - trained:.1f} fewer")
    if chosen.save:
        model.save(chosen.save)


if __name__ == "__main__":
    main()
