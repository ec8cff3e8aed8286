"""``nonante static``: built from the sources, into a folder that holds nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from nonante.cli import main, static


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose build writes one small page."""
    root = tmp_path / "checkout"
    (root / "web").mkdir(parents=True)
    page = (
        "Path('.tools/static/assets').mkdir(parents=True, exist_ok=True); Path('.tools/static/sw.js').write_text('1')"
    )
    (root / "hatch_build.py").write_text(
        f"import os; from pathlib import Path; os.chdir({str(root)!r}); {page}", "utf-8"
    )
    monkeypatch.setattr(static, "ROOT", root)
    return root


def write(folder: Path) -> tuple[int, str]:
    done = CliRunner().invoke(static.static_command, [str(folder)])
    return done.exit_code, done.output


def test_a_folder_is_written_and_written_again(sources: Path, tmp_path: Path) -> None:
    folder = tmp_path / "page"
    for _ in range(2):
        code, output = write(folder)
        assert (code, (folder / static.MARK).read_text("utf-8")) == (0, "1"), sources
        assert "1 files" in output
        (folder / "assets" / "old.js").write_text("of a version before", "utf-8")
    write(folder)
    assert not (folder / "assets" / "old.js").exists()


def test_a_folder_with_other_files_is_left_alone(sources: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", "utf-8")
    code, output = write(tmp_path)
    assert code
    assert "contains other files" in output
    assert (tmp_path / "letter.txt").read_text("utf-8") == "mine", sources


def test_without_the_sources_there_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(static, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["nonante", "static", str(tmp_path / "page")])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    line = "nonante: the static site is built from the sources: run make static in a clone of the repository\n"
    assert capsys.readouterr().err == line


def test_a_build_that_fails_is_no_traceback(sources: Path, tmp_path: Path) -> None:
    (sources / "hatch_build.py").write_text("raise SystemExit('no Node here')", "utf-8")
    code, output = write(tmp_path / "page")
    assert code
    assert "could not be built" in output
    assert not (tmp_path / "page").exists()
