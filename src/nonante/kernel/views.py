"""A view record from a `View`: what one seat sees, as compiled thinking reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..rules import LETTERS, View, card_of
from ..rules.commands import FIRE, SKULL, THREE
from . import layout as at
from .codes import FREE


def write_view(record: Any, view: View, said: Sequence[int], *, opened: bool) -> None:
    """Write a view into a record; `said` is what each seat says, as bits.

    `opened` says that it is this seat's turn; otherwise its first turn of the game is to come.
    """
    laid = view.laid_this_turn if opened else ()
    touched = sum({1 << LETTERS.index(move[-1]) for move in laid})
    marks = view.rules.marks
    record[:] = 0
    _write_piles(record, view, touched, opened=opened)
    record[at.HAND : at.HAND + 2] = words(view.hand)
    record[at.HAND + 2 : at.HAND + 4] = words(101 - card for card in view.hand)
    record[at.UNPLAYED : at.UNPLAYED + 2] = words((*view.hand, *view.unseen))
    record[at.UNPLAYED_AT_OPENING : at.UNPLAYED_AT_OPENING + 2] = words(
        (*view.hand, *view.unseen, *(card_of(move) for move in laid))
    )
    record[at.LAID] = len(laid)
    record[at.MINIMUM] = view.minimum if opened else view.rules.minimum
    record[at.LOCK] = view.lock if opened else FREE
    record[at.HAS_THREE] = any(marks[card_of(move)] == THREE for move in laid)
    record[at.TOUCHED] = touched
    record[at.LEFT] = view.draw_count
    seats = view.rules.players
    record[at.SEAT], record[at.SEATS] = view.seat or 0, seats
    record[at.COUNTS : at.COUNTS + seats] = view.counts
    record[at.SAID : at.SAID + seats] = said


def _write_piles(record: Any, view: View, touched: int, *, opened: bool) -> None:
    for pile, top in enumerate(view.tops):
        mark, opening = view.rules.marks[top], view.opening[pile] if opened else top
        record[at.HEIGHTS + pile] = top if pile < 2 else 101 - top
        record[at.OPENING + pile] = opening if pile < 2 else 101 - opening
        record[at.SHOWN] += 1 << 4 * mark
        record[at.SKULLS] |= (mark == SKULL) << pile & touched
        record[at.FIRES] |= (mark == FIRE) << pile
    record[at.DUE] = record[at.FIRES] & ~touched


def words(numbers: Iterable[int]) -> tuple[int, int]:
    """Return a set of numbers as two words, in signed numbers."""
    cards = sum(1 << number for number in numbers)
    low, high = cards & (1 << 64) - 1, cards >> 64
    return low - (low >> 63 << 64), high
