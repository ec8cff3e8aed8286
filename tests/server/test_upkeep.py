"""What an operator does with a database."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.host.indoors import OPEN
from tests.server.databases import new_database
from tests.server.serving import Server, hosted

from nonante.host.errors import HostError
from nonante.host.store import DAY, Store, forget
from nonante.server.sqlite import SqliteStore
from nonante.server.stores import open_store
from nonante.server.upkeep import back_up, faults

DATA = Path(__file__).parent / "data"


@pytest.fixture(params=["sqlite", "postgresql"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    url = f"sqlite:///{tmp_path / 'tables.db'}" if request.param == "sqlite" else new_database()
    return lambda: open_store(url)


def nonante(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "nonante", *words], capture_output=True, text=True, check=False)


# ---------------------------------------------------------------- copies, checks, old tables


def test_a_copy_is_taken_while_a_server_runs(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    try:
        opened = asyncio.run(server.open(deal=True))
        assert (
            nonante("backup", "--database", f"sqlite:///{tmp_path / 'tables.db'}", str(tmp_path / "copy.db")).returncode
            == 0
        )
    finally:
        assert server.stop() == (0, "")
    copy = SqliteStore(tmp_path / "copy.db")
    assert asyncio.run(_codes(copy)) == [opened["code"]]
    with pytest.raises(HostError, match="exists"):
        back_up(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "copy.db")


async def _codes(store: Store) -> list[str]:
    try:
        return await store.codes()
    finally:
        await store.close()


def test_a_sound_database_has_no_faults_and_a_damaged_one_is_told(tmp_path: Path) -> None:
    path = Path(shutil.copy(DATA / "version-1.db", tmp_path / "tables.db"))
    done = nonante("check", "--database", f"sqlite:///{path}")
    assert (done.returncode, done.stdout) == (0, "2 tables, 0 faults\n")
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM events WHERE seq = 2 AND code = (SELECT min(code) FROM events)")
        connection.execute("UPDATE events SET event = '{' WHERE seq = 3 AND code = (SELECT max(code) FROM events)")
    connection.close()

    async def main() -> list[str]:
        store = SqliteStore(path)
        try:
            return [fault async for fault in faults(store)]
        finally:
            await store.close()

    assert len(asyncio.run(main())) == 2
    assert nonante("check", "--database", f"sqlite:///{path}").returncode == 1


def test_old_tables_are_forgotten_and_others_kept(reopen: Callable[[], Store]) -> None:
    from nonante.host.store import Row

    async def main() -> None:
        store = reopen()
        event = '{"kind": "paused", "on": true}'
        await store.restore("BBBBBB", [Row(1, 100.0, None, None, event), Row(2, 200.0, None, None, event)], {0: b"x"})
        await store.restore("CCCCCC", [Row(1, 90_000.0, None, None, event)], {})
        await store.note_day("2026-01-01", "solo", "BBBBBB")
        assert await forget(store, 1, now=90_000.0) == 1
        assert await store.codes() == ["CCCCCC"]
        assert await store.days() == []
        assert await store.sound() == []
        await store.close()

    asyncio.run(main())


def test_a_server_told_so_forgets_old_tables_by_itself_also_where_a_page_was_left_open() -> None:
    async def main() -> None:
        async with hosted(replace(OPEN, keep=30)) as server:
            old, new = await server.open(), await server.open()
            tables = server.house.tables
            async with server.join(old["code"], old["token"]):
                tables.rooms[old["code"]].touched -= 31 * DAY
                tables.store.execute("UPDATE events SET at = 0 WHERE code = ?", (old["code"],))  # type: ignore[attr-defined]  # SQLite here
                assert await tables.forget() == 1
            assert await tables.store.codes() == [new["code"]]
            assert set(tables.rooms) == {new["code"]}

    asyncio.run(main())
