"""What others ask for: that a pile be spared, a card be covered, or left, or a kind of command not laid."""

from __future__ import annotations

from . import bits
from .codes import ABSTAIN, CAN_GO_BACK, COVER, FIRE, KEEP_OFF, LEAVE, PLAINLY, SMALL, SMALL_STEPS, STOP
from .compiling import inner
from .layout import Found, RulesRecord, View


@inner
def set_aside(end: Found, view: View, rules: RulesRecord) -> int:
    """Return how much a turn that ends so would set aside of what others ask for."""
    asked, count = 0, 0
    for seat in range(view.seats):
        asked |= view.said[seat]
    if asked == 0:
        return 0
    for pile in range(4):
        moved = end.heights[pile] - view.opening[pile]
        if asked >> (pile + (LEAVE if moved else COVER)) & 1:
            count += PLAINLY
        if moved and (asked >> (pile + 4 * KEEP_OFF) | asked >> (pile + 4 * CAN_GO_BACK)) & 1:
            count += 1 + max(moved, 0) // SMALL
        elif moved > SMALL and asked >> (pile + 4 * SMALL_STEPS) & 1:
            count += (moved - 1) // SMALL
    laid_low, laid_high = view.unplayed[0] & ~end.unplayed[0], view.unplayed[1] & ~end.unplayed[1]
    for mark in range(STOP, FIRE):
        kind = 2 * mark
        if asked >> (mark + ABSTAIN) & 1 and bits.count(
            laid_low & rules.cards_with[kind], laid_high & rules.cards_with[kind + 1]
        ):
            count += PLAINLY
    return count
