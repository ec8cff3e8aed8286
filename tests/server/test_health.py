"""What machines that watch are told: health, readiness, and figures of all processes together."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.host.indoors import OPEN, PATIENCE
from tests.server.databases import new_database, server as postgres
from tests.server.serving import Hosted, Server, hosted, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from nonante.host.errors import HostError
from nonante.host.limits import Rate
from nonante.server import monitoring
from nonante.server.app import create_app
from nonante.server.monitoring import CountAnswers, Metrics, SharedCounters, TableFigures, totals
from nonante.server.sqlite import SqliteStore


def test_health_readiness_and_figures() -> None:
    async def main() -> None:
        async with hosted(OPEN) as server, server.http() as http:
            assert (await http.get("/healthz")).text == "ok\n"
            assert (await http.get("/readyz")).text == "ready\n"
            opened = await server.open(deal=True)
            async with server.join(opened["code"], opened["token"]) as anna:
                await anna.ask(type="remove", seat=0)
                figures = (await http.get("/metrics")).text
            for line in (
                "nonante_tables 1",
                "nonante_games_running 1",
                "nonante_seats 1",
                "nonante_sockets 1",
                'nonante_messages_total{kind="hello"} 1',
                'nonante_refusals_total{code="running"} 1',
                "nonante_answer_seconds_count 2",
                'nonante_answer_seconds_bucket{le="+Inf"} 2',
            ):
                assert line in figures.splitlines(), figures
            assert opened["token"] not in figures
            assert opened["code"] not in figures

    asyncio.run(main())


def test_a_store_that_cannot_write_is_not_well() -> None:
    async def main() -> None:
        async with hosted(OPEN) as server, server.http() as http:
            server.house.tables.store.execute("DROP TABLE health")  # type: ignore[attr-defined]
            answer = await http.get("/healthz")
            assert (answer.status_code, answer.text) == (503, "the store does not write\n")
            server.house.health.stopping = True
            assert (await http.get("/readyz")).status_code == 503

    asyncio.run(main())


def test_ready_means_that_a_table_can_be_opened() -> None:
    async def main() -> None:
        async with hosted(replace(OPEN, tables=1)) as server, server.http() as http:
            opened = await server.open()
            assert (await http.get("/readyz")).text == "ready\n", "a table without people makes room"
            async with server.join(opened["code"], opened["token"]):
                answer = await http.get("/readyz")
                assert (answer.status_code, answer.text) == (503, "full\n")
                assert (await http.post("/api/tables", json={"name": "Bruno"})).status_code == 503

    asyncio.run(main())


def test_a_store_that_keeps_others_waiting_is_down_until_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with hosted(OPEN) as server, server.http() as http:
            there = asyncio.Event()
            monkeypatch.setattr(server.house.tables.store, "touch", there.wait)
            for page in ("/readyz", "/healthz"):
                assert (await http.get(page)).text == "the store does not write\n"
            there.set()
            for page in ("/readyz", "/healthz"):
                assert (await http.get(page)).status_code == 200

    asyncio.run(main())


def test_a_store_is_tried_again_but_not_at_every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with hosted(OPEN) as server, server.http() as http:
            tries, down = list[bool](), True

            async def touch() -> None:
                tries.append(down)
                if down:
                    raise HostError("storage")

            monkeypatch.setattr(server.house.tables.store, "touch", touch)
            for fresh, broken, status, tried in ((0.0, True, 503, 1), (0.0, False, 200, 2), (1e9, True, 200, 2)):
                down = broken
                monkeypatch.setattr(monitoring, "FRESH", fresh)
                assert (await http.get("/healthz")).status_code == status
                assert len(tries) == tried

    asyncio.run(main())


# ---------------------------------------------------------------- figures


def test_figures_are_for_this_machine_alone() -> None:
    async def main(client: str) -> int:
        app = create_app(SqliteStore(":memory:"))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app, client=(client, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
                return (await http.get("/metrics")).status_code

    assert asyncio.run(main("127.0.0.1")) == 200
    assert asyncio.run(main("192.0.2.1")) == 404


def test_figures_over_a_socket_in_the_file_system_but_not_through_its_proxy(tmp_path: Path) -> None:
    path = tmp_path / "s"
    line = httpx.HTTPTransport(uds=str(path))
    with serving(tmp_path / "tables.db", "--unix", str(path)), httpx.Client(transport=line) as http:
        figures = "http://localhost/metrics"
        assert "nonante_tables 0" in http.get(figures).text.splitlines()
        for headers in ({"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "127.0.0.1"}, {"x-real-ip": "::1"}):
            assert http.get(figures, headers=headers).status_code == 404


def test_refusals_over_http_are_counted_by_status_and_code() -> None:
    async def main(server: Hosted) -> None:
        async with server.http() as http:
            await http.get("/api/tables/BCDFGH")
            await http.post("/api/tables", content=b"{")
            await http.post("/api/tables", json={"name": "Anna"}, headers={"origin": "https://elsewhere.example"})
            for _ in range(3):
                await http.get("/api/nothing")
            await http.get("/", headers={"host": "a b"})
            figures = (await http.get("/metrics")).text.splitlines()
        for line in (
            'nonante_http_refusals_total{code="unknown-table"} 1',
            'nonante_http_refusals_total{code="malformed"} 4',
            'nonante_http_refusals_total{code="origin"} 1',
            'nonante_http_responses_total{status="403"} 1',
        ):
            assert line in figures, figures
        assert sum(line.startswith("nonante_http_responses_total") for line in figures) >= 3

    async def fast(server: Hosted) -> None:
        async with server.http() as http:
            answers = [(await http.get("/api/info")).status_code for _ in range(5)]
            figures = (await http.get("/metrics")).text.splitlines()
        assert answers == [200, 200, 429, 429, 429]
        assert 'nonante_http_responses_total{status="429"} 3' in figures
        assert 'nonante_http_refusals_total{code="too-fast"} 3' in figures

    async def both() -> None:
        async with hosted(OPEN) as server:
            await main(server)
        async with hosted(replace(OPEN, requests=Rate(0.001, 2))) as server:
            await fast(server)

    asyncio.run(both())


def test_a_socket_that_is_refused_is_counted() -> None:
    async def main() -> None:
        async with hosted(OPEN) as server:
            with pytest.raises(ConnectionClosed):
                async with server.join("BCDFGH"):
                    pass
            with pytest.raises(InvalidStatus):
                await connect(
                    server.url.replace("http", "ws") + "ws/BCDFGH", origin=Origin("https://elsewhere.example")
                )
            figures = server.house.metrics.lines()
        assert 'nonante_refusals_total{code="unknown-table"} 1' in figures
        assert 'nonante_http_responses_total{status="403"} 1' in figures

    asyncio.run(main())


def test_what_is_no_request_is_counted_although_it_has_no_answer() -> None:
    async def main() -> None:
        async with hosted(OPEN) as server:
            reader, writer = await asyncio.open_connection(*httpx.URL(server.url).netloc.decode().split(":"))
            writer.write(b"nonsense\r\n\r\n")
            assert b"400" in await reader.read()
            writer.close()
            assert 'nonante_turned_away_total{reason="malformed"} 1' in server.house.metrics.lines()

    asyncio.run(main())


def test_a_mistake_of_ours_is_counted_as_such() -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def nobody(*_: object) -> Any:
        raise AssertionError("nobody is asked or told anything")

    figures = Metrics()
    with pytest.raises(ZeroDivisionError):
        asyncio.run(CountAnswers(broken, figures)({"type": "http"}, nobody, nobody))
    assert 'nonante_http_responses_total{status="500"} 1' in figures.lines()


# ---------------------------------------------------------------- several processes


def test_a_process_shows_what_it_has_without_being_asked() -> None:
    async def main() -> None:
        shared = SharedCounters(2)
        one, two = Metrics(shared, 0), Metrics(shared, 1)
        async with hosted(OPEN, metrics=one) as busy, hosted(OPEN, metrics=two):
            await busy.open()

            async def shown() -> bool:
                return "nonante_tables 1" in two.lines()

            await eventually(shown)

    asyncio.run(main())


def test_shared_counters_add_up_and_count_on_where_a_process_ended() -> None:
    shared = SharedCounters(2, tables=2)
    one, two = shared.part(0), shared.part(1)
    for part in (one, two, two):
        part.add("message hello")
    two.add("seconds", 0.25)
    shared.part(1).add("message hello")  # its successor
    assert totals(shared.parts()) == {"message hello": 4, "seconds": 0.25}
    one.show([TableFigures(b"a" * 8, True, 3)], sockets=5)
    assert [part.shown() for part in shared.parts()] == [([TableFigures(b"a" * 8, True, 3)], 5), ([], 0)]
    many = [TableFigures(bytes([number]) * 8, False, 0) for number in range(9)]
    two.show(many, 0)
    assert two.shown() == (many[:2], 0), "it writes nowhere but in its own part"


def test_shared_counters_without_room_count_the_rest_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "SLOTS", 3)
    part = SharedCounters().part(0)
    for number in range(9):
        part.add(f"message {number}")
        part.add(f"message {number}")
    assert dict(part.counters()) == {"message 0": 2, "message 1": 2, "others": 14}


def sum_of(figures: str, name: str) -> float:
    return sum(float(line.split()[-1]) for line in figures.splitlines() if line.startswith(name))


async def eventually(happened: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await happened():
            await asyncio.sleep(0.05)


async def scrape(server: Server) -> str:
    async with server.http() as http:  # on a line of its own: any process may answer
        return (await http.get("/metrics")).text


@pytest.mark.slow
def test_one_look_shows_all_processes_together() -> None:
    async def main(server: Server) -> None:
        tables = [await server.open(settings={"rules": {"players": 2}}) for _ in range(3)]
        for _ in range(4):  # whichever process they come to
            for table in tables:
                async with server.join(table["code"], table["token"]):
                    pass
        for number in range(20):
            async with server.http() as http:
                await http.get(f"/api/tables/BCDFG{'BCDFGHJKMN'[number % 10]}")
        for _ in range(8):
            figures = await scrape(server)
            assert 'nonante_messages_total{kind="hello"} 12' in figures
            assert sum_of(figures, "nonante_http_refusals_total") == 20
            assert "nonante_processes 2" in figures
        async with server.join(tables[0]["code"], tables[0]["token"]), server.join(tables[0]["code"]):

            async def right() -> bool:
                looks = [await scrape(server) for _ in range(6)]
                wanted = ("nonante_tables 3", "nonante_seats 3", "nonante_sockets 2")
                return all(line in look.splitlines() for look in looks for line in wanted)

            await eventually(right)

    with serving(new_database(), "--workers", "2") as server:
        asyncio.run(main(server))


def test_figures_go_on_when_a_process_is_killed() -> None:
    async def main(server: Server) -> None:
        opened = await server.open()
        for _ in range(6):
            async with server.join(opened["code"], opened["token"]):
                pass
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)

        async def back() -> bool:
            try:
                return 'nonante_messages_total{kind="hello"} 6' in await scrape(server)
            except httpx.HTTPError:
                return False

        await eventually(back)

    with serving(new_database(), "--workers", "2") as server:
        asyncio.run(main(server))


@pytest.mark.slow
def test_not_ready_while_the_database_is_down_and_ready_again_after() -> None:
    async def state(server: Server) -> set[int]:
        answers = set()
        for _ in range(4):
            async with server.http() as http:
                answers |= {(await http.get(page)).status_code for page in ("/readyz", "/healthz")}
        return answers

    async def main(server: Server) -> None:
        assert await state(server) == {200}
        postgres().stop()
        try:

            async def down() -> bool:
                return await state(server) == {503}

            await eventually(down)
        finally:
            postgres().ensure_postgres_running()

        async def up() -> bool:
            return await state(server) == {200}

        await eventually(up)

    server = Server(new_database(), "--workers", "2")
    try:
        asyncio.run(main(server))
    finally:
        server.stop()
