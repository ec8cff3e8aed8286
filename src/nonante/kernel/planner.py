"""The planner: a reference player that searches through its turn and values where each plan ends by a few weights."""

from __future__ import annotations

from typing import Any, Final

from . import bits, layout as at
from .bits import shows
from .codes import DRAW_ONE, END, NO_RETRO, ONE_PILE, PLAYING, WON
from .compiling import forced, inner, int64
from .layout import Node, Planning, Prices, Reference, RulesRecord, State, Turn
from .memory import copy_turn, nth
from .turn import ANY_STEP, ending, lay, next_moves

NO_PLAN: Final = -1e18  # the value of none
_WIDEST: Final = 7
_ROOT: Any = int64(0)  # for arguments: Numba compiles a function once more for every bare number


@inner
def _list_moves(nodes: list[Node], depth: int, rules: RulesRecord, player: Reference, width: int) -> None:
    """List what a plan may lay next, unless the same two cards come in the other order too and that changes nothing."""
    node, reach = nth(nodes, at.NODE_SIZE, depth), ANY_STEP
    if node.laid >= node.minimum and ending(node, False) == 0:
        reach = int(player.reach if node.left else player.reach_end)
    node.node_count, node.node_next = next_moves(node, node.node_moves, width, reach, True), 0
    before, kept = node.node_way, 0
    if before < 0 or before & 3 == 0:
        return
    other, shown = (before >> 2) + 2, node.shown | nth(nodes, at.NODE_SIZE, depth - 1).shown
    if rules.mark_of[other] or shows(shown, NO_RETRO) or shows(shown, ONE_PILE):
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
def pile_value(node: Turn, player: Reference, prices: Prices, pile: int, height: int, passed: int, back: int) -> float:
    """Value one pile that a plan leaves at `height`.

    `passed` is the number of cards not laid yet that it passed over, less those it went back over; `back` is 1 if the
    hand kept can go back on it.
    """
    moved = height - node.heights[pile]
    value = player.w_step * moved + player.w_even * (0.01 * (100 - height) * (100 - height))
    if moved:
        value += prices.move_price[pile] + prices.step_price[pile] * (moved if moved > 0 else 0)
        value += player.w_live * passed
    value += player.w_back * back
    if player.w_back_unseen != 0 and not back:
        value += player.w_back_unseen * bits.holds(node.unplayed[0], node.unplayed[1], bits.upright(height - 10, pile))
    return value


@inner
def _value_of(node: Turn, opening: Turn, rules: RulesRecord, player: Reference, prices: Prices) -> float:
    """Value a turn by where it ends: the weights times what each of them counts."""
    value = (player.w_extra if node.left else player.w_extra_end) * node.laid
    nearest = 100
    for pile in range(4):
        low, high = node.hand[pile & 2], node.hand[(pile & 2) + 1]
        height = node.heights[pile]
        first = opening.heights[pile]
        under, over = (first, height) if first < height else (height, first)
        if pile > 1:
            under, over = 101 - over, 101 - under
        passed = bits.between(opening.unplayed[0], opening.unplayed[1], under, over)
        passed = passed if first < height else -passed
        value += pile_value(opening, player, prices, pile, height, passed, bits.holds(low, high, height - 10))
        near = bits.above(low, high, height)
        if near:
            nearest = min(nearest, near - height)
    kept = bits.count(node.hand[0], node.hand[1])
    if kept:
        value += player.w_next * nearest + player.w_pair * bits.pairs(node.hand[0], node.hand[1])
    if rules.special:
        for mark in range(1, 9):
            value += player.w_shown[mark] * shows(node.shown, mark)
        if shows(node.shown, DRAW_ONE) and node.left > 1 and not rules.lenient_hand:
            value += player.w_short * max(0, rules.least - 1 - kept)
    fits = bits.fits(
        node.unplayed[0],
        node.unplayed[1],
        node.heights[0],
        node.heights[1],
        node.heights[2],
        node.heights[3],
    )
    for piles in range(4):
        value += player.w_fits[piles] * (fits >> 16 * piles & 0xFFFF)
    return value


@inner
def _keep_plan(work: Planning, depth: int, ends: bool) -> None:
    plan = work.plan
    for place in range(depth):
        plan[1 + place] = nth(work.plan_nodes, at.NODE_SIZE, place + 1).node_way
    plan[1 + depth] = END
    plan[0] = depth + 1 if ends else depth


@inner
def _search(
    state: State, rules: RulesRecord, player: Reference, work: Planning, prices: Prices, width: int, extra: int
) -> bool:
    """Search the rest of the turn, leave the best plan in the workspace and tell whether it keeps the game going.

    A plan is judged to its end. One that breaks a command or stays below the minimum counts only while nothing else
    is found, by the cards it lays. Where the search stops at its horizon the turn stays open, to be planned again.
    """
    nodes = work.plan_nodes
    root = nth(nodes, at.NODE_SIZE, _ROOT)
    copy_turn(state, root)
    root.node_way = -1
    best, most = NO_PLAN, -1
    if state.laid >= state.minimum:
        _keep_plan(work, 0, True)
        if ending(state, False) == 0:
            best = _value_of(root, root, rules, player, prices)
    _list_moves(nodes, _ROOT, rules, player, width)
    horizon = min(at.PLAN_DEPTH, max(1, state.minimum - state.laid) + extra)
    depth = 0
    while depth >= 0:
        node = nth(nodes, at.NODE_SIZE, depth)
        if node.node_next == node.node_count:
            depth -= 1
            continue
        child = nth(nodes, at.NODE_SIZE, depth + 1)
        copy_turn(node, child)
        child.node_way = node.node_moves[node.node_next]
        node.node_next += 1
        depth += 1
        over = lay(child, rules, child.node_way)
        if child.status == WON:
            _keep_plan(work, depth, False)
            return True
        if child.status == PLAYING and (over or ending(child, False) == 0):
            value = _value_of(child, root, rules, player, prices)
            if value > best:
                best = value
                _keep_plan(work, depth, not over and depth < horizon)
        elif best == NO_PLAN and child.laid > most:
            most = child.laid
            _keep_plan(work, depth, False)
        if over or depth == horizon:
            depth -= 1
        else:
            _list_moves(nodes, depth, rules, player, width)
    return best > NO_PLAN


@inner
def plan_by_search(state: State, rules: RulesRecord, player: Reference, work: Planning, prices: Prices) -> None:
    """Leave the best plan in the workspace; look at nearly everything before giving the game up."""
    width, extra = int(player.width), int(player.extra)
    while not _search(state, rules, player, work, prices, width, extra) and width < _WIDEST:
        width, extra = _WIDEST, 2
