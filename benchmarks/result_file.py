"""The result files in `benchmarks/results`: what `scripts/figures.py` puts into the documentation's tables."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "results"


def machine() -> str:
    """Return processor, cores, load and Python version of this machine."""
    names = [line.split(":")[1].strip() for line in _processors() if line.startswith("model name")]
    processor = names[0] if names else platform.machine()
    return f"{processor}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}"


def _processors() -> list[str]:
    info = Path("/proc/cpuinfo")
    return info.read_text(encoding="utf-8").splitlines() if info.exists() else []


def read(name: str) -> dict[str, Any]:
    """Return a result file."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def write(name: str, head: Sequence[str], rows: Sequence[Sequence[str]], **more: str | int) -> None:
    """Write a result file with this machine, the date and the running command; `more` adds fields or replaces these."""
    command = " ".join(["python", Path(sys.argv[0]).name, *sys.argv[1:]])
    about = {"command": command, "machine": machine(), "date": datetime.now(UTC).date().isoformat(), **more}
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in about.items()]
    cells = ",\n".join(f"  {json.dumps(list(row), ensure_ascii=False)}" for row in rows)
    titles = json.dumps(list(head), ensure_ascii=False)
    text = "\n".join(["{", *lines, f' "head": {titles},', ' "rows": [', cells, " ]", "}"])
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
