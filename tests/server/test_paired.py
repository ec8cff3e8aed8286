"""Paired devices over the network: a game goes on with either of them, also when both act at once."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
from tests.host.indoors import Data, choose
from tests.server.serving import Hosted, outdoor


async def ask(http: httpx.AsyncClient, path: str, **body: Any) -> Data:
    answer = await http.post(f"/api/devices{path}", json=body)
    data: Data = answer.json()
    return data


async def paired(http: httpx.AsyncClient) -> list[Data]:
    """Pair two devices; return what each says of itself from then on."""
    laptop = await ask(http, "", name="Laptop")
    one = {"person": laptop["person"], "token": laptop["token"]}
    code = (await ask(http, "/code", own=one))["code"]
    phone = await ask(http, "/join", code=code, name="Phone")
    return [one, {"person": phone["person"], "token": phone["token"]}]


def test_a_game_begun_on_one_device_goes_on_on_the_other_and_what_both_play_at_once_happens_once() -> None:
    async def work(server: Hosted) -> None:
        async with server.http() as http:
            laptop, phone = await paired(http)
            seat = await server.open(settings={"rules": {"edition": "base", "players": 1}}, deal=True)
            kept = json.dumps({"code": seat["code"], "token": seat["token"]})
            await ask(http, "/sync", own=laptop, items=[kept])
            (item,) = (await ask(http, "/sync", own=phone))["items"]
            found = json.loads(item)
            async with server.join(**seat_of(seat)) as one, server.join(**seat_of(found)) as two:
                assert two.table["you"] == one.table["you"] == 0
                while (game := one.table["game"])["status"] == "playing":
                    move, seq = choose(game), one.table["seq"]
                    both = await asyncio.gather(*(each.ask(type="play", move=move, seq=seq) for each in (one, two)))
                    assert sorted(answer["type"] for answer in both) == ["refused", "update"]
                    for each in (one, two):
                        while each.table["seq"] == seq:
                            await each.receive()
                assert two.table["game"] == one.table["game"]

    outdoor(work)


def seat_of(seat: Data) -> Data:
    return {"code": seat["code"], "token": seat["token"]}
