"""Files on this computer: where ours live, and writing one so that it is never left half written."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for this user's games; it may not exist yet."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "nonante"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "nonante"
    chosen = os.environ.get("XDG_DATA_HOME")
    return (Path(chosen) if chosen else Path.home() / ".local" / "share") / "nonante"


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step: whoever reads it finds the old text or the new, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
