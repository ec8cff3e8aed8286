"""Let these tests import their helpers by one name, for pytest and for the type checker alike."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nonante.players import champion

ROOT = str(Path(__file__).resolve().parents[2])
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)


@pytest.fixture
def wide_file(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Let another file hold the wide networks that are shipped; one that does not exist holds none."""

    def forget() -> None:
        for kept in (champion.wide_networks, champion._compiled_net, champion._mind, champion._weights_digest):
            kept.cache_clear()

    def put(path: Path) -> None:
        monkeypatch.setattr(champion, "_WIDE", str(path.absolute()))
        forget()

    yield put
    monkeypatch.undo()
    forget()


@pytest.fixture
def only_small(wide_file: Callable[[Path], None], tmp_path: Path) -> None:
    """Let the small networks think everywhere."""
    wide_file(tmp_path / "none.bin")
