"""Where records lie, and transposition tables: each in a compiled and an interpreted way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .compiling import COMPILED, Word, forced, inner, int64

if COMPILED:
    import numpy as np

    from .layout import POSITION_SIZE, STATE_SIZE, TURNEND_SIZE, TURNSTATE_SIZE
    from .machine import shifted
    from .randomness import mix

    @forced
    def nth(records: Any, size: int, place: int) -> Any:
        """Return one of several records of a size."""
        return shifted(records, size * place)

    def copying(size: int) -> Any:
        """Make ``(source, target)``, which makes one record of a size equal to another."""

        @inner
        def copy(source: Any, target: Any) -> None:
            for place in range(size):
                target[place] = source[place]

        return copy

    copy_turn, copy_position = copying(TURNSTATE_SIZE), copying(POSITION_SIZE)
    copy_found, copy_state = copying(TURNEND_SIZE), copying(STATE_SIZE)

    @forced
    def flip(words: Any, card: int) -> None:
        """Add a card to a set, or take it out."""
        words[card >> 6] ^= 1 << (card & 63)

    @forced
    def toggle(hand: Any, card: int) -> None:
        """Add a card to a hand, or take it out: as a number, and upside down."""
        back = 101 - card
        hand[card >> 6] ^= 1 << (card & 63)
        hand[2 + (back >> 6)] ^= 1 << (back & 63)

    @inner
    def remember(visited: Any, mask: int, low: int, high: int, tops: int) -> int:
        """Remember a hand and what else makes a position; return its place, -1 if it was visited before."""
        return remember_key(visited, mask, mix(np.uint64(low) + mix(np.uint64(high) + mix(np.uint64(tops)))))

    @inner
    def remember_key(visited: Any, mask: int, key: Word) -> int:
        """Remember a key; return its place, -1 if it was visited before."""
        entry: int = int64(key) | 1
        place: int = int64(key >> np.uint64(40)) & mask
        while visited[place] != 0:
            if visited[place] == entry:
                return -1
            place = (place + 1) & mask
        visited[place] = entry
        return place

    @inner
    def clear(record: Any, count: int) -> None:
        """Make the first numbers of a record, or of a transposition table, 0."""
        for place in range(count):
            record[place] = 0

    @inner
    def forget_places(visited: Any, taken: Any, count: int) -> None:
        """Empty so many places of a transposition table, those listed."""
        for place in range(count):
            visited[taken[place]] = 0

    def table(numbers: Iterable[int]) -> Any:
        """Return a lookup table."""
        return np.array(list(numbers), np.int64)

    def words(cards: int) -> tuple[int, int]:
        """Return a set, given as one number, as two words: signed numbers."""
        low, high = cards & (1 << 64) - 1, cards >> 64
        return low - (low >> 63 << 64), high

    NUMBER: Any = np.int64

    def address(array: Any) -> Any:
        """Return where an array begins, for `bits.numbers_at`."""
        return array.ctypes.data

else:

    def nth(records: Any, size: int, place: int) -> Any:  # noqa: ARG001 - of the compiled way
        """Return one of several records, and a new one behind them."""
        if place == len(records):
            records.append(type(records[0])())
        return records[place]

    def copy_turn(source: Any, target: Any) -> None:
        """Make one turn equal to another."""
        target.heights[:], target.hand[:], target.unplayed[:] = source.heights, source.hand, source.unplayed
        target.laid, target.minimum, target.lock = source.laid, source.minimum, source.lock
        target.has_three, target.touched, target.skulls = source.has_three, source.touched, source.skulls
        target.fires, target.due, target.shown = source.fires, source.due, source.shown
        target.status, target.reason, target.left = source.status, source.reason, source.left

    def copy_position(source: Any, target: Any) -> None:
        """Copy heights, hand and unplayed cards."""
        target.heights[:], target.hand[:], target.unplayed[:] = source.heights, source.hand, source.unplayed

    def flip(words: Any, card: int) -> None:
        """Add a card to a set, or take it out."""
        words[0] ^= 1 << card

    def toggle(hand: Any, card: int) -> None:
        """Add a card to a hand, or take it out: as a number, and upside down."""
        hand[0] ^= 1 << card
        hand[2] ^= 1 << 101 - card

    def remember(visited: Any, mask: int, low: int, high: int, tops: int) -> int:  # noqa: ARG001 - of the compiled way
        """Remember a hand and what else makes a position; return 0, or -1 if it was visited before."""
        if (low, tops) in visited:
            return -1
        visited.add((low, tops))
        return 0

    def clear(record: Any, count: int) -> None:  # noqa: ARG001 - of the compiled way
        """Empty a transposition table."""
        record.clear()

    def forget_places(visited: Any, taken: Any, count: int) -> None:  # noqa: ARG001 - of the compiled way
        """Empty a transposition table."""
        visited.clear()

    def table(numbers: Iterable[int]) -> Any:
        """Return a lookup table."""
        return list(numbers)

    def words(cards: int) -> tuple[int, int]:
        """Return a set, given as one number, as two words: the first holds it all."""
        return cards, 0

    NUMBER = object

    def address(array: Any) -> Any:
        """Return an array as one row, for `bits.numbers_at`."""
        return array.reshape(-1)
