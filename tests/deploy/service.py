"""The service of examples/deploy without systemd: a small part of what systemd does with its unit, done by hand."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from machine import ROOT

SHIPPED: Final = ROOT / "examples" / "deploy"
UNIT: Final = Path("/etc/systemd/system/nonante.service")
CONFIG: Final = Path("/etc/nonante/nonante.toml")
USER: Final = 61_200  # one of those that systemd chooses from for DynamicUser=
PATIENCE: Final = 60.0
Edits = Mapping[str, str]


def install(name: str, target: Path, edits: Edits | None = None) -> None:
    """Copy a shipped file; a variant changes the lines that the file itself says may be changed."""
    text = (SHIPPED / name).read_text()
    for old, new in (edits or {}).items():
        assert text.count(old) == 1, f"{name} has {old!r} {text.count(old)} times"
        text = text.replace(old, new)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)


def settings() -> dict[str, str]:
    """Return the settings of the installed unit."""
    lines = [line for line in UNIT.read_text().splitlines() if "=" in line and not line.startswith("#")]
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


def folders(unit: Mapping[str, str]) -> dict[str, str]:
    """Make the folders that the unit asks for; return the variables that tell where they are."""
    told = {}
    for kind, above in (("State", "/var/lib"), ("Cache", "/var/cache"), ("Runtime", "/run")):
        folder = Path(above) / unit[f"{kind}Directory"]
        folder.mkdir(exist_ok=True)
        if kind != "Cache":  # a fresh one each time, laid over what was there: nothing is deleted
            subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=True)
        folder.chmod(int(unit.get(f"{kind}DirectoryMode", "0755"), 8))
        os.chown(folder, USER, USER)
        told[f"{kind.upper()}_DIRECTORY"] = str(folder)
    return told


@contextmanager
def serving(edits: Edits | None = None) -> Iterator[subprocess.Popen[str]]:
    """Run the service as its unit says, from the word that it is ready to the word that it stops."""
    install("nonante.service", UNIT)
    install("nonante.toml", CONFIG, edits)
    unit = settings()
    assert unit["Type"] == "notify"
    name, _, value = unit["Environment"].partition("=")
    notify = Path("/run/notify")
    notify.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(PATIENCE)
        manager.bind(str(notify))
        notify.chmod(0o666)
        watchdog = {"NOTIFY_SOCKET": str(notify), "WATCHDOG_USEC": f"{int(unit['WatchdogSec']) * 1_000_000}"}
        with subprocess.Popen(
            shlex.split(unit["ExecStart"]),
            env={"PATH": "/usr/bin:/bin", name: value, **folders(unit), **watchdog},
            user=USER,
            group=USER,
            extra_groups=[],
            umask=int(unit["UMask"], 8),
            cwd="/",
            text=True,
            stderr=subprocess.PIPE,
        ) as process:
            try:
                assert b"READY=1" in manager.recv(4096)
                yield process
                process.send_signal(signal.SIGTERM)
                while b"STOPPING=1" not in manager.recv(4096):
                    pass
                process.wait(PATIENCE)
            finally:
                process.kill()
