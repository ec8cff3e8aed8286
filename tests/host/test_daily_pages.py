"""Deals of the day over HTTP: fresh once, closed and future days, and a list only for those who have finished."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from tests.host.indoors import OPEN, QUICK
from tests.host.memory import MemoryStore

from nonante.host.commands import team_deal
from nonante.host.errors import HostError
from nonante.host.pages import Answer, PageRequest, refused
from nonante.host.pages.daily import ENOUGH, SUMMED_FOR, DailyPage, _spread
from nonante.host.store import Entry
from nonante.host.tables import Tables
from nonante.host.views import SeatViews
from nonante.review import CATEGORIES, Daily
from nonante.review.daily import SELECTED_FROM
from nonante.rules import NonanteError, Rules
from nonante.table import Settings, Table

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
TODAY = "2026-11-15"


async def said(page: Callable[[PageRequest], Awaitable[Answer]], body: object) -> Any:
    """Ask a page; return what it says, or why it refuses."""
    try:
        answer = await page(PageRequest(body=json.dumps(body).encode()))
    except NonanteError as error:
        answer = refused(error)
    return spoken(answer)


def spoken(answer: Answer) -> Any:
    """Return what an answer says."""
    assert isinstance(answer.body, bytes)
    return json.loads(answer.body)


class Visit:
    """Somebody who plays deals of the day at a time of our choice."""

    def __init__(self, tables: Tables, now: datetime) -> None:
        self.page = DailyPage(tables, lambda: self.now)
        self.tables = tables
        self.now = now

    async def open(self, category: str = "solo", date: str = TODAY, again: bool = False, friends: bool = False) -> Any:
        body = {"name": "Zoé", "date": date, "category": category, "again": again, "friends": friends}
        return await said(self.page.open, body)

    async def results(self, own: dict[str, str], category: str = "solo", date: str = TODAY) -> Any:
        body = {"date": date, "category": category, "own": {"code": own["code"], "token": own["token"]}}
        return await said(self.page.results, body)

    async def table(self, code: str) -> Table:
        return Table.fold((await self.tables.log(code)).events)

    async def finish(self, code: str) -> Table:
        """Play a solo deal to its end, straight into its log."""
        kept = await self.tables.log(code)
        table, entries = Table.fold(kept.events), []
        while table.require_game().status == "playing":
            entries.append(Entry(table.play(0, table.require_game().legal_moves()[0])))
            table = table.apply(entries[-1].event)
        await self.tables.store.append(code, len(kept.entries), entries)
        return table


@asynccontextmanager
async def visit(now: datetime = NOON) -> AsyncIterator[Visit]:
    tables = Tables(MemoryStore(), OPEN, QUICK)
    try:
        yield Visit(tables, now)
    finally:
        await tables.close()


@pytest.mark.parametrize("category", ["solo", "solo-extreme", "team"])
def test_everybody_gets_the_same_cards_and_a_deal_is_fresh_once(category: str) -> None:
    async def main() -> list[Table]:
        async with visit() as one:
            opened = [await one.open(category), await one.open(category), await one.open(category, again=True)]
            return [await one.table(opening["code"]) for opening in opened]

    first, other, again = asyncio.run(main())
    deal = Daily(TODAY, category)
    assert first.require_game().hands == other.require_game().hands == deal.deal().hands
    assert first.rules == deal.rules
    assert [table.dealt.known_by for table in (first, other, again) if table.dealt] == [None, None, "seed"]
    assert all(seat and seat.level for seat in first.seats[1:])


def test_a_team_of_friends_gets_the_deal_once_everybody_sits() -> None:
    async def main() -> Table:
        async with visit() as one:
            opened = await one.open("team", friends=True)
            assert list(await one.tables.store.lengths_of_day(TODAY, "team")) == [opened["code"]]
            return await one.table(opened["code"])

    table = asyncio.run(main())
    deal = Daily(TODAY, "team")
    assert (table.dealt, table.rules, len(table.names)) == (None, deal.rules, 3)
    for name in ("Ann", "Bob"):
        table = table.apply(table.sit(name))
    dealt = table.apply(team_deal(table, deal, NOON))
    assert dealt.require_game().hands == deal.deal().hands
    assert dealt.dealt
    assert dealt.dealt.known_by is None
    games = [SeatViews("", 0, dealt, 0).of(seat).game for seat in (0, 1, 2, None)]
    assert [game and game.day for game in games] == [TODAY, TODAY, TODAY, None]
    late = team_deal(table, deal, NOON + timedelta(days=9))
    assert (late.known, late.day) == ("seed", None)
    with pytest.raises(HostError, match="has not begun"):
        team_deal(table, deal, NOON - timedelta(days=9))
    other = table.apply(table.configure(Settings(Rules.edition("extreme", 3))))
    with pytest.raises(HostError, match="original game"):
        team_deal(other, deal, NOON)


def test_a_past_day_is_playable_as_a_known_deal_and_listed_nowhere() -> None:
    async def main() -> tuple[Table, Any]:
        async with visit() as one:
            old = await one.open(date="2026-11-01")
            table = await one.finish(old["code"])
            return table, await one.results(old, date="2026-11-01")

    table, results = asyncio.run(main())
    assert table.dealt
    assert table.dealt.known_by == "seed"
    assert (results["results"], results["running"], results["players"]) == ([], 0, 0)


@pytest.mark.parametrize(
    ("date", "hour", "code"),
    [
        ("2026-11-16", 9, "date-future"),
        ("2026-11-16", 10, None),  # the day has begun at UTC+14
        ("2027-01-01", 12, "date-future"),
        ("2026-02-30", 12, "date"),
        ("yesterday", 12, "date"),
        ("", 12, "date"),
    ],
)
def test_dates(date: str, hour: int, code: str | None) -> None:
    async def main() -> Any:
        async with visit(NOON.replace(hour=hour)) as one:
            return await one.open(date=date)

    answer = asyncio.run(main())
    assert answer.get("refusal", {}).get("code") == code


def test_others_results_only_after_ones_own() -> None:
    async def main() -> list[Any]:
        async with visit() as one:
            first, second = await one.open(), await one.open()
            left = (await one.finish(first["code"])).require_game().score
            early = await one.results(second)
            stranger = await one.results({"code": first["code"], "token": "0" * 32})
            elsewhere = await one.results(first, "team")
            seen = await one.results(first)
            await one.finish(second["code"])
            return [left, early, stranger, elsewhere, seen, await one.results(second)]

    left, early, stranger, elsewhere, seen, both = asyncio.run(main())
    assert early["refusal"]["code"] == "not-over"
    assert stranger["refusal"]["code"] == "token"
    assert elsewhere["refusal"]["code"] == "not-over"
    alone = {"players": 1, "won": 0, "median": float(left), "spread": None}
    assert seen == {"results": [{"name": "Zoé", "won": False, "score": left, "yours": True}], "running": 1, **alone}
    assert both["players"] == 2
    assert [one["yours"] for one in both["results"]] == [False, True]


def test_from_ten_results_on_one_sees_how_they_are_spread() -> None:
    async def main() -> list[Any]:
        async with visit() as one:
            own = await one.open()
            scores = [(await one.finish(own["code"])).require_game().score]
            seen = []
            for _ in range(ENOUGH - 1):
                seen.append(await one.results(own))
                scores.append((await one.finish((await one.open())["code"])).require_game().score)
            return [scores, *seen, await one.results(own)]

    scores, *few, enough = asyncio.run(main())
    assert [one["spread"] for one in few] == [None] * (ENOUGH - 1)
    assert sum(enough["spread"]) == enough["players"] == ENOUGH
    assert enough["spread"][0] == enough["won"] == scores.count(0)
    assert enough["spread"][-1] == sum(score > 20 for score in scores)
    assert enough["median"] == median(scores)


@pytest.mark.parametrize(("score", "group"), [(0, 0), (1, 1), (2, 1), (3, 2), (20, 10), (21, 11), (96, 11)])
def test_results_are_counted_by_cards_left(score: int, group: int) -> None:
    assert _spread([score]).index(1) == group


def test_what_may_be_known_of_a_day_before_it_is_played() -> None:
    async def main() -> list[Any]:
        async with visit() as one:
            asked = [PageRequest({"date": date}) for date in (TODAY, SELECTED_FROM, "2026-11-28")]
            return [spoken(await one.page.deals(day)) for day in asked]

    before, first, saturday = asyncio.run(main())
    assert [deal["category"] for deal in before["deals"]] == list(CATEGORIES)
    assert {(deal["difficulty"], deal["won"]) for deal in before["deals"]} == {(None, None)}
    assert all(deal["difficulty"] == "normal" and 30 <= deal["won"] <= 70 for deal in first["deals"])
    assert {deal["difficulty"] for deal in saturday["deals"]} <= {"hard", None}


def test_before_playing_one_sees_how_others_did_and_nothing_of_running_or_known_games() -> None:
    async def main() -> list[Any]:
        async with visit() as one:
            seen = []

            async def look() -> None:
                deals = spoken(await one.page.deals(PageRequest({"date": TODAY})))["deals"]
                seen.append({deal["category"]: deal["others"] for deal in deals})

            await one.open()
            again = await one.open(again=True)
            await one.finish(again["code"])
            await look()
            codes = [(await one.open())["code"] for _ in range(3)]
            scores = [(await one.finish(code)).require_game().score for code in codes]
            await look()  # told again as it was
            one.now += SUMMED_FOR
            await look()
            return [scores, *seen]

    scores, nobody, early, late = asyncio.run(main())
    nothing = dict.fromkeys(CATEGORIES)
    assert nobody == early == nothing
    assert late == {**nothing, "solo": {"players": 3, "won": scores.count(0), "median": float(median(scores))}}


def test_a_store_that_fails_hides_no_difficulty() -> None:
    async def main() -> Any:
        async with visit() as one:
            failing = AsyncMock(side_effect=HostError("storage"))
            with patch.object(one.tables.store, "lengths_of_day", failing):
                return spoken(await one.page.deals(PageRequest({"date": SELECTED_FROM})))

    deals = asyncio.run(main())["deals"]
    assert [(deal["difficulty"], deal["others"]) for deal in deals] == [("normal", None)] * 3


def test_the_list_says_nothing_of_a_running_game() -> None:
    """However far the others are, the answer is the same: how many play, and no more."""

    async def main() -> tuple[Any, Any]:
        async with visit() as one:
            own, other = await one.open(), await one.open()
            await one.finish(own["code"])
            before = await one.results(own)
            kept = await one.tables.log(other["code"])
            table = Table.fold(kept.events)
            move = table.play(0, table.require_game().legal_moves()[0])
            await one.tables.store.append(other["code"], len(kept.entries), [Entry(move)])
            return before, await one.results(own)

    before, after = asyncio.run(main())
    assert before == after


def test_a_rematch_does_not_change_what_is_listed() -> None:
    async def main() -> tuple[Any, Any]:
        async with visit() as one:
            own = await one.open()
            table = await one.finish(own["code"])
            before = await one.results(own)
            kept = await one.tables.log(own["code"])
            await one.tables.store.append(own["code"], len(kept.entries), [Entry(table.deal(1))])
            return before, await one.results(own)

    before, after = asyncio.run(main())
    assert before == after


def test_an_unknown_category_is_malformed() -> None:
    async def main() -> Any:
        async with visit() as one:
            return await one.open("duo")

    assert asyncio.run(main())["refusal"]["code"] == "malformed"
