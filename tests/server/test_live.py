"""A real server in its own process, real sockets: whole games, leaks, cuts, kill -9, hostile clients."""

from __future__ import annotations

import asyncio
import json
import random
import socket as plain
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest
from tests.host.indoors import PATIENCE, Data, choose, new_key
from tests.server.serving import Guest, Server, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from nonante.host.limits import TableBehaviour
from nonante.rules import Game, Rules
from nonante.server.running import PING_EVERY, PING_WITHIN
from nonante.table import Record


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "tables.db", "--stand-in", "0.5") as server:
        yield server


# ---------------------------------------------------------------- whole games


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


# ---------------------------------------------------------------- leaks

EDITIONS = ["base", "expert", "expert-short", "on-fire", "extreme", "expert+extreme", "on-fire+extreme"]
CARDS = ("card", "top")  # the names of fields that hold a card


def numbers(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every whole number of a frame with the names that lead to it."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from numbers(value, (*path, name))
    elif isinstance(data, list):
        for value in data:
            yield from numbers(value, path)
    elif type(data) is int:
        yield path, data


PLAIN_NUMBERS = {  # fields that hold whole numbers and no cards
    *("seq", "you", "host", "deals", "count", "seat", "drew", "score", "starter", "active", "turn", "minimum"),
    *("laid", "to_lay", "draw_count", "jump", "low", "high", "back", "players", "proposes", "said", "asks", "cards"),
    "spectators",
}


def check_frame(frame: Data, seat: int | None, laid: set[int], hands: list[set[int]]) -> None:
    """No number stands where a card stands but a laid one or one of the own hand."""
    game = (frame.get("table") or {}).get("game")
    if game is None or game["status"] != "playing":
        return
    assert game["reveal"] is None
    assert "seed" not in json.dumps(frame)
    assert "unseen" not in json.dumps(frame)
    assert len(game["turns"]) <= 2
    own = hands[seat] if seat is not None else set()
    assert {card["card"] for card in game["hand"]} == own
    for path, number in numbers(frame):
        if "map" in path or "commands" in path:  # which number carries what is known to all
            continue
        name = path[-1]
        if name in CARDS:
            assert number in laid | own | {1, 100}, (path, number)
        else:
            assert name in PLAIN_NUMBERS, path
    for news in frame.get("news", ()):
        assert news["text"] is None or not any(sign.isdigit() for sign in news["text"])


Moments: TypeAlias = dict[tuple[int, int], tuple[set[int], list[set[int]]]]
"""What was laid and held at every moment: (turn, cards laid in it) -> laid, hands."""


def replay(record: Record) -> Moments:
    """Return the moments of a game."""
    moments = {}
    for game in record.games():
        held = [set(hand) for hand in game.hands]
        laid = set(range(2, 100)) - set().union(*held) - set(game.draw)
        moments[game.turn, len(game.laid_this_turn)] = (laid, held)
    return moments


def check_frames(guest: Guest, seat: int | None, moments: Moments) -> int:
    """Check every frame that a seat or a spectator was sent; return how many could be."""
    seen = 0
    for frame in guest.frames:
        game = (frame.get("table") or {}).get("game")
        # What was taken back is no moment of the record; its frames are checked by the others.
        if game and (game["turn"], game["laid"]) in moments:
            laid, held = moments[game["turn"], game["laid"]]
            shown = {card["card"] for card in game["hand"]}
            if seat is None or shown == held[seat]:
                taken_back = {m["card"] for n in frame.get("news", ()) if (m := n["move"])}
                check_frame(frame, seat, laid | taken_back, held)
                seen += 1
    return seen


async def play_at_random(guests: list[Guest], picks: random.Random) -> None:
    """Play at random, talk at random, take back at random; the last guest is a spectator."""
    while (game := guests[0].table["game"])["status"] == "playing":
        active = guests[game["active"]]
        talker = picks.choice(guests[: len(guests) - 1])
        if talker.table["may_signal"] and picks.random() < 0.2:
            word = picks.choice(talker.table["may_signal"])
            await talker.ask(type="signal", **{name: word[name] for name in ("signal", "pile", "command")})
        elif active.table["game"]["can_undo"] and picks.random() < 0.1:
            await active.ask(type="undo", seq=active.table["seq"])
        else:
            move = choose(active.table["game"])
            await active.ask(type="play", move=move, seq=active.table["seq"])
        await all_see(guests)


async def all_see(guests: list[Guest]) -> None:
    """Wait until everybody has seen what any of them has."""
    newest = max(guest.table["seq"] for guest in guests)
    for guest in guests:
        while guest.table["seq"] < newest:
            await guest.receive()


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_frame_names_a_card_that_its_seat_may_not_know(tmp_path: Path, edition: str) -> None:
    async def main(server: Server) -> None:
        chosen = {"rules": {"edition": edition, "players": 3}, "hints": True, "undo": True}
        opened = await server.open(settings=chosen)
        code = opened["code"]
        async with (
            server.join(code, opened["token"]) as anna,
            server.join(code) as bruno,
            server.join(code) as clara,
            server.join(code) as watcher,
        ):
            await bruno.ask(type="sit", name="Bruno")
            await clara.ask(type="sit", name="Clara")
            guests = [anna, bruno, clara, watcher]
            await anna.ask(type="deal")
            await bruno.ask(type="propose", seat=2)
            await clara.ask(type="wish", wish="rather-not")
            await anna.ask(type="start")
            await all_see(guests)
            await play_at_random(guests, random.Random(edition))
            async with server.http() as http:
                record = Record.from_json((await http.get(f"/api/tables/{code}/record")).text)
        moments = replay(record)
        seats = zip((0, 1, 2, None), guests, strict=True)
        assert sum(check_frames(guest, seat, moments) for seat, guest in seats) > 20

    with serving(tmp_path / "tables.db") as server:
        asyncio.run(main(server))


# ---------------------------------------------------------------- cuts and restarts


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


# ---------------------------------------------------------------- bad input


def test_hostile_sockets(server: Server) -> None:
    async def main() -> None:
        opened = await server.open(deal=True)
        address = server.url.replace("http", "ws") + "ws/"
        async with server.join(opened["code"], opened["token"]) as anna:
            before = anna.table
            for raw in ("nonsense", "{}", '{"type":"hello"}', "[" * 3000, "\x00", "💀"):
                await anna.socket.send(raw)
                assert (await anna.receive())["refusal"]["code"] == "malformed"
            await anna.socket.send(b"\x00\x01\x02")
            assert (await anna.receive())["refusal"]["code"] == "malformed"
            async with connect(address + opened["code"]) as large:
                await large.send("x" * 5000)
                assert await Guest(large).closed() == 1009
            async with connect(address + opened["code"]) as no_text:
                await no_text.send([b"\xff", b"\xfe"], text=True)
                assert await Guest(no_text).closed() == 1007
            async with connect(address + "QQQQQQ") as nowhere:
                guest = Guest(nowhere)
                assert (await guest.receive())["refusal"]["code"] == "unknown-table"
                assert await guest.closed() == 4404
            async with connect(address + "not%20a%20code") as nowhere:
                assert await Guest(nowhere).closed() == 4404
            with pytest.raises(InvalidStatus) as caught:
                await connect(address + opened["code"], origin=Origin("https://evil.example"))
            assert caught.value.response.status_code == 403
            async with connect(address + opened["code"]) as flood:
                for _ in range(200):  # more frames than 240 the wire itself refuses, with a line in the log
                    await flood.send("nonsense")
                assert await Guest(flood).closed() == 4429
            async with server.join(opened["code"], opened["token"]) as again:
                assert again.table == before

    asyncio.run(main())


def test_garbage_instead_of_http_is_one_line_each_in_the_log(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    host, port = server.url.removeprefix("http://").rstrip("/").split(":")
    future = b"GET /api/info HTTP/9.9\r\n\r\n"  # may be answered as what it looks like
    for garbage in (b"\x16\x03\x01\x02\x00\x01", b"GET\r\n\r\n", future, b"\r\n" * 50):
        with plain.create_connection((host, int(port)), timeout=PATIENCE) as raw:
            raw.sendall(garbage)
            raw.shutdown(plain.SHUT_WR)
            answer = b"".join(iter(lambda: raw.recv(4096), b""))  # to the end: the server hangs up
        refused = not answer or answer.startswith(b"HTTP/1.1 400 ")
        assert refused or (garbage is future and answer.startswith(b"HTTP/1.1 ")), answer
    assert httpx.get(server.url + "api/info", timeout=PATIENCE).status_code == 200
    code, errors = server.stop()
    assert code == 0
    assert errors.count("a request is refused: Invalid HTTP request received.\n") == errors.count("\n") <= 4


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


# ---------------------------------------------------------------- plain HTTP


def test_pages_and_their_headers(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
        answer = http.get("/api/info")
        assert answer.json()["levels"] == ["novice", "steady", "strong", "champion"]
        assert answer.json()["map"]["no-retro"] == [21, 36, 65, 80]
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
        missing = http.get("/api/tables/QQQQQQ")
        assert (missing.status_code, missing.json()["refusal"]["code"]) == (404, "unknown-table")
        assert http.get("/api/tables/QQQQQQ/qr.svg").status_code == 404
        assert http.get("/api/nothing").status_code == 404
        assert http.get("/api/tables").status_code in (404, 405)
        for path in ("/..%2f..%2fpyproject.toml", "/assets/../../app.py", "/%00.js", "/" + "a" * 3000 + ".js"):
            assert http.get(path).status_code in (404, 503)


def test_a_table_by_http(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
        opened = asyncio.run(server.open(settings={"rules": {"players": 2}}))
        info = http.get(f"/api/tables/{opened['code'].lower()}").json()
        assert info["names"] == ["Anna", None]
        assert not info["running"]
        picture = http.get(f"/api/tables/{opened['code']}/qr.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.text.startswith("<svg")
        assert "<script" not in picture.text


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 400, "malformed"),
        (b"[]", 400, "malformed"),
        (b'{"name": 3}', 400, "malformed"),
        (b'{"name": "A", "admin": true}', 400, "malformed"),
        (b"[" * 10_000, 400, "malformed"),
        (b'{"name": "' + b"a" * 17_000 + b'"}', 413, "too-large"),
        (b'{"name": ""}', 400, "name"),
        (b'{"name": "A", "settings": {"rules": {"edition": {}}}}', 400, "edition"),
        (b'{"name": "A", "bots": ["steady"]}', 400, "table-full"),
    ],
)
def test_bad_openings(server: Server, content: bytes, status: int, code: str) -> None:
    while (answer := httpx.post(server.url + "api/tables", content=content, timeout=PATIENCE)).status_code == 429:
        time.sleep(0.5)
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (status, code)


async def let_in(server: Server, opened: Data) -> bool:
    """Tell whether there is room for another socket of this address."""
    try:
        async with server.join(opened["code"], opened["token"]):
            return True
    except ConnectionClosed:
        return False


async def until_too_many(ask: Callable[[], Awaitable[httpx.Response]]) -> set[int]:
    """Ask faster than the allowance grows, until it is used up; return what else was answered."""
    answered: set[int] = set()
    while 429 not in answered:
        answered |= {answer.status_code for answer in await asyncio.gather(*(ask() for _ in range(10)))}
    return answered - {429}


def test_one_address_has_its_share_and_no_more(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        opened = await server.open(deal=True)
        address = server.url.replace("http", "ws") + "ws/" + opened["code"]
        async with server.join(opened["code"], opened["token"]), connect(address), connect(address) as third:
            guest = Guest(third)
            assert (await guest.receive())["refusal"]["code"] == "too-many-sockets"
            assert await guest.closed() == 4429
        while not await let_in(server, opened):  # the server has yet to see the others go
            await asyncio.sleep(0.01)
        async with server.http() as http:
            assert await until_too_many(lambda: http.get("/api/tables/QQQQQQ")) == {404}
            assert await until_too_many(lambda: http.post("/api/tables", json={"name": "A"})) == {201}

    with serving(tmp_path / "tables.db", "--sockets", "2", "--tables", "5") as server:
        asyncio.run(main(server))


def test_who_says_no_hello_is_sent_away(server: Server) -> None:
    async def main() -> None:
        opened = await server.open(deal=True)
        async with connect(server.url.replace("http", "ws") + "ws/" + opened["code"]) as silent:
            assert await Guest(silent).closed() == 4408

    asyncio.run(main())


def test_the_games_dealt_are_those_of_the_rules(server: Server) -> None:
    async def main() -> None:
        opened = await server.open(settings={"rules": {"edition": "extreme"}}, deal=True, seed="98")
        async with server.join(opened["code"], opened["token"]) as anna:
            hand = [card["card"] for card in anna.table["game"]["hand"]]
        assert tuple(hand) == Game.deal(Rules.edition("extreme", players=1), 98).hands[0]

    asyncio.run(main())


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
