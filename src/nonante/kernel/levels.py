"""How `novice`, `steady` and `strong` think: interpreted at a table, compiled in games by the thousand."""

from __future__ import annotations

import zlib
from typing import Any, Final

from . import bits
from .beam import NOWHERE, START, Extent, find_ends, find_safe, lay_last_cards, node_at, put_start, write_plan
from .codes import END, LOST, WON
from .compiling import forced, inner, int64
from .layout import PLAN_ROOM, TURNSTATE_SIZE, Level, LevelValues, RulesRecord, TurnState, View
from .level_values import asked_price, judged, left_showing, pile_price, travel, worth_of_card
from .memory import copy_turn, nth, table, toggle
from .randomness import shuffle
from .scratch import LevelScratch
from .turn import cards_to_draw, ending, lay, legal_moves, list_cards, new_turn

NOVICE, STEADY, CHAMPION = 0, 1, 3  # kinds of levels; `strong` is what is left

WINNING: Final = 1e300
WORST: Final = -1e300


@inner
def plan_level(view: View, rules: RulesRecord, level: Level, work: LevelScratch) -> None:
    """Leave the turn that a level would play as the plan."""
    if int(level.level_kind) == NOVICE:
        _lay_nearest(view, rules, level, work)
        return
    count = value_turns(view, rules, level, work)
    if count == 0:
        return
    if thinks_ahead(view, level):
        picked = pick_turns(level, work, count)
        chosen, most, seed = 0, WORST, checksum_of_draws(view)
        for place in range(picked if picked > 1 else 0):
            total = 0.0
            for draw in range(int(level.outlook_draws)):
                total += next_worth(view, rules, level, work, place, seed + draw)
            if total > most:
                chosen, most = place, total
        for place in range(PLAN_ROOM):
            work.lists.planned[place] = work.lists.foreseen_plans[PLAN_ROOM * chosen + place]
    else:
        best = 0
        for place in range(count):
            if work.values.end_values[place] > work.values.end_values[best]:
                best = place
        end = work.lists.end_nodes[best]
        write_plan(work, end >> 1, end & 1)


@inner
def value_turns(view: View, rules: RulesRecord, level: Level, work: LevelScratch) -> int:
    """Find the ends of the turn and what each is worth; return how many.

    Where there is none, 0 is returned, and any safe turn is left as the plan, or one that lays as much as can be laid.
    """
    put_start(work, view)
    extent = Extent(int(level.level_width), int(level.level_reach), int(level.level_extra), int(level.level_beam))
    count = find_ends(work, rules, extent)
    if count == 0:
        safe = find_safe(work, rules)
        if safe == NOWHERE:
            lay_last_cards(work, rules)
        else:
            write_plan(work, safe >> 1, safe & 1)
    for place in range(count):
        end = node_at(work, work.lists.end_nodes[place] >> 1)
        work.values.end_values[place] = value_of_end(end, view, rules, level, work.values)
    return count


@inner
def value_of_end(end: TurnState, view: View, rules: RulesRecord, level: Level, values: LevelValues) -> float:
    """Return what a turn is worth that ends so."""
    if end.status == WON:
        return WINNING
    asked = asked_price(end, view, rules, values)
    if int(level.level_kind) == STEADY:
        cards = worth_of_card(end, view, level) * (end.laid - end.minimum)
        return cards - travel(end, view) - asked + left_showing(end, level)
    return judged(end, rules, level, values.counted) - asked


# --- a turn ahead, alone ----------------------------------------------------------------------------------------------


@inner
def thinks_ahead(view: View, level: Level) -> bool:
    """Tell whether a level thinks about the next turn: alone, with drawn cards still to come."""
    return level.outlook_plans > 0 and view.seats == 1 and view.left > 0


