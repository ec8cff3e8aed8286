"""A wrong turn is answered by play: a legal line that loses, down to a card with its reason."""

from __future__ import annotations

import pytest

from nonante import Game
from nonante.review import Puzzle, Refutation, finish, puzzles
from nonante.review.puzzles import end_class, turn_classes

SHARES = 4
CLASSES = 6


def played(game: Game, moves: tuple[str, ...]) -> Game:
    for move in moves:
        game = game.play(move)
    return game


def wrong_turns(one: Puzzle) -> list[tuple[str, ...]]:
    """The trap, and some other turns that fail."""
    right = {end_class(one.game, moves) for moves in one.right} | one.stations
    classes = {end: moves for end, (moves, after) in turn_classes(one.game).items() if after.status != "won"}
    return [one.trap, *[moves for end, moves in classes.items() if end not in right][:CLASSES]]


@pytest.mark.parametrize("share", range(SHARES))
def test_every_wrong_turn_ends_at_a_named_card(share: int) -> None:
    for one in puzzles()[share::SHARES]:
        for moves in wrong_turns(one):
            lost = finish(one.refuting(moves))
            assert lost is not None, (one.name, moves)
            check(one, moves, lost)


def check(one: Puzzle, moves: tuple[str, ...], lost: Refutation) -> None:
    end = played(lost.game, lost.moves)
    assert lost.moves[: len(moves)] == moves, one.name
    assert (end.status, end.active) == ("lost", lost.seat), one.name
    assert end.reason == ("stuck" if lost.reason == "short-hand" else lost.reason), one.name
    assert lost.game.view(lost.game.active) == one.game.view(one.game.active), one.name
    if one.kind == "exact":
        assert lost.game == one.game, one.name
    if lost.reason == "stuck":
        assert lost.card in end.hands[lost.seat], one.name
    elif lost.reason == "short-hand":
        assert lost.card == end.draw[0], one.name
    else:
        assert lost.card in (*end.tops, *[int(move[:-1]) for move in end.laid_this_turn]), one.name


def test_the_reason_names_the_card_that_took_the_only_place() -> None:
    one = next(one for one in puzzles() if one.name == "021")
    lost = finish(one.refuting(("58A", "24D", "end")))
    assert lost is not None
    assert (lost.card, lost.taken_by, lost.reason) == (57, "58A", "stuck")


def test_a_line_lays_as_many_cards_as_the_search_can() -> None:
    """A refutation that gives up early would not convince anybody."""
    one = next(one for one in puzzles() if one.name == "021")
    lost = finish(one.refuting(one.trap))
    assert lost is not None
    assert played(lost.game, lost.moves).cards_left == 1


def test_hidden_cards_are_dealt_anew_and_always_alike() -> None:
    one = next(one for one in puzzles() if one.kind == "chance" and one.game.rules.players > 1 and one.game.draw)
    lost = finish(one.refuting(one.trap))
    assert lost == finish(one.refuting(one.trap))
    assert lost is not None
    assert lost.game.hands[one.game.active] == one.game.hands[one.game.active]
    assert sorted(lost.game.draw) != sorted(one.game.draw) or lost.game.hands != one.game.hands
