"""Tables in the browser itself: what a page asks, lines to tables, and a store that may be full, shared or damaged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

from tests.browser.page import Data, Page, Player, ask

from nonante.browser import Local, start
from nonante.host import TableBehaviour
from nonante.host.pools import InlineExecutor
from nonante.players import find
from nonante.rules import Game, Rules

SOLO = {"name": "Zoé", "settings": {"rules": {"edition": "base", "players": 1}}, "deal": True}
BEHAVIOUR = TableBehaviour(pace=0, pool=InlineExecutor(), hint_pool=InlineExecutor())


def run(work: Callable[[Page, Local], Awaitable[None]]) -> None:
    """Run with the tables of an empty page."""

    async def main() -> None:
        page = Page()
        local = await start(page, "https://example.org/game/", BEHAVIOUR)
        try:
            await asyncio.wait_for(work(page, local), 300)
        finally:
            await local.close()

    asyncio.run(main())


async def seated(local: Local, **wanted: object) -> tuple[Data, Player]:
    """Open a table alone, and a line to it."""
    status, opened = await ask(local, "POST", "/api/tables", {**SOLO, **wanted})
    assert status == 201
    player = Player(local, opened["code"], opened["token"])
    await player.until(lambda: player.table)
    return opened, player


def move_of(player: Player) -> Data:
    """Return the first move that is allowed, as a command."""
    game = player.table["game"]
    card = next((card, one) for card in game["hand"] for one in card["options"] if one["ok"])
    return {"type": "play", "move": f"{card[0]['card']}{card[1]['pile']}", "seq": player.table["seq"]}


def test_what_a_page_asks_is_answered_as_a_server_does() -> None:
    async def work(_page: Page, local: Local) -> None:
        status, info = await ask(local, "GET", "/api/info")
        assert (status, info["origin"]) == (200, "https://example.org/game/")
        opened, _ = await seated(local)
        status, table = await ask(local, "GET", f"/api/tables/{opened['code'].lower()}?lang=fr")
        assert (status, table["names"]) == (200, ["Zoé"])
        own = {"seats": [{"code": opened["code"], "token": opened["token"]}]}
        assert (await ask(local, "POST", "/api/own-tables", own))[1]["tables"][0]["status"] == "playing"
        for language in ("en", "fr", "de"):
            assert (await ask(local, "GET", f"/api/rules/{language}"))[1]["language"] == language
        status, listed = await ask(local, "GET", "/api/puzzles")
        status, trial = await ask(local, "POST", f"/api/puzzles/{listed['puzzles'][0]['name']}", {"moves": []})
        assert trial["table"]["game"]["status"] == "playing"
        daily = {"name": "Zoé", "date": "2026-11-15", "category": "solo", "again": False}
        assert (await ask(local, "POST", "/api/daily", daily))[0] == 201

    run(work)


def test_what_is_refused_is_a_message_and_never_a_trace() -> None:
    async def work(_page: Page, local: Local) -> None:
        for method, path, body, status, code in (
            ("GET", "/api/nothing", None, 404, "malformed"),
            ("POST", "/api/info", "{}", 404, "malformed"),
            ("POST", "/api/tables", "{", 400, "malformed"),
            ("POST", "/api/tables", {"name": "Zoé", "more": 1}, 400, "malformed"),
            ("POST", "/api/tables", "x" * 20_000, 413, "too-large"),
            ("GET", "/api/tables/BCDFGH", None, 404, "unknown-table"),
            ("POST", "/api/file", "no game", 400, "game-file"),
        ):
            answer = await ask(local, method, path, body)
            assert (answer[0], answer[1]["refusal"]["code"]) == (status, code)

    run(work)


def test_a_move_is_kept_before_it_is_shown_and_a_full_store_changes_nothing() -> None:
    async def work(page: Page, local: Local) -> None:
        opened, player = await seated(local)
        kept = len(page.rows[opened["code"]])
        assert (await player.ask(**move_of(player)))["type"] == "update"
        assert len(page.rows[opened["code"]]) == kept + 1
        page.full = True
        before = player.table
        refused = await player.ask(**move_of(player))
        assert refused["refusal"]["code"] == "storage-full"
        assert player.table == before
        page.full = False
        assert (await player.ask(**move_of(player)))["type"] == "update"

    run(work)


def test_a_table_goes_on_after_everything_was_closed() -> None:
    async def work(page: Page, local: Local) -> None:
        opened, player = await seated(local)
        await player.ask(**move_of(player))
        again = await start(page, behaviour=BEHAVIOUR)
        back = Player(again, opened["code"], opened["token"])
        await back.until(lambda: back.table)
        assert back.table["game"] == player.table["game"]
        await again.close()

    run(work)


def test_two_tabs_on_one_table_do_not_lose_a_move() -> None:
    """Who was slower follows the other's log, and only then moves."""

    async def work(page: Page, local: Local) -> None:
        opened, first = await seated(local)
        other = await start(page, behaviour=BEHAVIOUR)
        second = Player(other, opened["code"], opened["token"])
        await second.until(lambda: second.table)
        assert (await first.ask(**move_of(first)))["type"] == "update"
        late = await second.ask(**move_of(second))  # decided on a table that is no more
        assert late["type"] == "refused"
        assert second.table["game"]["laid"] == 1
        assert (await second.ask(**move_of(second)))["type"] == "update"
        assert [json.loads(row)["event"]["kind"] for row in page.rows[opened["code"]][-2:]] == ["played", "played"]
        await other.close()

    run(work)


