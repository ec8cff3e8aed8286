"""The queue of notices: it outlives restarts, tells everything once, and says when somebody cannot be reached."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from tests.host.indoors import Data, eventually
from tests.server.databases import new_database
from tests.server.listening import LOOPBACK, Heard, listening, notifying
from tests.server.serving import Hosted, hosted
from tests.server.test_push import Phone, play_turn, slow_pair

from nonante.host import Entry, Waiting
from nonante.server.courier import Courier, Notify, night_left
from nonante.server.databases import open_store
from nonante.server.notices import FAILURES, HOOK, HOOK_HOUR, Device, Notice, Notices
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


# ---------------------------------------------------------------- webhooks


async def hooked(server: Hosted, service: Heard, kind: str = "json") -> tuple[str, str, str]:
    """Open a slow table that tells a chat."""
    code, anna, bruno = await slow_pair(server)
    status, state = await ask(server, f"/api/tables/{code}/webhook", token=anna, kind=kind, url=f"{service.url}/h")
    assert (status, state["host"], state["off"]) == (200, "127.0.0.1", None)
    return code, anna, bruno


def test_a_chat_is_told_whose_turn_it_is_and_never_a_card() -> None:
    async def work(service: Heard, server: Hosted) -> None:
        code, anna, _ = await hooked(server, service)
        await play_turn(server, code, anna)
        await eventually(lambda: len(service.posts) >= 1)
        said: list[dict[str, Any]] = [json.loads(post.body) for post in service.posts]
        assert said[-1]["text"] in ("It is Anna’s turn.", "It is Bruno’s turn.")
        assert set(said[-1]) == {"text", "link", "id", "event", "table", "name"}
        assert said[-1]["link"].endswith(f"/t/{code}")
        assert len({one["id"] for one in said}) == len(said)

    run(work)


def test_webhooks_are_off_unless_the_operator_allows_them_and_only_the_owner_names_one() -> None:
    async def closed(service: Heard, server: Hosted) -> None:
        code, anna, _ = await slow_pair(server)
        path = f"/api/tables/{code}/webhook"
        assert await code_of(server, path, token=anna, url=service.url) == "webhook-closed"

    async def opened(service: Heard, server: Hosted) -> None:
        code, anna, bruno = await slow_pair(server)
        path = f"/api/tables/{code}/webhook"
        assert await code_of(server, path, token=bruno, url=service.url) == "not-host"
        assert await code_of(server, path, token=anna, url="https://10.0.0.1/hook") == "webhook"
        assert await code_of(server, path, token=anna, url="gopher://chat.example/") == "webhook"
        async with server.http() as http:
            assert (await http.get(path)).status_code == 403
            held = await http.get(path, headers={"authorization": f"Bearer {bruno}"})
            assert held.json() == {"offered": True, "kind": None, "host": None, "off": None}

    run(closed, notify=Notify(LOOPBACK))
    run(opened)


@pytest.mark.parametrize("status", [404, 500])
def test_a_dead_webhook_is_disabled_after_several_failures_and_the_table_says_so(status: int) -> None:
    """Also one that may work later, in a game that goes on before it is tried again."""

    async def work(service: Heard, server: Hosted) -> None:
        code, anna, bruno = await hooked(server, service)
        for number in range(FAILURES):
            before = len(service.posts)
            await play_turn(server, code, (anna, bruno)[number % 2])
            await eventually(lambda before=before: len(service.posts) > before)  # type: ignore[misc]
        notices = courier_of(server).notices
        async with asyncio.timeout(20):
            while not (hook := await notices.webhook(code)) or hook.off is None:
                await asyncio.sleep(0.02)
        async with server.http() as http:
            state = await http.get(f"/api/tables/{code}/webhook", headers={"authorization": f"Bearer {bruno}"})
        assert state.json()["off"] == f"it answers {status}"
        count = len(service.posts)
        await play_turn(server, code, (anna, bruno)[FAILURES % 2])
        await asyncio.sleep(0.3)
        assert len(service.posts) == count

    run(work, status)


async def always(notice: Notice) -> bool:
    return notice.seq > 0


def test_a_message_counts_as_one_failure_however_often_it_is_tried_and_one_passed_on_as_none() -> None:
    async def work(service: Heard, server: Hosted) -> None:
        code, _, _ = await hooked(server, service)
        courier = courier_of(server)
        notices = courier.notices

        async def failures() -> int:
            hook = await notices.webhook(code)
            assert hook
            return hook.failures

        gone = Notice(code, 99, "turn", HOOK, 1, 0, 0)  # told by another process, or the game has gone on
        assert await courier._deliver_once(gone)
        assert (await failures(), service.posts) == (0, [])

        notices.sending = always  # type: ignore[method-assign]
        for tries in range(FAILURES):
            assert await courier._deliver_once(gone._replace(tries=tries))
        assert (await failures(), len(service.posts)) == (1, FAILURES)
        service.status = 200
        assert await courier._deliver_once(gone._replace(tries=FAILURES)) is None
        assert await failures() == 0

    run(work, 500)


def test_a_line_that_a_chat_took_without_an_answer_is_not_sent_again() -> None:
    async def work(service: Heard, server: Hosted) -> None:
        code, _, _ = await hooked(server, service)
        courier = courier_of(server)

        courier.notices.sending = always  # type: ignore[method-assign]
        assert await courier._deliver_once(Notice(code, 99, "turn", HOOK, 1, 0, 0)) is None
        hook = await courier.notices.webhook(code)
        assert hook
        assert (len(service.posts), hook.failures) == (1, 1)

    run(work, 0)


def test_the_webhook_of_one_table_gets_so_many_messages_an_hour() -> None:
    async def work(service: Heard, server: Hosted) -> None:
        code, _, _ = await hooked(server, service)
        notices = courier_of(server).notices
        now = notices.now()
        notices.now = lambda: now
        answers = [await notices.may_call(code) for _ in range(HOOK_HOUR + 3)]
        assert answers == [True] * HOOK_HOUR + [False] * 3
        webhook = await notices.webhook(code)
        await notices.set_webhook(code, None)
        assert await notices.webhook(code) is None
        await notices.set_webhook(code, webhook)  # another one begins where the first one ended
        assert not await notices.may_call(code)
        notices.now = lambda: now + HOUR
        assert await notices.may_call(code)

    run(work)


def test_a_line_that_may_be_in_the_chat_already_is_not_sent_again() -> None:
    async def work(service: Heard, server: Hosted) -> None:
        code, anna, _ = await hooked(server, service)
        await play_turn(server, code, anna)
        await eventually(lambda: service.posts)
        count = len(service.posts)
        died = Notice(code, server.house.tables.live[code].state.waiting_seq, "turn", HOOK, 1, 1, 1)
        assert await courier_of(server)._deliver_once(died) is None
        assert len(service.posts) == count

    run(work)
