"""An event over the network: every team the same fresh deals, the right results, and no card or seed before the end."""

from __future__ import annotations

import asyncio
import csv
import io
import random
import time
from collections.abc import Sequence
from statistics import fmean, median
from typing import Any

import httpx
import pytest
from hypothesis import given, strategies as st
from tests.host.indoors import eventually
from tests.server.entrances import answers
from tests.server.serving import Guest, Hosted, outdoor

from nonante import Game, Rules
from nonante.host import contests
from nonante.host.contest_results import About, percent
from nonante.host.contests import FRESH
from nonante.server.sqlite import SqliteStore
from nonante.table import Record

Data = dict[str, Any]
HOUR = 3600.0


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


async def post(http: httpx.AsyncClient, path: str, token: str = "", status: int = 201, **body: Any) -> Data:
    answer = await http.post(path, json=body, headers=bearer(token))
    assert answer.status_code == status, answer.text
    data: Data = answer.json()
    return data


async def prepare(http: httpx.AsyncClient, **changes: Any) -> str:
    now = time.time()
    wanted = {"name": "Club", "edition": "base", "players": 2, "talk": "none", "deals": 2}
    window = {"begins": now - 5, "ends": now + HOUR}
    return str((await post(http, "/api/events", **{**wanted, **window, **changes}))["event"])


async def show(http: httpx.AsyncClient, event: str, token: str = "") -> Data:
    data: Data = (await http.get(f"/api/events/{event}", headers=bearer(token))).json()
    return data


async def team_of(http: httpx.AsyncClient, event: str, names: Sequence[str]) -> list[str]:
    """Make a team; the secrets of its players."""
    first = await post(http, f"/api/events/{event}/team", name=names[0], title=f"Team {names[0]}")
    others = [await post(http, f"/api/events/{event}/team", name=name, team=first["team"]) for name in names[1:]]
    return [one["token"] for one in (first, *others)]


async def play_deal(server: Hosted, http: httpx.AsyncClient, event: str, tokens: Sequence[str], deal: int) -> Data:
    """Let a team play a deal, each of them over a socket of their own; the table at its end."""
    opened = [await post(http, f"/api/events/{event}/deal", token, deal=deal) for token in tokens]
    assert len({one["code"] for one in opened}) == 1
    assert [(one["seat"], one["token"]) for one in opened] == list(enumerate(tokens))

    async def sit(one: Data) -> Data:
        async with server.join(one["code"], one["token"]) as guest:
            await at_random(guest, random.Random(f"{one['token']} {deal}"))
            return guest.table

    tables = await asyncio.gather(*map(sit, opened))
    return tables[0]


async def at_random(guest: Guest, choice: random.Random) -> None:
    """Play on until the game is over, any card that fits, mostly the nearest."""
    while (game := guest.table["game"])["status"] == "playing":
        if game["starter"] is None and guest.table["you"] == 0:
            await guest.ask(type="propose", seat=0)
            await guest.ask(type="start", seat=0)
        elif game["starter"] is not None and game["active"] == guest.table["you"]:
            options = [(o["jump"], f"{c['card']}{o['pile']}") for c in game["hand"] for o in c["options"] if o["ok"]]
            best = sorted(options)[: choice.choice((1, 1, 2))]
            done = game["end"] is None
            await guest.ask(type="play", move="end" if done else choice.choice(best)[1], seq=guest.table["seq"])
        else:
            await guest.receive()


