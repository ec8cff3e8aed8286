"""The limit of `tests/conftest.py`: a test that works for too long has to say so."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

TESTS = """
import os
import time

import pytest

os.getloadavg = lambda: (0.0, 0.0, 0.0)  # as on a quiet machine


def work():
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass


loaded = []


def test_loads_something_once():
    if not loaded:
        loaded.append(work())


def test_works_for_too_long():
    work()


def test_waits():
    time.sleep(0.1)


@pytest.mark.slow
def test_says_so():
    work()


def test_is_wrong():
    work()
    assert loaded is None
"""


def test_only_work_that_is_repeated_and_not_marked_fails(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\nslow_limit = 0.05\n", "utf-8")
    (tmp_path / "test_some.py").write_text(TESTS, "utf-8")
    command = [sys.executable, "-m", "pytest", "-rf", "-p", "no:cacheprovider", "-p", "no:xdist", str(tmp_path)]
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    assert "2 failed, 3 passed" in shown, shown
    assert "FAILED test_some.py::test_works_for_too_long - works for" in shown
    assert "FAILED test_some.py::test_is_wrong - assert" in shown
    assert "works for 0.1 s, more than 0.05" in shown
