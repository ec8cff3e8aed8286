"""Webhooks: a chat is told whose turn it is, never a card and never twice; one that does not answer is disabled."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.host.indoors import eventually
from tests.server.listening import LOOPBACK, Heard
from tests.server.serving import Hosted
from tests.server.test_notices import HOUR, ask, code_of, courier_of, run
from tests.server.test_push import play_turn, slow_pair

from nonante.server.courier import Notify
from nonante.server.notices import FAILURES, HOOK, HOOK_HOUR, Notice


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
        assert hook.failures == FAILURES
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
