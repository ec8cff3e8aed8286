"""Puzzles over HTTP: tried move by move, judged turn by turn; the answer only for those who ask."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from tests.server.serving import visiting

from nonante.review import puzzles

EXACT = next(one for one in puzzles() if one.kind == "exact")


def ask(path: str, body: Any = None) -> httpx.Response:
    async def main() -> httpx.Response:
        async with visiting() as http:
            return await (http.get(path) if body is None else http.post(path, json=body))

    return asyncio.run(main())


def test_the_list() -> None:
    listed = ask("/api/puzzles").json()["puzzles"]
    assert [one["name"] for one in listed] == [one.name for one in puzzles()]
    assert [one["grade"] for one in listed] == sorted(one["grade"] for one in listed)


def test_a_solution_solves_and_a_trap_fails() -> None:
    start = ask(f"/api/puzzles/{EXACT.name}", {}).json()
    assert start["verdict"] is None
    assert [[card["card"] for card in hand] for hand in start["hands"]] == [list(hand) for hand in EXACT.game.hands]
    assert [card["card"] for card in start["draw"]] == list(EXACT.game.draw)
    first = EXACT.solution.index("end") + 1 if "end" in EXACT.solution else len(EXACT.solution)
    assert ask(f"/api/puzzles/{EXACT.name}", {"moves": EXACT.solution[:first]}).json()["verdict"] in ("right", "solved")
    assert ask(f"/api/puzzles/{EXACT.name}", {"moves": EXACT.solution}).json()["verdict"] == "solved"
    assert ask(f"/api/puzzles/{EXACT.name}", {"moves": EXACT.trap}).json()["verdict"] == "wrong"


def test_a_turn_under_way_is_not_judged() -> None:
    answer = ask(f"/api/puzzles/{EXACT.name}", {"moves": EXACT.solution[:1]}).json()
    assert answer["verdict"] is None
    assert answer["table"]["game"]["laid"] == 1


def test_the_answer_is_told_when_asked_for() -> None:
    assert ask(f"/api/puzzles/{EXACT.name}/answer").json()["moves"] == list(EXACT.solution)


@pytest.mark.parametrize("body", [{"moves": ["99Z"]}, {"moves": ["2A", "2A"]}, {"moves": 7}, {"x": 1}])
def test_what_is_no_move(body: Any) -> None:
    assert ask(f"/api/puzzles/{EXACT.name}", body).status_code == 400


def test_an_unknown_puzzle() -> None:
    assert ask("/api/puzzles/nope", {}).json()["refusal"]["code"] == "puzzle"
