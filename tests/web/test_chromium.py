"""The browser is found, or missed in one line; nothing here starts a real one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import chromium
import pytest

STARTS, BREAKS = str(shutil.which("true")), str(shutil.which("false"))


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a browser, and without a way to get one."""
    monkeypatch.setenv(chromium.CHOSEN, "")
    monkeypatch.setattr(chromium, "NAMES", ("nothing", BREAKS))
    monkeypatch.setattr(chromium, "_playwrights_own", lambda: "nowhere")
    monkeypatch.setattr(chromium, "_install", lambda: None)


def test_the_first_that_starts_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "NAMES", ("nothing", BREAKS, STARTS))
    assert chromium.find() == STARTS


def test_playwrights_own_is_taken_where_there_is_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "_playwrights_own", lambda: STARTS)
    assert chromium.find() == STARTS


def test_a_chosen_one_counts_before_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "NAMES", (BREAKS,))
    monkeypatch.setenv(chromium.CHOSEN, STARTS)
    assert chromium.find_or_install() == STARTS


def test_one_is_installed_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "_install", lambda: monkeypatch.setattr(chromium, "NAMES", (STARTS,)))
    with pytest.raises(chromium.NoChromium):
        chromium.find()
    assert chromium.find_or_install() == STARTS


@pytest.mark.parametrize("chosen", [BREAKS, ""])
def test_none_at_all_is_one_line(
    chosen: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(chromium.CHOSEN, chosen)
    assert chromium.main() == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert chromium.CHOSEN in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_node_that_does_not_start_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.NODE, "")
    monkeypatch.setattr(chromium, "compute_driver_executable", lambda: (BREAKS, "cli.js"))
    chromium.choose_node()
    assert Path(os.environ[chromium.NODE]).name == "node"
    assert Path(os.environ[chromium.NODE]).exists()
