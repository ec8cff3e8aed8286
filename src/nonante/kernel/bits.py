"""Sets of cards, as interpreted code reads them; compiled code has instructions of the same names (`machine`).

A set of numbers 2 to 99 is two words. Compiled, they are the halves of a 128-bit integer, bit n for number n;
interpreted, the first word holds the whole set.
"""
# ruff: noqa: ARG001 - the second word

from __future__ import annotations

from typing import Any, TypeVar

from .compiling import COMPILED
from .fields import ArrayRecord

T = TypeVar("T")


def count(low: int, high: int) -> int:
    """Return how many numbers are in the set."""
    return low.bit_count()


def pairs(low: int, high: int) -> int:
    """Return how many of them have their number + 10 in it too."""
    return (low & low >> 10).bit_count()


def between(low: int, high: int, first: int, last: int) -> int:
    """Return how many of them lie between two numbers."""
    return (low & (1 << last) - 1 & -1 << first + 1).bit_count()


def holds(low: int, high: int, number: int) -> int:
    """Return 1 if the set holds the number; none does if that is negative."""
    return low << 10 >> number + 10 & 1


def above(low: int, high: int, height: int) -> int:
    """Return the lowest number in the set above the height, 0 if there is none."""
    rest = low >> height + 1
    return (rest & -rest).bit_length() + height if rest else 0


def above_linked(low: int, high: int, height: int) -> int:
    """Return the lowest number above the height whose number - 10 is in the set too, 0 if there is none."""
    return above(low & low << 10, high, height)


def shortest(low: int, high: int, height: int) -> int:
    """Return the shortest step to a number in the set, a retro first; 129 if there is none."""
    if holds(low, high, height - 10):
        return -10
    near = above(low, high, height)
    return near - height if near else 129


def window(low: int, high: int, first: int) -> int:
    """Return 32 numbers of the set from one on, which may be negative, as bits of a word."""
    return (low >> first if first > 0 else low << -first) & (1 << 32) - 1


def lowest(word: int) -> int:
    """Return the lowest number in a set of one word."""
    return (word & -word).bit_length() - 1


def fits(low: int, high: int, rise_1: int, rise_2: int, fall_1: int, fall_2: int) -> int:
    """Return how many cards fit 0, 1, 2 and 3 of four heights, in 16 bits each."""
    # A binary adder over whole sets: which cards fit an odd number of piles, which two or three, which all four.
    rise_a, rise_b = -1 << rise_1 + 1, -1 << rise_2 + 1
    fall_c, fall_d = (1 << 101 - fall_1) - 1, (1 << 101 - fall_2) - 1
    odd_rise, odd_fall = rise_a ^ rise_b, fall_c ^ fall_d
    odd = odd_rise ^ odd_fall
    twos = (rise_a & rise_b) ^ (fall_c & fall_d) ^ (odd_rise & odd_fall)
    none = (low & ~(rise_a | rise_b | fall_c | fall_d)).bit_count()
    one, two, three = (low & odd & ~twos).bit_count(), (low & twos & ~odd).bit_count(), (low & odd & twos).bit_count()
    return none | one << 16 | two << 32 | three << 48


def upright(number: int, pile: int) -> int:
    """Return what a card counts on a pile, or the card that counts so much there."""
    return number if pile < 2 else 101 - number


def action_of(height: int, pile: int) -> int:
    """Return the action that brings a pile to a height."""
    return 4 * (height if pile < 2 else 101 - height) - 8 + pile


def shows(shown: int, mark: int) -> int:
    """Return how many of the visible cards, packed as in a turn record, carry a mark."""
    return shown >> 4 * mark & 15


def ten_down(low: int, high: int) -> int:
    """Return the first word of the set with all numbers ten less."""
    return low >> 10


def flipped_low(low: int, high: int) -> int:
    """Return the first word of the set upside down."""
    return int(f"{low:0102b}"[::-1], 2)  # number n becomes 101 - n


def flipped_high(low: int, high: int) -> int:
    """Return its second word."""
    return 0


# --- records ----------------------------------------------------------------------------------------------------------


def pointer(array: Any, offset: int) -> Any:
    """Return where a record in an array begins: its numbers from an offset on."""
    return ArrayRecord(array.reshape(-1), offset)


def pointers(bundle: T) -> T:
    """Return a named tuple of arrays with where each begins instead."""
    raise NotImplementedError("only compiled code has arrays")


def shifted(record: Any, offset: int) -> Any:
    """Return a record from one of its places on."""
    return record.shifted(offset)


def numbers_at(address: Any) -> Any:
    """Return the record that lies at an address of 64-bit integers; see `memory.address`."""
    return ArrayRecord(address, 0)


words_at = bytes_at = floats_at = numbers_at  # unsigned integers of 64 bits, integers of 8, floats of 32


def spread(out: Any, place: int, low: int, high: int) -> None:
    """Write 98 bytes from a place on: 1 for each card of a set, else 0."""
    for card in range(2, 100):
        out[place + card - 2] = low >> card & 1


def gather(record: Any, place: int) -> int:
    """Return which of the 64 bytes from a place on are not 0, as bits of a word."""
    return sum(1 << bit for bit in range(64) if record[place + bit])


if COMPILED:
    from . import machine

    globals().update({name: value for name, value in vars(machine).items() if name in globals() and name[0] != "_"})
