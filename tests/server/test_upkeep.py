"""What an operator does with a database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from tests.cli.program import nonante
from tests.host.indoors import OPEN
from tests.server.databases import new_database
from tests.server.serving import Server, hosted, serving

from nonante.host.errors import HostError
from nonante.host.store import DAY, Entry, Store, export_lines, forget
from nonante.server.databases import back_up, faults, open_snapshot, open_store
from nonante.server.sqlite import SqliteStore
from nonante.table import Paused

DATA = Path(__file__).parent / "data"


@pytest.fixture(params=["sqlite", "postgresql"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    url = f"sqlite:///{tmp_path / 'tables.db'}" if request.param == "sqlite" else new_database()
    return lambda: open_store(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}" if request.param == "sqlite" else new_database()


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


# ---------------------------------------------------------------- while a server runs, and where there is nothing


@pytest.mark.slow
def test_check_and_export_work_while_a_server_runs(url: str, tmp_path: Path) -> None:
    with serving(url) as server:
        opened = asyncio.run(server.open(deal=True))
        done = nonante("check", "--database", url)
        assert (done.returncode, done.stdout, done.stderr) == (0, "1 table, 0 faults\n", "")
        done = nonante("export", "--database", url, str(tmp_path / "all"))
        assert (done.returncode, done.stderr) == (0, "1 table\n")
        asyncio.run(server.open())  # it goes on
    done = nonante("import", "--database", f"sqlite:///{tmp_path / 'other.db'}", str(tmp_path / "all"))
    assert done.stdout == "1 table imported, 0 already existed\n"
    assert asyncio.run(_codes(open_store(f"sqlite:///{tmp_path / 'other.db'}"))) == [opened["code"]]


def test_an_export_is_of_one_moment(url: str) -> None:
    async def main() -> None:
        store = open_store(url)
        await store.append("BBBBBB", 0, [Entry(Paused(True))])
        await store.append("CCCCCC", 0, [Entry(Paused(True))])
        snapshot = open_snapshot(url)
        damaged: list[HostError] = []
        lines = export_lines(snapshot, damaged.append)
        found = [await anext(lines), await anext(lines)]
        await store.append("CCCCCC", 1, [Entry(Paused(False))])
        await store.append("DDDDDD", 0, [Entry(Paused(True))])
        await store.note_day("2026-11-15", "solo", "DDDDDD")
        found += [line async for line in lines]
        assert damaged == []
        assert len(found) == 3
        assert len(json.loads(found[2])["rows"]) == 1
        with pytest.raises(HostError) if not url.startswith("sqlite") else contextlib.nullcontext():
            await snapshot.append("BBBBBB", 1, [Entry(Paused(False))])  # into a private copy, or refused
        await snapshot.close()
        assert len(await store.rows("BBBBBB")) == 1
        await store.close()

    asyncio.run(main())


def test_an_export_names_damaged_tables_and_leaves_them_out(tmp_path: Path) -> None:
    path = Path(shutil.copy(DATA / "version-1.db", tmp_path / "tables.db"))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE events SET event = '{' WHERE seq = 3 AND code = (SELECT max(code) FROM events)")
    connection.close()
    done = nonante("export", "--database", f"sqlite:///{path}", str(tmp_path / "all"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 2), done.stderr
    assert "cannot be read any more" in done.stderr
    assert done.stderr.endswith("\n1 table\n")


@pytest.mark.parametrize("words", [("check",), ("prune", "--days", "9"), ("export", "FILE"), ("backup", "FILE")])
def test_a_missing_file_is_not_made_and_named_as_missing(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "FILE").write_text("precious")
    file = str(tmp_path / ("new" if words[0] == "backup" else "FILE"))
    arguments = [file if word == "FILE" else word for word in words]
    done = nonante(arguments[0], "--database", f"sqlite:///{tmp_path / 'none.db'}", *arguments[1:])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"nonante: cannot use the database {tmp_path / 'none.db'}: there is no such file\n"
    assert [path.name for path in tmp_path.iterdir()] == ["FILE"]
    assert (tmp_path / "FILE").read_text() == "precious"


def test_a_postgresql_without_tables_is_not_given_any_by_looking() -> None:
    url = new_database()
    for command in (("check",), ("export", "-")):
        done = nonante(command[0], "--database", url, *command[1:])
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "no server has kept tables in it" in done.stderr
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT to_regclass('events')").fetchone() == (None,)
    done = nonante("backup", "--database", url, "copy")
    assert "pg_dump" in done.stderr


def test_check_says_that_acknowledged_moves_are_missing_and_a_backup_of_that_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    server = Server(path)
    asyncio.run(server.open(deal=True))
    server.kill()
    path.with_name("tables.db-wal").unlink()
    database = f"sqlite:///{path}"
    done = nonante("check", "--database", database)
    assert done.returncode != 0
    done = nonante("backup", "--database", database, str(tmp_path / "copy.db"))
    assert done.returncode == 2
    assert "acknowledged moves are not in it" in done.stderr
    assert not (tmp_path / "copy.db").exists()


# ---------------------------------------------------------------- old tables


def date(path: Path, new: bool) -> None:
    """Make all tables of an old database very old, or all but one."""
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE events SET at = 0")
        if new:
            connection.execute("UPDATE events SET at = ? WHERE code = (SELECT min(code) FROM events)", (time.time(),))
    connection.close()


@pytest.mark.parametrize("days", ["0", "0.5", "1e-9", "30"])
def test_prune_asks_before_it_forgets_running_games_or_everything(tmp_path: Path, days: str) -> None:
    path = Path(shutil.copy(DATA / "version-1.db", tmp_path / "tables.db"))
    date(path, new=days == "0.5")
    words = ("prune", "--database", f"sqlite:///{path}", "--days", days)
    done = nonante(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "--yes" in done.stderr
    assert len(asyncio.run(_codes(open_store(f"sqlite:///{path}")))) == 2
    done = nonante(*words, "--yes")
    assert (done.returncode, done.stdout) == (0, f"{'1 table' if days == '0.5' else '2 tables'} deleted\n")


@pytest.mark.parametrize("days", ["nan", "inf", "-1", "-inf", "soon"])
def test_prune_takes_no_number_that_is_none(tmp_path: Path, days: str) -> None:
    path = Path(shutil.copy(DATA / "version-1.db", tmp_path / "tables.db"))
    done = nonante("prune", "--database", f"sqlite:///{path}", f"--days={days}", "--yes")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_prune_does_not_ask_where_some_tables_are_old_and_others_stay(tmp_path: Path) -> None:
    path = Path(shutil.copy(DATA / "version-1.db", tmp_path / "tables.db"))
    date(path, new=True)
    done = nonante("prune", "--database", f"sqlite:///{path}", "--days", "1")
    assert (done.returncode, done.stdout) == (0, "1 table deleted\n")


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
                tables.live[old["code"]].touched -= 31 * DAY
                tables.store.execute("UPDATE events SET at = 0 WHERE code = ?", (old["code"],))  # type: ignore[attr-defined]  # SQLite here
                assert await tables.forget() == 1
            assert await tables.store.codes() == [new["code"]]
            assert set(tables.live) == {new["code"]}

    asyncio.run(main())
