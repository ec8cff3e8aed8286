"""Points of an entry, the hidden set, and a board: a folder with entries that becomes one page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result as Run
from scripts import figures

from nonante.cli import program
from nonante.players import Z
from nonante.simulation import Board, Secret, SimulationError, entries_text, read_entry, replay_entry, run_benchmark
from nonante.simulation.benchmark import CORE, POOL, setting_seed
from nonante.simulation.leaderboard import BEST, BEST_AD_HOC, BEST_ALONE, lead_of, scores_of

KEY = Secret(b"a secret that only the host of the board knows")
SMALL: dict[str, Any] = {"settings": ["base-2-none"], "parts": ["self"], "games": 2}


def test_100_points_are_the_best_figures_of_version_1() -> None:
    partners, alone = figures.result("coop-1-partners"), figures.result("coop-1")
    shares = [[int(cell.split(", ")[1]) for cell in row[1:]] for row in partners["rows"]]
    best = dict(
        zip((name.strip("`") for name in partners["head"][1:]), map(max, zip(*shares, strict=True)), strict=True)
    )
    assert {name: share for name, share in best.items() if name != "random"} == BEST
    laid = [[float(cell.split(", ")[1].split(" ")[0]) for cell in row[3:6]] for row in alone["rows"]]
    assert (max(row[0] for row in laid), max(row[2] for row in laid)) == (BEST_ALONE, BEST_AD_HOC)


def test_the_points_of_version_1_on_the_page_follow_from_its_tables() -> None:
    partners, alone, points = (figures.result(f"coop-1{name}") for name in ("-partners", "", "-points"))
    names = [name.strip("`") for name in partners["head"][1:]]
    for row, own, (shown, *found) in zip(partners["rows"], alone["rows"], points["rows"], strict=True):
        laid = dict(zip(names, (int(cell.split(", ")[1]) for cell in row[1:]), strict=True))
        ratios = [100 * laid[name] / most for name, most in BEST.items() if name != shown.strip("`")]
        itself, _, ad_hoc = (float(cell.split(", ")[1].split(" ")[0]) for cell in own[3:6])
        parts = 100 * itself / BEST_ALONE, sum(ratios) / len(ratios), 100 * ad_hoc / BEST_AD_HOC
        assert found == [f"{part:.0f}" for part in parts]


def _cells(part: str, partner: str, *left: int) -> list[dict[str, Any]]:
    return [{"setting": setting, "part": part, "partner": partner, "left": [*left]} for setting in CORE]


def _entry(name: str, cells: list[dict[str, Any]]) -> dict[str, Any]:
    return {"benchmark": "nonante-coop", "version": 2, "identity": {"name": name}, "cells": cells}


def test_points_are_relative_to_the_best_and_need_the_whole_core_set() -> None:
    cross = [cell for name in BEST for cell in _cells("cross", name, 49, 49)]
    expected = sum(50 * 100 / best for best in BEST.values()) / len(BEST)
    assert scores_of(cross, "me")["cross"].points == pytest.approx(expected)
    assert scores_of([*cross, *_cells("cross", "random", 90, 90)], "me") == scores_of(cross, "me"), "no partner of it"
    assert "cross" not in scores_of(cross[1:], "me")
    own = [cell for cell in cross if cell["partner"] != "steady"]
    without = sum(50 * 100 / best for name, best in BEST.items() if name != "steady") / (len(BEST) - 1)
    assert scores_of(own, "steady")["cross"].points == pytest.approx(without), "it is no partner of its own"
    assert list(BEST) == list(POOL)


def test_the_interval_of_points_counts_deals_not_games() -> None:
    """Games of one deal with several partners are one observation."""
    score = scores_of(_cells("ad-hoc", "strangers", 0, 98), "me")["ad-hoc"]
    assert score.points == pytest.approx(50 * 100 / BEST_AD_HOC)
    assert score.half == pytest.approx(Z * score.points / (2 * len(CORE)) ** 0.5)
    alike = [cell for name in BEST for cell in _cells("cross", name, 0, 98)]
    cross = scores_of(alike, "me")["cross"]
    assert cross.half == pytest.approx(Z * cross.points / (2 * len(CORE)) ** 0.5), "partners do not make it narrower"


def test_two_entries_are_compared_deal_by_deal() -> None:
    one, other = (_entry(name, _cells("self", name, left, left + 30)) for name, left in (("a", 10), ("b", 12)))
    lead = lead_of(one, other)
    assert list(lead) == ["self"]
    assert lead["self"].points == pytest.approx(100 * 100 * 2 / 98 / BEST_ALONE)
    assert lead["self"].half == pytest.approx(0, abs=1e-9), "the same difference on every deal"
    assert lead_of(other, one)["self"].points == -lead["self"].points
    assert lead_of(one, other | {"hidden": "x"}) == {}, "other deals"
    assert lead_of(one, other | {"version": 3}) == {}
    cross = [[cell for name in BEST if name != own for cell in _cells("cross", name, 5, 5)] for own in ("strong", "x")]
    both = [_entry(name, cells) for name, cells in zip(("strong", "x"), cross, strict=True)]
    assert lead_of(both[0], both[1])["cross"].points == 0, "with the partners of both"


def test_several_entries_are_followed_by_who_is_ahead() -> None:
    entries = [run_benchmark(name, parts=["self"], games=1) for name in ("nearest", "planner")]
    text = entries_text(entries)
    assert re.search(r"\| `\w+` before `\w+` \| -?\d+\.\d ± \d+\.\d \| – \| – \|$", text)
    assert "ahead" not in entries_text(entries[:1])


def test_hidden_deals_follow_from_the_secret_and_nothing_gives_it_away(tmp_path: Path) -> None:
    entry = run_benchmark("nearest", **SMALL, secret=KEY, keep=tmp_path)
    data, text = entry.to_data(), json.dumps(entry.to_data())
    assert setting_seed("base-2-none", KEY) != setting_seed("base-2-none")
    assert [path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*.json")] == [KEY.mark]
    for word in (KEY.key.decode(), KEY.key.hex(), str(setting_seed("base-2-none", KEY)), repr(KEY.key)):
        assert word not in text + repr(entry) + repr(KEY)
    assert data["hidden"] == KEY.mark
    assert data["cells"] != run_benchmark("nearest", **SMALL).to_data()["cells"]
    assert replay_entry(data, secret=KEY).to_data()["digest"] == data["digest"]
    assert "hidden set" in entries_text([entry])
    with pytest.raises(SimulationError, match="nearest was played on hidden deals: give the secret"):
        replay_entry(data)


def test_a_short_secret_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("  too short      \n")
    with pytest.raises(SimulationError, match="secret: a secret has at least 16 characters"):
        Secret.read(file)
    file.write_bytes(KEY.key + b"\n")
    assert Secret.read(file) == KEY


def _board(*words: str) -> Run:
    return CliRunner().invoke(program, ["board", *words], catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A board with a public entry, a hidden one, and files that are none."""
    folder = tmp_path / "board"
    folder.mkdir()
    public = run_benchmark("nearest", **SMALL).to_data()
    hidden = run_benchmark("nearest", **SMALL, secret=KEY).to_data()
    files = {"public": public, "again": public, "hidden": hidden, "forged": hidden | {"seal": "0" * 64}, "none": []}
    for name, data in files.items():
        (folder / f"{name}.json").write_text(json.dumps(data))
    (tmp_path / "secret").write_bytes(KEY.key)
    return folder


