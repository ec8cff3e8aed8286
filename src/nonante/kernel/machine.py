"""What `bits` does, as machine instructions, and records as pointers whose places have names.

A set of numbers 2 to 99 is the 128-bit integer of its two words: bit n for number n. The processor counts, shifts and
searches such a set in a few steps; these functions write that code themselves. They live in compiled code only.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

from llvmlite import ir
from numba import types as _types
from numba.core import cgutils as _cgutils
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic

from .fields import FIELDS

types: Any = _types  # mostly untyped
cgutils: Any = _cgutils
_I64, _I128 = ir.IntType(64), ir.IntType(128)


def instruction(emit: Callable[..., Any]) -> Any:
    """Make a function of integers out of `emit`, which writes the LLVM code for it with a builder."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return emit(builder, *args)

    def typed(_typing: Any, *numbers: Any) -> Any:
        return types.int64(*[types.int64] * len(numbers)), generate

    named: Any = typed
    named.__signature__ = signature(emit)  # Numba wants the arguments by name
    return intrinsic(named)


def _wide(number: int) -> Any:
    return ir.Constant(_I128, number)


def card_set(b: Any, low: Any, high: Any) -> Any:
    """Return the set that two words make, in the code that a builder writes."""
    return b.or_(b.zext(low, _I128), b.shl(b.zext(high, _I128), _wide(64)))


def _emit_pairs(b: Any, low: Any, high: Any) -> Any:
    cards = card_set(b, low, high)
    return b.trunc(b.ctpop(b.and_(cards, b.lshr(cards, _wide(10)))), _I64)


def _emit_holds(b: Any, low: Any, high: Any, number: Any) -> Any:
    # Numbers out of range wrap to bits that no set has.
    place = b.and_(b.zext(number, _I128), _wide(127))
    return b.and_(b.trunc(b.lshr(card_set(b, low, high), place), _I64), ir.Constant(_I64, 1))


def _first_above(b: Any, cards: Any, height: Any) -> Any:
    place = b.add(b.zext(height, _I128), _wide(1))
    rest = b.lshr(cards, place)
    first = b.add(b.cttz(rest, ir.Constant(ir.IntType(1), 0)), place)
    return b.trunc(b.select(b.icmp_unsigned("==", rest, _wide(0)), _wide(0), first), _I64)


def _emit_above_linked(b: Any, low: Any, high: Any, height: Any) -> Any:
    cards = card_set(b, low, high)
    return _first_above(b, b.and_(cards, b.shl(cards, _wide(10))), height)


def _emit_step(b: Any, low: Any, high: Any, height: Any) -> Any:
    # Ten places up, so that bit 0 of what is left stands for the number ten below the height.
    window = b.lshr(b.shl(card_set(b, low, high), _wide(10)), b.zext(height, _I128))
    ahead = b.cttz(b.lshr(window, _wide(11)), ir.Constant(ir.IntType(1), 0))
    step = b.add(b.trunc(ahead, _I64), ir.Constant(_I64, 1))
    return b.select(b.trunc(window, ir.IntType(1)), ir.Constant(_I64, -10), step)


def _emit_window(b: Any, low: Any, high: Any, first: Any) -> Any:
    cards, place = card_set(b, low, high), b.sext(first, _I128)
    down, up = b.lshr(cards, place), b.shl(cards, b.sub(_wide(0), place))
    word = b.select(b.icmp_signed(">=", place, _wide(0)), down, up)
    return b.trunc(b.and_(word, _wide((1 << 32) - 1)), _I64)


def _emit_between(b: Any, low: Any, high: Any, first: Any, last: Any) -> Any:
    full = _wide(-1)
    above = b.shl(full, b.add(b.zext(first, _I128), _wide(1)))
    below = b.not_(b.shl(full, b.zext(last, _I128)))
    return b.trunc(b.ctpop(b.and_(card_set(b, low, high), b.and_(above, below))), _I64)


