"""Watches over a PostgreSQL: as soon as whoever started this is gone, killed or not, it ends with its folder.

python guard.py FOLDER < (a pipe that ends with whoever started this)
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 10.0  # seconds for PostgreSQL to end


def main(folder: Path) -> None:
    """Wait for the end of standard input, then clean up."""
    sys.stdin.read()
    running = folder / "data" / "postmaster.pid"
    if running.exists():
        stop(running)
    shutil.rmtree(folder, ignore_errors=True)


def stop(running: Path) -> None:
    """Stop PostgreSQL immediately; its data is no longer needed."""
    with suppress(ProcessLookupError):
        os.kill(int(running.read_text().split()[0]), signal.SIGQUIT)
    until = time.monotonic() + PATIENCE
    while running.exists() and time.monotonic() < until:
        time.sleep(0.01)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
