"""`redeal`: what a seat cannot see, sampled."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import numpy as np
from hypothesis import given, settings, strategies as st
from strategies import games

from nonante import Game, Rules
from nonante.envs import redeal


def hidden_and_shown(game: Game) -> list[int]:
    return sorted([card for hand in game.hands for card in hand] + list(game.draw))


@given(games(), st.integers(0, 5), st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_a_seat_cannot_tell_the_difference(game: Game, seat: int, seed: int) -> None:
    who = seat if seat < game.rules.players else None  # None looks on
    view = game.view(who)
    other = redeal(view, random.Random(seed))
    assert other.view(who) == view
    assert other._replace(hands=(), draw=()) == game._replace(hands=(), draw=())
    assert hidden_and_shown(other) == hidden_and_shown(game)
    assert [len(hand) for hand in other.hands] == [len(hand) for hand in game.hands]
    assert other.legal_moves() == game.legal_moves() or who != game.active
    if game.status != "playing":
        assert other == game


def test_a_redealt_game_goes_on_as_the_seat_expects() -> None:
    game = Game.deal(Rules.edition("extreme", players=4), 3)
    rng = random.Random(1)
    while game.status == "playing":
        other = redeal(game.view(game.active), rng)
        move = rng.choice(game.legal_moves())
        after, imagined = game.play(move), other.play(move)
        assert after.tops == imagined.tops
        game = after


def test_all_deals_are_equally_likely() -> None:
    rules = Rules.edition("base", players=3)
    game = Game.arrange(rules, {"A": 50}, [[60], [70], [80]], [90])
    generator = np.random.default_rng(1)
    seen = Counter((other.hands, other.draw) for other in (redeal(game.view(0), generator) for _ in range(3000)))
    assert set(seen) == {(((60,), (one,), (two,)), (three,)) for one, two, three in permutations([70, 80, 90])}
    assert all(430 < count < 570 for count in seen.values())  # 500 each are expected, 20 more or less
