"""A real server in its own process, real sockets: whole games, people who come and go, lines that die."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator

import pytest
from tests.host.indoors import choose
from tests.server.serving import Server, serving

from nonante.host.limits import TableBehaviour
from nonante.rules import Game, Rules
from nonante.server.running import PING_EVERY, PING_WITHIN
from nonante.table import Record


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "tables.db", "--stand-in", "0.5") as server:
        yield server


def test_a_solo_game_from_opening_to_record(server: Server) -> None:
    async def main() -> None:
        opened = await server.open(deal=True, seed="7")
        code, token = opened["code"], opened["token"]
        async with server.join(code, token) as anna, server.http() as http:
            assert (await http.get(f"/api/tables/{code}/record")).status_code == 409
            await anna.play()
            assert anna.table["game"]["status"] in ("won", "lost")
            answer = await http.get(f"/api/tables/{code}/record")
            assert answer.headers["content-disposition"].startswith("attachment")
            record = Record.from_json(answer.text)
            assert record.dealt.seed == 7
            assert record.final().require_game().score == anna.table["game"]["score"]

    asyncio.run(main())


def test_five_at_an_extreme_table_two_of_them_computers(server: Server) -> None:
    async def main() -> None:
        settings = {"rules": {"edition": "extreme", "players": 5}}
        opened = await server.open(settings=settings, bots=["novice", "steady"])
        code = opened["code"]
        async with server.join(code, opened["token"]) as anna, server.join(code) as bruno, server.join(code) as clara:
            for guest, name in ((bruno, "Bruno"), (clara, "Clara")):
                answer = await guest.ask(type="sit", name=name)
                assert (answer["type"], len(answer["token"])) == ("welcome", 32)
            await anna.ask(type="deal")
            for guest in (bruno, clara):
                while guest.table["game"] is None:
                    await guest.receive()
            await bruno.ask(type="start")
            while anna.table["game"]["starter"] is None:
                await anna.receive()
            while clara.table["game"]["starter"] is None:
                await clara.receive()
            await asyncio.gather(*(guest.play() for guest in (anna, bruno, clara)))
            views = [guest.table["game"] for guest in (anna, bruno, clara)]
            assert len({(view["status"], view["score"]) for view in views}) == 1
            assert views[0]["reveal"] == views[1]["reveal"]

    asyncio.run(main())


def test_away_then_a_computer_player_then_back(server: Server) -> None:
    async def main() -> None:
        opened = await server.open(settings={"rules": {"players": 2}, "away": "bot"})
        async with server.join(opened["code"], opened["token"]) as anna:
            async with server.join(opened["code"]) as bruno:
                token = (await bruno.ask(type="sit", name="Bruno"))["token"]
                await anna.ask(type="deal")
                await bruno.ask(type="start")
            while not anna.table["seats"][1]["away"]:
                await anna.receive()
            while not anna.table["seats"][1]["stand_in"]:
                await anna.receive()
            await anna.until(active=0)
            async with server.join(opened["code"], token) as back:
                assert back.table["you"] == 1
                while anna.table["seats"][1]["stand_in"] or anna.table["seats"][1]["away"]:
                    await anna.receive()

    asyncio.run(main())


def test_a_rematch_and_a_person_at_two_tables(server: Server) -> None:
    async def main() -> None:
        one, two = await server.open(deal=True), await server.open(deal=True)
        assert one["code"] != two["code"]
        async with server.join(one["code"], one["token"]) as left, server.join(two["code"], two["token"]) as right:
            await left.ask(type="play", move=choose(left.table["game"]), seq=left.table["seq"])
            assert right.table["game"]["laid"] == 0
            stranger = await left.ask(type="hello", token=two["token"])
            assert stranger["refusal"]["code"] == "token"
            await right.play()
            hand = [card["card"] for card in left.table["game"]["hand"]]
            await right.ask(type="deal", same=True)
            assert right.table["deals"] == 2
            assert [card["card"] for card in left.table["game"]["hand"]] == hand

    asyncio.run(main())


def test_the_games_dealt_are_those_of_the_rules(server: Server) -> None:
    async def main() -> None:
        opened = await server.open(settings={"rules": {"edition": "extreme"}}, deal=True, seed="98")
        async with server.join(opened["code"], opened["token"]) as anna:
            hand = [card["card"] for card in anna.table["game"]["hand"]]
        assert tuple(hand) == Game.deal(Rules.edition("extreme", players=1), 98).hands[0]

    asyncio.run(main())


@pytest.mark.slow
def test_a_line_that_went_dead_without_a_word_shows_within_seconds(server: Server) -> None:
    """The other end neither closes nor answers pings any more, as when a phone drives into a tunnel."""
    assert PING_EVERY + PING_WITHIN + TableBehaviour().settle < 15  # seconds
    sleeper = (
        "import sys, time, json\n"
        "from websockets.sync.client import connect\n"
        "socket = connect(sys.argv[1], ping_interval=None)\n"
        "socket.send(json.dumps({'type': 'hello', 'key': 'k', 'token': sys.argv[2]}))\n"
        "socket.recv()\n"
        "print('here', flush=True)\n"
        "import os, signal\n"
        "os.kill(os.getpid(), signal.SIGSTOP)\n"
    )

    async def main() -> None:
        opened = await server.open(settings={"rules": {"players": 2}})
        async with server.join(opened["code"]) as watcher:
            address = server.url.replace("http", "ws") + f"ws/{opened['code']}"
            command = [sys.executable, "-c", sleeper, address, opened["token"]]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                try:
                    assert process.stdout is not None
                    assert await asyncio.to_thread(process.stdout.readline) == "here\n"
                    while not watcher.table["seats"][0]["away"]:
                        await watcher.receive()
                finally:
                    process.kill()

    asyncio.run(main())
