"""A command map from one's own box: taken as it is, or refused with the reason, and never replaced by the house map."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.host.indoors import indoors
from tests.server.serving import visiting

BOX: dict[str, list[int]] = {
    "stop": [5, 29, 72, 96],
    "skull": [18, 30, 71, 83],
    "three": [11, 38, 63, 90],
    "silence": [4, 46, 57, 97],
    "no-retro": [21, 37, 64, 81],
    "one-pile": [13, 48, 53, 88],
    "draw-one": [24, 43, 58, 75],
}
WRONG: dict[str, tuple[Any, str]] = {
    "nothing": ({}, "map-kinds"),
    "one kind missing": ({kind: BOX[kind] for kind in list(BOX)[1:]}, "map-kinds"),
    "three numbers": (BOX | {"skull": [18, 30, 71]}, "map-count"),
    "no numbers": (BOX | {"skull": []}, "map-count"),
    "five numbers": (BOX | {"skull": [18, 30, 71, 83, 84]}, "map-count"),
    "no card": (BOX | {"stop": [1, 29, 72, 96]}, "map-number"),
    "text": (BOX | {"stop": ["5", 29, 72, 96]}, "map-number"),
    "the same number twice": (BOX | {"stop": [18, 29, 72, 96]}, "map-double"),
    "no map": ("mine", "option"),
    "a list": ([5, 29, 72, 96], "option"),
}


def rules(commands: Any, edition: str = "extreme") -> dict[str, Any]:
    return {"rules": {"edition": edition, "players": 1, "commands": commands}}


@pytest.mark.parametrize("name", WRONG)
def test_a_table_is_not_opened_with_a_wrong_map(name: str) -> None:
    commands, code = WRONG[name]

    async def main() -> Any:
        async with visiting() as http:
            return await http.post("/api/tables", json={"name": "Zoé", "settings": rules(commands), "deal": True})

    answer = asyncio.run(main())
    assert answer.status_code == 400
    assert answer.json()["refusal"]["code"] == code


def test_a_fire_number_carries_no_command_where_fire_is_played() -> None:
    commands = BOX | {"stop": [22, 29, 72, 96]}

    async def main() -> list[Any]:
        async with visiting() as http:
            editions = ("extreme", "on-fire+extreme")
            wanted = [{"name": "Zoé", "settings": rules(commands, edition)} for edition in editions]
            return [await http.post("/api/tables", json=one) for one in wanted]

    plain, fire = asyncio.run(main())
    assert plain.status_code == 201
    assert (fire.json()["refusal"]["code"], fire.json()["refusal"]["rule"]) == ("map-fire", "R41")


def test_at_a_table_a_wrong_map_changes_nothing_and_a_right_one_is_dealt() -> None:
    async def main() -> None:
        async with indoors() as house:
            live, opened = await house.open(settings=rules(BOX))
            anna = await house.visit(live, opened.token)
            for commands, code in WRONG.values():
                assert await anna.refused(type="configure", settings=rules(commands)) == code
            await anna.ask(type="deal")
            assert anna.table["map"] == BOX

    asyncio.run(main())
