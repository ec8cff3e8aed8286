"""All that the engine takes from the kernel: compiled, or, without Numba, what one game needs in plain Python."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from ..kernel import available, interpreted, layout as at

Record: TypeAlias = Any  # the numbers of a record: a pointer, or an array
Array: TypeAlias = Any  # a NumPy array
Word: TypeAlias = Any  # numpy.uint64

COMPILED: Final = available()
"""Whether Numba is there."""
NUMBER_TYPE: Final[Any] = np.int64 if COMPILED else object
"""What a row is made of; interpreted, the first word of a set holds it all, so that it must be able to grow."""

if COMPILED:
    from ..kernel.bits import above, count, holds, pointer, shifted, shows, upright
    from ..kernel.compiling import entry, forced, inlined, inner
    from ..kernel.game import begin_turn, deal, play_action, report
    from ..kernel.randomness import GOLDEN, game_seed, mix
    from ..kernel.views import ruled, words
    from .intrinsics import bytes_at, floats_at, gather, numbers_at, seeds_at, spread
else:
    _bits, _views = interpreted("bits"), interpreted("views")
    above, count, holds, shows, upright = _bits.above, _bits.count, _bits.holds, _bits.shows, _bits.upright
    ruled, words = _views.ruled, _views.words

    def _as_it_is(function: Any) -> Any:
        return function

    def shifted(record: Any, offset: int) -> Any:
        """Return a record from one of its places on."""
        return record[offset:]

    def spread(out: Any, place: int, low: int, high: int) -> None:  # noqa: ARG001 - of the compiled way
        """Write 98 bytes from a place on: 1 for each card of a set, else 0."""
        out[place : place + at.CARDS] = [low >> card & 1 for card in range(2, 100)]

    def begin_turn(state: Any, rules: Any, seat: int) -> None:  # noqa: ARG001 - likewise
        """Give the first turn to a seat; `PlainEngine` lets `rules` do the rest."""
        state[at.ACTIVE] = seat

    entry = forced = inlined = inner = _as_it_is
    _never: Any = None  # for many games only
    bytes_at = floats_at = numbers_at = seeds_at = gather = pointer = _never
    GOLDEN = game_seed = mix = deal = play_action = report = _never

__all__ = [
    "COMPILED",
    "GOLDEN",
    "NUMBER_TYPE",
    "Array",
    "Record",
    "Word",
    "above",
    "begin_turn",
    "bytes_at",
    "count",
    "deal",
    "entry",
    "floats_at",
    "forced",
    "game_seed",
    "gather",
    "holds",
    "inlined",
    "inner",
    "mix",
    "numbers_at",
    "play_action",
    "pointer",
    "report",
    "ruled",
    "seeds_at",
    "shifted",
    "shows",
    "spread",
    "upright",
    "words",
]
