"""Same seed, same game: the kernel and rules/ side by side."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import strategies
from hypothesis import given, settings as hypothesis_settings, strategies as st

from nonante import Game, Rules
from nonante.kernel import records
from nonante.kernel.recording import Written
from nonante.rules import REASONS
from nonante.simulation import deal_seed, find_player
from nonante.simulation.games import FastGames, SeatGames, outcome_of
from nonante.simulation.registry import KernelPlayer, contestants
from nonante.simulation.running import Job

GAMES_A_PLAYER = 2_000
PLANNERS = {"planner", "talker"}


def _written(games: FastGames, number: int) -> list[Written]:
    """Play one game in the kernel and return its turns."""
    return [Written.of(turn) for turn in games.written(number, number + 1)[1].tolist()]


def _replay(rules: Rules, games: FastGames, seed: int, number: int) -> Game:
    """Play one game in the kernel, then the same moves in rules/; every turn must begin and the game end the same."""
    turns = _written(games, number)
    game = Game.deal(rules, deal_seed(seed, number))
    game = game.start_with(turns[0].written_seat) if turns and turns[0].written_seat else game
    for turn in turns:
        assert (turn.written_turn, turn.written_seat) == (game.turn, game.active)
        assert tuple(turn.written_hand) == records.words(game.hands[game.active])
        tops = [top if pile < 2 else 101 - top for pile, top in enumerate(turn.written_heights)]
        assert tops == list(game.tops)
        assert turn.written_counts[: rules.players] == [len(hand) for hand in game.hands]
        assert (turn.written_left, turn.written_minimum) == (len(game.draw), game.minimum)
        for action in turn.written_actions[: turn.written_length]:
            game = game.play(records.move_of(action))
    assert game.status != "playing"
    assert games.outcomes(number, number + 1).tolist() == [list(outcome_of(game))]
    return game


@pytest.mark.parametrize("games", [1_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_random_games_agree_move_by_move(settings: list[Rules], pair: Callable[..., Any], games: int) -> None:
    seen: Counter[str | None] = Counter()
    without_end: Counter[str | None] = Counter()
    chance = random.Random(20)
    for number in range(games):
        rules = settings[number % len(settings)]
        seed = chance.getrandbits(64)
        both = pair(Game.deal(rules, seed), rules, seed, start=chance.randrange(rules.players))
        careful = chance.random()
        while moves := both.moves():
            if chance.random() < careful:
                moves = _nearest(both.game, moves)
            both.play(chance.choice(moves))
        seen[both.game.reason] += 1
        without_end[both.game.reason] += both.game.lost_without_end
    assert set(seen) >= set(REASONS)
    assert {"skull-uncovered", "three-not-three", "fire-uncovered"} <= set(+without_end)  # R43


def _nearest(game: Game, moves: list[str]) -> list[str]:
    def step(move: str) -> int:
        if move == "end":
            return 4
        pile = "ABCD".index(move[-1])
        return (int(move[:-1]) - game.tops[pile]) * (1 if pile < 2 else -1)

    return [min(moves, key=step)]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(player.name, marks=[pytest.mark.slow] * (player.name in PLANNERS))
        for player in contestants()
        if isinstance(player, KernelPlayer)
    ],
)
def test_every_kernel_player_plays_by_the_rules(settings: list[Rules], name: str) -> None:
    # The plain editions come often enough here to see wins; talk is open in some games and closed in others.
    seed = 5
    sources: dict[int, tuple[Rules, FastGames]] = {}
    ends: Counter[str | None] = Counter()
    for number in range(GAMES_A_PLAYER):
        place = number % len(settings)
        if place not in sources:
            talk = ("none", "standard", "permissive")[place % 3]
            rules = Rules.from_data({**settings[place].to_data(), "talk": talk})
            games = Job(rules, (find_player(name),), seed).games()
            assert isinstance(games, FastGames)
            sources[place] = rules, games
        ends[_replay(*sources[place], seed, number).reason] += 1
    # Only careless players lay a stop as their second card; chance alone never wins.
    assert set(REASONS) - set(ends) <= {"stop-before-third"}
    assert (ends[None] > 0) == (name != "random")


@pytest.mark.parametrize("name", ["random", "nearest"])
def test_a_reference_player_plays_the_same_games(settings: list[Rules], name: str) -> None:
    player = find_player(name)
    for number, rules in enumerate(settings[::3]):
        assert isinstance(player, KernelPlayer)
        assert player.reference is not None
        slow = SeatGames(rules, (player,), seed=9).outcomes(number, number + 2)
        fast = FastGames(rules, player.settings_for(rules.players), 9).outcomes(number, number + 2)
        assert [list(outcome) for outcome in slow] == fast.tolist()


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """An arranged position: any tops, hands of any size, any draw pile, any seat to move."""
    rules = draw(strategies.rules().filter(lambda r: r.commands is None or bool(r.commands.groups)))
    cards = draw(st.permutations(range(2, 100)))
    tops = {"A": 1, "B": 1, "C": 100, "D": 100}
    for letter in draw(st.sets(st.sampled_from("ABCD"))):
        tops[letter] = cards.pop()
    hands = [[cards.pop() for _ in range(draw(st.integers(0, rules.hand_size)))] for _ in range(rules.players)]
    if not any(hands):
        hands[0] = [cards.pop()]
    pile = [cards.pop() for _ in range(draw(st.integers(0, 6)))]
    return Game.arrange(rules, tops, hands, pile, draw(st.integers(0, rules.players - 1)))


@hypothesis_settings(max_examples=400, deadline=None)
@given(game=positions(), picks=st.lists(st.integers(0, 10_000), max_size=40))
def test_arranged_positions_agree(pair: Callable[..., Any], game: Game, picks: list[int]) -> None:
    both = pair(game, game.rules)
    for pick in picks:
        moves = both.moves()
        if not moves:
            break
        both.play(moves[pick % len(moves)])


def test_planners_do_not_lose_by_a_command_that_could_be_kept() -> None:
    """Where a planner breaks a command, no other line of that turn would have kept the game going."""
    rules = Rules.edition("on-fire+extreme", players=2)
    games = Job(rules, (find_player("planner"),), 1).games()
    assert isinstance(games, FastGames)
    looked = 0
    for number in range(300):
        turns = _written(games, number)
        game = Game.deal(rules, deal_seed(1, number)).start_with(turns[0].written_seat)
        turn = game
        for action in [action for one in turns for action in one.written_actions[: one.written_length]]:
            game = game.play(records.move_of(action))
            turn = game if not game.laid_this_turn and game.status == "playing" else turn
        if game.reason not in (None, "stuck"):
            looked += 1
            assert not _survives(turn, turn.turn, 4), (number, turn)
    assert looked > 5


def _survives(game: Game, turn: int, depth: int) -> bool:
    """Tell whether some line of at most `depth` more cards ends this turn without losing."""
    if game.status == "won" or game.turn > turn:
        return True
    if game.status == "lost" or not depth:
        return False
    return any(_survives(game.play(move), turn, depth - 1) for move in reversed(game.legal_moves()))
