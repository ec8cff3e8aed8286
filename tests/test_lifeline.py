"""Processes beside one of ours end with it, also where it is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.host.indoors import PATIENCE

ROOT = Path(__file__).parents[1]
PLAYER = """
import os
from multiprocessing import parent_process

from nonante.players.levels import Novice

if parent_process():
    os.write(1, f"{os.getpid()}\\n".encode())  # in one go: there are two of us


class Mine(Novice):
    pass
"""
SIMULATION = ("-m", "nonante", "simulate", "--player", "mine:Mine", "--games", "100000000", "--workers", "2")
TRAINING = """
import time
from training.champion import workers

with workers(2) as pool:
    for _ in range(2):
        pool.submit(time.sleep, 10**6)
    print(*pool._processes, sep="\\n", flush=True)
"""


@pytest.mark.parametrize("command", [SIMULATION, ("-c", TRAINING)], ids=["simulation", "training"])
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "mine.py").write_text(PLAYER, "utf-8")
    ways = os.pathsep.join([str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": ways},
    ) as parent:
        assert parent.stdout is not None
        try:
            workers = {int(parent.stdout.readline()) for _ in range(2)}
        finally:
            parent.kill()
        try:
            parent.communicate(timeout=PATIENCE)  # what all of them write to: until the last has ended
        except subprocess.TimeoutExpired:
            for worker in workers:
                os.kill(worker, signal.SIGTERM)
            raise
    assert len(workers - {parent.pid}) == 2
