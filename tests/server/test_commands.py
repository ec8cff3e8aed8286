"""``nonante serve`` and ``nonante play`` as people start them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.cli.program import nonante
from tests.host.indoors import PATIENCE

from nonante.server.running import default_database, lan_url_of, listen, url_of


def test_bad_options_are_one_line_and_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_text("no database at all, " * 100)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for arguments in (
            ("serve", "--port", port),
            ("play", "--no-browser", "--port", port),
            ("serve", "--port", "70000"),
            ("serve", "--port", "nonsense"),
            ("serve", "--host", "no.such.host.invalid", "--port", "0"),
            ("serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'bad.db'}"),
            ("serve", "--port", "0", "--database", "postgresql://somewhere/else"),
            ("play", "--no-browser", "--database", "sqlite:////proc/nowhere/tables.db"),
            ("serve", "--tables", "0"),
        ):
            done = nonante(*arguments, XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path))
            assert (done.returncode, done.stdout) == (2, ""), arguments
            assert done.stderr.startswith("nonante: "), done.stderr
            assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_play_says_where_and_ends_cleanly(tmp_path: Path, end: signal.Signals) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    command = [sys.executable, "-m", "nonante", "play", "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        url = next(word for word in line.split() if word.startswith("http"))
        assert httpx.get(url + "api/info", timeout=PATIENCE).status_code == 200
        evil = httpx.get(url + "api/info", headers={"host": "evil.example"}, timeout=PATIENCE)
        assert evil.status_code == 400
        process.send_signal(end)
        _, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, errors) == (0, "")
    assert list(tmp_path.rglob("tables.db"))
    assert not list(tmp_path.rglob("tables.db-wal"))  # closed, not left behind


def test_play_in_the_network_answers_to_any_name(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    command = [sys.executable, "-m", "nonante", "play", "--no-browser", "--lan"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        url = next(word for word in process.stdout.readline().split() if word.startswith("http"))
        local = "http://127.0.0.1:" + url.rstrip("/").rsplit(":", 1)[1]
        answer = httpx.get(local + "/api/info", headers={"host": "living-room.local"}, timeout=PATIENCE)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert answer.status_code == 200


def has_ipv6() -> bool:
    """Tell whether this machine does; many in containers do not."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


class Probe:
    """A socket of a machine that others reach at 192.0.2.55, as long as it has a network."""

    reached = True

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, _: object) -> None:
        if not self.reached:
            raise OSError("network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        return "192.0.2.55", 40_000


def test_addresses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as here:
        assert url_of(here).startswith("http://127.0.0.1:")
        assert lan_url_of(here) is None
    with listen("0.0.0.0", 0) as everywhere:  # noqa: S104 - for a moment
        assert url_of(everywhere).startswith("http://localhost:")
        port = everywhere.getsockname()[1]
        with monkeypatch.context() as patch:
            patch.setattr(socket, "socket", Probe)
            assert lan_url_of(everywhere) == f"http://192.0.2.55:{port}/"
            patch.setattr(Probe, "reached", False)
            assert lan_url_of(everywhere) is None, "without a network there is nobody to invite"
    if has_ipv6():
        with listen("::1", 0) as six:
            assert url_of(six).startswith("http://[::1]:")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert default_database() == f"sqlite:///{tmp_path}/nonante/tables.db"


NO_POSIX = """
import asyncio, concurrent.futures, multiprocessing, os, shutil, signal, socket, subprocess, sys, tempfile
sys.modules |= dict.fromkeys(["fcntl", "grp", "pwd", "resource", "termios"])
for module, names in ((os, "fork getuid geteuid nice umask"), (socket, "AF_UNIX"), (signal, "pthread_sigmask SIGKILL")):
    for name in names.split():
        delattr(module, name)
from nonante.cli import COMMANDS, load, main
for name in COMMANDS:
    load(name)
sys.argv = ["nonante", "admin", "status"]
main()
"""


def test_commands_are_there_on_a_system_that_is_not_posix() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_POSIX], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "no such sockets" in done.stderr
