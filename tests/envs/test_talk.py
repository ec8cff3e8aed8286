"""Talk as at a table: every seat speaks before every turn, and the same games come out as at a table."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Sequence
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from tests.envs.oracle import TalkedGame, worth
from tests.envs.walks import careful_move

import nonante.envs.spiel_talk  # noqa: F401 - it registers the game
from nonante import Game, Rules
from nonante.envs import EnvError, PlayerPolicy, action_of, nonante_v0
from nonante.envs.actions import (
    ACTIONS,
    LIKE_ACTION,
    PASS_ACTION,
    RATHER_NOT_ACTION,
    TALK_ACTIONS,
    action_of_signal,
    action_text,
)
from nonante.envs.batch import BatchEnv
from nonante.envs.episode import Episode
from nonante.envs.gym_v0 import SeatEnv, TeamEnv
from nonante.envs.options import Chosen
from nonante.players import Player, QuickChampion, player
from nonante.players.match import play_game
from nonante.table import Signal

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
TABLES: list[tuple[str, int, Any]] = [("base", 2, "standard"), ("base", 3, "permissive"), ("extreme", 3, "standard")]


@pytest.mark.parametrize(("edition", "players", "talk"), TABLES)
@pytest.mark.parametrize("level", ["champion", "quick"])
def test_the_same_games_as_at_a_table(edition: str, players: int, talk: Any, level: str) -> None:
    """Game for game: what is said and heard by actions is what players say and hear at a table."""
    rules = Rules.edition(edition, players, talk=talk)
    env, made = nonante_v0.env(rules=rules, signals="table"), QuickChampion if level == "quick" else level
    team, words = PlayerPolicy(made), 0
    for seed in range(1 if level == "champion" else 3):
        team.reset(env, seed=seed)
        while env.game.status == "playing":
            action = team(env)
            words += action >= ACTIONS and action != PASS_ACTION
            env.step(action)
        at_table = [QuickChampion() if level == "quick" else player(level) for _ in range(players)]
        assert env.game == play_game(rules, seed, at_table)
    assert words > 10


@pytest.mark.parametrize(("edition", "players", "talk"), TABLES)
def test_library_suites(edition: str, players: int, talk: Any) -> None:
    api_test(nonante_v0.env(edition=edition, players=players, talk=talk, signals="table"), num_cycles=200)
    for name in ("nonante/Team-v0", "nonante/Seat-v0"):
        check_env(gymnasium.make(name, edition=edition, players=players, talk=talk, signals="table").unwrapped)


def test_seats_speak_in_order_and_are_heard_together() -> None:
    env = nonante_v0.env(players=3, signals="table")
    env.reset(seed=1)
    assert env.action_space("player_0").n == TALK_ACTIONS
    assert env.legal_actions() == [PASS_ACTION, LIKE_ACTION, RATHER_NOT_ACTION]
    for action in (RATHER_NOT_ACTION, PASS_ACTION, LIKE_ACTION):
        env.step(action)
    assert env.game.active == 2  # the one that would like to
    assert env.agent_selection == "player_0"
    trouble, comfortable = (action_of_signal(Signal(0, name)) for name in ("trouble", "comfortable"))
    env.step(trouble)
    env.step(comfortable)  # it replaces the other
    assert trouble not in env.legal_actions(), "each once a round"
    part = env.layout["signals"]
    own, other = (env.observe(agent)["observation"][part.start : part.stop] for agent in ("player_0", "player_1"))
    assert (own.sum(), other.sum()) == (1, 0), "nobody hears it yet"
    for _ in range(3):
        env.step(PASS_ACTION)
    assert list(env.standing) == [Signal(0, "comfortable")]
    assert env.agent_selection == "player_2"
    assert max(env.legal_actions()) < ACTIONS
    with pytest.raises(EnvError, match="the talk before this turn is over"):
        env.step(PASS_ACTION)
    turn = env.game.turn
    while env.game.turn == turn:
        env.step(env.legal_actions()[-1] if 392 in env.legal_actions() else env.legal_actions()[0])
    assert env.agent_selection == "player_0"
    env.step(comfortable)  # withdrawn
    for _ in range(3):
        env.step(PASS_ACTION)
    assert not env.standing
    assert [action_text(action) for action in (PASS_ACTION, LIKE_ACTION)] == ["pass", "like to start"]


def test_r35_a_silence_hides_what_was_said_and_takes_nothing_back() -> None:
    rules = Rules.edition("extreme", 2)
    game = Game.arrange(rules, hands=[[3, 4, 30, 31], [40, 41, 44]], draw=[60, 61, 63, 64, 66, 67])
    talk = Episode(Chosen(rules, "observation", talks=True))
    talk.begin(game)
    word = Signal(1, "keep-off", "C")
    for action in (PASS_ACTION, action_of_signal(word), PASS_ACTION):
        talk.act(action)
    for move in ("3A", "30B", "end"):
        talk.act(action_of(move))
    assert talk.phase == "play", "nobody is asked under a silence, so nobody withdraws"
    assert list(talk.standing) == []
    for move in ("40A", "44A"):
        talk.act(action_of(move))
    assert list(talk.standing) == [word]
    talk.act(action_of("end"))
    assert list(talk.standing) == []  # the owner's next turn has ended


def test_random_talk_ends_every_game() -> None:
    rng = random.Random(1)
    for made in (TeamEnv, SeatEnv):
        env = made(edition="extreme", players=3, talk="permissive", signals="table")
        for seed in range(3):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                _, _, over, _, info = env.step(int(rng.choice(info["action_mask"].nonzero()[0])))
                assert not info["illegal"]


def test_bad_input() -> None:
    with pytest.raises(EnvError, match="choose False or 'table'"):
        TeamEnv(players=2, signals="loud")  # type: ignore[arg-type]
    with pytest.raises(EnvError, match=r"signals=True \(signals on one's own turn\) has been removed"):
        nonante_v0.env(players=2, signals=True)  # type: ignore[arg-type]
    env = nonante_v0.env(players=2, signals="table")
    env.reset(seed=1)
    with pytest.raises(EnvError, match="for this seat to speak"):
        env.step(0)


@pytest.mark.parametrize(("edition", "players", "talk"), [*TABLES, ("on-fire+extreme", 5, "permissive")])
def test_batched_games_talk_as_a_table_does(edition: str, players: int, talk: Any) -> None:
    """Side by side with games at a table: who acts, what it may say or lay, what it sees, and how games end."""
    rules, rng = Rules.edition(edition, players, talk=talk), random.Random(5)
    env = BatchEnv(6, rules=rules, signals="table", observe="information", finals=True)
    env.reset(seed=3)
    tables = [TalkedGame(rules, int(seed)) for seed in env.seeds]
    ended = 0
    for _ in range(400):
        for row, there in enumerate(tables):
            assert env.seats[row] == there.acting
            assert env.masks[row].nonzero()[0].tolist() == there.legal_actions()
            assert env.choices[row] == len(there.legal_actions())
            assert np.array_equal(env.observations[row], there.observe("information"))
        actions = [_chatty(there, rng) for there in tables]
        env.step(np.array(actions))
        for row, (there, action) in enumerate(zip(tables, actions, strict=True)):
            before = there.game
            there.act(action)
            over = there.game.status != "playing"
            assert env.ends[row] == over
            assert env.rewards[row] == pytest.approx(worth(there.game, "cards") - worth(before, "cards"), abs=1e-6)
            if over:
                ended += 1
                assert (env.scores[row], env.reason(row)) == (there.game.score, there.game.reason)
                assert np.array_equal(env.finals[row], there.observe("information"))
                tables[row] = TalkedGame(rules, int(env.seeds[row]))
    assert ended > 3


def _chatty(there: TalkedGame, rng: random.Random) -> int:
    """Return a legal action: a careful move, and in talk now and then a word."""
    legal = there.legal_actions()
    if there.phase == "play":
        return action_of(careful_move(there.game, rng))
    return PASS_ACTION if there.phase == "talk" and rng.random() < 0.4 else rng.choice(legal)


@pytest.mark.parametrize(("edition", "players", "talk"), TABLES)
def test_batched_games_of_the_champion_are_those_of_a_table(edition: str, players: int, talk: Any) -> None:
    """Game for game, win for win: every seat of every row asks a champion, as at a table."""
    rules = Rules.edition(edition, players, talk=talk)
    env, team = BatchEnv(8, rules=rules, signals="table"), champions(players)
    env.reset(seed=8)
    seeds, scores = [int(seed) for seed in env.seeds], [-1] * 8
    episodes = [opened(rules, seed) for seed in seeds]
    answers = [asked(there, team) for there in episodes]
    while -1 in scores:
        actions = env.sample()
        going = [row for row in range(8) if scores[row] < 0]
        for row in going:
            assert np.array_equal(env.observations[row], episodes[row].observe(episodes[row].acting))
            actions[row] = next(answers[row])
            episodes[row].act(int(actions[row]))
        env.step(actions)
        for row in going:
            scores[row] = int(env.scores[row]) if env.ends[row] else -1
    assert scores == [play_game(rules, seed, team).score for seed in seeds]


def opened(rules: Rules, seed: int) -> Episode:
    """Return an episode with talk, dealt from a seed."""
    there = Episode(Chosen(rules, "observation", talks=True))
    there.begin(seed)
    return there


def asked(there: Episode, team: Sequence[Player]) -> Iterator[int]:
    """Yield the actions of players that are asked as at a table; whoever takes one lets it happen."""
    while not there.over:
        seat, turn = there.acting, there.turn
        word = there.answer_of(team[seat])
        if word is not None:
            yield word
            continue
        for move in team[seat].plan(there.game.view(seat), there.standing):
            if there.turn == turn and not there.over:
                yield action_of(move)


@pytest.mark.parametrize(("edition", "players", "talk"), TABLES)
def test_gymnasium_games_of_the_champion_are_those_of_a_table(edition: str, players: int, talk: Any) -> None:
    rules = Rules.edition(edition, players, talk=talk)
    team = champions(players)
    for seed in range(3):
        env = TeamEnv(rules=rules, signals="table")
        seen, _ = env.reset(seed=seed)
        there = opened(rules, seed)
        for action in asked(there, team):
            assert np.array_equal(seen, there.observe(there.acting))
            seen, *_ = env.step(action)
            there.act(action)
        assert env.game == play_game(rules, seed, team)


@pytest.mark.parametrize(("edition", "players", "talk"), TABLES)
def test_one_seat_beside_champions_hears_them_as_at_a_table(edition: str, players: int, talk: Any) -> None:
    rules, own = Rules.edition(edition, players, talk=talk), QuickChampion()
    for seed in range(2):
        env = SeatEnv(rules=rules, signals="table", seat=1, mates=champions(players - 1))
        env.reset(seed=seed)
        there = env._there
        for action in asked(there, [own] * players):
            assert env.seat == there.acting
            env.step(action)
        assert env.game == play_game(rules, seed, champions(players))


@pytest.mark.parametrize(("edition", "players", "talk"), TABLES)
def test_openspiel_games_of_the_champion_are_those_of_a_table(edition: str, players: int, talk: Any) -> None:
    rules = Rules.edition(edition, players, talk=talk)
    game, team = pyspiel.load_game(f"nonante_talk(edition={edition},players={players},talk={talk})"), champions(players)
    for seed in range(2):
        deal, state = Game.deal(rules, seed), game.new_initial_state()
        draw = iter(deal.draw)
        for card in (card for hand in deal.hands for card in hand):
            state.apply_action(card - 2)
        for action in asked(there := opened(rules, seed), team):
            assert action in state.legal_actions()
            state.apply_action(action)
            there.act(action)
            while state.is_chance_node():
                state.apply_action(next(draw) - 2)
            assert state.is_terminal() or state.current_player() == there.acting
        at_table = play_game(rules, seed, team)
        assert state.game._replace(draw=()) == at_table._replace(draw=())
        assert state.returns() == pytest.approx([1 - at_table.score / 98] * players)


@pytest.mark.parametrize(("edition", "players", "talk"), TABLES[1:])
def test_openspiel_suite_with_talk(edition: str, players: int, talk: Any) -> None:
    game = pyspiel.load_game(f"nonante_talk(edition={edition},players={players},talk={talk})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state, rng = game.new_initial_state(), random.Random(2)
    while not state.is_terminal():
        chance = state.is_chance_node()
        legal = [action for action, _ in state.chance_outcomes()] if chance else state.legal_actions()
        if state.move_number() % 60 == 0 and not chance:
            clone, seat = state.clone(), rng.randrange(players)
            clone.apply_action(legal[0])
            other = state.resample_from_infostate(seat, rng.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.current_player() == state.current_player()
        state.apply_action(rng.choice(legal))
    again = pickle.loads(pickle.dumps(state.data))  # noqa: S301 - its own
    assert again.moment.row.tolist() == state.data.moment.row.tolist()
    assert again.heard == state.data.heard


def test_openspiel_hides_words_until_all_have_spoken() -> None:
    state = pyspiel.load_game("nonante_talk(players=2)").new_initial_state()
    for card in range(14):
        state.apply_action(card)
    for action in (PASS_ACTION, LIKE_ACTION):
        state.apply_action(action)
    assert (state.game.active, state.current_player()) == (1, 0)
    before = state.information_state_string(1), state.observation_string(1), state.observation_tensor(1)
    state.apply_action(action_of_signal(Signal(0, "trouble")))
    assert (state.information_state_string(1), state.observation_string(1), state.observation_tensor(1)) == before
    assert state.action_to_string(0, LIKE_ACTION) == "like to start"
    for _ in range(2):
        state.apply_action(PASS_ACTION)
    assert "1 hears 0:413" in state.information_state_string(1)
    for params in ("players=1", "players=2,talk=none", "players=2,talk=loud"):
        with pytest.raises(pyspiel.SpielError, match=r"signals need at least two players|talk='loud'"):
            pyspiel.load_game(f"nonante_talk({params})")


def champions(players: int) -> list[Player]:
    """Return a champion for every seat, quick enough for tests."""
    return [QuickChampion() for _ in range(players)]
