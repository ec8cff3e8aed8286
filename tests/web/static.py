"""The folder of the page that needs no server, handed out by Python's own file server."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".tools" / "static"


def built() -> Path:
    """Return the folder; `make test` has built it before."""
    if not (FOLDER / "sw.js").exists():
        subprocess.run([sys.executable, ROOT / "hatch_build.py", "static"], check=True)
    return FOLDER


@dataclass
class Files:
    """`python -m http.server` over a folder, until it is cut off."""

    folder: Path
    process: subprocess.Popen[str] = field(init=False)
    url: str = field(init=False)

    def __post_init__(self) -> None:
        """Start on any port that is free, and wait until it serves."""
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
        command += ["--directory", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        found = re.search(r"port (\d+)", self.process.stdout.readline())
        assert found
        self.url = f"http://127.0.0.1:{found[1]}"

    def cut(self) -> None:
        """Hand out nothing any more."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


def ready(page: Page) -> None:
    """Wait until Python runs."""
    page.wait_for_selector("[data-testid=status][data-state=ready]", state="attached")


def kept(page: Page) -> None:
    """Wait until the page can do without the network."""
    ready(page)
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")


def hurry(page: Page) -> None:
    """Let computer players lay their cards as soon as they have thought."""
    ready(page)
    page.workers[0].evaluate(
        "() => { const later = self.setTimeout;"
        " self.setTimeout = (act, time, ...rest) => later(act, time < 1000 ? 0 : time, ...rest); }"
    )
