"""Several small numbers as one large number, and that as text: each takes exactly the room that its choices need."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from typing import Final

from ..rules import Cause
from .errors import ReviewError

_SUM_BYTES: Final = 3  # of the checksum at the front
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

    def text(self) -> str:
        """Return everything as text that needs no quoting in an address."""
        number = _BIAS
        for value, choices in reversed(self._taken):
            number = number * choices + value
        data = number.to_bytes((number.bit_length() + 7) // 8, "big")
        return urlsafe_b64encode(checksum(data) + data).decode().rstrip("=")


class Reader:
    """Gives back, in the same order, what a `Writer` took."""

    def __init__(self, text: str) -> None:
        try:
            raw = urlsafe_b64decode((text + "=" * (-len(text) % 4)).encode("ascii"))
        except (binascii.Error, UnicodeEncodeError):
            raise ReviewError("link", why=Cause("link-sign")) from None
        found, data = raw[:_SUM_BYTES], raw[_SUM_BYTES:]
        if not data or found != checksum(data):
            raise ReviewError("link", why=Cause("damaged"))
        self._rest = int.from_bytes(data, "big")

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


def checksum(data: bytes) -> bytes:
    """Return what tells a damaged text from a whole one."""
    return binascii.crc32(data).to_bytes(4, "big")[1:]
