"""`TeamVectorEnv`: Gymnasium's own checks, agreement with single games, the end of a game, bad input."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from tests.envs.walks import GAMES

from nonante.envs import OBSERVE, EnvError
from nonante.envs.gym_v0 import TeamEnv
from nonante.envs.gym_vector import TeamVectorEnv
from nonante.envs.layout import Observe

ID = "nonante.envs.gym_v0:nonante/Team-v0"


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_spaces_arrays_and_infos_are_as_gymnasium_asks(edition: str, players: int) -> None:
    envs = gymnasium.make_vec(ID, num_envs=6, edition=edition, players=players)  # warns where metadata lack a mode
    assert isinstance(envs, VectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.observation_space == batch_space(envs.single_observation_space, 6)
    assert envs.action_space == batch_space(envs.single_action_space, 6)
    single = TeamEnv(edition=edition, players=players)
    assert envs.single_observation_space == single.observation_space
    assert envs.single_action_space == single.action_space
    observations, infos = envs.reset(seed=4)
    for _ in range(60):
        assert observations in envs.observation_space
        actions = infos["action_mask"].argmax(axis=1)
        assert actions in envs.action_space
        observations, rewards, ends, cuts, infos = envs.step(actions)
        assert (rewards.shape, ends.dtype, cuts.any()) == ((6,), np.bool_, False)
        _check_finals(envs, ends, infos)
    envs.close()
    assert envs.closed


def test_talk_as_at_a_table() -> None:
    envs = gymnasium.make_vec(ID, num_envs=4, edition="extreme", players=3, signals="table")
    single = TeamEnv(edition="extreme", players=3, signals="table")
    assert envs.single_observation_space == single.observation_space
    assert envs.single_action_space == single.action_space
    observations, infos = envs.reset(seed=4)
    first, _ = single.reset(seed=int(envs.unwrapped.batch.seeds[0]))  # type: ignore[attr-defined]
    assert np.array_equal(observations[0], first)
    for _ in range(120):
        observations, _, ends, _, infos = envs.step(envs.unwrapped.sample())  # type: ignore[attr-defined]
        assert observations in envs.observation_space
        _check_finals(envs, ends, infos)
    envs.close()


def _check_finals(envs: Any, ends: Any, infos: dict[str, Any]) -> None:
    assert ("final_obs" in infos) == bool(ends.any())
    for row in ends.nonzero()[0]:
        assert infos["final_obs"][row] in envs.single_observation_space
        assert infos["_final_obs"][row]
        assert infos["final_info"]["_score"][row]


@pytest.mark.parametrize("observe", OBSERVE)
def test_agrees_with_single_games_step_by_step(observe: Observe) -> None:
    envs = TeamVectorEnv(4, edition="extreme", players=3, observe=observe)
    singles = [TeamEnv(edition="extreme", players=3, observe=observe) for _ in range(4)]
    observations, infos = envs.reset(seed=2)
    for single, seed in zip(singles, envs.batch.seeds.tolist(), strict=True):
        single.reset(seed=seed)
    ended = 0
    for _ in range(80):
        actions = infos["action_mask"].argmax(axis=1)
        observations, rewards, ends, _, infos = envs.step(actions)
        for row, single in enumerate(singles):
            seen, reward, over, _, info = single.step(int(actions[row]))
            assert over == ends[row]
            assert reward == pytest.approx(rewards[row], abs=1e-6)
            if over:
                ended += 1
                assert np.array_equal(infos["final_obs"][row], seen)
                assert infos["final_info"]["score"][row] == info["score"]
                seen, info = single.reset(seed=int(envs.batch.seeds[row]))
            assert np.array_equal(observations[row], seen)
            assert np.array_equal(infos["action_mask"][row], info["action_mask"])
            assert infos["seat"][row] == info["seat"]
    assert ended > 4


def test_gymnasium_s_own_wrappers_and_benchmark_run() -> None:
    envs = RecordEpisodeStatistics(TeamVectorEnv(8, players=2))
    _, infos = envs.reset(seed=1)
    lengths = list[int]()
    for _ in range(60):
        _, _, ends, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        lengths += infos["episode"]["l"][ends].tolist() if ends.any() else []
    assert lengths
    assert min(lengths) > 4
    listed = DictInfoToList(TeamVectorEnv(2, players=1))
    assert [set(info) for info in listed.reset(seed=1)[1]] == [{"action_mask", "seat"}] * 2
    assert benchmark_vector_step(_Legal(16, players=2), target_duration=1) > 0


class _Legal(TeamVectorEnv):
    """Takes the library's sampled actions for legal ones: its benchmark knows no masks."""

    def step(self, actions: Any) -> Any:  # noqa: ARG002 - of the library
        return super().step(self.sample())


def test_arrays_are_kept_or_shared() -> None:
    kept, shared = TeamVectorEnv(3), TeamVectorEnv(3, copy=False)
    for envs, same in ((kept, False), (shared, True)):
        first, _ = envs.reset(seed=1)
        before = first.copy()
        envs.step(envs.sample())
        assert np.array_equal(first, before) != same


def test_bad_input_is_refused_with_a_clear_text() -> None:
    envs = TeamVectorEnv(2)
    with pytest.raises(EnvError, match=r"call reset\(\) first"):
        envs.step(np.zeros(2, np.int64))
    envs.reset(seed=1)
    with pytest.raises(EnvError, match=r"shape \(2,\)"):
        envs.step(np.zeros(3, np.int64))
    with pytest.raises(EnvError, match="render_mode"):
        gymnasium.make_vec(ID, num_envs=2, render_mode="rgb_array")
    with pytest.raises(EnvError, match="dealt anew"):
        envs.reset(options={"start": 1})
