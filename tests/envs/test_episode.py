"""One game of the engine: any position of the rules, dealt or given, and back to a moment."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategies import games
from tests.envs.oracle import Past, vector, worth
from tests.envs.walks import careful_move

from nonante import Game, IllegalMove, Rules
from nonante.envs import Encoder, action_of, nonante_v0
from nonante.envs.actions import ACTIONS, PASS_ACTION, action_of_signal
from nonante.envs.episode import Episode
from nonante.envs.options import Chosen, Seeds
from nonante.table import Signal


@given(games(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_any_position_is_played_on_as_by_the_rules(game: Game, seed: int) -> None:
    """In the middle of a turn too: what every seat sees, what is legal, what a move brings."""
    if game.status != "playing":
        return
    there, past, rng = Episode(Chosen(game.rules, "information", talks=False)), Past.of(game), random.Random(seed)
    there.begin(game)
    for _ in range(12):
        assert there.game == game
        assert there.acting == game.active
        assert there.legal_actions() == [action_of(move) for move in game.legal_moves()]
        for seat in range(game.rules.players):
            assert np.array_equal(there.observe(seat), vector(game, seat, "information", past=past))
        move = careful_move(game, rng)
        after = game.play(move)
        assert there.act(action_of(move)) == pytest.approx(worth(after, "cards") - worth(game, "cards"))
        past.note(game, move, after)
        game = after
        assert there.over == (game.status != "playing")
        if there.over:
            assert there.legal_actions() == []
            break


@given(games())
@settings(max_examples=60, deadline=None)
def test_the_encoder_writes_what_every_seat_sees_of_any_game(game: Game) -> None:
    """Of finished ones too; with the signals that stand."""
    words = [Signal(game.rules.players - 1, "trouble"), Signal(0, "keep-off", "B")]
    seen, heard = Encoder(game.rules, "unseen"), Encoder(game.rules, "unseen", signals=True)
    closed = game.rules.players > 1 and any(game.rules.command_of(top) == "silence" for top in game.tops)
    for seat in range(game.rules.players):
        assert np.array_equal(seen.vector(game, seat), vector(game, seat, "unseen"))
        if not closed:
            assert np.array_equal(heard.vector(game, seat, words), vector(game, seat, "unseen", words=words))


def test_the_deals_after_a_seeded_one_are_the_same_for_ever() -> None:
    env = nonante_v0.env(edition="base", players=2)
    env.reset(seed=7)
    hands = [env.game.hands]
    for _ in range(2):
        env.reset()
        hands.append(env.game.hands)
    assert hands == [
        ((28, 30, 34, 46, 49, 52, 68), (4, 25, 26, 57, 58, 66, 73)),
        ((10, 17, 23, 31, 52, 72, 99), (16, 20, 44, 54, 67, 78, 94)),
        ((11, 24, 44, 46, 48, 50, 57), (7, 10, 22, 32, 76, 83, 91)),
    ]
    row = Seeds()
    row.begin(7)
    many = [row.next() for _ in range(300)]
    assert len(set(many)) == 300
    row.begin(7)
    assert [row.next() for _ in range(300)] == many


def test_a_seeded_map_is_drawn_for_each_deal() -> None:
    rules = Rules.edition("extreme", players=2, commands="seeded")
    there = Episode(Chosen(rules, "observation", talks=False))
    for first in (1, 2, Game.deal(rules, 3), 1, 4):
        there.begin(first)
        game = first if isinstance(first, Game) else Game.deal(rules, first)
        while game.status == "playing":
            assert there.game == game
            assert np.array_equal(there.observe(game.active), vector(game, game.active))
            move = careful_move(game, random.Random(1))
            there.act(action_of(move))
            game = game.play(move)


def looks(there: Episode) -> tuple[object, ...]:
    """Return what can be seen of an episode."""
    seen = there.observe(1).tolist(), there.standing, there.own_words(0), there.legal_actions()
    return there.game, there.acting, there.phase, there.over, *seen


def test_an_episode_comes_back_to_a_moment() -> None:
    there = Episode(Chosen(Rules.edition("extreme", players=3), "information", talks=True))
    there.begin(5)
    trouble = action_of_signal(Signal(0, "trouble"))
    for action in (PASS_ACTION, PASS_ACTION, PASS_ACTION, trouble):
        there.act(action)
    moment, before = there.save(), looks(there)
    while not there.over:
        there.act(there.legal_actions()[-1])
    there.restore(moment)
    assert looks(there) == before
    assert there.own_words(0) == (Signal(0, "trouble"),)


def test_an_illegal_action_changes_nothing() -> None:
    there = Episode(Chosen(Rules.edition("base", players=2), "observation", talks=False))
    there.begin(1)
    row = there.row.copy()
    with pytest.raises(IllegalMove, match="the minimum this turn is 2"):
        there.act(ACTIONS - 1)
    assert np.array_equal(there.row, row)
