"""What explanations say in figures: the values that decided, of the chosen turn and of the next best one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar
from zlib import crc32

import pytest
from tests.players.samples import late_positions, random_positions, rules_of_all_kinds

from nonante.players import Explanation, Player, champion, chance, explain, player
from nonante.players.calibration import calibration_for, share_laid
from nonante.players.champion import LookAhead, choose
from nonante.players.levels import GROUPS, Novice, Planner, Steady, Strong
from nonante.players.match import standing
from nonante.players.reasons import heeds
from nonante.players.talk import NO_REQUESTS, RequestPrices, heard
from nonante.rules import MOVES, PILES, Game, Pile, Rules, View, shuffled
from nonante.table import Signal
from nonante.turn import LOST, WON, OwnTurn, Plan, survives

Case = tuple[View, list[Signal], Explanation]


def cases(level: str, share: float, late: int) -> Iterator[Case]:
    """Explain a level's turns at tables of all kinds, where the others say what steady players say."""
    for rules in rules_of_all_kinds():
        everybody: list[Player] = [player("steady")] * rules.players
        for game in [*random_positions(rules, 71, share=share), *late_positions(rules, 72, late)]:
            signals = standing(game, everybody)
            yield game.view(game.active), signals, explain(game.view(game.active), signals, level)


def details(answer: Explanation, code: str) -> dict[str, Any] | None:
    return next((reason.details for reason in answer.reasons if reason.code == code), None)


def weighed(one: Planner, view: View, signals: list[Signal]) -> tuple[RequestPrices, dict[str, tuple[float, Plan]]]:
    """Value all turns that a planner looks at, by their moves."""
    asked = heard(view, signals, one.manner_for(view.rules))
    return asked, {" ".join(plan.moves): (value, plan) for value, plan in one.consider(view, asked).ranked}


def check_denied(
    answer: Explanation, code: str, view: View, signals: list[Signal], found: list[tuple[float, Plan]]
) -> int:
    """Check what a request that was set aside is said to cost: `found` are all turns, the chosen one first."""
    said = details(answer, code)
    if said is None:
        return 0
    own, plan = found[0]
    refused = [
        request
        for request in signals
        if request.pile == said["pile"] and request.seat != view.seat
        if not heeds(view.opening, plan.end.state.tops, request)
    ]
    gains = [
        own - max(value for value, other in found if heeds(view.opening, other.end.state.tops, request))
        for request in refused
        if any(heeds(view.opening, other.end.state.tops, request) for _, other in found)
    ]
    assert said["count"] in {round(gain) for gain in gains}
    return 1


def test_a_steady_player_says_what_both_turns_cost() -> None:
    told, denied = set[str](), 0
    for view, signals, answer in cases("steady", 0.1, 4):
        asked, found = weighed(Steady(), view, signals)
        value, plan = found.pop(" ".join(answer.moves))
        if not found or plan.outcome == WON:
            continue
        assert all(value >= other for other, _ in found.values())
        denied += check_denied(answer, "despite-cost", view, signals, [(value, plan), *found.values()])
        best, other = max(found.values(), key=lambda pair: pair[0])
        cards = plan.end.state.laid - other.end.state.laid
        if said := details(answer, "cost-cards"):
            worth = 2 if view.draw_count else 10
            assert (said["cards"], said["others"], said["worth"]) == (plan.end.state.laid, other.end.state.laid, worth)
            assert said["other"] - said["cost"] == pytest.approx(value - best - worth * cards, abs=1)
        elif said := details(answer, "cost"):
            assert cards == 0
            assert said["other"] - said["cost"] == pytest.approx(value - best, abs=1)
            if asked == NO_REQUESTS and not view.rules.marked:
                moved = [abs(top - before) for top, before in zip(plan.end.state.tops, view.opening, strict=True)]
                assert said["cost"] == sum(moved) or any(
                    moved < 0 for moved in map(Pile.step, PILES, view.opening, plan.end.state.tops)
                )
        elif details(answer, "cost-even"):
            assert cards == 0
            assert round(value - best) == 0
        else:
            assert not view.draw_count
        told |= {reason.code for reason in answer.reasons}
    assert {"cost", "cost-cards", "cost-even", "beside-costs", "beside-cards", "beside-asked"} <= told
    assert denied