def _emit_fits(b: Any, low: Any, high: Any, rise_1: Any, rise_2: Any, fall_1: Any, fall_2: Any) -> Any:
    # A binary adder over whole sets: which cards fit an odd number of piles, which two or three, which all four.
    cards, full = card_set(b, low, high), _wide(-1)
    rise_a, rise_b = (b.shl(full, b.add(b.zext(height, _I128), _wide(1))) for height in (rise_1, rise_2))
    fall_c, fall_d = (b.not_(b.shl(full, b.sub(_wide(101), b.zext(height, _I128)))) for height in (fall_1, fall_2))
    odd_rise, odd_fall = b.xor(rise_a, rise_b), b.xor(fall_c, fall_d)
    odd = b.xor(odd_rise, odd_fall)
    twos = b.xor(b.xor(b.and_(rise_a, rise_b), b.and_(fall_c, fall_d)), b.and_(odd_rise, odd_fall))
    some = b.or_(b.or_(rise_a, rise_b), b.or_(fall_c, fall_d))
    packed = ir.Constant(_I64, 0)
    for place, fitting in enumerate(
        (b.not_(some), b.and_(odd, b.not_(twos)), b.and_(twos, b.not_(odd)), b.and_(odd, twos))
    ):
        count = b.trunc(b.ctpop(b.and_(cards, fitting)), _I64)
        packed = b.or_(packed, b.shl(count, ir.Constant(_I64, 16 * place)))
    return packed


def _emit_flipped(b: Any, low: Any, high: Any) -> Any:
    return b.lshr(b.bitreverse(card_set(b, low, high)), _wide(26))  # number n becomes 101 - n


def _emit_upright(b: Any, number: Any, pile: Any) -> Any:
    rises = b.icmp_signed("<", pile, ir.Constant(_I64, 2))
    return b.select(rises, number, b.sub(ir.Constant(_I64, 101), number))


def _emit_action_of(b: Any, height: Any, pile: Any) -> Any:
    card = b.sub(_emit_upright(b, height, pile), ir.Constant(_I64, 2))
    return b.add(b.mul(card, ir.Constant(_I64, 4)), pile)


count = instruction(lambda b, low, high: b.trunc(b.ctpop(card_set(b, low, high)), _I64))
pairs = instruction(_emit_pairs)
between = instruction(_emit_between)
holds = instruction(_emit_holds)
above = instruction(lambda b, low, high, height: _first_above(b, card_set(b, low, high), height))
above_linked = instruction(_emit_above_linked)
shortest = instruction(_emit_step)
window = instruction(_emit_window)
lowest = instruction(lambda b, word: b.cttz(word, ir.Constant(ir.IntType(1), 0)))
fits = instruction(_emit_fits)
upright = instruction(_emit_upright)
action_of = instruction(_emit_action_of)
shows = instruction(
    lambda b, shown, mark: b.and_(b.lshr(shown, b.mul(mark, ir.Constant(_I64, 4))), ir.Constant(_I64, 15))
)
ten_down = instruction(lambda b, low, high: b.trunc(b.lshr(card_set(b, low, high), _wide(10)), _I64))
flipped_low = instruction(lambda b, low, high: b.trunc(_emit_flipped(b, low, high), _I64))
flipped_high = instruction(lambda b, low, high: b.trunc(b.lshr(_emit_flipped(b, low, high), _wide(64)), _I64))


# --- records ----------------------------------------------------------------------------------------------------------


def _typed_pointer(_typing: Any, array: Any, offset: Any) -> Any:  # noqa: ARG001 - Numba reads the arguments' names

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.gep(data, [args[1]])

    return types.CPointer(array.dtype)(array, types.int64), generate


def _typed_shifted(_typing: Any, record: Any, offset: Any) -> Any:  # noqa: ARG001 - likewise

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return record(record, types.int64), generate


def _typed_pointers(_typing: Any, bundle: Any) -> Any:
    kinds = [types.CPointer(kind.dtype) if isinstance(kind, types.Array) else kind for kind in bundle.types]

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        members = zip(signature.args[0].types, cgutils.unpack_tuple(builder, args[0]), strict=True)
        found = [
            context.make_array(kind)(context, builder, member).data if isinstance(kind, types.Array) else member
            for kind, member in members
        ]
        return context.make_tuple(builder, signature.return_type, found)

    return types.BaseTuple.from_types(kinds, bundle.instance_class)(bundle), generate


