"""Puzzles over HTTP: tried move by move, judged turn by turn; the answer only for those who ask."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from tests.server.serving import visiting

from nonante.review import learning_order, puzzle, puzzle_of_the_day, puzzles

EXACT = next(one for one in puzzles() if one.kind == "exact")
CHANCE = next(one for one in puzzles() if one.kind == "chance" and one.game.rules.players > 1 and one.game.draw)


def ask(path: str, body: Any = None) -> httpx.Response:
    async def main() -> httpx.Response:
        async with visiting() as http:
            return await (http.get(path) if body is None else http.post(path, json=body))

    return asyncio.run(main())


def test_the_list_is_in_the_order_in_which_puzzles_are_learnt() -> None:
    listed = ask("/api/puzzles").json()["puzzles"]
    assert [one["name"] for one in listed] == [one.name for one in learning_order()]
    assert [one["theme"] for one in listed] == [one.theme for one in learning_order()]


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


def test_a_wrong_turn_is_answered_by_the_line_that_loses() -> None:
    lost = ask(f"/api/puzzles/{EXACT.name}", {"moves": EXACT.trap}).json()["refutation"]
    frames = lost["line"]["frames"]
    assert [move for turn in lost["line"]["turns"] for move in turn["moves"]][: len(EXACT.trap)] == list(EXACT.trap)
    assert (frames[-1]["table"]["game"]["status"], frames[-1]["table"]["game"]["reason"]) == ("lost", lost["reason"])
    assert lost["card"] in [card["card"] for card in frames[-1]["hands"][lost["seat"]]]
    assert not lost["imagined"]


def test_what_would_happen_with_hidden_cards_gives_none_away() -> None:
    """Neither the table after the turn nor the line shows a hand that the solver may not know."""
    answer = ask(f"/api/puzzles/{CHANCE.name}", {"moves": CHANCE.trap}).json()
    assert answer["refutation"]["imagined"]
    assert answer["hands"] is None
    assert answer["table"]["you"] == CHANCE.game.active
    shown = answer["refutation"]["line"]["frames"][0]["hands"]
    assert [[card["card"] for card in hand] for hand in shown] != [list(hand) for hand in CHANCE.game.hands]
    solved = ask(f"/api/puzzles/{CHANCE.name}", {"moves": CHANCE.solution}).json()["line"]
    others = [
        hand for frame in solved["frames"] for seat, hand in enumerate(frame["hands"]) if seat != CHANCE.game.active
    ]
    assert not any(others)


def test_the_answer_is_told_when_asked_for() -> None:
    line = ask(f"/api/puzzles/{EXACT.name}/answer").json()
    assert [move for turn in line["turns"] for move in turn["moves"]] == list(EXACT.solution)
    assert line["frames"][-1]["table"]["game"]["status"] == "won"


def test_a_first_try_moves_the_rating_and_a_later_one_does_not() -> None:
    path, before = f"/api/puzzles/{EXACT.name}", {"value": 1300, "deviation": 100, "volatility": 0.06}
    up = ask(path, {"moves": EXACT.solution, "first": True, "rating": before}).json()["rating"]
    down = ask(path, {"moves": EXACT.trap, "first": True, "rating": before}).json()["rating"]
    assert down["value"] < 1300 < up["value"]
    assert ask(path, {"moves": EXACT.solution, "rating": before}).json()["rating"] is None
    assert ask(path, {"moves": EXACT.solution[:1], "first": True}).json()["rating"] is None
    assert ask(path, {"moves": EXACT.solution, "first": True}).json()["rating"]["value"] > 1200


def test_the_puzzle_of_the_day() -> None:
    name = ask("/api/puzzles/day/2026-11-18").json()["name"]
    assert puzzle(name) == puzzle_of_the_day("2026-11-18")
    assert ask("/api/puzzles/day/tomorrow").json()["refusal"]["code"] == "date"


@pytest.mark.parametrize(
    "body",
    [
        {"moves": ["99Z"]},
        {"moves": ["2A", "2A"]},
        {"moves": 7},
        {"x": 1},
        {"rating": {"value": -1, "deviation": 1, "volatility": 1}},
    ],
)
def test_what_is_no_move(body: Any) -> None:
    assert ask(f"/api/puzzles/{EXACT.name}", body).status_code == 400


def test_an_unknown_puzzle() -> None:
    assert ask("/api/puzzles/nope", {}).json()["refusal"]["code"] == "puzzle"
