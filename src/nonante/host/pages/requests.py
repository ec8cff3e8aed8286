"""A plain request and its answer, whoever carries them: a `Page` makes an `Answer` of a `PageRequest`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from ...messages import Refused, Struct, StructError, decoder, encode
from ...rules import NonanteError
from ..access import AT_HOME, Caller
from ..errors import HostError, refusal_of
from ..tables import Tables
from ..thinking import Thinker

T = TypeVar("T")
Draw: TypeAlias = Callable[[str], Awaitable[str | None]]
"""Draws a link as a picture to scan; None where nobody can."""
RateName: TypeAlias = Literal["openings", "replays", "syncs"]
"""Which of the limits counts how often one asks."""
_STATUS: Final = {
    "unknown-table": 404,
    "unknown-game": 404,
    "origin": 403,
    "banned": 403,
    "closed-table": 403,
    "token": 403,
    "unknown-crew": 404,
    "not-in-crew": 403,
    "unknown-event": 404,
    "not-in-event": 403,
    "sealed": 409,
    "device": 403,
    "device-removed": 403,
    "pairing-code": 404,
    "too-large": 413,
    "too-fast": 429,
    "not-over": 409,
    "too-many-tables": 503,
    "busy": 503,
    "storage": 503,
    "storage-full": 503,
    "damaged-table": 503,
    "newer-table": 503,
    "internal": 500,
}


class PageRequest(NamedTuple):
    """A request: what its address names, what was sent, where links for others lead, and who asks."""

    names: Mapping[str, str] = {}
    body: bytes = b""
    origin: str = ""
    caller: Caller = AT_HOME


class Answer(NamedTuple):
    """An answer: all at once, or piece by piece as it is found."""

    body: bytes | AsyncIterator[bytes]
    status: int = 200
    kind: str = "application/json"
    file: str | None = None
    """The name of a file to keep."""
    refusal: str | None = None
    """The code of the error that it tells of."""


class Page(NamedTuple):
    """One address of the interface."""

    method: Literal["GET", "POST"]
    path: str
    """Such as ``/api/tables/{code}``."""
    respond: Callable[[PageRequest], Awaitable[Answer]]
    rate: RateName | None = None
    limit: int | None = None
    """Bytes that it takes; None for as many as most do."""


def answer(content: Struct, status: int = 200) -> Answer:
    """Answer with a message."""
    return Answer(encode(content), status)


def refused(error: NonanteError, status: int | None = None) -> Answer:
    """Answer with the reason why something is not possible."""
    body = encode(Refused(None, refusal_of(error)))
    return Answer(body, status or _STATUS.get(error.code, 400), refusal=error.code)


def read(asked: PageRequest, kind: type[T]) -> T:
    """Return the message that was sent."""
    try:
        message: T = decoder(kind)(asked.body)
    except (StructError, UnicodeError, RecursionError) as error:
        raise HostError("malformed", why=str(error)[:200]) from None
    return message


class ThinkingPage:
    """Base of pages that need the tables, and somebody who thinks."""

    def __init__(self, tables: Tables, thinker: Thinker) -> None:
        self._tables = tables
        self._thinker = thinker
