"""What a stranger may try against a server, done to a real one over loopback: each test fails without its mend.

docs/security.md names these tests.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.requests import Request
from tests.server.serving import OPEN, PATIENCE, QUICK, Hosted, Indoors, Server, Visitor, hosted, indoors, new_key
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from nonante.rules import Rules
from nonante.server import client, links
from nonante.server.connection import Connection
from nonante.server.errors import ServerError
from nonante.server.journal import Throttle, complain
from nonante.server.limits import Bucket, Buckets, Limits, Rate, network_of
from nonante.server.links import Links, draw
from nonante.server.presence import surplus
from nonante.server.running import listen, most_connections, raise_file_limit
from nonante.server.safety import good_host, same_origin
from nonante.server.tables import tidy_code
from nonante.table import Dealt, Event, Played, Seated, Settings, Signalled, Started, Table, Undone


def indoor(work: Callable[[Indoors], Awaitable[None]], limits: Limits = OPEN) -> None:
    """Run with tables in this process."""

    async def main() -> None:
        async with indoors(limits=limits) as house:
            await work(house)

    asyncio.run(main())


def outdoor(work: Callable[[Hosted], Awaitable[None]], limits: Limits = OPEN) -> None:
    """Run with a server of one's own."""

    async def main() -> None:
        async with hosted(limits) as server:
            await work(server)

    asyncio.run(main())


async def eventually(true: Callable[[], bool]) -> None:
    """Wait until something is so; where it never is, the test hangs no longer than its patience."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def line_to(server: Server) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a bare TCP connection, with buffers as small as the system allows."""
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
    """Become a WebSocket and say hello, and read nothing from then on."""
    reader, writer = line
    writer.write(handshake(code))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(text_frame(type="hello", token=token))


# ---------------------------------------------------------------- 1: slow readers


def test_a1_who_stops_reading_is_dropped_and_counts_as_away() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open(settings={"rules": {"players": 2}, "chat": True})
        room = server.house.tables.rooms[opened["code"]]
        async with line_to(server) as line, server.join(opened["code"]) as bruno:
            await bruno.ask(type="sit", name="Bruno")
            await greet(line, opened["code"], opened["token"])
            await eventually(lambda: room.presence.here(0))
            while room.presence.here(0):  # she reads nothing of this
                await bruno.ask(type="say", text="so")
            await eventually(lambda: 0 in room.presence.away)

    outdoor(work, replace(OPEN, stall=0.3, waiting_bytes=1 << 16))


def test_a1_a_dead_line_is_cut_although_something_waits_in_it() -> None:
    """A close frame behind what nobody takes would wait for ever."""

    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with line_to(server) as line:
            await greet(line, opened["code"], opened["token"])
            assert len(server.door) == 1
            for _ in range(200):
                line[1].write(text_frame(type="hello"))
            await eventually(lambda: any(transport.get_write_buffer_size() for transport in server.door._inside))
            for transport in server.door._inside:
                transport.get_protocol().keepalive_timeout()  # type: ignore[attr-defined]  # no pong came
            async with asyncio.timeout(10):  # and not only when the system gives up, after 15 s
                await eventually(lambda: len(server.door) == 0)

    outdoor(work, replace(OPEN, stall=10**6, waiting_bytes=10**9))


def test_a1_the_queue_of_a_slow_client_is_bounded_in_bytes() -> None:
    async def work(house: Indoors) -> None:
        room, _ = await house.open()
        slow = Connection(room, Limits(waiting=10**6, waiting_bytes=1000))
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


# ---------------------------------------------------------------- 2: endless logs


def chatty(signals: int) -> Table:
    """Return a table of two with a card laid among many signals."""
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition("base", players=2), undo=True)))
    for event in (Seated(0, "Anna"), Seated(1, "Bruno"), Dealt(7), Started(0)):
        table = table.apply(event)
    for number in range(signals):
        table = table.apply(Signalled(1, "trouble" if number % 2 else "comfortable"))
    return table.apply(Played(0, table.require_game().legal_moves()[0]))


def test_a2_taking_a_card_back_does_not_play_the_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = chatty(500)
    before = table.checkpoints[-1]
    applied: list[Event] = []
    real = Table.apply

    def apply(self: Table, event: Event) -> Table:
        applied.append(event)
        return real(self, event)

    monkeypatch.setattr(Table, "apply", apply)
    after = real(table, Undone(0))
    assert (after.game, after.marks, after.history) == (before.game, before.marks, before.history)
    assert applied == []


