"""Between players and policies; and what importing the room costs."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from nonante import Game, Rules
from nonante.envs import EnvError, PlayerPolicy, PolicyPlayer, RandomPlayer, action_of, nonante_v0
from nonante.players import Player, player
from nonante.table import Table


def first_legal(_: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> int:
    return int(mask.argmax())


def test_any_player_acts_in_the_environment() -> None:
    env = nonante_v0.env(edition="extreme", players=2)
    env.reset(seed=3)
    policy = PlayerPolicy(player("steady"))
    for _ in env.agent_iter():
        env.step(None if env.terminations[env.agent_selection] else policy(env))
    assert env.game.score < 80


def test_any_policy_sits_at_a_table() -> None:
    rules = Rules.edition("base", players=2)
    seat: Player = PolicyPlayer(first_legal, rules)
    game = Game.deal(rules, 1)
    while game.status == "playing":
        view = game.view(game.active)
        plan = seat.plan(view)
        assert seat.choose(view) == plan[0]
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
        move = seat.choose(env.view(env.agent_selection))
        assert seen[-1] == (there["observation"].tobytes(), there["action_mask"].tobytes())
        env.step(action_of(move))


def test_a_policy_that_errs_plays_on() -> None:
    rules = Rules.edition("base", players=1)
    game = Game.deal(rules, 1)
    for answer in (392, -5, 10**6):
        seat = PolicyPlayer(lambda *_, answer=answer: answer, rules)
        assert seat.choose(game.view(0)) == game.legal_moves()[0]
    with pytest.raises(EnvError, match="a view holds no history"):
        PolicyPlayer(first_legal, rules, observe="information")


def test_the_random_player_is_a_player() -> None:
    who: Player = RandomPlayer(1)
    game = Game.deal(Rules.edition("base", players=1), 1)
    again, other = RandomPlayer(1), RandomPlayer(2)
    chosen = [who.choose(game.view(0)) for _ in range(400)]
    assert [again.plan(game.view(0)) for _ in range(400)] == [[move] for move in chosen]
    assert [other.choose(game.view(0)) for _ in range(400)] != chosen
    assert set(chosen) == set(game.legal_moves())
    assert who.speak(game.view(0)) == []
    assert who.wish(game.view(0)) is None


def test_importing_the_room_loads_no_library() -> None:
    code = "import sys, nonante.envs; print(*sorted(m for m in sys.modules if '.' not in m))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"gymnasium", "pettingzoo", "pyspiel", "open_spiel", "numba"} & set(shown.stdout.split())
