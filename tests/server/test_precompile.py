"""The champion is compiled beside a running server: quietly, and never in anybody's way."""

from __future__ import annotations

import logging
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.host.indoors import PATIENCE

from nonante.host import levels
from nonante.host.levels import compiling
from nonante.players import LEVELS
from nonante.server import precompile
from nonante.server.precompile import Target, compile_now, precompiling


@pytest.fixture
def warmed_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Precompile at once, with nothing to compile; return what was warmed up in this process."""
    done: list[str] = []
    parts = tuple(Target(name, "pass", partial(done.append, name)) for name in ("the champion", "the review"))
    monkeypatch.setattr(precompile, "HEAD_START", 0)
    monkeypatch.setattr(precompile, "LOOK", 0.01)
    monkeypatch.setattr(precompile, "find_spec", lambda _: True)
    monkeypatch.setattr(precompile, "PARTS", parts)
    yield done
    assert not compiling.is_set()


def wait() -> None:
    """Wait until the champion is ready."""
    while compiling.is_set():
        time.sleep(0.01)


def test_the_cache_is_filled_elsewhere_and_then_loaded(warmed_up: list[str]) -> None:
    with precompiling():
        wait()
        assert warmed_up[0] == "the champion"
        while len(warmed_up) < 2:
            time.sleep(0.01)
    assert warmed_up == ["the champion", "the review"]


def test_loading_waits_for_a_quiet_moment(warmed_up: list[str]) -> None:
    """Loading holds everybody up for moments of 0.1 seconds: not while people play."""
    looks = threading.Semaphore(0)
    quiet = threading.Event()

    def look() -> bool:
        looks.release()
        return quiet.is_set()

    with precompiling(look):
        for _ in range(3):
            looks.acquire()
        assert warmed_up == []
        quiet.set()
        wait()
        assert "the champion" in warmed_up


def test_who_waits_for_a_review_has_it_compiled_at_once(
    warmed_up: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Once, in a process without low priority, while the quiet one goes on; later there is nothing to do."""
    marks = tmp_path / "marks"
    code = f"import os; open({str(marks)!r}, 'a').write(str(os.nice(0)) + chr(10))"
    slow = Target("the review", code, partial(warmed_up.append, "the review"))
    monkeypatch.setattr(precompile, "PARTS", (slow,))
    monkeypatch.setattr(precompile, "HEAD_START", 10**6)
    compile_now()
    assert not marks.exists()  # without a server nothing is under way
    with precompiling():
        compile_now()
        compile_now()
        assert marks.read_text().splitlines() == [str(os.nice(0))]
    assert warmed_up == []


def test_nobody_waits_for_the_champion(warmed_up: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started = tmp_path / "started"
    endless = f"import time; open({str(started)!r}, 'x'); time.sleep(10**6)"
    monkeypatch.setattr(precompile, "PARTS", (Target("the champion", endless, partial(warmed_up.append, "never")),))
    assert [levels.effective_level(level) for level in LEVELS] == list(LEVELS)
    with precompiling():
        assert [levels.effective_level(level) for level in LEVELS] == [*LEVELS[:-1], "strong"]
        while not started.exists():
            time.sleep(0.01)
    # The process has ended with the server, or this would have taken days.
    assert [levels.effective_level(level) for level in LEVELS] == list(LEVELS)
    assert warmed_up == []


SERVER = """
import sys
from nonante.cli import main
from nonante.server import precompile
precompile.HEAD_START = 0
precompile.find_spec = lambda _: True
precompile.PARTS = (precompile.Target("the champion", sys.argv.pop(), lambda: None),)
main()
"""
ENDLESS = "import os, time; line = open({!r}, 'w'); print(os.getpid(), file=line, flush=True); time.sleep(10**6)"


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_what_compiles_ends_with_the_server(tmp_path: Path, end: signal.Signals) -> None:
    """However the server ends: asked to, by Ctrl-C, or killed."""
    line = tmp_path / "line"
    os.mkfifo(line)
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    command = [sys.executable, "-c", SERVER, "serve", "--port", "0", "--database", database, ENDLESS.format(str(line))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("Serving on ")
        with line.open() as compiling_there:
            number = int(compiling_there.readline())
            server.send_signal(end)
            assert server.wait(PATIENCE) == (-end if end == signal.SIGKILL else 0)
            ended, _, _ = select.select([compiling_there], [], [], PATIENCE)  # at its end, the line is at its end
            if not ended:
                os.kill(number, signal.SIGKILL)
            assert ended
        assert server.communicate()[1] == ""


def test_a_failure_is_one_line_for_those_who_look(
    warmed_up: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "nonante.server")

    def fail() -> None:
        raise OSError("no room for it")

    parts = (
        Target("the champion", "raise RuntimeError('no compiler')", fail),
        Target("the review", "pass", fail),
    )
    monkeypatch.setattr(precompile, "PARTS", parts)
    with precompiling():
        wait()
        while len(caplog.records) < 2:
            time.sleep(0.01)
    assert warmed_up == []
    told = [record.getMessage() for record in caplog.records]
    assert told == [
        "the champion was not precompiled: RuntimeError: no compiler",
        "the review was not precompiled: no room for it",
    ]
    assert {record.levelno for record in caplog.records} == {logging.INFO}


def test_without_a_compiler_nothing_happens(warmed_up: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompile, "find_spec", lambda _: None)
    before = threading.active_count()
    with precompiling():
        assert not compiling.is_set()
        assert threading.active_count() == before
    assert warmed_up == []
