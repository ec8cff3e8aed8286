"""Several processes on one PostgreSQL: any of them serves any table, and what was acknowledged is never lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from tests.host.indoors import QUICK, Data, Indoors, Visitor, choose, eventually, indoors
from tests.server.databases import new_database, server as database
from tests.server.serving import Server
from websockets.exceptions import ConnectionClosed

from nonante.host.errors import COME_AGAIN, HostError, close_code
from nonante.host.store import Log, Row
from nonante.server.databases import open_store
from nonante.server.postgres import PostgresStore
from nonante.table import Played, Renamed, Table

SLOW_AWAY = replace(QUICK, settle=0.2, arrive=5.0)


@asynccontextmanager
async def two_houses() -> AsyncIterator[tuple[Indoors, Indoors]]:
    """Run two servers' tables over one database."""
    url = new_database()
    async with indoors(open_store(url), SLOW_AWAY) as one, indoors(open_store(url), SLOW_AWAY) as two:
        yield one, two


def run(work: Callable[[Indoors, Indoors], Awaitable[None]]) -> None:
    async def main() -> None:
        async with two_houses() as (one, two):
            await work(one, two)

    asyncio.run(main())


async def spread(one: Indoors, two: Indoors, **settings: object) -> tuple[Visitor, Visitor]:
    """Open a table for two, each at another process."""
    live, opened = await one.open(settings={"rules": {"players": 2}, **settings})
    anna = await one.visit(live, opened.token)
    bruno = await two.visit(await two.tables.wake(opened.code))
    await bruno.ask(type="sit", name="Bruno")
    await eventually(lambda: bool(anna.table["seats"][1]))
    return anna, bruno


def test_a_whole_game_with_the_seats_at_two_processes() -> None:
    async def work(one: Indoors, two: Indoors) -> None:
        people = await spread(one, two)
        await people[0].ask(type="deal")
        await people[0].ask(type="start")
        while people[0].table["game"]["status"] == "playing":
            mover = people[people[0].table["game"]["active"]]
            seq = people[0].table["seq"]
            await eventually(lambda mover=mover, seq=seq: mover.table["seq"] >= seq)  # type: ignore[misc]
            answer = await mover.ask(type="play", move=choose(mover.table["game"]), seq=mover.table["seq"])
            assert answer["type"] == "update", answer
            await eventually(lambda: people[0].table["seq"] == people[1].table["seq"])
        assert people[0].live.table == people[1].live.table
        kinds = [news["kind"] for message in people[1].messages for news in message.get("news", [])]
        assert "played" in kinds

    run(work)


def test_who_is_at_another_process_is_not_away() -> None:
    async def work(one: Indoors, two: Indoors) -> None:
        anna, bruno = await spread(one, two)
        await asyncio.sleep(1)  # longer than a seat may be empty
        assert [seat["away"] for seat in anna.table["seats"]] == [False, False]
        assert [seat["away"] for seat in bruno.table["seats"]] == [False, False]
        bruno.close()
        await eventually(lambda: bool(anna.table["seats"][1]["away"]))

    run(work)


def test_of_two_commands_at_once_both_happen_and_none_twice() -> None:
    async def work(one: Indoors, two: Indoors) -> None:
        anna, bruno = await spread(one, two, chat=True)
        for number in range(30):
            await asyncio.gather(anna.ask(type="say", text=f"a {'x' * (number % 7)}"), bruno.ask(type="say", text="b"))
        kept = await one.tables.store.load(anna.live.code)
        assert kept is not None
        keys = Counter(entry.key for entry in kept.entries if entry.key)
        assert set(keys.values()) == {1}
        said = Counter(entry.seat for entry in kept.entries if type(entry.event).__name__ == "Said")
        assert said == {0: 30, 1: 30}
        await eventually(lambda: anna.table["seq"] == bruno.table["seq"] == len(kept.entries))

    run(work)


