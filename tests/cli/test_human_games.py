"""``nonante human-games``: what people gave to research, as a dataset of turns."""

from __future__ import annotations

import asyncio
from pathlib import Path

from click.testing import CliRunner, Result
from tests.host.test_research import Evening

from nonante.cli import program
from nonante.host.store import Entry
from nonante.rules import Rules
from nonante.server import open_store
from nonante.simulation import play_dataset, read_rows


def _store(url: str, **evenings: Evening) -> None:
    async def write() -> None:
        store = open_store(url)
        for code, evening in evenings.items():
            await store.append(code, 0, [Entry(event) for event in evening.events])
        await store.close()

    asyncio.run(write())


def _export(url: str, file: Path) -> Result:
    return CliRunner().invoke(program, ["human-games", "--database", url, str(file)], standalone_mode=False)


def test_games_of_people_have_the_columns_of_a_dataset(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "games.parquet"
    _store(url, BBBBBB=Evening("Anna", "Ada").agree(0).deal(9).play(), CCCCCC=Evening().agree(0, 1).deal(4).play(),
           DDDDDD=Evening().deal().play())  # fmt: skip
    done = _export(url, file)
    assert done.output.startswith(f"{file}: 2 games, ")
    rows = read_rows(str(file))
    assert list(rows[0]) == list(play_dataset(Rules.edition("base", players=2), "novice", 1)[0])
    games = {row["game"]: (row["deal_seed"], row["team"], row["run_seed"]) for row in rows}
    assert games == {0: (4, "person,person", 0), 1: (9, "person,novice", 0)}, "in the order of seeds, not of tables"
    said = file.read_bytes()
    assert not any(name in said for name in (b"Anna", b"Bruno", b"BBBBBB"))


def test_without_any_game_there_is_no_file(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "games.jsonl"
    _store(url, BBBBBB=Evening().agree(0).deal().play())
    assert "no games that everybody at the table gave" in str(_export(url, file).exception)
    assert not file.exists()
