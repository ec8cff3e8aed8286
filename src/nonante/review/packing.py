"""Several small numbers as one large number, and that as bytes: each takes exactly the room that its choices need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..rules import Cause
from .errors import ReviewError

_BIAS: Final = 1  # so that leading zeros count


class Writer:
    """Takes numbers, each with the count of its choices."""

    def __init__(self) -> None:
        self._taken: list[tuple[int, int]] = []

    def put(self, value: int, choices: int) -> None:
        """Take a number from 0 to `choices` - 1."""
        self._taken.append((value, choices))

    def put_order(self, picked: Iterable[int], of: Iterable[int]) -> None:
        """Take some of the cards `of`, in their order."""
        rest = list(of)
        for card in picked:
            self.put(rest.index(card), len(rest))
            rest.remove(card)

    def content(self) -> bytes:
        """Return everything."""
        number = _BIAS
        for value, choices in reversed(self._taken):
            number = number * choices + value
        return number.to_bytes((number.bit_length() + 7) // 8, "big")


class Reader:
    """Gives back, in the same order, what a `Writer` took."""

    def __init__(self, content: bytes) -> None:
        self._rest = int.from_bytes(content, "big")

    def take(self, choices: int) -> int:
        """Return the next number."""
        self._rest, value = divmod(self._rest, choices)
        return value

    def take_order(self, count: int, of: Iterable[int]) -> list[int]:
        """Return the next cards, in their order."""
        rest = list(of)
        return [rest.pop(self.take(len(rest))) for _ in range(count)]

    def choose(self, known: Sequence[str]) -> str:
        """Return the next word of a list."""
        return known[self.take(len(known))]

    def finish(self) -> None:
        """Make sure that nothing is left."""
        if self._rest != _BIAS:
            raise ReviewError("link", why=Cause("link-longer"))
