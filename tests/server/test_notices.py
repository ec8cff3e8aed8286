"""The queue of notices: it outlives restarts, tells everything once, and says when somebody cannot be reached."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path

import pytest
from tests.host.indoors import Data, eventually
from tests.server.databases import new_database
from tests.server.listening import Heard, listening, notifying
from tests.server.serving import Hosted, hosted
from tests.server.test_push import Phone, play_turn, slow_pair

from nonante.host import Entry, Waiting
from nonante.server.courier import Courier, Notify, night_left
from nonante.server.databases import open_store
from nonante.server.notices import Device, Notices
from nonante.server.sql_store import SqlStore
from nonante.table import Configured, Seated, Settings, Slow

HOUR = 3600.0


def run(work: Callable[[Heard, Hosted], Awaitable[None]], status: int = 201, notify: Notify | None = None) -> None:
    """Run with a service that hears, and a server that tells."""

    async def main() -> None:
        async with listening(status) as service, hosted(notify=notify or notifying()) as server:
            await work(service, server)

    asyncio.run(main())


def courier_of(server: Hosted) -> Courier:
    assert server.house.courier
    return server.house.courier


def pass_time(server: Hosted, seconds: float) -> None:
    """Let the clock of the queue go forward."""
    notices = courier_of(server).notices
    before = notices.now
    notices.now = lambda: before() + seconds
    courier_of(server).wake()


async def ask(server: Hosted, path: str, **body: object) -> tuple[int, Data]:
    async with server.http() as http:
        answer = await http.post(path, json=body)
    data: Data = answer.json()
    return answer.status_code, data


async def code_of(server: Hosted, path: str, **body: object) -> str:
    _, data = await ask(server, path, **body)
    code: str = data["refusal"]["code"]
    return code


# ---------------------------------------------------------------- in the database


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_database() if request.param == "postgres" else f"sqlite:///{tmp_path / 'tables.db'}"


@asynccontextmanager
async def queue(url: str, lease: float = 30.0):  # type: ignore[no-untyped-def]  # a store and its queue
    store = open_store(url)
    assert isinstance(store, SqlStore)
    try:
        yield store, Notices(store, lease)
    finally:
        await store.close()


SLOW = Slow(24, 72)
SEATED = Seated(0, "Anna")
DEVICE = Device("https://push.example/1", bytes(65), bytes(16), "en", 0, "https://cards.example")


async def with_turn(store: SqlStore, notices: Notices, waiting: Waiting) -> None:
    """Open a table whose one person has a device, and let it wait."""
    digest = b"d" * 32
    await store.append("BCDFGH", 0, [Entry(Configured(Settings().to_data()), secrets=(digest,))])
    await notices.add_device("phone", DEVICE, [("BCDFGH", digest)])
    await store.append("BCDFGH", 1, [Entry(SEATED, waiting=waiting)])


def test_a_turn_and_its_notices_survive_a_restart_and_are_held_by_one_process_at_a_time(url: str) -> None:
    async def main() -> None:
        async with queue(url) as (store, notices):
            await with_turn(store, notices, Waiting((0,), slow=SLOW))
        async with queue(url) as (store, notices):
            (turn,) = await notices.due(8)
            assert (turn.code, turn.seq, turn.kind, turn.target, turn.seat) == ("BCDFGH", 2, "turn", "phone", 0)
            assert await notices.due(8) == []
            now = notices.now
            notices.now = lambda: now() + 31  # whoever held it has died
            (again,) = await notices.due(8)
            assert again[:5] == turn[:5]
            await notices.done(again)
            assert await notices.due(8) == []
            notices.now = lambda: now() + 24.1 * HOUR
            assert [one.kind for one in await notices.due(8)] == ["reminder"]
            notices.now = lambda: now() + 72.1 * HOUR
            assert sorted(one.kind for one in await notices.due(8)) == ["reminder", "stand-in"]

    asyncio.run(main())


def test_who_held_a_notice_for_too_long_neither_sends_it_nor_puts_it_off(url: str) -> None:
    """A process that got no time for longer than it may hold a notice: another one has taken it over."""

    async def main() -> None:
        async with queue(url) as (store, notices):
            await with_turn(store, notices, Waiting((0,)))
            now = notices.now()
            (late,) = await notices.due(8)
            notices.now = lambda: now + 31.0
            (taken,) = await notices.due(8)
            assert taken[:5] == late[:5]
            assert not await notices.sending(late)
            assert await notices.sending(taken)
            await notices.later(late, 0.0)
            assert await notices.due(8) == []
            await notices.later(taken, 0.0)
            assert len(await notices.due(8)) == 1

    asyncio.run(main())


def test_two_processes_never_get_the_same_notice() -> None:
    async def main() -> None:
        url = new_database()
        async with queue(url) as (store, one), queue(url) as (_, two):
            for number in range(40):
                code = "BCDFG" + "BCDFGHJKMNPQRTVWXZ"[number % 18] + "BCD"[number // 18]
                await store.append(code, 0, [Entry(SEATED, waiting=Waiting(computer=True, slow=SLOW))])
            got = []
            while more := [*chain(*await asyncio.gather(one.due(3), two.due(3)))]:
                got += more
            assert len(got) == len({notice.code for notice in got}) == 40

    asyncio.run(main())


def test_a_game_that_moves_on_drops_what_was_not_told(url: str) -> None:
    async def main() -> None:
        async with queue(url) as (store, notices):
            await with_turn(store, notices, Waiting((0,), slow=SLOW))
            assert set(await store.waiting_since(["BCDFGH", "XXXXXX"])) == {"BCDFGH"}
            await store.append("BCDFGH", 2, [Entry(SEATED, waiting=Waiting())])
            assert await notices.due(8) == []
            assert await store.waiting_since(["BCDFGH"]) == {}

    asyncio.run(main())


def test_who_is_at_the_table_has_a_minute_to_see_it_there(url: str) -> None:
    async def main() -> None:
        async with queue(url) as (store, notices):
            await with_turn(store, notices, Waiting((0,), here=frozenset({0})))
            assert await notices.due(8) == []
            now = notices.now
            notices.now = lambda: now() + 61
            assert [one.kind for one in await notices.due(8)] == ["turn"]

    asyncio.run(main())


def test_a_clock_that_was_set_back_holds_nothing_for_ever(url: str) -> None:
    async def main() -> None:
        async with queue(url) as (store, notices):
            await with_turn(store, notices, Waiting((0,)))
            now = notices.now
            notices.now = lambda: now() + 1e6
            assert len(await notices.due(8)) == 1
            notices.now = now
            assert len(await notices.due(8)) == 1

    asyncio.run(main())


def test_what_a_clock_in_the_future_noted_is_told_when_it_is_right_again(url: str) -> None:
    async def main() -> None:
        async with queue(url) as (store, notices):
            await with_turn(store, notices, Waiting((0,), slow=SLOW))
            now = notices.now()
            notices.now = lambda: now - 2 * HOUR
            assert [one.kind for one in await notices.due(8)] == ["turn"]  # and no reminder

    asyncio.run(main())


def test_a_table_that_is_forgotten_leaves_nothing(url: str) -> None:
    async def main() -> None:
        async with queue(url) as (store, notices):
            await with_turn(store, notices, Waiting((0,), slow=SLOW))
            assert await store.forget(notices.now() + 10) == 1
            assert await notices.due(8) == []
            assert await notices.device("phone") is None

    asyncio.run(main())


def test_a_device_is_stored_with_its_seats_each_once_and_not_without(url: str) -> None:
    async def main() -> None:
        async with queue(url) as (_, notices):
            await notices.add_device("phone", DEVICE, [("BCDFGH", b"d")] * 2)
            assert await notices.device("phone") == DEVICE
            await notices.add_device("phone", DEVICE, [])
            assert await notices.device("phone") is None

    asyncio.run(main())


def test_the_key_of_a_server_is_made_once(url: str) -> None:
    async def main() -> None:
        async with queue(url) as (_, notices):
            assert await notices.key("vapid", lambda: "first") == "first"
        async with queue(url) as (_, notices):
            assert await notices.key("vapid", lambda: "second") == "first"

    asyncio.run(main())


# ---------------------------------------------------------------- reminders and nudges


def test_reminders_wait_for_the_morning_of_the_device() -> None:
    noon = 12 * HOUR
    assert night_left(noon, 0) == 0
    assert night_left(21.9 * HOUR, 0) == 0
    assert night_left(23 * HOUR, 0) == 10 * HOUR
    assert night_left(3 * HOUR, 0) == 6 * HOUR
    assert night_left(noon, 11 * 60) == 10 * HOUR
    assert night_left(noon, -8 * 60) == 5 * HOUR


def test_a_nudge_once_a_day_reaches_whom_the_game_waits_for() -> None:
    async def work(service: Heard, server: Hosted) -> None:
        code, anna, bruno = await slow_pair(server)
        path = f"/api/tables/{code}/nudge"
        assert await code_of(server, path, token=anna) == "nudge-nobody"
        await play_turn(server, code, anna)
        assert await code_of(server, path, token=anna) == "nudge-unheard"
        assert await code_of(server, path, token=code) == "token"
        phone = Phone()
        await phone.subscribe(server, service, (code, bruno))
        await play_turn(server, code, bruno)
        await play_turn(server, code, anna)
        await eventually(lambda: len(service.posts) == 1)
        notices = courier_of(server).notices
        noon = 12 * HOUR + 86_400 * 20_000
        notices.now = lambda: noon
        assert (await ask(server, path, token=anna))[0] == 200
        await eventually(lambda: len(service.posts) == 2)
        assert phone.read(service.posts[1])["title"] == "Vos amis vous attendent"
        notices.now = lambda: noon + 23 * HOUR
        assert await code_of(server, path, token=anna) == "nudge-again"
        notices.now = lambda: noon + 25 * HOUR
        assert (await ask(server, path, token=anna))[0] == 200

    run(work)


def test_after_days_a_computer_player_moves_and_the_next_person_is_told() -> None:
    async def work(service: Heard, server: Hosted) -> None:
        code, anna, _ = await slow_pair(server, {"stand_in": 24})
        await Phone().subscribe(server, service, (code, anna))
        await play_turn(server, code, anna)
        assert service.posts == []
        pass_time(server, 24.1 * HOUR)
        await eventually(lambda: service.posts)
        async with server.join(code, anna) as back:
            assert back.table["game"]["active"] == 0
            assert back.table["seats"][1]["stand_in"] is not None

    run(work)


def test_home_says_how_long_a_turn_has_been_waiting() -> None:
    async def work(service: Heard, server: Hosted) -> None:
        del service
        code, anna, _ = await slow_pair(server)
        await play_turn(server, code, anna)
        _, data = await ask(server, "/api/own-tables", seats=[{"code": code, "token": anna}])
        (table,) = data["tables"]
        assert table["slow"]
        assert table["waited"] in range(60)

    run(work)
