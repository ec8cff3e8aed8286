"""The wheel: holds everything, and serves a playable table without Node, without the source tree."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as `make wheel` does."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_holds_client_texts_and_weights_but_no_source_of_the_client(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "nonante/server/client/index.html" in names
    assert "nonante/py.typed" in names
    assert {f"nonante/players/{file}" for file in ("weights.json", "champion.bin", "alone.bin")} <= set(names)
    assert "nonante/texts/rules.fr.md" in names
    assert not [
        name
        for name in names
        if name.startswith("web/") or name.endswith((".ts", ".tsx")) or "tests" in name.split("/")
    ]


def test_pictures_and_links_of_the_readme_also_lead_somewhere_on_a_package_index(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NONANTE_URL", "https://example.org/us/nonante/")
    there = ProjectMetadata(str(ROOT), PluginManager()).core
    assert there.urls["Source"] == "https://example.org/us/nonante"
    assert there.urls["Documentation"] == "https://example.org/us/nonante/blob/HEAD/docs/index.md"
    readme = (ROOT / "README.md").read_text("utf-8")
    for relative in re.findall(r"""docs/pictures/[\w-]+\.png""", readme):
        assert f"https://example.org/us/nonante/raw/HEAD/{relative}" in there.readme
    assert not re.search(r"""\]\((?!https?:|#)|src="(?!https?:)""", there.readme)
    monkeypatch.delenv("NONANTE_URL")
    nowhere = ProjectMetadata(str(ROOT), PluginManager()).core
    assert nowhere.urls == {}, "no address is invented"
    assert not re.search(r"""<img|!\[|\]\((?!https?:|#)""", nowhere.readme)
    assert "pip install" in nowhere.readme


@pytest.mark.slow
def test_the_wheel_serves_a_playable_table(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    process = subprocess.Popen(
        [sys.executable, "-m", "nonante", "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.db'}"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "site"), "PATH": "", "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
        | {name: value for name, value in os.environ.items() if name == "SYSTEMROOT"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        found = re.search(r"http://\S+?(?=/)", process.stdout.readline())
        assert found
        with urllib.request.urlopen(found[0], timeout=300) as page:  # noqa: S310 - our own server
            assert "<script" in page.read().decode()
        body = json.dumps({"name": "Ann", "settings": {"rules": {"edition": "extreme"}}, "deal": True}).encode()
        request = urllib.request.Request(  # noqa: S310 - likewise
            f"{found[0]}/api/tables", body, {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=300) as answer:  # noqa: S310 - likewise
            assert json.load(answer)["token"]
    finally:
        process.kill()
        process.communicate()