def test_a2_what_is_so_already_is_answered_and_not_kept() -> None:
    async def work(house: Indoors) -> None:
        room, (_, bruno, _) = await house.started(players=3)
        kinds = [(await bruno.ask(type="signal", signal="trouble"))["type"] for _ in range(5)]
        assert kinds == ["update", "done", "done", "done", "done"]
        seq = room.seq
        assert (await bruno.ask(type="hand-over", seat=1, on=False))["type"] == "done"
        assert room.seq == seq

    indoor(work)


def test_a2_a_game_takes_only_cards_when_too_much_was_said_and_can_be_finished() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno) = await house.started(players=2, settings={"chat": True})
        while (await anna.ask(type="say", text="so"))["type"] == "update":
            pass
        assert room.seq - room.state.deal_seq == 50
        assert await bruno.refused(type="signal", signal="trouble") == "game-worn"
        assert await anna.refused(type="pause", on=True) == "game-worn"
        move = room.table.require_game().legal_moves()[0]
        assert (await anna.ask(type="play", move=move, seq=room.seq))["type"] == "update"

    indoor(work, replace(OPEN, game_events=50))


def test_a2_a_table_deals_no_more_when_its_log_is_long() -> None:
    async def work(house: Indoors) -> None:
        room, (anna,) = await house.full(players=1)
        assert room.seq == 2
        assert await anna.refused(type="deal") == "table-worn"

    indoor(work, replace(OPEN, table_events=2))


def test_a2_seats_and_spectators_have_one_measure_however_many_sockets() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, *_) = await house.full(players=2)
        others = [Visitor(room) for _ in range(3)]
        for other in others:
            other.seat, other.greeted = 0, True
        kinds = [(await visitor.ask(type="ping"))["type"] for visitor in [anna, *others] * 3]
        assert kinds.count("refused") >= 6
        watchers = [Visitor(room) for _ in range(12)]
        greetings = [(await watcher.ask(type="hello"))["type"] for watcher in watchers]
        assert greetings.count("refused") >= 6

    indoor(work, replace(OPEN, messages=Rate(0.001, 6)))


def test_a2_signals_of_a_seat_have_a_rate() -> None:
    async def work(house: Indoors) -> None:
        _, (anna, *_) = await house.started(players=3)
        for on in (True, False):
            assert (await anna.ask(type="signal", signal="trouble", on=on))["type"] == "update"
        assert await anna.refused(type="signal", signal="trouble") == "too-fast"

    indoor(work, replace(OPEN, signals=Rate(0.001, 2)))


def test_a2_the_inbox_of_a_table_is_bounded() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open()
        anna = await house.visit(room, opened.token)
        for _ in range(10):
            anna.receive(json.dumps({"type": "why", "turn": 1, "key": new_key()}))
        await room.settled()
        refusals = [message["refusal"]["code"] for message in anna.messages if message["type"] == "refused"]
        assert refusals.count("too-fast") == 7

    indoor(work, replace(OPEN, inbox=3))


def test_a2_messages_of_one_address_have_a_rate_over_all_its_sockets() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open()
        shared = Bucket(Rate(0.001, 3))
        kinds = []
        for _ in range(5):
            visitor = Visitor(room)
            visitor._shared = shared
            kinds.append((await visitor.ask(type="hello", token=opened.token))["type"])
        assert kinds == ["welcome"] * 3 + ["refused"] * 2

    indoor(work)


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
            await eventually(lambda: len(server.door) == 0)

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
            await eventually(lambda: len(server.door) == 3)
            async with server.http() as http:
                assert (await http.get("/api/info")).status_code == 200
            assert await silent.read() == b""  # the first to come had to go

    outdoor(work, replace(OPEN, connections=3, request=10**6))


def test_a3_one_address_has_so_many_connections_and_no_more() -> None:
    async def work(server: Hosted) -> None:
        server.door._of_one = 2
        async with line_to(server), line_to(server):
            await eventually(lambda: len(server.door) == 2)
            async with line_to(server) as (reader, _):
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
            assert server.door.turned_away == 1

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
            complain(loop, {"message": "out of files", "exception": OSError(24, "Too many open files")})
        assert len(caplog.records) == 5
        now[0] = 60.0
        complain(loop, {"message": "out of files", "exception": OSError(24, "Too many open files")})
        assert "and 9995 more" in caplog.messages[-1]
        assert not any(record.exc_info for record in caplog.records)
    finally:
        caplog.handler.removeFilter(throttle)
        loop.close()