@inner
def pick_turns(level: Level, work: LevelScratch, count: int) -> int:
    """Keep the best turns that are about as good, the best first; return how many. One that wins is alone."""
    lists, values, taken = work.lists, work.values.end_values, work.values.option_efforts
    picked, least = 0, WORST
    while picked < min(int(level.outlook_plans), count):
        best = -1
        for place in range(count):
            if values[place] > WORST and (best < 0 or values[place] > values[best]):
                best = place
        value, end = values[best], lists.end_nodes[best]
        if value < least:
            break
        if picked == 0:
            least = value - level.outlook_margin
        values[best], taken[picked] = WORST, value
        write_plan(work, end >> 1, end & 1)
        for offset in range(PLAN_ROOM):
            lists.foreseen_plans[PLAN_ROOM * picked + offset] = lists.planned[offset]
        copy_turn(node_at(work, end >> 1), nth(lists.foreseen_ends, TURNSTATE_SIZE, int64(picked)))
        picked += 1
        if value == WINNING:
            break
    return picked


@inner
def next_worth(view: View, rules: RulesRecord, level: Level, work: LevelScratch, place: int, seed: int) -> float:
    """Return what the next turn is worth after a turn that was kept, once cards are drawn in an order by this seed.

    Where that turn ends is left as the first of the ends; there are none where it wins, or where there is no such turn.
    """
    lists, value = work.lists, work.values.option_efforts[place]
    _order_cards(view, work, seed)
    _draw_next(nth(lists.foreseen_ends, TURNSTATE_SIZE, place), rules, work)
    extent = Extent(
        int(level.outlook_width), int(level.outlook_reach), int(level.outlook_extra), int(level.outlook_beam)
    )
    count = find_ends(work, rules, extent)
    worth, first = value - level.outlook_stuck, lists.end_nodes[0]
    for number in range(count):
        node = lists.end_nodes[number]
        end = node_at(work, node >> 1)
        if end.status == WON:
            lists.ends = 0
            return value + level.outlook_stuck
        own = judged(end, rules, level, work.values.counted)
        if number == 0 or own > worth:
            worth, first = own, node
    lists.end_nodes[0] = first
    return worth


@inner
def _order_cards(turn: TurnState, work: LevelScratch, seed: int) -> None:
    """Write an order in which the unseen cards may come."""
    order = work.lists.cards_to_come
    shuffle(order, list_cards(turn.unplayed[0] & ~turn.hand[0], turn.unplayed[1] & ~turn.hand[1], order), seed)


@inner
def _draw_next(end: TurnState, rules: RulesRecord, work: LevelScratch) -> None:
    """Let one's next turn begin at node 0, once the next cards are drawn."""
    put_start(work, end)
    start = node_at(work, START)
    count = max(0, min(cards_to_draw(start, rules), start.left))  # an arranged hand may be too large
    for place in range(count):
        toggle(start.hand, work.lists.cards_to_come[place])
    start.left -= count
    new_turn(start, rules)


# --- a beginner -------------------------------------------------------------------------------------------------------


@inner
def _lay_nearest(turn: TurnState, rules: RulesRecord, level: Level, work: LevelScratch) -> None:
    """Plan what a beginner would lay, card by card."""
    now, planned = work.lists.now, work.lists.planned
    copy_turn(turn, now)
    length, over = 0, False
    while not over:
        action = _next_nearest(now, rules, level, work)
        length += 1
        planned[length] = action
        over = lay(now, rules, action)
    planned[0] = length


@inner
def _next_nearest(now: TurnState, rules: RulesRecord, level: Level, work: LevelScratch) -> int:
    """Return what comes next: the nearest card that does not lose; the end of the turn; or what loses."""
    may_end, safe_end = now.laid >= now.minimum, ending(now, False) == 0
    count = by_effort(now, rules, level, work)
    options, efforts = work.lists.nearest, work.values.option_efforts
    first = options[0] if count else END
    if safe_end:
        reach, tempted = level.novice_tempting if now.left else level.novice_tempting_late, 0
        while tempted < count and efforts[tempted] <= reach:
            tempted += 1
        count = tempted
    if safe_end or _is_safe(now, rules, work):
        for place in range(count):
            if survives(now, rules, work, options[place]):
                return options[place]
    return END if may_end else first


@inner
def _is_safe(now: TurnState, rules: RulesRecord, work: LevelScratch) -> bool:
    put_start(work, now)
    return find_safe(work, rules) != NOWHERE


