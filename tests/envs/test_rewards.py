"""The shaped reward: every step shows what it cost, and an episode pays what it pays unshaped."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.envs.walks import ALL, careful_move, name, walk

from nonante import Game, Rules
from nonante.envs import END_ACTION, action_of, nonante_v0
from nonante.envs.batch import BatchEnv
from nonante.envs.gym_v0 import SeatEnv, TeamEnv
from nonante.envs.nonante_v0 import NonanteEnv

MIDDLE = {"A": 40, "B": 30, "C": 60, "D": 75}


def play_out(env: NonanteEnv | TeamEnv, seed: int) -> list[float]:
    rng, paid = random.Random(seed), []
    while env.game.status == "playing":
        done = env.step(action_of(careful_move(env.game, rng)))
        paid.append(env.rewards["player_0"] if isinstance(env, NonanteEnv) else float(done[1]))  # type: ignore[index]
    return paid


@pytest.mark.parametrize("options", ALL, ids=name)
def test_an_episode_pays_the_unshaped_return(options: dict[str, Any]) -> None:
    for env in (nonante_v0.env(reward="shaped", **options), TeamEnv(reward="shaped", **options)):
        for seed in range(3):
            env.reset(seed=seed)
            assert sum(play_out(env, seed)) == pytest.approx((98 - env.game.score) / 98)


@pytest.mark.parametrize("options", ALL, ids=name)
def test_the_batch_pays_the_unshaped_return(options: dict[str, Any]) -> None:
    rules = Rules.edition(options["edition"], **{key: options[key] for key in options if key != "edition"})
    env = BatchEnv(1, reward="shaped", **options)
    env.reset(seed=7)
    for _ in range(3):
        total = 0.0
        for _, move, _ in walk(rules, int(env.seeds[0])):
            env.step(np.array([action_of(move)]))
            total += float(env.rewards[0])
        assert env.ends[0]
        assert total == pytest.approx((98 - env.scores[0]) / 98, abs=1e-5)


def test_a_win_pays_more_than_any_live_position() -> None:
    env = nonante_v0.env(edition="base", players=1, reward="shaped")
    env.reset(options={"game": Game.arrange(env.rules, MIDDLE, hands=[[41, 59]])})
    paid = play_out(env, 1)
    assert env.game.status == "won"
    assert paid[0] == pytest.approx(1 / 98 - 1 / 392), "a step shows what it cost"
    assert sum(paid) == pytest.approx(2 / 98)


def test_a_given_position_pays_what_is_laid_from_there_on() -> None:
    rules = Rules.edition("base", players=2)
    game = Game.arrange(rules, MIDDLE, [[20, 41, 50, 90], [10, 42, 58]], [43, 57, 80])
    for env in (nonante_v0.env(rules=rules, reward="shaped"), TeamEnv(rules=rules, reward="shaped")):
        for seed in range(5):
            env.reset(options={"game": game})
            assert sum(play_out(env, seed)) == pytest.approx((game.cards_left - env.game.score) / 98)


def test_a_seat_is_paid_for_what_is_laid_after_its_first_look() -> None:
    env = SeatEnv(edition="base", players=3, seat=2, mates="steady", reward="shaped")
    for seed in range(3):
        env.reset(seed=seed)
        left = env.game.cards_left
        assert left < 98
        assert sum(play_out(env, seed)) == pytest.approx((left - env.game.score) / 98)


def test_an_illegal_end_pays_no_potential() -> None:
    team = TeamEnv(edition="base", players=1, reward="shaped")
    table = nonante_v0.env(edition="base", players=1, reward="shaped", illegal="end")
    for env in (team, table):
        env.reset(seed=1)
        paid = 0.0
        for action in (action_of(careful_move(env.game, random.Random(1))), END_ACTION):  # one card is too few to end
            done = env.step(action)
            paid += table.rewards["player_0"] if env is table else float(done[1])  # type: ignore[index]
        assert paid == pytest.approx(1 / 98)
        assert env.game.status == "playing"
    assert table.terminations["player_0"]
