"""What strangers may do with lines: slow readers, silent connections, strange bytes.

Done to a real server over loopback; each test fails without its fix, and docs/reference/security.md names it.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import socket
from dataclasses import replace

import httpx
import pytest
from tests.host.indoors import OPEN, PATIENCE, Indoors, eventually, indoor
from tests.server.serving import Hosted, outdoor
from tests.server.strangers import greet, line_to, text_frame
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from nonante.host.connection import Connection
from nonante.host.limits import Limits, Rate
from nonante.players import registry
from nonante.server.app import create_app
from nonante.server.connections import Connections
from nonante.server.logs import Throttle, log_loop_error
from nonante.server.protocols import StrictSocket
from nonante.server.running import AT_ONCE, most_connections, raise_file_limit
from nonante.server.sqlite import SqliteStore

# ---------------------------------------------------------------- 1: slow readers


def test_a1_who_stops_reading_is_dropped_and_counts_as_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StrictSocket, "send_keepalive_ping", lambda _: None)  # a missed ping would do it too, later

    async def work(server: Hosted) -> None:
        opened = await server.open(settings={"rules": {"players": 2}, "chat": True})
        live = server.house.tables.live[opened["code"]]
        async with line_to(server) as line, server.join(opened["code"]) as bruno:
            await bruno.ask(type="sit", name="Bruno")
            await greet(line, opened["code"], opened["token"])
            await eventually(lambda: live.presence.here(0))
            async with asyncio.timeout(10):  # the system gives up by itself after 15
                while live.presence.here(0):  # she reads nothing of this
                    await bruno.ask(type="say", text="so")
            await eventually(lambda: 0 in live.presence.away)

    outdoor(work, replace(OPEN, stall=0.3, waiting_bytes=10**9))


def test_a1_a_dead_line_is_cut_although_something_waits_in_it() -> None:
    """A close frame behind what nobody takes would wait for ever."""

    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with line_to(server) as line:
            await greet(line, opened["code"], opened["token"])
            assert len(server.connections) == 1
            for _ in range(200):
                line[1].write(text_frame(type="hello"))
            await eventually(lambda: any(transport.get_write_buffer_size() for transport in server.connections._inside))
            for transport in server.connections._inside:
                transport.get_protocol().keepalive_timeout()  # type: ignore[attr-defined]  # no pong came
            async with asyncio.timeout(10):  # and not only when the system gives up, after 15 s
                await eventually(lambda: len(server.connections) == 0)

    outdoor(work, replace(OPEN, stall=10**6, waiting_bytes=10**9))


def test_a1_the_queue_of_a_slow_client_is_bounded_in_bytes() -> None:
    async def work(house: Indoors) -> None:
        live, _ = await house.open()
        slow = Connection(live, Limits(waiting=10**6, waiting_bytes=1000))
        for _ in range(100):
            slow.push(b"x" * 300)
        assert sum(map(len, slow._frames)) <= 1000
        with pytest.raises(Exception, match="4413"):
            await slow.write(lambda _: asyncio.sleep(0))

    indoor(work)


def test_a1_a_writer_that_fails_ends_its_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_: Connection, __: object) -> None:
        raise ValueError("nothing can be written")

    monkeypatch.setattr(Connection, "write", broken)

    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with connect(server.url.replace("http", "ws") + f"ws/{opened['code']}") as line:
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(line.recv(), PATIENCE)

    outdoor(work)


# ---------------------------------------------------------------- 3: silent connections


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    ],
)
def test_a3_who_does_not_finish_a_request_is_let_go(said: bytes) -> None:
    async def work(server: Hosted) -> None:
        async with line_to(server) as (reader, writer):
            writer.write(said)
            await asyncio.wait_for(reader.read(), PATIENCE)
            await eventually(lambda: len(server.connections) == 0)

    outdoor(work, replace(OPEN, request=0.2))


def test_a3_the_time_for_a_request_is_none_for_a_socket_or_the_next_request() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with server.http() as http, server.join(opened["code"], opened["token"]) as anna:
            for _ in range(4):
                await asyncio.sleep(0.2)
                assert (await anna.ask(type="ping"))["type"] == "pong"
                assert (await http.get("/api/info")).status_code == 200

    outdoor(work, replace(OPEN, request=0.3))


def test_a3_when_all_places_are_taken_the_silent_go_and_askers_are_answered() -> None:
    async def work(server: Hosted) -> None:
        async with line_to(server) as (silent, _), line_to(server), line_to(server):
            await eventually(lambda: len(server.connections) == 3)
            async with server.http() as http:
                assert (await http.get("/api/info")).status_code == 200
            assert await silent.read() == b""  # the first to come had to go

    outdoor(work, replace(OPEN, connections=3, request=10**6))


def test_a3_one_address_has_so_many_connections_and_no_more() -> None:
    async def work(server: Hosted) -> None:
        server.connections._of_one = 2
        async with line_to(server), line_to(server):
            await eventually(lambda: len(server.connections) == 2)
            async with line_to(server) as (reader, _):
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
            assert 'nonante_turned_away_total{reason="crowd"} 1' in server.house.metrics.lines()

    outdoor(work)


def test_a3_a_crowd_at_the_door_is_let_in_a_few_at_a_time() -> None:
    async def work(server: Hosted) -> None:
        url = httpx.URL(server.url)
        with contextlib.ExitStack() as crowd:
            for _ in range(100):  # without a pause: the server has not seen any of them yet
                crowd.enter_context(socket.create_connection((url.host, url.port or 80)))
            inside = [0]
            while inside[-1] < 100:
                await asyncio.sleep(0)
                inside.append(len(server.connections))
        assert max(later - before for before, later in itertools.pairwise(inside)) <= AT_ONCE

    outdoor(work)


def test_a3_connections_stay_below_the_limit_of_open_files() -> None:
    assert most_connections(10_000, 1024) <= 1024 - 64
    assert most_connections(100, 1_000_000) == 100
    assert most_connections(100, None) == 100
    assert (raise_file_limit() or 1) > 0


def test_a3_the_same_line_is_not_written_over_and_over(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    throttle = Throttle(Rate(0.2, 5), lambda: now[0])
    caplog.handler.addFilter(throttle)
    loop = asyncio.new_event_loop()
    try:
        for _ in range(10_000):
            log_loop_error(loop, {"message": "out of files", "exception": OSError(24, "Too many open files")})
        assert len(caplog.records) == 5
        now[0] = 60.0
        log_loop_error(loop, {"message": "out of files", "exception": OSError(24, "Too many open files")})
        assert "and 9995 more" in caplog.messages[-1]
        assert not any(record.exc_info for record in caplog.records)
    finally:
        caplog.handler.removeFilter(throttle)
        loop.close()


# ---------------------------------------------------------------- what strangers send never fills the log


def test_strange_lines_are_refused_without_a_trace(caplog: pytest.LogCaptureFixture) -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        for raw in (b"\x00" * 100, b"GET " + b"x" * 70_000, b"\x16\x03\x01", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
            async with line_to(server) as (reader, writer):
                writer.write(raw + b"\r\n\r\n")
                assert b"HTTP/1.1 400" in await asyncio.wait_for(reader.read(), PATIENCE)
        async with line_to(server) as (reader, writer):
            pieces = bytes([0x01, 0x80]) + bytes(4) + (bytes([0x00, 0x80]) + bytes(4)) * 200
            await greet((reader, writer), opened["code"])
            writer.write(pieces)
            with contextlib.suppress(ConnectionResetError):
                await asyncio.wait_for(reader.read(), 5)  # before a missed ping would end it
        await eventually(lambda: len(server.connections) == 0)

    with caplog.at_level(logging.ERROR):
        outdoor(work)
    assert not caplog.records


def test_a3_the_players_of_other_packages_are_read_before_anybody_comes() -> None:
    """Later no descriptor may be left for that, and a move that was kept would be called a mistake of ours."""
    registry._offered.cache_clear()

    async def main() -> None:
        store = SqliteStore(":memory:")
        create_app(store)
        await store.close()

    asyncio.run(main())
    assert registry._offered.cache_info().currsize == 1


@pytest.mark.parametrize(
    ("proxies", "network"),
    [((), "192.0.2.7"), (("*",), ""), (("192.0.2.0/24",), ""), (("192.0.2.7",), ""), (("198.51.100.1",), "192.0.2.7")],
)
def test_a3_a_proxy_stands_for_many_and_counts_for_none(proxies: tuple[str, ...], network: str) -> None:
    class Line(asyncio.Transport):
        def get_extra_info(self, name: str, default: object = None) -> object:
            return ("192.0.2.7", 4711) if name == "peername" else default

    assert Connections(10, 5, proxies).network(Line()) == network
