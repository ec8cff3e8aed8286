"""The analysis board over HTTP: moves of a turn, the champion's word, playing on; never for a running game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.serving import visiting

from nonante.host import Tables, Waiting
from nonante.rules import Game
from nonante.server.app import create_app
from nonante.server.notices import note_waiting
from nonante.server.sqlite import SqliteStore

BOARD = {
    "settings": {"rules": {"edition": "base", "players": 3}},
    "piles": {"A": 47, "C": 65},
    "hand": [12, 50, 60, 70, 80, 90],
    "laid": [3, 5, 7],
}


def ask(path: str, body: Any) -> httpx.Response:
    async def main() -> httpx.Response:
        async with visiting() as http:
            return await http.post(path, json=body)

    return asyncio.run(main())


def test_a_turn_is_tried_card_by_card_and_what_is_drawn_stays_unknown() -> None:
    one = ask("/api/board", {**BOARD, "moves": ["50A"]}).json()
    assert (one["over"], one["table"]["game"]["laid"]) == (False, 1)
    assert [card["card"] for card in one["table"]["game"]["hand"]] == [12, 60, 70, 80, 90]
    over = ask("/api/board", {**BOARD, "moves": ["50A", "60A", "end"]}).json()
    assert over["over"]
    assert [card["card"] for card in over["table"]["game"]["hand"]] == BOARD["hand"]
    assert over["table"]["you"] == 0


def test_the_champion_tells_its_turn_the_next_best_ones_and_why() -> None:
    told = ask("/api/board/advice", BOARD).json()
    assert told["advice"]["moves"][-1] == "end"
    assert told["advice"]["reasons"]
    best = told["advice"]["chances"]["after"]
    chances = [other["chance"] for other in told["others"]]
    assert chances == sorted(chances, reverse=True)
    assert 0 <= chances[0] <= 1
    assert 0 <= best <= 1
    assert [step["card"] for step in told["others"][0]["steps"]]


@pytest.mark.parametrize("path", ["/api/board", "/api/board/advice", "/api/board/play"])
def test_an_impossible_position_is_refused_in_one_sentence(path: str) -> None:
    answer = ask(path, {**BOARD, "hand": [47, 50]})
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (400, "double")
    assert ask(path, {**BOARD, "piles": 3}).json()["refusal"]["code"] == "malformed"


def test_a_card_that_does_not_fit_is_refused_as_at_a_table() -> None:
    assert ask("/api/board", {**BOARD, "moves": ["12A"]}).json()["refusal"]["code"] == "not-higher"
    assert ask("/api/board/advice", {**BOARD, "moves": ["99C"]}).json()["refusal"]["code"] == "not-in-hand"


def test_playing_on_opens_a_table_with_champions() -> None:
    async def main() -> Any:
        async with visiting() as http:
            opened = await http.post("/api/board/play", json={**BOARD, "name": "Zoé"})
            assert opened.status_code == 201
            seats = [{"code": opened.json()["code"], "token": opened.json()["token"]}]
            return (await http.post("/api/own-tables", json={"seats": seats})).json()

    (table,) = asyncio.run(main())["tables"]
    assert table["tops"] == [47, 1, 65, 100]
    assert table["levels"] == [None, "champion", "champion"]
    assert (table["you"], table["active"], table["status"]) == (0, 0, "playing")


def test_a_game_that_runs_on_this_server_is_not_analysed() -> None:
    async def main() -> list[str | None]:
        async with visiting() as http:
            opened = (await http.post("/api/board/play", json={**BOARD, "name": "Zoé"})).json()
            assert opened["code"]
            guess = {**BOARD, "hand": [13, 50, 60, 70, 80, 90]}
            asked = [await http.post(path, json=BOARD) for path in ("/api/board", "/api/board/advice")]
            asked += [await http.post("/api/board", json=guess)]
            other = {**BOARD, "laid": [3, 5, 9]}
            asked += [await http.post("/api/board", json=other)]
            return [answer.json().get("refusal", {}).get("code") for answer in asked]

    # A hand that nobody holds is refused alike: the answer tells nothing about hands.
    assert asyncio.run(main()) == ["board-running", "board-running", "board-running", None]


def test_of_other_running_games_only_the_piles_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be thousands, and they are all compared in the event loop."""
    looked: list[int] = []
    turn_start = Game.turn_start

    def noted(game: Game) -> Game:
        looked.append(game.tops[0])
        return turn_start(game)

    async def main() -> int:
        async with visiting() as http:
            other = {**BOARD, "piles": {"A": 46, "C": 65}, "name": "Zoé"}
            assert (await http.post("/api/board/play", json=other)).status_code == 201
            monkeypatch.setattr(Game, "turn_start", noted)
            return (await http.post("/api/board", json=BOARD)).status_code

    assert asyncio.run(main()) == 200
    assert 47 in looked
    assert 46 not in looked


