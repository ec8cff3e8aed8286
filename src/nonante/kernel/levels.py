"""`novice`, `steady` and `strong`, compiled: turn for turn what `players` has in Python, where nothing is rounded away.

At a table these levels think in Python; this is for games by the thousand, among their like or beside champions.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from . import bits
from . import layout as at
from .bits import shifted, shows
from .checksums import checksum_of_card, checksum_of_draws
from .codes import DRAW_ONE, END, FREE, LOST, WON
from .compiling import Record, inner
from .layers import (
    NOWHERE,
    START,
    Extent,
    Paper,
    find_ends,
    find_safe,
    lay_last_cards,
    put_start,
    spot_at,
    write_plan,
)
from .randomness import shuffle
from .turn import ending, lay, legal_moves
from .weighing import asked_price, cheapness, judged, pile_price

NOVICE: Final = 0
STEADY: Final = 1
STRONG: Final = 2
CHAMPION: Final = 3

_WINNING: Any = np.float64(1e300)
_WORST: Any = np.float64(-1e300)


@inner
def plan_level(turn: Record, rules: Record, level: Record, paper: Paper) -> None:
    """Leave the turn that a level would play as the plan."""
    kind = int(level.level_kind)
    if kind == NOVICE:
        _lay_nearest(turn, rules, level, paper)
        return
    put_start(paper, turn)
    extent = Extent(int(level.level_width), int(level.level_reach), int(level.level_extra), int(level.level_beam))
    count = find_ends(paper, rules, extent)
    if count == 0:
        _rescue(paper, rules)
        return
    best = _value_ends(paper, rules, level, kind, count)
    if kind == STRONG and rules.players == 1 and turn.left > 0 and paper.priced.end_values[best] < _WINNING:
        _think_ahead(turn, rules, level, paper, count)
    else:
        end = paper.lists.end_spots[best]
        write_plan(paper, end >> 1, end & 1)


@inner
def _rescue(paper: Paper, rules: Record) -> None:
    """Leave any safe turn as the plan, or one that lays as many cards as can be laid."""
    end = find_safe(paper, rules)
    if end == NOWHERE:
        lay_last_cards(paper, rules)
    else:
        write_plan(paper, end >> 1, end & 1)


@inner
def _value_ends(paper: Paper, rules: Record, level: Record, kind: int, count: int) -> int:
    """Value the ends found; return the best, the first of equal ones."""
    values, start, best = paper.priced.end_values, spot_at(paper, START), 0
    for place in range(count):
        end = spot_at(paper, paper.lists.end_spots[place] >> 1)
        if end.status == WON:
            values[place] = _WINNING
        elif kind == STEADY:
            values[place] = cheapness(end, start, level, paper.priced)
        else:
            values[place] = judged(end, rules, level) - asked_price(end, start, paper.priced)
        if values[place] > values[best]:
            best = place
    return best


# --- a turn ahead, alone ----------------------------------------------------------------------------------------------


@inner
def _think_ahead(turn: Record, rules: Record, level: Record, paper: Paper, count: int) -> None:
    """Choose the plan with the best outlook among the best plans, as `players.ahead`."""
    lists, picked, value = paper.lists, 0, _WORST
    tried = min(int(level.outlook_plans), count)
    values, taken = paper.priced.end_values, paper.priced.option_efforts
    least = _WORST
    while picked < tried:
        best = -1
        for place in range(count):
            if values[place] > _WORST and (best < 0 or values[place] > values[best]):
                best = place
        value = values[best]
        if value < least:
            break
        if picked == 0:
            least = value - level.outlook_margin
        values[best], taken[picked] = _WORST, value
        _keep_pick(paper, lists.end_spots[best], picked)
        picked += 1
    chosen, most = 0, _WORST
    if picked > 1:
        for place in range(picked):
            total = _foresee(turn, rules, level, paper, place, taken[place])
            if total > most:
                chosen, most = place, total
    for place in range(12):
        lists.planned[place] = lists.foreseen_plans[12 * chosen + place]


@inner
def _keep_pick(paper: Paper, end: int, place: int) -> None:
    write_plan(paper, end >> 1, end & 1)
    lists, spot = paper.lists, spot_at(paper, end >> 1)
    for offset in range(12):
        lists.foreseen_plans[12 * place + offset] = lists.planned[offset]
    for offset in range(at.TURN_SIZE):
        lists.foreseen_ends[at.TURN_SIZE * place + offset] = spot[offset]


@inner
def _foresee(turn: Record, rules: Record, level: Record, paper: Paper, place: int, value: float) -> float:
    """Return what the next turns after a plan are worth together, over the same draws for each plan."""
    seed, total = checksum_of_draws(turn), 0.0
    extent = Extent(
        int(level.outlook_width),
        int(level.outlook_reach),
        int(level.outlook_extra),
        int(level.outlook_beam),
    )
    for draw in range(int(level.outlook_draws)):
        _order_cards(turn, paper, seed + draw)
        _draw_next(shifted(paper.lists.foreseen_ends, at.TURN_SIZE * place), rules, paper)
        count = find_ends(paper, rules, extent)
        worth = value - level.outlook_stuck
        for number in range(count):
            end = spot_at(paper, paper.lists.end_spots[number] >> 1)
            if end.status == WON:
                worth = value + level.outlook_stuck
                break
            own = judged(end, rules, level)
            worth = own if number == 0 or own > worth else worth
        total += worth
    return total


@inner
def _order_cards(turn: Record, paper: Paper, seed: int) -> None:
    """Write an order in which the unseen cards may come."""
    order, count = paper.lists.cards_to_come, 0
    low, high = turn.unplayed[0] & ~turn.hand[0], turn.unplayed[1] & ~turn.hand[1]
    card = bits.above(low, high, 1)
    while card:
        order[count] = card
        count += 1
        card = bits.above(low, high, card)
    shuffle(order, count, np.uint64(seed))


@inner
def _draw_next(end: Record, rules: Record, paper: Paper) -> None:
    """Let one's next turn begin at spot 0, once the next cards are drawn."""
    put_start(paper, end)
    start = spot_at(paper, START)
    held = bits.count(start.hand[0], start.hand[1])
    count = max(0, rules.hand_size - held)
    if count and rules.special and shows(start.shown, DRAW_ONE):
        count = 1
    count = min(count, start.left)
    for place in range(count):
        card = paper.lists.cards_to_come[place]
        start.hand[(card >> 6)] ^= 1 << (card & 63)
        start.hand[2 + ((101 - card) >> 6)] ^= 1 << ((101 - card) & 63)
    start.left -= count
    start.minimum = rules.least if start.left else 1
    if start.left and rules.lenient_hand:
        start.minimum = min(start.minimum, held + count)
    start.laid, start.lock, start.has_three, start.touched = 0, FREE, 0, 0
    start.skulls, start.due = 0, start.fires


