"""Players by name: those of other packages, anybody's own, and networks of one's own."""

from __future__ import annotations

import subprocess
import sys
import zlib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from nonante import Game, Rules
from nonante.players import LEVELS, Champion, PlayerError, add_level, explain, find, identity, levels, player, registry

TWO = Rules.edition("base", players=2)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package that offers two players, one of which is broken."""
    (tmp_path / "elsewhere.py").write_text(
        "from nonante.players import player\ndef calm():\n    return player('novice')\n", "utf-8"
    )
    info = tmp_path / "elsewhere-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n", "utf-8")
    points = "[nonante.players]\ncalm = elsewhere:calm\nlost = elsewhere:nothing\n"
    (info / "entry_points.txt").write_text(points, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    registry._offered.cache_clear()
    return tmp_path


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget after each test what was made known in it."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    yield
    registry._offered.cache_clear()


def test_another_package_offers_players(package: Path) -> None:
    assert levels()[:4] == list(LEVELS)
    assert {"calm", "lost"} <= set(levels())
    view = Game.deal(TWO, 1).view(0)
    assert player("calm").plan(view) == player("novice").plan(view)
    assert explain(view, level="calm").moves == player("novice").plan(view)
    calm = find("calm").identity(TWO)
    assert calm.source
    assert calm.package == "elsewhere 1.0"
    assert identity.Identity.from_data(calm.to_data()) == calm
    ours = find("novice").identity(TWO).to_data()
    assert "package" not in ours  # as in the files of before
    assert identity.Identity.from_data(ours) == find("novice").identity(TWO)
    with pytest.raises(PlayerError, match=r"no player at lost \(elsewhere:nothing\)"):
        player("lost")
    words = ["simulate", "--seats", "calm,nearest", "--games", "1", "--json"]
    run = subprocess.run(
        [sys.executable, "-m", "nonante", *words], capture_output=True, text=True, check=True, cwd=package,
        env={"PYTHONPATH": ":".join([str(package), *sys.path])},
    )  # fmt: skip
    assert '"player": "calm,nearest"' in run.stdout


def test_a_level_of_ones_own(package: Path) -> None:  # noqa: ARG001 - puts the module where it is found
    add_level("elsewhere:calm")
    assert "calm" in levels()
    with pytest.raises(PlayerError, match="json:dumps is not a player"):
        add_level("json:dumps")
    with pytest.raises(PlayerError, match="no computer player is called 'elsewhere:calm'"):
        player("elsewhere:calm")  # what comes over the network never imports anything


def test_a_champion_with_networks_of_its_own(tmp_path: Path) -> None:
    packed = (files("nonante.players") / "champion.bin").read_bytes()
    own = tmp_path / "own.bin"
    own.write_bytes(packed)
    view = Game.deal(TWO, 1).view(0)
    assert Champion(own).plan(view) == Champion().plan(view)
    assert Champion(str(own)).traits(TWO) == Champion().traits(TWO)
    header, _, weights = zlib.decompress(packed).partition(b"\n")
    other = bytes(len(weights))
    own_other = tmp_path / "other.bin"
    own_other.write_bytes(zlib.compress(header + b"\n" + other))
    changed = Champion(own_other)
    assert changed.traits(TWO)["weights"] != Champion().traits(TWO)["weights"]
    assert changed.wish(view) in ("like", "rather-not", None)
    assert changed.plan(view)


def test_files_that_hold_no_networks(tmp_path: Path) -> None:
    bad = tmp_path / "bad.bin"
    for data in (
        b"nonsense",
        zlib.compress(b"[]\n"),
        zlib.compress(b'{"base-1-none": {"shape": [1, 1, 1], "manner": {}}}\n'),
    ):
        bad.write_bytes(data)
        with pytest.raises(PlayerError, match="contains no networks"):
            Champion(bad)
    few = tmp_path / "few.bin"
    few.write_bytes(zlib.compress(b"{}\n"))
    with pytest.raises(PlayerError, match="has no network for base-2-standard"):
        find(lambda: Champion(few)).identity(TWO)


def test_between_releases_a_version_tells_code_that_plays_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kernel").mkdir()
    (tmp_path / "server").mkdir()
    monkeypatch.setattr(identity, "__file__", str(tmp_path / "players" / "identity.py"))
    versions = []
    for name, text in (("kernel/a.py", "1"), ("kernel/a.py", "2"), ("server/a.py", "3")):
        (tmp_path / name).write_text(text, "utf-8")
        monkeypatch.setattr(identity, "__version__", "1.2.0.dev0")
        versions.append(identity.package_version.__wrapped__())
    assert all(version.startswith("1.2.0.dev0+") for version in versions)
    assert versions[0] != versions[1] == versions[2]
    monkeypatch.setattr(identity, "__version__", "1.2.0")
    assert identity.package_version.__wrapped__() == "1.2.0"
