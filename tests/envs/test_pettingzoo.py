"""The PettingZoo environment: the library's own suites, agreement with the rules, bad input."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from tests.envs.walks import ALL, GAMES, careful_move, name, walk

from nonante import BadInput, Game, Rules
from nonante.envs import ACTIONS, END_ACTION, REWARDS, EnvError, action_of, move_of, nonante_v0
from nonante.envs.nonante_v0 import NonanteEnv
from nonante.envs.options import Reward

# The suite knows the library's own games with an action mask by name and expects a plain array of all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_library_suites(edition: str, players: int) -> None:
    options: dict[str, Any] = {"edition": edition, "players": players}
    api_test(nonante_v0.env(**options), num_cycles=40)
    seed_test(lambda: nonante_v0.env(**options), num_cycles=40)
    render_test(lambda **render: nonante_v0.env(**options, **render))


@pytest.mark.parametrize(
    "more",
    [
        {"observe": "unseen"},
        {"observe": "information"},
        {"signals": "table"},
        {"signals": "table", "observe": "information", "talk": "permissive"},
        {"commands": "seeded"},
        {"reward": "shaped"},
        {"reward": "win", "illegal": "ignore"},
    ],
    ids=name,
)
def test_library_suites_with_options(more: dict[str, Any]) -> None:
    api_test(nonante_v0.env(edition="extreme", players=3, **more), num_cycles=40)
    seed_test(lambda: nonante_v0.env(edition="extreme", players=3, **more), num_cycles=40)


def mask_moves(mask: np.ndarray[Any, np.dtype[np.int8]]) -> list[str]:
    return [move_of(int(action)) for action in mask.nonzero()[0]]


@pytest.mark.parametrize("options", ALL, ids=name)
def test_agrees_with_the_rules_step_by_step(options: dict[str, Any]) -> None:
    rules = Rules.edition(options["edition"], **{key: options[key] for key in options if key != "edition"})
    env = nonante_v0.env(**options)
    for seed in range(3):
        env.reset(seed=seed)
        total = 0.0
        for game, move, after in walk(rules, seed):
            assert env.game == game
            observation, _, terminated, _, _ = env.last()
            assert not terminated
            assert observation is not None
            assert mask_moves(observation["action_mask"]) == game.legal_moves()
            assert env.legal_actions() == list(observation["action_mask"].nonzero()[0])
            assert env.agent_selection == f"player_{game.active}"
            env.step(action_of(move))
            total += env.rewards["player_0"]
            assert total == pytest.approx((98 - after.score) / 98)
            assert len(set(env.rewards.values())) == 1
        assert all(env.terminations.values())
        assert env.legal_actions() == []
        assert env.infos["player_0"] == {"status": after.status, "reason": after.reason, "score": after.score}


def test_the_observation_says_what_the_view_says() -> None:
    rules = Rules.edition("extreme", players=3)
    env = nonante_v0.env(rules=rules, observe="unseen")
    for seed in range(8):
        env.reset(seed=seed)
        for game, move, _ in walk(rules, seed):
            for seat in range(3):
                _check_parts(env, game, seat)
            env.step(action_of(move))


def _check_parts(env: NonanteEnv, game: Game, seat: int) -> None:
    view = game.view(seat)
    vector = env.observe(f"player_{seat}")["observation"]
    parts = {part.name: vector[part.start : part.stop].reshape(part.shape) for part in env.layout}

    def cards(part: str) -> tuple[int, ...]:
        return tuple(int(place) + 2 for place in parts[part].nonzero()[0])

    def number(part: str) -> int:
        assert parts[part].sum() == 1
        return int(parts[part].argmax())

    assert cards("hand") == view.hand
    assert cards("unseen") == view.unseen
    assert tuple(parts["tops"].argmax(axis=1) + 1) == view.tops
    assert cards("this_turn") == tuple(sorted(int(move[:-1]) for move in view.laid_this_turn))
    assert cards("last_turn") == tuple(
        sorted(int(move[:-1]) for move in view.last_turn.moves) if view.last_turn else ()
    )
    assert number("laid") == len(view.laid_this_turn)
    assert number("needed") == max(0, view.minimum - len(view.laid_this_turn))
    assert number("draw") == view.draw_count
    assert (number("active") + seat) % 3 == view.active
    assert list(parts["counts"].argmax(axis=1)) == [view.counts[(seat + ahead) % 3] for ahead in range(3)]
    marks = [view.rules.marks[top] for top in view.tops]
    assert [int(row.argmax()) + 1 if row.any() else 0 for row in parts["marks"]] == marks
    assert [int(pile) for pile in parts["lock"].nonzero()[0]] == ([lock] if (lock := view.turn_state.lock) >= 0 else [])
    assert {"ABCD"[pile] for pile in parts["touched"].nonzero()[0]} == {move[-1] for move in view.laid_this_turn}
    if view.last_turn:
        assert (number("last_seat") + seat) % 3 == view.last_turn.seat


def test_the_information_state_forgets_nothing() -> None:
    env = nonante_v0.env(edition="base", players=2, observe="information")
    env.reset(seed=4)
    laid: list[tuple[int, str]] = []
    came = dict.fromkeys(env.game.hands[0], 0)
    rng = random.Random(4)
    while env.game.status == "playing":
        game, move = env.game, careful_move(env.game, rng)
        env.step(action_of(move))
        laid += [(game.turn, move)] if move != "end" else []
        came |= {card: game.turn for card in env.game.hands[0] if card not in came}
    vector = env.observe("player_0")["observation"]
    parts = {part.name: vector[part.start : part.stop].reshape(part.shape) for part in env.layout}
    bits = 1 << np.arange(7)
    order = {int(place): card for card, place in enumerate(parts["laid_at"] @ bits, start=2) if place}
    told = [
        (int(parts["laid_in"][card - 2] @ bits), f"{card}{'ABCD'[parts['laid_on'][card - 2].argmax()]}")
        for _, card in sorted(order.items())
    ]
    assert told == laid
    assert {card: int(turn) - 1 for card, turn in enumerate(parts["got_in"] @ bits, start=2) if turn} == came


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_add_up_to_the_return(reward: Reward) -> None:
    env = nonante_v0.env(edition="on-fire", players=2, reward=reward)
    for seed in range(4):
        env.reset(seed=seed)
        rng, total = random.Random(seed), 0.0
        while env.game.status == "playing":
            env.step(action_of(careful_move(env.game, rng)))
            total += env.rewards["player_1"]
        expected = float(env.game.status == "won") if reward == "win" else (98 - env.game.score) / 98
        assert total == pytest.approx(expected)


def test_a_win_is_worth_one_and_a_broken_last_card_is_not() -> None:
    env = nonante_v0.env(edition="extreme", players=1)
    env.reset(options={"game": "extreme:1 98/90/2/3 99 - 0 1 - -"})
    env.step(action_of("99A"))
    assert env.game.status == "won"
    assert env.rewards["player_0"] == pytest.approx(1 / 98)
    env.reset(options={"game": Game.arrange(env.rules, {"A": 10}, hands=[[17]])})  # a skull as the very last card
    env.step(action_of("17A"))
    assert env.game.reason == "skull-uncovered"
    assert env.rewards["player_0"] == 0


def test_masks_are_never_empty() -> None:
    env = nonante_v0.env(edition="base", players=3)
    env.reset(seed=1)
    assert mask_moves(env.observe("player_2")["action_mask"]) == ["end"]
    rng = random.Random(1)
    while env.game.status == "playing":
        env.step(action_of(rng.choice(env.game.legal_moves())))
    assert all(mask_moves(env.observe(agent)["action_mask"]) == ["end"] for agent in env.possible_agents)


def test_seeds_deal_as_the_rules_do() -> None:
    env = nonante_v0.env(edition="extreme", players=2, commands="seeded")
    env.reset(seed=2**64 - 1)
    assert env.game == Game.deal(Rules.edition("extreme", players=2, commands="seeded"), 2**64 - 1)
    env.reset()
    first = env.game
    env.reset()
    assert env.game != first
    env.reset(seed=2**64 - 1)
    env.reset()
    assert env.game == first
    env.reset(options={"game": first})
    assert env.game == first
    env.reset(seed=3, options={"start": 1})
    assert env.agent_selection == "player_1"


def test_the_vector_follows_when_another_seat_starts() -> None:
    """`start_with` changes nothing but whose turn it is, so what was known of the turn must not be taken for it."""
    env = nonante_v0.env(edition="base", players=3, observe="unseen")
    dealt = Game.deal(env.rules, 5)
    for seat in range(3):
        for start in (0, 2, 1):
            env.reset(options={"game": dealt.start_with(start)})
            _check_parts(env, env.game, seat)


@pytest.mark.parametrize("illegal", ["end", "ignore"])
def test_an_illegal_action_may_end_the_game_or_be_flagged(illegal: nonante_v0.Illegal) -> None:
    env = nonante_v0.env(edition="base", players=2, illegal=illegal)
    env.reset(seed=1)
    game = env.game
    env.step(END_ACTION)
    assert "the minimum this turn is 2" in env.infos["player_0"]["illegal"]
    assert env.game == game
    assert env.terminations["player_1"] == (illegal == "end")
    assert (env.observe("player_0")["action_mask"].sum() == 1) == (illegal == "end")
    for agent in env.agent_iter(2):
        env.step(None if illegal == "end" else int(env.observe(agent)["action_mask"].argmax()))
    assert len(env.agents) == (0 if illegal == "end" else 2)


def test_redeal_and_state() -> None:
    env = nonante_v0.env(edition="extreme", players=3)
    env.reset(seed=1)
    other = env.redeal("player_1", random.Random(2))
    assert other != env.game
    assert other.view(1) == env.view("player_1")
    assert env.state_space.contains(env.state())
    assert env.state()[-4 * 98 :].sum() == 98


def test_bad_input_is_refused_with_a_clear_text() -> None:
    env = nonante_v0.env(edition="base", players=2)
    with pytest.raises(EnvError, match=r"call reset\(\) first"):
        env.step(0)
    with pytest.raises(EnvError, match=r"call reset\(\) first"):
        env.observe("player_0")
    env.reset(seed=1)
    for action in (-1, ACTIONS, 2.5, "37A", None, True, np.array([1, 2])):
        with pytest.raises(EnvError, match="is not an action: a whole number from 0 to 392"):
            env.step(action)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(EnvError, match="not legal now: the minimum this turn is 2"):
        env.step(END_ACTION)
    with pytest.raises(EnvError, match="is not an agent of this environment: choose player_0, player_1"):
        env.observe("player_2")
    for seed in (-1, 2**64, 1.5, "1"):
        with pytest.raises(BadInput, match="is not a seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(BadInput, match="is not a seat"):
        env.reset(options={"start": 2})
    others = [Game.deal(Rules.edition(edition, players), 1) for edition, players in (("base", 3), ("extreme", 2))]
    for position in (*others, 7, Game.arrange(env.rules, hands=[[], []])):
        with pytest.raises(EnvError, match="a running game for 2 players"):
            env.reset(options={"game": position})
    env.reset(options={"game": Game.arrange(env.rules, {"A": 90}, hands=[[98], [99]])})
    env.step(action_of("98A"))
    env.step(action_of("99A"))
    with pytest.raises(EnvError, match="the only action is None"):
        env.step(0)
    env.step(None)
    env.step(None)
    with pytest.raises(EnvError, match="the game is over"):
        env.step(None)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"edition": "basic"}, "unknown edition"),
        ({"players": 6}, "1 to 5"),
        ({"players": 2, "minimum": 1}, "unknown rules option"),
        ({"observe": "all"}, "choose observation, unseen, information"),
        ({"reward": "points"}, "choose cards, end, win, shaped"),
        ({"illegal": "shout"}, "choose raise, end, ignore"),
        ({"render_mode": "depth_array"}, "choose human, ansi, rgb_array"),
        ({"signals": "table"}, "at least two players"),
        ({"signals": "table", "players": 2, "talk": "none"}, "talk is not none"),
        ({"rules": Rules(), "players": 2}, "not both"),
        ({"rules": "base"}, "give nonante.Rules"),
    ],
)
def test_impossible_options(options: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        nonante_v0.env(**options)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    env = nonante_v0.env(edition="extreme", players=2, render_mode="human")
    env.reset(seed=1)
    env.step(int(env.observe("player_0")["action_mask"].argmax()))
    assert "> player_0" in capsys.readouterr().out
    silent = nonante_v0.env()
    silent.reset()
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert silent.render() is None
