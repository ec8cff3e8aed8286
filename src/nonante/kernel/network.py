"""The champion's network: two hidden layers that pass on what is positive, one output, the chance to win as its logit.

Its weights are one flat row of 32-bit floats; see `layout.weights_size` for the order. What goes into a layer is listed
first: most of it is 0, and such rows of weights need not be read.
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
from .scratch import Mind, Scratch
from .windows import inputs

_F32, _I32 = ir.FloatType(), ir.IntType(32)


def _cells(width: int) -> Any:
    """Make ``cells(x, listed, count, weights, stride, last, out)``, which fills so many cells of a layer.

    out = what is positive of bias + x · weights over the inputs listed; a row of weights has `stride` numbers, and the
    biases are row `last`.
    """
    vector = ir.VectorType(_F32, width)

    def generate(_context: Any, b: Any, _signature: Any, args: Any) -> Any:
        x, listed, count, weights, stride, last, out = args
        spread = ir.Constant(ir.VectorType(_I32, width), [0] * width)

        def row(number: Any) -> Any:
            load = b.load(b.bitcast(b.gep(weights, [b.mul(number, stride)]), vector.as_pointer()))
            load.align = 4
            return load

        total = cgutils.alloca_once_value(b, row(last))  # type: ignore[no-untyped-call]
        with cgutils.for_range(b, count) as loop:
            place = b.load(b.gep(listed, [loop.index]))
            one = b.insert_element(ir.Constant(vector, ir.Undefined), b.load(b.gep(x, [place])), ir.Constant(_I32, 0))
            every = b.shuffle_vector(one, one, spread)
            b.store(b.fadd(b.load(total), b.fmul(every, row(place), flags=("contract",)), flags=("contract",)), total)
        end, zero = b.load(total), ir.Constant(vector, [0.0] * width)
        positive = b.select(b.fcmp_ordered(">", end, zero), end, zero)
        store = b.store(positive, b.bitcast(out, vector.as_pointer()))
        store.align = 4
        return _context.get_dummy_value()

    def typed(
        _typing: Any,
        x: Any,  # noqa: ARG001
        listed: Any,  # noqa: ARG001
        count: Any,  # noqa: ARG001
        weights: Any,  # noqa: ARG001
        stride: Any,  # noqa: ARG001
        last: Any,  # noqa: ARG001
        out: Any,  # noqa: ARG001
    ) -> Any:
        floats, places = types.CPointer(types.float32), types.CPointer(types.int64)  # type: ignore[no-untyped-call]
        return types.void(floats, places, types.int64, floats, types.int64, types.int64, floats), generate

    return intrinsic(typed)


_first_cells: Any = _cells(at.HIDDEN)
_second_cells: Any = _cells(at.SECOND)


@inner
def _list(x: Record, size: int, listed: Record) -> int:
    """List the places of what is not 0, and return how many they are."""
    count = 0
    for place in range(size):
        listed[count] = place
        count += 1 if x[place] != 0 else 0
    return count


@inner
def value_of(end: Record, view: Record, mind: Mind, scratch: Scratch) -> np.float32:
    """Return what a turn's end is worth to the network."""
    x, listed, net, hidden = scratch.inputs, scratch.listed, mind.net, mind.rules[at.CELLS]
    size = inputs(end, view, mind.rules, x)
    first, second = shifted(x, at.LAYERS), shifted(x, at.LAYERS + hidden)
    count = _list(x, size, listed)
    for block in range(0, hidden, at.HIDDEN):
        _first_cells(x, listed, count, shifted(net, block), hidden, size, shifted(first, block))
    rest = shifted(net, (size + 1) * hidden)
    count = _list(first, hidden, listed)
    _second_cells(first, listed, count, rest, at.SECOND, hidden, second)
    last = shifted(rest, (hidden + 1) * at.SECOND)
    total = last[at.SECOND]
    for place in range(at.SECOND):
        total += last[place] * second[place]
    return total  # type: ignore[no-any-return]