# ---------------------------------------------------------------- 4: a house full of tables


def test_a4_a_table_without_people_makes_room_for_an_honest_one() -> None:
    async def work(house: Indoors) -> None:
        first, _ = await house.open()
        for _ in range(5):
            await house.open()
        assert len(house.tables.rooms) == 2
        assert first.code not in house.tables.rooms
        assert (await house.tables.room(first.code)).table == first.table

    indoor(work, replace(OPEN, tables=2))


def test_a4_a_table_where_nothing_happens_makes_room_although_somebody_holds_a_socket() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open()
        holder = await house.visit(room, opened.token)
        room.touched -= 3600
        other, _ = await house.open()
        assert list(house.tables.rooms) == [other.code]
        assert holder._expelled == 1012
        holder.receive(json.dumps({"type": "ping", "key": "k"}))  # to a room that is closed: harmless

    indoor(work, replace(OPEN, tables=1))


def test_a4_looking_at_a_table_does_not_wake_it() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open(deal=True)
        tables = server.house.tables
        await tables._let_go(opened["code"])
        async with server.http() as http:
            for path in ("", "/qr.svg"):
                assert (await http.get(f"/api/tables/{opened['code']}{path}")).status_code == 200
            assert (await http.get(f"/api/tables/{opened['code']}/record")).status_code == 409
        assert not tables.rooms

    outdoor(work)


def test_a4_asking_for_many_sleeping_tables_has_a_rate() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        await server.house.tables._let_go(opened["code"])
        async with server.http() as http:
            codes = [(await http.get(f"/api/tables/{opened['code']}")).status_code for _ in range(4)]
        assert codes == [200, 200, 429, 429]

    outdoor(work, replace(OPEN, lookups=Rate(0.001, 2)))


def test_a4_plain_requests_of_one_address_have_a_rate_and_pages_do_not() -> None:
    async def work(server: Hosted) -> None:
        async with server.http() as http:
            codes = [(await http.get("/api/info")).status_code for _ in range(5)]
            assert codes == [200, 200, 200, 429, 429]
            assert (await http.get("/")).status_code != 429

    outdoor(work, replace(OPEN, requests=Rate(0.001, 3)))


def test_a4_a_network_of_ipv6_is_one_visitor() -> None:
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("?") == "?"
    buckets = Buckets(Rate(0.001, 1))
    assert [buckets.take(f"2001:db8::{n:x}") for n in range(3)] == [True, False, False]


# ---------------------------------------------------------------- 5: spectators


def test_a5_spectators_never_lock_out_a_player() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open()
        crowd = [await house.visit(room) for _ in range(30)]
        assert len(room.presence.of(None)) == 10
        assert [watcher._expelled for watcher in crowd].count(4429) == 20
        anna = await house.visit(room, opened.token)
        assert anna.table["you"] == 0
        assert room.presence.here(0)

    indoor(work, replace(OPEN, spectators=10))


def test_a5_a_crowd_from_one_place_makes_room_for_somebody_from_elsewhere() -> None:
    class Watcher:
        def __init__(self, number: int, address: str) -> None:
            self.number, self.address = number, address

    crowd = [Watcher(n, f"2001:db8::{n:x}") for n in range(4)]
    guests = [Watcher(9, "192.0.2.1"), Watcher(10, "192.0.2.2")]
    assert surplus([*guests, *crowd], 4) == crowd[:2]
    assert surplus(guests, 4) == []


def test_a5_a_seat_has_so_many_sockets_and_the_newest_stay() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open()
        own = [await house.visit(room, opened.token) for _ in range(4)]
        assert [visitor._expelled for visitor in own] == [4429, 4429, None, None]

    indoor(work, replace(OPEN, sockets_per_seat=2))


def test_a5_everybody_sees_how_many_look_on() -> None:
    async def main() -> None:
        async with indoors(behaviour=replace(QUICK, count=0.01)) as house:
            room, opened = await house.open()
            anna = await house.visit(room, opened.token)
            watcher = await house.visit(room)
            await eventually(lambda: bool(anna.table["spectators"] == 1))
            watcher.close()
            await eventually(lambda: bool(anna.table["spectators"] == 0))

    asyncio.run(main())


