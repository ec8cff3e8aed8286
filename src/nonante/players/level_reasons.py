"""What `novice`, `steady` and `strong` went by: the step, cost or points of the turn and of the next best one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from ..rules import FIRE, KINDS, LETTERS, MOVE_TEXT, View
from ..table import Signal
from ..turn import WON, Lay, OwnTurn, Plan, safe_plan
from .levels import COMMANDS, GROUPS, LevelChoice, Novice, Planner, PlanOutlook, Steady, Strong
from .reasons import Explanation, Reason, heeds, requests
from .talk import RequestPrices, heard

LEVEL_CODES: Final = (
    "despite-cost", "despite-points", "beside-less", "beside-lays", "beside-fire", "beside-commands",
    *(f"beside-{group}" for group in GROUPS if group != "cards"), "beside-stuck", "beside-step", "cost", "cost-cards",
    "cost-even", "points", "points-even", "points-ahead",
)  # fmt: skip
"""Reasons that come from what these levels count."""


class _Comparison(NamedTuple):
    """A turn to be explained, the best other one, and what was asked."""

    view: View
    asked: RequestPrices
    requests: tuple[Signal, ...]
    own: Plan
    other: Plan
    terms: tuple[Mapping[str, float], Mapping[str, float]]
    """What makes up the values of both."""


def novices_turn(view: View, signals: Sequence[Signal]) -> Explanation:
    """Return a novice's turn with up to two reasons: what a request would cost, and the next smallest step."""
    moves, start = Novice().plan(view, signals), OwnTurn.of(view)
    lays = [(before, lay) for before, lay, _, _ in start.replay(moves)]
    if not lays or safe_plan(start) is None:
        return Explanation(moves, [])
    asked, heard_of = heard(view, signals, Novice.manner), requests(view, signals)
    return Explanation(moves, [*_denied_step(view, lays, asked, heard_of), *_next_step(view, lays, asked, heard_of)])


def steadys_turn(view: View, signals: Sequence[Signal]) -> Explanation:
    """Return a steady player's turn with up to three reasons out of what the turns cost."""
    one = Steady()
    asked = heard(view, signals, one.manner_for(view.rules))
    choice = one.consider(view, asked)
    case = _case(one, view, signals, asked, choice)
    reasons = [*_denied(case, choice.ranked, "despite-cost"), *_cause(case), *_costs(case)] if case else []
    return Explanation(choice.moves, reasons)


def strongs_turn(view: View, signals: Sequence[Signal]) -> Explanation:
    """Return a strong player's turn with up to three reasons out of its values."""
    one = Strong()
    asked = heard(view, signals, one.manner_for(view.rules))
    choice = one.consider(view, asked)
    if choice.foreseen:
        return Explanation(choice.moves, list(_foreseen(choice.foreseen, choice.moves)))
    case = _case(one, view, signals, asked, choice)
    if case is None:
        return Explanation(choice.moves, [])
    value, other = (sum(terms.values()) for terms in case.terms)
    reasons = [*_denied(case, choice.ranked, "despite-points"), *_cause(case), _points("points", value, other)]
    return Explanation(choice.moves, reasons)


def _case(
    one: Planner, view: View, signals: Sequence[Signal], asked: RequestPrices, choice: LevelChoice
) -> _Comparison | None:
    """Return the turn chosen beside the best other one; None where there is none, or where it wins."""
    plans = [plan for _, plan in choice.ranked]
    own = next((plan for plan in plans if plan.moves == choice.moves), None)
    if own is None or len(plans) == 1 or own.outcome == WON:
        return None
    other = next(plan for plan in plans if plan is not own)
    terms = one.terms(view, own, asked), one.terms(view, other, asked)
    return _Comparison(view, asked, requests(view, signals), own, other, terms)


# --- requests that are not heeded -----------------------------------------------------------------------------------