pointer: Any = intrinsic(_typed_pointer)
pointers: Any = intrinsic(_typed_pointers)
shifted: Any = intrinsic(_typed_shifted)


def _record_at(number_type: Any) -> Any:
    """Make what turns an address into a record of numbers of a type."""

    def typed(_typing: Any, address: Any) -> Any:  # noqa: ARG001 - likewise
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return types.CPointer(number_type)(types.int64), generate

    return intrinsic(typed)


numbers_at, words_at, bytes_at, floats_at = map(_record_at, (types.int64, types.uint64, types.int8, types.float32))


@infer_getattr
class _Places(AttributeTemplate):
    """A place of a record is a number, or where several numbers begin."""

    key = types.CPointer

    def generic_resolve(self, record: Any, name: str) -> Any:  # type: ignore[override]  # a method, not a flag
        """Return the type of a place."""
        return None if name not in FIELDS else record if FIELDS[name][1] else record.dtype


def _place(builder: Any, record: Any, name: str) -> Any:
    return builder.gep(record, [ir.Constant(_I64, FIELDS[name][0])])


def _read(_context: Any, builder: Any, _type: Any, record: Any, name: str) -> Any:
    place = _place(builder, record, name)
    return place if FIELDS[name][1] else builder.load(place)


def _write(_context: Any, builder: Any, _signature: Any, args: Any, name: str) -> Any:
    return builder.store(args[1], _place(builder, args[0], name))


_reading: Any = lower_getattr_generic
_writing: Any = lower_setattr_generic
_reading(types.CPointer)(_read)
_writing(types.CPointer)(_write)


# --- bytes ------------------------------------------------------------------------------------------------------------

# A bit for each of 64 bytes: processors turn one into the other in a few steps.
_BITS, _BYTES = ir.VectorType(ir.IntType(1), 64), ir.VectorType(ir.IntType(8), 64)


def _typed_spread(_typing: Any, array: Any, place: Any, low: Any, high: Any) -> Any:  # noqa: ARG001 - likewise
    def generate(_context: Any, b: Any, _signature: Any, args: Any) -> Any:
        out, place, low, high = args
        cards = card_set(b, low, high)
        for first in (0, 34):  # 64 bytes each: they meet in the middle, and write the same there
            word = b.trunc(b.lshr(cards, _wide(2 + first)), _I64)
            target = b.gep(out, [b.add(place, ir.Constant(_I64, first))])
            b.store(b.zext(b.bitcast(word, _BITS), _BYTES), b.bitcast(target, _BYTES.as_pointer()), align=1)
        return _context.get_dummy_value()

    return types.void(array, types.int64, types.int64, types.int64), generate


def _typed_gather(_typing: Any, array: Any, place: Any) -> Any:  # noqa: ARG001 - likewise
    def generate(_context: Any, b: Any, _signature: Any, args: Any) -> Any:
        source = b.bitcast(b.gep(args[0], [args[1]]), _BYTES.as_pointer())
        ones = b.icmp_unsigned("!=", b.load(source, align=1), ir.Constant(_BYTES, None))
        return b.bitcast(ones, _I64)

    return types.int64(array, types.int64), generate


spread: Any = intrinsic(_typed_spread)
gather: Any = intrinsic(_typed_gather)


# --- the network ------------------------------------------------------------------------------------------------------

_CHUNK = 64  # cells at a time, as many as fit the registers


