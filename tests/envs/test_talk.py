"""Talk as at a table: every seat speaks before every turn, and the same games come out as at a table."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from nonante import Rules
from nonante.envs import EnvError, PlayerPolicy, nonante_v0
from nonante.envs.actions import (
    ACTIONS,
    LIKE_ACTION,
    PASS_ACTION,
    RATHER_NOT_ACTION,
    TALK_ACTIONS,
    action_of_signal,
    action_text,
)
from nonante.envs.gym_v0 import SeatEnv, TeamEnv
from nonante.players import QuickChampion, player
from nonante.players.match import play_game
from nonante.table import Signal

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
TABLES: list[tuple[str, int, Any]] = [("base", 2, "standard"), ("base", 3, "permissive"), ("extreme", 3, "standard")]


@pytest.mark.parametrize(("edition", "players", "talk"), TABLES)
@pytest.mark.parametrize("level", ["champion", "quick"])
def test_the_same_games_as_at_a_table(edition: str, players: int, talk: Any, level: str) -> None:
    """Game for game: what is said and heard by actions is what players say and hear at a table."""
    rules = Rules.edition(edition, players, talk=talk)
    env, made = nonante_v0.env(rules=rules, signals="table"), QuickChampion if level == "quick" else level
    team, words = PlayerPolicy(made), 0
    for seed in range(1 if level == "champion" else 3):
        team.reset(env, seed=seed)
        while env.game.status == "playing":
            action = team(env)
            words += action >= ACTIONS and action != PASS_ACTION
            env.step(action)
        at_table = [QuickChampion() if level == "quick" else player(level) for _ in range(players)]
        assert env.game == play_game(rules, seed, at_table)
    assert words > 10


@pytest.mark.parametrize(("edition", "players", "talk"), TABLES)
def test_library_suites(edition: str, players: int, talk: Any) -> None:
    api_test(nonante_v0.env(edition=edition, players=players, talk=talk, signals="table"), num_cycles=200)
    for name in ("nonante/Team-v0", "nonante/Seat-v0"):
        check_env(gymnasium.make(name, edition=edition, players=players, talk=talk, signals="table").unwrapped)


def test_seats_speak_in_order_and_are_heard_together() -> None:
    env = nonante_v0.env(players=3, signals="table")
    env.reset(seed=1)
    assert env.action_space("player_0").n == TALK_ACTIONS
    assert env.legal_actions() == [PASS_ACTION, LIKE_ACTION, RATHER_NOT_ACTION]
    for action in (RATHER_NOT_ACTION, PASS_ACTION, LIKE_ACTION):
        env.step(action)
    assert env.game.active == 2  # the one that would like to
    assert env.agent_selection == "player_0"
    trouble, comfortable = (action_of_signal(Signal(0, name)) for name in ("trouble", "comfortable"))
    env.step(trouble)
    env.step(comfortable)  # it replaces the other
    assert trouble not in env.legal_actions(), "each once a round"
    part = env.layout["signals"]
    own, other = (env.observe(agent)["observation"][part.start : part.stop] for agent in ("player_0", "player_1"))
    assert (own.sum(), other.sum()) == (1, 0), "nobody hears it yet"
    for _ in range(3):
        env.step(PASS_ACTION)
    assert list(env.standing) == [Signal(0, "comfortable")]
    assert env.agent_selection == "player_2"
    assert max(env.legal_actions()) < ACTIONS
    with pytest.raises(EnvError, match="the talk before this turn is over"):
        env.step(PASS_ACTION)
    turn = env.game.turn
    while env.game.turn == turn:
        env.step(env.legal_actions()[-1] if 392 in env.legal_actions() else env.legal_actions()[0])
    assert env.agent_selection == "player_0"
    env.step(comfortable)  # withdrawn
    for _ in range(3):
        env.step(PASS_ACTION)
    assert not env.standing
    assert [action_text(action) for action in (PASS_ACTION, LIKE_ACTION)] == ["pass", "like to start"]


def test_random_talk_ends_every_game() -> None:
    rng = random.Random(1)
    for made in (TeamEnv, SeatEnv):
        env = made(edition="extreme", players=3, talk="permissive", signals="table")
        for seed in range(3):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                _, _, over, _, info = env.step(int(rng.choice(info["action_mask"].nonzero()[0])))
                assert not info["illegal"]


def test_bad_input() -> None:
    with pytest.raises(EnvError, match="choose False, True or 'table'"):
        TeamEnv(players=2, signals="loud")  # type: ignore[arg-type]
    env = nonante_v0.env(players=2, signals="table")
    env.reset(seed=1)
    with pytest.raises(EnvError, match="for this seat to speak"):
        env.step(0)
