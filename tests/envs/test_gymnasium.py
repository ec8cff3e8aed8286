"""The Gymnasium environment: the library's own suite, agreement with the rules, teammates, bad input."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.envs.walks import ALL, GAMES, name, walk

from nonante import Game, Rules
from nonante.envs import ACTIONS, END_ACTION, EnvError, RandomPlayer, action_of, move_of
from nonante.envs.gym_v0 import Illegal, NotReset, SeatEnv, TeamEnv, WrongAction
from nonante.players import LEVELS, PlayerError, player

IDS = ("nonante/Seat-v0", "nonante/Team-v0")


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_library_suite(env_id: str, edition: str, players: int) -> None:
    check_env(gymnasium.make(env_id, edition=edition, players=players).unwrapped)


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize(
    "options",
    [
        {"illegal": "ignore"},
        {"observe": "information"},
        {"signals": "table"},
        {"reward": "shaped", "commands": "seeded"},
        {"render_mode": "ansi"},
        {"render_mode": "rgb_array"},
    ],
    ids=name,
)
def test_library_suite_with_options(env_id: str, options: dict[str, Any]) -> None:
    check_env(gymnasium.make(env_id, edition="extreme", players=3, **options).unwrapped)


def test_ids_can_be_found_without_an_import() -> None:
    env = gymnasium.make("nonante.envs.gym_v0:nonante/Team-v0", edition="expert", players=4)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info["seat"] == 0


@pytest.mark.parametrize("options", ALL, ids=name)
def test_the_team_agrees_with_the_rules_step_by_step(options: dict[str, Any]) -> None:
    rules = Rules.edition(options["edition"], **{key: options[key] for key in options if key != "edition"})
    env = TeamEnv(**options)
    for seed in range(2):
        _, info = env.reset(seed=seed)
        total = 0.0
        for game, move, after in walk(rules, seed):
            assert env.game == game
            assert info["seat"] == game.active
            assert [move_of(int(action)) for action in env.action_masks().nonzero()[0]] == game.legal_moves()
            assert np.array_equal(info["action_mask"], env.action_masks())
            _, reward, over, cut, info = env.step(action_of(move))
            total += reward
            assert (over, cut) == (after.status != "playing", False)
            assert total == pytest.approx((98 - after.score) / 98)
        assert (info["status"], info["reason"], info["score"]) == (after.status, after.reason, after.score)
        assert list(env.action_masks().nonzero()[0]) == [END_ACTION]


@pytest.mark.parametrize("level", [*LEVELS, "random"])
def test_one_seat_among_team_mates_of_any_level(level: str) -> None:
    env = SeatEnv(edition="base", players=3, seat=1, mates=level)
    rng = random.Random(1)
    for seed in range(2):
        observation, info = env.reset(seed=seed)
        total, over = (98 - env.game.cards_left) / 98, False
        while not over:
            assert env.game.active == 1
            assert env.observation_space.contains(observation)
            observation, reward, over, _, info = env.step(int(rng.choice(info["action_mask"].nonzero()[0])))
            assert not info["illegal"]
            total += reward
        assert total == pytest.approx((98 - info["score"]) / 98)


def test_one_seat_agrees_with_the_rules() -> None:
    """The same game played by hand: the teammate's moves between are those of its player."""
    env = SeatEnv(edition="extreme", players=2, mates="steady")
    mate = player("steady")
    for seed in range(3):
        env.reset(seed=seed)
        game, rng, over = Game.deal(env.rules, seed), random.Random(seed), False
        while not over:
            move = rng.choice(game.legal_moves())
            _, _, over, _, _ = env.step(action_of(move))
            game = game.play(move)
            while game.status == "playing" and game.active == 1:
                game = game.play(mate.plan(game.view(1))[0])
            assert env.game == game


