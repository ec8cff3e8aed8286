"""How a careful person answers: with the turn that moves the piles least, mindful of what others asked."""

from __future__ import annotations

from typing import Final

from . import bits
from . import layout as at
from .bits import shows
from .codes import CAN_GO_BACK, DRAW_ONE, FIRE, KEEP_OFF, NO_RETRO, ONE_PILE, SMALL_STEPS
from .compiling import Record, inner
from .memory import nth
from .scratch import Scratch

# In numbers that the piles move on; about what `steady` goes by.
_CARD: Final = 2  # a card beyond the minimum is worth so much
_CARD_LATE: Final = 10  # the same once the draw pile is empty
_KEEP_OFF: Final = 12  # what it costs to move a pile that somebody wants to be left alone
_LEFT: Final = 6  # what it costs to leave a command to the next player; a fire costs twice as much


@inner
def plainest_turn(view: Record, rules: Record, scratch: Scratch, count: int) -> int:
    """Return the place of the turn that costs least, of those found."""
    best, least = 0, 1 << 40
    for place in range(count):
        cost = _cost(nth(scratch.turns, at.FOUND_SIZE, place), view, rules)
        if cost < least:
            best, least = place, cost
    return best


@inner
def _cost(end: Record, view: Record, rules: Record) -> int:
    """Return how far a turn moves the piles on, and what it costs the others by their own words."""
    unplayed = bits.count(end.unplayed[0], end.unplayed[1])
    cost = (_CARD if view.left else _CARD_LATE) * unplayed  # the more are laid, the fewer are left
    for pile in range(4):
        moved = end.heights[pile] - view.opening[pile]
        cost += moved
        for seat in range(view.seats if moved else 0):
            said = view.said[seat]
            cost += _KEEP_OFF * ((said >> (pile + 4 * KEEP_OFF) | said >> (pile + 4 * CAN_GO_BACK)) & 1)
            cost += max(moved, 0) * (said >> (pile + 4 * SMALL_STEPS) & 1)
    if rules.special:
        shown = end.found_shown
        cost += _LEFT * (shows(shown, NO_RETRO) + shows(shown, ONE_PILE) + shows(shown, DRAW_ONE))
        cost += 2 * _LEFT * shows(shown, FIRE)
    return cost  # type: ignore[no-any-return]  # int64
