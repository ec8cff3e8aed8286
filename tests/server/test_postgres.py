"""PostgreSQL that fails while the line to it is there: what waits is tried again, but in no hurry."""

from __future__ import annotations

import asyncio
import errno
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from tests.host.indoors import eventually
from tests.server.databases import new_database

from nonante.host.errors import HostError
from nonante.host.store import Entry
from nonante.server import postgres
from nonante.server.databases import open_store
from nonante.server.sql_store import _written
from nonante.table import Said

REFUSE = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION refuse()
"""


def test_a_commit_that_fails_is_tried_again_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    clock = SimpleNamespace(sleep=pauses.append, monotonic=lambda: sum(pauses))
    tries = 0

    async def main() -> None:
        store = open_store(new_database())
        assert isinstance(store, postgres.PostgresStore)
        await store._ask(lambda: store.execute(REFUSE) and None)
        monkeypatch.setattr(postgres, "time", clock)

        def work() -> None:
            nonlocal tries
            tries += 1
            store._append("AAAAAA", 0, _written(0, [Entry(Said(0, "so"))]), None)

        with pytest.raises(HostError, match="could not be saved"):
            await store._ask(work)
        await store.close()

    asyncio.run(main())
    assert sum(pauses) == pytest.approx(postgres.PATIENCE, abs=2 * postgres.LOOK)
    assert tries == len(pauses) + 1


@pytest.fixture
def no_descriptors(monkeypatch: pytest.MonkeyPatch) -> list[OSError]:
    """Errors that the next tries to connect meet: the driver itself needs a descriptor beside the line's."""
    connect, errors = psycopg.connect, list[OSError]()

    def meet(*arguments: Any, **options: Any) -> Any:
        if errors:
            raise errors.pop()
        return connect(*arguments, **options)

    monkeypatch.setattr(psycopg, "connect", meet)
    return errors


def test_news_come_again_after_no_descriptor_was_left(no_descriptors: list[OSError]) -> None:
    async def main() -> None:
        url = new_database()
        store, other = open_store(url), open_store(url)
        assert isinstance(store, postgres.PostgresStore)
        heard: list[str] = []
        no_descriptors.append(OSError(errno.EMFILE, "Too many open files"))
        store.watch(heard.append, heard.append)
        listener = store._listener
        assert listener
        await eventually(lambda: heard or not listener.is_alive())
        await other.signal("hello")
        await eventually(lambda: "hello" in heard or not listener.is_alive())
        assert "hello" in heard
        for one in (store, other):
            await one.close()

    asyncio.run(main())


def test_what_is_to_be_kept_waits_until_there_are_descriptors(no_descriptors: list[OSError]) -> None:
    async def main() -> None:
        store = open_store(new_database())
        assert isinstance(store, postgres.PostgresStore)
        store._connection.close()
        no_descriptors.append(OSError(errno.EMFILE, "Too many open files"))
        touched = asyncio.create_task(store.touch())
        await eventually(lambda: touched.done() or not store._thread.is_alive())
        assert touched.done()
        await touched
        await store.close()

    asyncio.run(main())