def test_a_table_that_nobody_looks_at_is_read_anew() -> None:
    async def work(page: Page, local: Local) -> None:
        opened, player = await seated(local)
        player.line.close()
        while opened["code"] in local.tables.live:
            await asyncio.sleep(0)
        _, unseen = await ask(local, "POST", "/api/tables", SOLO)  # which nobody has looked at yet
        other = await start(page, behaviour=BEHAVIOUR)
        for table in (opened, unseen):
            elsewhere = Player(other, table["code"], table["token"])
            await elsewhere.until(lambda: elsewhere.table)  # noqa: B023 - awaited at once
            await elsewhere.ask(**move_of(elsewhere))
            back = Player(local, table["code"], table["token"])
            await back.until(lambda: back.table)  # noqa: B023 - awaited at once
            assert back.table["game"]["laid"] == 1
        await other.close()

    run(work)


def test_a_damaged_table_is_said_in_a_sentence_and_the_others_stay_playable() -> None:
    async def work(page: Page, local: Local) -> None:
        good, _ = await seated(local)
        for damage in (
            "no JSON",
            "{}",
            json.dumps({"at": 0, "seat": 0, "key": "k", "event": {"kind": "undone", "seat": 0}}),
        ):
            bad, player = await seated(local)
            player.line.close()
            while bad["code"] in local.tables.live:
                await asyncio.sleep(0)
            page.rows[bad["code"]][2] = damage
            late = Player(local, bad["code"], bad["token"])
            await late.until(lambda: late.closed)  # noqa: B023 - awaited at once
            assert (late.closed, late.frames[-1]["refusal"]["code"]) == (4422, "damaged-table")
            own = {"seats": [{"code": one["code"], "token": one["token"]} for one in (good, bad)]}
            listed = (await ask(local, "POST", "/api/own-tables", own))[1]
            assert [one["code"] for one in listed["tables"]] == [good["code"]]
            assert listed["gone"] == []
        assert good["code"] in await local.export()

    run(work)


def test_everything_moves_to_another_browser() -> None:
    async def work(_page: Page, local: Local) -> None:
        opened, player = await seated(local)
        await player.ask(**move_of(player))
        await ask(local, "POST", "/api/daily", {"name": "Z", "date": "2026-11-15", "category": "solo", "again": True})
        text = await local.export()
        other_page = Page()
        other = await start(other_page, behaviour=BEHAVIOUR)
        damaged = text.replace('"kind": "dealt"', '"kind": "deal"', 1).replace(
            '"kind\\": \\"dealt', '"kind\\": \\"deal', 1
        )
        report = json.loads(await other.read(damaged))
        assert (len(report["opened"]), len(report["problems"])) == (1, 1)
        assert report["problems"][0]["code"] == "import"
        opened_there = report["opened"]
        report = json.loads(await other.read(text))
        assert (len(report["opened"]), len(report["known"])) == (1, 1)
        opened_there += report["opened"]
        seat = next(one for one in opened_there if one["code"] == opened["code"])
        there = Player(other, seat["code"], seat["token"])
        await there.until(lambda: there.table)
        assert there.table["game"] == {**player.table["game"], "known": "link"}  # its cards can be read in the text
        assert json.loads(await other.read("no file"))["problems"][0]["code"] == "import"
        await other.close()

    run(work)


def test_one_persons_running_game_is_taken_along_by_file_and_by_link() -> None:
    async def work(_page: Page, local: Local) -> None:
        rules = {"edition": "base", "players": 2}  # where one card ends no turn: the other seat waits
        opened, player = await seated(local, settings={"rules": rules, "hints": False}, bots=["steady"])
        await player.ask(type="start")
        await player.ask(**move_of(player))
        body = {"token": opened["token"]}
        status, file = await ask(local, "POST", f"/api/tables/{opened['code']}/file", body)
        assert status == 200
        for text in (file["text"], file["link"], f"https://example.org/?/along#{file['link']}"):
            status, there = await ask(local, "POST", "/api/file", text)
            assert (status, there["seat"]) == (201, 0)
            back = Player(local, there["code"], there["token"])
            await back.until(lambda: back.table)  # noqa: B023 - awaited at once
            assert back.table["settings"] == player.table["settings"]
            assert back.table["game"] == {**player.table["game"], "known": "link"}
            assert [seat["level"] for seat in back.table["seats"]] == [None, "steady"]
        wrong = await ask(local, "POST", f"/api/tables/{opened['code']}/file", {"token": "0" * 32})
        assert wrong[1]["refusal"]["code"] == "token"
        data = json.loads(file["text"])
        changes: list[Data] = [{"levels": [None, None]}, {"levels": ["steady"]}, {"format": "other"}, {"settings": {}}]
        for change in changes:
            refused = await ask(local, "POST", "/api/file", json.dumps({**data, **change}))
            assert (refused[0], refused[1]["refusal"]["code"]) == (400, "game-file")

    run(work)


def test_a_hint_and_a_review_come_without_threads() -> None:
    async def work(_page: Page, local: Local) -> None:
        position = Game.arrange(Rules.edition("base", players=1), {"A": 90}, [[91, 95, 80, 70]]).to_data()
        opened, player = await seated(local, position=position)
        advice = await player.ask(type="hint")
        assert advice["type"] == "advice"
        assert advice["reasons"]
        while player.table["game"]["status"] == "playing":
            await player.ask(**move_of(player))
        shares: list[float] = []
        body = json.dumps({"game": f"{opened['code']}-1"})
        answer = json.loads(
            await local.request("POST", "/api/review", body, lambda line: shares.append(json.loads(line)["share"]))
        )
        last = json.loads(answer["body"].splitlines()[-1])
        assert (last["share"], last["problem"], last["review"]["stage"]) == (1.0, None, "full")
        assert shares == sorted(shares)
        assert len(shares) > 1
        judge = last["review"]["judge"]["champion"]
        assert judge["engine"] == find("champion").identity(Rules.edition("base", players=1)).engine

    run(work)
