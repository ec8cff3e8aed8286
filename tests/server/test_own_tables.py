"""The list of one's own tables: for whoever has the secret of a seat, and nothing that is hidden."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from tests.server.serving import visiting


def opened(**settings: Any) -> dict[str, Any]:
    return {"name": "Zoé", "settings": {"rules": {"edition": "extreme", "players": 3, **settings}}, "bots": ["steady"]}


async def ask(http: httpx.AsyncClient, *seats: dict[str, str]) -> Any:
    return (await http.post("/api/own-tables", json={"seats": list(seats)})).json()


def test_a_table_tells_who_and_whose_turn_and_nothing_hidden() -> None:
    async def main() -> tuple[Any, dict[str, Any]]:
        async with visiting() as http:
            bots = {"name": "Zoé", "settings": {"rules": {"edition": "base", "players": 1}}, "deal": True}
            table = (await http.post("/api/tables", json=bots)).json()
            return await ask(http, {"code": table["code"], "token": table["token"]}), table

    answer, table = asyncio.run(main())
    (found,) = answer["tables"]
    assert found == {
        "code": table["code"],
        "you": 0,
        "edition": "base",
        "names": ["Zoé"],
        "levels": [None],
        "status": "playing",
        "active": 0,
        "score": 98,
        "draw_count": 90,
        "tops": [1, 1, 100, 100],
        "paused": False,
        "deals": 1,
        "slow": False,
        "waited": None,
    }
    assert answer["gone"] == []


def test_a_lobby_has_free_seats_and_computer_players() -> None:
    async def main() -> Any:
        async with visiting() as http:
            table = (await http.post("/api/tables", json=opened())).json()
            return await ask(http, {"code": table["code"].lower(), "token": table["token"]})

    (found,) = asyncio.run(main())["tables"]
    assert (found["status"], found["active"], found["edition"]) == ("lobby", None, "extreme")
    assert found["levels"] == [None, "steady", None]
    assert found["names"][2] is None


def test_without_the_secret_a_table_is_gone() -> None:
    async def main() -> Any:
        async with visiting() as http:
            table = (await http.post("/api/tables", json=opened())).json()
            wrong = {"code": table["code"], "token": "0" * 32}
            return table["code"], await ask(http, wrong, {"code": "XXXXXX", "token": "a"}, {"code": "…", "token": ""})

    code, answer = asyncio.run(main())
    assert answer == {"tables": [], "gone": [code, "XXXXXX", "…"]}


@pytest.mark.parametrize("body", ["", "{", "[]", '{"seats": 7}', '{"seats": [{"code": 1}]}', '{"more": 1}'])
def test_anything_else_is_malformed(body: str) -> None:
    async def main() -> httpx.Response:
        async with visiting() as http:
            return await http.post("/api/own-tables", content=body)

    answer = asyncio.run(main())
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (400, "malformed")


def test_at_most_twelve() -> None:
    async def main() -> Any:
        async with visiting() as http:
            return await ask(http, *[{"code": "XXXXXX", "token": "a"}] * 13)

    assert asyncio.run(main())["refusal"]["code"] == "malformed"
