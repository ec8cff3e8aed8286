"""CRC-32 of what Python would write of numbers: where chance follows from what a seat sees, as the levels have it."""

from __future__ import annotations

import zlib
from typing import Any, Final

from . import bits
from .compiling import forced, inner, int64
from .layout import Turn, View
from .memory import table

_START: Any = int64(0xFFFFFFFF)
_TABLE: Final = table(zlib.crc32(bytes([byte]), 0xFFFFFFFF) ^ 0xFFFFFFFF for byte in range(256))  # by byte
_OPEN, _CLOSE, _COMMA, _BLANK, _ZERO = b"(), 0"


@forced
def _byte(checksum: int, byte: int) -> int:
    return _TABLE[(checksum ^ byte) & 255] ^ checksum >> 8  # type: ignore[no-any-return]


@inner
def _number(checksum: int, number: int) -> int:
    if number >= 100:
        checksum = _byte(checksum, _ZERO + number // 100)
    if number >= 10:
        checksum = _byte(checksum, _ZERO + number // 10 % 10)
    return _byte(checksum, _ZERO + number % 10)


@inner
def _separator(checksum: int) -> int:
    return _byte(_byte(checksum, _COMMA), _BLANK)


@inner
def _cards(checksum: int, low: int, high: int) -> int:
    """Go on with a sorted tuple of cards."""
    checksum, count = _byte(checksum, _OPEN), 0
    card = bits.above(low, high, 1)
    while card:
        checksum = _number(_separator(checksum) if count else checksum, card)
        count += 1
        card = bits.above(low, high, card)
    if count == 1:
        checksum = _byte(checksum, _COMMA)
    return _byte(checksum, _CLOSE)


@inner
def _tops(checksum: int, heights: list[int]) -> int:
    checksum = _byte(checksum, _OPEN)
    for pile in range(4):
        checksum = _number(_separator(checksum) if pile else checksum, bits.upright(heights[pile], pile))
    return _byte(checksum, _CLOSE)


@inner
def checksum_of_draws(view: View) -> int:
    """Return the checksum of the unseen cards, how many there are to draw, and the tops as the turn opened."""
    low, high = view.unplayed[0] & ~view.hand[0], view.unplayed[1] & ~view.hand[1]
    checksum = _separator(_cards(_byte(_START, _OPEN), low, high))
    checksum = _tops(_separator(_number(checksum, view.left)), view.opening)
    return _byte(checksum, _CLOSE) ^ 0xFFFFFFFF


@inner
def checksum_of_card(turn: Turn, card: int) -> int:
    """Return the checksum of the tops, the hand and one of its cards."""
    checksum = _separator(_tops(_byte(_START, _OPEN), turn.heights))
    checksum = _separator(_cards(checksum, turn.hand[0], turn.hand[1]))
    return _byte(_number(checksum, card), _CLOSE) ^ 0xFFFFFFFF