# --- a beginner -------------------------------------------------------------------------------------------------------


@inner
def _lay_nearest(turn: Record, rules: Record, level: Record, paper: Paper) -> None:
    """Plan what a beginner would lay, card by card."""
    now, planned = paper.lists.now, paper.lists.planned
    for place in range(at.TURN_SIZE):
        now[place] = turn[place]
    length, over = 0, False
    while not over:
        action = _next_nearest(now, rules, level, paper)
        length += 1
        planned[length] = action
        over = lay(now, rules, action)
    planned[0] = length


@inner
def _next_nearest(now: Record, rules: Record, level: Record, paper: Paper) -> int:
    """Return what comes next: the nearest card that does not lose; the end of the turn; or what loses."""
    may_end, safe_end = now.laid >= now.minimum, ending(now, False) == 0
    count = _by_effort(now, level, paper)
    options, efforts = paper.lists.options, paper.priced.option_efforts
    first = options[0] if count else END
    if safe_end:
        reach, tempted = level.novice_tempting if now.left else level.novice_tempting_late, 0
        while tempted < count and efforts[tempted] <= reach:
            tempted += 1
        count = tempted
    if safe_end or _is_safe(now, rules, paper):
        for place in range(count):
            _by_effort(now, level, paper)  # the search before has written over them
            action = options[place]
            if _survives(now, rules, paper, action):
                return action  # type: ignore[no-any-return]  # int64
    return END if may_end else first


@inner
def _is_safe(now: Record, rules: Record, paper: Paper) -> bool:
    put_start(paper, now)
    return find_safe(paper, rules) != NOWHERE


@inner
def _survives(now: Record, rules: Record, paper: Paper, action: int) -> bool:
    """Tell whether a card loses neither at once nor by leaving no way to end the turn."""
    put_start(paper, now)
    after = spot_at(paper, START)
    if lay(after, rules, action):
        return after.status != LOST  # type: ignore[no-any-return]
    return find_safe(paper, rules) != NOWHERE


@inner
def _by_effort(now: Record, level: Record, paper: Paper) -> int:
    """List every card and pile, what seems nearest first; return how many they are."""
    options, efforts = paper.lists.options, paper.priced.option_efforts
    count = legal_moves(now, options)
    if count and options[count - 1] == END:
        count -= 1
    for place in range(count):
        action, before = options[place], place
        effort = _effort(now, level, paper.priced, action)
        while before > 0 and efforts[before - 1] > effort:
            efforts[before], options[before] = efforts[before - 1], options[before - 1]
            before -= 1
        efforts[before], options[before] = effort, action
    return count


@inner
def _effort(now: Record, level: Record, priced: Record, action: int) -> float:
    """Return how far a card seems to go; a retro that is missed looks like no good idea at all."""
    card, pile = (action >> 2) + 2, action & 3
    on = bits.upright(card, pile) - now.heights[pile]
    if on < 0 and checksum_of_card(now, card) % int(level.novice_missed) == 0:
        return level.novice_effort  # type: ignore[no-any-return]  # float64
    return on + pile_price(priced, pile, on)  # type: ignore[no-any-return]  # float64
