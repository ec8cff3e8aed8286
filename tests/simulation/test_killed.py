"""A run that was killed in the middle, started again, comes to the same result as one that nobody stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

SIMULATE = ("simulate", "--seats", "nearest,novice", "--games", "800")
BENCHMARK = ("benchmark", "nearest", "--setting", "base-2-none", "--pool", "novice", "--games", "300")


def _command(words: tuple[str, ...], keep: Path) -> list[str]:
    return [sys.executable, "-m", "nonante", *words, "--keep", str(keep), "--json"]


def _result(words: tuple[str, ...], keep: Path) -> dict[str, Any]:
    done = subprocess.run(_command(words, keep), check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return {name: value for name, value in found.items() if not name.startswith(("seconds", "games_per"))}


def _games(keep: Path) -> int:
    """Return how many games were kept so far."""
    files = keep.glob("*.json") if keep.is_dir() else [keep] if keep.exists() else []
    return sum(json.loads(file.read_text("utf-8"))["games"] for file in files)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "cells"), [(SIMULATE, 1), (BENCHMARK, 3)], ids=["simulate", "benchmark"])
def test_a_killed_run_comes_to_the_same_result(words: tuple[str, ...], cells: int, tmp_path: Path) -> None:
    keep, games = tmp_path / "kept", int(words[-1])
    running = subprocess.Popen(_command(words, keep), start_new_session=True, stdout=subprocess.DEVNULL)
    while not _games(keep) % games:  # in the middle of a cell
        assert running.poll() is None
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert 0 < _games(keep) < games * cells
    assert _result(words, keep) == _result(words, tmp_path / "whole")
    assert _games(keep) == games * cells
