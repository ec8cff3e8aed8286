"""What an operator orders: over a socket in the file system, to every process, and never a look at a card."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from tests.host.indoors import PATIENCE
from tests.server.databases import new_database
from tests.server.serving import Guest, Server, hosted
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from nonante.cli.admin import admin_command as command
from nonante.server.admin import MODE, AdminSocket, ask, bans_file, default_socket, find_socket
from nonante.server.bans import Bans, read_network
from nonante.server.errors import AdminError
from nonante.server.running import listen_unix

ANNA, BEN = "203.0.113.7", "198.51.100.9"  # behind a proxy, for which this machine is taken


def admin(path: Path, *words: str) -> Any:
    """Give an order as a program would, and return the answer."""
    done = CliRunner().invoke(command, ["--socket", str(path), "--json", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@contextmanager
def running(tmp_path: Path, *options: str) -> Iterator[tuple[Server, Path]]:
    """Run a server that has an operator."""
    server = Server(tmp_path / "tables.db", *options)
    try:
        yield server, tmp_path / "tables.db-admin"
    finally:
        assert server.stop()[0] == 0


@asynccontextmanager
async def seen_from(server: Server, address: str, code: str, token: str | None = None) -> AsyncIterator[Guest]:
    """Connect from some address, and say hello."""
    url = server.url.replace("http", "ws") + f"ws/{code}"
    async with connect(url, additional_headers={"x-forwarded-for": address}) as line:
        guest = Guest(line)
        await guest.ask(type="hello", token=token)
        yield guest


async def status_from(server: Server, address: str, path: str = "/api/info") -> int:
    async with server.http() as http:
        return (await http.get(path, headers={"x-forwarded-for": address})).status_code


def test_tables_are_listed_and_inspected_without_cards_and_secrets(tmp_path: Path) -> None:
    async def main(server: Server, path: Path) -> None:
        opened = await server.open(deal=True, bots=["steady"], settings={"rules": {"edition": "base", "players": 2}})
        async with seen_from(server, ANNA, opened["code"], opened["token"]), seen_from(server, BEN, opened["code"]):
            (row,) = await asyncio.to_thread(admin, path, "list")
            assert (row["table"], row["people"], row["computers"], row["sockets"]) == (opened["code"], 1, 1, 2)
            found = await asyncio.to_thread(admin, path, "inspect", opened["code"].lower())
            assert found["connections"] == [{"seat": 0, "address": ANNA}, {"seat": None, "address": BEN}]
            assert [seat["level"] for seat in found["seats"]] == [None, "steady"]
            told = {
                "table",
                "mark",
                "edition",
                "private",
                "running",
                "paused",
                "seats",
                "in_memory",
                "events",
                "silent",
            }
            assert set(found) == told | {"connections"}
            assert opened["token"] not in json.dumps(found)
            (now,) = await asyncio.to_thread(admin, path, "status")
            assert (now["tables"], now["games"], now["sockets"]) == (1, 1, 2)

    with running(tmp_path) as (server, path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        asyncio.run(main(server, path))


def test_a_closed_table_ends_its_sockets_and_opens_again_as_it_was(tmp_path: Path) -> None:
    async def main(server: Server, path: Path) -> str:
        opened = await server.open(deal=True)
        code = opened["code"]
        async with server.join(code, opened["token"]) as anna:
            assert (await asyncio.to_thread(admin, path, "close", code))["ended"] == 1
            assert await anna.closed() == 4403
        async with connect(server.url.replace("http", "ws") + f"ws/{code}") as line:
            again = Guest(line)
            assert await again.closed() == 4403
            assert again.frames[-1]["refusal"]["code"] == "closed-table"
        async with server.http() as http:
            assert (await http.get(f"/api/tables/{code}")).json()["refusal"]["code"] == "closed-table"
            assert (await http.get(f"/t/{code}")).status_code == 200  # the page that says so
        assert (await asyncio.to_thread(admin, path, "status"))[0]["closed"] == [code]
        await asyncio.to_thread(admin, path, "reopen", code.lower())
        async with server.join(code, opened["token"]) as anna:
            assert (anna.table["you"], anna.table["seq"]) == (0, 3)
        return str(code)

    with running(tmp_path) as (server, path):
        asyncio.run(main(server, path))


def test_a_ban_ends_the_sockets_of_a_network_and_lets_nobody_of_it_in(tmp_path: Path) -> None:
    async def main(server: Server, path: Path) -> None:
        opened = await server.open(deal=True)
        code = opened["code"]
        async with (
            seen_from(server, ANNA, code, opened["token"]) as anna,
            seen_from(server, "203.0.113.200", code) as neighbour,
            seen_from(server, BEN, code) as ben,
        ):
            done = await asyncio.to_thread(admin, path, "ban", f"{ANNA}/24", "--for", "2h")
            assert done == {"network": "203.0.113.0/24", "seconds": 7200, "ended": 2}
            assert [await anna.closed(), await neighbour.closed()] == [4403, 4403]
            assert (await ben.ask(type="ping"))["type"] == "pong"
        assert [await status_from(server, there) for there in (ANNA, BEN)] == [403, 200]
        assert [await status_from(server, there, "/rules") for there in (ANNA, BEN)] == [403, 200]
        with pytest.raises(InvalidStatus, match="403"):
            await seen_from(server, ANNA, code).__aenter__()
        (ban,) = await asyncio.to_thread(admin, path, "bans")
        assert ban["network"] == "203.0.113.0/24"
        await asyncio.to_thread(admin, path, "unban", "203.0.113.0/24")
        async with seen_from(server, ANNA, code, opened["token"]) as anna:
            assert anna.table["you"] == 0

    with running(tmp_path) as (server, path):
        asyncio.run(main(server, path))


def test_orders_hold_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as (server, path):
        code = asyncio.run(server.open())["code"]
        admin(path, "ban", ANNA)
        admin(path, "close", code)
    assert stat.S_IMODE(bans_file(path).stat().st_mode) == 0o600
    with running(tmp_path) as (server, path):
        assert asyncio.run(status_from(server, ANNA)) == 403
        assert asyncio.run(status_from(server, BEN, f"/api/tables/{code}")) == 403


@pytest.mark.slow
def test_an_order_reaches_every_process_and_those_that_start_later(tmp_path: Path) -> None:
    path = tmp_path / "admin"

    async def pids() -> list[int]:
        """Return the processes, once both answer."""
        while len(answers := await asyncio.to_thread(ask, path, do="status")) < 2:
            await asyncio.sleep(0.1)
        return [answer["pid"] for answer in answers]

    async def everywhere(server: Server, wanted: int) -> None:
        """Look until both processes were asked, whichever the system chooses."""
        for _ in range(30):
            assert await status_from(server, ANNA) == wanted

    async def main(server: Server) -> None:
        first, second = await pids()
        opened = await server.open(deal=True)
        async with AsyncExitStack() as lines:
            guests = [
                await lines.enter_async_context(seen_from(server, ANNA, opened["code"], opened["token"]))
                for _ in range(8)
            ]
            done = await asyncio.to_thread(admin, path, "ban", ANNA)
            assert done["ended"] == 8
            assert {await guest.closed() for guest in guests} == {4403}
        await everywhere(server, 403)
        os.kill(second, signal.SIGKILL)
        while await pids() == [first, second]:
            await asyncio.sleep(0.1)
        await everywhere(server, 403)
        await asyncio.to_thread(admin, path, "unban", ANNA)
        await everywhere(server, 200)
        await asyncio.to_thread(admin, path, "close", opened["code"])
        for _ in range(10):
            assert await status_from(server, BEN, f"/api/tables/{opened['code']}") == 403

    server = Server(new_database(), "--workers", "2", "--admin", str(path))
    try:
        asyncio.run(asyncio.wait_for(main(server), 2 * PATIENCE))
    finally:
        assert server.stop()[0] == 0


def test_a_process_that_does_not_answer_is_told(tmp_path: Path) -> None:
    path = tmp_path / "admin"

    async def main() -> None:
        async with hosted(admin=AdminSocket(listen_unix(path, MODE), Bans(), processes=2)):
            words = ["--socket", str(path), "ban", ANNA]
            done = await asyncio.to_thread(CliRunner().invoke, command, words)
            assert done.exit_code == 1
            assert "1 of 2 processes answered" in done.stderr
            assert "203.0.113.7/32 is banned for 1h" in done.stdout

    asyncio.run(main())


@pytest.mark.parametrize(
    "question",
    [b"", b"no\n", b"[]\n", b'{"do": 1}\n', b'{"do": "inspect"}\n', b'{"do": "close", "table": 7}\n', b"9" * 99_999],
)
def test_what_is_no_question_is_refused_without_a_word_in_the_log(
    tmp_path: Path, question: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "admin"

    async def main() -> bytes:
        async with hosted(admin=AdminSocket(listen_unix(path, MODE), Bans())):
            reader, writer = await asyncio.open_unix_connection(str(path))
            writer.write(question)
            writer.write_eof()
            answer = await reader.read()
            writer.close()
            return answer

    answer = asyncio.run(main())
    assert answer == b"" or json.loads(answer) == {"error": "not a question to a server"}
    assert not caplog.records


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("ban", "nowhere"), "not an address or a network"),
        (("ban", "203.0.113.7/40"), "not an address or a network"),
        (("ban", ANNA, "--for", "ever"), "not a time such as 30m"),
        (("ban", ANNA, "--for", "0s"), "from one second to a year"),
        (("ban", ANNA, "--for", "999999999d"), "from one second to a year"),
        (("unban", ANNA), "203.0.113.7/32 is not banned"),
        (("inspect", "BCDFGH"), "there is no table BCDFGH"),
        (("close", "x" * 99), "there is no table"),
        (("reopen", "BCDFGH"), "table BCDFGH is not closed"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    path = tmp_path / "admin"

    async def main() -> str:
        async with hosted(admin=AdminSocket(listen_unix(path, MODE), Bans())):
            done = await asyncio.to_thread(CliRunner().invoke, command, ["--socket", str(path), *words])
            assert done.exit_code
            return f"{done.exception} {done.stderr}"

    assert why in asyncio.run(main())


def test_people_read_plain_lines(tmp_path: Path) -> None:
    def says(path: Path, *words: str) -> str:
        return CliRunner().invoke(command, ["--socket", str(path), *words], catch_exceptions=False).stdout

    async def main(server: Server, path: Path) -> None:
        assert says(path, "list") == "no tables in memory\n"
        assert says(path, "bans") == "nobody is banned\n"
        code = (await server.open())["code"]
        head, row = says(path, "list").splitlines()
        assert (head.split()[0], row.split()[0]) == ("table", code)
        assert "seat 0: Anna" in says(path, "inspect", code)
        says(path, "ban", ANNA, "--for", "3d")
        assert says(path, "bans").startswith("203.0.113.7/32  ")
        assert "1 table, 0 games, 0 sockets, 1 ban" in says(path, "status")

    with running(tmp_path) as (server, path):
        asyncio.run(main(server, path))


def test_a_server_without_an_operator_has_no_socket(tmp_path: Path) -> None:
    with running(tmp_path, "--admin", "") as (_, path):
        assert not path.exists()
    with pytest.raises(AdminError, match="no server answers"):
        ask(path, do="status")


def test_the_socket_lies_where_systemd_says_or_beside_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert default_socket("sqlite:////data/tables.db") == Path("/data/tables.db-admin")
    assert default_socket("sqlite:///:memory:") is None
    assert default_socket("postgresql://localhost/cards") is None
    assert default_socket(f"sqlite:////{'long' * 30}/tables.db") is None
    assert find_socket("sqlite:////data/tables.db") == Path("/data/tables.db-admin")
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/cards:/run/other")
    assert default_socket("postgresql://localhost/cards") == Path("/run/cards/admin")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/cards")
    assert bans_file(Path("/run/cards/admin")) == Path("/var/lib/cards/orders")


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("banned", "inside", "outside"),
    [
        ("203.0.113.7", ["203.0.113.7", "::ffff:203.0.113.7"], ["203.0.113.8", "?", "2001:db8::1"]),
        ("203.0.113.7/8", ["203.255.0.1"], ["204.0.0.1"]),
        ("2001:db8:1:2::3", ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"], ["2001:db8:1:3::3"]),
        ("2001:db8::/32", ["2001:db8:ffff::1%eth0"], ["2001:db9::1", "0.0.0.1"]),
    ],
)
def test_a_ban_is_for_a_network_and_for_a_while(banned: str, inside: list[str], outside: list[str]) -> None:
    clock = Clock()
    bans = Bans(now=clock)
    bans.ban(read_network(banned), 60)
    assert all(bans.keeps_out(address) for address in inside)
    assert not any(bans.keeps_out(address) for address in outside)
    clock.now += 60
    assert not any(bans.keeps_out(address) for address in inside)
    assert bans.active() == {}


@pytest.mark.parametrize("text", ["", "{}", '{"bans": [], "closed": []}', '{"bans": {"x": 1}, "closed": []}'])
def test_orders_that_cannot_be_read_are_one_clear_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "orders"
    file.write_text(text)
    with pytest.raises(AdminError, match="stores bans and closed tables"):
        Bans(file)


def test_a_second_server_does_not_take_the_socket_of_the_first(tmp_path: Path) -> None:
    with listen_unix(tmp_path / "admin", MODE), pytest.raises(ValueError, match="in use"):
        listen_unix(tmp_path / "admin", MODE)
    with socket.socket(socket.AF_UNIX) as stranger:
        assert stranger.connect_ex(str(tmp_path / "admin"))  # nobody is there any more


def test_a_ban_is_refused_before_anything_is_looked_up() -> None:
    async def main() -> None:
        async with hosted() as server:
            server.house.bans.ban(read_network("127.0.0.1"), 60)
            async with httpx.AsyncClient() as http:
                answer = await http.get(server.url + "api/info")
            assert (answer.status_code, answer.json()["refusal"]["code"]) == (403, "banned")

    asyncio.run(main())
