"""What others ask for in so many words: that a card be covered, or left, or a kind of command not laid."""

from __future__ import annotations

from . import bits
from . import layout as at
from .codes import ABSTAIN, COVER, FIRE, LEAVE, STOP
from .compiling import Record, inner


@inner
def set_aside(end: Record, view: Record, rules: Record) -> int:
    """Return how many requests of others a turn that ends so would not heed."""
    asked, count = 0, 0
    for seat in range(view[at.SEATS]):
        asked |= view[at.SAID + seat]
    if asked >> COVER == 0:
        return 0
    for pile in range(4):
        moved = end[at.HEIGHTS + pile] != view[at.OPENING + pile]
        if asked >> (pile + (LEAVE if moved else COVER)) & 1:
            count += 1
    laid_low, laid_high = view[at.UNPLAYED] & ~end[at.UNPLAYED], view[at.UNPLAYED + 1] & ~end[at.UNPLAYED + 1]
    for mark in range(STOP, FIRE):
        kind = at.CARDS_WITH + 2 * mark
        if asked >> (mark + ABSTAIN) & 1 and bits.count(laid_low & rules[kind], laid_high & rules[kind + 1]):
            count += 1
    return count
