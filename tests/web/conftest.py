"""A real browser against a real server."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from chromium import NoChromium, running
from playwright.sync_api import Browser, BrowserContext, Page, expect

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
PATIENCE = 120_000  # milliseconds after which something hangs, however slow the machine
AS_ON_THE_DEVICE = """
if (!localStorage.getItem("nonante.preferences"))
  localStorage.setItem("nonante.preferences", JSON.stringify({ theme: "auto", look: 1 }));
"""
"""Night is the default; who looks at both themes lets the device choose."""
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test that is repeated for languages, screens or colours, `make test` runs one case: the others are slow."""
    cases: dict[tuple[Path, str], list[pytest.Function]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and item.path.parent == Path(__file__).parent:
            cases[item.path, item.originalname].append(item)
    for (_, name), repeated in cases.items():
        chosen = zlib.crc32(name.encode()) % len(repeated)  # another language and screen from test to test
        for place, item in enumerate(repeated):
            if place != chosen:
                item.add_marker(pytest.mark.slow)


@dataclass
class Server:
    """A `nonante serve` of its own, which can be killed and started again on the same database and port."""

    database: Path
    port: int = 0
    options: tuple[str, ...] = ()
    prefix: str = ""
    process: subprocess.Popen[str] = field(init=False)

    def start(self) -> None:
        """Start and wait until it serves."""
        command = [sys.executable, "-m", "nonante", "serve", "--port", str(self.port), "--pace", "0"]
        self.process = subprocess.Popen(
            [
                *command,
                "--database",
                f"sqlite:///{self.database}",
                "--sockets",
                "500",
                "--stand-in",
                "1",
                *self.options,
            ],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, line
        self.port = int(found[1])

    def kill(self) -> None:
        """End it without warning, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    @property
    def url(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self.port}{self.prefix}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    server = Server(tmp_path_factory.mktemp("server") / "tables.db")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test."""
    server = Server(tmp_path / "tables.db")
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    try:
        with running() as browser:
            yield browser
    except NoChromium as error:
        pytest.fail(str(error), pytrace=False)


Person = Callable[..., Page]


@pytest.fixture
def person(browser: Browser) -> Iterator[Person]:
    """Make a person: a browser context of their own, on a screen, in a language; page errors fail the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(language: str = "en", viewport: dict[str, int] | None = None, **options: object) -> Page:
        size = viewport or DESKTOP
        context = browser.new_context(
            locale=language,
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=size == PHONE,
            reduced_motion="reduce",
            **{"service_workers": "block", **options},  # type: ignore[arg-type]  # passed on as they are
        )
        contexts.append(context)
        if "color_scheme" in options:
            context.add_init_script(AS_ON_THE_DEVICE)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []
