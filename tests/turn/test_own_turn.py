"""A turn thought through by a player is the turn the rules play."""

from __future__ import annotations

import pytest
from tests.players.samples import late_positions, random_positions, rules_of_all_kinds

from nonante.rules import Game, Rules
from nonante.rules.cards import MOVE_TEXT
from nonante.turn import ENDED, GOING, LOST, WON, OwnTurn, TurnError


@pytest.mark.parametrize("rules", list(rules_of_all_kinds()), ids=lambda rules: f"{rules.name}:{rules.players}")
def test_every_card_brings_what_the_rules_say(rules: Rules) -> None:
    positions = [*random_positions(rules, 5, share=1), *late_positions(rules, 6, 40)]
    for game in positions:
        compare(game)


def compare(game: Game) -> None:
    turn = OwnTurn.of(game.view(game.active))
    moves = [MOVE_TEXT[card][pile] for card, pile in turn.options()]
    assert moves == [move for move in game.legal_moves() if move != "end"]
    for card, pile in turn.options():
        outcome, after = turn.lay(card, pile)
        real = game.play(MOVE_TEXT[card][pile])
        if outcome == GOING and real.status == "playing":
            assert after == OwnTurn.of(real.view(real.active))
            assert not after.stuck()
        elif outcome == GOING:  # the rules see at once that nothing more can be laid
            assert real.status == "lost"
            assert not after.options()
            assert after.stuck()
        else:
            assert outcome == result(game, real)
    if "end" in game.legal_moves():
        assert turn.ending() == result(game, game.play("end"))


def result(before: Game, after: Game) -> int:
    if after.status == "won":
        return WON
    return ENDED if after.turn > before.turn else LOST


def test_only_the_seat_to_move_has_a_turn() -> None:
    game = Game.deal(Rules.edition("base", players=2), seed=1)
    for seat in (1, None):
        with pytest.raises(TurnError, match="no move to make"):
            OwnTurn.of(game.view(seat))
    over = Game.arrange(Rules.edition("base", players=1), {"A": 99, "B": 98, "C": 2, "D": 3}, [[50]])
    with pytest.raises(TurnError, match="the game is over"):
        OwnTurn.of(over.view(0))
