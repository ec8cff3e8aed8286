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
    """Switch the limit off for very slow machines."""
    parser.addini("slow_limit", "seconds of work after which a test has to carry the mark slow; 0: any", default=LIMIT)


def _work() -> float:
    """Return the CPU seconds of this process and its children, which a busy machine does not increase."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _busy() -> bool:
    """Tell whether the machine is so busy that even CPU time says little about a test."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > 2 * (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Measure CPU time and wall time, and take the smaller one: threads add CPU time, waiting adds wall time."""
    began, worked = time.monotonic(), _work()
    yield
    item.stash[SPENT] = min(time.monotonic() - began, _work() - worked)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test; one that takes too long is run again, since the first run may load or compile something."""
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
