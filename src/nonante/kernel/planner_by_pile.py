"""The planner by packets: it combines what each pile may take on its own, in games without marks.

A *packet* is a set of cards that one pile takes in one turn. Packets are met on four ways up the pile with the cards of
the hand, and the best combination of one packet a pile is the turn.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from . import bits, layout as at
from .bits import shifted
from .codes import ACTION_BITS, ACTION_MASK, END
from .compiling import forced, inlined, inner
from .fields import Record, cell, part, row
from .layout import Prices, Reference, State
from .planner import NO_PLAN, pile_value

# packets of one pile: none, the best of 1 to 6 cards, and the second nearest card alone
_OTHER: Final = 7
_PACKET: Final = 2  # numbers of a packet: the places of its cards in the hand as bits, and its actions

# ways up a pile
_NEAREST: Final = 0  # climb to the nearest card
_LATER: Final = 1  # pass over a card while its upper partner, ten above, is in the hand, and go back to it later
_PARTNER: Final = 2  # start with such a partner at once
_ALONE: Final = 3  # the second nearest card, and no further

# For an argument: Numba compiles a function once more for every bare number it is called with.
_ZERO: Any = np.int64(0)


class HandTable(Record):
    """The active hand, a column a card, from low to high."""

    card_heights = row(16)  # what the card counts on such a pile
    uppers = row(16)  # bit of the column of the card ten above, 0 if it is not in the hand
    lowers = row(16)  # the same for ten below
    ranks_below = row(16)  # how many cards not laid yet lie below it
    hand_places = row(16)  # bit of its place in the hand
    with_upper = cell()  # bits of all columns whose card has an upper one
    with_lower = cell()


class Packets(Record):
    """What this planner keeps in the memory of a `Planning`."""

    packets = row(4 * at.PACKETS * _PACKET)
    ascending_hand = part(HandTable)  # for the piles that ascend
    descending_hand = part(HandTable)  # for those that descend, upside down


class _Climb(NamedTuple):
    """What is the same on every way up one pile."""

    pile: int
    opening: int
    hand: int
    """The columns of all cards."""
    begin: int
    """The first column above the pile."""
    back: int
    """The column of the card that goes back at once, as a bit, or 0."""
    pairs: int
    """Pairs of cards ten apart in the hand."""
    rank: int
    """How many cards not laid yet lie below the pile."""
    needed: int
    weight: float
    """The weight of a card laid."""


@inner
def _list_hand(state: State, work: Packets) -> None:
    """Write the active hand down as a table for the rising piles and one for the falling piles."""
    low, high = state.hand[0], state.hand[1]
    unplayed_low, unplayed_high = state.unplayed[0], state.unplayed[1]
    rise, fall = work.ascending_hand, work.descending_hand
    last, others = bits.count(low, high) - 1, bits.count(unplayed_low, unplayed_high) - 1
    height = lowers = uppers = fall_lowers = fall_uppers = 0
    for card in range(last + 1):
        height = bits.above(low, high, height)
        rank = bits.between(unplayed_low, unplayed_high, 1, height)
        mirror = last - card
        rise.card_heights[card], fall.card_heights[mirror] = height, 101 - height
        rise.ranks_below[card], fall.ranks_below[mirror] = rank, others - rank
        rise.hand_places[card] = fall.hand_places[mirror] = 1 << card
        rise.lowers[card] = fall.lowers[mirror] = rise.uppers[card] = fall.uppers[mirror] = 0
        if bits.holds(low, high, height - 10):
            partner = bits.between(low, high, 1, height - 10)
            rise.lowers[card] = 1 << partner
            rise.uppers[partner] = 1 << card
            fall.uppers[mirror] = 1 << (last - partner)
            fall.lowers[last - partner] = 1 << mirror
            lowers, uppers = lowers | 1 << partner, uppers | 1 << card
            fall_lowers, fall_uppers = fall_lowers | 1 << mirror, fall_uppers | 1 << (last - partner)
    rise.with_upper, rise.with_lower = lowers, uppers
    fall.with_upper, fall.with_lower = fall_lowers, fall_uppers


@inner
def _list_packets(state: State, player: Reference, work: Packets, prices: Prices, pile: int) -> None:
    """List what one pile may take this turn: nothing, the best packet of each size, and a second card alone."""
    side, opening = pile >> 1, state.heights[pile]
    low, high = state.hand[2 * side], state.hand[2 * side + 1]
    start = 0
    if bits.holds(low, high, opening - 10):
        start = 1 << bits.between(low, high, 1, opening - 10)
    climb = _Climb(
        pile,
        opening,
        (1 << bits.count(low, high)) - 1,
        bits.between(low, high, 1, opening),
        start,
        bits.pairs(low, high),
        bits.between(state.unplayed[0], state.unplayed[1], 101 - opening if side else 1, 100 if side else opening),
        state.minimum - state.laid if state.laid < state.minimum else 1,
        player.w_extra if state.left else player.w_extra_end,
    )
    packets = shifted(work.packets, pile * at.PACKETS * _PACKET)
    values = shifted(prices.packet_values, pile * at.PACKETS)
    packets[0] = 0
    values[0] = pile_value(state, player, prices, pile, opening, _ZERO) + player.w_pair * climb.pairs
    for count in range(1, at.PACKETS):
        values[count] = NO_PLAN
    for way in range(4):
        if climb.pairs or not _NEAREST < way < _ALONE:
            _climb(way, climb, state, player, work, prices)
    _drop_worse(values, climb.needed)


@forced
def _climb(way: int, climb: _Climb, state: State, player: Reference, work: Packets, prices: Prices) -> None:
    """List the packets met on one way up a pile. A card that goes back is always taken."""
    pile = climb.pile
    side = pile >> 1
    table = work.descending_hand if side else work.ascending_hand
    packets = shifted(work.packets, pile * at.PACKETS * _PACKET)
    values = shifted(prices.packet_values, pile * at.PACKETS)
    retro = -10 * player.w_step - 9 * player.w_live
    kept, first, pairs = climb.hand, climb.begin, climb.pairs
    back, blocked = climb.back, table.with_upper if _NEAREST < way < _ALONE else 0
    avoid = ~table.with_lower if way == _PARTNER else blocked
    if way == _ALONE:
        above = climb.hand >> climb.begin << climb.begin
        back, avoid = 0, above & -above
    places, actions, best = 0, 0, NO_PLAN
    for count in range(1, _OTHER):
        if back:
            card = bits.lowest(back)
        else:
            above = (kept & ~avoid) >> first
            if above == 0:
                break
            card = first + bits.lowest(above)
        height, lower = table.card_heights[card], table.lowers[card]
        places |= table.hand_places[card]
        actions |= bits.action_of(height, pile) << ACTION_BITS * (count - 1)
        kept ^= 1 << card
        first, back = card + 1, lower & kept
        blocked &= ~lower
        avoid = blocked
        pairs -= bits.count((table.uppers[card] | lower) & kept, 0)
        passed = table.ranks_below[card] - climb.rank + (1 if height < climb.opening else 0)
        value = pile_value(state, player, prices, pile, height, passed)
        value += climb.weight * count + player.w_pair * pairs
        place = _OTHER if way == _ALONE else count
        if value > values[place]:
            values[place] = value
            packets[place * _PACKET] = places
            packets[place * _PACKET + 1] = actions
        if way == _ALONE:
            break
        if count >= climb.needed:
            # No longer packet can beat this one if even all retros left do not bring back what the climb costs.
            best = values[count] if values[count] > best else best
            backs = pairs + (1 if back else 0)
            if value + climb.weight * (_OTHER - 1 - count) + backs * retro <= best:
                break


@forced
def _drop_worse(values: list[float], needed: int) -> None:
    """Drop the packets that lay more cards than needed and are worth less than a smaller one."""
    best = values[needed]
    for count in range(needed + 1, _OTHER):
        if values[count] <= best:
            values[count] = NO_PLAN
        else:
            best = values[count]


@inner
def _choose_packets(needed: int, packets: list[int], values: list[float]) -> int:
    """Return the best choice of one packet a pile with that many cards, 4 bits a pile, or -1 if there is none.

    A combination is left as soon as the best packets of the piles to come cannot save it, and a pile beyond the number
    needed is only laid on where that is worth it.
    """
    best, chosen = NO_PLAN, -1
    most_b, most_c, most_d = values[at.PACKETS], values[2 * at.PACKETS], values[3 * at.PACKETS]
    for count in range(1, at.PACKETS):
        value_b, value_c, value_d = (
            values[at.PACKETS + count],
            values[2 * at.PACKETS + count],
            values[3 * at.PACKETS + count],
        )
        most_b = value_b if value_b > most_b else most_b
        most_c = value_c if value_c > most_c else most_c
        most_d = value_d if value_d > most_d else most_d
    most_c += most_d
    most_b += most_c
    for a in range(at.PACKETS):
        value_a = values[a]
        if value_a + most_b <= best:
            continue
        cards_a = packets[a * _PACKET]
        over_a = bits.count(cards_a, 0) >= needed
        for b in range(at.PACKETS, 2 * at.PACKETS):
            value_b = value_a + values[b]
            if (
                value_b + most_c <= best
                or (over_a and values[b] < values[at.PACKETS])
                or cards_a & packets[b * _PACKET]
            ):
                continue
            cards_b = cards_a | packets[b * _PACKET]
            over_b = bits.count(cards_b, 0) >= needed
            for c in range(2 * at.PACKETS, 3 * at.PACKETS):
                value_c = value_b + values[c]
                if value_c + most_d <= best or (over_b and values[c] < values[2 * at.PACKETS]):
                    continue
                if cards_b & packets[c * _PACKET]:
                    continue
                cards_c = cards_b | packets[c * _PACKET]
                for d in range(3 * at.PACKETS, 4 * at.PACKETS):
                    if value_c + values[d] <= best:
                        continue
                    cards_d = packets[d * _PACKET]
                    if not cards_c & cards_d and bits.count(cards_c | cards_d, 0) >= needed:
                        best = value_c + values[d]
                        chosen = a | (b & 7) << 4 | (c & 7) << 8 | (d & 7) << 12
    return chosen


@inlined
def plan_by_packets(state: State, player: Reference, work: Any, prices: Prices) -> None:
    """Combine the packets of all piles into the best turn and leave it as the plan.

    Where no combination reaches the minimum, the plan lays what it can; the rest of the turn is planned again.
    """
    _list_hand(state, work)
    for pile in range(4):
        _list_packets(state, player, work, prices, pile)
    needed = state.minimum - state.laid if state.laid < state.minimum else 0
    chosen, aim = -1, needed
    while chosen < 0:
        chosen = _choose_packets(aim, work.packets, prices.packet_values)
        aim -= 1
    plan = work.plan
    length = 0
    for pile in range(4):
        packet = shifted(work.packets, (pile * at.PACKETS + (chosen >> 4 * pile & 7)) * _PACKET)
        for place in range(bits.count(packet[0], 0)):
            length += 1
            plan[length] = packet[1] >> ACTION_BITS * place & ACTION_MASK
    if length >= needed and length < bits.count(state.hand[0], state.hand[1]):
        length += 1
        plan[length] = END
    plan[0] = length
