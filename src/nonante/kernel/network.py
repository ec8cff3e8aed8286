"""The champion's network: two hidden layers that pass on what is positive, one output, the chance to win as its logit.

Its weights are one flat row of 32-bit floats; see `layout.weights_size` for the order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from . import layout as at
from .bits import shifted
from .compiling import Record, inner

_F32 = ir.FloatType()


def _layer(width: int) -> Any:
    """Make ``layer(x, count, weights, out)``: out = what is positive of bias + x · weights; the biases lie behind."""
    vector = ir.VectorType(_F32, width)

    def generate(_context: Any, b: Any, _signature: Any, args: Any) -> Any:
        x, count, weights, out = args
        total = cgutils.alloca_once(b, vector)  # type: ignore[no-untyped-call]
        rows = b.bitcast(weights, vector.as_pointer())
        load = b.load(b.gep(rows, [count]))
        load.align = 4
        b.store(load, total)
        zero = ir.Constant(vector, [0.0] * width)
        spread = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
        with cgutils.for_range(b, count) as loop:
            one = b.insert_element(
                ir.Constant(vector, ir.Undefined), b.load(b.gep(x, [loop.index])), ir.Constant(ir.IntType(32), 0)
            )
            every = b.shuffle_vector(one, one, spread)
            row = b.load(b.gep(rows, [loop.index]))
            row.align = 4
            b.store(b.fadd(b.load(total), b.fmul(every, row, flags=("contract",)), flags=("contract",)), total)
        end = b.load(total)
        positive = b.select(b.fcmp_ordered(">", end, zero), end, zero)
        store = b.store(positive, b.bitcast(out, vector.as_pointer()))
        store.align = 4
        return _context.get_dummy_value()

    def typed(_typing: Any, x: Any, count: Any, weights: Any, out: Any) -> Any:  # noqa: ARG001
        pointer = types.CPointer(types.float32)  # type: ignore[no-untyped-call]
        return types.void(pointer, types.int64, pointer, pointer), generate

    return intrinsic(typed)


_first_layer: Any = _layer(at.HIDDEN)
_second_layer: Any = _layer(at.SECOND)


@inner
def value_of(x: Record, count: int, net: Record, hidden: Record) -> np.float32:
    """Return the network's output for so many features; `hidden` is room for both layers."""
    _first_layer(x, count, net, hidden)
    rest = shifted(net, (count + 1) * at.HIDDEN)
    _second_layer(hidden, at.HIDDEN, rest, shifted(hidden, at.HIDDEN))
    last = shifted(rest, (at.HIDDEN + 1) * at.SECOND)
    total = last[at.SECOND]
    for place in range(at.SECOND):
        total += last[place] * hidden[at.HIDDEN + place]
    return total  # type: ignore[no-any-return]
