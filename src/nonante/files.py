"""Files on this computer: where ours live, and writing one so that it is never left half written."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for this user's games; it may not exist yet."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / "nonante"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "nonante"
    return Path(os.environ.get("XDG_DATA_HOME") or _home() / ".local" / "share") / "nonante"


def as_path(text: str) -> Path:
    """Return the path somebody typed, ``~`` being their home."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        error = OSError(f"there is no home directory behind {text!r}")
        error.filename = text
        raise error from None


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # an account that the system does not know, as in some containers
        raise OSError("this account has no home directory; set HOME to a folder for your games") from None


def write_whole(path: Path, text: str, *, private: bool = False) -> None:
    """Write a file in one step: whoever reads it finds the old text or the new, never a part.

    A private file can only be read by its owner, whatever the umask says.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # not the temporary name
        raise
