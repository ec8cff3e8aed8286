"""A turn thought through by a player is the turn the rules play."""

from __future__ import annotations

import pytest
from tests.players.samples import late_positions, random_positions, rules_of_all_kinds

from nonante.rules import Game, Rules
from nonante.rules.cards import MOVE_TEXT
from nonante.turn import ENDED, GOING, LOST, WON, Frame, TurnError, ending, lay, now, options, stuck


@pytest.mark.parametrize("rules", list(rules_of_all_kinds()), ids=lambda rules: f"{rules.name}:{rules.players}")
def test_every_card_brings_what_the_rules_say(rules: Rules) -> None:
    positions = [*random_positions(rules, 5, share=1), *late_positions(rules, 6, 40)]
    for game in positions:
        compare(game)


def compare(game: Game) -> None:
    view = game.view(game.active)
    frame, moment = Frame.of(view), now(view)
    moves = [MOVE_TEXT[card][pile] for card, pile in options(frame, moment)]
    assert moves == [move for move in game.legal_moves() if move != "end"]
    for card, pile in options(frame, moment):
        outcome, after = lay(frame, moment, card, pile)
        real = game.play(MOVE_TEXT[card][pile])
        if outcome == GOING and real.status == "playing":
            assert after == now(real.view(real.active))
            assert not stuck(frame, after)
        elif outcome == GOING:  # the rules see at once that nothing more can be laid
            assert real.status == "lost"
            assert not options(frame, after)
            assert stuck(frame, after)
        else:
            assert outcome == result(game, real)
    if "end" in game.legal_moves():
        assert ending(frame, moment) == result(game, game.play("end"))


def result(before: Game, after: Game) -> int:
    if after.status == "won":
        return WON
    return ENDED if after.turn > before.turn else LOST


def test_only_the_seat_to_move_has_a_turn() -> None:
    game = Game.deal(Rules.edition("base", players=2), seed=1)
    for seat in (1, None):
        with pytest.raises(TurnError, match="no move to make"):
            now(game.view(seat))
    over = Game.arrange(Rules.edition("base", players=1), {"A": 99, "B": 98, "C": 2, "D": 3}, [[50]])
    with pytest.raises(TurnError, match="the game is over"):
        now(over.view(0))
