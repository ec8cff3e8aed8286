"""The same games on a Dask cluster."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonante import Rules
from nonante.simulation import SimulationError, simulate
from nonante.simulation.cluster import simulate_on

# What Dask and its event loop leave open at their end is theirs.
pytestmark = pytest.mark.filterwarnings("ignore")

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler and two workers, without the shared memory that Dask's own guards want from the system."""
    options = ["--no-nanny", "--nthreads=1", "--no-dashboard", "--death-timeout=600"]
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None, protocol="tcp") as cluster:
        command = [sys.executable, "-m", "distributed.cli.dask_worker", cluster.scheduler_address, *options]
        workers = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)]
        try:
            with distributed.Client(cluster) as client:
                client.wait_for_workers(2)
            yield cluster.scheduler_address
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()


def test_a_cluster_of_two_workers_gives_the_same_totals(address: str) -> None:
    rules = Rules.edition("extreme", players=2, commands="seeded")
    assert simulate_on(address, rules, "planner", 500, seed=6) == simulate(rules, "planner", 500, seed=6)
    assert simulate_on(address, rules, "nearest", 3, seed=6) == simulate(rules, "nearest", 3, seed=6)


def test_a_scheduler_that_does_not_answer() -> None:
    with pytest.raises(SimulationError, match="no Dask scheduler answers"):
        simulate_on("tcp://127.0.0.1:9", Rules(), "nearest", 10)
    with pytest.raises(SimulationError, match="no Dask scheduler answers"):
        simulate_on("nonsense://", Rules(), "nearest", 10)


def test_a_worker_without_the_module_of_a_player_says_so(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = "from nonante.players.levels import Novice\n\n\nclass Mine(Novice):\n    pass\n"
    (tmp_path / "only_here.py").write_text(written, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    said = "a Dask worker cannot load the player: No module named 'only_here'; install its module on every worker"
    with pytest.raises(SimulationError, match=said):
        simulate_on(address, Rules.edition("base", players=2), "only_here:Mine", 4)
