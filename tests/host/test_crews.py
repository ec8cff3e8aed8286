"""Crews: begun by two games at one table, followed game by game, left one by one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence

import pytest
from tests.host.memory import MemoryStore

from nonante import Rules
from nonante.host import Buckets, Caller, Entry, HostError, Note, Rate, Tables, digest_of
from nonante.host.crews import FACES, MEMBERS, Crews, figures_of
from nonante.host.weeks import Weekly, start_of, week_at
from nonante.messages import AskCrew, AskCrewTable, AskMember, CrewGame, CrewJoined, NewMember, OwnSeat
from nonante.table import Configured, Dealt, Event, KnownBy, Seated, Settings, Slow, Started, Table

STRANGERS = Rate(0.001, 30)
SEATS = {"Ann": "token of Ann", "Ben": "token of Ben"}


class House:
    """Tables in memory, and crews over them."""

    def __init__(self) -> None:
        self.now = start_of("2026-W47") + 86_400
        self.store = MemoryStore()
        self.tables = Tables(self.store)
        self.crews = Crews(self.tables, lambda: self.now)

    async def play(self, code: str, seeds: list[int], rules: Rules | None = None, known: KnownBy | None = None) -> None:
        """Play games at a table from its first event on, or go on at it."""
        stored = await self.store.load(code)
        table = Table.fold(stored.events) if stored else Table()
        events: list[Event] = []

        def happen(event: Event) -> None:
            nonlocal table
            table = table.apply(event)
            events.append(event)

        if not stored:
            rules = rules or Rules.edition("base", 2)
            happen(Configured(Settings(rules).to_data()))
            for seat, name in enumerate(SEATS):
                happen(Seated(seat, name))
        for seed in seeds:
            happen(Dealt(seed, known=known))
            happen(Started(0))
            while table.running:
                game = table.require_game()
                happen(table.move(game.active, game.legal_moves()[0]).event)
        digests = tuple(digest_of(token) for token in SEATS.values())
        before = len(stored.entries) if stored else 0
        await self.store.append(code, before, [Entry(event, secrets=digests) for event in events])

    async def begin(self, name: str = "Ann", face: int = 0) -> CrewJoined:
        asked = AskCrew("Us", NewMember(name, face), OwnSeat("BBBBBB", SEATS[name]))
        return await self.crews.begin(asked, stranger())


def run(work: Callable[[House], Awaitable[None]]) -> None:
    async def main() -> None:
        await work(House())

    asyncio.run(main())


def stranger(token: str | None = None) -> Caller:
    return Caller(misses=Buckets(STRANGERS).of("10.0.0.1"), address="10.0.0.1", token=token)


def test_two_games_of_the_same_people_begin_one_crew_for_all_of_them() -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1])
        with pytest.raises(HostError, match="two finished games"):
            await house.begin()
        await house.play("BBBBBB", [2])
        ann, ben, again = await asyncio.gather(house.begin("Ann"), house.begin("Ben", 3), house.begin("Ann"))
        assert ann.crew == ben.crew
        assert ann == again
        crew = await house.crews.show(ann.crew.lower(), stranger(ann.token))
        assert {(one.name, one.face, one.you) for one in crew.members} == {("Ann", 0, True), ("Ben", 3, False)}
        assert [game.game for game in crew.games] == ["BBBBBB-2", "BBBBBB-1"]
        assert crew.figures
        assert crew.figures.games == 2

    run(work)


def test_who_has_the_link_sees_who_is_in_it_and_nothing_they_did() -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        ann = await house.begin()
        seen = await house.crews.show(ann.crew, stranger("wrong"))
        assert (seen.name, [one.name for one in seen.members], seen.member) == ("Us", ["Ann"], False)
        assert (seen.games, seen.figures, seen.week, seen.tables) == ([], None, None, [])
        for call in (
            house.crews.change(ann.crew, AskMember(NewMember("Eve", 1)), stranger("wrong")),
            house.crews.open(ann.crew, AskCrewTable("Eve", {}), stranger()),
            house.crews.leave(ann.crew, stranger()),
        ):
            with pytest.raises(HostError, match="only members"):
                await call
        zoe = await house.crews.join(ann.crew, AskMember(NewMember("Zoé", 4)), stranger())
        assert (await house.crews.show(ann.crew, stranger(zoe.token))).member

    run(work)


def test_a_crews_games_are_read_once_for_a_member_and_for_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be a thousand; whoever has the link may ask for the page as often as they like."""

    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        ann, asked = await house.begin(), list[str]()
        notes = house.store.notes

        async def noted(owner: str, after: int = 0, most: int | None = None) -> list[Note]:
            asked.append(owner)
            return await notes(owner, after, most)

        monkeypatch.setattr(house.store, "notes", noted)
        eve = AskMember(NewMember("Eve", 1))
        await house.crews.show(ann.crew, stranger())
        zoe = await house.crews.join(ann.crew, eve, stranger())
        await house.crews.change(ann.crew, eve, stranger(zoe.token))
        await house.crews.leave(ann.crew, stranger(zoe.token))
        assert f"crew-games/{ann.crew}" not in asked
        await house.crews.show(ann.crew, stranger(ann.token))
        assert asked.count(f"crew-games/{ann.crew}") == 1

    run(work)