def held(teams: int, deals: int) -> None:
    """Hold an event with bots, and work out every figure of its page in another way."""

    async def work(server: Hosted) -> None:
        async with server.http() as http:
            event = await prepare(http, deals=deals)
            people = [await team_of(http, event, [f"Ann {'ABCDEFGHIJKLMNOPQRST'[n]}", "Ben"]) for n in range(teams)]
            gate = asyncio.Semaphore(4)

            codes: dict[str, list[str]] = {}

            async def compete(tokens: list[str]) -> list[int]:
                async with gate:
                    tables = [await play_deal(server, http, event, tokens, deal) for deal in range(1, deals + 1)]
                codes[tokens[0]] = [table["code"] for table in tables]
                assert all(table["game"]["reveal"] is None for table in tables)
                assert all(table["game"]["known"] is None for table in tables)
                return [table["game"]["score"] for table in tables]

            lefts = await asyncio.gather(*map(compete, people))
            shown = await show(http, event, people[0][0])
            assert shown["state"] == "open"
            assert [team["you"] for team in shown["teams"]] == [True] + [False] * (teams - 1)
            assert sorted(one["left"] for row in lefts_of(shown) for one in row) == sorted(
                [left for row in lefts for left in row]
            )
            by_name = {team["title"]: team for team in shown["teams"]}
            for number, own in enumerate(lefts):
                team = by_name[f"Team Ann {'ABCDEFGHIJKLMNOPQRST'[number]}"]
                assert [score["left"] for score in team["scores"]] == own
                shares = []
                for deal, left in enumerate(own):
                    others = [row[deal] for place, row in enumerate(lefts) if place != number]
                    points = sum(2 * (left < one) + (left == one) for one in others)
                    shares.append(100 * points / (2 * len(others)))
                assert team["percent"] == pytest.approx(fmean(shares))
            for deal, known in enumerate(shown["deals"]):
                assert (known["finished"], known["seed"]) == (teams, None)
                assert known["median"] == median(row[deal] for row in lefts)
            assert fmean(team["percent"] for team in shown["teams"]) == pytest.approx(50)
            sheet = list(csv.DictReader(io.StringIO((await http.get(f"/api/events/{event}/results.csv")).text)))
            assert len(sheet) == teams * deals
            assert sorted(int(row["left"]) for row in sheet) == sorted([left for row in lefts for left in row])
            await replayed(server, http, event, codes, dict(zip((one[0] for one in people), lefts, strict=True)))

    def lefts_of(shown: Data) -> list[list[Data]]:
        return [team["scores"] for team in shown["teams"]]

    outdoor(work)


async def replayed(
    server: Hosted, http: httpx.AsyncClient, event: str, codes: dict[str, list[str]], lefts: dict[str, list[int]]
) -> None:
    """Play every record again: refused before the end, and after it the same deal for all and the same result."""
    for over in (False, True):
        seeds = [deal["seed"] for deal in (await show(http, event))["deals"]]
        assert all(seeds) == over
        for token, tables in codes.items():
            for deal, code in enumerate(tables):
                answer = await http.get(f"/api/tables/{code}/record", headers=bearer(token))
                if not over:
                    assert answer.json()["refusal"]["code"] == "sealed"
                    continue
                record = Record.from_json(answer.text)
                assert str(record.dealt.seed) == seeds[deal]
                assert record.final().require_game().score == lefts[token][deal]
        forward(server, 2 * HOUR)


def test_a_small_event_has_the_right_results() -> None:
    held(3, 2)


@pytest.mark.slow
def test_an_event_of_twenty_teams_and_five_deals_has_the_right_results() -> None:
    held(20, 5)


def test_no_address_tells_the_cards_of_an_event_before_its_end_and_all_do_after_it() -> None:
    async def work(server: Hosted) -> None:
        async with server.http() as http:
            event = await prepare(http, players=1, deals=1)
            (token,) = await team_of(http, event, ["Ann"])
            table = await play_deal(server, http, event, [token], 1)
            code = table["code"]
            seed, stayed = await cards_of(server, code)
            told = await answers(server, code, token)
            assert seed not in "".join(told.values())
            for place in ("GET /api/replay/{game} 0", "GET /api/tables/{code}/record 0", "POST /api/review/curve 0"):
                assert '"sealed"' in told[place], place
            own = {"authorization": f"Bearer {token}"}
            file = await http.post(f"/api/tables/{code}/file", json={"token": token}, headers=own)
            assert file.json()["refusal"]["code"] == "sealed"
            async with server.join(code, token) as guest:
                for ask in ("deal", "gather", "leave", "configure", "add-bot"):
                    body: Data = {"settings": {}} if ask == "configure" else {"level": "novice"} if "bot" in ask else {}
                    assert (await guest.ask(type=ask, **body))["refusal"]["code"] == "sealed", ask
                assert guest.table["game"]["reveal"] is None
            await server.house.tables.let_go(code)
            forward(server, 2 * HOUR)
            shown = await show(http, event)
            assert (shown["state"], shown["deals"][0]["seed"]) == ("closed", seed)
            assert Game.deal(Rules.edition("base", 1, talk="none"), int(seed)).draw
            assert (await http.get(f"/api/replay/{code}-1", headers=own)).status_code == 200
            async with server.join(code, token) as guest:
                hands = guest.table["game"]["reveal"]
                shown_cards = [one["card"] for cards in (*hands["hands"], hands["draw"]) for one in cards]
                assert sorted(shown_cards) == stayed
            forward(server, -2 * HOUR)  # a clock set back opens nothing again
            assert (await show(http, event))["state"] == "closed"
            late = await http.post(f"/api/events/{event}/team", json={"name": "Eve"})
            assert late.json()["refusal"]["code"] == "event-closed"

    outdoor(work)


