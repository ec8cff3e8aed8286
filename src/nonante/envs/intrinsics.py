"""Bytes and addresses as machine instructions; they live in compiled code only."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..kernel.machine import card_set


def _typed_spread(_typing: Any, array: Any, place: Any, low: Any, high: Any) -> Any:  # noqa: ARG001 - Numba wants the arguments by name
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        out, place, low, high = args
        cards = card_set(builder, low, high)
        for first in (0, 34):  # 64 bytes each: they meet in the middle, and write the same there
            word = builder.trunc(builder.lshr(cards, ir.Constant(cards.type, 2 + first)), _I64)
            bytes_64 = builder.zext(builder.bitcast(word, _BITS), _BYTES)
            target = builder.gep(out, [builder.add(place, ir.Constant(_I64, first))])
            builder.store(bytes_64, builder.bitcast(target, _BYTES.as_pointer()), align=1)
        return _context.get_dummy_value()

    return types.void(array, types.int64, types.int64, types.int64), generate


def _typed_gather(_typing: Any, array: Any, place: Any) -> Any:  # noqa: ARG001 - likewise
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        source = builder.bitcast(builder.gep(args[0], [args[1]]), _BYTES.as_pointer())
        ones = builder.icmp_unsigned("!=", builder.load(source, align=1), ir.Constant(_BYTES, None))
        return builder.bitcast(ones, _I64)

    return types.int64(array, types.int64), generate


# A bit for each of 64 bytes: processors turn one into the other in a few steps.
_I64 = ir.IntType(64)
_BITS, _BYTES = ir.VectorType(ir.IntType(1), 64), ir.VectorType(ir.IntType(8), 64)
spread: Any = intrinsic(_typed_spread)  # write 98 bytes of a line from a place on: 1 for each card of a set, else 0
gather: Any = intrinsic(_typed_gather)  # which of the 64 bytes from a place on are not 0, as bits of a word


def _lying_at(number_type: Any) -> Any:
    """Return what turns an address into a record of numbers of a type."""

    def typed(_typing: Any, address: Any) -> Any:  # noqa: ARG001 - Numba reads the arguments' names
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return types.CPointer(number_type)(types.int64), generate  # type: ignore[no-untyped-call]

    return intrinsic(typed)


numbers_at, seeds_at, bytes_at, floats_at = map(_lying_at, (types.int64, types.uint64, types.int8, types.float32))
