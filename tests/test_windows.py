"""As far as a POSIX machine can tell: without what only POSIX has, the package imports, helps and plays."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from tests.host.indoors import PATIENCE

WITHOUT = """
import asyncio, os, signal, subprocess, sys, types  # the library itself looks at the machine when it is imported
for module in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"):
    sys.modules[module] = None
for module, names in (
    (os, "fork getuid geteuid getgid nice sched_getaffinity setsid killpg uname statvfs"),
    (signal, "SIGHUP SIGKILL SIGUSR1 SIGUSR2 SIGALRM pthread_sigmask alarm"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
locks = sys.modules["msvcrt"] = types.ModuleType("msvcrt")
locks.LK_NBLCK = 2
locks.locking = lambda *_: None
"""
PROGRAM = f"{WITHOUT}\nfrom nonante.cli import main\nmain()"


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["players"], ["rules"]], ids="-".join)
def test_the_command_line_answers(arguments: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_a_deal_is_served_and_dealt(tmp_path: Path) -> None:
    """`nonante play` opens a page, and behind it a table."""
    options = ["play", "--port", "0", "--no-browser", "--database", f"sqlite:///{tmp_path / 'games.db'}"]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONUNBUFFERED": "1", "HOME": str(tmp_path)},
    ) as process:
        try:
            assert process.stdout
            assert process.stderr
            line = process.stdout.readline()
            found = re.search(r"http://[\w.]+:\d+", line)
            assert found, line + process.stderr.read()
            body = json.dumps({"name": "Ann", "settings": {"rules": {"edition": "base"}}, "deal": True}).encode()
            request = urllib.request.Request(  # noqa: S310 - our own server
                f"{found[0]}/api/tables", body, {"content-type": "application/json"}
            )
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - likewise
                assert json.load(answer)["token"]
        finally:
            process.terminate()
        assert "Traceback" not in process.stderr.read()
