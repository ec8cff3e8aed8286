"""The contract of every store, and what is particular to SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.server.databases import new_database

from nonante.host.errors import HostError
from nonante.host.store import Conflict, Entry, Log, Store
from nonante.server import sql_store
from nonante.server.databases import open_store
from nonante.server.durability import acknowledged, event_checksum, fault_of
from nonante.server.sqlite import SqliteStore
from nonante.table import Configured, Dealt, Event, Paused, Played, Proposed, Said, Seated, Settings, Signalled, Wished

KINDS = ("sqlite", "postgresql")

EVENTS: list[Event] = [
    Configured(Settings().to_data()),
    Seated(0, "Änne « 💀 »"),
    Dealt(2**64 - 1),
    Dealt(7, known="seed"),
    Dealt(8, day="2026-11-15"),
    Wished(0, None),
    Proposed(0, 1),
    Played(0, "37A"),
    Signalled(0, "keep-off", "A"),
    Said(0, "'; DROP TABLE events; --"),
    Paused(True),
]


@pytest.fixture(params=KINDS)
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Return a function that opens a store, again and again, on the same data."""
    url = f"sqlite:///{tmp_path / 'tables.db'}" if request.param == "sqlite" else new_database()
    return lambda: open_store(url)


def run(reopen: Callable[[], Store], work: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        store = reopen()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(main())


def test_events_come_back_in_order_also_after_reopening(reopen: Callable[[], Store]) -> None:
    async def write(store: Store) -> None:
        for seq, event in enumerate(EVENTS):
            await store.append("AAAAAA", seq, [Entry(event, 0, f"key {seq}")])

    async def read(store: Store) -> None:
        log = await store.load("AAAAAA")
        assert log is not None
        assert log.events == EVENTS
        assert [entry.key for entry in log.entries] == [f"key {seq}" for seq in range(len(EVENTS))]
        assert {entry.seat for entry in log.entries} == {0}

    run(reopen, write)
    run(reopen, read)


def test_the_length_of_a_log_is_known_without_reading_it(reopen: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        await store.append("AAAAAA", 0, [Entry(EVENTS[0]), Entry(EVENTS[1], secrets=(b"x" * 32,))])
        assert await store.length("AAAAAA") == 2
        await store.note_day("2026-11-15", "solo", "BBBBBB")
        await store.note_day("2026-11-15", "solo", "AAAAAA")
        assert list((await store.lengths_of_day("2026-11-15", "solo")).items()) == [("BBBBBB", 0), ("AAAAAA", 2)]

    run(reopen, work)


def test_an_unknown_table_is_none(reopen: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        assert await store.load("NOSUCH") is None
        assert await store.length("NOSUCH") == 0

    run(reopen, work)


def test_append_needs_the_right_number_and_changes_nothing_otherwise(reopen: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        await store.append("AAAAAA", 0, [Entry(EVENTS[0]), Entry(EVENTS[1], secrets=(b"one", None))])
        before = await store.load("AAAAAA")
        for seq in (0, 1, 3):
            with pytest.raises(Conflict):
                await store.append("AAAAAA", seq, [Entry(Paused(False), secrets=(None, b"two"))])
        assert await store.load("AAAAAA") == before == Log(tuple(map(Entry, EVENTS[:2])), {0: b"one"})

    run(reopen, work)


def test_secrets_are_replaced_as_a_whole(reopen: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        await store.append("AAAAAA", 0, [Entry(EVENTS[0], secrets=(b"a", None, b"c"))])
        await store.append("AAAAAA", 1, [Entry(EVENTS[1])])
        await store.append("AAAAAA", 2, [Entry(EVENTS[1], secrets=(b"c", b"d"))])
        log = await store.load("AAAAAA")
        assert log is not None
        assert log.secrets == {0: b"c", 1: b"d"}

    run(reopen, work)


def test_of_two_that_append_at_once_one_wins(reopen: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        tries = (store.append("AAAAAA", 0, [Entry(Said(0, f"{n}"))]) for n in range(20))
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 19
        log = await store.load("AAAAAA")
        assert log is not None
        assert len(log.entries) == 1

    run(reopen, work)


def test_many_tables_at_once(reopen: Callable[[], Store]) -> None:
    async def one(store: Store, code: str) -> None:
        for seq, event in enumerate(EVENTS):
            await store.append(code, seq, [Entry(event)])

    async def work(store: Store) -> None:
        codes = [f"T{n}" for n in range(700)]
        await asyncio.gather(*(one(store, code) for code in codes))
        for code in codes:
            log = await store.load(code)
            assert log is not None
            assert log.events == EVENTS

    run(reopen, work)


# ---------------------------------------------------------------- SQLite


def test_every_commit_is_on_the_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    asyncio.run(store.close())


def test_a_failing_job_is_refused_alone(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        bad = store.append("AAAAAA", 0, [Entry(EVENTS[0]), Entry(EVENTS[1], key="\ud800")])  # no UTF-8
        good = store.append("BBBBBB", 0, [Entry(EVENTS[0])])
        results = await asyncio.gather(bad, good, return_exceptions=True)
        assert isinstance(results[0], HostError)
        assert results[0].code == "storage"
        assert results[1] is None
        assert await store.load("AAAAAA") is None
        await store.close()

    asyncio.run(main())


def test_a_failing_commit_is_refused_for_all(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.append("AAAAAA", 0, [Entry(EVENTS[0])])
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        store._connection.execute("PRAGMA busy_timeout=50")
        other.execute("BEGIN IMMEDIATE")  # somebody else writes and does not stop
        results = await asyncio.gather(
            *(store.append("AAAAAA", 1, [Entry(EVENTS[1])]), store.load("AAAAAA")), return_exceptions=True
        )
        assert [getattr(result, "code", None) for result in results] == ["storage", "storage"]
        other.execute("ROLLBACK")
        other.close()
        await store.append("AAAAAA", 1, [Entry(EVENTS[1])])
        await store.close()

    asyncio.run(main())


def test_a_log_that_another_program_holds_is_expected_after_the_end(tmp_path: Path) -> None:
    """What could not be moved into the file is only in the log, so its loss has to be noticed."""
    path = tmp_path / "tables.db"

    async def main() -> None:
        store = SqliteStore(path, "alone")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN")
        other.execute("SELECT * FROM events").fetchall()  # from now on it needs what was there before
        await store.append("AAAAAA", 0, [Entry(EVENTS[0])])
        store._connection.execute("PRAGMA busy_timeout=50")
        await store.close()
        assert acknowledged(path) > 0
        other.close()

    asyncio.run(main())


def test_rows_of_two_histories_do_not_fit_together() -> None:
    """Each is sound by itself, as where a page of an older copy came back."""

    def rows(first: str) -> list[tuple[object, ...]]:
        kept, before = list[tuple[object, ...]](), None
        for seq, event in enumerate((first, "second"), start=1):
            row = (seq, 0.0, 0, "key", event)
            before = event_checksum(before, "AAAAAA", row)
            kept.append((*row, before))
        return kept

    one, two = rows("first"), rows("otherwise")
    assert fault_of("AAAAAA", one) is fault_of("AAAAAA", two) is None
    assert fault_of("AAAAAA", [one[0], two[1]]) == "event 2 is damaged"


def test_a_gap_is_noticed_also_among_rows_without_a_checksum() -> None:
    rows = [(seq, 0.0, 0, "key", "event", None) for seq in (1, 3)]
    assert fault_of("AAAAAA", rows[:1]) is None
    assert fault_of("AAAAAA", rows) == "event 2 is missing"


def test_databases_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database, but long enough to look like one to nobody at all " * 20)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE birds (name TEXT)")
    other.close()
    newer = sqlite3.connect(tmp_path / "newer.db")
    newer.execute("PRAGMA user_version=99")
    newer.close()
    (tmp_path / "file").write_text("")
    for name in ("text.db", "other.db", "newer.db", "file/inside.db"):
        with pytest.raises(HostError) as caught:
            open_store(f"sqlite:///{tmp_path / name}")
        assert caught.value.code == "database"
        assert "\n" not in str(caught.value)
    for url in ("mysql://somewhere", "sqlite:", "", "sqlite:///"):
        with pytest.raises(HostError, match="sqlite:///PATH"):
            open_store(url)


def test_a_folder_is_made_and_the_tokens_themselves_are_not_kept(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'new' / 'tables.db'}")
    asyncio.run(store.close())
    assert (tmp_path / "new" / "tables.db").is_file()


def test_the_newest_reviews_are_kept(reopen: Callable[[], Store], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql_store, "REVIEWS", 3)

    async def write(store: Store) -> None:
        for number in (1, 2, 3, 4, 4, 2):
            await store.keep_review(f"key {number}", f"review {number}")

    async def read(store: Store) -> None:
        kept = [await store.review_of(f"key {number}") for number in range(6)]
        assert kept == [None, None, "review 2", "review 3", "review 4", None]

    run(reopen, write)
    run(reopen, read)