def test_guessing_codes_of_crews_is_counted_with_all_others() -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        ann, thief = await house.begin(), stranger()
        for _ in range(STRANGERS.at_once):
            with pytest.raises(HostError, match="no such crew"):
                await house.crews.show("B" * 12, thief)
        with pytest.raises(HostError, match="too many"):
            await house.crews.show(ann.crew, thief)

    run(work)


def test_only_fresh_games_that_all_may_see_count_and_each_once() -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        ann = await house.begin()
        for _ in range(2):
            await house.play("BBBBBB", [3], known="seed")
            assert len((await house.crews.show(ann.crew, stranger(ann.token))).games) == 2
        await house.play("BBBBBB", [4])
        crew = await house.crews.show(ann.crew, stranger(ann.token))
        assert [game.game for game in crew.games] == ["BBBBBB-5", "BBBBBB-2", "BBBBBB-1"]
        assert all(len(game.stayed) == game.left for game in crew.games)

    run(work)


def test_the_deal_of_the_week_has_one_table_and_is_compared_once_it_is_over() -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        ann = await house.begin()
        week, weekly = week_at(house.now), Weekly(week_at(house.now), 2)
        settings = Settings(Rules.edition("base", 2)).to_data()
        opened = await house.crews.open(ann.crew, AskCrewTable("Ann", settings, week=True), stranger(ann.token))
        assert opened.edition == "extreme"
        crew = await house.crews.show(ann.crew, stranger(ann.token))
        assert [(table.code, table.week) for table in crew.tables] == [(opened.code, True)]
        with pytest.raises(HostError, match="already"):
            await house.crews.open(ann.crew, AskCrewTable("Ann", settings, week=True), stranger(ann.token))
        await house.tables.let_go(opened.code)
        log = await house.store.load(opened.code)
        assert log
        table = Table.fold(log.events)
        events: list[Event] = [Seated(1, "Ben"), Dealt(weekly.seed), Started(0)]
        for event in events:
            table = table.apply(event)
        while table.running:
            game = table.require_game()
            step = table.move(game.active, game.legal_moves()[0])
            table = step.table
            events.append(step.event)
        await house.store.append(opened.code, len(log.entries), [Entry(event) for event in events])
        await house.store.add_notes(f"week/{week}/2", {"another crew": "0"})
        crew = await house.crews.show(ann.crew, stranger(ann.token))
        assert crew.week
        assert crew.week.own
        assert crew.week.own.game == f"{opened.code}-1"
        assert (crew.week.crews, crew.week.won) == (2, 1 + (crew.week.own.left == 0))
        house.now += 8 * 86_400
        crew = await house.crews.show(ann.crew, stranger(ann.token))
        assert crew.week
        assert (crew.week.own, crew.week.begun) == (None, False)

    run(work)


