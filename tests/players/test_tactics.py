"""Small positions in which a level has to see one thing."""

from __future__ import annotations

from functools import cache

import pytest
from tests.players.samples import random_positions

from nonante.players import LEVELS, player
from nonante.players.levels import FEATURES, SHOWN, weights_file
from nonante.rules import Game, Rules
from nonante.table import Signal

SOLO = Rules.edition("base", players=1)
EXTREME = Rules.edition("extreme", players=1)
PLANNERS = ["steady", "strong", "champion"]
OBLIGING = ["steady", "strong"]  # the champion weighs a request as its games taught it


def turn(level: str, game: Game, signals: list[Signal] | None = None) -> list[str]:
    return player(level).plan(game.view(game.active), signals or [])


@pytest.mark.parametrize("level", PLANNERS)
def test_takes_a_retro_and_prepares_one(level: str) -> None:
    game = Game.arrange(SOLO, {"A": 40, "B": 50, "C": 60, "D": 52}, [[30, 53, 99, 2, 98, 3, 97, 44]], range(70, 90))
    assert "30A" in turn(level, game)
    hand = [11, 20, 44, 54, 90, 95, 99]
    middle = [card for card in range(45, 72) if card not in hand]  # a step back elsewhere would cost many of these
    game = Game.arrange(SOLO, {"A": 40, "B": 42, "C": 72, "D": 74}, [hand], [3, 15, 23, 80, 86, 93, *middle])
    assert turn(level, game) == ["54B", "44B", "end"]


@pytest.mark.parametrize("level", LEVELS)
def test_uses_the_only_way_out(level: str) -> None:
    # 6 is a stop: nothing else can reach the minimum.
    stop = Game.arrange(EXTREME, {"A": 90, "B": 96, "C": 8, "D": 5}, [[6, 40, 41, 50]], range(60, 70))
    assert turn(level, stop) == ["6C"]
    # 31 is a skull: it may be laid, but nothing in hand could cover it.
    skull = Game.arrange(EXTREME, {"A": 30, "B": 97, "C": 4, "D": 5}, [[31, 2, 3, 99]], range(60, 70))
    assert "31A" not in turn(level, skull) or "99A" in turn(level, skull)


@pytest.mark.parametrize("level", LEVELS)
def test_covers_the_fire_that_is_due(level: str) -> None:
    rules = Rules.edition("on-fire", players=2)
    game = Game.arrange(rules, {"A": 22, "B": 50, "C": 52, "D": 60}, [[51, 53, 40], [5, 6]], range(70, 90))
    assert any(move.endswith("A") for move in turn(level, game))


@pytest.mark.parametrize("level", LEVELS)
def test_lays_everything_when_that_wins(level: str) -> None:
    game = Game.arrange(SOLO, {"A": 50, "B": 90, "C": 20, "D": 10}, [[60, 71, 83, 95, 5]])
    for move in turn(level, game):
        game = game.play(move)
    assert game.status == "won"


@pytest.mark.parametrize("level", OBLIGING)
def test_leaves_a_pile_alone_when_asked(level: str) -> None:
    rules = Rules.edition("base", players=2)
    game = Game.arrange(rules, {"A": 40, "B": 38, "C": 60, "D": 62}, [[43, 45, 54, 10, 90], [41]], range(70, 89))
    free = turn(level, game)
    assert any(move.endswith("A") for move in free)
    asked = [Signal(1, "keep-off", "A")]
    assert not any(move.endswith("A") for move in turn(level, game, asked))
    assert turn(level, game, [Signal(0, "keep-off", "A")]) == free, "its own words bind nobody"
    closed = Game.arrange(Rules.edition("base", players=2, talk="none"), game.piles, game.hands, game.draw)
    assert turn(level, closed, asked) == free


def distance(game: Game, moves: list[str], pile: str) -> int:
    """How far a turn moves a pile; a retro counts as less than nothing."""
    last = next((int(move[:-1]) for move in reversed(moves) if move[-1] == pile), game.piles[pile])
    return last - game.piles[pile] if pile in "AB" else game.piles[pile] - last


@cache
def conceded() -> tuple[float, float, float]:
    """Return how far the champion moves piles it was asked to keep off, as a share of how far it moves them unasked.

    Beside it: the share of them left alone altogether, and of those moved on further than unasked.
    """
    asked, unasked, alone = [], [], []
    for seed in range(60, 66):
        for game in random_positions(Rules.edition("base", players=2), seed, share=0.5):
            free = turn("champion", game)
            assert turn("champion", game, [Signal(game.active, "keep-off", "A")]) == free, "its own words bind nobody"
            for pile in {move[-1] for move in free if move != "end"}:
                heard = turn("champion", game, [Signal(1 - game.active, "keep-off", pile)])
                unasked.append(distance(game, free, pile))
                asked.append(distance(game, heard, pile))
                alone.append(not any(move[-1] == pile for move in heard))
    assert len(asked) > 150
    further = sum(more > max(less, 0) for more, less in zip(asked, unasked, strict=True))
    return sum(asked) / sum(unasked), sum(alone) / len(alone), further / len(asked)


def test_the_champion_spares_a_pile_when_asked() -> None:
    """It weighs a request against what it costs."""
    moved, alone, further = conceded()
    assert moved < 0.4
    assert alone > 0.33, "left alone altogether"
    assert further < 0.02, "never the reverse"


@pytest.mark.parametrize("level", OBLIGING)
def test_covers_a_command_when_asked(level: str) -> None:
    rules = Rules.edition("extreme", players=2)
    hands = [[41, 44, 58, 55, 90], [42]]
    game = Game.arrange(rules, {"A": 40, "B": 36, "C": 60, "D": 9}, hands, range(70, 76))
    ask, leave = [Signal(1, "cover", "B")], [Signal(1, "do-not-cover", "B")]
    assert any(move.endswith("B") for move in turn(level, game, ask * 3))
    assert not any(move.endswith("B") for move in turn(level, game, leave * 3))


@pytest.mark.parametrize("level", OBLIGING)
def test_r48_leaves_a_kind_of_command_in_hand_when_asked(level: str) -> None:
    rules = Rules.edition("extreme", players=2)
    game = Game.arrange(rules, {"A": 40, "B": 38, "C": 60, "D": 61}, [[42, 43, 44, 47], [9]], range(70, 76))
    assert any(move.startswith("42") for move in turn(level, game)), "42 says to draw one"
    assert not any(move.startswith("42") for move in turn(level, game, [Signal(1, "do-not-lay", command="draw-one")]))


def test_a_novice_misses_some_retros_but_always_the_same() -> None:
    seen = []
    for top in range(30, 60):
        game = Game.arrange(SOLO, {"A": top, "B": 70, "C": 90, "D": 80}, [[top - 10, top + 1, top + 2]], [2, 3])
        moves = turn("novice", game)
        assert moves == turn("novice", game)
        seen.append(moves[0] == f"{top - 10}A")
    assert 0.4 < sum(seen) / len(seen) < 0.95


def test_the_weights_name_every_feature_and_where_they_come_from() -> None:
    data = weights_file()
    assert data["note"]
    for weights in data["weights"].values():
        assert set(weights) >= {*FEATURES, *SHOWN, "short"}
