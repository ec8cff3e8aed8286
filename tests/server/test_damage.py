"""Damage on the disk: what was acknowledged is found again, or the server says that it is not."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import runpy
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import psycopg
import pytest
from tests.cli.program import nonante
from tests.host.indoors import OPEN
from tests.server.databases import new_database
from tests.server.serving import Server, hosted

from nonante.host.errors import HostError
from nonante.host.store import Entry, Log, Store
from nonante.server.databases import open_store
from nonante.server.durability import acknowledged, begins_damaged, commits_file
from nonante.server.sqlite import SqliteStore
from nonante.table import Said

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "data"
CODES = [f"BCDFG{letter}" for letter in "BCDFGH"]
KEEP = """
import asyncio, os, sys
from nonante.host.store import Entry
from nonante.server.databases import open_store
from nonante.server.durability import begins_damaged
from nonante.table import Said

async def main():
    store = open_store(sys.argv[1])
    for seq in range(10):
        for code in sys.argv[2:]:
            await store.append(code, seq, [Entry(Said(0, f"line {seq}"), secrets=(b"x" * 32,))])
    os._exit(9)

asyncio.run(main())
"""
BEGIN_AGAIN = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=WAL")
connection.execute("CREATE TABLE t (x)")
for _ in range(20):
    connection.execute("INSERT INTO t VALUES (randomblob(3000))")
connection.execute("PRAGMA wal_checkpoint(RESTART)")
connection.execute("INSERT INTO t VALUES (1)")
os._exit(9)
"""


@cache
def _left() -> dict[str, bytes]:
    """Return the files of a process that was killed with all its tables in the write-ahead log."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        subprocess.run([sys.executable, "-c", KEEP, f"sqlite:///{path}", *CODES], check=False)
        assert wal_of(path).stat().st_size > 100_000
        return {file.name: file.read_bytes() for file in path.parent.iterdir()}


def killed(tmp_path: Path) -> Path:
    """Return a database as such a process left it."""
    for name, content in _left().items():
        (tmp_path / name).write_bytes(content)
    return tmp_path / "tables.db"


def closed(tmp_path: Path) -> Path:
    """Return a database that was closed with everything in its file."""
    path = killed(tmp_path)
    asyncio.run(codes(open_store(f"sqlite:///{path}")))
    assert not wal_of(path).exists()
    return path


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


async def codes(store: Store) -> list[str]:
    try:
        return await store.codes()
    finally:
        await store.close()


async def load(store: Store, code: str) -> Log | None:
    try:
        return await store.load(code)
    finally:
        await store.close()


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 4
    path.write_bytes(data)


# ---------------------------------------------------------------- the write-ahead log


def test_after_a_kill_everything_is_there(tmp_path: Path) -> None:
    assert asyncio.run(codes(open_store(f"sqlite:///{killed(tmp_path)}"))) == CODES


@pytest.mark.parametrize("part", [0.0, 0.0005, 0.3, 0.5, 0.97])
def test_a_bit_flipped_anywhere_in_the_log_is_noticed_and_the_log_is_left_alone(tmp_path: Path, part: float) -> None:
    path = killed(tmp_path)
    wal = wal_of(path)
    flip(wal, int(wal.stat().st_size * part))
    before = wal.read_bytes()
    done = nonante("serve", "--port", "0", "--database", f"sqlite:///{path}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "tables.db-wal, which held the newest, is damaged" in done.stderr
    assert wal.read_bytes() == before, "whoever can repair it still has it"


def test_a_log_that_is_missing_or_cut_short_is_noticed(tmp_path: Path) -> None:
    path = killed(tmp_path)
    whole = wal_of(path).read_bytes()
    wal_of(path).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(HostError, match="is damaged"):
        open_store(f"sqlite:///{path}")
    wal_of(path).unlink()
    with pytest.raises(HostError, match="is missing"):
        open_store(f"sqlite:///{path}")
    wal_of(path).write_bytes(whole)
    assert asyncio.run(codes(open_store(f"sqlite:///{path}"))) == CODES
    path.unlink()
    assert asyncio.run(codes(open_store(f"sqlite:///{path}"))) == [], "closed, it expects nothing"


def test_damage_is_noticed_also_after_another_program_has_emptied_the_log(tmp_path: Path) -> None:
    path = killed(tmp_path)
    flip(wal_of(path), wal_of(path).stat().st_size // 2)
    sqlite3.connect(path).execute("SELECT count(*) FROM sqlite_master").connection.close()
    assert not wal_of(path).exists()
    with pytest.raises(HostError, match="acknowledged moves are not in it"):
        open_store(f"sqlite:///{path}")
    commits_file(path).unlink()
    assert asyncio.run(codes(open_store(f"sqlite:///{path}"))), "told to, it goes on with what there is"


def test_a_log_that_another_program_emptied_is_not_missed(tmp_path: Path) -> None:
    path = killed(tmp_path)
    sqlite3.connect(path).execute("SELECT count(*) FROM sqlite_master").connection.close()
    assert not wal_of(path).exists()
    assert asyncio.run(codes(open_store(f"sqlite:///{path}"))) == CODES


def test_a_backup_can_take_the_place_of_a_database_that_was_closed(tmp_path: Path) -> None:
    path = killed(tmp_path)
    shutil.copy(DATA / "version-1.db", tmp_path / "old.db")
    asyncio.run(codes(open_store(f"sqlite:///{path}")))
    shutil.copy(tmp_path / "old.db", path)
    assert len(asyncio.run(codes(open_store(f"sqlite:///{path}")))) == 2


def test_after_a_kill_an_older_copy_is_not_taken_for_the_database(tmp_path: Path) -> None:
    path = killed(tmp_path)
    shutil.copy(DATA / "version-1.db", path)
    wal_of(path).unlink()
    with pytest.raises(HostError, match="older copy"):
        open_store(f"sqlite:///{path}")


def test_a_damaged_receipt_is_told(tmp_path: Path) -> None:
    path = killed(tmp_path)
    flip(commits_file(path), 15)
    with pytest.raises(HostError, match=r"tables\.db-serving is damaged"):
        open_store(f"sqlite:///{path}")


def test_what_an_earlier_version_left_beside_its_database_is_no_receipt(tmp_path: Path) -> None:
    path = Path(shutil.copy(DATA / "version-1.db", tmp_path / "tables.db"))
    commits_file(path).write_bytes(b"a server runs, or ended without closing\n")
    assert len(asyncio.run(codes(open_store(f"sqlite:///{path}")))) == 2


def test_a_receipt_that_cannot_be_written_claims_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.append(CODES[0], 0, [Entry(Said(0, "a"))])
        before = acknowledged(tmp_path / "tables.db")
        assert isinstance(store, SqliteStore)
        receipt = store._acknowledged
        assert receipt is not None
        with monkeypatch.context() as patch:
            patch.setattr(receipt, "_file", (tmp_path / "tables.db").open("rb"))  # which cannot be written to
            await store.append(CODES[0], 1, [Entry(Said(0, "b"))])
            receipt._file.close()
        assert acknowledged(tmp_path / "tables.db") == before > 0
        await store.close()
        assert acknowledged(tmp_path / "tables.db") == 0

    asyncio.run(main())


@pytest.mark.parametrize("moment", ["_prepare", "CommitCount.begin", "CommitCount.clear"])
def test_a_kill_while_starting_or_ending_is_not_taken_for_damage(tmp_path: Path, moment: str) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    asyncio.run(codes(open_store(database)))
    dies = f"""
