"""Sets of cards in plain Python, without Numba; `kernel.bits` and `intrinsics` have the same, compiled."""

from __future__ import annotations

from typing import Any, TypeVar

from ..kernel import layout as at

T = TypeVar("T")
_WORD = (1 << 64) - 1


def plain(function: T) -> T:
    """Return a function as it is."""
    return function


def _cards(low: int, high: int) -> int:
    return int(low) & _WORD | (int(high) & _WORD) << 64


def count(low: int, high: int) -> int:
    """Return how many numbers are in the set."""
    return _cards(low, high).bit_count()


def holds(low: int, high: int, number: int) -> int:
    """Return 1 if the set holds the number."""
    return _cards(low, high) >> int(number) & 1


def above(low: int, high: int, height: int) -> int:
    """Return the lowest number in the set above the height, 0 if there is none."""
    rest = _cards(low, high) >> int(height) + 1
    return (rest & -rest).bit_length() + int(height) if rest else 0


def upright(number: int, pile: int) -> int:
    """Return what a card counts on a pile, or the card that counts so much there."""
    return number if pile < 2 else 101 - number


def shows(shown: int, mark: int) -> int:
    """Return how many of the visible cards carry a mark."""
    return shown >> 4 * mark & 15


def shifted(record: Any, offset: int) -> Any:
    """Return a record from one of its places on."""
    return record[offset:]


def spread(out: Any, place: int, low: int, high: int) -> None:
    """Write 98 bytes from a place on: 1 for each card of a set, else 0."""
    cards = _cards(low, high)
    out[place : place + at.CARDS] = [cards >> card & 1 for card in range(2, 100)]


def begin_turn(row: Any, rules: Any, seat: int) -> None:  # noqa: ARG001 - of the kernel
    """Give the first turn to a seat; `PlainEngine` lets `rules` do the rest."""
    row[at.ACTIVE] = seat
