"""Datasets: compiled turns are those of the rules, every tool reads them, and a run that was killed goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from nonante import Rules, kernel
from nonante.cli import program
from nonante.simulation import (
    SimulationError,
    dataset,
    merge_datasets,
    parts,
    play_dataset,
    play_records,
    read_rows,
    rows_of,
    simulate,
    write_dataset,
    write_rows,
)

SLOW_TEAM = ("nearest", "novice")  # one only plays compiled on all seats, so that each seat plays through the rules


def _rules(edition: str, players: int, talk: str) -> Rules:
    return Rules.from_data({"edition": edition, "players": players, "talk": talk})


@pytest.mark.parametrize(
    ("kind", "who"),
    [
        (("base", 3, "none"), "nearest"),
        (("extreme", 3, "none"), "random"),
        (("base", 2, "standard"), "planner"),
        (("base", 3, "standard"), "steady"),
        (("extreme", 4, "permissive"), "novice"),
    ],
)
def test_the_kernel_writes_down_what_the_rules_record(
    kind: tuple[str, int, str], who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "is_compiled", lambda *_: True)  # so that few games are not played in Python
    rules = _rules(*kind)
    fast = play_dataset(rules, who, 2, seed=3)
    records = enumerate(play_records(rules, who, 2, seed=3))
    assert fast == [row for game, one in records for row in rows_of(one, team=who, run_seed=3, game=game)]
    assert {type(row["game"]) for row in fast} == {int}


@pytest.mark.slow
@pytest.mark.parametrize("seats", [["champion", "steady", "novice"], ["champion"] * 3])
def test_the_kernel_writes_down_teams_with_champions(seats: list[str]) -> None:
    rules, team = _rules("extreme", 3, "standard"), ",".join(dict.fromkeys(seats))
    records = enumerate(play_records(rules, seats, 2, seed=3))
    slow = [row for game, one in records for row in rows_of(one, team=team, run_seed=3, game=game)]
    assert play_dataset(rules, seats, 2, seed=3) == slow
    assert any("hold stop" in word for row in slow for word in row["signals"])


def test_four_tools_read_a_file_and_files_of_several_runs_together(tmp_path: Path) -> None:
    one, two = str(tmp_path / "one.parquet"), str(tmp_path / "two.parquet")
    # A seed and deals beyond 63 bits; a run in which nobody ever says a word, beside one with signals.
    write_dataset(one, _rules("base", 2, "none"), "nearest", 5, seed=2**64 - 1)
    write_dataset(two, _rules("base", 3, "standard"), "steady", 5, seed=7)
    rows = [*read_rows(one), *read_rows(two)]
    assert rows[0]["run_seed"] == 2**64 - 1
    assert max(row["deal_seed"] for row in rows) > 2**63
    deals, hands = [row["deal_seed"] for row in rows], [row["hand"] for row in rows]
    signals = [row["signals"] for row in rows]
    assert any(signals)

    assert pyarrow.parquet.read_schema(one).equals(pyarrow.parquet.read_schema(two))
    arrow = pyarrow.concat_tables([pyarrow.parquet.read_table(one), pyarrow.parquet.read_table(two)])
    assert arrow.to_pylist() == rows
    frame = polars.concat([polars.read_parquet(one), polars.read_parquet(two)])
    assert frame.schema["deal_seed"] == polars.UInt64
    assert frame.schema["signals"] == polars.List(polars.String)
    assert frame.to_dicts() == rows
    joined = pandas.concat([pandas.read_parquet(one), pandas.read_parquet(two)])
    assert joined["deal_seed"].tolist() == deals
    assert [list(hand) for hand in joined["hand"]] == hands
    asked = duckdb.sql(f"select deal_seed, hand, signals from read_parquet(['{one}', '{two}'])")  # noqa: S608
    found = asked.fetchall() if asked else []
    assert found == list(zip(deals, hands, signals, strict=True))


def test_any_number_of_workers_writes_the_same_bytes(tmp_path: Path) -> None:
    rules, whole = _rules("base", 2, "none"), tmp_path / "whole.parquet"
    rows = write_dataset(str(whole), rules, "nearest", 2_500, seed=4, workers=1)
    again = tmp_path / "again.parquet"
    assert write_dataset(str(again), rules, "nearest", 2_500, seed=4, workers=3) == rows
    assert again.read_bytes() == whole.read_bytes()
    assert not list(tmp_path.glob("*.parts"))
    assert pyarrow.parquet.ParquetFile(whole).metadata.num_rows == rows


@pytest.mark.parametrize("kind", ["parquet", "jsonl", "csv"])
def test_a_run_goes_on_from_its_parts_and_plays_damaged_ones_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, whole, out = _rules("base", 2, "none"), tmp_path / f"whole.{kind}", tmp_path / f"out.{kind}"
    monkeypatch.setattr(dataset, "_PART", {True: 4, False: 2})
    write_dataset(str(whole), rules, "nearest", 20, seed=4)
    played, write = [], parts.Parts.write

    def stop_in_the_third(self: parts.Parts, number: int, rows: object) -> Path:
        if number == 3:
            raise KeyboardInterrupt
        played.append(number)
        return write(self, number, rows)  # type: ignore[arg-type]

    monkeypatch.setattr(parts.Parts, "write", stop_in_the_third)
    with pytest.raises(KeyboardInterrupt):
        write_dataset(str(out), rules, "nearest", 20, seed=4, workers=1)
    assert not out.exists()
    kept = sorted((tmp_path / f"out.{kind}.parts").glob("part-*"))
    kept[0].write_bytes(kept[0].read_bytes()[:-9])

    def note(self: parts.Parts, number: int, rows: object) -> Path:
        played.append(number)
        return write(self, number, rows)  # type: ignore[arg-type]

    monkeypatch.setattr(parts.Parts, "write", note)
    played.clear()
    write_dataset(str(out), rules, "nearest", 20, seed=4)
    assert 0 in played
    assert 1 not in played
    assert out.read_bytes() == whole.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {out.name, whole.name}, "nothing is left over"


def test_parts_of_another_run_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "out.jsonl.parts"
    folder.mkdir()
    (folder / "run.json").write_text('{"format": "nonante-pa')
    with pytest.raises(SimulationError, match="holds the parts of another run"):
        write_dataset(str(tmp_path / "out.jsonl"), _rules("base", 2, "none"), "nearest", 4)


def test_merging_refuses_rows_out_of_order_and_half_written_files(tmp_path: Path) -> None:
    rows, file, out = play_dataset(_rules("base", 2, "none"), "nearest", 2), tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    write_rows(str(file), [*rows[3:], rows[0]])
    with pytest.raises(SimulationError, match=f"row {len(rows) - 2} is out of order"):
        merge_datasets([str(file)], str(out))
    write_rows(str(file), rows)
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(SimulationError, match=f"row {len(rows)} is damaged"):
        merge_datasets([str(file)], str(out))
    half = tmp_path / "half.parquet"
    write_rows(str(half), rows)
    half.write_bytes(half.read_bytes()[:-40])
    with pytest.raises(SimulationError, match="not a whole Parquet file"):
        merge_datasets([str(half)], str(out))
    assert [path.name for path in tmp_path.glob("*b.jsonl*")] == []


@pytest.mark.slow
def test_a_killed_run_is_resumed_to_the_same_file(tmp_path: Path) -> None:
    out, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    command = [sys.executable, "-m", "nonante", "dataset", "--seats", ",".join(SLOW_TEAM), "--games", "300"]
    running = subprocess.Popen([*command, str(out)], start_new_session=True)
    folder = tmp_path / "out.jsonl.parts"
    while len(list(folder.glob("part-*"))) < 2:
        assert running.poll() is None
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert not out.exists()
    assert 2 <= len(list(folder.glob("part-*"))) < 15
    subprocess.run([*command, str(out)], check=True, capture_output=True)
    subprocess.run([*command, str(whole)], check=True, capture_output=True)
    assert out.read_bytes() == whole.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {out.name, whole.name}, "nothing is left over"


def test_a_simulation_is_resumed_from_the_result_it_kept(tmp_path: Path) -> None:
    rules, file = _rules("base", 2, "none"), tmp_path / "kept.json"
    whole = simulate(rules, "nearest", 500, seed=5)
    first = simulate(rules, "nearest", 500, seed=5, shard=(1, 2))
    file.write_text(first.to_json())
    lines: list[tuple[int, ...]] = []
    assert simulate(rules, "nearest", 500, seed=5, keep=file, outcomes=lines) == whole  # type: ignore[arg-type]
    assert len(lines) == 250
    assert simulate(rules, "nearest", 500, seed=5, keep=file, outcomes=lines) == whole  # type: ignore[arg-type]
    assert len(lines) == 250
    for seed, games in ((6, 500), (5, 400)):
        with pytest.raises(SimulationError, match=r"kept\.json"):
            simulate(rules, "nearest", games, seed, keep=file)
    file.write_text("{")
    refused = CliRunner().invoke(program, ["simulate", "--keep", str(file)], standalone_mode=False)
    assert "not JSON" in str(refused.exception)


@pytest.mark.slow
def test_values_say_what_a_turn_was_worth_and_what_it_gave_up(tmp_path: Path) -> None:
    for kind in (("base", 2, "standard"), ("extreme", 3, "standard")):
        rules = _rules(*kind)
        plain, rows = play_dataset(rules, "steady", 3, seed=9), play_dataset(rules, "steady", 3, seed=9, values=4)
        assert [{name: row[name] for name in plain[0]} for row in rows] == plain
        for row in rows:
            assert row["chances"] == sorted(row["chances"], reverse=True)
            assert 1 <= len(row["candidates"]) == len(row["chances"]) <= 4
            assert row["chance"] == max(*row["chances"], row["played_chance"])
            assert row["loss"] == row["chance"] - row["played_chance"] >= 0
            if row["moves"] in row["candidates"]:
                there = row["chances"][row["candidates"].index(row["moves"])]
                assert row["played_chance"] == pytest.approx(there, abs=1e-4)
        assert sum(row["moves"] in row["candidates"] for row in rows) > len(rows) / 4
        assert sum(row["loss"] > 0.001 for row in rows) > 3
    file = str(tmp_path / "values.parquet")
    write_rows(file, rows)
    assert read_rows(file) == rows
    assert polars.read_parquet(file).schema["candidates"] == polars.List(polars.List(polars.String))