def test_a_slow_table_shows_whose_turn_it_is_and_since_when(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        ann = await house.begin()
        settings = Settings(Rules.edition("base", 2), slow=Slow()).to_data()
        opened = await house.crews.open(ann.crew, AskCrewTable("Ann", settings), stranger(ann.token))
        (lobby,) = (await house.crews.show(ann.crew, stranger(ann.token))).tables
        assert (lobby.status, lobby.active, lobby.slow, lobby.waited) == ("lobby", None, True, None)
        await house.tables.let_go(opened.code)
        events: list[Event] = [Seated(1, "Ben"), Dealt(7), Started(1)]
        await house.store.append(opened.code, await house.store.length(opened.code), [Entry(event) for event in events])

        async def waiting_since(codes: Sequence[str]) -> dict[str, float]:
            return dict.fromkeys(codes, time.time() - 7230)

        monkeypatch.setattr(house.store, "waiting_since", waiting_since)
        (table,) = (await house.crews.show(ann.crew, stranger(ann.token))).tables
        assert (table.status, table.active, table.draw_count) == ("playing", 1, 84)
        assert table.waited in range(7200, 7260)

    run(work)


def test_anyone_leaves_and_the_last_one_out_ends_it() -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        ann, ben = await house.begin("Ann"), await house.begin("Ben")
        assert not (await house.crews.leave(ann.crew, stranger(ann.token))).ended
        with pytest.raises(HostError, match="only members"):
            await house.crews.leave(ann.crew, stranger(ann.token))
        assert (await house.crews.leave(ann.crew, stranger(ben.token))).ended
        with pytest.raises(HostError, match="no such crew"):
            await house.crews.show(ann.crew, stranger(ben.token))
        assert await house.store.owners() == []
        assert (await house.begin()).crew != ann.crew

    run(work)


def test_members_change_their_face_and_the_crew_its_name() -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        ann = await house.begin()
        await house.crews.change(ann.crew, AskMember(NewMember("Anna", 2), "The Two"), stranger(ann.token))
        crew = await house.crews.show(ann.crew, stranger(ann.token))
        assert (crew.name, [(one.name, one.face) for one in crew.members]) == ("The Two", [("Anna", 2)])
        for face in (-1, FACES):
            with pytest.raises(HostError, match="numbered"):
                await house.crews.change(ann.crew, AskMember(NewMember("Anna", face)), stranger(ann.token))
        for number in range(MEMBERS - 1):
            await house.crews.join(ann.crew, AskMember(NewMember(f"M{number}", 0)), stranger())
        with pytest.raises(HostError, match="at most"):
            await house.crews.join(ann.crew, AskMember(NewMember("Eve", 0)), stranger())

    run(work)


def test_figures_count_wins_runs_and_weeks() -> None:
    day, now = 86_400.0, start_of("2026-W47") + 100.0
    lefts = [3, 0, 0, 7, 0]
    games = [CrewGame(f"B-{n}", now - (4 - n) * 3 * day, "base", [], left, []) for n, left in enumerate(lefts)]
    figures = figures_of(games, now)
    assert (figures.games, figures.won, figures.best, figures.weeks) == (5, 3, 2, 3)
    assert figures_of([replace_at(games[0], now - 30 * day)], now).weeks == 0


def replace_at(game: CrewGame, at: float) -> CrewGame:
    return CrewGame(game.game, at, game.edition, game.names, game.left, game.stayed)


def test_a_crew_that_begins_anew_at_the_same_table_has_the_games_of_the_one_before() -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        ann = await house.begin()
        await house.crews.show(ann.crew, stranger(ann.token))
        await house.crews.leave(ann.crew, stranger(ann.token))
        again = await house.begin()
        assert len((await house.crews.show(again.crew, stranger(again.token))).games) == 2

    run(work)


def test_many_who_join_at_once_are_no_more_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        await house.play("BBBBBB", [1, 2])
        crew = (await house.begin()).crew
        add = house.store.add_notes

        async def slowly(owner: str, contents: Mapping[str, str], most: int | None = None) -> set[str]:
            await asyncio.sleep(0)
            return await add(owner, contents, most)

        monkeypatch.setattr(house.store, "add_notes", slowly)
        asked = AskMember(NewMember("Eve", 0))
        came = await asyncio.gather(
            *(house.crews.join(crew, asked, stranger()) for _ in range(2 * MEMBERS)), return_exceptions=True
        )
        kept = [one for one in came if isinstance(one, CrewJoined)]
        assert len(kept) == MEMBERS - 1
        assert {str(one) for one in came if isinstance(one, Exception)} == {f"a crew has at most {MEMBERS} members"}
        shown = await house.crews.show(crew, stranger(kept[-1].token))
        assert shown.member
        assert len(shown.members) == MEMBERS

    run(work)