def turned(cards: Sequence[int]) -> list[int]:
    return [101 - card for card in cards]


@pytest.mark.parametrize(
    "same",
    [
        {**BOARD, "piles": {"B": 47, "C": 65}},
        {**BOARD, "piles": {"A": 47, "D": 65}},
        {**BOARD, "piles": {"B": 47, "D": 65}},
        {**BOARD, "settings": {"rules": {"edition": "expert", "players": 4}}},
        {**BOARD, "piles": {"C": 54, "A": 36}, "hand": turned([12, 50, 60, 70, 80, 90]), "laid": turned([3, 5, 7])},
        {**BOARD, "piles": {"D": 54, "B": 36}, "hand": turned([12, 50, 60, 70, 80, 90]), "laid": turned([3, 5, 7])},
    ],
)
def test_neither_is_the_same_position_with_piles_swapped_or_everything_turned_over(same: Any) -> None:
    async def main() -> Any:
        async with visiting() as http:
            assert (await http.post("/api/board/play", json={**BOARD, "name": "Zoé"})).status_code == 201
            return (await http.post("/api/board", json=same)).json()

    assert asyncio.run(main())["refusal"]["code"] == "board-running"


def test_neither_is_the_game_of_a_table_that_sleeps() -> None:
    """A slow game is in memory for minutes and lasts for days."""

    async def main() -> list[str | None]:
        app = create_app(SqliteStore(":memory:"), hosts=("localhost",))
        told = list[str | None]()
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
                opened = (await http.post("/api/board/play", json={**BOARD, "name": "Zoé"})).json()
                tables = app.state.house.tables
                await tables.let_go(opened["code"])
                for _ in range(2):
                    answer = await http.post("/api/board", json=BOARD)
                    told.append(answer.json().get("refusal", {}).get("code"))
                    await tables.wake(opened["code"])
                assert len(await tables.running_games("")) == 1
        return told

    assert asyncio.run(main()) == ["board-running", "board-running"]


@asynccontextmanager
async def over(store: SqliteStore) -> AsyncIterator[tuple[Tables, httpx.AsyncClient]]:
    """An application over a store, and somebody who asks it."""
    app = create_app(store, hosts=("localhost",))
    http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")
    async with app.router.lifespan_context(app), http:
        yield app.state.house.tables, http


async def code_of(http: httpx.AsyncClient, board: Any = BOARD) -> str | None:
    code: str | None = (await http.post("/api/board", json=board)).json().get("refusal", {}).get("code")
    return code


def test_neither_is_a_slow_game_after_a_restart(tmp_path: Path) -> None:
    async def main() -> list[str | None]:
        store = SqliteStore(tmp_path / "tables.db")
        async with over(store) as (_, http):
            opened = (await http.post("/api/board/play", json={**BOARD, "name": "Zoé"})).json()
            await store.ask(lambda: note_waiting(store.execute, opened["code"], 1, Waiting((0,)), 0.0))
        async with over(SqliteStore(tmp_path / "tables.db")) as (_, http):
            return [await code_of(http), await code_of(http), await code_of(http, {**BOARD, "laid": [3, 5, 9]})]

    assert asyncio.run(main()) == ["board-running", "board-running", None]


def test_neither_is_a_game_that_another_process_plays(tmp_path: Path) -> None:
    async def main() -> list[str | None]:
        async with over(SqliteStore(tmp_path / "tables.db")) as (_, http):
            opened = (await http.post("/api/board/play", json={**BOARD, "name": "Zoé"})).json()
        async with over(SqliteStore(tmp_path / "tables.db")) as (tables, http):
            before = await code_of(http)
            tables._changed(opened["code"])  # as the database reports it
            return [before, await code_of(http), await code_of(http)]

    assert asyncio.run(main()) == [None, "board-running", "board-running"]


def test_before_the_first_card_it_is_the_hand_that_tells_games_apart() -> None:
    hand = [4, 12, 50, 60, 70, 80, 90]
    bare = {"settings": {"rules": {"edition": "base", "players": 2}}, "piles": {}, "laid": []}

    async def main() -> list[str | None]:
        async with over(SqliteStore(":memory:")) as (_, http):
            opened = await http.post("/api/board/play", json={**bare, "hand": hand, "name": "Zoé"})
            assert opened.status_code == 201
            return [await code_of(http, {**bare, "hand": one}) for one in (hand, turned(hand), [*hand[:-1], 91])]

    assert asyncio.run(main()) == ["board-running", "board-running", None]
