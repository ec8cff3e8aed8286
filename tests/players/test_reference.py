"""The reference players of the benchmark: the tree search, the policies that were learnt, planners beside others."""

from __future__ import annotations

import pytest

from nonante import Game, Rules
from nonante.players import PlayerError, learnt
from nonante.players.learnt import FEATURES, NAMES, Learnt, features
from nonante.players.match import play_game
from nonante.players.treesearch import TreeSearch
from nonante.simulation import SimulationError, deal_seed, simulate
from nonante.simulation.games import FastGames, outcome_of
from nonante.simulation.registry import KernelPlayer, find_player, sits_beside_others

EDITIONS = ["base", "expert", "on-fire", "extreme"]


def test_the_tree_search_finds_the_only_way_to_win() -> None:
    """37 goes back and leaves room for 60; 60 first would bury 37 for good."""
    piles = {"A": 47, "B": 99, "C": 2, "D": 3}
    game = Game.arrange(Rules.edition("base", players=1), piles=piles, hands=[[37, 60]], draw=[], active=0)
    while game.status == "playing":
        game = game.play(TreeSearch(seed=1, rounds=200).plan(game.view(0))[0])
    assert game.status == "won"


def test_a_tree_search_follows_from_its_seed_and_more_rounds_play_better() -> None:
    rules = Rules.edition("base", players=2)

    def left(rounds: int, seed: int) -> list[int]:
        return [
            play_game(rules, deal, [TreeSearch(seed + seat, rounds) for seat in range(2)]).score for deal in range(6)
        ]

    assert left(60, 1) == left(60, 1)
    assert left(60, 1) != left(60, 3)
    assert sum(left(400, 1)) < sum(left(20, 1))


def test_a_tree_search_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonante.kernel.available", lambda: False)
    with pytest.raises(PlayerError, match=r"player ismcts needs an optional extra: pip install 'nonante\[fast\]'"):
        TreeSearch()


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_legal_move_is_described(edition: str) -> None:
    game = Game.deal(Rules.edition(edition, players=3), seed=5)
    while game.status == "playing":
        view = game.view(game.active)
        rows = features(view)
        assert [len(row) for row in rows] == [FEATURES] * len(view.legal_moves())
        game = game.play(Learnt("ppo-1").plan(view)[0])


@pytest.mark.slow
def test_the_learnt_policies_differ_and_have_learnt_something() -> None:
    assert tuple(learnt._policies()) == NAMES
    rules = Rules.edition("base", players=3)
    weights = {find_player(name).identity(rules).weights for name in NAMES}
    assert len(weights) == len(NAMES)
    nearest = simulate(rules, "nearest", 20, seed=3).mean_left
    for name in NAMES:
        assert simulate(rules, name, 20, seed=3).mean_left < nearest


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_planner_on_every_seat_plays_the_games_of_the_kernel(edition: str) -> None:
    rules, one = Rules.edition(edition, players=3, talk="none"), find_player("planner")
    assert isinstance(one, KernelPlayer)
    compiled = FastGames(rules, one.settings_for(3), 5).outcomes(0, 6).tolist()
    seated = [play_game(rules, deal_seed(5, game), [one.seat() for _ in range(3)]) for game in range(6)]
    assert [tuple(line) for line in compiled] == [outcome_of(game) for game in seated]


def test_a_planner_beside_others_says_whether_it_would_like_to_start() -> None:
    rules, planner = Rules.edition("base", players=2), find_player("planner").seat()

    def wish(hand: list[int]) -> str | None:
        return planner.wish(Game.arrange(rules, hands=[hand, [80, 81]], draw=[70, 71], active=0).view(0))

    assert (wish([2, 3, 50]), wish([40, 50, 60])) == ("like", "rather-not")


def test_only_who_talks_with_its_like_cannot_sit_beside_others() -> None:
    assert sits_beside_others(find_player("planner"))
    with pytest.raises(SimulationError, match=r"talker only plays with copies of itself.*planner.*ismcts.*ppo-3"):
        find_player("talker").seat()
