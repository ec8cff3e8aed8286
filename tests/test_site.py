"""The documentation site: it builds without a warning, and a stranger who follows its first page gets there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from nonante import Rules
from nonante.players import player
from nonante.review import link_of, read_link
from nonante.simulation import record_game

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_site_builds_and_no_link_is_dead(tmp_path: Path) -> None:
    """Every warning is an error: links, anchors, pictures, pages in no table of contents."""
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", str(tmp_path / "cache")]
    built = subprocess.run([*command, str(DOCS), str(tmp_path / "site")], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    pages = {page.relative_to(tmp_path / "site").as_posix() for page in (tmp_path / "site").rglob("*.html")}
    assert {"index.html", "guides/play.html", "reference/python.html", "notebook/players.html"} <= pages
    reference = (tmp_path / "site" / "reference" / "python.html").read_text("utf-8")
    for name in ("nonante.rules.Game.play", "nonante.simulation.simulate", "nonante.envs.batch.BatchEnv"):
        assert f'id="{name}"' in reference
    assert _outside(tmp_path / "site") == set(), "works from a folder: nothing is fetched from elsewhere"
    assert _missing_pictures(tmp_path / "site") == []


def _outside(site: Path) -> set[str]:
    found = set()
    for page in site.rglob("*.html"):
        found |= set(re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"', page.read_text("utf-8")))
    return found


def _missing_pictures(site: Path) -> list[str]:
    """Return the pictures that a page shows and the site does not have: HTML in Markdown is easily passed over."""
    shown = [
        (page, src) for page in site.rglob("*.html") for src in re.findall(r'<img[^>]+src="([^"]+)"', page.read_text())
    ]
    assert any("home-first" in src for _, src in shown)
    return [src for page, src in shown if not (page.parent / src).exists()]


def test_the_terminal_of_the_readme_is_the_one_that_people_get(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = re.search(r"^\$ nonante (terminal .*)\n((?:.*\n)*?)> (.*)\n```", readme, re.MULTILINE)
    assert shown
    command = [sys.executable, "-m", "nonante", *shown[1].split(), "--seed", "7", "--lang", "en"]
    home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}  # the game is saved there
    told = subprocess.run(command, input=f"{shown[3]}\nquit\n", capture_output=True, text=True, env=home).stdout
    assert f"{shown[2]}> Turn 2\n" in told


def _plain_blocks() -> list[tuple[str, str]]:
    """Return the Python on the pages that is not run as doctests, each with the name of its page."""
    pages = [(page, page.read_text("utf-8")) for page in sorted(DOCS.rglob("*.md"))]
    blocks = [(page.name, text) for page, whole in pages for kind, text in BLOCK.findall(whole) if kind == "python"]
    return [(page, text) for page, text in blocks if not text.startswith(">>>")]


@pytest.mark.parametrize(("page", "text"), _plain_blocks())
def test_python_without_a_prompt_runs_too(page: str, text: str) -> None:
    record = record_game(Rules.edition("base", players=1), 7, [player("novice")])
    exec(compile(text, page, "exec"), {"record": record, "link_of": link_of, "read_link": read_link})  # noqa: S102


@pytest.mark.slow
def test_a_stranger_gets_from_the_first_page_to_a_cross_play_table(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    page = (DOCS / "guides" / "write-a-player.md").read_text("utf-8")
    for name, text in re.findall(r"Save this as `([\w.]+)`:\n\n```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        (tmp_path / name).write_text(text)
    script = "set -e\n" + "".join(text for kind, text in BLOCK.findall(page) if kind == "sh")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    clean |= {"PIP_FIND_LINKS": f"{wheels} {os.environ.get('PIP_FIND_LINKS', '')}".strip(), "HOME": str(tmp_path)}
    clean["PATH"] = f"{_plain_python(tmp_path)}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"cautious:Cautious +\d+\.\d\d% \(.*\) +\d+\.\d\d% \(", done.stdout), done.stdout


def _plain_python(folder: Path) -> Path:
    """Return a folder with a `python` that has nothing installed."""
    venv.create(folder / "plain", with_pip=False)
    return folder / "plain" / "bin"
