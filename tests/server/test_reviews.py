"""Reviews, tries, other decks and branches over HTTP: of finished games only, bounded, and without hindsight."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from games import played
from tests.server.serving import visiting

from nonante.host import thinking
from nonante.host.errors import HostError
from nonante.host.pages import reviews, tables as table_pages
from nonante.host.thinking import WAITING
from nonante.messages import Odds, Review, ReviewProgress
from nonante.review import Judge, Replay, Steps, at_once, curve, ladder_deal, odds_of, told
from nonante.rules import Game, Rules
from nonante.server.sqlite import SqliteStore
from nonante.server.thinking import ThreadedThinker
from nonante.table import Record, Table

RECORD = played("base", 3, 14)
OF_A_TURN = ("/try", "/decks", "/branch")
PATHS = ("", "/curve", "/difficulty", *OF_A_TURN)
SOLO = {"name": "Zoé", "settings": {"rules": {"edition": "base", "players": 1}}, "deal": True}


def post(path: str, body: Any) -> httpx.Response:
    async def main() -> httpx.Response:
        async with visiting() as http:
            return await http.post(path, json=body)

    return asyncio.run(main())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """Review without judging; return what was reviewed."""
    seen: list[Record] = []

    def reviewing(record: Record, progress: Callable[[float, Review | None], None]) -> Steps[Review]:
        seen.append(record)
        found = told(Judge.of(RECORD).identity(), "full", 0.0)
        progress(0.1, found)
        progress(0.5, found)
        yield
        return found

    monkeypatch.setattr(thinking, "reviewing", reviewing)
    monkeypatch.setattr(thinking, "review_key", lambda record: record.to_json())
    return seen


def test_progress_comes_line_by_line_and_ends_with_everything(quick: list[Record]) -> None:
    answer = post("/api/review", {"text": RECORD.to_json()})
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert lines[-1]["share"] == 1.0
    assert lines[-1]["review"]["stage"] == "full"
    assert lines[-1]["review"]["judge"]["champion"]["engine"] == "compiled"
    assert [line["share"] for line in lines] == sorted(line["share"] for line in lines)
    assert len(quick) == 1


def test_a_review_is_kept(quick: list[Record]) -> None:
    async def main() -> list[httpx.Response]:
        async with visiting() as http:
            body = {"text": RECORD.to_json()}
            together = await asyncio.gather(*(http.post("/api/review", json=body) for _ in range(3)))
            return [*together, await http.post("/api/review", json=body)]

    answers = asyncio.run(main())
    assert len({answer.text.splitlines()[-1] for answer in answers}) == 1
    assert len(quick) == 1


def test_a_review_outlives_the_server_and_is_none_where_it_cannot_be_read(quick: list[Record], tmp_path: Path) -> None:
    async def kept(then: str = "") -> list[ReviewProgress]:
        store = SqliteStore(tmp_path / "tables.db")
        thinker = ThreadedThinker(store)
        found = [progress async for progress in thinker.review(RECORD)]
        thinker.close()
        if then:
            await store.keep_review(RECORD.to_json(), then)
        await store.close()
        return found

    first = asyncio.run(kept())
    again = asyncio.run(kept(then='{"stage": "of another version"}'))
    assert (len(again), again[-1]) == (1, first[-1])
    assert len(quick) == 1
    assert asyncio.run(kept())[-1] == first[-1]
    assert len(quick) == 2


def test_what_breaks_is_said_in_the_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Steps[Review]:
        yield
        raise HostError("storage")

    monkeypatch.setattr(thinking, "reviewing", broken)
    monkeypatch.setattr(thinking, "review_key", lambda _: "key")
    answer = post("/api/review", {"text": RECORD.to_json()})
    assert json.loads(answer.text) == {"share": 1.0, "review": None, "problem": "storage"}


def test_the_first_curve_does_not_wait_for_somebody_elses_review(
    quick: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "curve", lambda _: told(Judge.of(RECORD).identity(), "curve", 0.0))

    async def main() -> tuple[list[str], bool]:
        thinker, go_on = ThreadedThinker(SqliteStore(":memory:")), threading.Event()
        busy = asyncio.create_task(thinker.think(at_once(go_on.wait)))
        await asyncio.sleep(0)
        stages, waited = list[str](), False
        async for progress in thinker.review(RECORD):
            assert progress.review
            stages.append(progress.review.stage)
            waited = waited or not busy.done()
            go_on.set()
        await busy
        thinker.close()
        return stages, waited

    stages, waited = asyncio.run(main())
    assert (stages[0], stages[-1], waited) == ("curve", "full", True)
    assert len(quick) == 1


def test_too_many_thoughts_are_refused() -> None:
    async def main() -> list[object]:
        thinker = ThreadedThinker(SqliteStore(":memory:"))
        lock = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait() -> None:
            asyncio.run_coroutine_threadsafe(lock.wait(), loop).result()

        thoughts = [asyncio.create_task(thinker.think(at_once(wait))) for _ in range(WAITING + 2)]
        await asyncio.sleep(0)
        while sum(thought.done() for thought in thoughts) < 2:
            await asyncio.sleep(0.01)
        lock.set()
        done = await asyncio.gather(*thoughts, return_exceptions=True)
        thinker.close()
        return list(done)

    refused = [one for one in asyncio.run(main()) if isinstance(one, HostError)]
    assert [error.code for error in refused] == ["busy", "busy"]


@pytest.mark.parametrize("path", PATHS)
def test_no_byte_of_a_running_game(path: str) -> None:
    async def main() -> set[tuple[int, bytes]]:
        answers = set()
        async with visiting() as http:
            for _ in range(2):
                code = (await http.post("/api/tables", json=SOLO)).json()["code"]
                body = {"game": f"{code}-1", **({"turn": 1} if path in OF_A_TURN else {})}
                answer = await http.post(f"/api/review{path}", json=body)
                answers.add((answer.status_code, answer.content))
        return answers

    ((status, content),) = asyncio.run(main())
    assert status == 409
    assert json.loads(content)["refusal"]["code"] == "not-over"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("body", "code"), [({"text": "hello"}, "link"), ({"game": "XXXXXX-1"}, "unknown-table")])
def test_unknown_games(path: str, body: dict[str, str], code: str) -> None:
    answer = post(f"/api/review{path}", {**body, **({"turn": 1} if path in OF_A_TURN else {})})
    assert answer.json()["refusal"]["code"] == code


def test_the_curve_alone_has_every_turn_and_no_mark() -> None:
    found = post("/api/review/curve", {"text": RECORD.to_json()}).json()
    assert found["stage"] == "curve"
    assert [turn["turn"] for turn in found["turns"]] == [turn.turn for turn in Replay.of(RECORD).turns]
    assert all(turn["mark"] is None for turn in found["turns"])


def test_what_is_sent_is_the_whole_review() -> None:
    found = post("/api/review/curve", {"text": RECORD.to_json()}).json()
    assert found == curve(RECORD).to_data()
    assert all(turn["luck"].keys() == {"cards", "hands", "model"} for turn in found["turns"])
    assert found["judge"]["network"]


def test_how_hard_a_deal_is_is_worked_out_once_from_its_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Game] = []

    def difficulty(opening: Game, games: int) -> Odds:
        seen.append(opening)
        return odds_of(41, games)

    monkeypatch.setattr(reviews, "difficulty", difficulty)
    reviews.deal_odds.cache_clear()
    answers = [post("/api/review/difficulty", {"text": RECORD.to_json()}).json() for _ in range(2)]
    reviews.deal_odds.cache_clear()
    assert answers == [{"won": 41, "games": 100, "low": 31.9, "high": 50.8, "difficulty": "normal"}] * 2
    assert seen == [Replay.of(RECORD).game(0)]


def test_a_try_shows_what_the_seat_saw_and_no_more() -> None:
    turn = Replay.of(RECORD).turns[5]
    answer = post("/api/review/try", {"text": RECORD.to_json(), "turn": turn.turn, "moves": []}).json()
    game = Replay.of(RECORD).game(turn.decision)
    assert [key for key, value in answer.items() if value is not None] == ["table"]
    table = answer["table"]
    assert (table["you"], table["game"]["active"]) == (turn.seat, turn.seat)
    assert [card["card"] for card in table["game"]["hand"]] == list(game.hands[turn.seat])
    assert table["game"]["reveal"] is None
    laid = post("/api/review/try", {"text": RECORD.to_json(), "turn": turn.turn, "moves": [turn.moves[0]]}).json()
    assert laid["table"]["game"]["laid"] == 1
    assert laid["table"]["game"]["can_undo"]
    assert laid["tried"] is None


def test_a_whole_try_is_answered_by_its_line_or_by_what_may_happen() -> None:
    turn = Replay.of(RECORD).turns[-1]
    text = RECORD.to_json()
    answers = [post("/api/review/try", {"text": text, "turn": turn.turn, "moves": turn.moves}).json()]
    plan = answers[0]["tried"]["plan"]
    answers.append(post("/api/review/try", {"text": text, "turn": turn.turn, "moves": plan}).json())
    assert answers[1]["tried"]["right"]
    for answer in answers:
        right = answer["tried"]["right"]
        assert ((answer["line"] is not None), (answer["refutation"] is not None)) == (right, not right)
        assert right or answer["refutation"]["imagined"]


@pytest.mark.parametrize(("turn", "moves", "code"), [(999, [], "turn"), (0, [], "turn"), (1, ["2A", "2A"], None)])
def test_turns_and_moves_that_are_none(turn: int, moves: list[str], code: str | None) -> None:
    answer = post("/api/review/try", {"text": RECORD.to_json(), "turn": turn, "moves": moves})
    assert answer.status_code == 400
    assert code is None or answer.json()["refusal"]["code"] == code


def test_a_branch_plays_on_from_the_same_deck_and_counts_nowhere() -> None:
    turn = Replay.of(RECORD).turns[5]
    game = Replay.of(RECORD).game(turn.decision)

    async def main() -> Table:
        async with visiting() as http:
            body = {"text": RECORD.to_json(), "turn": turn.turn, "name": "Zoé"}
            opened = (await http.post("/api/review/branch", json=body)).json()
            house = http._transport.app.state.house  # type: ignore[attr-defined]  # the application under test
            return Table.fold((await house.tables.log(opened["code"])).events)

    table = asyncio.run(main())
    assert table.require_game().hands == game.hands
    assert table.require_game().draw == game.draw
    assert table.dealt
    assert table.dealt.known_by == "position"
    assert [bool(seat and seat.level) for seat in table.seats] == [place != turn.seat for place in range(3)]


def opened_table(body: dict[str, Any]) -> Table:
    """Open a table and return it as it is stored."""

    async def main() -> Table:
        async with visiting() as http:
            opened = (await http.post("/api/tables", json=body)).json()
            house = http._transport.app.state.house  # type: ignore[attr-defined]  # the application under test
            return Table.fold((await house.tables.log(opened["code"])).events)

    return asyncio.run(main())


def test_a_deal_as_hard_as_wanted_is_looked_for_and_known_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def find(rules: Rules, wanted: str, seed: int) -> int:
        asked.append((rules.name, wanted))
        return seed % 7 + 40

    monkeypatch.setattr(table_pages, "find_deal", find)
    extreme = {"rules": {"edition": "extreme", "players": 1}}
    table = opened_table({**SOLO, "settings": extreme, "difficulty": "hard"})
    assert asked == [("extreme", "hard")]
    assert table.dealt
    assert table.dealt.seed in range(40, 47)
    assert table.dealt.known_by is None


def test_for_the_original_alone_such_deals_are_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_pages, "find_deal", None)  # nobody has to look, not even where nothing is compiled
    table = opened_table({**SOLO, "difficulty": "easy"})
    assert table.dealt
    assert table.dealt.seed in {ladder_deal("easy", chance) for chance in range(200)}
    assert table.dealt.known_by is None
    assert post("/api/tables", {**SOLO, "difficulty": "impossible"}).status_code == 400