def row_adder(width: int, off: bool) -> Any:
    """Make ``(sums, rows, row)``: add a row of 16-bit integers to the sums, or take it off."""
    vector = ir.VectorType(ir.IntType(16), _CHUNK)

    def generate(context: Any, b: Any, _signature: Any, args: Any) -> Any:
        sums, rows, row = args
        start = b.mul(row, ir.Constant(_I64, width))
        for first in range(0, width, _CHUNK):
            place = ir.Constant(_I64, first)
            total = b.bitcast(b.gep(sums, [place]), vector.as_pointer())
            more = b.load(b.bitcast(b.gep(rows, [b.add(start, place)]), vector.as_pointer()), align=2)
            before = b.load(total, align=2)
            b.store(b.sub(before, more) if off else b.add(before, more), total, align=2)
        return context.get_dummy_value()

    def typed(_typing: Any, sums: Any, rows: Any, row: Any) -> Any:  # noqa: ARG001
        short = types.CPointer(types.int16)
        return types.void(short, short, types.int64), generate

    return intrinsic(typed)


def _write_layer(
    b: Any, size: tuple[int, int], x: Any, count: Any, weights: Any, out: Any, begin: Callable[[Any, Any, int], Any]
) -> None:
    """Write the code of a layer of a width, some cells at a time: out = what is positive of a beginning + x · weights.

    The biases lie behind the weights; `begin` makes the beginning out of those of some cells and their place.
    """
    width, cells = size
    vector = ir.VectorType(ir.FloatType(), cells)
    zero = ir.Constant(vector, [0.0] * cells)

    def row(index: Any, first: int) -> Any:
        place = b.add(b.mul(index, ir.Constant(_I64, width)), ir.Constant(_I64, first))
        return b.load(b.bitcast(b.gep(weights, [place]), vector.as_pointer()), align=4)

    for first in range(0, width, cells):
        total = cgutils.alloca_once(b, vector)
        b.store(begin(row(count, first), vector, first), total)
        with cgutils.for_range(b, count) as loop:
            every = _everywhere(b, b.load(b.gep(x, [loop.index])), vector)
            more = b.fmul(every, row(loop.index, first), flags=("contract",))
            b.store(b.fadd(b.load(total), more, flags=("contract",)), total)
        end = b.load(total)
        positive = b.select(b.fcmp_ordered(">", end, zero), end, zero)
        b.store(positive, b.bitcast(b.gep(out, [ir.Constant(_I64, first)]), vector.as_pointer()), align=4)


def _everywhere(b: Any, number: Any, vector: Any) -> Any:
    """Return a vector with a number in all its cells."""
    one = b.insert_element(ir.Constant(vector, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    return b.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count))


def closing_layer(width: int) -> Any:
    """Make ``(x, count, weights, sums, step, out)``: out = what is positive of bias + x · weights + step · sums."""
    shorts = ir.VectorType(ir.IntType(16), _CHUNK)

    def generate(context: Any, b: Any, _signature: Any, args: Any) -> Any:
        x, count, weights, sums, step, out = args

        def begin(biases: Any, vector: Any, first: int) -> Any:
            place = b.bitcast(b.gep(sums, [ir.Constant(_I64, first)]), shorts.as_pointer())
            whole = b.sitofp(b.load(place, align=2), vector)
            return b.fadd(biases, b.fmul(whole, _everywhere(b, step, vector)))

        _write_layer(b, (width, _CHUNK), x, count, weights, out, begin)
        return context.get_dummy_value()

    def typed(_typing: Any, x: Any, count: Any, weights: Any, sums: Any, step: Any, out: Any) -> Any:  # noqa: ARG001
        floats, short = types.CPointer(types.float32), types.CPointer(types.int16)
        return types.void(floats, types.int64, floats, short, types.float32, floats), generate

    return intrinsic(typed)


def layer(width: int) -> Any:
    """Make ``(x, count, weights, out)``: out = what is positive of bias + x · weights; the biases lie behind."""

    def generate(context: Any, b: Any, _signature: Any, args: Any) -> Any:
        x, count, weights, out = args
        _write_layer(b, (width, width), x, count, weights, out, lambda biases, _vector, _first: biases)
        return context.get_dummy_value()

    def typed(_typing: Any, x: Any, count: Any, weights: Any, out: Any) -> Any:  # noqa: ARG001
        pointer = types.CPointer(types.float32)
        return types.void(pointer, types.int64, pointer, pointer), generate

    return intrinsic(typed)