def _denied(case: _Comparison, ranked: Sequence[tuple[float, Plan]], code: str) -> Iterator[Reason]:
    """Say what a request that is not heeded would cost."""
    opening = case.view.opening
    request = next((one for one in case.requests if not heeds(opening, case.own.end.state.tops, one)), None)
    if request is None:
        return
    heeding = max((value for value, plan in ranked if heeds(opening, plan.end.state.tops, request)), default=-inf)
    if heeding == -inf:
        yield Reason("despite-none", {"pile": request.pile})
    elif round(ranked[0][0] - heeding) > 0:
        yield Reason(code, {"pile": request.pile, "count": round(ranked[0][0] - heeding)})


def _by_effort(view: View, lays: Sequence[tuple[OwnTurn, Lay]], turn: OwnTurn, asked: RequestPrices) -> list[Lay]:
    """Return what a novice may lay at this point of its turn, what seems nearest first."""
    before = [MOVE_TEXT[card][pile] for earlier, (card, pile) in lays if earlier.state.laid < turn.state.laid]
    return Novice().by_effort(view, before, asked)


def _denied_step(
    view: View, lays: Sequence[tuple[OwnTurn, Lay]], asked: RequestPrices, requests: Sequence[Signal]
) -> Iterator[Reason]:
    """Say how much longer a step would be that does what was asked, at the last card that could have done it."""
    end = lays[-1][0].lay(*lays[-1][1])[1]
    request = next((one for one in requests if not heeds(view.opening, end.state.tops, one)), None)
    if request is None or request.pile is None:
        return
    pile, wanted = LETTERS.index(request.pile), request.name == "cover"
    there = [pair for pair in lays if wanted or pair[1][1] == pile]
    if not there:
        return  # it was laid before
    turn, chosen = there[-1]
    heeding = [option for option in _by_effort(view, lays, turn, asked) if (option[1] == pile) == wanted]
    if not heeding:
        yield Reason("despite-none", {"pile": request.pile})
    elif (longer := turn.step(*heeding[0]) - turn.step(*chosen)) > 0:
        yield Reason("despite-cost", {"pile": request.pile, "count": longer})


# --- what the difference comes from ---------------------------------------------------------------------------------


def _cause(case: _Comparison) -> Iterator[Reason]:
    """Name what speaks most for the turn beside the other one."""
    mine, theirs = case.terms
    name = _largest(mine, theirs)
    if round(sum(mine.values())) == round(sum(theirs.values())):
        return
    if name == "cards":
        yield Reason("beside-cards", {"count": case.own.end.state.laid - case.other.end.state.laid})
    elif name == "steps":
        yield Reason("beside-costs", {"count": mine[name] - theirs[name]})
    elif name == "asked":
        yield from list(_less_asked(case))[:1]
    elif name == COMMANDS and _fires(case.other) > _fires(case.own):
        yield Reason("beside-fire")
    else:
        yield from _weightiest(mine, theirs)


def _largest(mine: Mapping[str, float], theirs: Mapping[str, float]) -> str:
    return max(mine, key=lambda term: mine[term] - theirs[term])


def _weightiest(mine: Mapping[str, float], theirs: Mapping[str, float]) -> Iterator[Reason]:
    if mine and theirs:
        name = _largest(mine, theirs)
        points = round(mine[name] - theirs[name])
        if points > 0 and f"beside-{name}" in LEVEL_CODES:
            yield Reason(f"beside-{name}", {"points": points})


def _fires(plan: Plan) -> int:
    return sum(map(plan.end.rules.is_fire, plan.end.state.tops))


