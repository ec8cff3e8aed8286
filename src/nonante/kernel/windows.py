"""What a wide network is told of a turn's end beside the features: a window on the cards around each pile."""

from __future__ import annotations

from . import bits
from . import layout as at
from .bits import shifted
from .compiling import Record, forced, inner
from .features import features, pile_at, roomier


@inner
def inputs(end: Record, view: Record, rules: Record, x: Record) -> int:
    """Write all that a wide network is told of a turn's end, and return how many numbers that is."""
    size = features(end, view, rules, x)
    for place in range(size, size + at.WINDOWS):
        x[place] = 0
    first, third = roomier(end, 0), roomier(end, 2)
    for place in range(4):
        pile, of_pile = pile_at(place, first, third), shifted(x, size + place * at.WINDOW_SIZE)
        held, unseen = window_held(end, pile), window_unseen(end, pile)
        for number in range(at.WINDOW_BELOW + at.WINDOW_ABOVE):
            of_pile[at.WINDOW_HELD + number] = held >> number & 1
        for number in range(at.WINDOW_BELOW + at.WINDOW_ABOVE + len(at.WINDOW_HEIGHTS)):
            of_pile[at.WINDOW_UNSEEN + number] = unseen >> number & 1
    return size + at.WINDOWS


@forced
def window_held(end: Record, pile: int) -> int:
    """Return which cards around a pile are kept, as bits in the order of the network's inputs from WINDOW_HELD on."""
    hand = shifted(end, at.HAND + (pile & 2))
    return bits.window(hand[0], hand[1], end[at.HEIGHTS + pile])  # type: ignore[no-any-return]  # int64


@inner
def window_unseen(end: Record, pile: int) -> int:
    """Return which cards around a pile are unseen, and the heights it has reached, as bits from WINDOW_UNSEEN on."""
    low, high = end[at.UNPLAYED] & ~end[at.HAND], end[at.UNPLAYED + 1] & ~end[at.HAND + 1]
    if pile > 1:
        low, high = bits.flipped_low(low, high), bits.flipped_high(low, high)
    height = end[at.HEIGHTS + pile]
    window = bits.window(low, high, height)
    for number, least in enumerate(at.WINDOW_HEIGHTS):
        window |= (1 if height >= least else 0) << at.WINDOW_BELOW + at.WINDOW_ABOVE + number
    return window  # type: ignore[no-any-return]  # int64
