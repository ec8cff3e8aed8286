"""What crowds may do: tables without end, spectators.

Done to a real server over loopback; each test fails without its fix, and docs/reference/security.md names it.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from tests.host.indoors import OPEN, PATIENCE, QUICK, Indoors, eventually, indoor, indoors
from tests.server.serving import Hosted, outdoor

from nonante.host.clients import surplus
from nonante.host.limits import Buckets, Rate, network_of

# ---------------------------------------------------------------- 4: a house full of tables


def test_a4_a_table_without_people_makes_room_for_an_honest_one() -> None:
    async def work(house: Indoors) -> None:
        first, _ = await house.open()
        for _ in range(5):
            await house.open()
        assert len(house.tables.live) == 2
        assert first.code not in house.tables.live
        assert (await house.tables.wake(first.code)).table == first.table

    indoor(work, replace(OPEN, tables=2))


def test_a4_a_table_where_nothing_happens_makes_room_although_somebody_holds_a_socket() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open()
        holder = await house.visit(live, opened.token)
        live.touched -= 3600
        other, _ = await house.open()
        assert list(house.tables.live) == [other.code]
        assert holder._expelled == 1012
        holder.receive(json.dumps({"type": "ping", "key": "k"}))  # to a live that is closed: harmless

    indoor(work, replace(OPEN, tables=1))


def test_a4_looking_at_a_table_does_not_wake_it() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open(deal=True)
        tables = server.house.tables
        await tables.let_go(opened["code"])
        async with server.http() as http:
            for path in ("", "/qr.svg"):
                assert (await http.get(f"/api/tables/{opened['code']}{path}")).status_code == 200
            assert (await http.get(f"/api/tables/{opened['code']}/record")).status_code == 409
        assert not tables.live

    outdoor(work)


def test_a4_asking_for_many_sleeping_tables_has_a_rate() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        await server.house.tables.let_go(opened["code"])
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
        live, opened = await house.open()
        crowd = [await house.visit(live) for _ in range(30)]
        assert len(live.presence.of(None)) == 10
        assert [watcher._expelled for watcher in crowd].count(4429) == 20
        anna = await house.visit(live, opened.token)
        assert anna.table["you"] == 0
        assert live.presence.here(0)

    indoor(work, replace(OPEN, spectators=10))


def test_a5_a_player_does_not_wait_for_spectators_of_the_same_address() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with server.join(opened["code"]):  # whose hello is all that spectators of this address may send
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(1), server.join(opened["code"]):
                    pass
            async with asyncio.timeout(PATIENCE), server.join(opened["code"], opened["token"]) as anna:
                assert anna.table["you"] == 0

    outdoor(work, replace(OPEN, address_messages=Rate(1e-6, 1)))


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
        live, opened = await house.open()
        own = [await house.visit(live, opened.token) for _ in range(4)]
        assert [visitor._expelled for visitor in own] == [4429, 4429, None, None]

    indoor(work, replace(OPEN, sockets_per_seat=2))


def test_a5_everybody_sees_how_many_look_on() -> None:
    async def main() -> None:
        async with indoors(behaviour=replace(QUICK, count=0.01)) as house:
            live, opened = await house.open()
            anna = await house.visit(live, opened.token)
            watcher = await house.visit(live)
            await eventually(lambda: bool(anna.table["spectators"] == 1))
            watcher.close()
            await eventually(lambda: bool(anna.table["spectators"] == 0))

    asyncio.run(main())


def test_a5_at_a_private_table_only_people_with_a_seat_see_the_game() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, *_) = await house.started(players=2, settings={"private": True})
        await anna.ask(type="signal", signal="trouble")
        stranger = await house.visit(live)
        assert (stranger.table["game"], stranger.table["signals"], stranger.table["lobby"]) == (None, [], True)
        assert [seat["name"] for seat in stranger.table["seats"]] == ["", ""]
        assert anna.table["game"] is not None
        assert anna.table["settings"]["private"] is True

    indoor(work)