@pytest.mark.slow
def test_a_strong_player_says_what_both_turns_are_worth() -> None:
    told, denied = set[str](), 0
    for view, signals, answer in cases("strong", 0.06, 2):
        one = Strong()
        asked, found = weighed(one, view, signals)
        if view.rules.players == 1 and view.draw_count:
            continue  # the next test
        value, plan = found.pop(" ".join(answer.moves))
        if not found or plan.outcome == WON:
            continue
        denied += check_denied(answer, "despite-points", view, signals, [(value, plan), *found.values()])
        best, other = max(found.values(), key=lambda pair: pair[0])
        terms, others = one.terms(view, plan, asked), one.terms(view, other, asked)
        assert sum(terms.values()) == pytest.approx(value)
        if said := details(answer, "points"):
            assert (said["value"], said["other"]) == (round(value), round(best))
        else:
            assert details(answer, "points-even") == {"value": round(value)}
        largest = max(terms, key=lambda name: terms[name] - others[name])
        for group in GROUPS:
            if said := details(answer, f"beside-{group}"):
                assert group == largest
                assert "count" in said or said["points"] == round(terms[group] - others[group])
        told |= {reason.code for reason in answer.reasons}
    assert {"points", "points-even", "beside-room", "beside-ways", "beside-held"} <= told
    assert denied


@pytest.mark.slow
def test_a_strong_player_alone_says_what_it_foresees() -> None:
    told = set[str]()
    for edition in ("base", "extreme"):
        rules = Rules.edition(edition, 1)
        for game in random_positions(rules, 5, share=0.1):
            view = game.view(0)
            answer = explain(view, (), "strong")
            told |= {reason.code for reason in answer.reasons}
            if said := details(answer, "points-ahead"):
                _, found = weighed(Strong(), view, [])
                thought = sorted(found, key=lambda moves: -found[moves][0])[: int(Strong.settings["outlook_plans"])]
                foreseen = {moves: outlook(game, *found[moves]) for moves in thought}
                assert round(foreseen.pop(" ".join(answer.moves))) == said["value"]
                assert said["other"] in {round(total) for total in foreseen.values()}
                assert said["value"] > said["other"]
    assert {"points-ahead", "points-even"} <= told


SCOPE = ("width", "reach", "extra", "beam")


class Narrow(Strong):
    """A strong player that looks no further than it does in a turn to come."""

    settings: ClassVar = {**Strong.settings, **{f"level_{name}": Strong.settings[f"outlook_{name}"] for name in SCOPE}}


def outlook(game: Game, value: float, plan: Plan) -> float:
    """Return what the next turn is worth on average over the draws that a strong player thinks of."""
    view, settings, total = game.view(0), Strong.settings, 0.0
    seed = crc32(repr((view.unseen, view.draw_count, view.opening)).encode())
    for number in range(int(settings["outlook_draws"])):
        after = game._replace(draw=tuple(shuffled(view.unseen, seed + number)))
        for move in plan.moves:
            after = after.play(move)
        ends = Narrow().consider(after.view(0), NO_REQUESTS).ranked if after.status == "playing" else []
        if not ends or ends[0][1].outcome == LOST or (len(ends) == 1 and ends[0][0] == 0.0):
            total += value - settings["outlook_stuck"]
        else:
            total += value + settings["outlook_stuck"] if ends[0][1].outcome == WON else ends[0][0]
    return total / settings["outlook_draws"]


def test_a_novice_names_the_next_smallest_step() -> None:
    told = 0
    for view, signals, answer in cases("novice", 0.1, 4):
        said = details(answer, "beside-step")
        if said is None:
            continue
        turn = OwnTurn.of(view)
        *before, last = [MOVES[move] for move in answer.moves if move in MOVES]
        for card in before:
            turn = turn.lay(*card)[1]
        others = {option: turn.step(*option) for option in turn.options() if option != last}
        assert others[MOVES[f"{said['card']}{said['pile']}"]] == said["count"] >= turn.step(*last)
        if heard(view, signals, Novice.manner) == NO_REQUESTS:
            safe = [length for option, length in others.items() if length > 0 and survives(turn, *option)]
            assert said["count"] == min(safe, default=-10) or said["count"] == -10
            told += 1
    assert told > 20


def test_a_champion_says_the_chances_it_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        champion, "look_ahead_for", lambda _: LookAhead(plans=6, worlds=4, behind=600, trust=8, race=120)
    )
    compared = 0
    for view, signals, answer in cases("champion", 0.04, 1):
        code = next((reason.code for reason in answer.reasons if reason.code.startswith("chance")), None)
        if code is None:
            continue
        said = details(answer, code) or {}
        assert said["chance"] == round(100 * chance(view, signals))
        if code == "chance":
            seen = {" ".join(turn.moves): turn.value for turn in choose(view, signals).turns}
            own = seen.pop(" ".join(answer.moves))
            best, laid = max(seen.values()), share_laid(view)
            value = champion.think(view, signals, ahead=champion.NO_LOOK)[1]
            assert said["other"] == round(calibration_for(view.rules).chance(value + best - own, laid)) < said["chance"]
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("level", ["novice", "steady", "strong"])
def test_a_turn_without_a_choice_is_compared_with_nothing(level: str) -> None:
    game = Game.arrange(Rules.edition("base", 2), {"A": 50, "B": 70, "C": 40, "D": 41}, [[65], [2, 80]], [], 0)
    codes = {reason.code for reason in explain(game.view(0), (), level).reasons}
    assert codes == {"only-card", "empties-hand"}
