"""Plain HTTP: reading what was sent, within bounds, and answering."""

from __future__ import annotations

import gzip
import logging
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket

from ..host.errors import HostError
from ..host.pages import Answer

log = logging.getLogger("nonante.server")
LARGE: Final = 2000
"""From so many bytes on, packing pays."""


def response(answer: Answer, request: Request | None = None) -> Response:
    """Return an answer as HTTP has it; a long one is packed where the client can unpack."""
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
    return Response(body, answer.status, media_type=answer.kind, headers=headers)


async def body_of(request: Request, limit: int) -> bytes:
    """Return what was sent, up to a limit."""
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
    """Return where a request comes from."""
    return request.client.host if request.client else "?"