async def cards_of(server: Hosted, code: str) -> tuple[str, list[int]]:
    """Return what the server alone knows: the seed, and the cards that stayed."""
    _, table = await server.house.tables.look(code)
    assert table.dealt
    game = table.require_game()
    return str(table.dealt.seed), sorted([*game.draw, *(card for hand in game.hands for card in hand)])


def forward(server: Hosted, seconds: float) -> None:
    """Let the time of the server pass."""
    before = server.house.tables.now
    server.house.tables.now = lambda: before() + seconds


def test_deals_open_in_time_for_whole_teams_and_once() -> None:
    async def work(server: Hosted) -> None:
        async with server.http() as http:
            now = time.time()
            event = await prepare(http, begins=now + HOUR, ends=now + 2 * HOUR)
            ann = (await post(http, f"/api/events/{event}/team", name="Ann"))["token"]

            async def refused(path: str, token: str, **body: Any) -> str:
                answer = await http.post(path, json=body, headers=bearer(token))
                return str(answer.json()["refusal"]["code"])

            deal = f"/api/events/{event}/deal"
            assert await refused(deal, ann, deal=1) == "team-lacks"
            team = (await show(http, event))["teams"][0]["team"]
            both = await asyncio.gather(
                *(http.post(f"/api/events/{event}/team", json={"name": "Ann", "team": team}) for _ in range(2))
            )
            assert sorted(one.status_code for one in both) == [201, 400]
            assert await refused(deal, ann, deal=1) == "event-early"
            forward(server, HOUR + 1)
            assert await refused(deal, "wrong", deal=1) == "not-in-event"
            assert await refused(deal, ann, deal=3) == "malformed"
            ben = next(one.json()["token"] for one in both if one.status_code == 201)
            tables = await asyncio.gather(*(post(http, deal, token, deal=1) for token in (ann, ben) * 3))
            assert len({one["code"] for one in tables}) == 1
            forward(server, HOUR)
            assert await refused(deal, ann, deal=2) == "event-closed"
            for wrong in ({"deals": 0}, {"deals": 21}, {"begins": now + 9e9}, {"ends": now - 1}, {"ends": now + 9e9}):
                window = {"begins": now, "ends": now + 9 * HOUR, "deals": 1, **wrong}
                assert await refused("/api/events", "", name="", edition="base", players=2, talk="none", **window)
            assert await refused("/api/events/BBBBBBBBBBBB/team", "", name="Eve") == "unknown-event"

    outdoor(work)


def test_seeds_follow_from_a_secret_that_no_two_events_share() -> None:
    def about(secret: str) -> About:
        return About("Club", "base", 2, "none", 5, 0.0, 1.0, secret)

    one, other = about("00" * 32), about("01" * 32)
    seeds = [event.seed(deal) for event in (one, other) for deal in range(1, 21)]
    assert len(set(seeds)) == 40
    assert seeds[:20] == [about("00" * 32).seed(deal) for deal in range(1, 21)]
    assert percent(0, [0, 3, 8]) == pytest.approx(250 / 3)


def test_an_event_stays_and_stays_sealed_where_old_tables_are_forgotten() -> None:
    """With --keep 1 an event may last for weeks: nothing else says that its cards are to stay hidden."""

    async def work(server: Hosted) -> None:
        async with server.http() as http:
            event = await prepare(http, players=1, deals=1)
            (token,) = await team_of(http, event, ["Ann"])
            code = (await play_deal(server, http, event, [token], 1))["code"]
            store = server.house.tables.store
            assert isinstance(store, SqliteStore)
            await store.ask(lambda: store.execute("UPDATE notes SET at = 5").fetchall())
            await store.forget(10.0)
            await server.house.tables.let_go(code)
            replayed = await http.get(f"/api/replay/{code}-1", headers=bearer(token))
            assert replayed.json()["refusal"]["code"] == "sealed"
            assert (await show(http, event))["teams"][0]["names"] == ["Ann"]

    outdoor(work)


