"""What strangers may do with frames and bytes: everything is counted before it is parsed, whoever sends it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from dataclasses import replace
from typing import Any

import pytest
from tests.host.indoors import OPEN, eventually
from tests.server.serving import Guest, Hosted, outdoor
from tests.server.strangers import greet, handshake, line_to
from websockets.asyncio.client import connect
from websockets.protocol import Protocol
from websockets.server import ServerProtocol

from nonante.host.limits import Bucket, Limits, Rate
from nonante.server.protocols import FRAGMENTS, HEAD_LINES, FrameCounter, StrictSocket

MASK = bytes(4)
KINDS = {
    "pings": b"\x89\x80" + MASK,
    "pongs": b"\x8a\x80" + MASK,
    "empty texts": b"\x81\x80" + MASK,
    "binary frames": b"\x82\x81" + MASK + b"x",
    "pieces": b"\x01\x80" + MASK + b"\x00\x80" + MASK + b"\x80\x80" + MASK,
    "one message in pieces without end": b"\x00\x80" + MASK,
}
FIRST_PIECE, LAST_PIECE = b"\x01\x80" + MASK, b"\x80\x80" + MASK
FEW = replace(OPEN, frames=Rate(1e-6, 20), strikes=10**9)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many frames each socket read was parsed for."""
    seen: list[int] = []
    parse = Protocol.receive_data

    def count(self: Protocol, data: bytes) -> None:
        parse(self, data)
        if isinstance(self, ServerProtocol):
            seen.append(len(self.events))

    monkeypatch.setattr(Protocol, "receive_data", count)
    return seen


async def close_code(reader: asyncio.StreamReader) -> int:
    """Read to the end of a line; return the code of its close frame."""
    rest = await reader.read()
    assert rest[-200:].rpartition(b"\x88")[1], rest[-50:]
    return int.from_bytes(rest.rpartition(b"\x88")[2][1:3], "big")


@pytest.mark.parametrize("kind", KINDS)
def test_frames_of_every_kind_are_counted_and_too_many_close_the_socket(kind: str, parsed: list[int]) -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with line_to(server) as (reader, writer):
            await greet((reader, writer), opened["code"])
            writer.write((FIRST_PIECE if "without end" in kind else b"") + KINDS[kind] * 100)
            assert await asyncio.wait_for(close_code(reader), 30) == 4429
        assert sum(parsed) <= 30  # with the handshake; what is too much is not even parsed

    outdoor(work, FEW)


def test_a_socket_is_counted_before_it_says_hello() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with line_to(server) as (reader, writer):
            writer.write(handshake(opened["code"]))
            await reader.readuntil(b"\r\n\r\n")
            writer.write(KINDS["pings"] * 100)
            assert await asyncio.wait_for(close_code(reader), 30) == 4429

    outdoor(work, FEW)


def test_the_socket_of_a_seat_is_counted_like_any_other() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with line_to(server) as (reader, writer):
            await greet((reader, writer), opened["code"], opened["token"])
            writer.write(KINDS["pings"] * 100)
            assert await asyncio.wait_for(close_code(reader), 30) == 4429
        assert 'nonante_turned_away_total{reason="too-much"} 1' in server.house.metrics.lines()

    outdoor(work, FEW)


def test_a_message_comes_in_so_many_pieces_and_no_more() -> None:
    """Also where its frames are few enough for the socket."""

    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with line_to(server) as (reader, writer):
            await greet((reader, writer), opened["code"])
            piece = KINDS["one message in pieces without end"]
            writer.write(FIRST_PIECE + piece * (FRAGMENTS - 2) + LAST_PIECE)
            await asyncio.wait_for(reader.readuntil(b"malformed"), 30)  # which is all that is wrong with it
            writer.write(FIRST_PIECE + piece * FRAGMENTS)
            assert await asyncio.wait_for(close_code(reader), 10) == 4429

    outdoor(work)


