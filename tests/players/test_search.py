"""What is worth laying next, and the plans that come of it by layers and in depth."""

from __future__ import annotations

from typing import Any

import pytest
from tests.players.samples import late_positions, random_positions, rules_of_all_kinds

from nonante import kernel
from nonante.players import interpreted
from nonante.players.champion import plain_net
from nonante.players.levels import Novice, Planner, Steady, Strong
from nonante.players.talk import NO_REQUESTS
from nonante.rules import Game, Rules
from nonante.rules.settings import ShortHand
from nonante.turn import LOST, WON

SOLO = Rules.edition("base")
beam, candidates, layout, levels, records, scratch, turn = (
    kernel.interpreted(name) for name in ("beam", "candidates", "layout", "levels", "records", "scratch", "turn")
)
WORK, SCRATCH = scratch.level_scratch(), scratch.scratch(())


def seen(game: Game) -> Any:
    return records.seen(game.view(game.active), [0] * game.rules.players)


def played(game: Game, moves: list[str]) -> Game:
    """Play a plan, all of whose moves are legal and of this turn."""
    after = game
    for move in moves:
        assert after.turn == game.turn
        after = after.play(move)
    return after


def test_near_cards_retros_and_what_prepares_one() -> None:
    hand = [20, 31, 35, 39, 45, 90]
    record = seen(Game.arrange(SOLO, {"A": 30, "B": 98, "C": 3, "D": 4}, [hand], range(50, 60)))

    def found(width: int, reach: int, *, far_pairs: bool) -> list[str]:
        moves = [0] * 48
        return [records.move_of(move) for move in moves[: turn.next_moves(record, moves, width, reach, far_pairs)]]

    assert found(2, turn.ANY_STEP, far_pairs=True) == ["20A", "31A", "35A", "45A"]
    assert found(1, 6, far_pairs=True) == ["20A", "31A", "45A"]
    assert found(2, 4, far_pairs=False) == ["20A", "31A"]
    assert found(2, 4, far_pairs=True) == ["20A", "31A"]
    assert found(2, 5, far_pairs=False) == ["20A", "31A", "35A", "45A"]


@pytest.mark.parametrize("rules", list(rules_of_all_kinds())[::3], ids=lambda rules: f"{rules.name}:{rules.players}")
@pytest.mark.parametrize("level", [Steady, Strong])
def test_plans_are_what_the_rules_play(rules: Rules, level: type[Planner]) -> None:
    for game in [*random_positions(rules, 25, share=0.05), *late_positions(rules, 26, 4)]:
        found = [plan for _, plan in level().consider(game.view(game.active), NO_REQUESTS).ranked]
        assert len({(plan.end.state.tops, plan.end.hand) for plan in found}) == len(found)
        for plan in found:
            after = played(game, plan.moves)
            assert (after.status == "won") == (plan.outcome == WON)
            if plan.outcome != LOST:
                assert after.turn > game.turn or after.status == "won"


@pytest.mark.parametrize("rules", list(rules_of_all_kinds())[1::6], ids=lambda rules: f"{rules.name}:{rules.players}")
def test_both_searches_find_the_same_ends_where_they_leave_nothing_out(rules: Rules) -> None:
    everything = beam.Extent(8, turn.ANY_STEP, 7, 100_000), candidates.Breadth(8, 8, turn.ANY_STEP, 7)
    ruled, compared = records.ruled(rules), 0
    for game in late_positions(rules, 27, 12):
        if len(game.hands[game.active]) > 4:
            continue
        beam.put_start(WORK, seen(game))
        count = beam.find_ends(WORK, ruled, everything[0])
        by_layers = [WORK.nodes[end >> 1] for end in WORK.lists.end_nodes[:count]]
        deep = candidates._find(seen(game), ruled, SCRATCH, everything[1], 1 << 16)
        if deep == candidates.WINNING:
            assert any(end.status == 1 for end in by_layers)
        else:
            ends = {(*end.heights, end.hand[0]) for end in SCRATCH.turns[:deep]}
            assert {(*end.heights, end.hand[0]) for end in by_layers} == ends
        beam.put_start(WORK, seen(game))
        assert (beam.find_safe(WORK, ruled) == beam.NOWHERE) == (deep == 0)
        compared += 1
    assert compared


def test_a_lost_turn_still_lays_what_can_be_laid() -> None:
    game = Game.arrange(SOLO, {"A": 98, "B": 97, "C": 3, "D": 4}, [[2, 50, 51]], [60, 61])
    for thorough in (Steady(), Strong()):
        assert [plan.outcome for _, plan in thorough.consider(game.view(0), NO_REQUESTS).ranked] == [LOST]
    for level in (Novice(), Steady(), Strong()):
        assert level.plan(game.view(0)) == ["2C"]
    assert [turn.moves for turn in interpreted.valued_turns(game.view(0), [0], plain_net(SOLO))] == [["2C"]]


@pytest.mark.parametrize("edition", ["base", "expert", "extreme"])
@pytest.mark.parametrize("short_hand", ["strict", "lenient"])
def test_the_next_turn_alone_is_the_one_the_rules_deal(edition: str, short_hand: ShortHand) -> None:
    rules = Rules.edition(edition, short_hand=short_hand)
    met = 0
    for game in [*random_positions(rules, 7, share=1), *late_positions(rules, 8, 60)]:
        if "end" not in game.legal_moves() or game.play("end").turn == game.turn:
            continue
        after = game.play("end")
        WORK.lists.cards_to_come[: len(game.draw)] = game.draw
        levels._draw_next(seen(game), records.ruled(rules), WORK)
        if after.status == "playing":
            fields = vars(layout.TurnState())
            expected = {name: value for name, value in vars(seen(after)).items() if name in fields}
            assert {name: value for name, value in vars(WORK.nodes[0]).items() if name in fields} == expected
            met += 1
    assert met
