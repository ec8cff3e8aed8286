"""The wide network, for games alone: from `sights` to a value. Only compiled code has it.

Nearly all of its inputs are single bits, and two ends of one turn differ in few of them. So the sums of the first layer
are kept from one end to the next, and only the rows of bits that changed are added or taken off, as 16-bit integers.
"""

from __future__ import annotations

from typing import Any

from . import bits, layout as at
from .compiling import COMPILED, float32, inner, int64
from .layout import Found
from .scratch import Mind, Scratch
from .sights import sights

if COMPILED:
    from .machine import closing_layer, layer, row_adder, shifted

    _add_row: Any = row_adder(at.WIDE, False)
    _drop_row: Any = row_adder(at.WIDE, True)
    _close: Any = closing_layer(at.WIDE)
    _later_layer: Any = layer(at.WIDE_SECOND)


@inner
def wide_value(end: Found, mind: Mind, scratch: Scratch) -> float:
    """Return what a turn's end is worth, as a logit."""
    words, x = scratch.sights, scratch.cells
    sights(end, mind.rules, words, x)
    _follow_words(mind, scratch)
    hidden = shifted(x, at.NUMBERS)
    numbers = shifted(mind.rest, at.WIDE_HEAD)
    _close(x, at.NUMBERS, numbers, scratch.sums, mind.rest[1], hidden)
    rest = shifted(numbers, (at.NUMBERS + 1) * at.WIDE)
    second = shifted(hidden, at.WIDE)
    _later_layer(hidden, at.WIDE, rest, second)
    rest = shifted(rest, (at.WIDE + 1) * at.WIDE_SECOND)
    third = shifted(second, at.WIDE_SECOND)
    _later_layer(second, at.WIDE_SECOND, rest, third)
    rest = shifted(rest, (at.WIDE_SECOND + 1) * at.WIDE_SECOND)
    total: float = rest[at.WIDE_SECOND]
    for place in range(at.WIDE_SECOND):
        total += rest[place] * third[place]
    return float32(total)  # type: ignore[no-any-return]  # NumPy's


@inner
def _follow_words(mind: Mind, scratch: Scratch) -> None:
    """Bring the sums of the first layer up to the words that hold now."""
    words, sums = scratch.sights, scratch.sums
    known, network = shifted(words, at.ALL_WORDS), int64(mind.rest[0])
    count = at.ALL_WORDS if mind.rules.special else at.PLAIN_WORDS
    if words[2 * at.ALL_WORDS] != network:  # the sums are those of another network
        words[2 * at.ALL_WORDS] = network
        for place in range(at.ALL_WORDS):
            known[place] = 0
        for place in range(at.WIDE):
            sums[place] = 0
    for place in range(count):
        word = words[place]
        changed = word ^ known[place]
        known[place] = word
        while changed:
            bit = bits.lowest(changed)
            changed &= changed - 1
            if word >> bit & 1:
                _add_row(sums, mind.rows, 32 * place + bit)
            else:
                _drop_row(sums, mind.rows, 32 * place + bit)
