"""The environment in JAX as its users call it: compiled, side by side, in loops; chance, positions, bad input."""

from __future__ import annotations

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nonante import Game, Rules
from nonante.envs import END_ACTION, EnvError, action_of
from nonante.envs.jax_v0 import JaxEnv, State
from nonante.rules import shuffled_deck

ENV = JaxEnv(edition="base", players=3)
STEPS, GAMES = 60, 32


def walk(env: JaxEnv, key: jax.Array, steps: int) -> tuple[State, dict[str, jax.Array]]:
    """Play one row of games by chance, with new deals, in one compiled loop; return what happened step by step."""

    def step(carry: Any, key: jax.Array) -> Any:
        seen, state = carry
        chosen, dealt = jax.random.split(key)
        action = env.sample(chosen, seen)
        legal = seen.mask[action]
        seen, state, reward, done, info = env.step(dealt, state, action)
        told = {"legal": legal, "open": seen.mask.any(), "reward": reward, "done": done, "score": info.score}
        return (seen, state), {**told, "illegal": info.illegal, "left": state.unplayed.sum()}

    keys = jax.random.split(key, steps + 1)
    (_, state), told = jax.lax.scan(step, env.reset(keys[0]), keys[1:])
    return state, told


@cache
def walks() -> dict[str, Any]:
    """Return the steps of many games side by side."""
    run = jax.jit(jax.vmap(lambda key: walk(ENV, key, STEPS)[1]))
    return {name: np.asarray(rows) for name, rows in run(jax.random.split(jax.random.key(3), GAMES)).items()}


def test_whole_games_in_one_loop_side_by_side() -> None:
    told = walks()
    assert told["legal"].all()
    assert told["open"].all()
    assert not told["illegal"].any()
    assert told["done"].any(1).all()
    assert (told["left"][told["done"]] == 98).all()  # dealt anew


def test_the_rewards_of_a_game_are_the_share_of_cards_laid() -> None:
    told = walks()
    paid = told["reward"].cumsum(1)
    for game in range(GAMES):
        first = told["done"][game].argmax()
        assert paid[game, first] == pytest.approx((98 - told["score"][game, first]) / 98, abs=1e-6)


def test_the_same_key_gives_the_same_game() -> None:
    deal = jax.jit(lambda key: ENV.reset(key)[1])
    one, same, other = deal(jax.random.key(1)), deal(jax.random.key(1)), deal(jax.random.key(2))
    assert np.array_equal(one.order, same.order)
    assert not np.array_equal(one.order, other.order)


def test_every_card_is_dealt_everywhere_equally_often() -> None:
    keys = jax.random.split(jax.random.key(4), 20_000)
    order = np.asarray(jax.jit(jax.vmap(lambda key: ENV.reset(key)[1].order))(keys))
    assert (np.sort(order, axis=1) == np.arange(98)).all()
    seen = np.stack([np.bincount(order[:, card], minlength=98) for card in range(98)])
    expected = len(keys) / 98
    surprise = ((seen - expected) ** 2 / expected).sum() * 97 / 98  # chi-squared with 97 * 97 degrees of freedom
    assert abs(surprise - 97 * 97) < 5 * (2 * 97 * 97) ** 0.5


def test_a_drawn_command_map_has_four_cards_of_each_kind_and_no_fire_number() -> None:
    env = JaxEnv(edition="on-fire+extreme", players=2, commands="seeded")
    deal = jax.jit(jax.vmap(lambda key: env.reset(key)[1].marks))
    marks = np.asarray(deal(jax.random.split(jax.random.key(5), 50)))
    assert [(np.unique(row, return_counts=True)[1]).tolist() for row in marks] == [[67] + [4] * 7 + [6]] * 50
    assert (marks[:, [22, 33, 44, 55, 66, 77]] == 8).all()
    assert len({tuple(row) for row in marks}) == 50


def test_a_deck_and_a_seed_give_the_deal_of_the_rules() -> None:
    game = Game.deal(ENV.rules, 7)
    from_deck = jax.jit(ENV.deal_of)(jnp.array(shuffled_deck(7)))
    from_seed = ENV.deals([7])
    assert np.array_equal(from_deck.order, from_seed.order[0])
    hands = np.asarray(jax.jit(lambda deal: ENV.reset_to(deal)[1].hands)(from_deck))
    assert [tuple(np.flatnonzero(cards) + 2) for cards in hands] == list(game.hands)


