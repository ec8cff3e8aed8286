"""The browser is found, or missed in one line; nothing here starts a real one."""

from __future__ import annotations

import os
from pathlib import Path

import chromium
import pytest

Written = dict[str, Path]


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Written:
    """A machine without any browser, with a program that starts and one that does not."""
    monkeypatch.delenv(chromium.CHOSEN, raising=False)
    monkeypatch.setattr(chromium, "NAMES", ("nothing", str(tmp_path / "broken")))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "_install", lambda: None)
    return {name: _program(tmp_path / name, code) for name, code in [("broken", 127), ("whole", 0)]}


def _program(path: Path, code: int) -> Path:
    path.write_text(f"#!/bin/sh\nexit {code}\n", "utf-8")
    path.chmod(0o755)
    return path


def test_the_first_that_starts_is_taken(programs: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "NAMES", (str(programs["broken"]), str(programs["whole"])))
    assert chromium.find() == str(programs["whole"])


def test_a_chosen_one_counts_before_all_others(programs: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "NAMES", (str(programs["broken"]),))
    monkeypatch.setenv(chromium.CHOSEN, str(programs["whole"]))
    assert chromium.find_or_install() == str(programs["whole"])


@pytest.mark.parametrize("chosen", ["broken", ""])
def test_none_at_all_is_one_line(
    programs: Written, chosen: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(chromium.CHOSEN, chosen and str(programs[chosen]))
    assert chromium.main() == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert chromium.CHOSEN in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_node_that_does_not_start_is_replaced(programs: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.NODE, "")
    monkeypatch.setattr(chromium, "compute_driver_executable", lambda: (str(programs["broken"]), "cli.js"))
    with pytest.raises(chromium.NoChromium):
        chromium.find()
    node = os.environ[chromium.NODE]
    assert Path(node).name == "node"
    assert node != str(programs["broken"])