import asyncio, os
from nonante.server import sqlite
from nonante.server.databases import open_store
from nonante.server.durability import begins_damaged
sqlite.{moment} = lambda *_: os._exit(9)
asyncio.run(open_store({database!r}).close())
"""
    assert subprocess.run([sys.executable, "-c", dies], check=False).returncode == 9
    assert asyncio.run(codes(open_store(database))) == []


def test_a_kill_while_pages_are_moved_into_the_file_hides_no_damage_at_the_beginning_of_the_log(tmp_path: Path) -> None:
    path = closed(tmp_path)
    subprocess.run([sys.executable, "-c", KEEP, f"sqlite:///{path}", "BBBBBB", "CCCCCC"], check=False)
    moved = tmp_path / "moved.db"
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", f"{moved}{end}")
    with contextlib.closing(sqlite3.connect(moved)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'commits'").fetchone()
    whole, half = moved.read_bytes(), bytearray(path.read_bytes())
    half[(page - 1) * 4096 : page * 4096] = whole[(page - 1) * 4096 : page * 4096]  # the number, and nothing else
    path.write_bytes(half)
    good = wal_of(path).read_bytes()
    for place in (5, 20, 32 + 3, 32 + 10, 32 + 20, 32 + 2000):
        wal_of(path).write_bytes(good)
        flip(wal_of(path), place)
        with pytest.raises(HostError, match="is damaged"):
            open_store(f"sqlite:///{path}")
    wal_of(path).write_bytes(good)
    assert asyncio.run(codes(open_store(f"sqlite:///{path}"))) == ["BBBBBB", *CODES, "CCCCCC"]


def test_a_log_that_was_just_begun_again_is_not_damaged(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    subprocess.run([sys.executable, "-c", BEGIN_AGAIN, str(path)], check=False)
    whole = wal_of(path).read_bytes()
    assert len(whole) > 80_000
    assert not begins_damaged(wal_of(path))
    flip(wal_of(path), 32 + 2000)  # as a power cut may leave the only commit
    assert not begins_damaged(wal_of(path))
    wal_of(path).write_bytes(whole[:32])
    assert not begins_damaged(wal_of(path))
    wal_of(path).write_bytes(b"")
    assert not begins_damaged(wal_of(path))


# ---------------------------------------------------------------- the database itself


def test_a_damaged_page_is_refused_at_the_start(tmp_path: Path) -> None:
    path = closed(tmp_path)
    data = bytearray(path.read_bytes())
    data[4096 : 4096 + 8] = b"\xff" * 8  # the header of the second page, which is the root of the events
    path.write_bytes(data)
    done = nonante("serve", "--port", "0", "--database", f"sqlite:///{path}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "damaged" in done.stderr


@pytest.mark.parametrize("text", [b"line 4", b"x" * 32])
def test_a_changed_row_is_reported_and_its_table_refused_and_not_missed(tmp_path: Path, text: bytes) -> None:
    path = closed(tmp_path)
    data = path.read_bytes()
    flip(path, data.rindex(text) + 5)
    server = Server(path)
    try:
        assert httpx.get(server.url + "healthz").status_code == 503
        assert httpx.get(server.url + "readyz").status_code == 200, "other tables can be opened"
        answers = [httpx.get(f"{server.url}api/tables/{code}").status_code for code in CODES]
        assert 404 not in answers
    finally:
        code, errors = server.stop()
    assert code == 0
    assert "is damaged" in errors
    assert "Traceback" not in errors


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}" if request.param == "sqlite" else new_database()


def change(url: str, statement: str) -> None:
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            connection.execute(statement)
        connection.close()
    else:
        with psycopg.connect(url) as other:
            other.execute(statement)


CHANGES = {
    "an event": "UPDATE events SET event = replace(event, 'line', 'lime') WHERE seq = 2",
    "its time": "UPDATE events SET at = at + 1 WHERE seq = 2",
    "its seat": "UPDATE events SET seat = 1 WHERE seq = 1",
    "a secret": "UPDATE secrets SET seat = 1",
    "a missing event": "DELETE FROM events WHERE seq = 2",
    "a missing first event": "DELETE FROM events WHERE seq = 1",
    "its key": "UPDATE events SET key = NULL WHERE seq = 2",
    "no JSON": "UPDATE events SET event = '{', seal = NULL WHERE seq = 3",
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_table_whose_rows_were_changed_is_refused_as_damaged(url: str, kind: str) -> None:
    async def keep() -> None:
        store = open_store(url)
        for seq in range(3):
            await store.append(CODES[0], seq, [Entry(Said(0, f"line {seq}"), 0, "key", secrets=(b"x" * 32,))])
        await store.append(CODES[1], 0, [Entry(Said(0, "hello"))])
        assert len((await store.load(CODES[0], after=1) or Log((), {})).entries) == 2
        await store.close()

    async def look() -> None:
        store = open_store(url)
        with pytest.raises(HostError) as caught:
            await store.load(CODES[0])
        assert caught.value.code == "damaged-table"
        assert store.damage()
        if kind == "a secret":
            with pytest.raises(HostError, match="the secret of seat 1 is damaged"):
                await store.secrets(CODES[0])
        with pytest.raises(HostError, match="cannot be read"):
            await store.load(CODES[0], after=1 if "seq = 1" not in CHANGES[kind].rpartition("WHERE")[2] else 0)
        assert await store.load(CODES[1])
        await store.close()

    asyncio.run(keep())
    change(url, f"{CHANGES[kind]} {'AND' if 'WHERE' in CHANGES[kind] else 'WHERE'} code = '{CODES[0]}'")
    asyncio.run(look())


def test_rows_without_a_seal_of_an_older_process_are_taken_and_gone_on_from(url: str) -> None:
    async def main() -> None:
        store = open_store(url)
        await store.append(CODES[0], 0, [Entry(Said(0, "a"))])
        change(url, "INSERT INTO events (code, seq, at, event) SELECT code, 2, at, event FROM events")
        await store.append(CODES[0], 2, [Entry(Said(0, "c"))])
        kept = await store.load(CODES[0])
        assert kept is not None
        assert len(kept.entries) == 3
        await store.close()

    asyncio.run(main())


def test_a_page_that_cannot_be_read_while_serving_is_damage_and_no_missing_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        async with hosted(OPEN) as server, server.http() as http:
            opened = await server.open()
            store = server.house.tables.store
            assert isinstance(store, SqliteStore)
            await server.house.tables.let_go(opened["code"])
            assert (await http.get("/healthz")).status_code == 200
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            execute: Callable[..., sqlite3.Cursor] = store.execute

            def broken(statement: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
                if statement.startswith(("SELECT seq", "SELECT 1", "SELECT seat")):
                    raise error
                return execute(statement, values)

            monkeypatch.setattr(store, "execute", broken)
            answer = await http.get(f"/api/tables/{opened['code']}")
            assert answer.json()["refusal"]["code"] == "damaged-table"
            assert answer.status_code != 404
            assert (await http.get("/healthz")).status_code == 503

    asyncio.run(main())


def test_random_bits_flipped_are_noticed_or_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)
    run = runpy.run_path(str(ROOT / "benchmarks" / "flips.py"))["run"]
    results = run(flips=40, tables=8, seed=7, rounds=40)
    assert results["lost"] == 0
    assert results["refused"]
    assert results["reported"]
