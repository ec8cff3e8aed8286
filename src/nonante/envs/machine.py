"""All that the engine takes from the kernel: compiled, or, without Numba, what one game needs in plain Python."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from ..kernel import available

Record: TypeAlias = Any  # the numbers of a record: a pointer, or an array
Array: TypeAlias = Any  # a NumPy array
Word: TypeAlias = Any  # numpy.uint64

COMPILED: Final = available()
"""Whether Numba is there."""

if COMPILED:
    from ..kernel.bits import above, count, holds, pointer, shifted, shows, upright
    from ..kernel.compiling import entry, forced, inlined, inner
    from ..kernel.game import begin_turn, deal, play_action, report
    from ..kernel.randomness import GOLDEN, game_seed, mix
    from .intrinsics import bytes_at, floats_at, gather, numbers_at, seeds_at, spread
else:
    from .interpreted import (  # type: ignore[assignment]  # the same under other names of arguments
        above,
        begin_turn,
        count,
        holds,
        plain,
        shifted,
        shows,
        spread,
        upright,
    )

    entry = forced = inlined = inner = plain
    _never: Any = None  # for many games only
    bytes_at = floats_at = numbers_at = seeds_at = gather = pointer = _never
    GOLDEN = game_seed = mix = deal = play_action = report = _never

__all__ = [
    "COMPILED",
    "GOLDEN",
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
    "seeds_at",
    "shifted",
    "shows",
    "spread",
    "upright",
]
