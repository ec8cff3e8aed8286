"""Nothing about the deck of a running game leaves the server, at any address, unless everybody sees that it did."""

from __future__ import annotations

import asyncio
import json
from itertools import product
from typing import Any

import pytest
from tests.server.entrances import TODAY, answers
from tests.server.serving import Hosted, hosted

from nonante.rules import Game
from nonante.table import Table

SOLO = {"settings": {"rules": {"edition": "base", "players": 1}}, "deal": True}
OTHERS = {"settings": {"rules": {"edition": "extreme", "players": 2}}, "bots": ["steady"], "deal": True}


async def as_kept(server: Hosted, code: str) -> Table:
    kept = await server.house.tables.store.load(code)
    assert kept
    return Table.fold(kept.events)


def told(text: str, table: Table) -> list[str]:
    """Return what a text says that nobody may know yet."""
    game, seed = table.require_game(), str(table.dealt and table.dealt.seed)
    hidden = [game.draw[:5], *(hand for seat, hand in enumerate(game.hands) if seat)]
    runs = [join.join(map(str, sorted(cards) if tidy else cards)) for cards in hidden for join, tidy in FORMS]
    plain = text.replace('"', "").replace(" ", "").replace("\\n", "").replace("\n", "")
    return [run for run in [seed, f"{int(seed):x}", *runs] if run in plain]


FORMS = list(product([",", "."], [False, True]))


@pytest.mark.parametrize("wanted", [SOLO, OTHERS, "daily"], ids=["solo", "with a computer player", "daily"])
def test_no_answer_and_no_frame_tells_the_seed_or_a_hidden_card_of_ones_own_running_game(wanted: Any) -> None:
    async def main() -> None:
        async with hosted() as server:
            if wanted == "daily":
                async with server.http() as http:
                    asked = {"name": "Anna", "date": TODAY, "category": "solo", "again": False}
                    opened = (await http.post("/api/daily", json=asked)).json()
            else:
                opened = await server.open(**wanted)
            code, token = opened["code"], opened["token"]
            async with server.join(code, token) as anna, server.join(code) as eve:
                await anna.ask(type="start")
                await anna.ask(type="hint")
                table = await as_kept(server, code)
                frames = {"anna": json.dumps(anna.frames), "eve": json.dumps(eve.frames)}
                found = {
                    name: told(text, table) for name, text in ((await answers(server, code, token)) | frames).items()
                }
                assert {name: what for name, what in found.items() if what} == {}
                assert anna.table["game"]["known"] is None

    asyncio.run(main())


def test_the_file_of_a_running_game_makes_it_a_known_deal_before_anybody_reads_it() -> None:
    async def main() -> None:
        async with hosted() as server, server.http() as http:
            asked = {"name": "Anna", "date": TODAY, "category": "solo", "again": False}
            opened = (await http.post("/api/daily", json=asked)).json()
            code, own = opened["code"], {"token": opened["token"]}
            async with server.join(code, opened["token"]) as anna:
                file = (await http.post(f"/api/tables/{code}/file", json=own)).json()
                assert json.loads(file["text"])["record"]["known"] == "link"
                assert told(file["text"], await as_kept(server, code)), "so that the search finds what there is"
                await anna.until(known="link")
                assert [item["kind"] for item in anna.frames[-1]["news"]] == ["disclosed"]
                await anna.play()
                assert anna.table["game"]["known"] == "link"
            results = {"date": TODAY, "category": "solo", "own": {"code": code, **own}}
            again = (await http.post("/api/daily", json=asked)).json()  # somebody else, who has played it to the end
            async with server.join(again["code"], again["token"]) as bruno:
                await bruno.play()
            others = {**results, "own": {"code": again["code"], "token": again["token"]}}
            listed = (await http.post("/api/daily/results", json=others)).json()
            assert [one["yours"] for one in listed["results"]] == [True]
            assert listed["running"] == 0

    asyncio.run(main())


def test_the_file_of_a_game_is_for_people_who_play_alone() -> None:
    async def main() -> None:
        async with hosted() as server, server.http() as http:
            opened = await server.open(settings={"rules": {"edition": "base", "players": 2}})
            async with server.join(opened["code"], opened["token"]) as anna, server.join(opened["code"]) as bruno:
                await bruno.ask(type="sit", name="Bruno")
                await anna.ask(type="deal")
                answer = await http.post(f"/api/tables/{opened['code']}/file", json={"token": opened["token"]})
                assert (answer.status_code, answer.json()["refusal"]["code"]) == (400, "not-alone")

    asyncio.run(main())


def test_a_known_deal_stays_known_after_undo_and_restart() -> None:
    table = Table()
    for event in (table.configure(table.settings), table.sit("Anna")):
        table = table.apply(event)
    table = table.apply(table.deal(7))
    table = table.apply(table.play(0, table.require_game().legal_moves()[0]))
    table = table.apply(table.disclose())
    table = table.apply(table.undo(0))
    assert table.dealt is not None
    assert table.dealt.known_by == "link"
    assert table.game == Game.deal(table.rules, 7)
