"""A private table: its game is for its seats, and for whoever they give the whole game in a link."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.server.entrances import TODAY, answers
from tests.server.serving import Guest, hosted

PRIVATE = {"settings": {"rules": {"edition": "base", "players": 2}, "private": True, "chat": True}}
NAMES = ("Annabel", "Bruno-Beat")


async def played(anna: Guest, bruno: Guest) -> str:
    """Play a game of two to its end; return its name."""
    await anna.ask(type="deal")
    await bruno.until(status="playing")
    await asyncio.gather(_play(anna), _play(bruno))
    return f"{anna.table['code']}-{anna.table['deals']}"


async def _play(guest: Guest) -> None:
    if guest.table["you"] == 0:
        await guest.ask(type="start")
    else:
        while guest.table["game"]["starter"] is None:
            await guest.receive()
    await guest.play()


def test_a_stranger_with_the_code_learns_no_name_no_card_and_no_result() -> None:
    async def main() -> None:
        async with hosted() as server:
            opened = await server.open(name=NAMES[0], **PRIVATE)
            code = opened["code"]
            async with server.join(code, opened["token"]) as anna, server.join(code) as bruno, server.join(code) as eve:
                await bruno.ask(type="sit", name=NAMES[1])
                await anna.ask(type="say", text="good evening")
                await played(anna, bruno)
                await eve.ask(type="ping")
                found = await answers(server, code, "0" * 32)
                found["frames"] = json.dumps(eve.frames)
                told = {where: [name for name in NAMES if name in text] for where, text in found.items()}
                assert {where: names for where, names in told.items() if names} == {}
                assert "good evening" not in found["frames"]
                assert all(frame.get("news", []) == [] for frame in eve.frames)
                assert all(frame["table"]["game"] is None for frame in eve.frames if "table" in frame)
                seen = eve.table
                assert (seen["deals"], [seat["count"] for seat in seen["seats"]]) == (0, [0, 0])
                for where, text in found.items():
                    if "/replay" in where or "/record" in where or "/review" in where:
                        assert not [word for word in ('"frames"', '"entries"', '"turns"') if word in text], where

    asyncio.run(main())


def test_the_seats_get_the_record_and_whoever_has_the_whole_game_in_a_link_sees_it() -> None:
    async def main() -> None:
        async with hosted() as server, server.http() as http:
            opened = await server.open(name=NAMES[0], **PRIVATE)
            code = opened["code"]
            async with server.join(code, opened["token"]) as anna, server.join(code) as bruno:
                token = (await bruno.ask(type="sit", name=NAMES[1]))["token"]
                game = await played(anna, bruno)
            for secret in (opened["token"], token):
                seat = {"authorization": f"Bearer {secret}"}
                replay: Any = await http.get(f"/api/replay/{game}", headers=seat)
                assert replay.status_code == 200
                assert replay.json()["game"] is None, "so that no page makes a link of it that opens for nobody"
                assert (await http.get(f"/api/tables/{code}/record", headers=seat)).json()["names"] == list(NAMES)
                assert (await http.get(f"/api/tables/{code}", headers=seat)).json()["names"] == list(NAMES)
                asked = {"game": game}
                assert (await http.post("/api/review/curve", json=asked, headers=seat)).status_code == 200
            link = replay.json()["link"]
            shared = (await http.post("/api/replay", content=link)).json()
            assert [seat["name"] for seat in shared["frames"][0]["table"]["seats"]] == list(NAMES)
            for path in (f"/api/replay/{game}", f"/api/replay/{code}-7", f"/api/tables/{code}/record"):
                refused = await http.get(path)
                assert (refused.status_code, refused.json()["refusal"]["code"]) == (404, "unknown-game")

    asyncio.run(main())


def test_a_private_table_is_not_in_the_list_of_the_day_that_others_see() -> None:
    async def main() -> None:
        async with hosted() as server, server.http() as http:
            asked = {"name": NAMES[0], "date": TODAY, "category": "team", "again": False, "friends": True}
            codes = []
            for private in (True, False):
                opened = (await http.post("/api/daily", json=asked)).json()
                codes.append({"code": opened["code"], "token": opened["token"]})
                async with server.join(opened["code"], opened["token"]) as anna:
                    settings = {**anna.table["settings"], "private": private}
                    await anna.ask(type="configure", settings=settings)
                    for _ in range(2):
                        await anna.ask(type="add-bot", level="novice")
                    await anna.ask(type="deal", day=TODAY)
                    await anna.play()
            for own, seen in zip(codes, ([True, False], [True]), strict=True):
                body = {"date": TODAY, "category": "team", "own": own}
                listed = (await http.post("/api/daily/results", json=body)).json()
                assert [one["yours"] for one in listed["results"]] == seen
            deals = (await http.get(f"/api/daily/{TODAY}")).json()["deals"]
            assert [deal["others"] and deal["others"]["players"] for deal in deals] == [None, None, 1]

    asyncio.run(main())