def test_bytes_of_a_socket_are_counted_too() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with line_to(server) as (reader, writer):
            await greet((reader, writer), opened["code"])
            writer.write(b"\x82\xfe\x0f\xa0" + MASK + bytes(4000))
            assert await asyncio.wait_for(close_code(reader), 30) == 4429

    outdoor(work, replace(OPEN, socket_bytes=Rate(1e-6, 3000)))


def test_one_line_in_the_log_says_why_a_socket_was_closed(caplog: pytest.LogCaptureFixture) -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with line_to(server) as (reader, writer):
            await greet((reader, writer), opened["code"])
            writer.write(KINDS["pings"] * 1000)
            with contextlib.suppress(ConnectionResetError):
                await reader.read()
        await eventually(lambda: len(server.connections) == 0)

    with caplog.at_level(logging.WARNING):
        outdoor(work, FEW)
    assert [record.getMessage() for record in caplog.records] == [
        "a socket of 127.0.0.1 is closed: too many frames or bytes"
    ]


def test_little_is_read_at_a_time_from_any_line(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    take = StrictSocket.data_received

    def count(self: StrictSocket, data: bytes) -> None:
        sizes.append(len(data))
        take(self, data)

    monkeypatch.setattr(StrictSocket, "data_received", count)

    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with line_to(server) as (reader, writer):
            await greet((reader, writer), opened["code"])
            writer.write(KINDS["pings"] * 10_000)
            await eventually(lambda: sum(sizes) > 50_000)

    outdoor(work)
    assert max(sizes) <= 8192


def test_sockets_of_one_address_share_what_is_more_than_modest(parsed: list[int]) -> None:
    """Each keeps within its own bounds; together they wait, and somebody who is modest does not."""
    limits = replace(OPEN, modest=Rate(1e-6, 5), address_work=Rate(1e-6, 30))

    async def work(server: Hosted) -> None:
        opened = await server.open()
        where = server.url.replace("http", "ws") + f"ws/{opened['code']}"
        crowd = [await connect(where, ping_interval=None) for _ in range(10)]
        before = sum(parsed)
        for one in crowd:
            assert one.transport is not None
            one.transport.write(KINDS["pongs"] * 20)
        lines: list[Any] = [transport.get_protocol() for transport in server.connections._inside]
        await eventually(lambda: sum(bool(line._held) for line in lines if isinstance(line, StrictSocket)) == 8)
        assert sum(parsed) - before == 40  # the second one on credit
        modest = Guest(await connect(where))
        assert (await modest.ask(type="hello"))["type"] == "welcome"
        for one in [*crowd, modest.socket]:
            assert one.transport is not None
            one.transport.abort()

    outdoor(work, limits)


def test_what_was_held_is_read_when_its_time_has_come() -> None:
    limits = replace(OPEN, modest=Rate(1e-6, 1), address_work=Rate(50, 1))

    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with server.join(opened["code"], opened["token"]) as anna:
            for _ in range(20):
                assert (await anna.ask(type="ping"))["type"] == "pong"

    outdoor(work, limits)


def test_too_many_headers_are_refused_before_they_are_parsed(caplog: pytest.LogCaptureFixture) -> None:
    async def work(server: Hosted) -> None:
        async with line_to(server) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a:b\r\n" * HEAD_LINES + b"\r\n")
            assert b"HTTP/1.1 400" in await asyncio.wait_for(reader.read(), 30)
        await eventually(lambda: len(server.connections) == 0)

    with caplog.at_level(logging.WARNING):
        outdoor(work)
    assert [record.getMessage() for record in caplog.records] == ["a request is refused: Too many headers."]


def test_a_body_in_chunks_is_refused_before_it_is_read() -> None:
    async def work(server: Hosted) -> None:
        async with line_to(server) as (reader, writer):
            writer.write(b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            assert b"HTTP/1.1 400" in await asyncio.wait_for(reader.read(), 30)

    outdoor(work)


def test_requests_one_behind_the_other_wait_for_their_address() -> None:
    async def work(server: Hosted) -> None:
        async with line_to(server) as (reader, writer):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
            got = b""
            while got.count(b"HTTP/1.1 200") < 2:
                got += await reader.read(1000)
            assert server.connections.work.of("127.0.0.1").owed() > 0
            assert got.count(b"HTTP/1.1") == 2

    outdoor(work, replace(OPEN, address_work=Rate(1e-3, 4)))


def test_connections_of_one_address_that_come_too_fast_are_read_later() -> None:
    async def work(server: Hosted) -> None:
        async with line_to(server), line_to(server), line_to(server):
            await eventually(lambda: len(server.connections) == 3)
            paused = [transport for transport in server.connections._inside if not transport.is_reading()]
            assert len(paused) == 1

    outdoor(work, replace(OPEN, arrivals=Rate(1e-3, 2)))


def test_sockets_behind_a_proxy_count_for_whom_it_speaks_for() -> None:
    limits = replace(OPEN, requests=Rate(1e-6, 2))

    async def work(server: Hosted) -> None:
        opened = await server.open()
        where = server.url.replace("http", "ws") + f"ws/{opened['code']}"
        headers = {"X-Forwarded-For": "198.51.100.7"}
        for _ in range(2):
            async with connect(where, local_addr=("127.0.0.9", 0), additional_headers=headers):
                pass
        with pytest.raises(Exception, match="403"):
            await connect(where, local_addr=("127.0.0.9", 0), additional_headers=headers)

    outdoor(work, limits)


def test_frames_behind_a_proxy_wait_for_whom_it_speaks_for() -> None:
    limits = replace(OPEN, modest=Rate(1e-6, 1), address_work=Rate(1e-6, 2))

    async def work(server: Hosted) -> None:
        opened = await server.open()
        where = server.url.replace("http", "ws") + f"ws/{opened['code']}"
        headers = {"X-Forwarded-For": "198.51.100.7"}
        async with connect(where, local_addr=("127.0.0.9", 0), additional_headers=headers) as socket:
            assert socket.transport is not None
            socket.transport.write(KINDS["pongs"] * 20)
            await eventually(lambda: server.connections.work.of("198.51.100.7").owed())
            assert not server.connections.work.of("198.51.100.8").owed()
            socket.transport.abort()

    outdoor(work, limits)


@pytest.mark.parametrize("seed", range(20))
def test_frames_are_counted_however_the_bytes_are_cut(seed: int) -> None:
    chance = random.Random(seed)
    stream, expected = b"", 0
    for _ in range(50):
        size = chance.choice([0, 1, 125, 126, 300, 4000, 66_000])
        short, middle = bytes([0x80 | min(size, 126)]), size.to_bytes(8, "big")
        length = short if size < 126 else short + middle[6:] if size < 65_536 else b"\xff" + middle
        stream += b"\x82" + length + MASK + bytes(size)
        expected += 1
    counter, found = FrameCounter(), 0
    while stream:
        cut = chance.choice([1, 2, 3, 7, 100, 4096])
        found += counter.feed(stream[:cut])
        stream = stream[cut:]
    assert found == expected


def test_what_is_owed_is_paid_back_with_time() -> None:
    now = 100.0
    bucket = Bucket(Rate(10, 5), lambda: now)
    bucket.owe(5)
    assert bucket.owed() == 0
    bucket.owe(10)
    assert bucket.owed() == pytest.approx(1.0)
    assert not bucket.take()
    now += 1.1
    assert bucket.owed() == 0
    assert bucket.take()


def test_an_ordinary_player_is_far_from_every_limit() -> None:
    limits = Limits()
    assert limits.frames.at_once > limits.messages.at_once + limits.strikes  # messages are refused before lines are cut
    assert limits.frames.a_second > limits.messages.a_second
    assert limits.socket_bytes.at_once >= limits.messages.at_once * limits.message
