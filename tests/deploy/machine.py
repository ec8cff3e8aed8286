"""A machine of one's own, for as long as a command runs: its own network, /etc, /opt, /run and /var.

python tests/deploy/machine.py COMMAND…

The files of examples/deploy can be copied to where a self-hoster copies them, and nginx and Caddy can take ports 80
and 443, while nothing of it is seen outside. Needs root and Linux; installs nginx, Caddy and systemd's own checker from
Debian where they are missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

PACKAGES: Final = {"nginx": "nginx-light", "caddy": "caddy", "systemd-analyze": "systemd", "ip": "iproute2"}
INSIDE: Final = "NONANTE_PRIVATE_MACHINE"
ROOT: Final = Path(__file__).parents[2]
SITE: Final = "cards.example"


def main(words: list[str]) -> int:
    """Run a command on a machine of its own; return its exit code."""
    if INSIDE in os.environ:
        furnish(Path(os.environ[INSIDE]))
        return subprocess.run(words, check=False).returncode
    if os.geteuid() != 0 or not shutil.which("unshare"):
        print("this needs root, and unshare from util-linux", file=sys.stderr)
        return 2
    install()
    enter = ["unshare", "--mount", "--net", "--propagation", "private", sys.executable, __file__, *words]
    folder = tempfile.mkdtemp(prefix="nonante-machine-")
    try:
        return subprocess.run(enter, env={**os.environ, INSIDE: folder}, check=False).returncode
    finally:
        Path(folder).rmdir()  # empty: what was in it went with its mounts. Nothing here is ever deleted recursively.


def install() -> None:
    """Install what is missing, from Debian."""
    missing = [package for program, package in PACKAGES.items() if not shutil.which(program)]
    if missing:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "--yes", "--no-install-recommends", *missing]):
            subprocess.run(["apt-get", "-qq", *words], env=quiet, check=True, stdout=subprocess.DEVNULL)


def furnish(folder: Path) -> None:
    """Make what the files of examples/deploy expect, without touching what is outside: all of it is mounted."""
    run("ip", "link", "set", "lo", "up")
    run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder)
    open_ways(folder)
    run("cp", "-a", "/etc", folder)
    run("mount", "--bind", folder / "etc", "/etc")
    with Path("/etc/hosts").open("a") as hosts:
        hosts.write(f"\n127.0.0.1 {SITE}\n")
    for place in ("/opt", "/run", "/var/cache", "/var/lib", "/var/log"):
        run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", place)
    for home, owner in (("/var/lib/nginx", "root"), ("/var/log/nginx", "root"), ("/var/lib/caddy", "caddy")):
        Path(home).mkdir()
        shutil.chown(home, owner)
    Path("/opt/nonante").symlink_to(Path(sys.prefix))


def open_ways(folder: Path) -> None:
    """Let the service's user, who owns nothing here, get to this checkout and to its Python."""
    wanted = {ROOT, Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve()}
    closed = {path: shut for path in wanted if (shut := first_closed(path))}
    for place, path in enumerate(closed):
        (folder / f"way{place}").mkdir()
        run("mount", "--bind", "-o", "ro", path, folder / f"way{place}")
    for shut in set(closed.values()):
        run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", shut)
    for place, path in enumerate(closed):
        path.mkdir(parents=True, exist_ok=True)
        run("mount", "--bind", folder / f"way{place}", path)


def first_closed(path: Path) -> Path | None:
    """Return the first folder on the way that others may not pass."""
    return next((above for above in reversed([path, *path.parents]) if not above.stat().st_mode & 0o001), None)


def run(*words: str | Path) -> None:
    """Run a program that has to succeed."""
    subprocess.run(words, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
