"""Frames and bytes: pings, empty, binary and fragmented frames, tiny requests, as fast as a line takes them."""

from __future__ import annotations

import asyncio
import contextlib

from websockets.exceptions import WebSocketException

from . import FOUR, Guest, Stop, Target, attack, key

MASK = bytes(4)
PING = b"\x89\x80" + MASK
PONG = b"\x8a\x80" + MASK
EMPTY = b"\x81\x80" + MASK
BINARY = b"\x82\x81" + MASK + b"x"
FIRST, PIECE = b"\x01\x80" + MASK, b"\x00\x80" + MASK
MANY = 65_536  # bytes written in one go
REQUEST = b"GET /api/info HTTP/1.1\r\nHost: localhost\r\n\r\n"
CHUNKED = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


async def look_on(target: Target, code: str, data: bytes, stop: Stop, address: str, pace: float = 0.0) -> None:
    """Look on at a table, write these bytes again and again, and come back when sent away."""
    while not stop():
        with contextlib.suppress(OSError, WebSocketException, TimeoutError, AttributeError):
            async with target.line(code, address, ping_interval=None, open_timeout=5, close_timeout=1) as socket:
                await Guest(socket).ask(type="hello")
                await write(target, socket.transport, data, stop, pace)
        target.count("sent away")
        await asyncio.sleep(0.05)


async def write(target: Target, line: asyncio.WriteTransport, data: bytes, stop: Stop, pace: float) -> None:
    """Write until told to stop or cut off; what the other end does not take is not written."""
    while not stop() and not line.is_closing():
        if line.get_write_buffer_size() < MANY:
            line.write(data)
            target.count("kB", len(data) // 1000)
        await asyncio.sleep(pace)


async def sockets(target: Target, data: bytes, stop: Stop, addresses: tuple[str, ...], each: int, pace: float) -> None:
    """Attack a table of one's own from so many sockets of each address."""
    opened = await target.open()
    if opened:
        lines = [
            look_on(target, opened["code"], data, stop, address, pace) for address in addresses for _ in range(each)
        ]
        await asyncio.gather(*lines)


@attack("pings-slow")
async def pings_slow(target: Target, stop: Stop) -> None:
    """Send pings at 200 kB/s over one spectator's socket."""
    await sockets(target, PING * 667, stop, FOUR[:1], 1, 0.02)


@attack("pings")
async def pings(target: Target, stop: Stop) -> None:
    """Send pings over one spectator's socket as fast as it takes them."""
    await sockets(target, PING * (MANY // 6), stop, FOUR[:1], 1, 0)


@attack("pings-four")
async def pings_four(target: Target, stop: Stop) -> None:
    """Send pings over ten sockets of each of four addresses."""
    await sockets(target, PING * (MANY // 6), stop, FOUR, 10, 0)


@attack("pongs")
async def pongs(target: Target, stop: Stop) -> None:
    """Send pongs that nobody asked for."""
    await sockets(target, PONG * (MANY // 6), stop, FOUR[:1], 4, 0)


@attack("empty-frames")
async def empty_frames(target: Target, stop: Stop) -> None:
    """Send empty text frames."""
    await sockets(target, EMPTY * (MANY // 6), stop, FOUR[:1], 4, 0)


@attack("binary-frames")
async def binary_frames(target: Target, stop: Stop) -> None:
    """Send binary frames."""
    await sockets(target, BINARY * (MANY // 7), stop, FOUR[:1], 4, 0)


@attack("fragments")
async def fragments(target: Target, stop: Stop) -> None:
    """Send messages in sixty empty pieces."""
    one = FIRST + PIECE * 60 + b"\x80\x80" + MASK
    await sockets(target, one * (MANY // len(one)), stop, FOUR[:1], 4, 0)


@attack("trickle-four")
async def trickle_four(target: Target, stop: Stop) -> None:
    """Stay just below what one socket may do, with fifty sockets of each of four addresses."""
    await sockets(target, PING * 4, stop, FOUR, 50, 0.1)


@attack("hellos-four")
async def hellos_four(target: Target, stop: Stop) -> None:
    """Say hello again and again, with fifty sockets of each of four addresses."""
    hello = f'{{"type":"hello","key":"{key()}"}}'.encode()
    frame = bytes([0x81, 0x80 | len(hello)]) + MASK + hello
    await sockets(target, frame, stop, FOUR, 50, 0.05)


async def bare(target: Target, address: str, head: bytes, data: bytes, stop: Stop) -> None:
    """Write bytes over a bare line again and again, and come back when cut off."""
    _, _, rest = target.url.partition("//")
    host, _, port = rest.strip("/").partition(":")
    while not stop():
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
            writer.write(head)
            reading = asyncio.create_task(_forget(reader))
            await write(target, writer.transport, data, stop, 0)
            reading.cancel()
            writer.transport.abort()
        target.count("cut off")
        await asyncio.sleep(0.02)


async def _forget(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(MANY):
            pass


@attack("tiny-requests")
async def tiny_requests(target: Target, stop: Stop) -> None:
    """Send requests one behind the other without waiting, over twenty lines of each of four addresses."""
    data = REQUEST * 100
    await asyncio.gather(*(bare(target, address, b"", data, stop) for address in FOUR for _ in range(20)))


@attack("tiny-chunks")
async def tiny_chunks(target: Target, stop: Stop) -> None:
    """Send bodies in chunks of one byte."""
    data = b"1\r\nx\r\n" * (MANY // 6)
    await asyncio.gather(*(bare(target, address, CHUNKED, data, stop) for address in FOUR for _ in range(4)))


@attack("many-headers")
async def many_headers(target: Target, stop: Stop) -> None:
    """Send requests with hundreds of headers, over ten lines of each of four addresses."""
    data = REQUEST[:-2] + b"a:b\r\n" * 3000 + b"\r\n"
    await asyncio.gather(*(bare(target, address, b"", data, stop) for address in FOUR for _ in range(10)))


@attack("come-and-go")
async def come_and_go(target: Target, stop: Stop) -> None:
    """Connect to a table and go again, as fast as one may, from four addresses."""
    opened = await target.open()

    async def one(address: str) -> None:
        while opened and not stop():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with target.line(opened["code"], address, open_timeout=5, close_timeout=1):
                    target.count("came")
            await asyncio.sleep(0.01)  # a refused line costs nobody anything

    await asyncio.gather(*(one(address) for address in FOUR for _ in range(20)))
