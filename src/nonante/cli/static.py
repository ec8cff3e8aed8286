"""``nonante static FOLDER``: the game as a folder of files that any web server can serve."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import click

ROOT: Final = Path(__file__).parents[3]
BUILD: Final = "hatch_build.py"
BUILT: Final = Path(".tools/static")
MARK: Final = "sw.js"  # what every such folder holds


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def static_command(folder: Path) -> None:
    """Build the game as a static site in FOLDER: solo or with computer players, also offline."""
    if not (ROOT / BUILD).is_file() or not (ROOT / "web").is_dir():
        where = "run make static in a clone of the repository"
        raise click.ClickException(f"the static site is built from the sources: {where}")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise click.ClickException(f"{folder} contains other files: choose a new or empty folder")
    _build()
    _replace(ROOT / BUILT, folder)
    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    click.echo(f"{folder}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB")
    click.echo(f"try it: python -m http.server --directory {folder}")


def _build() -> None:
    done = subprocess.run([sys.executable, ROOT / BUILD, "static"], check=False)  # noqa: S603 - our own build script
    if done.returncode:
        raise click.ClickException("the static site could not be built, see above")


def _replace(built: Path, folder: Path) -> None:
    """Put the built page into the folder, replacing an older one."""
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(built, folder)
