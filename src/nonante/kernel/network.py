"""The champion's network: two hidden layers that pass on what is positive, one output, the chance to win as its logit.

Its weights are one flat row of 32-bit floats; see `layout.weights_size` for the order.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from operator import mul
from typing import Any

from .compiling import COMPILED, inner
from .layout import HIDDEN, MOST_FEATURES, SECOND

if COMPILED:
    from .machine import layer, shifted

    _first_layer: Any = layer(HIDDEN)
    _second_layer: Any = layer(SECOND)

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
