"""Plain HTTP: reading bodies, within limits, and answering."""

from __future__ import annotations

import gzip
import logging
import zlib
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from ..host import Answer, FairExecutor, HostError

log = logging.getLogger("nonante.server")
REFUSAL: Final = "nonante.refusal"
"""Where the scope of a request says why it was refused, for those who count."""
LARGE: Final = 2000
"""From so many bytes on, packing pays."""
LONG: Final = 32_768
"""From so many bytes on, it takes so long that others would notice."""
PIECE: Final = 65_536
GZIP: Final = 31  # what zlib calls it


def response(answer: Answer, request: Request | None = None) -> Response:
    """Return an HTTP response; a long one is compressed if the client accepts that."""
    if isinstance(answer.body, AsyncIterator):
        return StreamingResponse(answer.body, answer.status, media_type=answer.kind)
    body, headers = answer.body, {}
    if answer.file:
        headers["content-disposition"] = f'attachment; filename="{answer.file}"'
    if request and len(body) > LARGE:
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            body = gzip.compress(body, 6, mtime=0)
            headers["content-encoding"] = "gzip"
    if answer.refusal:
        return _Refusal(answer.refusal, body, answer.status, headers, answer.kind)
    return Response(body, answer.status, headers, answer.kind)


class _Refusal(Response):
    """A response with an error code for the middleware around it."""

    def __init__(self, code: str, body: bytes, status: int, headers: dict[str, str], kind: str) -> None:
        super().__init__(body, status, headers, kind)
        self._code = code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response, and leave the error code in the scope."""
        scope[REFUSAL] = self._code
        await super().__call__(scope, receive, send)


async def packed(answer: Answer, request: Request, desk: FairExecutor) -> Response:
    """Return a response as `response` does; a long one is compressed in a thread, and only decompressed for sending.

    A replay of a megabyte is compressed to a fiftieth, so clients that read slowly or cannot decompress cost no more.
    """
    if isinstance(answer.body, AsyncIterator) or len(answer.body) < LONG:
        return response(answer, request)
    body = await desk.work(gzip.compress, answer.body, 6)  # without waiting for others while uncompressed
    headers = {"vary": "accept-encoding"}
    if answer.file:
        headers["content-disposition"] = f'attachment; filename="{answer.file}"'
    if "gzip" not in request.headers.get("accept-encoding", ""):
        headers["content-length"] = str(len(answer.body))
        return StreamingResponse(_unpacked(body), answer.status, media_type=answer.kind, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(body, answer.status, media_type=answer.kind, headers=headers)


async def _unpacked(body: bytes) -> AsyncIterator[bytes]:
    """Decompress piece by piece, as fast as the client reads."""
    unpack = zlib.decompressobj(GZIP)
    while body:
        yield unpack.decompress(body, PIECE)
        body = unpack.unconsumed_tail


async def body_of(request: Request, limit: int) -> bytes:
    """Return the body of a request, up to a limit."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise HostError("too-large", limit=limit)
    except ClientDisconnect:
        log.warning("a request broke off in the middle of its body")
        raise HostError("malformed", why="it broke off") from None
    return body


def address_of(request: Request | WebSocket) -> str:
    """Return the address a request comes from."""
    return request.client.host if request.client else "?"
