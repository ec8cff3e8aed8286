"""Plain HTTP: reading what was sent, within bounds, and answering with a message or a refusal."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from ..host.errors import HostError, refusal_of
from ..host.messages import Refused
from ..host.structs import Struct, StructError, decoder, encode
from ..rules import NonanteError

T = TypeVar("T")
LARGE: Final = 2000
"""From so many bytes on, packing pays."""
_STATUS: Final = {
    "unknown-table": 404,
    "unknown-game": 404,
    "origin": 403,
    "token": 403,
    "too-large": 413,
    "too-fast": 429,
    "not-over": 409,
    "too-many-tables": 503,
    "busy": 503,
    "storage": 503,
    "internal": 500,
}


def answer(content: Struct, status: int = 200) -> Response:
    """Answer with a message."""
    return Response(encode(content), status, media_type="application/json")


def packed(content: Struct, request: Request) -> Response:
    """Answer with a long message, packed where the client can unpack."""
    body, headers = encode(content), {"vary": "accept-encoding"}
    if len(body) > LARGE and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 6, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, media_type="application/json", headers=headers)


def refused(error: NonanteError, status: int | None = None) -> Response:
    """Answer with the reason why something is not possible."""
    return answer(Refused(None, refusal_of(error)), status or _STATUS.get(error.code, 400))


def refusing(endpoint: Callable[..., Awaitable[Response]]) -> Callable[..., Awaitable[Response]]:
    """Let an endpoint raise what it refuses."""

    @wraps(endpoint)
    async def safe(*arguments: object) -> Response:
        try:
            return await endpoint(*arguments)
        except NonanteError as error:
            return refused(error)

    return safe


async def body_of(request: Request, limit: int) -> bytes:
    """Return what was sent, up to a limit."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise HostError("too-large", limit=limit)
    return body


async def read(request: Request, kind: type[T], limit: int) -> T:
    """Return the message that was sent."""
    try:
        message: T = decoder(kind)(await body_of(request, limit))
    except (StructError, UnicodeError, RecursionError) as error:
        raise HostError("malformed", why=str(error)[:200]) from None
    return message


def address_of(request: Request | WebSocket) -> str:
    """Return where a request comes from."""
    return request.client.host if request.client else "?"
