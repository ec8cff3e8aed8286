"""How a server is told what to do: flags, environment, a file; and what it says before it starts."""

from __future__ import annotations

import asyncio
import json
import logging
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
from tests.cli.program import nonante
from tests.server.serving import Server, serving

from nonante.host.errors import HostError
from nonante.server.links import Links
from nonante.server.logs import JsonLines

ROOT = Path(__file__).parents[2]


def serve(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return nonante("serve", *words, **environment)


def test_a_file_the_environment_and_flags_in_this_order(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'a.db'}"
    file = tmp_path / "nonante.toml"
    file.write_text(f'database = "{database}"\nport = 1\nhost = "127.0.0.1"\nallowed-host = ["cards.example"]\n')
    done = serve("--config", str(file), "--port", "0", "--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The configuration is valid" in done.stdout
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
        ("port = " + "[" * 100_000, "cannot read"),
        ("port = [1]", "port has to be a whole number, not [1]"),
        ("port = true", "port has to be a whole number"),
        ("port = 80.5", "port has to be a whole number"),
        ("[port]", "port has to be a whole number"),
        ("host = 5", "host has to be a text in quotes"),
        ("unix = ['a']", "unix has to be a text in quotes"),
        ('unix = "a\\u0000b"', "unix has to be a text of one line"),
        ("database = 2026-11-15", "database has to be a text in quotes"),
        ("log = 1", "log has to be a text in quotes"),
        ("grace = {}", "grace has to be a number"),
        ("pace = nan", "nan"),
        ("access-log = 'yes'", "access-log has to be true or false"),
        ("origin = 'https://cards.example'", "origin has to be a list of texts"),
        ("player = [[1]]", "player has to be a list of texts"),
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


BAD_OPTIONS = {
    "--proxy": ["not an address", "10.0.0.1/8", "127.0.0.1,", "127.0.0.1,*", "proxy.example"],
    "--workers": ["4"],
    "--origin": ["nonsense", "https://", "https://cards.example/page", "https://[", "https://user@cards.example"],
    "--allowed-host": ["a*b", "*cards.example", "https://cards.example", ""],
    "--public-url": ["nowhere"],
    "--prefix": ["/a b"],
    "--keep": ["0.01", "nan", "inf"],
    "--pace": ["nan"],
    "--stand-in": ["inf"],
    "--grace": ["nan"],
    "--player": ["no.such.module:maker"],
    "--unix": ["/proc/nowhere/socket"],
}


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option in BAD_OPTIONS for value in BAD_OPTIONS[option]]
)
def test_check_refuses_what_serve_refuses_with_the_same_line(tmp_path: Path, option: str, value: str) -> None:
    words = ("--port", "0", "--database", f"sqlite:///{tmp_path / 'a.db'}", option, value)
    checked = serve("--check", *words)
    assert (checked.returncode, checked.stderr.count("\n")) == (2, 1), checked.stderr
    served = serve(*words)
    assert (served.returncode, served.stderr) == (2, checked.stderr)


def test_check_leaves_no_socket_behind(tmp_path: Path) -> None:
    words = (
        "--check",
        "--unix",
        str(tmp_path / "s"),
        "--proxy",
        "10.0.0.0/8, ::1",
        "--allowed-host",
        "*.cards.example",
    )
    done = serve(*words, "--database", f"sqlite:///{tmp_path / 'a.db'}", "--origin", "https://cards.example")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "s").exists()


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


@pytest.mark.slow
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


LOGGING = """
import logging
from nonante.server import start_logging

start_logging()
for number in range(50):
    logging.getLogger("nonante.server").warning("a socket is closed: %s", number)
    logging.getLogger("uvicorn.error").error("Invalid UTF-8 sequence received from client.", exc_info=ValueError())
"""


def test_a_server_writes_few_lines_of_one_kind_and_no_traces_of_what_clients_send() -> None:
    done = subprocess.run([sys.executable, "-c", LOGGING], capture_output=True, text=True, check=True)
    lines = done.stderr.splitlines()
    assert len(lines) == 5, done.stderr
    assert all("a socket is closed" in line for line in lines)


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
