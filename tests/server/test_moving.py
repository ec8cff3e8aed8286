"""Databases of earlier versions open, and everything can move from one kind of database to the other."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.cli.program import nonante
from tests.host.indoors import indoors
from tests.server.databases import new_database

from nonante.host.errors import HostError
from nonante.host.store import export_lines, import_lines
from nonante.server.databases import open_store
from nonante.server.migrations import MIGRATIONS, VERSION
from nonante.server.sqlite import SqliteStore

DATA = Path(__file__).parent / "data"
HEAD = b'{"format":"nonante-export-1"}'
OLD = json.loads((DATA / "version-1.json").read_text())["tables"]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A copy of a database that the first version made: a finished game of Extreme, and one just dealt."""
    return Path(shutil.copy(DATA / "version-1.db", tmp_path / "tables.db"))


def test_a_database_of_the_first_version_opens_and_goes_on(old: Path) -> None:
    async def main() -> None:
        async with indoors(SqliteStore(old)) as house:
            for table in OLD:
                live = await house.tables.wake(table["code"])
                assert live.seq == table["events"]
                person = await house.visit(live, table["token"])
                assert person.table["you"] == 0
                assert (await person.ask(type="pause", on=True))["type"] == "update"

    asyncio.run(main())
    with sqlite3.connect(old) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    connection.close()


def test_migrations_only_grow() -> None:
    """What was released stays as it is: a change is a step of its own."""
    assert len(MIGRATIONS) >= 2
    assert "CREATE TABLE events" in MIGRATIONS[0][0]


@pytest.mark.parametrize("kinds", [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_everything_moves_from_one_kind_to_the_other(old: Path, tmp_path: Path, kinds: tuple[str, str]) -> None:
    urls = {"sqlite": f"sqlite:///{tmp_path / 'new.db'}", "postgresql": new_database()}

    async def main() -> None:
        source = SqliteStore(old)
        await source.note_day("2026-11-15", "solo", OLD[1]["code"])
        damaged: list[HostError] = []
        lines = [line async for line in export_lines(source, damaged.append)]
        await source.close()
        for url in (urls[kinds[0]], urls[kinds[1]]):
            store = open_store(url)
            assert await import_lines(store, lines) == (2, 0)
            assert await import_lines(store, lines) == (0, 2)
            assert [line async for line in export_lines(store, damaged.append)] == lines
            assert damaged == []
            assert list(await store.lengths_of_day("2026-11-15", "solo")) == [OLD[1]["code"]]
            kept = await store.load(OLD[0]["code"])
            assert kept is not None
            await store.append(OLD[0]["code"], len(kept.entries), [])
            await store.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([b"{}"], "line 1"),
        ([b'{"format":"other"}'], "line 1"),
        ([b'{"format":"nonante-export-1"}', b"\xff"], "line 2"),
        (
            [b'{"format":"nonante-export-1"}', b'{"code":"BCDFGH","rows":[[2,0.0,null,null,"{}"]],"secrets":{}}'],
            "line 2",
        ),
        (
            [b'{"format":"nonante-export-1"}', b'{"code":"BCDFGH","rows":[[1,0.0,null,null,"{}"]],"secrets":{}}'],
            "line 2",
        ),
    ],
)
def test_a_damaged_file_is_one_clear_line_and_keeps_nothing(lines: list[bytes], why: str) -> None:
    async def main() -> None:
        store = SqliteStore(":memory:")
        try:
            with pytest.raises(HostError, match=why):
                await import_lines(store, lines)
            assert await store.codes() == []
        finally:
            await store.close()

    asyncio.run(main())


def test_the_commands_export_and_import(old: Path, tmp_path: Path) -> None:
    file, url = tmp_path / "all.jsonl", new_database()

    def said(*words: str) -> str:
        done = nonante(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    assert "2 tables" in said("export", "--database", f"sqlite:///{old}", str(file))
    assert "2 tables imported" in said("import", "--database", url, str(file))
    assert "2 already existed" in said("import", "--database", url, str(file))
