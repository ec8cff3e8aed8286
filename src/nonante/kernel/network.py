"""The champion's network: two hidden layers that pass on what is positive, one output, the chance to win as its logit.

Its weights are one flat row of 32-bit floats; see `layout.weights_size` for the order.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from operator import mul
from typing import Any

from . import bits, layout as at
from .compiling import COMPILED, float32, inner, int64
from .layout import HIDDEN, MOST_FEATURES, SECOND, TurnEnd
from .scratch import Scratch, Setup
from .wide_features import wide_features

if COMPILED:
    from .machine import closing_layer, layer, row_adder, shifted

    _first_layer: Any = layer(HIDDEN)
    _second_layer: Any = layer(SECOND)
    _add_row: Any = row_adder(at.WIDE, False)
    _drop_row: Any = row_adder(at.WIDE, True)
    _close: Any = closing_layer(at.WIDE)
    _later_layer: Any = layer(at.WIDE_SECOND)

    @inner
    def value_of(x: Any, count: int, net: Any) -> float:
        """Return the network's output for so many features; behind them there is room for both layers."""
        hidden = shifted(x, MOST_FEATURES)
        _first_layer(x, count, net, hidden)
        rest = shifted(net, (count + 1) * HIDDEN)
        _second_layer(hidden, HIDDEN, rest, shifted(hidden, HIDDEN))
        last = shifted(rest, (HIDDEN + 1) * SECOND)
        total: float = last[SECOND]
        for place in range(SECOND):
            total += last[place] * hidden[HIDDEN + place]
        return total

else:

    def value_of(x: Sequence[float], count: int, net: Network) -> float:
        """Return the network's output for so many features."""
        return net.value(x[:count])


class Network:
    """A network as interpreted code has it."""

    def __init__(self, shape: tuple[int, int, int], weights: bytes) -> None:
        features, hidden, second = shape
        numbers = iter(struct.unpack(f"<{len(weights) // 4}f", weights))
        self._first = _columns(numbers, features, hidden)
        self._second = _columns(numbers, hidden, second)
        self._last = _columns(numbers, second, 1)

    def value(self, features: Sequence[float]) -> float:
        """Return what a turn's end with these features is worth."""
        hidden = [max(0.0, bias + sum(map(mul, features, column))) for column, bias in self._first]
        second = [max(0.0, bias + sum(map(mul, hidden, column))) for column, bias in self._second]
        ((column, bias),) = self._last
        value: float = bias + sum(map(mul, second, column))
        return value


def _columns(numbers: Iterator[float], inputs: int, outputs: int) -> list[tuple[list[float], float]]:
    """Read one layer, a row an input and then the biases; return the weights and the bias of each output."""
    rows = [[next(numbers) for _ in range(outputs)] for _ in range(inputs)]
    return [(list(column), next(numbers)) for column in zip(*rows, strict=True)]


# --- the wide networks ------------------------------------------------------------------------------------------------

# For games alone, in compiled code only. Nearly all inputs are single bits, and two ends of one turn differ in few of
# them. So the sums of the first layer are kept from one end to the next, and only the rows of bits that changed are
# added or taken off, as 16-bit integers.


@inner
def wide_value(end: TurnEnd, setup: Setup, scratch: Scratch) -> float:
    """Return what a turn's end is worth, as a logit."""
    words, x = scratch.words, scratch.cells
    wide_features(end, setup.rules, words, x)
    _follow_words(setup, scratch)
    hidden = shifted(x, at.NUMBERS)
    numbers = shifted(setup.rest, at.WIDE_HEAD)
    _close(x, at.NUMBERS, numbers, scratch.sums, setup.rest[1], hidden)
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
def _follow_words(setup: Setup, scratch: Scratch) -> None:
    """Bring the sums of the first layer up to the words that hold now."""
    words, sums = scratch.words, scratch.sums
    known, network = shifted(words, at.ALL_WORDS), int64(setup.rest[0])
    count = at.ALL_WORDS if setup.rules.special else at.PLAIN_WORDS
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
                _add_row(sums, setup.rows, 32 * place + bit)
            else:
                _drop_row(sums, setup.rows, 32 * place + bit)
