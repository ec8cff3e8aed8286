"""The same games on a Dask cluster."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nonante import Rules
from nonante.cli import program
from nonante.simulation import (
    Outcome,
    SimulationError,
    cross_play,
    find_player,
    run_benchmark,
    simulate,
    tournament,
    write_dataset,
)
from nonante.simulation.workers import connected

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


def test_a_cluster_of_two_workers_gives_the_same_totals(address: str, tmp_path: Path) -> None:
    rules = Rules.edition("extreme", players=2, commands="seeded")
    kept, played, sent = tmp_path / "kept.json", list[Outcome](), list[Outcome]()
    here = simulate(rules, "planner", 500, seed=6, outcomes=played)
    away = simulate(rules, "planner", 500, seed=6, cluster=address, keep=kept, outcomes=sent)
    assert (away, sent) == (here, played)
    assert simulate(rules, "planner", 500, seed=6, keep=kept) == here, "kept, so that it goes on here"
    assert simulate(rules, "nearest", 3, seed=6, cluster=address) == simulate(rules, "nearest", 3, seed=6)


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_a_dataset_of_a_cluster_is_the_same_file(suffix: str, address: str, tmp_path: Path) -> None:
    rules, here, away = Rules.edition("base", players=2), tmp_path / f"here{suffix}", tmp_path / f"away{suffix}"
    for player in ("novice", "planner"):
        rows = [
            write_dataset(str(file), rules, player, 45, seed=3, cluster=cluster)
            for file, cluster in ((here, None), (away, address))
        ]
        assert rows[0] == rows[1] > 45
        assert here.read_bytes() == away.read_bytes()
        assert sorted(tmp_path.iterdir()) == sorted([here, away])


def test_tournaments_and_cross_play_on_a_cluster(address: str) -> None:
    rules, names = Rules.edition("base", players=2), ["nearest", "planner", "novice"]
    assert tournament(rules, names, 30, seed=2, cluster=address) == tournament(rules, names, 30, seed=2)
    assert cross_play(rules, names, 6, seed=2, cluster=address) == cross_play(rules, names, 6, seed=2)


def test_the_benchmark_on_a_cluster(address: str, tmp_path: Path) -> None:
    small: dict[str, Any] = {"settings": ["base-2-none"], "pool": ["nearest"], "games": 4}
    away = run_benchmark("novice", **small, cluster=address, keep=tmp_path).to_data()
    assert {**run_benchmark("novice", **small).to_data(), "seconds": 0} == {**away, "seconds": 0}
    assert away["seconds"] > 0
    assert len(list(tmp_path.iterdir())) == 3


def test_the_commands_take_the_address_of_a_cluster(tmp_path: Path) -> None:
    nobody = ["--cluster", "tcp://127.0.0.1:9"]
    dataset = ["dataset", str(tmp_path / "rows.jsonl"), "--games", "1"]
    for words in (
        ["simulate", "--player", "nearest", "--keep", str(tmp_path / "kept.json")],
        ["tournament", "nearest", "planner"],
        ["tournament", "nearest", "planner", "--cross"],
        ["benchmark", "nearest", "--games", "1"],
        dataset,
    ):
        done = CliRunner().invoke(program, [*words, *nobody])
        assert isinstance(done.exception, SimulationError), done.output
        assert "no Dask scheduler answers at tcp://127.0.0.1:9" in str(done.exception)
    refused = CliRunner().invoke(program, [*dataset, *nobody, "--records"])
    assert "records are played here" in refused.output


@pytest.mark.parametrize("address", ["nonsense://", "tcp://127.0.0.1:notaport"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(SimulationError, match="no Dask scheduler answers"):
        simulate(Rules(), "nearest", 10, cluster=address)


def test_a_worker_without_the_module_of_a_player_says_so(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = "from nonante.players.levels import Novice\n\n\nclass Mine(Novice):\n    pass\n"
    (tmp_path / "only_here.py").write_text(written, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    said = "a Dask worker cannot load the player: No module named 'only_here'; install its module on every worker"
    rules = Rules.edition("base", players=2)
    with pytest.raises(SimulationError, match=said):
        simulate(rules, "only_here:Mine", 4, cluster=address)
    with pytest.raises(SimulationError, match=said):
        write_dataset(str(tmp_path / "rows.jsonl"), rules, "only_here:Mine", 4, cluster=address)


def test_a_worker_with_another_version_of_a_player_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonante.simulation.registry.package_version", lambda: "99.0")
    said = r"a Dask worker has another player: planner \(version [^,]*, .*\), not planner \(version 99\.0, "
    with pytest.raises(SimulationError, match=said):
        simulate(Rules(), "planner", 4, cluster=address)


def test_what_is_cancelled_because_the_scheduler_is_gone_is_one_sentence(address: str) -> None:
    with (
        pytest.raises(SimulationError, match=r"no Dask scheduler answers at .*: the connection broke off"),
        connected(address, [find_player("nearest")], Rules()),
    ):
        raise CancelledError
