"""A turn is found to be safe exactly where some sequence of moves, played on the rules themselves, ends it well."""

from __future__ import annotations

import pytest
from tests.players.samples import late_positions, random_positions, rules_of_all_kinds

from nonante.rules import END, Game, Rules
from nonante.rules.cards import MOVE_TEXT
from nonante.table import losing, losses
from nonante.turn import LOST, LostTurns, OwnTurn, safe_plan, survives


def ends_well(game: Game, seen: dict[object, bool]) -> bool:
    """Try every way to play the turn on."""
    key = game.tops, game.hands[game.active], game.turn_state.lock
    if key not in seen:
        seen[key] = any(is_safe(game, move, seen) for move in reversed(game.legal_moves()))
    return seen[key]


def is_safe(game: Game, move: str, seen: dict[object, bool]) -> bool:
    after = game.play(move)
    if after.turn != game.turn or after.status != "playing":
        return after.turn != game.turn or after.status == "won"
    return ends_well(after, seen)


@pytest.mark.parametrize("rules", list(rules_of_all_kinds())[::3], ids=lambda rules: f"{rules.name}:{rules.players}")
def test_safe_is_what_some_sequence_of_moves_shows(rules: Rules) -> None:
    for game in [*random_positions(rules, 15, share=0.3), *late_positions(rules, 16, 25)]:
        turn = OwnTurn.of(game.view(game.active))
        seen: dict[object, bool] = {}
        plan = safe_plan(turn)
        assert (plan is not None) == ends_well(game, seen)
        if plan:
            assert plan.outcome != LOST
            after = game
            for move in plan.moves:
                assert after.turn == game.turn
                after = after.play(move)
            assert after.turn > game.turn or after.status == "won"
        safe = {move: is_safe(game, move, seen) for move in game.legal_moves()}
        assert {MOVE_TEXT[card][pile]: survives(turn, card, pile) for card, pile in turn.options()} == {
            move: fine for move, fine in safe.items() if move != END
        }
        assert {move: losing(game, move) for move, fine in safe.items() if not fine} == losses(game)


def test_what_one_search_found_lost_spares_the_next() -> None:
    rules = Rules.edition("extreme")
    game = Game.arrange(rules, {"A": 81, "B": 93, "C": 9, "D": 8}, [[50, 84]])  # a skull that nothing covers
    turn, lost = OwnTurn.of(game.view(0)), LostTurns()
    assert safe_plan(turn, lost) is None
    assert turn.key in lost
    assert safe_plan(turn, lost) is None


def test_a_search_that_may_look_at_nothing_finds_nothing() -> None:
    game = Game.deal(Rules.edition("base"), seed=1)
    turn = OwnTurn.of(game.view(0))
    assert safe_plan(turn) is not None
    assert safe_plan(turn, most=0) is None
