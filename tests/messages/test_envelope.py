"""One envelope for files and links: what is written now, and every form that was ever given out."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from nonante.host.errors import HostError
from nonante.host.pages.files import file_of, packed, read_file
from nonante.host.store import export_lines, import_lines
from nonante.messages import LinkError, read_link_content, write_link
from nonante.review import link_of, read_game
from nonante.server.sqlite import SqliteStore
from nonante.table import Table

OLD = json.loads((Path(__file__).parent / "old_forms.json").read_text("utf-8"))


def test_finished_games_of_every_form_are_read() -> None:
    record = read_game(json.dumps(OLD["record"])).record
    assert record.final().require_game().status == "won" or record.final().require_game().score
    assert read_game(OLD["replay link"]).record.moves() == record.moves()
    assert read_game(f"https://example.org/replay#{OLD['replay link']}").record.moves() == record.moves()


def test_games_to_play_on_of_every_form_are_read_and_written_in_one() -> None:
    events, seat = read_file(json.dumps(OLD["game file"]))
    assert read_file(OLD["game link"]) == (events, seat)
    assert read_file(f"https://example.org/take#{OLD['game link']}") == (events, seat)
    text = file_of(Table.fold(events))
    assert json.loads(text)["format"] == "nonante-game"
    assert json.loads(text)["version"] == 1
    assert packed(text).startswith("2")
    for form in (text, packed(text), f"https://example.org/take#{packed(text)}"):
        again, place = read_file(form)
        assert (Table.fold(again), place) == (Table.fold(events), seat)


def test_exports_of_every_form_are_read() -> None:
    async def main() -> None:
        store = SqliteStore(":memory:")
        written = [line async for line in export_lines(store, lambda _: None)]
        assert written == [b'{"format":"nonante-export","version":1}']
        for lines in (written, [OLD["export head"].encode()]):
            assert await import_lines(store, lines) == (0, 0)
        await store.close()

    asyncio.run(main())


def test_a_newer_form_is_refused() -> None:
    later = {**OLD["game file"], "format": "nonante-game", "version": 2}
    with pytest.raises(HostError) as refused:
        read_file(json.dumps(later))
    assert refused.value.code == "game-file"
    assert "nonante-game" in str(refused.value)


def test_a_link_of_another_kind_or_a_damaged_one_is_refused() -> None:
    link = write_link("2", b"content")
    assert read_link_content("2", link) == b"content"
    for kind, text, code in (
        ("1", link, "link-form"),
        ("2", link + "!", "link-form"),
        ("2", link[:-2], "damaged"),
        ("2", "2", "damaged"),
        ("2", "2A", "link-sign"),
    ):
        with pytest.raises(LinkError) as refused:
            read_link_content(kind, text)  # type: ignore[arg-type]  # one of both
        assert refused.value.why.code == code
    with pytest.raises(HostError) as other:
        read_file(link_of(read_game(json.dumps(OLD["record"])).record))
    assert other.value.code == "game-file"
