"""Finished games over HTTP: every game of a table once it is over, files, links; nothing of a running one."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
from games import played
from tests.server.serving import visiting

from nonante import Game
from nonante.host.pages.replays import MOST_BYTES, games_of
from nonante.host.store import Entry
from nonante.review import link_of
from nonante.table import Record, Table

RECORD = played("extreme", 3, 14)
SOLO = {"name": "Zoé", "settings": {"rules": {"edition": "base", "players": 1}}, "deal": True}


def post(body: str | bytes) -> httpx.Response:
    async def main() -> httpx.Response:
        async with visiting() as http:
            return await http.post("/api/replay", content=body)

    return asyncio.run(main())


def code_of(answer: httpx.Response) -> str:
    return str(answer.json()["refusal"]["code"])


async def finish(http: httpx.AsyncClient, code: str) -> Table:
    """Play a table's game to its end, past the server's rooms, straight into its log."""
    tables = http._transport.app.state.house.tables  # type: ignore[attr-defined]  # the application under test
    kept = await tables.log(code)
    table, entries = Table.fold(kept.events), []
    while table.require_game().status == "playing":
        event = table.play(0, table.require_game().legal_moves()[0])
        table = table.apply(event)
        entries.append(Entry(event))
    await tables.store.append(code, len(kept.entries), entries)
    return table


def test_a_record_and_its_link_give_the_same_game() -> None:
    from_file, from_link = post(RECORD.to_json()).json(), post(link_of(RECORD, names=True)).json()
    assert from_file["turns"] == from_link["turns"]
    assert [frame["hands"] for frame in from_file["frames"]] == [frame["hands"] for frame in from_link["frames"]]
    assert from_file["game"] is None
    assert from_file["notes"] == []
    assert Record.from_json(from_file["record"]).moves() == RECORD.moves()


def test_every_frame_shows_the_hands_and_hides_nothing_else_wrong() -> None:
    frames = post(RECORD.to_json()).json()["frames"]
    assert len(frames) == len(RECORD.entries) + 1
    for frame, table in zip(frames, RECORD.tables(), strict=True):
        game = table.require_game()
        assert [[card["card"] for card in hand] for hand in frame["hands"]] == [list(hand) for hand in game.hands]
        assert [pile["top"] for pile in frame["table"]["game"]["piles"]] == list(game.tops)
        assert len(frame["table"]["signals"]) == len(table.standing)
    assert frames[0]["news"] is None
    assert all(frame["news"] for frame in frames[1:])


def test_a_seed_that_does_not_give_the_deck_is_reported_and_not_obeyed() -> None:
    record = played("base", 1, 14)
    dealt = Game.deal(record.rules, 14)
    data = record.to_data()
    del data["seed"]
    answer = post(json.dumps({**data, "deal": dealt.to_data(), "seed": 15})).json()
    assert answer["notes"] == ["record-seed"]
    assert [card["card"] for card in answer["frames"][0]["hands"][0]] == list(dealt.hands[0])


def test_earlier_games_of_a_table_stay_reachable_and_the_running_one_is_refused() -> None:
    async def main() -> tuple[list[httpx.Response], Table]:
        async with visiting() as http:
            code = (await http.post("/api/tables", json=SOLO)).json()["code"]
            running = await http.get(f"/api/replay/{code}-1")
            table = await finish(http, code)
            over = await http.get(f"/api/replay/{code.lower()}-1")
            tables = http._transport.app.state.house.tables  # type: ignore[attr-defined]  # the application under test
            kept = await tables.log(code)
            await tables.store.append(code, len(kept.entries), [Entry(table.deal(99))])
            again = [await http.get(f"/api/replay/{code}-{number}") for number in (1, 2, 3)]
            return [running, over, *again], table

    (running, over, first, second, third), table = asyncio.run(main())
    assert (running.status_code, code_of(running)) == (409, "not-over")
    assert over.status_code == 200
    assert first.json()["frames"] == over.json()["frames"]
    assert (second.status_code, code_of(second)) == (409, "not-over")
    assert (third.status_code, code_of(third)) == (404, "unknown-game")
    assert over.json()["frames"][-1]["table"]["game"]["score"] == table.require_game().score


def test_no_byte_of_a_running_game_comes_out() -> None:
    """Same length of answer, same words, whatever the cards are: the refusal tells nothing."""

    async def main() -> set[bytes]:
        answers = set()
        async with visiting() as http:
            for _ in range(3):
                code = (await http.post("/api/tables", json=SOLO)).json()["code"]
                for path in (f"/api/replay/{code}-1", f"/api/tables/{code}/record"):
                    answer = await http.get(path)
                    assert answer.status_code == 409
                    answers.add(answer.content)
        return answers

    assert len(asyncio.run(main())) == 1


@pytest.mark.parametrize("name", ["XXXXXX-1", "BCDFGH-0", "BCDFGH", "BCDFGH-x", "BCDFGH-99999999", "-", "…", "a" * 300])
def test_unknown_and_damaged_names(name: str) -> None:
    async def main() -> httpx.Response:
        async with visiting() as http:
            return await http.get(f"/api/replay/{name}")

    answer = asyncio.run(main())
    assert (answer.status_code, code_of(answer)) == (404, "unknown-table")


def cut(record: Record) -> str:
    data = record.to_data()
    return json.dumps({**data, "entries": data["entries"][:5]})


def broken(record: Record) -> str:
    data = record.to_data()
    return json.dumps({**data, "entries": ["2A", *data["entries"]]})


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("", "record"),
        ("{", "record"),
        ("1AAAA", "link"),
        ("hello", "link"),
        (b"\xff\xfe", "link"),
        (cut(RECORD), "unfinished"),
        (broken(played("base", 1, 14)), "record-move"),
        ("x" * 300_000, "record-size"),
        ("x" * (MOST_BYTES + 1), "too-large"),
    ],
)
def test_what_is_no_finished_game_is_refused_in_a_line(body: str | bytes, code: str) -> None:
    answer = post(body)
    assert answer.status_code in (400, 413)
    assert code_of(answer) == code
    assert "\n" not in answer.json()["refusal"]["text"]


def test_the_games_of_a_log() -> None:
    table = Table()
    steps = table.steps([table.configure(table.settings)])
    assert games_of([step.event for step in steps]) == []
