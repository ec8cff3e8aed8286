"""What both databases keep beside the tables: notes of an owner, each once, in an order that two processes agree on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.server.databases import new_database

from nonante.host import UNTIL, Caller, HostError, Store, export_lines, import_lines
from nonante.host.people import People
from nonante.messages import OwnDevice
from nonante.server.databases import open_store
from nonante.server.sqlite import SqliteStore

Open = Callable[[], Store]


@pytest.fixture(params=("sqlite", "postgresql"))
def open_one(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    url = f"sqlite:///{tmp_path / 'tables.db'}" if request.param == "sqlite" else new_database()
    return lambda: open_store(url)


def run(open_one: Open, work: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        store = open_one()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(main())


async def contents(store: Store, owner: str, after: int = 0) -> list[str]:
    return [note.content for note in await store.notes(owner, after)]


def test_notes_are_kept_once_and_in_order_also_after_reopening(open_one: Open) -> None:
    async def write(store: Store) -> None:
        assert await store.add_notes("crew/a", {"one": "1", "two": "2"}) == {"one", "two"}
        assert await store.add_notes("crew/a", {"two": "changed", "three": "3"}) == {"three"}
        assert await store.add_notes("crew/b", {"one": "other"}) == {"one"}

    async def read(store: Store) -> None:
        first, *rest = await store.notes("crew/a")
        assert [note.content for note in [first, *rest]] == ["1", "2", "3"]
        assert await contents(store, "crew/a", first.number) == ["2", "3"]
        assert await store.owners() == ["crew/a", "crew/b"]

    run(open_one, write)
    run(open_one, read)


def test_a_note_is_taken_once_and_its_number_never_given_again(open_one: Open) -> None:
    async def work(store: Store) -> None:
        await store.add_notes("a", {"one": "1", "two": "2"})
        last = (await store.notes("a"))[-1].number
        assert sorted(await asyncio.gather(*(store.put_note("a", "two", None) for _ in range(5)))) == [False] * 4 + [
            True
        ]
        assert not await store.put_note("a", "three", "3")
        assert await store.put_note("a", "three", "4")
        assert await contents(store, "a", last) == ["4"]

    run(open_one, work)


def test_beyond_the_bound_the_oldest_go(open_one: Open) -> None:
    async def work(store: Store) -> None:
        await store.add_notes("a", {str(n): str(n) for n in range(10)}, 4)
        await store.add_notes("a", {"new": "new"}, 4)
        await store.add_notes("b", {"one": "1"}, 4)
        assert await contents(store, "a") == ["7", "8", "9", "new"]
        await store.add_notes("a", {}, 0)
        assert await store.owners() == ["b"]

    run(open_one, work)


def test_owners_that_stay_silent_are_forgotten_whole(open_one: Open) -> None:
    async def work(store: Store) -> None:
        await store.add_notes("a", {"one": "1", "two": "2"})
        await store.forget(0.0)
        assert await store.owners() == ["a"]
        await store.forget(4e9)
        assert await store.owners() == []

    run(open_one, work)


def test_an_owner_is_not_forgotten_before_the_time_that_a_note_says(open_one: Open) -> None:
    async def work(store: Store) -> None:
        await store.add_notes("event/a", {"about": '"a"', UNTIL: "5000000000.5"})
        await store.add_notes("event/b", {"about": '"b"', UNTIL: "3000000000.0"})
        await store.forget(4e9)
        assert await store.owners() == ["event/a"]
        await store.forget(6e9)
        assert await store.owners() == []

    run(open_one, work)


def test_as_many_notes_as_are_wanted_are_read(open_one: Open) -> None:
    async def work(store: Store) -> None:
        await store.add_notes("a", {str(n): str(n) for n in range(9)})
        first = await store.notes("a", 0, 3)
        assert [note.content for note in first] == ["0", "1", "2"]
        assert [note.content for note in await store.notes("a", first[-1].number, 2)] == ["3", "4"]

    run(open_one, work)


def test_two_processes_add_at_once_and_a_reader_misses_nothing() -> None:
    url = new_database()

    async def main() -> None:
        stores = [open_store(url) for _ in range(3)]
        *writers, reader = stores
        seen: list[str] = []

        async def write(store: Store, name: str) -> None:
            for n in range(60):
                await store.add_notes("a", {f"{name} {n}": f"{name} {n}", "shared": "shared"})

        async def read() -> None:
            last = 0
            while len(seen) < 121:
                for note in await reader.notes("a", last):
                    seen.append(note.content)
                    last = note.number

        try:
            await asyncio.wait_for(asyncio.gather(*map(write, writers, "xy"), read()), 60)
        finally:
            for store in stores:
                await store.close()
        assert len(seen) == len(set(seen)) == 121

    asyncio.run(main())


def test_notes_move_with_the_tables_to_another_store(tmp_path: Path) -> None:
    async def main() -> None:
        old, new = (SqliteStore(tmp_path / name) for name in ("old.db", "new.db"))
        await old.add_notes("crew/a", {"name": '{"name": "Über uns"}', "x": "1"})
        lines = [line async for line in export_lines(old, lambda _: None)]
        for _ in range(2):
            assert await import_lines(new, lines) == (0, 0)
        assert await contents(new, "crew/a") == ['{"name": "Über uns"}', "1"]
        for store in (old, new):
            await store.close()

    asyncio.run(main())


def test_a_store_without_notes_says_so() -> None:
    class Bare(Store):
        pass

    async def main() -> None:
        bare = Bare()  # type: ignore[abstract]  # only what has a body is asked
        assert await bare.notes("a") == []
        assert await bare.owners() == []
        for call in (bare.add_notes("a", {}), bare.put_note("a", "b", None)):
            with pytest.raises(HostError, match="need a server"):
                await call

    asyncio.run(main())


def test_what_one_database_cannot_store_is_refused_for_both(open_one: Open) -> None:
    """PostgreSQL stores no NUL: it is the sender's mistake, not the database's."""

    async def work(store: Store) -> None:
        people = People(store, lambda: 1e9)
        first = await people.begin("Laptop")
        for person, item, code in ((first.person, "a\0b", "malformed"), (f"{first.person}\0", "a", "device")):
            with pytest.raises(HostError) as caught:
                await people.sync(OwnDevice(person, first.token), [item], None, Caller())
            assert caught.value.code == code

    run(open_one, work)