def test_a5_at_a_private_table_only_people_with_a_seat_see_the_game() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, *_) = await house.started(players=2, settings={"private": True})
        await anna.ask(type="signal", signal="trouble")
        stranger = await house.visit(room)
        assert (stranger.table["game"], stranger.table["signals"], stranger.table["lobby"]) == (None, [], True)
        assert stranger.table["seats"][0]["name"] == "Anna"
        assert anna.table["game"] is not None
        assert anna.table["settings"]["private"] is True

    indoor(work)


# ---------------------------------------------------------------- 6: names of hosts


def test_a6_a_long_or_strange_host_is_refused_before_anything_is_drawn() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with server.http() as http:
            for host in ("a" * 2300, "evil; script-src *", "a b", ""):
                answer = await http.get(f"/api/tables/{opened['code']}/qr.svg", headers={"host": host})
                assert answer.status_code == 400, host
        async with line_to(server) as (reader, writer):
            writer.write(handshake(opened["code"]).replace(b"localhost", b"a" * 2300))
            assert (await asyncio.wait_for(reader.read(), PATIENCE)).startswith(b"HTTP/1.1 403")
        assert not good_host("x" * 256)
        assert good_host("cards.example:8098")
        assert good_host("[::1]:80")

    outdoor(work)


def test_a6_a_picture_is_drawn_once_and_not_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []
    real = links.draw

    def noted(link: str) -> bytes:
        threads.append(threading.current_thread())
        return real(link)

    monkeypatch.setattr(links, "draw", noted)
    draw.cache_clear()

    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with server.http() as http:
            first = await http.get(f"/api/tables/{opened['code']}/qr.svg")
            assert first.text == (await http.get(f"/api/tables/{opened['code']}/qr.svg")).text
        assert threading.main_thread() not in threads
        assert draw.cache_info().hits == 1

    outdoor(work)


def test_a6_a_public_address_is_what_links_say() -> None:
    async def main() -> str:
        async with hosted(links=Links(public="https://cards.example/")) as server, server.http() as http:
            return str((await http.get("/api/info", headers={"host": "localhost"})).json()["origin"])

    assert asyncio.run(main()) == "https://cards.example"


# ---------------------------------------------------------------- 7: whose table it is


def test_a7_nobody_removes_the_owner_and_who_returns_decides_again() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(settings={"rules": {"players": 2}})
        anna, bruno = await house.visit(room, opened.token), await house.visit(room)
        await bruno.ask(type="sit", name="Bruno")
        anna.close()
        await eventually(lambda: bool(bruno.table["host"] == 1))
        assert await bruno.refused(type="remove", seat=0) == "owner"
        assert room.table.seats[0] is not None
        back = await house.visit(room, opened.token)
        assert (back.table["you"], back.table["host"]) == (0, 0)
        assert await bruno.refused(type="pause", on=True) == "not-host"

    indoor(work)


def test_a7_ownership_survives_a_restart_and_follows_to_another_seat() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, _) = await house.full(players=3)
        await bruno.ask(type="leave")
        await anna.ask(type="configure", settings={"rules": {"players": 2}})
        assert room.state.owner == 0
        await anna.ask(type="leave")
        assert room.state.owner == 1
        await house.tables._let_go(room.code)
        assert (await house.tables.room(room.code)).state.owner == 1

    indoor(work)


def test_a7_codes_can_be_longer_where_strangers_come() -> None:
    async def work(house: Indoors) -> None:
        room, _ = await house.open()
        assert len(room.code) == 10
        assert await house.tables.room(room.code.lower()) is room

    indoor(work, replace(OPEN, code_length=10))
    assert tidy_code("BCDFG") is None
    assert tidy_code("B" * 17) is None


def test_a7_strangers_do_not_read_what_was_said_before_they_came() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, clara) = await house.full(players=3, settings={"chat": True})
        await anna.ask(type="say", text="between us")
        await clara.ask(type="leave")
        stranger = await house.visit(room)
        assert stranger.table["chat"] == []
        await stranger.ask(type="sit", name="Zoe")
        assert stranger.table["chat"] == []
        await bruno.ask(type="say", text="welcome")
        assert [line["text"] for line in stranger.table["chat"]] == ["welcome"]
        assert [line["text"] for line in anna.table["chat"]] == ["between us", "welcome"]
        await house.tables._let_go(room.code)  # and it stays so
        again = await house.tables.room(room.code)
        assert again.state.heard[2] == 1

    indoor(work)


