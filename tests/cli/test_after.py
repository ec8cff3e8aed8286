"""``nonante replay`` and ``nonante analyse``: finished games from files and links, one line for what is none."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from games import late, played
from tests.cli.program import nonante as run

from nonante.files import write_whole
from nonante.review import Replay, link_of
from nonante.texts import LANGUAGES


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(played("base", 2, 7).to_json(), "utf-8")
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_again_in_every_language(file: Path, language: str) -> None:
    record = played("base", 2, 7)
    shown = run("replay", str(file), "--lang", language)
    assert shown.returncode == 0, shown.stderr
    for turn in Replay.of(record).turns:
        assert " ".join(move for move in turn.moves if move != "end") in shown.stdout


def test_one_seat_and_one_turn(file: Path) -> None:
    replay = Replay.of(played("base", 2, 7))
    turn = replay.turns[4]
    shown = run("replay", str(file), "--seat", "1", "--turn", str(turn.turn), "--lang", "en").stdout
    hidden = replay.game(turn.decision).hands[1]
    assert "Anna 0 holds" in shown
    assert "Anna 1 holds" not in shown
    assert " ".join(map(str, hidden)) not in shown


def test_links_and_what_comes_in(file: Path) -> None:
    record = played("base", 2, 7)
    by_file = run(
        "replay",
        "-",
        stdin=file.read_text("utf-8"),
    ).stdout
    by_link = run("replay", f"https://example.org/replay#{link_of(record, names=True)}").stdout
    assert by_file == by_link == run("replay", link_of(record, names=True)).stdout


@pytest.mark.slow
def test_a_game_is_judged(tmp_path: Path) -> None:
    path, plot = tmp_path / "late.json", tmp_path / "curve.svg"
    path.write_text(late("base", 2, 1, 20).to_json(), "utf-8")
    shown = run("analyse", str(path), "--json", "--plot", str(plot))
    assert shown.returncode == 0, shown.stderr
    data = json.loads(shown.stdout)
    assert data["format"] == "nonante-review"
    assert plot.read_text("utf-8").startswith("<svg")
    assert plot.stat().st_mode == path.stat().st_mode, "as readable as any file"
    for language in LANGUAGES:
        told = run("analyse", str(path), "--lang", language)
        assert told.returncode == 0, told.stderr
        assert len(told.stdout.splitlines()) > len(data["turns"])
        luck = data["sums"]["hands"]
        assert luck < 0
        point, other = (".", ",") if language == "en" else (",", ".")
        assert f"−{-luck:.1f}".replace(".", point) in told.stdout
        assert not re.search(rf"-\d|\d[{other}]\d", told.stdout)


def test_what_is_no_finished_game_gets_one_line(file: Path, tmp_path: Path) -> None:
    record = played("base", 2, 7)
    running, broken, strange = tmp_path / "running.json", tmp_path / "broken.json", tmp_path / "strange.json"
    running.write_text(replace(record, entries=record.entries[:-2]).to_json(), "utf-8")
    broken.write_text(file.read_text("utf-8").replace('"end"', '"99A"', 1), "utf-8")
    strange.write_bytes(b"\xff\xfe\x00")
    cases = [
        ("replay", str(running)),
        ("analyse", str(running)),
        ("replay", str(broken)),
        ("replay", str(strange)),
        ("replay", str(tmp_path / "missing.json")),
        ("replay", "1AAAAAAAA"),
        ("replay", "nothing"),
        ("replay", str(file), "--turn", "999"),
        ("replay", str(file), "--seat", "3"),
        ("analyse", str(file), "--plot", "curve.gif"),
    ]
    for arguments in cases:
        refused = run(*arguments)
        assert refused.returncode == 2, arguments
        assert len(refused.stderr.splitlines()) == 1, refused.stderr
        assert not refused.stdout


def test_a_file_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    assert run("analyse", str(missing)).stderr == f"nonante: {missing}: No such file or directory\n"


def test_a_file_that_cannot_be_written_is_named_and_no_part_stays(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match=r"taken'$"):
        write_whole(tmp_path / "taken", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_a_number_that_does_not_give_the_cards_is_reported(tmp_path: Path) -> None:
    record = played("base", 2, 7)
    data = {**record.to_data(), "deal": record.opening().require_game().to_data(), "seed": 8}
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(data), "utf-8")
    shown = run("replay", str(path), "--lang", "en")
    assert shown.returncode == 0
    assert "does not deal these cards" in shown.stderr
