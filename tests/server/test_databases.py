"""The PostgreSQL of the tests leaves nothing behind, also where they are broken off."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from tests.host.indoors import PATIENCE

START = """
import sys
from tests.server.databases import server
running = server()
print(running.get_uri(), running.pgdata.parent, flush=True)
sys.stdin.read()
"""


def test_postgresql_ends_with_tests_that_are_killed(pytestconfig: pytest.Config) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", START],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        cwd=pytestconfig.rootpath, start_new_session=True,
    ) as tests:  # fmt: skip
        assert tests.stdout is not None
        address, folder = tests.stdout.readline().split()
        with psycopg.connect(address, autocommit=True) as connection:
            os.killpg(tests.pid, signal.SIGKILL)
            with pytest.raises(psycopg.OperationalError):
                connection.execute("SELECT pg_sleep(%s)", [PATIENCE])
    until = time.monotonic() + PATIENCE
    while Path(folder).exists() and time.monotonic() < until:
        time.sleep(0.01)
    assert not Path(folder).exists()
