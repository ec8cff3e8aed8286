"""The batched environment: agreement with the rules, given arrays, threads, bad input."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.envs.oracle import Past, vector, worth
from tests.envs.walks import ALL, careful_move, name

from nonante import Game, Rules
from nonante.envs import ACTIONS, END_ACTION, REWARDS, EnvError, action_of, move_of
from nonante.envs.batch import BatchEnv
from nonante.envs.layout import Observe
from nonante.envs.options import Reward


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("options", ALL, ids=name)
def test_agrees_with_the_rules_step_by_step(options: dict[str, Any], reward: Reward) -> None:
    """Games side by side with games of the rules: vectors, masks, rewards, seats, ends, the deals that follow."""
    rules = Rules.edition(options["edition"], **{key: options[key] for key in options if key != "edition"})
    observe: Observe = "information" if reward == "cards" else "unseen"
    env = BatchEnv(5, reward=reward, observe=observe, finals=True, **options)
    rng = random.Random(3)
    env.reset(seed=9)
    games = [Game.deal(rules, int(seed)) for seed in env.seeds]
    pasts = [Past.of(game) for game in games]
    for _ in range(120):
        for number, game in enumerate(games):
            legal = [move_of(int(action)) for action in env.masks[number].nonzero()[0]]
            assert legal == game.legal_moves()
            assert env.choices[number] == len(legal)
            assert env.seats[number] == game.active
            seen = vector(game, game.active, observe, past=pasts[number])
            assert np.array_equal(env.observations[number], seen)
        moves = [careful_move(game, rng) for game in games]
        env.step(np.array([action_of(move) for move in moves]))
        for number, move in enumerate(moves):
            after = games[number].play(move)
            pasts[number].note(games[number], move, after)
            assert env.rewards[number] == pytest.approx(worth(after, reward) - worth(games[number], reward), abs=1e-6)
            assert env.ends[number] == (after.status != "playing")
            if after.status != "playing":
                assert env.scores[number] == after.score
                assert env.reason(number) == after.reason
                last = vector(after, after.active, observe, past=pasts[number])
                assert np.array_equal(env.finals[number], last)
                after = Game.deal(rules, int(env.seeds[number]))
                pasts[number] = Past.of(after)
            games[number] = after


def test_writes_into_the_arrays_given() -> None:
    size = BatchEnv(1, players=2).layout.size
    observations, masks = np.zeros((64, size), np.int8), np.zeros((64, ACTIONS), np.int8)
    rewards, ends = np.zeros(64, np.float32), np.zeros(64, np.bool_)
    env = BatchEnv(64, players=2, observations=observations, masks=masks, rewards=rewards, ends=ends)
    seen, _ = env.reset(seed=1)
    assert seen is observations
    before = observations.copy()
    env.step(env.sample())
    assert not np.array_equal(before, observations)
    assert np.all(rewards == np.float32(1 / 98))
    assert masks.sum(axis=1).min() > 0
    while not ends.any():
        env.step(env.sample())


def test_threads_change_nothing() -> None:
    runs = [BatchEnv(101, edition="extreme", players=3, threads=threads, commands="seeded") for threads in (1, 2, 3)]
    for env in runs:
        env.reset(seed=4)
        for _ in range(60):
            env.step(env.sample())
        env.close()
    for env in runs[1:]:
        assert np.array_equal(env.observations, runs[0].observations)
        assert np.array_equal(env.seeds, runs[0].seeds)


def test_seeds_and_samples() -> None:
    env = BatchEnv(50, players=1)
    env.reset(seed=1)
    first = env.seeds.copy()
    assert len(set(first.tolist())) == 50
    env.reset(seed=2)
    assert not set(first.tolist()) & set(env.seeds.tolist())
    env.reset(seed=1)
    assert np.array_equal(env.seeds, first)
    env.reset()
    assert not np.array_equal(env.seeds, first)


def test_samples_are_uniform_over_the_mask() -> None:
    env = BatchEnv(1, players=1)
    env.reset(seed=1)
    counts = np.zeros(ACTIONS, int)
    for _ in range(6400):
        counts[env.sample()[0]] += 1
    assert set(counts.nonzero()[0]) == set(env.masks[0].nonzero()[0])
    assert counts[counts > 0].min() > 130  # 200 each are expected of 32 actions
    assert counts.max() < 280


def test_the_end_of_a_turn_can_be_sampled() -> None:
    env = BatchEnv(200, players=1)
    env.reset(seed=1)
    for _ in range(2):
        env.step(env.sample())
    assert (env.sample() == END_ACTION).any()


def test_bad_input_is_refused_with_a_clear_text() -> None:
    env = BatchEnv(4, players=2)
    with pytest.raises(EnvError, match=r"call reset\(\) first"):
        env.step(np.zeros(4, np.int64))
    with pytest.raises(EnvError, match=r"call reset\(\) first"):
        env.sample()
    env.reset(seed=1)
    before = env.observations.copy()
    for actions in (
        np.zeros(3, np.int64),
        np.zeros((4, 1), np.int64),
        np.zeros(4),
        [0, 0, 0, 0],
        np.zeros(8, int)[::2],
    ):
        with pytest.raises(EnvError, match=r"C-contiguous int64 array of shape \(4,\): got"):
            env.step(actions)  # type: ignore[arg-type]  # that is the point
    good = env.sample().copy()
    for action in (END_ACTION, -1, ACTIONS, 2**40):
        bad = good.copy()
        bad[2] = action
        with pytest.raises(EnvError, match=f"action {action} is not legal in game 2"):
            env.step(bad)
    assert np.array_equal(before, env.observations)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"games": 0}, "a whole number from 1"),
        ({"games": 2, "threads": 0}, "a whole number from 1"),
        ({"games": 2, "observe": "everything"}, "choose observation, unseen, information"),
        ({"games": 2, "finals": np.zeros((2, 3), np.int8)}, r"finals must be .* got int8 of shape \(2, 3\)"),
        ({"games": 2, "reward": "points"}, "choose cards"),
        ({"games": 2, "players": 2, "signals": True}, "has been removed: use signals='table'"),
        ({"games": 2, "players": 2, "signals": "loud"}, "choose False or 'table'"),
        ({"games": 2, "players": 1, "signals": "table"}, "signals need at least two players"),
        ({"games": 2, "masks": np.zeros((2, 392), np.int8)}, r"masks must be .* of shape \(2, 393\)"),
        ({"games": 2, "rewards": np.zeros(2)}, "rewards must be .* float32"),
        ({"games": 2, "ends": [False, False]}, "ends must be .* got list"),
        ({"games": 2, "edition": "basic"}, "unknown edition"),
    ]
    for options, text in wrong:
        with pytest.raises(ValueError, match=text):
            BatchEnv(**options)
