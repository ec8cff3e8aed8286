"""The ways a turn may go, layer by layer, as `nonante.turn` finds them: the same plans in the same order.

A spot is a moment of a turn with the way that led to it; all spots of a search lie in one row.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from . import bits
from . import layout as at
from .bits import shifted
from .codes import END, FREE, LOST, ONE_PILE_BROKEN, PLAYING, STOP
from .compiling import Record, forced, inlined, inner
from .randomness import mix
from .turn import ending, lay, legal_moves, retro_open

NOWHERE: Final = -1  # instead of an end: there is none
_ANY_STEP: Final = 100
_MOST_SEEN: Final = 60_000  # moments that a search for any safe way looks at
_HIGHEST: Final = 401  # more than four heights together
# For arguments: Numba compiles a function once more for every bare number it is called with.
START: Any = np.int64(0)  # the first spot
TO_BE_ENDED: Any = np.int64(0)
BY_ITSELF: Any = np.int64(1)
_EXACT: Any = np.int64(1)
_BY_END: Any = np.int64(2)


class Paper(NamedTuple):
    """Room to think in; see `layout` for the sizes."""

    spots: Any
    met: Any
    """A table of the moments met; empty between two searches."""
    lists: Any
    priced: Any
    """What others asked for, and what the ends are worth."""
    ranks: Any
    """How many moments of a layer have each sum of heights."""


class Extent(NamedTuple):
    """How far a search looks: as `turn.Scope`."""

    width: int
    reach: int
    extra: int
    beam: int


@forced
def spot_at(paper: Paper, place: int) -> Record:
    """Return a spot."""
    return shifted(paper.spots, place * at.SPOT_SIZE)


@inner
def put_start(paper: Paper, turn: Record) -> None:
    """Let a turn begin at spot 0."""
    start = spot_at(paper, START)
    for place in range(at.TURN_SIZE):
        start[place] = turn[place]
    start[at.SPOT_BEFORE] = NOWHERE
    start[at.STATUS], start[at.REASON] = PLAYING, 0


@inner
def find_ends(paper: Paper, rules: Record, extent: Extent) -> int:
    """List the safe ends of the turn at spot 0, each once, and return how many; the longest way seen is the plan."""
    lists, start = paper.lists, spot_at(paper, START)
    lists[at.SPOTS], lists[at.ENDS], lists[at.SLOTS] = 1, 0, 0
    layer, following = shifted(lists, at.LAYER), shifted(lists, at.FOLLOWING)
    most, reach = max(1, start[at.MINIMUM] - start[at.LAID]) + extent.extra, extent.reach
    if start[at.LEFT] == 0:
        most, reach = bits.count(start[at.HAND], start[at.HAND + 1]), _ANY_STEP
    layer[0], size, deepest = 0, 1, 0
    for depth in range(most + 1):
        count, first = 0, lists[at.SPOTS]
        for place in range(size):
            spot = layer[place]
            calm = ending(spot_at(paper, spot), False) == 0
            if calm:
                _note_end(paper, spot, TO_BE_ENDED)
            if depth < most:
                options = next_cards(paper, spot, extent.width, reach if calm else _ANY_STEP)
                for option in range(options):
                    count = _go_on(paper, rules, spot, lists[at.OPTIONS + option], first, count)
        if lists[at.SPOTS] > first:
            deepest = first
        size = _narrow(paper, count, extent.beam)
        for place in range(size):
            layer[place] = following[place]
    _forget(paper)
    write_plan(paper, deepest, BY_ITSELF)
    return lists[at.ENDS]  # type: ignore[no-any-return]  # int64


@inner
def _go_on(paper: Paper, rules: Record, spot: int, action: int, first: int, count: int) -> int:
    """Lay a card at a spot; return how many moments the next layer then has.

    The first way of a layer is kept in any case: it is the longest so far.
    """
    lists = paper.lists
    place = lists[at.SPOTS]
    kept, child = place == first, _child(paper, spot, action)
    if lay(child, rules, action) and not _only_stuck(child, rules, action):
        if child[at.STATUS] != LOST:
            kept |= _note_end(paper, place, BY_ITSELF)
    elif not hopeless(child) and _is_new(paper, child, _EXACT):
        lists[at.FOLLOWING + count] = place
        count += 1
        kept = True
    if kept:
        lists[at.SPOTS] += 1
    return count


@inlined
def _child(paper: Paper, spot: int, action: int) -> Record:
    """Return a copy of a spot at the end of the row, reached from it by an action that is not played yet."""
    before, child = spot_at(paper, spot), spot_at(paper, paper.lists[at.SPOTS])
    for place in range(at.TURN_SIZE):
        child[place] = before[place]
    child[at.SPOT_BEFORE], child[at.SPOT_ACTION] = spot, action
    return child


@inner
def _only_stuck(turn: Record, rules: Record, action: int) -> bool:
    """Tell whether a turn is lost only because nothing can be laid any more, which a search notices a layer later."""
    closed = rules[at.MARK_OF + (action >> 2) + 2] == STOP or (turn[at.HAS_THREE] and turn[at.LAID] >= 3)
    closed = closed or turn[at.HAND] | turn[at.HAND + 1] == 0
    return turn[at.STATUS] == LOST and not closed and turn[at.REASON] != ONE_PILE_BROKEN


@inner
def hopeless(turn: Record) -> bool:
    """Tell whether a card that must be covered this turn can be covered by nothing in hand, whatever comes before."""
    for pile in range(4):
        if (turn[at.SKULLS] | turn[at.DUE]) >> pile & 1:
            low, high = turn[at.HAND + (pile & 2)], turn[at.HAND + (pile & 2) + 1]
            height = turn[at.HEIGHTS + pile]
            if bits.above(low, high, height) == 0 and bits.holds(low, high, height - 10) == 0:
                return True
    return False


@inner
def next_cards(paper: Paper, spot: int, width: int, reach: int) -> int:
    """List what is worth laying next, as `turn.next_cards`, and return how many they are."""
    turn, options = spot_at(paper, spot), shifted(paper.lists, at.OPTIONS)
    retro, count = retro_open(turn), 0
    for pile in range(4):
        if turn[at.LOCK] != FREE and turn[at.LOCK] != pile:
            continue
        low, high = turn[at.HAND + (pile & 2)], turn[at.HAND + (pile & 2) + 1]
        height = turn[at.HEIGHTS + pile]
        if retro and bits.holds(low, high, height - 10):
            options[count] = bits.action_of(height - 10, pile)
            count += 1
        near, within = height, True
        for _ in range(width):
            card = bits.above(low, high, near)
            if card == 0:
                break
            within = card - height <= reach
            if not within:
                break
            options[count], near = bits.action_of(card, pile), card
            count += 1
        linked = bits.above_linked(low, high, near) if retro and within else 0
        if linked and linked - height - 10 <= reach:
            options[count] = bits.action_of(linked, pile)
            count += 1
    return count


# --- the moments met --------------------------------------------------------------------------------------------------


@inner
def _is_new(paper: Paper, turn: Record, kind: int) -> bool:
    """Remember a moment, or with `_BY_END` where it leaves piles and hand; tell whether it was not met before."""
    tops = kind << 60
    for pile in range(4):
        tops |= turn[at.HEIGHTS + pile] << 8 * pile
    if kind == _EXACT:
        tops |= (turn[at.LOCK] + 1) << 32 | turn[at.HAS_THREE] << 36 | turn[at.TOUCHED] << 40
    key = mix(np.uint64(turn[at.HAND]) + mix(np.uint64(turn[at.HAND + 1]) + mix(np.uint64(tops))))
    moment = np.int64(key) | 1
    place = np.int64(key >> np.uint64(40)) & (at.MET_SIZE - 1)
    while paper.met[place] != 0:
        if paper.met[place] == moment:
            return False
        place = (place + 1) & (at.MET_SIZE - 1)
    paper.met[place] = moment
    paper.lists[at.TAKEN + paper.lists[at.SLOTS]] = place
    paper.lists[at.SLOTS] += 1
    return True


@inner
def _forget(paper: Paper) -> None:
    """Empty the table of moments."""
    for slot in range(paper.lists[at.SLOTS]):
        paper.met[paper.lists[at.TAKEN + slot]] = 0
    paper.lists[at.SLOTS] = 0


@inner
def _note_end(paper: Paper, spot: int, by_itself: int) -> bool:
    """List an end, unless one that leaves the same is listed; tell whether it was not."""
    lists = paper.lists
    if not _is_new(paper, spot_at(paper, spot), _BY_END):
        return False
    lists[at.END_SPOTS + lists[at.ENDS]] = 2 * spot + by_itself
    lists[at.ENDS] += 1
    return True


@inner
def _narrow(paper: Paper, count: int, beam: int) -> int:
    """Keep the moments of the next layer that moved the tops least, in order; return how many are left."""
    if count <= beam:
        return count
    ranks, layer, following = paper.ranks, shifted(paper.lists, at.LAYER), shifted(paper.lists, at.FOLLOWING)
    for rank in range(_HIGHEST):
        ranks[rank] = 0
    for place in range(count):
        ranks[_rank(spot_at(paper, following[place])) + 1] += 1
    for rank in range(1, _HIGHEST):
        ranks[rank] += ranks[rank - 1]
    for place in range(count):
        rank = _rank(spot_at(paper, following[place]))
        layer[ranks[rank]] = following[place]
        ranks[rank] += 1
    for place in range(beam):
        following[place] = layer[place]
    return beam


@forced
def _rank(turn: Record) -> int:
    a, b, c, d = turn[at.HEIGHTS], turn[at.HEIGHTS + 1], turn[at.HEIGHTS + 2], turn[at.HEIGHTS + 3]
    return a + b + c + d  # type: ignore[no-any-return]  # int64


# --- any safe way, and the last cards of a game that is lost ----------------------------------------------------------


@inner
def find_safe(paper: Paper, rules: Record) -> int:
    """Search every way of the turn at spot 0 for a safe end, as `turn.safe_plan`; return it, or `NOWHERE`."""
    lists, stack = paper.lists, shifted(paper.lists, at.LAYER)
    if hopeless(spot_at(paper, START)):
        return NOWHERE
    lists[at.SPOTS], lists[at.SLOTS] = 1, 0
    stack[0], size, found = 0, 1, NOWHERE
    while size and found == NOWHERE and lists[at.SPOTS] <= _MOST_SEEN:
        size -= 1
        spot = stack[size]
        if ending(spot_at(paper, spot), False) == 0:
            found = 2 * spot
            break
        for option in range(far_first(paper, spot)):
            child = _child(paper, spot, lists[at.OPTIONS + option])
            place = lists[at.SPOTS]
            over = lay(child, rules, lists[at.OPTIONS + option])
            if over and child[at.STATUS] != LOST:
                found = 2 * place + 1
                break
            if not over and not hopeless(child) and _is_new(paper, child, _EXACT):
                stack[size] = place
                size += 1
                lists[at.SPOTS] += 1
    _forget(paper)
    return found


@inner
def far_first(paper: Paper, spot: int) -> int:
    """List every card and pile, the nearest last, and return how many they are."""
    turn, options = spot_at(paper, spot), shifted(paper.lists, at.OPTIONS)
    count = legal_moves(turn, options)
    if count and options[count - 1] == END:
        count -= 1
    for place in range(1, count):
        option = options[place]
        step, before = _step(turn, option), place
        while before > 0 and _step(turn, options[before - 1]) < step:
            options[before] = options[before - 1]
            before -= 1
        options[before] = option
    return count


@forced
def _step(turn: Record, action: int) -> int:
    pile = action & 3
    return bits.upright((action >> 2) + 2, pile) - turn[at.HEIGHTS + pile]  # type: ignore[no-any-return]  # int64


@inner
def lay_last_cards(paper: Paper, rules: Record) -> None:
    """Go on with a plan for a game that is lost anyway: after its cards, whatever still can be laid."""
    planned, turn = shifted(paper.lists, at.PLANNED), spot_at(paper, START)
    given, over = planned[0], False
    planned[0] = 0
    while not over:
        if planned[0] >= given:
            options = far_first(paper, START)
            if options == 0:
                planned[1 + planned[0]] = END
                planned[0] += 1
                return
            planned[1 + planned[0]] = paper.lists[at.OPTIONS + options - 1]
        planned[0] += 1
        over = lay(turn, rules, planned[planned[0]])


@inner
def write_plan(paper: Paper, spot: int, by_itself: int) -> None:
    """Make the way to a spot the plan; the turn is ended behind it unless it ends by itself."""
    planned, length, place = shifted(paper.lists, at.PLANNED), 0, spot
    while place > 0:
        length += 1
        place = spot_at(paper, place)[at.SPOT_BEFORE]
    planned[0] = length if by_itself else length + 1
    planned[length + 1] = END
    place = spot
    while place > 0:
        planned[length] = spot_at(paper, place)[at.SPOT_ACTION]
        length -= 1
        place = spot_at(paper, place)[at.SPOT_BEFORE]
