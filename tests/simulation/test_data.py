"""Data from games: rows in three kinds of files, datasets that merge and come out the same, records."""

from __future__ import annotations

import json
from pathlib import Path

import polars
import pytest
from click import ClickException
from click.testing import CliRunner

from nonante import Rules
from nonante.cli import program
from nonante.players import player
from nonante.players.match import play_game
from nonante.rules import KINDS, CommandMap
from nonante.simulation import (
    SimulationError,
    Tournament,
    cross_play,
    merge_datasets,
    play_dataset,
    play_records,
    read_rows,
    record_game,
    rows_of,
    simulate,
    tournament,
    write_rows,
)
from nonante.table import Record

RULES = Rules.edition("extreme", players=3)


def _run(*arguments: str) -> None:
    done = CliRunner().invoke(program, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("talk", ["none", "standard", "permissive"])
def test_a_recorded_game_is_the_game_a_simulation_plays(talk: str) -> None:
    rules = Rules.from_data({"edition": "base", "players": 3, "talk": talk})
    for seed in range(3):
        record = record_game(rules, seed, [player("steady") for _ in range(3)])
        assert record.final().require_game() == play_game(rules, seed, [player("steady") for _ in range(3)])
        assert Record.from_json(record.to_json()) == record
        assert any(table.standing for table in record.tables()) == (talk != "none")


def test_rows_tell_what_the_seat_saw_and_did() -> None:
    record = record_game(RULES, 5, [player("steady") for _ in range(3)])
    rows = rows_of(record)
    assert [row["moves"] for row in rows] == [
        _with_end(turn.moves, row["moves"]) for turn, row in zip(record.turns(), rows, strict=False)
    ]
    games = {game.turn: game for game in reversed(list(record.games()))}
    for row in rows:
        view = games[row["turn"]].view(row["seat"])
        assert (row["hand"], row["tops"], row["counts"]) == ([*view.hand], [*view.tops], [*view.counts])
        assert row["value"] == 1 - games[max(games)].score / 98 or not row["won"]
    assert any(row["signals"] for row in rows)


def _with_end(laid: tuple[str, ...], moves: list[str]) -> list[str]:
    return [*laid, "end"] if moves[-1] == "end" else [*laid]


def test_shards_of_any_kind_merge_into_the_whole(tmp_path: Path) -> None:
    same = ("dataset", "--player", "novice", "--players", "3", "--games", "4", "--seed", "3")
    _run(*same, str(tmp_path / "whole.jsonl"))
    for part, kind in enumerate(("parquet", "csv"), start=1):
        _run(*same, "--shard", f"{part}/2", str(tmp_path / f"{part}.{kind}"))
    _run(
        "dataset", "--merge", str(tmp_path / "2.csv"), "--merge", str(tmp_path / "1.parquet"), str(tmp_path / "b.jsonl")
    )
    assert (tmp_path / "b.jsonl").read_text() == (tmp_path / "whole.jsonl").read_text()
    rules = Rules.edition("base", players=3)
    assert read_rows(str(tmp_path / "whole.jsonl")) == play_dataset(rules, "novice", 4, seed=3)
    assert polars.read_parquet(tmp_path / "1.parquet")["game"].n_unique() == 2


def test_games_and_records_of_a_simulation(tmp_path: Path) -> None:
    lines: list[tuple[int, ...]] = []
    result = simulate(RULES, "novice", 5, seed=2, workers=2, outcomes=lines)  # type: ignore[arg-type]
    assert result == simulate(RULES, "novice", 5, seed=2)
    assert sum(line[0] for line in lines) / 5 == pytest.approx(result.mean_left)
    file = tmp_path / "games.csv"
    options = ("--edition", "extreme", "--players", "3", "--player", "novice", "--games", "5", "--seed", "2")
    _run("simulate", *options, "--per-game", str(file))
    rows = read_rows(str(file))
    assert [row["left"] for row in rows] == [line[0] for line in lines]
    records = list(play_records(RULES, "novice", 5, seed=2))
    assert [record.dealt.seed for record in records] == [row["deal_seed"] for row in rows]
    assert [record.final().require_game().score for record in records] == [row["left"] for row in rows]
    _run("dataset", *options, "--records", str(tmp_path / "records.jsonl"))
    read = (tmp_path / "records.jsonl").read_text().splitlines()
    assert [Record.from_json(line) for line in read] == records


def test_a_command_map_comes_from_a_file(tmp_path: Path) -> None:
    house = dict(zip(KINDS, CommandMap.HOUSE.groups, strict=True))
    own = {**house, "stop": house["skull"], "skull": house["stop"]}
    file = tmp_path / "map.json"
    file.write_text(json.dumps(own))
    options = ["--edition", "extreme", "--commands", str(file), "--player", "novice", "--games", "2", "--json"]
    done = CliRunner().invoke(program, ["simulate", *options])
    assert Rules.from_data(json.loads(done.output)["rules"]).command_of(17) == "stop"
    refused = CliRunner().invoke(program, ["simulate", "--commands", "none.json"], standalone_mode=False)
    assert isinstance(refused.exception, ClickException)
    assert "no such file" in refused.exception.message


def test_bad_files_are_refused_in_one_sentence(tmp_path: Path) -> None:
    good, bad = str(tmp_path / "good.jsonl"), tmp_path / "bad.jsonl"
    write_rows(good, play_dataset(Rules.edition("base"), "novice", 1))
    with pytest.raises(SimulationError, match="appear twice"):
        merge_datasets([good, good], str(tmp_path / "out.jsonl"))
    for text, complaint in (
        ('{"game": 1', "row 1 is damaged"),
        ("[1]", "row 1 is no object"),
        ('{"x": 1}', "no field"),
    ):
        bad.write_text(text)
        with pytest.raises(SimulationError, match=complaint):
            merge_datasets([str(bad)], str(tmp_path / "out.jsonl"))
    (tmp_path / "bad.parquet").write_text("no")
    with pytest.raises(SimulationError, match="not a whole Parquet file"):
        read_rows(str(tmp_path / "bad.parquet"))
    with pytest.raises(SimulationError, match=r"ends in \.jsonl, \.csv, \.parquet"):
        write_rows(str(tmp_path / "rows.txt"), [])
    with pytest.raises(SimulationError, match="players that can be imported"):
        simulate(RULES, lambda: player("novice"), 4, workers=2)


def test_a_tournament_in_parts_is_the_whole_one(tmp_path: Path) -> None:
    rules = Rules.edition("base", players=2)
    whole = tournament(rules, ["nearest", "planner", "random"], 60, seed=2)
    parts = [tournament(rules, ["nearest", "planner", "random"], 60, seed=2, shard=(k, 3)) for k in (1, 2, 3)]
    assert sum(parts[1:], start=parts[0]) == whole == Tournament.from_data(whole.to_data())
    pairs = {tuple(pair["players"]): pair["win_rate"][0] for pair in whole.to_data()["pairs"]}
    assert set(pairs) == {("planner", "nearest"), ("planner", "random"), ("nearest", "random")}
    same = ("tournament", "nearest", "planner", "--players", "2", "--games", "20", "--json")
    for part in ("1/2", "2/2"):
        shown = CliRunner().invoke(program, [*same, "--shard", part]).stdout
        (tmp_path / f"{part[0]}.json").write_text(shown)
    merge = ["--merge", str(tmp_path / "1.json"), "--merge", str(tmp_path / "2.json"), "--pairs"]
    text = CliRunner().invoke(program, ["tournament", *merge]).stdout
    assert "planner before nearest" in text
    assert "20 deals" in text
    (tmp_path / "1.json").write_text("{}")
    with pytest.raises(SimulationError, match="no tournaments in it"):
        CliRunner().invoke(program, ["tournament", *merge], catch_exceptions=False)


@pytest.mark.slow
def test_cross_play_in_processes_is_the_same() -> None:
    rules = Rules.edition("base", players=2)
    assert cross_play(rules, ["nearest", "novice"], 4, workers=2) == cross_play(rules, ["nearest", "novice"], 4)
