"""Find a Chromium on this machine, or install one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FLAGS = [
    "--no-sandbox",  # tests also run as root
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def find_or_install() -> str | None:
    """Return the path of a Chromium; None means Playwright's own, which this installed."""
    found = _find()
    if found:
        return found
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False).returncode == 0:
        return None
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, stdout=subprocess.DEVNULL)
        found = _find()
    if not found:
        raise RuntimeError("no Chromium found and none could be installed; install one, or set CHROMIUM to its path")
    return found


def _find() -> str | None:
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return chosen
    return next(filter(None, map(shutil.which, NAMES)), None) or next(filter(_exists, MAC), None)


def _exists(path: str) -> bool:
    return Path(path).exists()
