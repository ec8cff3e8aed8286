"""The champion's network: two hidden layers that pass on what is positive, one output, the chance to win as its logit.

Its weights are one flat row of 32-bit floats; see `layout.weights_size` for the order. What goes into a layer is listed
first: much of it is 0, and such rows of weights need not be read. What the unseen cards around a pile add to a wide
network's first layer depends on nothing but the pile's height, so it is worked out once for all turns of a view.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from . import layout as at
from .bits import lowest, shifted
from .compiling import Record, inner
from .features import features, pile_at, roomier
from .scratch import Mind, Scratch
from .windows import window_held, window_unseen

_F32, _I32 = ir.FloatType(), ir.IntType(32)


def _adder(width: int) -> Any:
    """Make ``add(x, listed, count, weights, stride, start, out)``: out = start + x · weights over the inputs listed.

    It does so for as many cells as the width says; a row of weights has `stride` numbers.
    """
    vector = ir.VectorType(_F32, width)

    def generate(context: Any, b: Any, _signature: Any, args: Any) -> Any:
        x, listed, count, weights, stride, start, out = args
        spread = ir.Constant(ir.VectorType(_I32, width), [0] * width)

        def vector_at(numbers: Any) -> Any:
            load = b.load(b.bitcast(numbers, vector.as_pointer()))
            load.align = 4
            return load

        total = cgutils.alloca_once_value(b, vector_at(start))  # type: ignore[no-untyped-call]
        with cgutils.for_range(b, count) as loop:
            place = b.load(b.gep(listed, [loop.index]))
            one = b.insert_element(ir.Constant(vector, ir.Undefined), b.load(b.gep(x, [place])), ir.Constant(_I32, 0))
            every, row = b.shuffle_vector(one, one, spread), vector_at(b.gep(weights, [b.mul(place, stride)]))
            b.store(b.fadd(b.load(total), b.fmul(every, row, flags=("contract",)), flags=("contract",)), total)
        store = b.store(b.load(total), b.bitcast(out, vector.as_pointer()))
        store.align = 4
        return context.get_dummy_value()

    def typed(_typing: Any, x: Any, listed: Any, count: Any, weights: Any, stride: Any, start: Any, out: Any) -> Any:  # noqa: ARG001
        return types.void(x, listed, types.int64, weights, types.int64, start, out), generate

    return intrinsic(typed)


_add_64: Any = _adder(at.HIDDEN)
_add_32: Any = _adder(at.SECOND)


@inner
def begin_values(mind: Mind, scratch: Scratch) -> None:
    """Get ready to value turns of another view."""
    if mind.rules[at.CELLS] > at.HIDDEN:
        for place in range(4 * 100):
            scratch.listed[at.AROUND_KNOWN + place] = 0


@inner
def value_of(end: Record, view: Record, mind: Mind, scratch: Scratch) -> np.float32:
    """Return what a turn's end is worth to the network."""
    x, listed, net, hidden = scratch.inputs, scratch.listed, mind.net, mind.rules[at.CELLS]
    size, first, second = features(end, view, mind.rules, x), shifted(x, at.LAYER_FIRST), shifted(x, at.LAYER_SECOND)
    start = shifted(net, size * hidden)
    rest = shifted(start, hidden)
    if hidden > at.HIDDEN:
        start, rest = first, shifted(rest, at.WINDOWS * hidden)
        _add_around(end, mind, scratch, size)
    count = _list(x, size, listed)
    if hidden > at.HIDDEN:
        count = _list_held(end, scratch, size, count)
    for block in range(0, hidden, at.HIDDEN):
        _add_64(x, listed, count, shifted(net, block), hidden, shifted(start, block), shifted(first, block))
    _pass_on(first, hidden)
    count = _list(first, hidden, listed)
    _add_32(first, listed, count, rest, at.SECOND, shifted(rest, hidden * at.SECOND), second)
    _pass_on(second, at.SECOND)
    last = shifted(rest, (hidden + 1) * at.SECOND)
    total = last[at.SECOND]
    for place in range(at.SECOND):
        total += last[place] * second[place]
    return total  # type: ignore[no-any-return]


@inner
def _pass_on(layer: Record, size: int) -> None:
    """Leave what is positive of a layer."""
    for place in range(size):
        layer[place] = layer[place] if layer[place] > 0 else np.float32(0.0)


@inner
def _list(x: Record, size: int, listed: Record) -> int:
    """List the places of what is not 0, and return how many they are."""
    count = 0
    for place in range(size):
        listed[count] = place
        count += 1 if x[place] != 0 else 0
    return count


@inner
def _list_window(scratch: Scratch, window: int, place: int, count: int) -> int:
    """List the places from one on whose bits are set, as well; return how many are listed then."""
    while window:
        at_bit = place + lowest(window)
        scratch.inputs[at_bit] = 1
        scratch.listed[count] = at_bit
        count += 1
        window &= window - 1
    return count


@inner
def _list_held(end: Record, scratch: Scratch, size: int, count: int) -> int:
    """List the cards kept around every pile, as well."""
    first, third = roomier(end, 0), roomier(end, 2)
    for place in range(4):
        window = window_held(end, pile_at(place, first, third))
        count = _list_window(scratch, window, size + place * at.WINDOW_SIZE + at.WINDOW_HELD, count)
    return count


@inner
def _add_around(end: Record, mind: Mind, scratch: Scratch, size: int) -> None:
    """Begin the first layer of a wide network: the biases, and what the unseen cards around every pile add."""
    x, listed, net, hidden = scratch.inputs, scratch.listed, mind.net, mind.rules[at.CELLS]
    layer, bias = shifted(x, at.LAYER_FIRST), shifted(net, (size + at.WINDOWS) * hidden)
    for cell in range(hidden):
        layer[cell] = bias[cell]
    first, third = roomier(end, 0), roomier(end, 2)
    for place in range(4):
        pile = pile_at(place, first, third)
        number = 100 * place + end[at.HEIGHTS + pile]
        around = shifted(x, at.AROUND + number * hidden)
        if listed[at.AROUND_KNOWN + number] == 0:
            listed[at.AROUND_KNOWN + number] = 1
            first_place = size + place * at.WINDOW_SIZE + at.WINDOW_UNSEEN
            count = _list_window(scratch, window_unseen(end, pile), first_place, 0)
            for cell in range(hidden):
                around[cell] = 0
            for block in range(0, hidden, at.HIDDEN):
                cells = shifted(around, block)
                _add_64(x, listed, count, shifted(net, block), hidden, cells, cells)
        for cell in range(hidden):
            layer[cell] += around[cell]
