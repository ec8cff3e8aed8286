"""Partners in the batch: as single games with the same teammates, in any number of threads; both autoresets."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

from nonante import Rules
from nonante.envs import EnvError, PolicyPlayer
from nonante.envs.batch import BatchEnv
from nonante.envs.gym_v0 import SeatEnv
from nonante.envs.options import REWARDS, Reward
from nonante.envs.partners import PARTNERS, Partner
from nonante.simulation import find_player
from nonante.simulation.reference import NearestReference

ID = "nonante.envs.gym_v0:nonante/Team-v0"


def _first(_seen: Any, masks: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    return np.asarray(masks.argmax(axis=-1), np.int64)


def _walk(env: BatchEnv, single: SeatEnv, games: int) -> None:
    """Step one row beside a single game until so many games have ended; they are equal all along."""
    chance, ended = np.random.default_rng(3), 0
    env.reset(seed=8)
    seen, info = single.reset(seed=int(env.seeds[0]))
    while ended < games:
        assert np.array_equal(env.observations[0], seen)
        assert np.array_equal(env.masks[0], info["action_mask"])
        assert env.choices[0] == info["action_mask"].sum()
        action = int(chance.choice(info["action_mask"].nonzero()[0]))
        seen, reward, over, _, info = single.step(action)
        _, rewards, ends = env.step(np.array([action]))
        assert (rewards[0], ends[0]) == (pytest.approx(reward, abs=1e-6), over)
        if over:
            ended += 1
            assert np.array_equal(env.finals[0], seen)
            assert (env.scores[0], env.reason(0)) == (info["score"], info["reason"])
            seen, info = single.reset(seed=int(env.seeds[0]))


@pytest.mark.parametrize("reward", REWARDS)
def test_a_row_is_the_single_game_with_the_same_team_mates(reward: Reward) -> None:
    for edition, players, seat in (("base", 3, 1), ("extreme", 2, 0), ("on-fire", 4, 3)):
        options: dict[str, Any] = {"edition": edition, "players": players, "reward": reward, "seat": seat}
        env = BatchEnv(1, partners="nearest", finals=True, **options)
        mates = [NearestReference() for _ in range(players - 1)]
        _walk(env, SeatEnv(mates=mates, **options), 4)


@pytest.mark.parametrize("name", ["planner", "novice", "steady"])
def test_partners_that_plan_are_those_of_single_games(name: str) -> None:
    for edition in ("base", "extreme"):
        options: dict[str, Any] = {"edition": edition, "players": 3, "seat": 2, "talk": "none"}
        mates = [find_player(name).seat(1) for _ in range(2)]
        _walk(BatchEnv(1, partners=name, finals=True, **options), SeatEnv(mates=mates, **options), 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["strong", "champion"])
def test_strong_partners_are_those_of_single_games(name: str) -> None:
    options: dict[str, Any] = {"edition": "base", "players": 2, "seat": 0, "talk": "none", "observe": "information"}
    _walk(BatchEnv(1, partners=name, finals=True, **options), SeatEnv(mates=name, **options), 2)


def test_policies_of_ones_own_sit_beside_compiled_partners() -> None:
    rules = Rules.edition("base", players=3)
    mates = [PolicyPlayer(lambda seen, mask: int(_first(seen, mask)), rules) for _ in range(2)]
    env = BatchEnv(1, players=3, seat=0, partners=_first, finals=True)
    _walk(env, SeatEnv(players=3, seat=0, mates=mates), 5)
    mixed: list[Partner] = [_first, "nearest", "strangers"]
    both = BatchEnv(64, players=3, partners=mixed, threads=2)
    both.reset(seed=1)
    for _ in range(50):
        both.step(both.sample())
    assert set(both.partners.seats.ravel()) == {0, 1, 2, 3}  # type: ignore[union-attr]

    def wrong(_seen: object, masks: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        return np.asarray(masks.argmin(axis=-1), np.int64)

    with pytest.raises(EnvError, match="is not legal in game"):
        BatchEnv(4, players=2, partners=wrong, seat=1).reset(seed=1)


@pytest.mark.parametrize("partners", [["nearest", "random", "strangers", "planner"], ["steady", "novice"]])
def test_threads_and_runs_change_nothing(partners: list[str]) -> None:
    def run(threads: int) -> list[Any]:
        env = BatchEnv(40, edition="expert", players=4, partners=partners, threads=threads)
        env.reset(seed=5)
        seen = []
        for _ in range(60):
            env.step(env.masks.argmax(axis=1))
            seen += [env.observations.copy(), env.rewards.copy(), env.seats.copy(), env.partners.seats.copy()]  # type: ignore[union-attr]
        env.close()
        return seen

    one = run(1)
    assert all(np.array_equal(a, b) for a, b in zip(one, run(3), strict=True))
    assert {int(seat) for seats in one[2::4] for seat in seats} == {0, 1, 2, 3}  # the learner moves on
    assert {int(who) for who in one[3].ravel()} == set(range(len(partners) + 1))


def test_every_partner_named_is_known_and_bad_ones_are_refused() -> None:
    assert all(name == "strangers" or find_player(name).name == name for name in PARTNERS)
    for options, complaint in (
        ({"partners": "ppo-1"}, "choose random, nearest, planner, strangers"),
        ({"partners": []}, "at least one partner"),
        ({"partners": "nearest", "players": 1}, "at least two players"),
        ({"partners": "nearest", "seat": 2}, "None or 0 to 1"),
        ({"seat": 1}, "choose partners for the other seats"),
        ({"partners": "nearest", "signals": "table"}, "neither give nor read signals"),
        ({"autoreset": "never"}, "same-step, next-step"),
    ):
        with pytest.raises(EnvError, match=complaint):
            BatchEnv(2, **{"players": 2, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize("partners", [None, "nearest"])
def test_next_step_shows_the_end_and_deals_in_the_next_step(partners: str | None) -> None:
    options: dict[str, Any] = {"players": 2, "partners": partners, "seat": None if partners is None else 0}
    same, late = BatchEnv(1, finals=True, **options), BatchEnv(1, autoreset="next-step", **options)
    same.reset(seed=3)
    late.reset(seed=3)
    ended = 0
    while ended < 5:
        assert np.array_equal(same.observations, late.observations)
        assert np.array_equal(same.masks, late.masks)
        action = same.sample().copy()
        same.step(action)
        late.step(action)
        assert (same.rewards[0], same.ends[0]) == (late.rewards[0], late.ends[0])
        if late.ends[0]:
            ended += 1
            assert np.array_equal(late.observations[0], same.finals[0])
            assert (late.masks[0].nonzero()[0].tolist(), late.scores[0]) == ([392], same.scores[0])
            late.step(np.array([7]))  # whatever the action is
            assert (late.rewards[0], late.ends[0], late.seeds[0]) == (0, False, same.seeds[0])


@pytest.mark.parametrize("partners", [None, "nearest"])
def test_gymnasium_wrappers_take_the_next_step_mode(partners: str | None) -> None:
    envs = gymnasium.make_vec(ID, num_envs=8, players=2, autoreset_mode="NextStep", partners=partners)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    wrapped = wrappers.RecordEpisodeStatistics(wrappers.DtypeObservation(wrappers.FlattenObservation(envs), np.float32))
    observations, infos = wrapped.reset(seed=1)
    lengths = list[int]()
    for _ in range(200):
        observations, _, ends, _, infos = wrapped.step(infos["action_mask"].argmax(axis=1))
        assert observations.shape == (8, envs.single_observation_space.shape[0])  # type: ignore[index]
        lengths += infos["episode"]["l"][ends].tolist() if ends.any() else []
        if ends.any():  # what partners laid before the learner could act is not paid
            unpaid = 98 - np.rint(98 * infos["episode"]["r"][ends]) - infos["score"][ends]
            assert ((unpaid == 0) if partners is None else (unpaid >= 0)).all()
    assert len(lengths) > 20
    with pytest.raises(EnvError, match="autoreset_mode"):
        gymnasium.make_vec(ID, num_envs=2, players=2, autoreset_mode="Disabled")
