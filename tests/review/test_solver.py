"""Games with the deck known: a way that is found wins by the rules, and "lost" means that nothing wins."""

from __future__ import annotations

import random
from functools import cache

import pytest
from games import played

from nonante import Game, Rules, kernel
from nonante.review import Replay, finish, solve
from nonante.review.solver import looking_for_a_win, plain_search

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="needs the extra [fast]")


def won_by(game: Game, moves: tuple[str, ...]) -> bool:
    for move in moves:
        game = game.play(move)
    return game.status == "won"


@needs_kernel
@pytest.mark.parametrize(
    ("edition", "players"), [("base", 1), ("base", 4), ("expert", 2), ("on-fire", 3), ("extreme", 5)]
)
def test_what_is_found_wins(edition: str, players: int) -> None:
    found = 0
    for seed in range(5):
        game = Game.deal(Rules.edition(edition, players), seed)
        solution = solve(game)
        assert solution.outcome != "won" or won_by(game, solution.moves)
        found += solution.outcome == "won"
    assert found >= 4


@cache
def wins(game: Game) -> bool:
    """Tell by trying everything whether a game can be won: another search, with nothing in common but the rules."""
    if game.status != "playing":
        return game.status == "won"
    return any(wins(game.play(move)._replace(last_turn=None, turn=1)) for move in game.legal_moves())


def small(edition: str, players: int, seed: int) -> Game:
    """Return a late position, tight enough to be lost about every second time."""
    chance = random.Random(f"{edition} {players} {seed}")
    rules = Rules.edition(edition, players)
    cards = chance.sample(range(2, 100), {1: 6, 2: 7}[players])
    tops = sorted(chance.sample([card for card in range(35, 67) if card not in cards], 4))
    size = (len(cards) - 2) // players
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    piles = {"A": tops[2], "B": tops[3], "C": tops[0], "D": tops[1]}
    return Game.arrange(rules, piles, hands, cards[size * players :])


@pytest.mark.parametrize("search", ["compiled", "plain"])
@pytest.mark.parametrize(
    ("edition", "players"), [("base", 1), ("base", 2), ("expert", 1), ("on-fire", 2), ("extreme", 1), ("extreme", 2)]
)
def test_small_positions_are_settled_as_by_trying_everything(edition: str, players: int, search: str) -> None:
    if search == "compiled" and not kernel.available():
        pytest.skip("needs the extra [fast]")
    seen = set()
    for seed in range(40):
        game = small(edition, players, seed)
        if game.status != "playing":
            continue
        found = solve(game) if search == "compiled" else finish(plain_search(game, 10_000))
        assert found.outcome == ("won" if wins(game) else "lost"), game.to_text()
        assert found.outcome == "lost" or won_by(game, found.moves)
        seen.add(found.outcome)
    assert seen == {"won", "lost"}


def test_the_middle_of_a_turn_and_finished_games() -> None:
    game = Game.arrange(Rules(), {"A": 50, "B": 60, "C": 40, "D": 41}, [[55, 58, 62]])
    assert solve(game.play("55A")).outcome == "won"
    assert won_by(game.play("55A"), solve(game.play("55A")).moves)
    assert solve(game.play("62B").play("58A")).outcome == "lost"
    over = game.play("55A").play("58A").play("62A")
    assert (over.status, solve(over).outcome) == ("won", "won")


@needs_kernel
def test_how_long_a_game_could_be_won() -> None:
    record = played("base", 3, 7, "novice")
    replay = Replay.of(record)
    assert replay.final.status == "lost"
    until, proved = finish(looking_for_a_win(record))
    assert until is not None
    assert solve(replay.game(replay.turn(until).first)).outcome == "won"
    if until < len(replay.turns):
        assert solve(replay.game(replay.turn(until + 1).first)).outcome == ("lost" if proved else "open")
