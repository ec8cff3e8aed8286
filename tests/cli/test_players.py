"""Players on the command line: all with a description, a broken one beside the others, and where one crashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from nonante.simulation import contestants

PLAYERS = """
class Calm:
    \"\"\"Always takes its time.

    More about it.
    \"\"\"
    def plan(self, view, signals=()):
        return self.chosen(view)

    def chosen(self, view):
        return [view.legal_moves()[999]]

    def speak(self, view, signals=()):
        return []

    def wish(self, view):
        return None
"""


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    """A package that offers a player that crashes, one that cannot be imported, and one that is no player."""
    (tmp_path / "elsewhere.py").write_text(PLAYERS, "utf-8")
    (tmp_path / "broken.py").write_text("import no_such_module\n", "utf-8")
    info = tmp_path / "elsewhere-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n", "utf-8")
    points = "[nonante.players]\ncalm = elsewhere:Calm\nlost = broken:Player\nnone = elsewhere:__name__\n"
    (info / "entry_points.txt").write_text(points, "utf-8")
    return tmp_path


def _nonante(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(folder), *sys.path])
    return subprocess.run(
        [sys.executable, "-m", "nonante", *words], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip


def test_everybody_is_listed_and_a_broken_player_only_affects_itself(plugins: Path) -> None:
    run = _nonante(plugins, "players")
    assert run.returncode == 0
    assert any(line.split(maxsplit=1) == ["calm", "Always takes its time."] for line in run.stdout.splitlines())
    assert {line.split()[0] for line in run.stdout.splitlines()} == {*(one.name for one in contestants()), "calm"}
    assert len(run.stderr.splitlines()) == 2
    assert "no player at lost (broken:Player): ModuleNotFoundError: No module named 'no_such_module'" in run.stderr
    listed = {one["name"]: one for one in json.loads(_nonante(plugins, "players", "--json").stdout)}
    assert all(one["description"] for one in listed.values() if "error" not in one)
    assert (listed["calm"]["package"], listed["novice"]["package"]) == ("elsewhere 1.0", "")
    assert "cannot be called" in listed["none"]["error"]
    unknown = _nonante(plugins, "simulate", "--player", "nobody")
    assert (unknown.returncode, "calm" in unknown.stderr) == (2, True)


def test_debug_shows_where_a_player_crashed(plugins: Path) -> None:
    words = ("simulate", "--player", "calm", "--games", "1")
    plain, debugging = _nonante(plugins, *words), _nonante(plugins, "--debug", *words)
    said = "player Calm on seat 0 failed when asked to plan: IndexError: list index out of range"
    assert plain.stderr.splitlines() == [f"nonante: {said}"]
    assert plain.returncode == debugging.returncode == 2
    assert 'elsewhere.py", line 11, in chosen' in debugging.stderr
    assert debugging.stderr.splitlines()[-1] == f"nonante: {said}"