@inner
def survives(now: TurnState, rules: RulesRecord, work: LevelScratch, action: int) -> bool:
    """Tell whether a card loses neither at once nor by leaving no way to end the turn."""
    put_start(work, now)
    after = node_at(work, START)
    if lay(after, rules, action):
        return after.status != LOST
    return find_safe(work, rules) != NOWHERE


@inner
def by_effort(now: TurnState, rules: RulesRecord, level: Level, work: LevelScratch) -> int:
    """List every card and pile, what seems nearest first; return how many they are."""
    options, efforts = work.lists.nearest, work.values.option_efforts
    count = legal_moves(now, options)
    if count and options[count - 1] == END:
        count -= 1
    for place in range(count):
        action, before = options[place], place
        effort = _effort(now, rules, level, work.values, action)
        while before > 0 and efforts[before - 1] > effort:
            efforts[before], options[before] = efforts[before - 1], options[before - 1]
            before -= 1
        efforts[before], options[before] = effort, action
    return count


@inner
def _effort(now: TurnState, rules: RulesRecord, level: Level, values: LevelValues, action: int) -> float:
    """Return how far a card seems to go; a retro that is missed looks like no good idea at all."""
    card, pile = (action >> 2) + 2, action & 3
    on = bits.upright(card, pile) - now.heights[pile]
    if on < 0 and checksum_of_card(now, card) % int(level.novice_missed) == 0:
        return level.novice_effort
    return on + pile_price(values, pile, on) + values.asked_laid[rules.mark_of[card]]


# --- chance that follows from what a seat sees ------------------------------------------------------------------------


_START: Any = int64(0xFFFFFFFF)
_TABLE: Final = table(zlib.crc32(bytes([byte]), 0xFFFFFFFF) ^ 0xFFFFFFFF for byte in range(256))  # by byte
_OPEN, _CLOSE, _COMMA, _BLANK, _ZERO = b"(), 0"


@forced
def _byte(checksum: int, byte: int) -> int:
    following: int = _TABLE[(checksum ^ byte) & 255] ^ checksum >> 8
    return following


@inner
def _number(checksum: int, number: int) -> int:
    if number >= 100:
        checksum = _byte(checksum, _ZERO + number // 100)
    if number >= 10:
        checksum = _byte(checksum, _ZERO + number // 10 % 10)
    return _byte(checksum, _ZERO + number % 10)


@inner
def _separator(checksum: int) -> int:
    return _byte(_byte(checksum, _COMMA), _BLANK)


@inner
def _cards(checksum: int, low: int, high: int) -> int:
    """Go on with a sorted tuple of cards."""
    checksum, count = _byte(checksum, _OPEN), 0
    card = bits.above(low, high, 1)
    while card:
        checksum = _number(_separator(checksum) if count else checksum, card)
        count += 1
        card = bits.above(low, high, card)
    if count == 1:
        checksum = _byte(checksum, _COMMA)
    return _byte(checksum, _CLOSE)


@inner
def _tops(checksum: int, heights: list[int]) -> int:
    checksum = _byte(checksum, _OPEN)
    for pile in range(4):
        checksum = _number(_separator(checksum) if pile else checksum, bits.upright(heights[pile], pile))
    return _byte(checksum, _CLOSE)


@inner
def checksum_of_draws(view: View) -> int:
    """Return the checksum of the unseen cards, how many there are to draw, and the tops as the turn opened."""
    low, high = view.unplayed[0] & ~view.hand[0], view.unplayed[1] & ~view.hand[1]
    checksum = _separator(_cards(_byte(_START, _OPEN), low, high))
    checksum = _tops(_separator(_number(checksum, view.left)), view.opening)
    return _byte(checksum, _CLOSE) ^ 0xFFFFFFFF


@inner
def checksum_of_card(turn: TurnState, card: int) -> int:
    """Return the checksum of the tops, the hand and one of its cards."""
    checksum = _separator(_tops(_byte(_START, _OPEN), turn.heights))
    checksum = _separator(_cards(checksum, turn.hand[0], turn.hand[1]))
    return _byte(_number(checksum, card), _CLOSE) ^ 0xFFFFFFFF
