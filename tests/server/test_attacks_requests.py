"""What strangers may do with plain requests: two lengths, half a body, files without end."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest
from tests.host.indoors import OPEN, eventually
from tests.server.serving import Hosted, outdoor
from tests.server.strangers import line_to

from nonante.host.limits import Rate

BOTH = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"
TWO = b"Content-Length: 5\r\nContent-Length: 6\r\n"
ODD = b"Content-Length: 5\r\nTransfer-Encoding: identity\r\n"


@pytest.mark.parametrize("lengths", [BOTH, TWO, ODD], ids=["both", "two", "identity"])
@pytest.mark.parametrize("start", [b"POST /api/replay HTTP/1.1", b"POST /api/replay HTTP/1.0", b"GET / HTTP/1.1"])
def test_a_request_with_two_lengths_is_refused_and_the_line_cut(lengths: bytes, start: bytes) -> None:
    """Proxies take one length, servers the other, and what lies between is somebody else's request."""

    async def work(server: Hosted) -> None:
        async with line_to(server) as (reader, writer):
            smuggled = b"0\r\n\r\nGET /api/info HTTP/1.1\r\nHost: localhost\r\n\r\n"
            writer.write(start + b"\r\nHost: localhost\r\n" + lengths + b"\r\n" + smuggled)
            answer = await asyncio.wait_for(reader.read(), 30)
            assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 501"))
            assert answer.count(b"HTTP/1.1") == 1

    outdoor(work)


@pytest.mark.parametrize("path", ["/api/tables", "/api/replay", "/api/file", "/api/review", "/api/nothing"])
def test_who_hangs_up_in_the_middle_of_a_body_leaves_one_line_and_no_trace(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(server: Hosted) -> None:
        async with line_to(server) as (_, writer):
            writer.write(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{{".encode())
            await writer.drain()
            await eventually(lambda: len(server.connections) == 1)
            await asyncio.sleep(0.05)
        await eventually(lambda: len(server.connections) == 0)
        async with server.http() as http:
            assert (await http.get("/api/info")).status_code == 200

    with caplog.at_level(logging.WARNING):
        outdoor(work)
    assert [record.exc_info for record in caplog.records if record.exc_info] == []
    lines = {record.getMessage() for record in caplog.records}
    assert lines <= {"a request broke off in the middle of its body"}
    assert lines or path == "/api/nothing"


def test_pages_and_files_have_an_allowance_of_their_own() -> None:
    async def work(server: Hosted) -> None:
        async with server.http() as http:
            for path in ("/", "/rules", "/no-such-file.js", "/healthz"):
                assert (await http.get(path)).status_code != 429
            for path in ("/", "/rules", "/assets/index.js", "/favicon.ico", "/sw.js", "/healthz", "/metrics"):
                assert (await http.get(path)).status_code == 429
            assert (await http.get("/api/puzzles")).status_code == 200
        opened = await server.open()
        async with server.join(opened["code"], opened["token"]) as anna:
            assert anna.table["you"] == 0

    outdoor(work, replace(OPEN, files=Rate(1e-6, 4)))


def test_what_comes_after_a_refused_request_is_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    """The answer is on its way, and the line ends in a moment: a second refusal would find it closed."""

    async def work(server: Hosted) -> None:
        async with line_to(server) as (reader, writer):
            request = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\n" + TWO + b"\r\n"
            writer.write(request)
            answer = await asyncio.wait_for(reader.read(), 30)
            for _ in range(3):
                writer.write(request)
                await writer.drain()
            await eventually(lambda: len(server.connections) == 0)
            assert answer.count(b"HTTP/1.1") == 1

    with caplog.at_level(logging.WARNING):
        outdoor(work)
    assert len([record for record in caplog.records if "refused" in record.getMessage()]) == 1
    assert [record.exc_info for record in caplog.records if record.exc_info] == []
