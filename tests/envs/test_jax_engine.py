"""The environment in JAX against the engine of all others: vectors, masks, seats, talk and rewards, entry by entry."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.envs.jax_games import careful_actions, compiled
from tests.envs.walks import name

from nonante.envs.batch import BatchEnv

QUICK: dict[str, Any] = {"edition": "on-fire+extreme", "players": 2, "observe": "unseen", "reward": "shaped"}
SILENT: list[dict[str, Any]] = [
    {"edition": "base", "players": 1, "observe": "information"},
    {"edition": "expert-short", "players": 5, "reward": "end"},
    {"edition": "on-fire", "players": 4, "observe": "information", "reward": "shaped"},
    {"edition": "extreme", "players": 3, "observe": "information", "reward": "win"},
    {"edition": "extreme", "players": 2, "commands": "seeded", "observe": "unseen", "one_pile": "strict"},
    {"edition": "on-fire+extreme", "players": 5, "commands": "seeded", "short_hand": "lenient"},
]
TALKING: list[dict[str, Any]] = [
    {"edition": "base", "players": 2, "observe": "information"},
    {"edition": "expert", "players": 5, "talk": "permissive"},
    {"edition": "on-fire", "players": 3, "reward": "shaped"},
    {"edition": "extreme", "players": 4},
    {"edition": "on-fire+extreme", "players": 3, "commands": "seeded", "observe": "information"},
]


def agrees(options: dict[str, Any], games: int, steps: int) -> int:
    """Step the same games in both by the same actions until they end; return how many did."""
    env, begin, act = compiled(**options)
    batch = BatchEnv(games, finals=True, **options)
    batch.reset(seed=5)
    seen, state = begin(env.deals(batch.seeds))
    rng = np.random.default_rng(6)
    running = np.ones(games, np.bool_)
    for _ in range(steps):
        mask = np.asarray(seen.mask)
        assert np.array_equal(mask[running], batch.masks[running] > 0)
        assert np.array_equal(np.asarray(seen.observation)[running], batch.observations[running])
        assert np.array_equal(np.asarray(seen.seat)[running], batch.seats[running])
        actions = careful_actions(mask, state, rng)
        seen, state, reward, done, info = act(state, actions)
        batch.step(np.where(running, actions, batch.sample()))
        assert np.allclose(np.asarray(reward)[running], batch.rewards[running], atol=1e-6)
        assert np.array_equal(np.asarray(done)[running], batch.ends[running])
        ended = running & batch.ends
        assert np.array_equal(np.asarray(info.score)[ended], batch.scores[ended])
        assert np.array_equal(np.asarray(info.reason)[ended], batch.reasons[ended])
        assert np.array_equal(np.asarray(seen.observation)[ended], batch.finals[ended])
        running &= ~batch.ends
    return int((~running).sum())


def test_vectors_and_rewards_are_those_of_the_engine() -> None:
    assert agrees(QUICK, games=64, steps=60) > 32


@pytest.mark.slow
@pytest.mark.parametrize("options", SILENT, ids=name)
def test_every_part_of_the_vector(options: dict[str, Any]) -> None:
    assert agrees(options, games=256, steps=200) > 250


@pytest.mark.slow
@pytest.mark.parametrize("options", TALKING, ids=name)
def test_talk_is_that_of_the_engine(options: dict[str, Any]) -> None:
    assert agrees({**options, "signals": "table"}, games=64, steps=500) > 32