def test_what_is_so_already_is_so_everywhere() -> None:
    """A process that has not heard yet that the table goes on does not answer that it is paused already."""

    async def work(one: Indoors, two: Indoors) -> None:
        live, opened = await one.open(settings={"rules": {"players": 1}}, deal=True)
        here = await one.visit(live, opened.token)
        there = await two.visit(await two.tables.wake(opened.code), opened.token)
        await here.ask(type="pause", on=True)
        await eventually(lambda: there.live.table.paused)
        del two.tables.live[opened.code]  # from now on no news reaches it
        await here.ask(type="pause", on=False)
        assert (await there.ask(type="pause", on=True))["type"] == "update"
        two.tables.live[opened.code] = there.live

    run(work)


def test_a_command_sent_again_is_recognised_where_the_news_of_it_has_not_come() -> None:
    """Without that it would be refused, and yet it is in the log."""

    async def work(one: Indoors, two: Indoors) -> None:
        live, opened = await one.open(settings={"rules": {"players": 2}})
        here = await one.visit(live, opened.token)
        bruno = await one.visit(live)
        await bruno.ask(type="sit", name="Bruno")
        there = await two.visit(await two.tables.wake(opened.code), opened.token)
        del two.tables.live[opened.code]  # from now on no news reaches it
        await here.ask(type="deal")
        await here.ask(type="start")
        card = {"type": "play", "move": choose(here.table["game"]), "seq": here.table["seq"], "key": "a-key-sent-twice"}
        assert (await here.ask(**card))["type"] == "update"
        assert (await there.ask(**card))["type"] == "done"
        assert there.table["seq"] == here.table["seq"]
        two.tables.live[opened.code] = there.live

    run(work)


def test_who_sat_down_at_another_process_is_known_where_the_news_of_it_has_not_come() -> None:
    async def work(one: Indoors, two: Indoors) -> None:
        live, opened = await one.open(settings={"rules": {"players": 2}})
        lagging = await two.tables.wake(opened.code)
        del two.tables.live[opened.code]
        bruno = await one.visit(live)
        seat = await bruno.ask(type="sit", name="Bruno")
        there = await two.visit(lagging)
        assert (await there.ask(type="hello", token=seat["token"]))["table"]["you"] == 1
        two.tables.live[opened.code] = lagging

    run(work)


def test_what_happens_while_a_table_is_read_is_not_missed() -> None:
    async def work(one: Indoors, two: Indoors) -> None:
        live, opened = await one.open(settings={"rules": {"players": 2}})
        anna = await one.visit(live, opened.token)
        store = two.tables.store
        load, others = store.load, two.tables.processes
        assert others

        async def slowly(code: str, after: int = 0) -> Log | None:
            kept = await load(code, after)
            if not after:
                await anna.ask(type="rename", seat=0, name="Hanna")
                await one.tables.store.signal("marker alive")  # it comes after the news
                await eventually(lambda: "marker" in others._alive)
            return kept

        store.load = slowly  # type: ignore[method-assign]
        there = await two.tables.wake(opened.code)
        await there.settled()
        assert there.table.names == ("Hanna", "")

    run(work)


def test_people_leave_a_process_that_does_not_know_a_newer_event() -> None:
    """During a rolling upgrade they come to a newer process sooner or later; nothing is called damaged."""

    async def work(one: Indoors, two: Indoors) -> None:
        live, opened = await one.open(settings={"rules": {"players": 2}})
        anna = await one.visit(live, opened.token)
        store = two.tables.store
        assert isinstance(store, PostgresStore)
        newer = Row(live.seq + 1, 0.0, 0, "a-key-of-anna", '{"kind": "levitated", "seat": 0}')
        await store._ask(lambda: store._append(opened.code, live.seq, [newer], None))
        await eventually(lambda: anna._expelled)
        assert anna._expelled == COME_AGAIN
        back = Visitor(live)
        back.receive('{"type": "hello", "key": "k"}')
        assert (back._expelled, back.messages) == (COME_AGAIN, [])
        with pytest.raises(HostError, match="a newer version") as caught:
            await two.tables.wake(opened.code)
        assert close_code(caught.value) == COME_AGAIN
        assert [house.tables.store.damage() for house in (one, two)] == [None, None]

    run(work)


