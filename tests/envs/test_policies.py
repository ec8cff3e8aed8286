"""Between players and policies; and what importing the room costs."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from nonante import Game, Rules
from nonante.envs import EnvError, PlayerPolicy, PolicyPlayer, RandomPlayer, action_of, nonante_v0
from nonante.envs.actions import PASS_ACTION
from nonante.players import Player, PlayerError, player
from nonante.players.match import play_game
from nonante.table import Table


def first_legal(_: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> int:
    return int(mask.argmax())


def test_any_player_acts_in_the_environment() -> None:
    env = nonante_v0.env(edition="extreme", players=2)
    env.reset(seed=3)
    policy = PlayerPolicy("steady")
    for _ in env.agent_iter():
        env.step(None if env.terminations[env.agent_selection] else policy(env))
    assert env.game.score < 80


@pytest.mark.parametrize(
    ("edition", "players", "level"),
    [("base", 3, "champion"), ("extreme", 2, "champion"), ("base", 1, "champion"), ("base", 2, "steady")],
)
def test_players_play_in_the_environment_as_at_a_table(edition: str, players: int, level: str) -> None:
    """Move for move: they hear each other, wish about the start, and keep to their plans."""
    env = nonante_v0.env(edition=edition, players=players)
    team = PlayerPolicy(level)
    for seed in range(1 if players == 1 else 8):
        team.reset(env, seed=seed)
        while env.game.status == "playing":
            env.step(team(env))
        assert env.game == play_game(env.rules, seed, [player(level) for _ in range(players)])


def test_players_share_the_environment_with_others_and_show_their_signals() -> None:
    env = nonante_v0.env(edition="base", players=3, signals="table")
    env.reset(seed=4)
    team = PlayerPolicy(["steady", None, lambda: player("strong")])
    said = set()
    while env.game.status == "playing":
        own = env.agent_selection != "player_1"
        legal = env.legal_actions()
        env.step(team(env) if own else PASS_ACTION if PASS_ACTION in legal else legal[0])
        said |= {signal.seat for signal in env.standing}
    assert said == {0, 2}
    with pytest.raises(EnvError, match="2 players for 3 seats"):
        PlayerPolicy(["steady", "steady"]).reset(env)
    env.reset(seed=4)
    while env.agent_selection != "player_1":
        env.step(team(env))
    with pytest.raises(EnvError, match="seat 1 is to act"):
        team(env)
    with pytest.raises(PlayerError, match="what makes one for every seat"):
        PlayerPolicy(player("steady"))  # type: ignore[arg-type]  # what a caller may try


def test_a_new_game_is_noticed() -> None:
    env = nonante_v0.env(edition="base", players=2)
    team, games = PlayerPolicy("steady"), []
    for _ in range(2):
        env.reset(seed=9)
        for _ in range(5):
            env.step(team(env))
        games.append(env.game)
    assert games[0] == games[1]


def test_any_policy_sits_at_a_table() -> None:
    rules = Rules.edition("base", players=2)
    seat: Player = PolicyPlayer(first_legal, rules)
    game = Game.deal(rules, 1)
    while game.status == "playing":
        view = game.view(game.active)
        plan = seat.plan(view)
        assert seat.speak(view) == []
        assert seat.wish(view) is None
        for move in plan:
            game = game.play(move)
    assert isinstance(game, Game)
    assert Table().settings.rules.players == 1


def test_a_policy_sees_in_a_view_what_it_sees_in_the_environment() -> None:
    seen = []

    def policy(vector: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> int:
        seen.append((vector.tobytes(), mask.tobytes()))
        return int(mask.nonzero()[0][-1])

    env = nonante_v0.env(edition="extreme", players=3, observe="unseen")
    env.reset(seed=8)
    seat = PolicyPlayer(policy, env.rules, observe="unseen")
    while env.game.status == "playing":
        there = env.observe(env.agent_selection)
        seen.clear()
        move = seat.plan(env.view(env.agent_selection))[0]
        assert seen[0] == (there["observation"].tobytes(), there["action_mask"].tobytes())
        env.step(action_of(move))


def test_a_policy_that_errs_plays_on() -> None:
    rules = Rules.edition("base", players=1)
    game = Game.deal(rules, 1)
    for answer in (392, -5, 10**6):
        seat = PolicyPlayer(lambda *_, answer=answer: answer, rules)
        assert seat.plan(game.view(0))[0] == game.legal_moves()[0]
    with pytest.raises(EnvError, match="a view contains no history"):
        PolicyPlayer(first_legal, rules, observe="information")


def test_the_random_player_is_a_player() -> None:
    who: Player = RandomPlayer(1)
    game = Game.deal(Rules.edition("base", players=1), 1)
    again, other = RandomPlayer(1), RandomPlayer(2)
    chosen = [who.plan(game.view(0)) for _ in range(400)]
    assert [again.plan(game.view(0)) for _ in range(400)] == chosen
    assert [other.plan(game.view(0)) for _ in range(400)] != chosen
    assert {move for moves in chosen for move in moves} == set(game.legal_moves())
    assert who.speak(game.view(0)) == []
    assert who.wish(game.view(0)) is None


def test_importing_the_room_loads_no_library() -> None:
    code = "import sys, nonante.envs; print(*sorted(m for m in sys.modules if '.' not in m))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"gymnasium", "pettingzoo", "pyspiel", "open_spiel", "numba"} & set(shown.stdout.split())