def test_everybody_who_watches_an_event_gets_the_same_page_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(server: Hosted) -> None:
        async with server.http() as http:
            event = await prepare(http, players=1, deals=1)
            (token,) = await team_of(http, event, ["Ann"])
            assert [team["you"] for team in (await show(http, event))["teams"]] == [False]
            asked: list[str] = []
            store = server.house.tables.store
            notes = store.notes

            async def noted(owner: str, after: int = 0, most: int | None = None) -> list[Any]:
                asked.append(owner)
                return await notes(owner, after, most)

            now = server.house.tables.now()
            server.house.tables.now = lambda: now  # however busy this machine is
            await show(http, event)
            monkeypatch.setattr(store, "notes", noted)
            assert [team["you"] for team in (await show(http, event, token))["teams"]] == [True]
            assert asked == []
            await team_of(http, event, ["Ben"])  # is seen at once
            assert len((await show(http, event))["teams"]) == 2
            server.house.tables.now = lambda: now + FRESH
            asked.clear()
            await show(http, event)
            assert asked

    outdoor(work)


@given(st.lists(st.integers(0, 9), max_size=12).map(sorted), st.integers(0, 9))
def test_a_percentage_is_that_of_those_beaten_and_half_of_the_ties(others: list[int], left: int) -> None:
    points = sum(2 * (left < one) + (left == one) for one in others)
    assert percent(left, others) == (pytest.approx(50 * points / len(others)) if others else None)


def test_who_looks_at_events_thinks_on_their_own_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the champion's games of a few events would take every place, and nobody's game could be reviewed."""

    async def work(server: Hosted) -> None:
        thought: list[tuple[str, ...]] = []

        async def judge(_: Any, *who: str) -> int:
            thought.append(who)
            return 7

        monkeypatch.setattr(server.house.thinker, "judge", judge)
        async with server.http() as http:
            event = await prepare(http, players=1, deals=1)
            await play_deal(server, http, event, await team_of(http, event, ["Ann"]), 1)
            await show(http, event)
            await eventually(lambda: thought)
        assert thought == [("127.0.0.1",)]

    outdoor(work)


def test_many_teams_that_are_founded_at_once_are_no_more_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "TEAMS", 3)

    async def work(server: Hosted) -> None:
        async with server.http() as http:
            event = await prepare(http, players=1, deals=1)
            founding = (http.post(f"/api/events/{event}/team", json={"name": "Ann"}) for _ in range(8))
            came = [answer.status_code for answer in await asyncio.gather(*founding)]
            assert sorted(came) == [201] * 3 + [400] * 5
            assert [team["names"] for team in (await show(http, event))["teams"]] == [["Ann"]] * 3

    outdoor(work)


def test_an_event_that_was_deleted_leaves_its_tables_and_answers_as_none() -> None:
    async def work(server: Hosted) -> None:
        async with server.http() as http:
            event = await prepare(http, players=1, deals=2)
            (token,) = await team_of(http, event, ["Ann"])
            deal = {"path": f"/api/events/{event}/deal", "token": token}
            code = (await post(http, **deal, deal=1))["code"]
            forward(server, 100 * 24 * HOUR)
            store = server.house.tables.store
            assert isinstance(store, SqliteStore)
            await store.ask(lambda: store.execute("DELETE FROM notes").fetchall())
            for path in (f"/api/events/{event}", f"/api/events/{event}/results.csv"):
                assert (await http.get(path)).json()["refusal"]["code"] == "unknown-event"
            team = {"path": f"/api/events/{event}/team", "token": "", "name": "Eve"}
            for body in ({**deal, "deal": 1}, {**deal, "deal": 2}, team):
                assert (await post(http, **body, status=404))["refusal"]["code"] == "unknown-event"
            async with server.join(code, token) as guest:  # the event is gone, not what its people were playing
                await guest.play()
                assert guest.table["game"]["reveal"] is not None

    outdoor(work)
