"""The files of examples/deploy as they are shipped: nginx and Caddy from Debian, the unit's user, a game through both.

`make proxies` runs this on a machine of its own (machine.py); it is no part of `make test`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import ssl
import stat
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from machine import INSIDE, SITE
from service import UNIT, USER, install, serving
from tests.server.serving import Guest
from websockets.asyncio.client import connect
from websockets.typing import Origin

pytestmark = pytest.mark.skipif(INSIDE not in os.environ, reason="run `make proxies`, which makes a machine for this")
PATIENCE = 30.0
AUTHORITY = Path("/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt")
ADMIN = Path("/run/nonante/admin")
HERE, THERE = "127.0.0.2", "127.0.0.3"  # two visitors

UNIX = {'# unix = "/run/nonante/web"': 'unix = "/run/nonante/web"', '# unix-mode = "666"': 'unix-mode = "666"'}
BELOW = {'# prefix = "/nonante"': 'prefix = "/nonante"'}
# variant -> the lines to change in nonante.toml, nginx.conf and Caddyfile
VARIANTS = {
    "as shipped": ({}, {}, {}),
    "unix socket": (
        UNIX,
        {"    server 127.0.0.1:8098;\n": "", "# server unix:": "server unix:"},
        {"\treverse_proxy 127.0.0.1:8098\n": "", "# reverse_proxy unix": "reverse_proxy unix"},
    ),
    "prefix": (
        BELOW,
        {"    location / {": "    location /nonante/ {", "    location = /metrics": "    location = /nonante/metrics"},
        {"\treverse_proxy 127.0.0.1:8098\n": "\treverse_proxy /nonante/* 127.0.0.1:8098\n"},
    ),
}


class Site(NamedTuple):
    """The server as people see it."""

    origin: str
    prefix: str
    trust: ssl.SSLContext | bool

    def http(self, source: str = HERE) -> httpx.AsyncClient:
        """Return a browser of somebody who comes from this address."""
        way = httpx.AsyncHTTPTransport(local_address=source, verify=self.trust)
        return httpx.AsyncClient(transport=way, base_url=f"{self.origin}{self.prefix}", timeout=PATIENCE)

    @asynccontextmanager
    async def join(self, code: str, token: str | None = None, source: str = HERE) -> AsyncIterator[Guest]:
        """Connect and say hello, as a page of the site would."""
        url = f"{self.origin.replace('http', 'ws', 1)}{self.prefix}/ws/{code}"
        way: dict[str, Any] = {"ssl": self.trust} if url.startswith("wss") else {}
        async with connect(url, origin=Origin(self.origin), local_addr=(source, 0), **way) as line:
            guest = Guest(line)
            await guest.ask(type="hello", token=token)
            yield guest


@contextmanager
def program(*words: str) -> Iterator[None]:
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def nginx(edits: dict[str, str]) -> Iterator[ssl.SSLContext | bool]:
    install("nginx.conf", Path("/etc/nginx/conf.d/nonante.conf"), edits)
    subprocess.run(["nginx", "-t", "-q"], check=True)
    with program("nginx", "-g", "daemon off;"):
        yield True


@contextmanager
def caddy(edits: dict[str, str]) -> Iterator[ssl.SSLContext]:
    """Run Caddy on the shipped file; the one thing it cannot do here is to ask an authority for a certificate."""
    install("Caddyfile", Path("/etc/caddy/Caddyfile"), edits)
    own = Path("/etc/caddy/own-authority")
    own.write_text("{\n\tlocal_certs\n\tskip_install_trust\n}\nimport /etc/caddy/Caddyfile\n")
    rights = ["--reuid=caddy", "--regid=caddy", "--init-groups", "--inh-caps=+net_bind_service"]
    rights += ["--ambient-caps=+net_bind_service", "--reset-env"]
    with program("setpriv", *rights, "caddy", "run", "--adapter", "caddyfile", "--config", str(own)):
        for _ in range(int(PATIENCE * 20)):
            if AUTHORITY.exists():
                break
            asyncio.run(asyncio.sleep(0.05))
        yield ssl.create_default_context(cafile=str(AUTHORITY))


async def answers(site: Site) -> None:
    """Wait until the proxy is there."""
    async with site.http() as http:
        for _ in range(int(PATIENCE * 20)):
            try:
                if (await http.get("/readyz")).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.05)
    raise AssertionError("the proxy does not reach the server")


@pytest.fixture(scope="module", params=[(proxy, variant) for proxy in ("nginx", "caddy") for variant in VARIANTS])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    proxy, variant = request.param
    config, nginx_edits, caddy_edits = VARIANTS[variant]
    prefix = "/nonante" if variant == "prefix" else ""
    running = nginx(nginx_edits) if proxy == "nginx" else caddy(caddy_edits)
    with serving(config), running as trust:
        found = Site(f"{'http' if proxy == 'nginx' else 'https'}://{SITE}", prefix, trust)
        asyncio.run(answers(found))
        yield found


def admin(*words: str) -> Any:
    """Ask as root of this machine would, without saying where the socket is."""
    done = subprocess.run(
        ["/opt/nonante/bin/nonante", "admin", "--json", *words], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_a_page_comes_with_all_its_files(site: Site) -> None:
    async def main() -> None:
        async with site.http() as http:
            page = await http.get("/rules")
            files = re.findall(r'(?:src|href)="([^"]+)"', page.text)
            assert files
            assert {(await http.get(f"{site.origin}{file}")).status_code for file in files} == {200}
            assert (await http.get("/api/info")).json()["origin"] == f"https://{SITE}{site.prefix}"
            assert (await http.get("/metrics")).status_code == 404

    asyncio.run(main())


def test_a_whole_game_is_played_over_a_websocket(site: Site) -> None:
    async def main() -> None:
        async with site.http() as http:
            answer = await http.post(
                "/api/tables", json={"name": "Anna", "deal": True}, headers={"origin": site.origin}
            )
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        async with site.join(opened["code"], opened["token"]) as anna:
            await anna.play()
            assert anna.table["game"]["status"] in ("won", "lost")

    asyncio.run(main())


def test_limits_and_bans_count_visitors_and_not_the_proxy(site: Site) -> None:
    async def main() -> None:
        wanted = {"name": "Anna"}
        async with site.http(HERE) as many, site.http(THERE) as other:
            for claimed in range(200):  # whatever a client claims about its address
                headers = {"x-forwarded-for": f"198.51.100.{claimed}"}
                answer = await many.post("/api/tables", json=wanted, headers=headers)
                if answer.status_code == 429:
                    break
            assert answer.status_code == 429
            opened = await other.post("/api/tables", json=wanted)
            assert opened.status_code == 201
            code = opened.json()["code"]
            async with site.join(code, opened.json()["token"], THERE) as there, site.join(code, source=HERE) as here:
                found = await asyncio.to_thread(admin, "inspect", code)
                assert {line["address"] for line in found["connections"]} == {HERE, THERE}
                assert (await asyncio.to_thread(admin, "ban", HERE, "--for", "1m"))["ended"] == 1
                assert await here.closed() == 4403
                assert [(await http.get("/rules")).status_code for http in (many, other)] == [403, 200]
                await asyncio.to_thread(admin, "unban", HERE)
                assert (await there.ask(type="ping"))["type"] == "pong"

    asyncio.run(main())


def test_nobody_but_the_service_and_root_gets_to_its_files_and_to_its_operator(site: Site) -> None:
    del site
    assert stat.S_IMODE(ADMIN.stat().st_mode) == 0o600
    assert ADMIN.stat().st_uid == USER
    assert stat.S_IMODE(Path("/var/lib/nonante").stat().st_mode) == 0o700
    assert stat.S_IMODE(Path("/var/lib/nonante/tables.db").stat().st_mode) == 0o600
    words = [
        "setpriv",
        "--reuid=www-data",
        "--regid=www-data",
        "--init-groups",
        "/opt/nonante/bin/nonante",
        "admin",
        "status",
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "Permission denied" in done.stderr


def test_systemd_finds_nothing_wrong_with_the_unit() -> None:
    install("nonante.service", UNIT)
    done = subprocess.run(["systemd-analyze", "verify", str(UNIT)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
