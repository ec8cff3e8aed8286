"""The OpenSpiel environment: the library's own suite, golden playthroughs, search, agreement with the rules."""

from __future__ import annotations

import hashlib
import random
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from tests.envs.walks import GAMES, careful_move

import nonante.envs.spiel
from nonante import Game, Rules
from nonante.envs import action_of

GOLDEN = Path(__file__).parent / "playthroughs"
FULL = {"base-1": ("base", 1), "extreme-2": ("extreme", 2)}


def text_of(edition: str, players: int) -> str:
    """Name a game as `pyspiel.load_game` reads it."""
    return f"nonante(edition={edition},players={players})"


def played(edition: str, players: int) -> str:
    """Play a game of the library's own choosing and write down everything it can be asked."""
    text: str = generate_playthrough.playthrough(text_of(edition, players), None, seed=10 * players + len(edition))
    return text


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_library_suite(edition: str, players: int) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text_of(edition, players)), num_sims=1, serialize=True, verbose=False)


def test_library_suite_with_options() -> None:
    game = pyspiel.load_game("nonante(edition=on-fire+extreme,players=3,one_pile=strict,short_hand=lenient)")
    assert game.rules.short_hand == "lenient"
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_golden_playthroughs(edition: str, players: int) -> None:
    """Every game is known by the digest of its playthrough; two of them can be read in full."""
    digests = tomllib.loads((GOLDEN / "digests.toml").read_text("utf-8"))
    text = played(edition, players)
    if f"{edition}-{players}" in FULL:
        assert text == (GOLDEN / f"{edition}-{players}.txt").read_text("utf-8")
    assert hashlib.sha256(text.encode()).hexdigest() == digests[edition][str(players)], "see renew() in this file"


def renew() -> None:
    """Write the golden files anew: ``python -c "from tests.envs.test_spiel import renew; renew()"``."""
    lines = [
        "# sha256 of the playthrough of each game, by edition and number of players; test_spiel.renew() writes this."
    ]
    for edition in dict.fromkeys(edition for edition, _ in GAMES):
        lines.append(f"\n[{edition}]")
        for players in range(1, 6):
            text = played(edition, players)
            lines.append(f'{players} = "{hashlib.sha256(text.encode()).hexdigest()}"')
            if f"{edition}-{players}" in FULL:
                (GOLDEN / f"{edition}-{players}.txt").write_text(text, "utf-8")
    (GOLDEN / "digests.toml").write_text("\n".join(lines) + "\n", "utf-8")


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_ismcts_plays(edition: str, players: int) -> None:
    game = pyspiel.load_game(text_of(edition, players))
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
        uct_c=1.0,
        max_simulations=3,
        random_state=rng,
    )
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < 60:
        chance = state.is_chance_node()
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]) if chance else bot.step(state))
    assert state.returns()[0] > 0


def deal(state: Any, game: Game) -> None:
    for hand in game.hands:
        for card in hand:
            state.apply_action(card - 2)


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_agrees_with_the_rules_step_by_step(edition: str, players: int) -> None:
    game = Game.deal(Rules.edition(edition, players, talk="none"), 11)
    state = pyspiel.load_game(text_of(edition, players)).new_initial_state()
    deal(state, game)
    rng, total = random.Random(11), 0.0
    while game.status == "playing":
        assert state.current_player() == game.active
        assert state.legal_actions() == [action_of(move) for move in game.legal_moves()]
        before, move = game, careful_move(game, rng)
        game = game.play(move)
        state.apply_action(action_of(move))
        for card in before.draw[: len(before.draw) - len(game.draw)]:
            assert state.is_chance_node()
            assert [outcome + 2 for outcome, _ in state.chance_outcomes()] == sorted(
                set(before.draw) - set(state.data.drawn)
            )
            state.apply_action(card - 2)
        assert state.game._replace(draw=()) == game._replace(draw=())
        assert sorted(state.game.draw) == sorted(game.draw)
        total += state.rewards()[0]
        assert total == pytest.approx((98 - game.score) / 98)
    assert state.is_terminal()
    assert state.returns() == pytest.approx([(98 - game.score) / 98] * players)


@pytest.mark.parametrize("players", [1, 2, 5])
def test_resampling_keeps_what_the_player_knows(players: int) -> None:
    game = Game.deal(Rules.edition("extreme", players, talk="none"), 5)
    state = pyspiel.load_game(text_of("extreme", players)).new_initial_state()
    deal(state, game)
    rng, hidden = random.Random(5), set()
    while not state.is_terminal():
        for seat in range(players):
            other = state.resample_from_infostate(seat, rng.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            hidden.add(str(other))
        state.apply_action(rng.choice(state.legal_actions()))
    assert players == 1 or len(hidden) > 5


def test_information_states_differ_where_observations_do_not() -> None:
    game = pyspiel.load_game("nonante(players=1,edition=base)")
    assert game.information_state_tensor_size() > game.observation_tensor_size()
    assert (game.num_distinct_actions(), game.max_chance_outcomes()) == (393, 98)
    assert (game.max_game_length(), game.max_chance_nodes_in_history()) == (196, 98)
    states = []
    for moves in (["2A", "3A", "4B", "5B"], ["2A", "3B", "4B", "5A"], ["2A", "3A", "4A", "5B"]):
        state = game.new_initial_state()
        for card in range(2, 10):
            state.apply_action(card - 2)
        for move in moves:
            state.apply_action(action_of(move))
        states.append(state)
    assert len({state.information_state_string(0) for state in states}) == 3
    tops = [state.game.tops for state in states]
    assert tops[1] == (5, 4, 100, 100)


def test_bad_input_is_refused_with_a_clear_text() -> None:
    with pytest.raises(pyspiel.SpielError, match="unknown edition 'basic'"):
        pyspiel.load_game("nonante(edition=basic)")
    with pytest.raises(pyspiel.SpielError, match="1 to 5"):
        pyspiel.load_game("nonante(players=6)")
    with pytest.raises(pyspiel.SpielError, match="one_pile='loose'"):
        pyspiel.load_game("nonante(one_pile=loose)")
    with pytest.raises(pyspiel.SpielError, match="hints"):
        pyspiel.load_game("nonante(hints=True)")
    game = pyspiel.load_game("nonante(players=1)")
    state = game.new_initial_state()
    state.apply_action(0)
    for outcome in (0, 98):
        with pytest.raises(ValueError, match="cannot be dealt"):
            state.apply_action(outcome)
    for card in range(1, 8):
        state.apply_action(card)
    with pytest.raises(ValueError, match="is not an action"):
        state.apply_action(393)
    with pytest.raises(ValueError, match="the minimum this turn is 2"):
        state.apply_action(392)
    with pytest.raises(ValueError, match="no observation parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_registering_twice_is_fine() -> None:
    nonante.envs.spiel.register()
    assert pyspiel.registered_names().count("nonante") == 1
