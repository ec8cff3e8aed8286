"""What strangers may do with records and long tables: nothing of it is worked on in the event loop."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from games import played
from tests.host.indoors import OPEN, PATIENCE
from tests.server.serving import hosted, visiting

from nonante.host.errors import HostError
from nonante.host.limits import Rate
from nonante.host.pages import daily, files, replays
from nonante.host.state import TableState
from nonante.host.store import Entry, Log, Row
from nonante.host.thinking import OF_ONE
from nonante.messages import DailyResult
from nonante.review import MOST_ENTRIES, Steps
from nonante.server import durability, responses, sql_store, thinking as threads
from nonante.server.sqlite import SqliteStore
from nonante.server.thinking import ThreadedThinker
from nonante.table import Event, Record, Said, Table

RECORD = played("base", 2, 14)
TEXT = RECORD.to_json()
TURN = {"text": TEXT, "turn": 2, "moves": [], "name": "Anna"}
FILE = {
    "format": "nonante-game-1",
    "settings": {"rules": RECORD.rules.to_data()},
    "levels": [None, "steady"],
    "record": {**RECORD.to_data(), "entries": RECORD.to_data()["entries"][:-3]},
}


def longer(entries: int) -> dict[str, Any]:
    """Return the record with signals before its first move, as many entries in all."""
    data = RECORD.to_data()
    on = {"seat": 0, "signal": "trouble"}
    more = (entries - len(data["entries"])) // 2
    return {**data, "entries": [on, {**on, "on": False}] * more + data["entries"]}


@pytest.fixture
def where(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads in which a game of many events was played again."""
    seen: list[str] = []
    tables = Record.tables
    fold = TableState.of.__func__  # type: ignore[attr-defined]  # a class method

    def noted(self: Record) -> Iterator[Table]:
        seen.append(threading.current_thread().name)
        return tables(self)

    def folded(cls: type[TableState], log: Log) -> TableState:
        if len(log.entries) > 20:
            seen.append(threading.current_thread().name)
        state: TableState = fold(cls, log)
        return state

    def told(events: Iterable[Event], most: int | None = None) -> list[Table]:
        seen.append(threading.current_thread().name)
        return games_of(events, most)

    def opened(text: str) -> tuple[list[Event], int]:
        seen.append(threading.current_thread().name)
        return read_file(text)

    games_of, read_file = replays.games_of, files.read_file
    monkeypatch.setattr(files, "read_file", opened)
    monkeypatch.setattr(Record, "tables", noted)
    monkeypatch.setattr(TableState, "of", classmethod(folded))
    monkeypatch.setattr(replays, "games_of", told)
    return seen


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/replay", TEXT),
        ("/api/review/try", TURN),
        ("/api/review/branch", TURN),
        ("/api/review/difficulty", {"text": TEXT}),
        ("/api/review/curve", {"text": TEXT}),
        ("/api/file", FILE),
    ],
)
def test_no_record_is_played_again_in_the_event_loop(path: str, body: Any, where: list[str]) -> None:
    async def main() -> int:
        async with visiting() as http:
            sent = {"content": body} if isinstance(body, str) else {"json": body}
            return (await http.post(path, **sent)).status_code

    assert asyncio.run(main()) in (200, 201)
    assert where
    assert all(name.startswith("nonante-") for name in where), where


def test_no_game_of_a_table_is_played_again_in_the_event_loop(where: list[str]) -> None:
    async def main() -> None:
        async with visiting() as http:
            opened = (await http.post("/api/file", json={**FILE, "record": RECORD.to_data()})).json()
            where.clear()
            assert (await http.get(f"/api/replay/{opened['code']}-1")).status_code == 200

    asyncio.run(main())
    assert len(where) > 1
    assert all(name.startswith("nonante-") for name in where), where


def test_a_long_table_that_sleeps_is_not_read_in_the_event_loop(where: list[str]) -> None:
    async def main() -> None:
        async with hosted() as server, server.http() as http:
            code = (await http.post("/api/file", json=FILE)).json()["code"]
            await server.house.tables.let_go(code)
            where.clear()
            assert (await http.get(f"/api/tables/{code}")).status_code == 200

    asyncio.run(main())
    assert [name.partition("_")[0] for name in where] == ["nonante-read"], where


UNCOUNTED = {
    *("/api/own-tables", "/api/daily/results", "/api/tables/{code}/file", "/api/puzzles/{name}"),
    *("/api/board", "/api/devices/join", "/api/devices/remove"),
    *("/api/push/end", "/api/tables/{code}/nudge"),
    *("/api/crews/{code}/change", "/api/crews/{code}/leave"),
}
"""What is sent in small, and opens nothing."""


