"""Whether the last cards can all be laid, where nothing is hidden any more: exactly."""

from __future__ import annotations

from . import bits, layout as at
from .codes import DRAW_ONE, FIRE, STOP
from .compiling import inner
from .layout import Position, RulesRecord


@inner
def is_decided(position: Position, rules: RulesRecord) -> bool:
    """Tell whether the next hand has all cards that are left; with commands that decides nothing."""
    carriers = rules.cards_with[2 * STOP] | rules.cards_with[2 * STOP + 1] | rules.cards_with[2 * DRAW_ONE]
    return carriers == 0 and bits.count(position.unplayed[0], position.unplayed[1]) <= rules.hand_size


@inner
def all_fit(position: Position, rules: RulesRecord, room: list[int]) -> bool:
    """Tell whether all cards that are left can be laid; `room` has places for four times all sets of 8 cards.

    For each pile and set of cards: which of them may come last on it. Then the sets are shared out among the piles. A
    fire must be covered, so its pile takes a card. One turn does it if any number of turns do.
    """
    count, card = 0, bits.above(position.unplayed[0], position.unplayed[1], 1)
    while card:
        room[4 << at.LAST_CARDS | count] = card
        count += 1
        card = bits.above(position.unplayed[0], position.unplayed[1], card)
    cards, full = 4 << at.LAST_CARDS, (1 << count) - 1
    for pile in range(4):
        height = position.heights[pile]
        fire = rules.special and rules.mark_of[bits.upright(height, pile)] == FIRE
        room[4 * 0 + pile] = 0 if fire else 1
        for some in range(1, full + 1):
            ends, rest = 0, some
            while rest:
                place = bits.lowest(rest)
                rest &= rest - 1
                number = bits.upright(room[cards + place], pile)
                before = some & ~(1 << place)
                if before == 0:
                    step = number - height
                    ends |= (1 if step > 0 or step == -10 else 0) << place
                    continue
                under = room[4 * before + pile]
                while under:
                    step = number - bits.upright(room[cards + bits.lowest(under)], pile)
                    under = 0 if step > 0 or step == -10 else under & under - 1
                    if step > 0 or step == -10:
                        ends |= 1 << place
            room[4 * some + pile] = ends
    for rising in range(full + 1):  # noqa: SIM110 - Numba has no any()
        if _shared(room, rising, 0) and _shared(room, full & ~rising, 2):
            return True
    return False


@inner
def _shared(room: list[int], some: int, pile: int) -> bool:
    """Tell whether a set of cards can be shared out between two piles."""
    one = some
    while True:
        if room[4 * one + pile] and room[4 * (some & ~one) + pile + 1]:
            return True
        if one == 0:
            return False
        one = one - 1 & some