def test_computer_players_act_once() -> None:
    async def work(one: Indoors, two: Indoors) -> None:
        settings = {"rules": {"players": 4}}
        live, opened = await one.open(settings=settings, bots=["novice", "novice"])
        anna = await one.visit(live, opened.token)
        bruno = await two.visit(await two.tables.wake(opened.code))
        await bruno.ask(type="sit", name="Bruno")
        await eventually(lambda: bool(anna.table["seats"][3]))
        await eventually(lambda: bool(live.presence.elsewhere))
        acting = [anna.live.attendance.someone_here(), bruno.live.attendance.someone_here()]
        assert sorted(acting) == [False, True]
        await anna.ask(type="deal")
        await anna.ask(type="start")
        await eventually(lambda: bool(bruno.table["game"]))
        while anna.table["game"]["status"] == "playing":
            for person, seat in ((anna, 0), (bruno, 3)):
                game = person.table["game"]
                if game["status"] == "playing" and game["active"] == seat:
                    await person.ask(type="play", move=choose(game), seq=person.table["seq"])
            await asyncio.sleep(0.01)
        kept = await one.tables.store.load(live.code)
        assert kept is not None
        assert Table.fold(kept.events) == anna.live.table  # every event fitted onto the one before
        cards = [event.move for event in kept.events if isinstance(event, Played) and event.move != "end"]
        assert len(cards) == len(set(cards))

    run(work)


def test_when_the_process_of_the_computer_players_dies_another_one_goes_on() -> None:
    async def work(one: Indoors, two: Indoors) -> None:
        anna, bruno = await spread(one, two)
        await eventually(lambda: bool(anna.live.presence.elsewhere) and bool(bruno.live.presence.elsewhere))
        first, second = (anna, bruno) if anna.live.attendance.someone_here() else (bruno, anna)
        house = one if first is anna else two
        assert house.tables._beat is not None
        house.tables._beat.cancel()  # it says nothing any more, as if killed
        house.tables.store.signal = lambda _: asyncio.sleep(0)  # type: ignore[method-assign,assignment]
        await eventually(second.live.attendance.someone_here)

    run(work)


# ---------------------------------------------------------------- processes of their own


def test_kill_one_of_two_processes_and_cut_the_database_off_nothing_acknowledged_is_lost() -> None:
    async def rename(server: Server, opened: Data, names: list[str], wanted: int) -> None:
        """Change one's name and note what was acknowledged; come back when the line drops."""
        while len(names) < wanted:
            try:
                async with server.join(opened["code"], opened["token"]) as guest:
                    while len(names) < wanted:
                        name = "Anna " + "abcdefghij"[len(names) % 10] * (1 + len(names) // 10)
                        number = f"a-key-for-number-{len(names):04}"
                        answer = await guest.ask(type="rename", seat=0, name=name, key=number)
                        if answer["type"] in ("update", "done"):
                            names.append(name)
            except (ConnectionClosed, OSError):
                await asyncio.sleep(0.05)

    async def main() -> None:
        url = new_database()
        one, two = Server(url), Server(url)
        try:
            opened = await one.open(settings={"rules": {"players": 2}})
            names: list[str] = []
            await rename(one, opened, names, 10)
            one.kill()
            await rename(two, opened, names, 20)
            cut = asyncio.create_task(asyncio.to_thread(cut_all_lines))
            await rename(two, opened, names, 60)
            await cut
            store = open_store(url)
            kept = await store.load(opened["code"])
            await store.close()
            assert kept is not None
            renamed = [entry.key for entry in kept.entries if isinstance(entry.event, Renamed)]
            assert renamed == [f"a-key-for-number-{number:04}" for number in range(len(names))]  # each once, in order
        finally:
            two.kill()

    def cut_all_lines() -> None:
        """Do to the connections what a restart of the database does."""
        with psycopg.connect(database().get_uri(), autocommit=True) as admin:
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    asyncio.run(main())


def test_two_servers_on_one_sqlite_file_are_refused_with_a_clear_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    first = open_store(url)
    with pytest.raises(HostError, match="a running server uses it"):
        open_store(url)
    asyncio.run(first.close())
    asyncio.run(open_store(url).close())