def test_team_mates_speak_where_signals_are_on() -> None:
    env = SeatEnv(edition="base", players=3, mates="steady", signals="table")
    place = env.layout["signals"]
    heard = 0
    for seed in range(5):
        observation, info = env.reset(seed=seed)
        heard += int(observation[place.start : place.stop].sum())
        while env.game.status == "playing":
            legal = info["action_mask"].nonzero()[0]
            observation, _, _, _, info = env.step(int(legal[-1]))  # it passes, and ends its turn as soon as it may
            heard += int(observation[place.start : place.stop].sum())
            assert not info["illegal"]
    assert heard > 20


def test_team_mates_may_be_players_and_differ() -> None:
    env = SeatEnv(edition="base", players=3, seat=2, mates=[player("novice"), RandomPlayer(3)])
    env.reset(seed=1)
    assert env.game.active == 2
    assert env.game.turn == 3
    assert env.view() == env.game.view(2)
    assert env.redeal(random.Random(1)).view(2) == env.view()


def test_a_deal_lost_before_the_seat_could_act_is_dealt_again() -> None:
    env = SeatEnv(edition="extreme", players=2, seat=1, mates="random")
    again = 0
    for seed in range(60):
        _, info = env.reset(seed=seed)
        assert env.game.status == "playing"
        assert info["seat"] == env.game.active == 1
        again += not set(env.game.hands[1]) <= set(Game.deal(env.rules, seed).hands[1])
    assert again > 0


@pytest.mark.parametrize("illegal", ["end", "ignore"])
@pytest.mark.parametrize("made", [SeatEnv, TeamEnv])
def test_an_illegal_action_never_raises(made: type[TeamEnv], illegal: Illegal) -> None:
    env = made(edition="base", players=2, illegal=illegal)
    env.reset(seed=1)
    game = env.game
    _, reward, over, cut, info = env.step(END_ACTION)
    assert (reward, over, cut, info["illegal"]) == (0, illegal == "end", False, True)
    assert "the minimum this turn is 2" in info["why"]
    assert env.game == game
    assert info["action_mask"].any()


@pytest.mark.parametrize("made", [SeatEnv, TeamEnv])
def test_bad_input_is_refused_with_a_clear_text(made: type[TeamEnv]) -> None:
    env = made(edition="base", players=2)
    with pytest.raises(NotReset, match=r"call reset\(\) first"):
        env.step(0)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.action_masks()
    env.reset(seed=1)
    for action in (-1, ACTIONS, 0.5, "37A", None):
        with pytest.raises(WrongAction, match="is not an action: a whole number from 0 to 392"):
            env.step(action)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(gymnasium.error.InvalidAction):
        env.step(ACTIONS)
    env.step(END_ACTION)
    with pytest.raises(EnvError, match="the game is over"):
        env.step(0)
    with pytest.raises(ValueError, match="choose end, ignore"):
        made(illegal="raise")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(ValueError, match="choose human, ansi, rgb_array"):
        made(render_mode="depth_array")  # type: ignore[arg-type]  # likewise


def test_impossible_team_mates() -> None:
    with pytest.raises(PlayerError, match="no computer player is called"):
        SeatEnv(players=2, mates="genius")
    with pytest.raises(EnvError, match="1 teammates for 3 players"):
        SeatEnv(players=3, mates=["novice"])
    with pytest.raises(PlayerError, match="several seats"):
        SeatEnv(players=3, mates=player("novice"))
    with pytest.raises(PlayerError, match="speak"):
        SeatEnv(players=2, mates=object())  # type: ignore[arg-type]
    with pytest.raises(EnvError, match="choose 0 to 1"):
        SeatEnv(players=2, seat=2)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    env = TeamEnv(edition="on-fire", render_mode="human")
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    assert capsys.readouterr().out.count("> player_0") == 2
    drawn = TeamEnv(edition="extreme", players=3, render_mode="rgb_array")
    drawn.reset(seed=1)
    before = drawn.render()
    drawn.step(int(drawn.action_masks().argmax()))
    after = drawn.render()
    assert isinstance(before, np.ndarray)
    assert isinstance(after, np.ndarray)
    assert before.dtype == np.uint8
    assert before.shape == after.shape
    assert not np.array_equal(before, after)  # a pile has another top, a hand a card less
    silent = TeamEnv()
    silent.reset()
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert silent.render() is None
