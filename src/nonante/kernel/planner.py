"""The planner where cards carry marks: it searches through its turn and values the ends by a few weights."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from . import bits, layout as at
from .bits import shows
from .codes import ACTION_BITS, ACTION_MASK, DRAW_ONE, END, MARKS, NO_RETRO, ONE_PILE, PLAYING, WON
from .compiling import forced, inner, int64
from .layout import Node, Planning, Prices, Reference, RulesRecord, State, TurnState
from .memory import copy_turn, nth
from .search import BACK, ENOUGH, ON, search_by
from .turn import ANY_STEP, ending, next_moves

NO_PLAN: Final = -1e18  # the value of none
_WIDEST: Final = 7
_ROOT: Any = int64(0)  # for arguments: Numba compiles a function once more for every bare number
_NO_CARD: Any = int64(0)


class _Planner(NamedTuple):
    """Who searches, and with what."""

    rules: RulesRecord
    player: Reference
    work: Planning
    prices: Prices
    width: int
    horizon: int


@inner
def _list_moves(nodes: list[Node], depth: int, planner: _Planner) -> None:
    """List what a plan may lay next, unless the same two cards come in the other order too and that changes nothing."""
    node, rules, player, reach = nth(nodes, at.NODE_SIZE, depth), planner.rules, planner.player, ANY_STEP
    if node.laid >= node.minimum and ending(node, False) == 0:
        reach = int(player.reach if node.left else player.reach_end)
    node.node_count, node.node_next = next_moves(node, node.node_moves, planner.width, reach, True), 0
    if depth == 0:
        return
    before, kept = node.node_way >> ACTION_BITS * (depth - 1) & ACTION_MASK, 0
    other, shown = (before >> 2) + 2, node.shown | nth(nodes, at.NODE_SIZE, depth - 1).shown
    if before & 3 == 0 or rules.mark_of[other] or shows(shown, NO_RETRO) or shows(shown, ONE_PILE):
        return
    for place in range(node.node_count):
        move = node.node_moves[place]
        card, pile = (move >> 2) + 2, move & 3
        if pile < before & 3:
            between = node.heights[pile] < bits.upright(other, pile) < bits.upright(card, pile)
            if rules.mark_of[card] == 0 and not between:
                continue
        elif kept == place:
            return  # nothing was told before, and nothing that follows can have been
        node.node_moves[kept] = move
        kept += 1
    node.node_count = kept


@forced
def pile_value(turn: TurnState, player: Reference, prices: Prices, pile: int, height: int, passed: int) -> float:
    """Value one pile that a plan leaves at `height`.

    `passed` is the number of cards not laid yet that it passed over, less those it went back over.
    """
    moved = height - turn.heights[pile]
    value = player.w_step * moved + player.w_even * (0.01 * (100 - height) * (100 - height))
    if moved:
        value += prices.move_price[pile] + prices.step_price[pile] * (moved if moved > 0 else 0)
        value += player.w_live * passed
    return value


@inner
def _value_of(node: TurnState, opening: TurnState, rules: RulesRecord, player: Reference, prices: Prices) -> float:
    """Value a turn by where it ends: the weights times what each of them counts."""
    value = (player.w_extra if node.left else player.w_extra_end) * node.laid
    for pile in range(4):
        first, height = opening.heights[pile], node.heights[pile]
        under, over = (first, height) if first < height else (height, first)
        if pile > 1:
            under, over = 101 - over, 101 - under
        passed = bits.between(opening.unplayed[0], opening.unplayed[1], under, over)
        value += pile_value(opening, player, prices, pile, height, passed if first < height else -passed)
    value += player.w_pair * bits.pairs(node.hand[0], node.hand[1])
    if rules.special:
        for mark in range(1, MARKS):
            value += player.w_shown[mark] * shows(node.shown, mark)
        if shows(node.shown, DRAW_ONE) and node.left > 1 and not rules.lenient_hand:
            value += player.w_short * max(0, rules.least - 1 - bits.count(node.hand[0], node.hand[1]))
    return value


@inner
def _keep_plan(work: Planning, way: int, length: int, ends: bool) -> None:
    plan = work.plan
    for place in range(length):
        plan[1 + place] = way >> ACTION_BITS * place & ACTION_MASK
    plan[1 + length] = END
    plan[0] = length + 1 if ends else length


@inner
def _visit(node: Node, depth: int, over: bool, planner: _Planner) -> int:
    """Keep the way to a node as the plan if it is the best so far.

    A plan that breaks a command or stays below the minimum counts only while nothing else is found, by the cards it
    lays. Where the search stops at its horizon the turn stays open, to be planned again.
    """
    work, prices = planner.work, planner.prices
    if node.status == WON:
        prices.best_value = -NO_PLAN
        _keep_plan(work, node.node_way, depth, False)
        return ENOUGH
    if node.status == PLAYING and (over or ending(node, False) == 0):
        root = nth(work.plan_nodes, at.NODE_SIZE, _ROOT)
        value = _value_of(node, root, planner.rules, planner.player, prices)
        if value > prices.best_value:
            prices.best_value = value
            _keep_plan(work, node.node_way, depth, not over and depth < planner.horizon)
    elif prices.best_value == NO_PLAN and node.laid > work.plan_most:
        work.plan_most = node.laid
        _keep_plan(work, node.node_way, depth, False)
    return BACK if over else ON


_search = search_by(_list_moves, _visit)


@inner
def _plan(
    state: State, rules: RulesRecord, player: Reference, work: Planning, prices: Prices, width: int, extra: int
) -> bool:
    """Search the rest of the turn, leave the best plan in the workspace and tell whether it keeps the game going."""
    root = nth(work.plan_nodes, at.NODE_SIZE, _ROOT)
    copy_turn(state, root)
    root.node_way = 0
    prices.best_value, work.plan_most = NO_PLAN, -1
    if state.laid >= state.minimum:
        _keep_plan(work, _NO_CARD, _NO_CARD, True)
        if ending(state, False) == 0:
            prices.best_value = _value_of(root, root, rules, player, prices)
    horizon = min(at.SEARCH_DEPTH, max(1, state.minimum - state.laid) + extra)
    _search(work.plan_nodes, rules, horizon, _Planner(rules, player, work, prices, width, horizon))
    return prices.best_value > NO_PLAN


@inner
def plan_by_search(state: State, rules: RulesRecord, player: Reference, work: Planning, prices: Prices) -> None:
    """Leave the best plan in the workspace; look at nearly everything before giving the game up."""
    width, extra = int(player.width), int(player.extra)
    while not _plan(state, rules, player, work, prices, width, extra) and width < _WIDEST:
        width, extra = _WIDEST, 2
