"""How a server is told what to do: flags, environment, a file; and what it says before it starts."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import stat
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import httpx
import pytest
from tests.server.serving import Server, serving

from nonante.host.errors import HostError
from nonante.server.journal import JsonLines
from nonante.server.links import Links

ROOT = Path(__file__).parents[2]


def serve(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nonante", "serve", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})


def test_a_file_the_environment_and_flags_in_this_order(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'a.db'}"
    file = tmp_path / "nonante.toml"
    file.write_text(f'database = "{database}"\nport = 1\nhost = "127.0.0.1"\nallowed-host = ["cards.example"]\n')
    done = serve("--config", str(file), "--port", "0", "--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert "All is well" in done.stdout
    assert (tmp_path / "a.db").is_file()
    done = serve("--check", NONANTE_DATABASE=database, NONANTE_PORT="0")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("port = ", "cannot read"),
        ("prot = 1", "no option 'prot'"),
        ('port = "many"', "many"),
        ("\xff\xfe", "cannot read"),
    ],
)
def test_a_bad_file_is_one_clear_line(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "nonante.toml"
    file.write_text(text, encoding="latin-1")
    done = serve("--config", str(file), "--check")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert why in done.stderr
    assert serve("--config", str(tmp_path / "none.toml"), "--check").returncode == 2


def test_check_says_what_would_not_work(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = serve("--check", "--port", str(taken.getsockname()[1]), "--database", f"sqlite:///{tmp_path / 'a.db'}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert serve("--check", "--port", "0", "--public-url", "nowhere").returncode == 2


def test_a_socket_in_the_file_system(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as left:  # by a dead server
        left.bind(str(path))
    server = Server(tmp_path / "tables.db", "--unix", str(path))
    try:
        assert server.url == f"unix:{path}"
        with httpx.Client(transport=httpx.HTTPTransport(uds=str(path)), base_url="http://localhost") as http:
            assert http.get("/healthz").text == "ok\n"
    finally:
        assert server.stop() == (0, "")


@pytest.mark.parametrize(
    ("options", "mode"), [((), 0o660), (("--unix-mode", "666"), 0o666), (("--unix-mode", "0600"), 0o600)]
)
def test_the_mode_of_a_socket_says_who_may_connect(tmp_path: Path, options: tuple[str, ...], mode: int) -> None:
    path = tmp_path / "s"
    with serving(tmp_path / "tables.db", "--unix", str(path), *options):
        assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("value", ["660", '"999"', '"rw"', "0o660", "[6]"])
def test_a_mode_is_octal_digits_in_quotes(tmp_path: Path, value: str) -> None:
    file = tmp_path / "nonante.toml"
    file.write_text(f'unix = "{tmp_path / "s"}"\nunix-mode = {value}\n')
    done = serve("--config", str(file), "--check")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "octal" in done.stderr


def test_before_it_stops_it_tells_the_balancer(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--grace", "2")
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    states = set()
    while server.process.poll() is None:
        try:
            states.add(httpx.get(server.url + "readyz").status_code)
        except httpx.HTTPError:
            break
        time.sleep(0.05)
    server.process.communicate()
    assert 503 in states
    assert server.process.returncode == 0
    assert time.monotonic() - began >= 2


def test_a_log_in_json_names_the_table_and_no_secret() -> None:
    record = logging.LogRecord("nonante.server", logging.ERROR, "", 1, "table %s: %s", ("BCDFGH", "Play"), None)
    entry = json.loads(JsonLines().format(record))
    assert {name: entry[name] for name in ("level", "table", "text")} == {
        "level": "error",
        "table": "BCDFGH",
        "text": "table BCDFGH: Play",
    }
    assert entry["time"].endswith("+00:00")


def test_the_list_of_parts_names_every_locked_package() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "sbom.py"], capture_output=True, text=True, check=True)
    parts = {part["name"]: part for part in json.loads(done.stdout)["components"]}
    assert {"starlette", "uvicorn", "websockets", "msgspec", "preact"} <= set(parts)
    assert parts["starlette"]["hashes"]
    assert parts["preact"]["licenses"] == [{"license": {"name": "MIT"}}]


def test_dependencies_have_an_upper_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert all("<" in wanted for wanted in project["dependencies"])


@pytest.mark.parametrize("prefix", ["nonante/", "/club/cards"])
def test_all_addresses_lie_below_the_prefix_whether_the_proxy_takes_it_off_or_not(tmp_path: Path, prefix: str) -> None:
    path = "/" + prefix.strip("/")

    async def work(server: Server) -> None:
        opened = await server.open(deal=True)
        bare = server.url.removesuffix(path + "/")
        async with server.join(opened["code"], opened["token"]) as anna, httpx.AsyncClient() as http:
            assert anna.table["you"] == 0
            assert (await http.get(bare + path)).headers["location"] == path + "/"
            for base in (bare + path, bare):
                page = await http.get(f"{base}/t/{opened['code']}")
                assert f'src="{path}/assets/' in page.text
                assert f'content="{bare}{path}/t/{opened["code"]}"' in page.text
                assert (await http.get(f"{base}/api/tables/{opened['code']}")).status_code == 200
            assert (await http.get(f"{bare}/other/api/info")).headers["content-type"].startswith("text/html")

    with serving(tmp_path / "tables.db", "--prefix", prefix) as server:
        asyncio.run(work(server))


@pytest.mark.parametrize("prefix", ["/a b", "/a?b", '/"', "/../a\n"])
def test_a_prefix_that_is_no_path_is_refused(prefix: str) -> None:
    with pytest.raises(HostError, match="cannot serve under"):
        Links(prefix=prefix)