def test_a_board_shows_what_it_accepts_and_names_what_it_refuses(folder: Path) -> None:
    board = Board.read(folder, KEY)
    assert sorted("hidden" in entry for entry in board.entries) == [False, True]
    reasons = [sentence.partition(".json: ")[2] for sentence in board.refused]
    assert reasons == [
        "not an entry: its seal does not fit: it was not written with the secret",
        "not an entry: a field is missing",
        "the same entry is there already",
    ]
    done = _board(str(folder), "--secret", str(folder.parent / "secret"))
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 3
    page = (folder / "index.html").read_text("utf-8")
    assert re.findall(r"<td>(public|hidden)</td>", page) in (["public", "hidden"], ["hidden", "public"])
    assert page.count('<th scope="row">nearest</th>') == 2


def test_without_the_secret_hidden_entries_are_refused(folder: Path) -> None:
    refused = Board.read(folder).refused
    assert sum("give the board their secret" in sentence for sentence in refused) == 2
    other = Board.read(folder, Secret(b"another secret of a host")).refused
    assert sum("its hidden set has another secret" in sentence for sentence in other) == 2


def test_an_entry_is_played_again_by_its_digest_and_marked(folder: Path) -> None:
    digest = read_entry(folder / "hidden.json")["digest"]
    done = _board(str(folder), "--secret", str(folder.parent / "secret"), "--replay", digest[:8])
    assert "nearest: played again, the same games" in done.stdout
    assert (folder / "replayed.txt").read_text() == f"{digest}\n"
    page = (folder / "index.html").read_text("utf-8")
    assert re.findall(r"<td>([0-9a-f]{12})</td><td>yes</td>", page) == [digest[:12]]
    for word in ("", "nothing"):
        with pytest.raises(SimulationError, match="entries on the board have a digest that begins with"):
            Board.read(folder, KEY).replay(word)


def test_what_somebody_submits_does_not_become_part_of_the_page(folder: Path) -> None:
    from nonante.simulation.benchmark import signature

    data = json.loads((folder / "public.json").read_text())
    data["identity"]["name"] = "<script>alert(1)</script>"
    data["package"] = "{name}<b>"
    (folder / "odd.json").write_text(json.dumps(data | {"digest": signature(data)}))
    page = Board.read(folder).write().read_text("utf-8")
    assert "&lt;script&gt;alert(1)" in page
    assert "<script" not in page
    assert "<b>" not in page
