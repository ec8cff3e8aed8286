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
from nonante.simulation import Board, Secret, SimulationError, entries_text, read_entry, replay_entry, run_benchmark
from nonante.simulation.benchmark import CORE, POOL, setting_seed
from nonante.simulation.leaderboard import BEST, BEST_AD_HOC, BEST_ALONE, scores_of

KEY = Secret(b"a secret that only the host of the board knows")
SMALL: dict[str, Any] = {"settings": ["base-2-none"], "parts": ["self"], "games": 2}


def _cells(part: str, partner: str, share: float, half: float = 0.0) -> list[dict[str, Any]]:
    laid = [share, share - half, share + half]
    return [{"setting": setting, "part": part, "partner": partner, "laid": laid} for setting in CORE]


def test_100_points_are_the_best_figures_of_the_leaderboard() -> None:
    head, *rows = (
        [*row] for row in (figures.result("coop-partners")["head"], *figures.result("coop-partners")["rows"])
    )
    shares = {name.strip("`"): [int(row[i].split(", ")[1]) for row in rows] for i, name in enumerate(head) if name}
    assert {name: max(column) for name, column in shares.items() if name != "random"} == BEST
    laid = [[float(cell.split(", ")[1].split(" ")[0]) for cell in row[3:6]] for row in figures.result("coop")["rows"]]
    assert (max(row[0] for row in laid), max(row[2] for row in laid)) == (BEST_ALONE, BEST_AD_HOC)
    assert list(BEST) == [name for name in POOL if name != "random"]


def test_the_points_on_the_page_follow_from_the_table_of_partners() -> None:
    partners = figures.result("coop-partners")
    names = [name.strip("`") for name in partners["head"][1:]]
    for (name, *cells), (shown, *points) in zip(partners["rows"], figures.result("coop-points")["rows"], strict=True):
        assert name == shown
        laid = [int(cell.split(", ")[1]) / 100 for cell in cells]
        row = [one for partner, share in zip(names, laid, strict=True) for one in _cells("cross", partner, share)]
        assert points[1] == f"{scores_of(row, name.strip('`'))['cross'].points:.0f}"
    for row, (_, *points) in zip(figures.result("coop")["rows"], figures.result("coop-points")["rows"], strict=True):
        own, _, ad_hoc = (float(cell.split(", ")[1].split(" ")[0]) for cell in row[3:6])
        assert (points[0], points[2]) == (f"{100 * own / BEST_ALONE:.0f}", f"{100 * ad_hoc / BEST_AD_HOC:.0f}")


def test_points_are_relative_to_the_best_and_need_the_whole_core_set() -> None:
    best = [cell for name, share in BEST.items() for cell in _cells("cross", name, share / 100)]
    assert scores_of(best, "me")["cross"].points == pytest.approx(100)
    lost = _cells("cross", "random", 0.0)
    assert scores_of([*best, *lost], "me") == scores_of(best, "me"), "beside random everybody loses"
    assert "cross" not in scores_of(best[1:], "me")
    own = [cell for cell in best if cell["partner"] != "steady"]
    assert scores_of(own, "steady")["cross"].points == pytest.approx(100), "it is no partner of its own"
    score = scores_of(_cells("ad-hoc", "strangers", BEST_AD_HOC / 200, half=0.06), "me")["ad-hoc"]
    assert score.points == pytest.approx(50)
    assert score.half == pytest.approx(6 / len(CORE) ** 0.5 * 100 / BEST_AD_HOC)


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
