"""A service on the loopback address that receives a server's outgoing requests, like a push service or a chat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from typing import NamedTuple

from nonante.server.courier import Notify
from nonante.server.outgoing import Outgoing

LOOPBACK = Outgoing(("https", "http"), (ip_network("127.0.0.0/8"),))
"""Settings that only tests allow."""


def notifying() -> Notify:
    """Send notifications to services on this machine."""
    return Notify(LOOPBACK, LOOPBACK, lease=2.0, poll=0.1)


class Post(NamedTuple):
    """A received request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Heard:
    """The requests a service has received, and its response; with the status 0, none."""

    def __init__(self, status: int, headers: dict[str, str]) -> None:
        self.url = ""
        self.status = status
        self.headers = headers
        self.posts: list[Post] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Receive one request."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            method, path, _ = head[0].split(" ")
            headers = {
                name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if ": " in line)
            }
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.posts.append(Post(method, path, headers, body))
            more = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
            if not self.status:
                return
            writer.write(f"HTTP/1.1 {self.status} Fine\r\n{more}Content-Length: 0\r\n\r\n".encode())
            await writer.drain()
        finally:
            writer.close()


@asynccontextmanager
async def listening(status: int = 201, **headers: str) -> AsyncIterator[Heard]:
    """Listen until the end of the block."""
    heard = Heard(status, headers)
    server = await asyncio.start_server(heard.serve, "127.0.0.1", 0)
    heard.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield heard
