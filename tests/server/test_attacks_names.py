"""What strangers may do with names and addresses, and small things.

Done to a real server over loopback; each test fails without its fix, and docs/reference/security.md names it.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.requests import Request
from tests.host.indoors import PATIENCE
from tests.server.serving import Hosted, hosted, outdoor
from tests.server.strangers import handshake, line_to

from nonante.host.errors import HostError
from nonante.server import client, links
from nonante.server.links import Links, draw
from nonante.server.middleware import good_host, same_origin
from nonante.server.running import listen

# ---------------------------------------------------------------- 6: names of hosts


def test_a6_a_long_or_strange_host_is_refused_before_anything_is_drawn() -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with server.http() as http:
            for host in ("a" * 2300, "evil; script-src *", "a b", ""):
                answer = await http.get(f"/api/tables/{opened['code']}/qr.svg", headers={"host": host})
                assert answer.status_code == 400, host
        async with line_to(server) as (reader, writer):
            writer.write(handshake(opened["code"]).replace(b"localhost", b"a" * 2300))
            assert (await asyncio.wait_for(reader.read(), PATIENCE)).startswith(b"HTTP/1.1 403")
        assert not good_host("x" * 256)
        assert good_host("cards.example:8098")
        assert good_host("[::1]:80")

    outdoor(work)


def test_a6_a_picture_is_drawn_once_and_not_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []
    real = links.draw

    def noted(link: str) -> bytes:
        threads.append(threading.current_thread())
        return real(link)

    monkeypatch.setattr(links, "draw", noted)
    draw.cache_clear()

    async def work(server: Hosted) -> None:
        opened = await server.open()
        async with server.http() as http:
            first = await http.get(f"/api/tables/{opened['code']}/qr.svg")
            assert first.text == (await http.get(f"/api/tables/{opened['code']}/qr.svg")).text
        assert threading.main_thread() not in threads
        assert draw.cache_info().hits == 1

    outdoor(work)


def test_a6_a_public_address_is_what_links_say() -> None:
    async def main() -> str:
        async with hosted(links=Links(public="https://cards.example/")) as server, server.http() as http:
            return str((await http.get("/api/info", headers={"host": "localhost"})).json()["origin"])

    assert asyncio.run(main()) == "https://cards.example"


# ---------------------------------------------------------------- 9: small things


def test_a9_an_answer_is_sent_at_once() -> None:
    async def work(server: Hosted) -> None:
        async with server.http() as http:
            await http.get("/api/info")
            times = []
            for _ in range(20):
                began = time.perf_counter()
                await http.get("/api/info")
                times.append(time.perf_counter() - began)
            lines = [line.get_extra_info("socket") for line in server.connections._inside]
            assert [line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0 for line in lines] == [True]
        assert min(times) < 0.03  # it was 44 ms every time

    outdoor(work)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[x", "null", "", "http://a b"])
def test_a9_an_origin_that_is_no_address_is_refused(origin: str) -> None:
    assert not same_origin(Headers({"origin": origin, "host": "localhost"}))


def test_a9_only_who_is_here_learns_the_address_in_the_network() -> None:
    async def origin(client: str, host: str) -> str:
        headers = [(b"host", host.encode())]
        scope = {"type": "http", "scheme": "http", "path": "/", "headers": headers, "client": (client, 1)}
        return Links(share="http://192.168.1.7:8098").base(Request(scope))

    assert asyncio.run(origin("127.0.0.1", "localhost:8098")) == "http://192.168.1.7:8098"
    assert asyncio.run(origin("203.0.113.9", "localhost:8098")) == "http://localhost:8098"


def test_a9_every_network_means_ipv4_too() -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with listen("::", 0) as listener, socket.create_connection(("127.0.0.1", listener.getsockname()[1]), 5):
        pass


def test_a9_the_nginx_lines_keep_the_port() -> None:
    example = (Path(__file__).parents[2] / "examples" / "deploy" / "nginx.conf").read_text()
    assert "proxy_set_header Host $http_host;" in example
    assert "Host $host;" not in example


def test_a9_hints_do_not_keep_computer_players_waiting() -> None:
    """Whoever asks for many hints fills a thread of their own."""

    async def main() -> None:
        async with hosted() as server:
            behaviour = server.house.tables.behaviour
            assert behaviour.pool is not None
            assert behaviour.hint_pool is not None
            gate = threading.Event()
            try:
                asked = [behaviour.hint_pool.submit(gate.wait, PATIENCE) for _ in range(20)]
                assert behaviour.pool.submit(lambda: "moved").result(PATIENCE) == "moved"
                assert not all(one.done() for one in asked)
            finally:
                gate.set()

    asyncio.run(main())


def test_a9_the_notices_of_what_is_bundled_go_along() -> None:
    file = client.find("/licenses.md")
    assert file is not None
    text = file.content.decode()
    assert "preact" in text
    assert "Permission is hereby granted" in text


@pytest.mark.parametrize("url", ["cards.example", "ftp://cards.example", "http://[", "https://a/b", "https://"])
def test_a6_a_public_address_that_is_none_is_one_clear_line(url: str) -> None:
    with pytest.raises(HostError) as caught:
        Links(public=url)
    assert caught.value.code == "public-url"
