"""Turns as columns: the kernel's records of whole games as arrays, which become an Arrow table or rows.

`columns_of` returns the same as `dataset.rows_of` for records, a thousand times faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from .. import kernel as kernel_room
from ..kernel.codes import COMFORTABLE, COVER, SPOKEN, TROUBLE
from ..rules import LETTERS, MOVES, REASONS, Rules, deal_seed
from ..table import HOLD

SEATS: Final = 5


class Lists(NamedTuple):
    """A column of lists: all values in order, and the offset of each list."""

    values: Any
    starts: Any
    texts: tuple[str, ...] = ()
    """What the values stand for, where they stand for texts."""


class Columns(NamedTuple):
    """Rows by column: a text that is the same in all rows, an array, or lists."""

    rows: int
    columns: Mapping[str, Any]

    def to_rows(self) -> list[dict[str, Any]]:
        """Return the rows as plain data."""
        names = list(self.columns)
        lines = zip(*(self._values(name) for name in names), strict=True)
        return [dict(zip(names, line, strict=True)) for line in lines]

    def _values(self, name: str) -> list[Any]:
        column = self.columns[name]
        if isinstance(column, Lists):
            texts, values, starts = column.texts, column.values.tolist(), column.starts.tolist()
            values = [texts[value] for value in values] if texts else values
            return [values[start:end] for start, end in pairwise(starts)]
        if isinstance(column, tuple):
            texts, places = column
            return [texts[place] for place in places.tolist()]
        return column.tolist() if hasattr(column, "tolist") else [column] * self.rows


def columns_of(rules: Rules, about: Mapping[str, Any], first: int, outcomes: Any, turns: Any) -> Columns:
    """Return the columns of recorded games; game k is number `first` + k of its run."""
    import numpy as np

    at = kernel_room.load("layout")

    def field(name: str, count: int = 0) -> Any:
        start = at.FIELDS[f"written_{name}"][0]
        return turns[:, start : start + count] if count else turns[:, start]

    game, lines = field("game"), outcomes[field("game")]
    score, reason = lines[:, at.OUTCOME_SCORE], lines[:, at.OUTCOME_REASON]
    dealt = np.array([deal_seed(about["run_seed"], first + number) for number in range(len(outcomes))], np.uint64)
    flipped = np.array([0, 0, 101, 101])
    columns = {
        **about,
        "run_seed": np.full(len(turns), about["run_seed"], np.uint64),
        "game": game + first,
        "deal_seed": dealt[game],
        "turn": field("turn"),
        "seat": field("seat"),
        "hand": _cards(field("hand", 2)),
        "tops": _even(np.abs(flipped - field("heights", 4))),
        "counts": _even(field("counts", rules.players)),
        "draw_count": field("left"),
        "minimum": field("minimum"),
        "signals": _signals(field("said", SEATS), rules.players),
        "moves": _moves(field("actions", at.PLAN_ROOM), field("length")),
        "won": reason == 0,
        "reason": (("", *REASONS), reason),
        "left": score,
        "value": 1 - score / 98,
    }
    return Columns(len(turns), columns)


def _starts(lengths: Any) -> Any:
    import numpy as np

    return np.concatenate([np.zeros(1, np.int32), np.cumsum(lengths, dtype=np.int32)])


def _cards(words: Any) -> Lists:
    import numpy as np

    held = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little")
    return Lists(held.nonzero()[1].astype(np.uint8), _starts(held.sum(axis=1)))


def _even(numbers: Any) -> Lists:
    import numpy as np

    rows, width = numbers.shape
    return Lists(numbers.astype(np.uint8).ravel(), np.arange(0, (rows + 1) * width, width, dtype=np.int32))


def _moves(actions: Any, lengths: Any) -> Lists:
    import numpy as np

    there = np.arange(actions.shape[1]) < lengths[:, None]
    return Lists(actions[there].astype(np.int16), _starts(lengths), _move_texts())


def _signals(said: Any, players: int) -> Lists:
    import numpy as np

    texts, bits = _signal_texts(players)
    if not said.any():
        return Lists(np.zeros(0, np.int16), np.zeros(len(said) + 1, np.int32), texts)
    there = np.stack([(said[:, seat] & bit) == bit for seat, bit in bits], axis=1)
    return Lists(there.nonzero()[1].astype(np.int16), _starts(there.sum(axis=1)), texts)


@cache
def _move_texts() -> tuple[str, ...]:
    return (*(move for move, _ in sorted(MOVES.items(), key=lambda item: item[1])), "end")


@cache
def _signal_texts(players: int) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """Return every signal that the kernel writes down as text, in the order of a row, and its seat and bit."""
    words = [(f"{seat} {text}", (seat, bit)) for seat in range(players) for text, bit in _words()]
    texts, bits = zip(*sorted(words), strict=True)
    return texts, bits


def _words() -> Iterator[tuple[str, int]]:
    holds_stop = kernel_room.load("recording").HOLDS_STOP

    for pile, letter in enumerate(LETTERS):
        for kind, name in enumerate(SPOKEN):
            yield f"{name} {letter}", 1 << pile + 4 * kind
        yield f"cover {letter}", 1 << pile + COVER
    yield from (("trouble", TROUBLE), ("comfortable", COMFORTABLE), (f"{HOLD} stop", holds_stop))
