"""What is worth laying next, and the plans that come of it by layers and in depth."""

from __future__ import annotations

import pytest
from tests.players.samples import late_positions, random_positions, rules_of_all_kinds

from nonante.rules import Game, Rules
from nonante.turn import (
    ANY_STEP,
    LONGEST,
    LOST,
    WON,
    Frame,
    Moment,
    Plan,
    Scope,
    next_cards,
    now,
    options,
    plans_by_layers,
    plans_in_depth,
    safe_ends,
    safe_plan,
)

SOLO = Rules.edition("base")
NARROW = Scope(width=2, reach=6, extra=2, narrow=1, far_pairs=True)
EVERYTHING = Scope(width=8, reach=ANY_STEP, extra=LONGEST, beam=100_000)


def turn(game: Game) -> tuple[Frame, Moment]:
    view = game.view(game.active)
    return Frame.of(view), now(view)


def played(game: Game, plan: Plan) -> Game:
    """Play a plan, all of whose moves are legal and of this turn."""
    after = game
    for move in plan.moves:
        assert after.turn == game.turn
        after = after.play(move)
    return after


def test_near_cards_retros_and_what_prepares_one() -> None:
    hand = [20, 31, 35, 39, 45, 90]
    game = Game.arrange(SOLO, {"A": 30, "B": 98, "C": 3, "D": 4}, [hand], range(50, 60))
    frame, moment = turn(game)
    assert next_cards(frame, moment, NARROW, calm=False) == [(20, 0), (31, 0), (35, 0), (45, 0)]
    assert next_cards(frame, moment, NARROW, calm=True) == [(20, 0), (31, 0), (45, 0)]
    assert next_cards(frame, moment, Scope(width=2, reach=4), calm=True) == [(20, 0), (31, 0)]
    assert next_cards(frame, moment, Scope(width=2, reach=4, far_pairs=True), calm=True) == [(20, 0), (31, 0)]
    assert next_cards(frame, moment, Scope(width=2, reach=5), calm=True) == [(20, 0), (31, 0), (35, 0), (45, 0)]


@pytest.mark.parametrize("rules", list(rules_of_all_kinds())[::3], ids=lambda rules: f"{rules.name}:{rules.players}")
def test_plans_are_what_the_rules_play(rules: Rules) -> None:
    for game in [*random_positions(rules, 25, share=0.1), *late_positions(rules, 26, 8)]:
        frame, moment = turn(game)
        for found in (plans_by_layers(frame, moment, NARROW), plans_in_depth(frame, moment, NARROW)):
            assert len({(plan.moment.tops, plan.moment.hand, plan.moment.lock) for plan in found}) == len(found)
            for plan in found:
                after = played(game, plan)
                assert (after.status == "won") == (plan.outcome == WON)
                if plan.outcome != LOST:
                    assert after.turn > game.turn or after.status == "won"


@pytest.mark.parametrize("rules", list(rules_of_all_kinds())[1::6], ids=lambda rules: f"{rules.name}:{rules.players}")
def test_both_searches_find_the_same_ends_where_they_leave_nothing_out(rules: Rules) -> None:
    for game in late_positions(rules, 27, 12):
        frame, moment = turn(game)
        if len(moment.hand) > 4:
            continue
        ends = safe_ends(frame, moment, EVERYTHING)
        deep = plans_in_depth(frame, moment, EVERYTHING)
        if deep[0].outcome == LOST:
            assert not ends
            assert safe_plan(frame, moment) is None
        elif deep[0].outcome == WON:
            assert any(plan.outcome == WON for plan in ends)
        else:
            assert {plan.moment[:2] for plan in ends} == {plan.moment[:2] for plan in deep}


def test_a_lost_turn_still_lays_what_can_be_laid() -> None:
    game = Game.arrange(SOLO, {"A": 98, "B": 97, "C": 3, "D": 4}, [[2, 50, 51]], [60, 61])
    frame, moment = turn(game)
    assert options(frame, moment) == [(2, 2), (2, 3)]
    for found in (plans_by_layers(frame, moment, NARROW), plans_in_depth(frame, moment, NARROW)):
        assert [plan.outcome for plan in found] == [LOST]
        assert found[0].moves == ["2C"]
    assert safe_ends(frame, moment, NARROW) == []
