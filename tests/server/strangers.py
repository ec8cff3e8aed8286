"""Raw connections to a server, for clients that send malformed data or nothing."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from tests.host.indoors import new_key
from tests.server.serving import Server


@asynccontextmanager
async def line_to(server: Server) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a raw TCP connection, with buffers as small as the system allows."""
    url = httpx.URL(server.url)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, (url.host, url.port or 80))
    reader, writer = await asyncio.open_connection(sock=line, limit=1024)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def handshake(code: str) -> bytes:
    """Return the request that opens a WebSocket."""
    return (
        f"GET /ws/{code} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def text_frame(**message: object) -> bytes:
    """Return a masked frame with a message."""
    raw = json.dumps({**message, "key": new_key()}).encode()
    return bytes([0x81, 0x80 | 126]) + len(raw).to_bytes(2, "big") + bytes(4) + raw


async def greet(line: tuple[asyncio.StreamReader, asyncio.StreamWriter], code: str, token: str | None = None) -> None:
    """Open a WebSocket, say hello, and read nothing afterwards."""
    reader, writer = line
    writer.write(handshake(code))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(text_frame(type="hello", token=token))
