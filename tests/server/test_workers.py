"""Several processes on one port, and how they end; so does a single one, whenever it is told to."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.program import nonante
from tests.host.indoors import PATIENCE
from tests.server.databases import new_database
from tests.server.serving import Server

STARTING = """
import os, time
from nonante.server.workers import Workers

def work(place, heartbeat):
    os.write(1, b"x")
    time.sleep(600)

raise SystemExit(Workers(2, work).run())
"""
FAILING = """
import os, signal
from nonante.server.workers import Workers

def work(place, heartbeat):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.kill(os.getppid(), signal.SIGTERM)  # so that it is not started again
    1 / 0

raise SystemExit(Workers(1, work).run())
"""
ABOUT_TO_SERVE = """
import signal
from nonante.host.limits import Limits
from nonante.server import running
from nonante.server.app import create_app
from nonante.server.sqlite import SqliteStore

class Server(running.Server):
    def run(self, sockets):
        signal.raise_signal(signal.SIGTERM)
        super().run(sockets)

running.Server = Server
running.run(create_app(SqliteStore(":memory:")), running.listen("127.0.0.1", 0), lambda: None, Limits())
"""


def test_several_workers_serve_one_port_and_need_postgresql(tmp_path: Path) -> None:
    done = nonante("serve", "--workers", "2", "--port", "0", "--database", f"sqlite:///{tmp_path / 'a.db'}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "PostgreSQL" in done.stderr

    async def main(server: Server) -> None:
        opened = await server.open(deal=True)
        for _ in range(5):
            async with server.join(opened["code"], opened["token"]) as anna:
                assert anna.table["you"] == 0
                for on in (True, False):
                    assert (await anna.ask(type="pause", on=on))["type"] == "update"

    server = Server(new_database(), "--workers", "2")
    try:
        asyncio.run(main(server))
    finally:
        assert server.stop() == (0, "")


def test_workers_end_with_a_parent_that_is_killed() -> None:
    server = Server(new_database(), "--workers", "2")
    server.process.kill()
    _, errors = server.process.communicate(timeout=PATIENCE)  # of all of them: until the last has ended
    assert errors == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_workers_that_are_still_starting_end_when_told(number: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", STARTING], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.read(2) == b"xx"
            process.send_signal(number)
            process.communicate(timeout=PATIENCE)  # of all of them
            assert process.returncode == 0
        finally:
            process.kill()


def test_a_worker_that_fails_says_why() -> None:
    done = subprocess.run([sys.executable, "-c", FAILING], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stderr.startswith("a worker failed\n")
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_a_server_told_to_stop_just_before_it_serves_stops() -> None:
    done = subprocess.run([sys.executable, "-c", ABOUT_TO_SERVE], capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