def test_whatever_takes_a_record_or_opens_a_table_is_counted_by_address() -> None:
    limits = replace(OPEN, openings=Rate(1e-6, 1), replays=Rate(1e-6, 1), syncs=Rate(1e-6, 1))

    async def main() -> None:
        async with hosted(limits) as server, server.http() as http:
            await http.post("/api/tables", json={"name": "Anna"})
            await http.post("/api/devices/sync", json={})
            await http.get("/api/replay/BCDFGHJK-1")
            counted = [page for page in server.house.pages if page.method == "POST" and page.path not in UNCOUNTED]
            assert len(counted) > 8
            told = {page.path: (await http.post(page.path, content="{}")).status_code for page in counted}
            told["game"] = (await http.get("/api/replay/BCDFGHJK-1")).status_code
            assert {path: status for path, status in told.items() if status != 429} == {}

    asyncio.run(main())


def test_a_record_as_long_as_no_game_is_refused_before_it_is_played() -> None:
    async def main() -> list[str]:
        async with visiting() as http:
            said = []
            for body in (longer(MOST_ENTRIES + 2), longer(MOST_ENTRIES)):
                answer = await http.post("/api/replay", content=json.dumps(body))
                said.append("taken" if answer.status_code == 200 else answer.json()["refusal"]["code"])
            file = {**FILE, "record": longer(MOST_ENTRIES + 2)}
            return [*said, (await http.post("/api/file", json=file)).json()["refusal"]["code"]]

    assert asyncio.run(main()) == ["record-size", "taken", "game-file"]


def test_the_longest_real_games_fit_twice_over() -> None:
    game = played("base", 5, 14)
    assert len(game.entries) * 2 < MOST_ENTRIES


