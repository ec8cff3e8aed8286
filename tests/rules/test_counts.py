"""The engine and the oracle, two independent readings of the rules, must agree move by move."""

import random
from collections.abc import Callable
from typing import Any

import oracle
import pytest

from nonante import Game, Rules

EDITIONS = [
    "base",
    "expert",
    "expert-short",
    "on-fire",
    "extreme",
    "expert+extreme",
    "expert+on-fire",
    "on-fire+extreme",
    "expert-short+on-fire+extreme",
]
OPTIONS: list[dict[str, str]] = [{}, {"one_pile": "strict"}, {"short_hand": "lenient"}]
OWN_MAP = {kind: list(range(first, 100, 25)) for first, kind in enumerate(oracle.HOUSE, start=2)}

Entry = dict[str, Any]
Position = oracle.Position
entries = pytest.mark.parametrize("entry", oracle.entries(), ids=lambda entry: entry["name"])


# --- counts -----------------------------------------------------------------------------------------------


def engine_game(entry: Entry) -> Game:
    rules = Rules.edition(entry["edition"], players=len(entry["hands"]), **entry.get("options", {}))
    piles, hands, draw = entry.get("piles", {}), entry["hands"], entry["draw"]
    return Game.arrange(rules, piles=piles, hands=hands, draw=draw, active=entry.get("active", 0))


def depths(entry: Entry) -> range:
    return range(1, len(entry["counts"]) + 1)


def engine_count(game: Game, depth: int) -> int:
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(engine_count(game.play(move), depth - 1) for move in moves)


@entries
def test_the_oracle_counts_what_the_file_says(entry: Entry) -> None:
    position = oracle.position_of(entry)
    assert [oracle.count(position, depth) for depth in depths(entry)] == entry["counts"]


@entries
def test_the_engine_counts_what_the_file_says(entry: Entry) -> None:
    game = engine_game(entry)
    assert [engine_count(game, depth) for depth in depths(entry)] == entry["counts"]


# --- lockstep ---------------------------------------------------------------------------------------------


def seen_by_engine(game: Game) -> dict[str, Any]:
    return {
        "moves": game.legal_moves(),
        "piles": dict(game.piles),
        "hands": [list(hand) for hand in game.hands],
        "draw": list(game.draw),
        "active": game.active,
        "minimum": game.minimum,
        "laid": list(game.laid_this_turn),
        "turn": game.turn,
        "status": game.status,
        "reason": game.reason,
        "score": game.score,
    }


def seen_by_oracle(position: Position) -> dict[str, Any]:
    return {
        "moves": oracle.legal_moves(position),
        "piles": position["piles"],
        "hands": [sorted(hand) for hand in position["hands"]],
        "draw": position["draw"],
        "active": position["active"],
        "minimum": position["minimum"],
        "laid": [f"{card}{pile}" for card, pile in position["laid"]],
        "turn": position["turn"],
        "status": position["status"],
        "reason": position["reason"],
        "score": oracle.score(position),
    }


Choice = Callable[[Position, random.Random], str]


def carelessly(position: Position, chance: random.Random) -> str:
    return chance.choice(oracle.legal_moves(position))


def carefully(position: Position, chance: random.Random) -> str:
    """Mostly the smallest step that does not lose at once, so that games get far; now and then anything."""
    if chance.random() < 0.05:
        return carelessly(position, chance)
    moves = sorted(oracle.legal_moves(position), key=lambda move: step(position, move))
    if "end" in moves and chance.random() < 0.8:
        moves.insert(0, "end")
    return next((move for move in moves if oracle.play(position, move)["status"] != "lost"), moves[0])


def step(position: Position, move: str) -> int:
    """How far the move pushes its pile; a retro counts below zero."""
    if move == "end":
        return 100
    change = int(move[:-1]) - int(position["piles"][move[-1]])
    return change if move[-1] in "AB" else -change


def play_both(game: Game, position: Position, choose: Choice, chance: random.Random) -> Position:
    """Play one game on both to its end; every position must look the same."""
    while True:
        assert seen_by_engine(game) == seen_by_oracle(position)
        if position["status"] != "playing":
            return position
        move = choose(position, chance)
        game = game.play(move)
        position = oracle.play(position, move)


def command_lists(game: Game) -> dict[str, list[int]]:
    """The map the game was dealt with, as the oracle wants it."""
    cards = range(2, 100)
    return {kind: [card for card in cards if game.rules.command_of(card) == kind] for kind in oracle.HOUSE}


def deal_both(edition: str, players: int, seed: int, **options: Any) -> tuple[Game, Position]:
    game = Game.deal(Rules.edition(edition, players=players, **options), seed=seed)
    if options.get("commands") == "seeded":
        options = {**options, "commands": command_lists(game)}
    rules = oracle.rules_of(edition, players, **options)
    hands, draw = [list(hand) for hand in game.hands], list(game.draw)
    assert [len(hand) for hand in hands] == [oracle.hand_size(rules)] * players
    assert sorted(draw + [card for hand in hands for card in hand]) == list(range(2, 100))
    return game, oracle.arrange(rules, hands, draw, {})


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_whole_games_in_lockstep(edition: str, players: int) -> None:
    for seed, options in enumerate(OPTIONS):
        for choose in (carelessly, carefully):
            play_both(*deal_both(edition, players, seed, **options), choose, random.Random(seed))


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_whole_games_with_other_command_maps(players: int) -> None:
    for commands in ("seeded", OWN_MAP):
        for seed in range(3):
            both = deal_both("extreme", players, seed, commands=commands)
            play_both(*both, carefully, random.Random(seed))


def late_position(edition: str, options: dict[str, str], chance: random.Random) -> Entry:
    """A few cards left, anywhere, many of them special: the end of a game is where most rules meet."""
    players = chance.randint(1, 5)
    kinds = chance.choice([["stop", "three"], chance.sample(list(oracle.HOUSE), 3)])
    special = [card for kind in kinds for card in oracle.HOUSE[kind]] + oracle.FIRE
    plain = [card for card in range(2, 100) if card not in special]
    cards = special + chance.sample(plain, 29 - len(special))
    chance.shuffle(cards)
    tops = sorted(cards.pop() for _ in "ABCD")  # low on the rising piles, high on the falling: room to play
    piles = {pile: top for pile, top in zip("ABCD", tops, strict=True) if chance.random() < 0.8}
    hands = [[cards.pop() for _ in range(chance.randint(0, 4))] for _ in range(players)]
    hands[0] = hands[0] or [cards.pop()]
    draw = [cards.pop() for _ in range(chance.choice([0, 0, 1, 2, 4]))]
    position = {"piles": piles, "hands": hands, "draw": draw, "active": chance.randrange(players)}
    return {"edition": edition, "options": options, **position}


def test_late_positions_in_lockstep() -> None:
    chance = random.Random(98)
    endings = set()
    for number in range(2000):
        edition = EDITIONS[number % len(EDITIONS)]
        entry = late_position(edition, chance.choice(OPTIONS), chance)
        choose = carelessly if chance.random() < 0.5 else carefully
        endings.add(play_both(engine_game(entry), oracle.position_of(entry), choose, chance)["reason"])
    # Agreeing means little unless the games end in every way there is.
    commands_broken = {"skull-uncovered", "three-not-three", "stop-before-third", "one-pile-broken"}
    assert endings == {None, "stuck", "fire-uncovered"} | commands_broken
