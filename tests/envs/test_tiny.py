"""The tiny variant: exact values, no player does better, every environment plays it."""

from __future__ import annotations

from itertools import permutations

import pytest

from nonante import Game, Rules
from nonante.envs import EnvError, nonante_v0, tiny
from nonante.envs.gym_v0 import TeamEnv
from nonante.players import player

ALONE = Rules.edition("base", players=1)


@pytest.mark.parametrize(("seed", "left"), [(0, 8.8), (1, 5.8), (4, 4.0)])
def test_the_best_play_is_known_exactly(seed: int, left: float) -> None:
    game = tiny.deal(ALONE, seed)
    assert tiny.solve(game) == pytest.approx(left)
    for level in ("novice", "steady"):
        assert _mean_left(game, level) >= left - 1e-9


def _mean_left(game: Game, level: str) -> float:
    """Return what a player leaves on average over every order of the draw pile."""
    orders = list(permutations(game.draw))
    return sum(_played(game._replace(draw=order), level) for order in orders) / len(orders)


def _played(game: Game, level: str) -> int:
    one = player(level)
    while game.status == "playing":
        turn = game.turn
        for move in one.plan(game.view(0)):
            game = game.play(move)
            if game.status != "playing" or game.turn != turn:
                break
    return game.score


def test_without_anything_to_draw_it_is_the_best_of_all_ways() -> None:
    dealt = tiny.deal(ALONE, 1)
    game = dealt._replace(draw=(), turn_state=dealt.turn_state._replace(minimum=1))

    def fewest(there: Game) -> int:
        return there.score if there.status != "playing" else min(fewest(there.play(m)) for m in there.legal_moves())

    assert tiny.solve(game) == fewest(game)


def test_environments_play_it() -> None:
    game = tiny.deal(Rules.edition("base", players=2), 3)
    env, team = nonante_v0.env(players=2), TeamEnv(players=2)
    env.reset(options={"game": game})
    team.reset(options={"game": game})
    assert env.game == team.game == game
    with pytest.raises(EnvError, match="others' hands are hidden"):
        tiny.solve(game)
