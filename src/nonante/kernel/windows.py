"""What a wide network is told of a turn's end: the features, and behind them a window on the cards around each pile."""

from __future__ import annotations

from . import bits
from . import layout as at
from .bits import shifted
from .compiling import Record, inner
from .features import features, pile_at, roomier


@inner
def inputs(end: Record, view: Record, rules: Record, x: Record) -> int:
    """Write all that the network of a game is told of a turn's end, and return how many numbers that is."""
    size = features(end, view, rules, x)
    if rules[at.CELLS] > at.HIDDEN:
        _write_windows(end, shifted(x, size))
        size += at.WINDOWS
    return size


@inner
def _write_windows(end: Record, x: Record) -> None:
    """Write the windows on the cards around each pile, in the order of the piles' features."""
    free_low, free_high = end[at.UNPLAYED] & ~end[at.HAND], end[at.UNPLAYED + 1] & ~end[at.HAND + 1]
    down_low, down_high = bits.flipped_low(free_low, free_high), bits.flipped_high(free_low, free_high)
    first, third = roomier(end, 0), roomier(end, 2)
    for place in range(4):
        pile, of_pile = pile_at(place, first, third), shifted(x, place * at.WINDOW_SIZE)
        height, hand = end[at.HEIGHTS + pile], shifted(end, at.HAND + (pile & 2))
        free = bits.window(free_low if pile < 2 else down_low, free_high if pile < 2 else down_high, height)
        held = bits.window(hand[0], hand[1], height)
        for number in range(at.WINDOW_BELOW + at.WINDOW_ABOVE):
            of_pile[at.WINDOW_HELD + number] = held >> number & 1
            of_pile[at.WINDOW_UNSEEN + number] = free >> number & 1
        for number, least in enumerate(at.WINDOW_HEIGHTS):
            of_pile[at.WINDOW_REACHED + number] = 1 if height >= least else 0
