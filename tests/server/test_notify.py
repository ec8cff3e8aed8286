"""What a service manager hears: a socket of the test's own stands for systemd."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.host.indoors import PATIENCE
from tests.server.databases import new_database

from nonante.server.systemd import BEAT, Notifier

SILENCE = 3.0  # seconds; much longer than the watchdogs here
HANGING = """
import os, signal, time
from nonante.host.limits import Limits
from nonante.server import running
from nonante.server.app import create_app
from nonante.server.systemd import Notifier
from nonante.server.sqlite import SqliteStore

signal.signal(signal.SIGUSR1, lambda *_: time.sleep(600))  # in the thread of the event loop
listener = running.listen("127.0.0.1", 0)
heartbeat = Notifier.of(os.environ)
running.run(create_app(SqliteStore(":memory:")), listener, lambda: None, Limits(), heartbeat=heartbeat)
"""
ONE_OF_TWO = """
import os, signal, sys, time
from nonante.server.systemd import Notifier
from nonante.server.workers import Workers

def work(place, heartbeat):
    if place:
        sys.stdin.read(1)
    heartbeat.ready()
    silent = []
    signal.signal(signal.SIGUSR1, lambda *_: silent.append(place))
    if place:
        print(os.getpid(), flush=True)
    while True:
        time.sleep(heartbeat.every / 2)
        if not silent:
            heartbeat.beat("")

raise SystemExit(Workers(2, work, Notifier.of(os.environ)).run())
"""


class Manager:
    """Hears what a service says."""

    def __init__(self, line: socket.socket, address: str) -> None:
        self._line = line
        self._line.settimeout(PATIENCE)
        self.address = address

    def environment(self, watchdog: float = 0.5) -> dict[str, str]:
        return {**os.environ, "NOTIFY_SOCKET": self.address, "WATCHDOG_USEC": str(int(watchdog * 1e6))}

    def next(self) -> dict[str, str]:
        """Return the next message."""
        return dict(line.split("=", 1) for line in self._line.recv(4096).decode().splitlines())

    def until(self, name: str) -> dict[str, str]:
        """Return the next message that has such a line."""
        while name not in (message := self.next()):
            pass
        return message

    def silent(self, after: int = 200) -> bool:
        """Tell whether the service falls silent, after at most so many messages."""
        self._line.settimeout(SILENCE)
        try:
            for _ in range(after + 1):
                self.next()
        except TimeoutError:
            return True
        finally:
            self._line.settimeout(PATIENCE)
        return False


@contextmanager
def managing(address: str) -> Iterator[Manager]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0" + address[1:] if address.startswith("@") else address)
        yield Manager(line, address)


@contextmanager
def running(manager: Manager, *command: str) -> Iterator[subprocess.Popen[bytes]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, *command], env=manager.environment(), stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_hears_that_a_server_is_ready_alive_and_stopping(tmp_path: Path, abstract: bool) -> None:
    address = f"@nonante-{secrets.token_hex(8)}" if abstract else str(tmp_path / "notify")
    command = ["-m", "nonante", "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    with managing(address) as manager, running(manager, *command) as process:
        assert manager.next()["READY"] == "1"
        beat = manager.until("WATCHDOG")
        assert beat == {"WATCHDOG": "1", "STATUS": "0 tables, 0 connections"}
        process.send_signal(signal.SIGTERM)
        assert manager.until("STOPPING")["STOPPING"] == "1"
        assert process.communicate(timeout=PATIENCE)[1] == b""
        assert process.returncode == 0


@pytest.mark.slow
def test_a_server_whose_event_loop_hangs_feeds_the_watchdog_no_more(tmp_path: Path) -> None:
    with managing(str(tmp_path / "notify")) as manager, running(manager, "-c", HANGING) as process:
        manager.until("WATCHDOG")
        process.send_signal(signal.SIGUSR1)
        assert manager.silent()


def test_workers_are_ready_when_all_are_and_alive_while_all_are(tmp_path: Path) -> None:
    with managing(str(tmp_path / "notify")) as manager, running(manager, "-c", ONE_OF_TWO) as process:
        assert process.stdin
        assert process.stdout
        assert manager.silent(after=0)  # one is ready, and waits for the other
        process.stdin.write(b"x")
        process.stdin.flush()
        assert manager.next()["READY"] == "1"
        assert manager.until("WATCHDOG")["STATUS"] == "2 processes"
        os.kill(int(process.stdout.readline()), signal.SIGUSR1)
        assert manager.silent()
        process.send_signal(signal.SIGTERM)
        assert manager.next()["STOPPING"] == "1"


def test_the_parent_of_real_workers_speaks_for_them(tmp_path: Path) -> None:
    command = ["-m", "nonante", "serve", "--port", "0", "--workers", "2", "--database", new_database()]
    with managing(str(tmp_path / "notify")) as manager, running(manager, *command) as process:
        assert manager.next()["READY"] == "1"
        assert manager.until("WATCHDOG")["STATUS"] == "2 processes"
        process.send_signal(signal.SIGTERM)
        assert manager.until("STOPPING")["STOPPING"] == "1"
        assert process.communicate(timeout=PATIENCE)[1] == b""
        assert process.returncode == 0


@pytest.mark.parametrize(
    ("environment", "watchdog"),
    [
        ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000"}, 30.0),
        ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, 0.0),
        ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "soon"}, 0.0),
        ({"NOTIFY_SOCKET": "vsock:2:1", "WATCHDOG_USEC": "30000000"}, 0.0),
        ({}, 0.0),
    ],
)
def test_what_the_manager_wants_is_taken_out_of_the_environment(environment: dict[str, str], watchdog: float) -> None:
    notifier = Notifier.of(environment)
    assert (notifier.watchdog, environment) == (watchdog, {})
    assert notifier.every == (watchdog / 3 or BEAT)
    notifier.beat("nobody hears it, and nothing fails")
