"""Requests to addresses that strangers choose go to public addresses only, wherever a name or a redirect leads."""

from __future__ import annotations

import asyncio
import socket
import threading
from dataclasses import replace
from ipaddress import ip_address

import pytest
from tests.server.listening import LOOPBACK, listening

from nonante.server.courier import AT_ONCE
from nonante.server.outgoing import Forbidden, Outgoing, OutgoingError, is_public
from nonante.server.webhooks import call_of

HANGS = 20.0  # seconds
PRIVATE = """
127.0.0.1 127.8.8.8 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
100.127.255.254 192.0.0.8 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255
240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 fe80::1 fc00::1 fd12:3456::1 fec0::1 ff02::1 2001:db8::1
2001::7f00:1 2002:7f00:1:: 2002:0a00:0001::1 100::1 ::ffff:0:7f00:1 ::ffff:0:a00:1 3fff::1
"""


@pytest.mark.parametrize("address", PRIVATE.split())
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))
    bracketed = f"[{address}]" if ":" in address else address
    with pytest.raises(Forbidden):
        Outgoing().check(f"https://{bracketed}/hook")


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450::1"])
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://chat.example/hook",
        "ftp://chat.example/hook",
        "file:///etc/passwd",
        "https://",
        "https:///path",
        "https://user@chat.example/",
        "https://user:secret@chat.example/",
        "https://chat.example:0/",
        "https://chat.example:99999/",
        "https://[::1/",
        "https://chat.example/a b",
        "https://chat.example/\r\nX: y",
        "https://chät.example/",
        "https://127.0.0.1:8098/",
        "https://chat.example/" + "x" * 2000,
    ],
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(Forbidden):
        Outgoing().check(url)


def test_http_only_where_the_operator_allows_it() -> None:
    assert Outgoing(("https", "http")).check("http://chat.example/hook").hostname == "chat.example"


def post(outgoing: Outgoing, url: str) -> int:
    return asyncio.run(outgoing.post(url, {}, b"x")).status


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254"])
def test_a_name_that_leads_to_a_private_address_is_refused_where_it_is_connected(address: str) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        del host, port
        return ["93.184.216.34", address]  # one of them is enough

    with pytest.raises(Forbidden):
        post(Outgoing(("http",), resolve=resolve), "http://chat.example/")


@pytest.mark.parametrize("text", ["127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost"])
def test_other_ways_to_write_this_machine(text: str) -> None:
    """The system's resolver reads them as addresses, and what it answers is checked."""
    with pytest.raises(OutgoingError):
        post(Outgoing(("http",)), f"http://{text}:9/")


def test_a_name_that_changes_its_address_is_resolved_once_and_connected_there() -> None:
    """DNS rebinding: what was checked is what is connected to, so a second answer is never asked for."""

    async def main() -> None:
        async with listening() as service:
            asked = []

            async def resolve(host: str, port: int) -> list[str]:
                asked.append((host, port))
                return ["93.184.216.34"] if len(asked) % 2 else ["127.0.0.1"]

            guard = Outgoing(("http",), timeout=0.3, resolve=resolve)
            url = service.url.replace("127.0.0.1", "rebinding.example")
            with pytest.raises(OutgoingError):  # the public one, where nobody answers here
                await guard.post(url, {}, b"x")
            assert len(asked) == 1
            with pytest.raises(Forbidden):
                await guard.post(url, {}, b"x")
            assert service.posts == []

    asyncio.run(main())


def test_where_one_address_does_not_answer_the_next_one_is_tried() -> None:
    async def both(name: str, port: int) -> list[str]:
        del name, port
        return ["127.0.0.9", "127.0.0.1", "127.0.0.8"]  # only on the second somebody listens

    async def main() -> tuple[int, int]:
        async with listening() as service:
            url = service.url.replace("127.0.0.1", "push.example")
            reply = await replace(LOOPBACK, resolve=both).post(url, {}, b"")
            return reply.status, len(service.posts)

    assert asyncio.run(main()) == (201, 1)


def test_names_that_are_never_answered_hold_up_no_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The threads of asyncio also draw pictures and close the store."""
    answered = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *_: ([], "slow" in host and answered.wait())[0])

    async def main() -> None:
        guard = Outgoing(("http",), timeout=HANGS)
        asking = [asyncio.create_task(guard.post("http://slow.example/", {}, b"x")) for _ in range(AT_ONCE)]
        await asyncio.sleep(0)
        try:
            await asyncio.wait_for(asyncio.to_thread(int), HANGS)
            with pytest.raises(OutgoingError, match="nobody knows"):
                await guard.post("http://quick.example/", {}, b"x")
        finally:
            answered.set()
            await asyncio.gather(*asking, return_exceptions=True)

    asyncio.run(main())


def test_redirects_are_not_followed() -> None:
    async def main() -> None:
        async with listening() as inside, listening(307, location=inside.url) as outside:
            reply = await LOOPBACK.post(outside.url, {}, b"x")
            assert reply.status == 307
            assert inside.posts == []

    asyncio.run(main())


def test_nothing_is_sent_before_it_is_meant_to_be() -> None:
    async def main() -> None:
        async with listening() as service:

            async def begin() -> None:
                assert service.posts == []
                raise OutgoingError("not any more")

            with pytest.raises(OutgoingError, match="not any more"):
                await LOOPBACK.post(service.url, {}, b"x", begin)
            await asyncio.sleep(0.05)
            assert service.posts == []

    asyncio.run(main())


async def misbehave(kind: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    if kind == "endless":
        writer.write(b"HTTP/1.1 200 Fine\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x" * 65_536)
            await writer.drain()
    elif kind == "promises":
        while not writer.is_closing():
            writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100)
            await writer.drain()
    elif kind == "no HTTP":
        writer.write(b"SSH-2.0-OpenSSH\r\n\r\n")
    elif kind == "silent":
        await reader.read()
    writer.close()


@pytest.mark.parametrize("kind", ["endless", "promises", "no HTTP", "silent", "nothing"])
def test_services_that_do_not_answer_as_they_should(kind: str) -> None:
    async def main() -> None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await misbehave(kind, reader, writer)
            except ConnectionError:
                pass
            finally:
                writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        async with server:
            guard = replace(LOOPBACK, timeout=0.5)
            if kind == "endless":  # nobody reads it
                assert (await guard.post(url, {}, b"x")).status == 200
            else:
                with pytest.raises(OutgoingError, match="no answer$" if kind == "promises" else None):
                    await guard.post(url, {}, b"x")

    asyncio.run(main())


def test_names_are_no_markup_in_a_chat() -> None:
    said = {
        kind: call_of(
            kind, "https://chat.example/h?access_token=t", "**<!here> @everyone** is next", "https://l", "n1", {}
        )
        for kind in ("discord", "slack", "matrix", "ntfy", "json")
    }
    assert b'"parse": []' in said["discord"].body
    assert b"\\\\*\\\\*\\\\<" in said["discord"].body
    assert b"&lt;!here&gt;" in said["slack"].body
    assert (said["matrix"].method, said["matrix"].url) == ("PUT", "https://chat.example/h/n1")
    assert said["matrix"].headers["Authorization"] == "Bearer t"
    assert said["ntfy"].headers["Click"] == "https://l"
    assert b'"id": "n1"' in said["json"].body
