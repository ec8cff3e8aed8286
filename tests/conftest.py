"""What no test may depend on: how fast the machine is, the way out of its network, and who started the tests.

And what no test may do unless it carries the mark `slow`: work for longer than two seconds.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings

settings.register_profile("any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any-machine")
for name in ("NO_PROXY", "no_proxy"):
    os.environ[name] = "*"  # tests only talk to this machine
# JAX compiles more than it computes here.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
# A shell that starts us in the background has us ignore Ctrl-C, and so would every process that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

LIMIT = 2.0  # seconds
UNLIMITED = tuple(Path(__file__).parent / folder for folder in ("web", "deploy"))  # other programs do the work there
SPENT = pytest.StashKey[float]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a machine that is much slower than others do without the limit."""
    parser.addini("slow_limit", "seconds of work after which a test has to carry the mark slow; 0: any", default=LIMIT)


def _work() -> float:
    """Return the seconds that this process and those it has waited for have worked: a busy machine adds none."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _busy() -> bool:
    """Tell whether others keep this machine so busy that even processor time says little about a test."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > 2 * (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Measure; threads side by side work for longer than it takes, and who waits takes longer than it works."""
    began, worked = time.monotonic(), _work()
    yield
    item.stash[SPENT] = min(time.monotonic() - began, _work() - worked)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test; one that works for too long gets a second run, since the first may load or compile something."""
    limit = float(item.config.getini("slow_limit"))
    if not limit or item.get_closest_marker("slow") or any(map(item.path.is_relative_to, UNLIMITED)):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if item.stash.get(SPENT, 0.0) > limit and all(report.passed for report in reports) and not _busy():
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        if (spent := item.stash[SPENT]) > limit and all(report.passed for report in reports):
            reports[1].outcome = "failed"
            reports[1].longrepr = f"works for {spent:.1f} s, more than {limit:g}: make it quicker, or mark it slow"
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