# ---------------------------------------------------------------- 8: fairness


def test_a8_where_hints_are_off_nobody_gets_the_turn_of_the_champion() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, *_) = await house.started(players=3, settings={"hints": False})
        await anna.ask(type="hand-over", seat=0, on=True)
        seat = room.table.seats[0]
        assert seat is not None
        assert seat.stand_in == "steady"
        assert anna.messages[-1]["news"][0]["text"] == "steady"  # everybody is told who plays now

    indoor(work)


def test_a8_a_deal_that_somebody_may_know_is_marked_for_everybody_while_it_is_played() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(settings={"rules": {"players": 2}}, bots=["steady"], deal=True, seed="7")
        assert (await house.visit(room, opened.token)).table["game"]["known"] == "seed"
        assert (await house.visit(room)).table["game"]["known"] == "seed"

    indoor(work)


# ---------------------------------------------------------------- 9: small things


def test_a9_an_answer_is_sent_at_once() -> None:
    async def work(server: Hosted) -> None:
        async with server.http() as http:
            await http.get("/api/info")
            times = []
            for _ in range(20):
                began = time.perf_counter()
                await http.get("/api/info")
                times.append(time.perf_counter() - began)
            lines = [line.get_extra_info("socket") for line in server.door._inside]
            assert [line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0 for line in lines] == [True]
        assert min(times) < 0.03  # it was 44 ms every time

    outdoor(work)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[x", "null", "", "http://a b"])
def test_a9_an_origin_that_is_no_address_is_refused(origin: str) -> None:
    assert not same_origin(Headers({"origin": origin, "host": "localhost"}))


def test_a9_only_who_is_here_learns_the_address_in_the_network() -> None:
    async def origin(client: str, host: str) -> str:
        headers = [(b"host", host.encode())]
        scope = {"type": "http", "scheme": "http", "path": "/", "headers": headers, "client": (client, 1)}
        return Links(share="http://192.168.1.7:8098").base(Request(scope))

    assert asyncio.run(origin("127.0.0.1", "localhost:8098")) == "http://192.168.1.7:8098"
    assert asyncio.run(origin("203.0.113.9", "localhost:8098")) == "http://localhost:8098"


def test_a9_every_network_means_ipv4_too() -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with listen("::", 0) as listener, socket.create_connection(("127.0.0.1", listener.getsockname()[1]), 5):
        pass


def test_a9_the_nginx_lines_keep_the_port() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    example = (Path(__file__).parents[2] / "examples" / "deploy" / "nginx.conf").read_text()
    for text in (page, example):
        assert "proxy_set_header Host $http_host;" in text
        assert "Host $host;" not in text


def test_a9_hints_do_not_keep_computer_players_waiting() -> None:
    """Whoever asks for many hints fills a thread of their own."""

    async def main() -> None:
        async with hosted() as server:
            behaviour = server.house.tables.behaviour
            assert behaviour.pool is not None
            assert behaviour.hint_pool is not None
            gate = threading.Event()
            try:
                asked = [behaviour.hint_pool.submit(gate.wait, PATIENCE) for _ in range(20)]
                assert behaviour.pool.submit(lambda: "moved").result(PATIENCE) == "moved"
                assert not all(one.done() for one in asked)
            finally:
                gate.set()

    asyncio.run(main())


def test_a9_the_notices_of_what_is_bundled_go_along() -> None:
    file = client.find("/licenses.md")
    assert file is not None
    text = file.content.decode()
    assert "preact" in text
    assert "Permission is hereby granted" in text


@pytest.mark.parametrize("url", ["cards.example", "ftp://cards.example", "http://[", "https://a/b", "https://"])
def test_a6_a_public_address_that_is_none_is_one_clear_line(url: str) -> None:
    with pytest.raises(ServerError) as caught:
        Links(public=url)
    assert caught.value.code == "public-url"


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
                await asyncio.wait_for(reader.read(), PATIENCE)
        await eventually(lambda: len(server.door) == 0)

    with caplog.at_level(logging.ERROR):
        outdoor(work)
    assert not caplog.records