def _less_asked(case: _Comparison) -> Iterator[Reason]:
    """Say which request the other turn would do less for."""
    marks, own, other = case.view.rules.marks, case.own, case.other
    for request in case.requests:
        mine, theirs = (heeds(case.view.opening, plan.end.state.tops, request) for plan in (own, other))
        if mine and not theirs:
            yield Reason("beside-asked", {"pile": request.pile})
    costs = [_price_of_pile(case, pile, other) - _price_of_pile(case, pile, own) for pile in range(4)]
    if max(costs) > 0:
        yield Reason("beside-less", {"pile": LETTERS[costs.index(max(costs))]})
    unwanted = [mark for mark in (marks[card] for card, _ in other.lays) if 0 < mark < FIRE and case.asked.laid[mark]]
    if unwanted:
        yield Reason("beside-lays", {"command": KINDS[unwanted[0] - 1]})
    if own.end.state.laid > other.end.state.laid:  # somebody is in trouble
        yield Reason("beside-cards", {"count": own.end.state.laid - other.end.state.laid})


def _price_of_pile(case: _Comparison, pile: int, plan: Plan) -> float:
    return case.asked.price_of_pile(pile, case.view.opening[pile], plan.end.state.tops[pile])


# --- figures --------------------------------------------------------------------------------------------------------


def _next_step(
    view: View, lays: Sequence[tuple[OwnTurn, Lay]], asked: RequestPrices, requests: Sequence[Signal]
) -> Iterator[Reason]:
    """Name what a novice would have laid instead of its last card."""
    turn, chosen = lays[-1]
    card, pile = next((option for option in _by_effort(view, lays, turn, asked) if option != chosen), (0, 0))
    if not card:
        return
    length = turn.step(card, pile)
    if length >= turn.step(*chosen):
        yield Reason("beside-step", {"card": card, "pile": LETTERS[pile], "count": length})
        return
    after = turn.lay(card, pile)[1].state.tops
    if any(one.pile == LETTERS[pile] and not heeds(view.opening, after, one) for one in requests):
        yield Reason("beside-asked", {"pile": LETTERS[pile]})


def _costs(case: _Comparison) -> Iterator[Reason]:
    """Say what both turns cost; with unequal numbers of cards also how much a card may cost."""
    cost, other = (round(terms["cards"] - sum(terms.values())) for terms in case.terms)
    cards, others = case.own.end.state.laid, case.other.end.state.laid
    worth = Steady().worth_of_card(case.view)
    if cards == others:
        yield Reason("cost", {"cost": cost, "other": other}) if cost < other else Reason("cost-even", {"cost": cost})
    elif worth < Steady.settings["worth_card_last"]:
        yield Reason("cost-cards", {"cost": cost, "cards": cards, "other": other, "others": others, "worth": worth})


def _foreseen(seen: Sequence[PlanOutlook], moves: Sequence[str]) -> Iterator[Reason]:
    """Compare what came of the turn over the draws with what came of the best other one, and say what of it differs."""
    own = next((one for one in seen if one.plan.moves == list(moves)), None)
    if own is None:
        return
    other = max((one for one in seen if one is not own), key=lambda one: one.total)
    draws = len(own.turns)
    points = _points("points-ahead", own.total / draws, other.total / draws, draws=draws)
    yield points
    if points.code == "points-even":
        return
    stuck, others = (sum(turn.stuck for turn in one.turns) for one in (own, other))
    if stuck < others:
        yield Reason("beside-stuck", {"count": stuck, "other": others, "draws": draws})
    elif stuck == others:
        yield from _weightiest(*_mean_terms(own, other))


def _mean_terms(own: PlanOutlook, other: PlanOutlook) -> Iterator[dict[str, float]]:
    """Return what makes up the values of both one's next turns, on average over the draws that leave both a turn."""
    both = [pair for pair in zip(own.turns, other.turns, strict=True) if pair[0].terms and pair[1].terms]
    for turns in zip(*both, strict=True) if both else ((), ()):
        yield {name: sum(turn.terms[name] for turn in turns) / len(turns) for name in turns[0].terms} if turns else {}


def _points(code: str, value: float, other: float, **details: int) -> Reason:
    if round(value) == round(other):
        return Reason("points-even", {"value": round(value)})
    return Reason(code, {"value": round(value), "other": round(other), **details})
