"""A real server and real sockets: lines that are cut, kill -9, a polite end."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.host.indoors import Data, choose, new_key
from tests.server.serving import Guest, Server, serving
from websockets.exceptions import ConnectionClosed


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "tables.db", "--stand-in", "0.5") as server:
        yield server


def test_a_socket_cut_in_the_middle_of_a_turn(server: Server) -> None:
    async def main() -> None:
        opened = await server.open(deal=True)
        async with server.join(opened["code"], opened["token"]) as first:
            await first.ask(type="play", move=choose(first.table["game"]), seq=first.table["seq"])
            before = first.table
            first.socket.transport.abort()  # no goodbye
        async with server.join(opened["code"], opened["token"]) as second:
            assert second.table == before
            await second.play()

    asyncio.run(main())


def test_an_unanswered_move_is_sent_again_after_the_cut(server: Server) -> None:
    async def main() -> None:
        opened = await server.open(deal=True)
        key = new_key()
        async with server.join(opened["code"], opened["token"]) as first:
            move = {"type": "play", "move": choose(first.table["game"]), "seq": first.table["seq"], "key": key}
            async with server.join(opened["code"], opened["token"]) as witness:
                await first.socket.send(json.dumps(move))
                while witness.table["seq"] == move["seq"]:
                    await witness.receive()
            first.socket.transport.abort()
        async with server.join(opened["code"], opened["token"]) as second:
            assert second.table["seq"] == move["seq"] + 1
            assert (await second.ask(**move))["type"] == "done"
            assert second.table["game"]["laid"] == 1

    asyncio.run(main())


class Storm:
    """Two seats that play as fast as they can until their server is killed, and what they know by then."""

    def __init__(self, code: str, tokens: list[str]) -> None:
        self.code = code
        self.tokens = tokens
        self.picks = random.Random(9)
        self.acknowledged: list[str] = []
        self.last: list[Data] = [{}, {}]
        """Each seat's last acknowledged view."""
        self.pending: dict[str, Data] = {}
        """The move in flight."""

    @classmethod
    async def prepare(cls, server: Server) -> Storm:
        """Open a table and sit down."""
        opened = await server.open(settings={"rules": {"edition": "base", "players": 2}})
        async with server.join(opened["code"], opened["token"]) as anna, server.join(opened["code"]) as bruno:
            token = (await bruno.ask(type="sit", name="Bruno"))["token"]
            await anna.ask(type="deal")
            await anna.ask(type="start")
        return cls(opened["code"], [opened["token"], token])

    async def blow(self, server: Server) -> None:
        """Play until the server dies."""
        self.last, self.pending = [{}, {}], {}
        await asyncio.gather(self._play(server, 0), self._play(server, 1), self._kill(server))
        server.kill()

    async def _play(self, server: Server, number: int) -> None:
        with suppress(ConnectionClosed, OSError):
            async with server.join(self.code, self.tokens[number]) as guest:
                self.last[number] = guest.table
                while guest.table["game"]["status"] == "playing":
                    if guest.table["game"]["active"] == number:
                        await self._move(guest)
                    else:
                        await guest.receive()
                    self.last[number] = guest.table

    async def _move(self, guest: Guest) -> None:
        key = new_key()
        move = {"type": "play", "move": choose(guest.table["game"]), "seq": guest.table["seq"], "key": key}
        self.pending[key] = move
        answer = await guest.ask(**move)
        assert answer["type"] in ("update", "done"), answer
        del self.pending[key]
        self.acknowledged.append(key)

    async def _kill(self, server: Server) -> None:
        wanted = len(self.acknowledged) + self.picks.randint(2, 12)
        while len(self.acknowledged) < wanted and not self._over():
            await asyncio.sleep(0.001)
        await asyncio.sleep(self.picks.uniform(0, 0.01))  # in the middle of the next move
        server.process.kill()

    def _over(self) -> bool:
        return any(view and view["game"]["status"] != "playing" for view in self.last)

    async def check(self, server: Server) -> bool:
        """Compare the restarted server with what was known; return whether the game is over."""
        newest = max(view.get("seq", 0) for view in self.last)
        for number, token in enumerate(self.tokens):
            async with server.join(self.code, token) as guest:
                assert guest.table["you"] == number
                # At most the move in flight was stored and not acknowledged.
                assert newest <= guest.table["seq"] <= newest + 1
                last = self.last[number]
                if last and guest.table["seq"] == last["seq"]:
                    for field in ("hand", "piles", "turns", "active", "turn", "draw_count", "status"):
                        assert guest.table["game"][field] == last["game"][field]
                for key, move in self.pending.items():
                    if guest.table["game"]["active"] == number and guest.table["seq"] == move["seq"]:
                        assert (await guest.ask(**{**move, "key": key}))["type"] == "update"
                over: bool = guest.table["game"]["status"] != "playing"
        return over


@pytest.mark.slow
def test_killed_in_the_middle_of_moves_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Kill -9 again and again while two seats play as fast as they can; compare with what was acknowledged."""
    database = tmp_path / "tables.db"
    server = Server(database)
    storm = asyncio.run(Storm.prepare(server))
    for _ in range(6):
        asyncio.run(storm.blow(server))
        server = Server(database)
        if asyncio.run(storm.check(server)):
            break
    assert len(storm.acknowledged) > 10
    assert server.stop() == (0, "")


def test_a_polite_end_tells_clients_to_come_again(tmp_path: Path) -> None:
    async def main() -> None:
        server = Server(tmp_path / "tables.db")
        opened = await server.open(deal=True)
        async with server.join(opened["code"], opened["token"]) as guest:
            stopped = asyncio.create_task(asyncio.to_thread(server.stop))
            assert await guest.closed() == 1012
            assert await stopped == (0, "")

    asyncio.run(main())