def test_a_long_answer_is_the_same_packed_and_unpacked() -> None:
    async def main() -> tuple[Any, Any, int]:
        async with visiting() as http:
            packed = await http.post("/api/replay", content=TEXT, headers={"accept-encoding": "gzip"})
            plain = await http.post("/api/replay", content=TEXT, headers={"accept-encoding": "identity"})
            assert (packed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
            assert plain.headers["content-length"] == str(len(plain.content))
            return packed.json(), plain.json(), len(gzip.compress(plain.content)) * 10 - len(plain.content)

    packed, plain, saved = asyncio.run(main())
    assert packed == plain
    assert saved < 0


def test_a_long_answer_is_packed_beside_the_event_loop_and_kept_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    pack = gzip.compress

    def noted(data: bytes, *details: Any, **options: Any) -> bytes:
        if len(data) > responses.LONG:
            names.append(threading.current_thread().name)
        return pack(data, *details, **options)

    monkeypatch.setattr(gzip, "compress", noted)

    async def main() -> None:
        async with visiting() as http:
            for encoding in ("gzip", "identity"):
                await http.post("/api/replay", content=TEXT, headers={"accept-encoding": encoding})
        pieces = [len(piece) async for piece in responses._unpacked(pack(bytes(3 * responses.PIECE)))]
        assert pieces == [responses.PIECE] * 3

    asyncio.run(main())
    assert len(names) == 2
    assert all(name.startswith("nonante-") for name in names), names


def test_a_wrong_secret_is_refused_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        raise AssertionError("the log was read")

    async def main() -> None:
        async with visiting() as http:
            opened = (await http.post("/api/file", json=FILE)).json()
            monkeypatch.setattr(SqliteStore, "load", never)
            seats = [{"code": opened["code"], "token": "0" * 32}] * 12
            assert len((await http.post("/api/own-tables", json={"seats": seats})).json()["gone"]) == 12
            own = {"code": opened["code"], "token": "0" * 32}
            asked = {"date": "2026-11-15", "category": "solo", "own": own}
            assert (await http.post("/api/daily/results", json=asked)).status_code == 403
            answer = await http.post(f"/api/tables/{opened['code']}/file", json={"token": "0" * 32})
            assert answer.status_code == 403

    asyncio.run(main())


def test_a_long_log_is_read_beside_the_thread_that_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    seal, write = durability.fault_of, sql_store._written

    def checked(*details: Any) -> str | None:
        names.append(threading.current_thread().name)
        return seal(*details)

    def written(*details: Any) -> list[Row]:
        names.append(threading.current_thread().name)
        return write(*details)

    monkeypatch.setattr(sql_store, "fault_of", checked)
    monkeypatch.setattr(sql_store, "_written", written)

    async def main() -> None:
        store = SqliteStore(":memory:")
        many = [Entry(Said(0, "so"))] * sql_store.MANY_ROWS
        await store.append("AAAAAA", 0, many)
        kept = await store.load("AAAAAA")
        assert kept
        assert len(kept.entries) == sql_store.MANY_ROWS
        await store.close()

    asyncio.run(main())
    assert len(names) == 2
    assert all(name.startswith("nonante-rows") for name in names)


def test_a_list_of_the_day_reads_a_table_once_and_misses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred tables that nobody plays do not hide one that was played."""
    from tests.host.test_daily_pages import visit

    read: list[int] = []

    games_of = replays.games_of

    def counted(events: list[Any], most: int | None = None) -> list[Table]:
        read.append(len(events))
        return games_of(events, most)

    monkeypatch.setattr(replays, "games_of", counted)

    async def main() -> None:
        async with visit() as one:
            for _ in range(daily.LISTED + 5):
                await one.open()
            late = await one.open()
            await one.finish(late["code"])
            results = await one.results(late)
            assert [result["yours"] for result in results["results"]] == [True]
            assert results["running"] == daily.LISTED + 5
            assert len(read) <= daily.AT_A_TIME + 1
            while len(read) < daily.LISTED + 5:
                await one.results(late)
            before = len(read)
            await one.results(late)
            assert len(read) == before + 1  # one's own, to see that it is over

    asyncio.run(main())


def test_the_best_are_listed_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.host.test_daily_pages import visit

    monkeypatch.setattr(daily, "LISTED", 3)
    results = iter([("Zoé", False, 95), ("Bob", False, 70), ("Eve", False, 40), ("Ann", True, 0)])

    def tried(length: int, *_: object) -> daily.Tried:
        return daily.Tried(length, DailyResult(*next(results), yours=False), counts=True)

    monkeypatch.setattr(daily, "_tried", tried)

    async def main() -> None:
        async with visit() as one:
            opened = [await one.open() for _ in range(4)]
            await one.finish(opened[0]["code"])
            results = await one.results(opened[0])
            assert [result["name"] for result in results["results"]] == ["Zoé", "Eve", "Ann"]  # one's own, and the best

    asyncio.run(main())


# ---------------------------------------------------------------- long thoughts in turn


def thought(name: str, steps: int, seen: list[str]) -> Steps[str]:
    for _ in range(steps):
        seen.append(name)
        yield
    return name


def test_thoughts_of_different_addresses_go_on_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "SLICE", 0.0)
    seen: list[str] = []

    async def main() -> None:
        thinker = ThreadedThinker(SqliteStore(":memory:"))
        crowd = [thinker.think(thought(f"a{number}", 20, seen), "192.0.2.1") for number in range(OF_ONE)]
        tasks = [asyncio.create_task(one) for one in crowd]
        await asyncio.sleep(0)
        assert await thinker.think(thought("b", 5, seen), "192.0.2.2") == "b"
        assert sum(name != "b" for name in seen) < 10  # half of the time was theirs, not a quarter
        await asyncio.gather(*tasks)
        thinker.close()
        await thinker._store.close()

    asyncio.run(main())


def test_one_address_does_not_take_every_reviewer() -> None:
    async def main() -> None:
        thinker = ThreadedThinker(SqliteStore(":memory:"))
        over = threading.Event()

        def long() -> Steps[None]:
            yield
            over.wait()

        crowd = [asyncio.create_task(thinker.think(long(), "192.0.2.1")) for _ in range(OF_ONE)]
        await asyncio.sleep(0)
        try:
            with pytest.raises(HostError, match="busy"):
                await asyncio.wait_for(thinker.think(long(), "192.0.2.1"), PATIENCE)
            other = asyncio.create_task(thinker.think(long(), "192.0.2.2"))
            await asyncio.sleep(0)
            assert not other.done()
        finally:
            over.set()
        await asyncio.gather(*crowd, other)
        thinker.close()
        await thinker._store.close()

    asyncio.run(main())


def test_a_server_that_stops_leaves_no_thought_that_waits_with_an_error() -> None:
    """The computer's game of an event waits for nobody's request, so that nobody would take up its error."""

    async def main() -> None:
        thinker = ThreadedThinker(SqliteStore(":memory:"))
        begun, over = threading.Event(), threading.Event()

        def long() -> Steps[None]:
            yield
            begun.set()
            over.wait()

        first = asyncio.create_task(thinker.think(long(), "192.0.2.1"))
        waiting = asyncio.create_task(thinker.think(long(), "192.0.2.1"))
        await asyncio.to_thread(begun.wait)
        thinker.close()
        over.set()
        await first
        with pytest.raises(HostError, match="busy"):
            await waiting
        await thinker._store.close()

    asyncio.run(main())