@pytest.mark.parametrize("action", [-1, 393, 10_000, action_of("2A"), END_ACTION])
def test_an_illegal_action_changes_nothing(action: int) -> None:
    """Out of range, a card that another seat holds, and an end before the second card."""
    state = ENV.state_of(Game.arrange(ENV.rules, hands=[(50, 60), (2, 3), (4,)], draw=(7, 8)))
    after, reward, done, info = act()(state, action)
    assert (bool(info.illegal), float(reward), bool(done)) == (True, 0, False)
    assert all(map(np.array_equal, jax.tree.leaves(state), jax.tree.leaves(after)))


@cache
def act() -> Any:
    """Return the compiled step of a single game."""
    return jax.jit(ENV.play)


def test_a_game_that_has_ended_stays() -> None:
    state = ENV.state_of(Game.arrange(ENV.rules, {"A": 98}, hands=[(99,), (), ()]))
    state, reward, done, info = act()(state, action_of("99A"))
    assert (bool(done), bool(info.won), int(info.score)) == (True, True, 0)
    assert float(reward) == pytest.approx(1 / 98)
    assert np.flatnonzero(jax.jit(ENV.mask)(state)).tolist() == [END_ACTION]
    after, reward, done, info = act()(state, END_ACTION)
    assert (float(reward), bool(done), bool(info.won), bool(info.illegal)) == (0, False, True, True)
    assert all(map(np.array_equal, jax.tree.leaves(state), jax.tree.leaves(after)))


def test_the_last_card_may_lose() -> None:
    rules = Rules.edition("extreme", players=1)
    env = JaxEnv(rules=rules)
    game = Game.arrange(rules, hands=[(10,)])
    state, reward, done, info = jax.jit(env.play)(env.state_of(game), action_of("10A"))
    after = game.play("10A")
    assert (
        (int(jax.jit(env.score)(state)), int(info.score), bool(done))
        == (after.score, after.score, True)
        == (2, 2, True)
    )
    assert float(reward) == pytest.approx(-1 / 98)


def test_a_position_goes_on_as_by_the_rules() -> None:
    """In the middle of a turn, with what was laid in it and before it."""
    env = JaxEnv(edition="extreme", players=2, observe="unseen", signals="table")
    game = Game.deal(env.rules, 4)
    while game.turn < 3 or not game.laid_this_turn:
        game = game.play(game.legal_moves()[0] if len(game.laid_this_turn) < 2 else "end")
    seen = jax.jit(env.see)(env.state_of(game.to_text()))
    assert np.flatnonzero(seen.mask).tolist() == [action_of(move) for move in game.legal_moves()]
    part = env.layout["this_turn"]
    assert np.flatnonzero(seen.observation[part.start : part.stop]).tolist() == [
        int(move[:-1]) - 2 for move in game.laid_this_turn
    ]


def test_bad_options_and_positions_are_refused() -> None:
    with pytest.raises(EnvError, match="signals need at least two players"):
        JaxEnv(players=1, signals="table")
    with pytest.raises(EnvError, match="position"):
        ENV.state_of(Game.deal(Rules(players=2), 1))
    with pytest.raises(ValueError, match="seed"):
        ENV.deals([-1])
    with pytest.raises(EnvError, match="marks"):
        JaxEnv(edition="extreme", commands="seeded").deal_of(jnp.arange(2, 100))
    other = JaxEnv(players=3, observe="information")
    with pytest.raises(TypeError, match="another environment"):
        jax.eval_shape(lambda key: other.see(ENV.reset(key)[1]), jax.random.key(1))


def test_nothing_needs_numbers_of_64_bits() -> None:
    assert jnp.arange(2).dtype == jnp.int32  # as JAX is unless somebody asks for more
    leaves = jax.tree.leaves(jax.eval_shape(ENV.reset, jax.random.key(0)))
    assert {str(leaf.dtype) for leaf in leaves} == {"bool", "int8", "int32"}
