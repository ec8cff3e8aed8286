"""What no test may depend on: how fast the machine is, the way out of its network, and who started the tests.

And what tests in several rooms need.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any-machine")
for name in ("NO_PROXY", "no_proxy"):
    os.environ[name] = "*"  # tests only talk to this machine
# A shell that starts us in the background has us ignore Ctrl-C, and so would every process that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def wide_file(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Let another file hold the wide networks that are shipped; one that does not exist holds none."""
    from nonante.players import champion

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
