"""A real server and real sockets: hostile frames, garbage, bad openings, plain HTTP, one address's share."""

from __future__ import annotations

import asyncio
import socket as plain
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest
from tests.host.indoors import PATIENCE, Data
from tests.server.serving import Guest, Server, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "tables.db", "--stand-in", "0.5") as server:
        yield server


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


def test_only_finished_games_may_be_framed(server: Server) -> None:
    def framed(path: str) -> bool:
        headers = httpx.get(server.url + path, timeout=PATIENCE).headers
        open_to_all = "frame-ancestors *" in headers["content-security-policy"]
        assert open_to_all != (headers.get("x-frame-options") == "DENY")
        return open_to_all

    assert all(map(framed, ("embed", "embed/", "embed/BCDFGHJKLMN-2")))
    others = (
        "",
        "t/BCDFGH",
        "replay",
        "api/info",
        "embedded",
        "embed/BCDFGH",
        "embed%2Ft",
        "embed/x-1/t",
        "embed/a%2D1",
    )
    assert not any(map(framed, others))


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


@pytest.mark.slow
def test_who_says_no_hello_is_sent_away(server: Server) -> None:
    async def main() -> None:
        opened = await server.open(deal=True)
        async with connect(server.url.replace("http", "ws") + "ws/" + opened["code"]) as silent:
            assert await Guest(silent).closed() == 4408

    asyncio.run(main())
