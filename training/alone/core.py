"""The core's records as Python writes them: which game is played, and how it stands."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Final

from nonante import Rules

MARKS: Final = 9
NONE, OPEN, WON, LOST = range(4)
"""How a turn's end stands; NONE is no end at all."""
PLAIN_WORDS, ALL_WORDS, NUMBERS = 44, 54, 16
"""Words of bits that a network is told, without and with marks, and numbers."""


class Cards(ctypes.Structure):
    """A set of cards: bit n for number n."""

    _fields_ = (("low", ctypes.c_uint64), ("high", ctypes.c_uint64))


class GameRecord(ctypes.Structure):
    """`Game` of core.h."""

    _fields_ = (
        *((name, ctypes.c_int) for name in ("hand_size", "least", "special", "commands")),
        ("mark", ctypes.c_uint8 * 104),
        ("with_mark", Cards * MARKS),
    )


class StateRecord(ctypes.Structure):
    """`State` of core.h."""

    _fields_ = (
        ("hand", Cards),
        ("unseen", Cards),
        ("height", ctypes.c_uint8 * 4),
        ("status", ctypes.c_uint8),
        ("spare", ctypes.c_uint8),
        ("score", ctypes.c_int16),
        ("tag", ctypes.c_uint64),
    )


def cards_of(numbers: Iterable[int]) -> Cards:
    """Return a set of cards."""
    whole = sum(1 << number for number in numbers)
    return Cards(whole & (1 << 64) - 1, whole >> 64)


def game_record(rules: Rules) -> GameRecord:
    """Return which game is played."""
    record = GameRecord(rules.hand_size, rules.minimum)
    record.commands = int(rules.commands is not None)
    record.special = int(rules.fire or rules.commands is not None)
    for number in range(2, 100):
        record.mark[number] = rules.marks[number]
    for mark in range(MARKS):
        record.with_mark[mark] = cards_of(number for number in range(2, 100) if rules.marks[number] == mark)
    return record


def state_record(hand: Iterable[int], unseen: Iterable[int], tops: Iterable[int]) -> StateRecord:
    """Return how a game stands before a turn."""
    heights = [top if pile < 2 else 101 - top for pile, top in enumerate(tops)]
    return StateRecord(cards_of(hand), cards_of(unseen), (ctypes.c_uint8 * 4)(*heights), OPEN)


def words_for(rules: Rules) -> int:
    """Return how many words of bits a network is told."""
    return ALL_WORDS if rules.fire or rules.commands is not None else PLAIN_WORDS
