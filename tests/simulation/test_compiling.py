"""Runs that begin soon: small ones do not wait for a compiler, large ones say that they do, and stop at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from nonante import Rules, kernel
from nonante.simulation import compile_first, cross_play, run_benchmark, running, simulate, tournament, write_dataset
from nonante.simulation.games import SeatGames
from nonante.simulation.registry import find_team
from nonante.simulation.running import Job


def _job(who: str | list[str], players: int = 2, talk: str = "none") -> Job:
    rules = Rules.from_data({"edition": "base", "players": players, "talk": talk})
    return Job(rules, find_team(who, rules), 7)


def test_what_was_compiled_is_known() -> None:
    simulate(_job("nearest").rules, "nearest", 1_000)
    assert kernel.is_compiled("reference", "play_greedy")
    assert not kernel.is_compiled("reference", "play_nothing")


@pytest.mark.parametrize("who", ["nearest", "random", "novice", ["steady", "novice"]])
def test_small_runs_are_played_without_a_compiler_and_come_out_the_same(
    who: str | list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = _job(who, talk="standard")
    compiled = job.games().outcomes(0, 8).tolist()
    lines: list[tuple[int, ...]] = []
    monkeypatch.setattr(kernel, "is_compiled", lambda *_: False)
    assert isinstance(job.games_for(8), SeatGames)
    assert not job.has_to_compile(300)
    assert job.has_to_compile(301)
    simulate(job.rules, who, 8, 7, outcomes=lines)  # type: ignore[arg-type]
    assert [list(line) for line in lines] == compiled


@pytest.mark.parametrize("who", ["planner", "champion", ["champion", "novice"]])
def test_who_plays_otherwise_in_python_is_compiled_however_few_games_there_are(
    who: str | list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "is_compiled", lambda *_: False)
    assert _job(who).has_to_compile(1)
    monkeypatch.setattr(kernel, "is_compiled", lambda *_: True)
    assert not _job(who).has_to_compile(10**6)
    assert not isinstance(_job("nearest").games_for(1), SeatGames)


def test_small_tournaments_and_benchmarks_wait_for_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, names = Rules.edition("base", players=2), ["novice", "steady"]
    small: dict[str, Any] = {"settings": ["base-2-none"], "pool": ["steady"], "games": 3}
    monkeypatch.setattr(kernel, "is_compiled", lambda *_: True)
    compiled = (tournament(rules, names, 5), cross_play(rules, names, 5), run_benchmark("novice", **small).cells)
    monkeypatch.setattr(kernel, "is_compiled", lambda *_: False)
    monkeypatch.setattr(kernel, "load", _refuse)
    played = tournament(rules, names, 5, progress=True), cross_play(rules, names, 5, progress=True)
    assert (*played, run_benchmark("novice", **small, progress=True).cells) == compiled


@pytest.mark.parametrize("who", ["nearest", ["steady", "novice"]])
def test_small_datasets_wait_for_no_compiler(
    who: str | list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, files = Rules.edition("base", players=2), [tmp_path / "compiled.jsonl", tmp_path / "plain.jsonl"]
    monkeypatch.setattr(kernel, "is_compiled", lambda *_: True)
    write_dataset(str(files[0]), rules, who, 4, progress=True)
    monkeypatch.setattr(kernel, "is_compiled", lambda *_: False)
    assert Job(rules, find_team(who, rules), 0).has_to_compile(301, written=True)
    monkeypatch.setattr(kernel, "load", _refuse)
    write_dataset(str(files[1]), rules, who, 4, progress=True)
    assert files[0].read_bytes() == files[1].read_bytes()


def _refuse(*_: object) -> None:
    raise AssertionError("something is compiled")


def test_larger_ones_say_what_they_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(running, "compile_first", lambda job, games: asked.append((job.team[0].name, games)))
    rules, names = Rules.edition("base", players=2), ["novice", "steady"]
    tournament(rules, names, 2, progress=True)
    cross_play(rules, names, 200, progress=True)
    run_benchmark("novice", settings=["base-2-none"], parts=["self"], games=400, progress=True)
    tournament(rules, names, 2)
    assert asked == [("novice", 4), ("steady", 4), ("novice", 600), ("steady", 600), ("novice", 400)]


@pytest.mark.slow
def test_compiling_is_said_and_ctrl_c_ends_it_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    command = [sys.executable, "-m", "nonante", "simulate", "--player", "steady", "--games", "5000", "--json"]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert running.stderr is not None
    assert "compiling these players" in running.stderr.readline()
    time.sleep(1)
    os.killpg(running.pid, signal.SIGINT)
    assert running.wait() == 130
    assert _job("steady").has_to_compile(5_000), "it did not go on to the end"
    assert "Traceback" not in running.stderr.read()
    running.stderr.close()


@pytest.mark.slow
def test_what_writes_turns_down_is_compiled_apart_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for who in ("nearest", "planner", ["steady", "novice"]):
        compile_first(_job(who), 1_000, written=True)
        assert not _job(who).has_to_compile(1_000, written=True)


@pytest.mark.slow
def test_what_was_compiled_apart_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    job = _job("nearest")
    assert job.has_to_compile(1_000)
    compile_first(job, 1_000)
    assert not job.has_to_compile(1_000)
    assert kernel.is_compiled("reference", "play_greedy")
