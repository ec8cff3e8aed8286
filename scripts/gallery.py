"""Take every screen for docs/notebook/gallery.md: three sizes, looks and languages, one sheet a screen.

    .venv/bin/python scripts/gallery.py                     # all screens of this checkout, and the page
    .venv/bin/python scripts/gallery.py --only table end-won
    .venv/bin/python scripts/gallery.py --before FOLDER     # those of an older checkout whose client is built

Starts a server of its own and drives a real Chromium, found as the browser tests find theirs. Screens an older version
does not have are left out of its sheets.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, TimeoutError as Late

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "web"), str(ROOT / "tests" / "review")]

from chromium import find_or_install, running  # noqa: E402 - found through the line above
from conftest import DESKTOP, Server  # noqa: E402 - likewise
from more_screens import more_screens  # noqa: E402 - likewise
from screens import Arrive, screens  # noqa: E402 - likewise

GALLERY = ROOT / "docs" / "pictures" / "gallery"
PAGE = ROOT / "docs" / "notebook" / "gallery.md"
SIZES = (DESKTOP, {"width": 390, "height": 844}, {"width": 740, "height": 360})
LOOKS = ("night", "day", "high contrast")
LANGUAGES = ("en", "fr", "de")
HEIGHT, GAP, QUALITY = 420, 6, 66
PATIENCE = 15_000
SETTLED = 700  # milliseconds until a screen stands still


def every() -> dict[str, tuple[str, Arrive]]:
    """Return every screen: its title, and how to reach it."""
    return screens() | more_screens()


def look_at(browser: Browser, server: Server, arrive: Arrive, row: int, column: int) -> Image.Image | None:
    """Take one screen in one look and size; None where this version does not have it."""
    size, look = SIZES[column], LOOKS[row]
    light = look == "day" or (look == "high contrast" and column == 0)
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        locale=LANGUAGES[(row + column) % len(LANGUAGES)],
        color_scheme="light" if light else "dark",
        contrast="more" if look == "high contrast" else "no-preference",
        reduced_motion="reduce",
        has_touch=column > 0,
    )
    theme = json.dumps({"theme": "light" if light else "dark", "look": 1})
    context.add_init_script(
        f"localStorage.getItem('nonante.preferences') ?? localStorage.setItem('nonante.preferences', '{theme}')"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        arrive(page, server)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(SETTLED)
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    except Late:
        return None
    finally:
        context.close()


def sheet(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    """Lay the pictures of one screen out, row by row."""
    shown = [[one.resize((one.width * HEIGHT // one.height, HEIGHT)) for one in row] for row in rows]
    width = max(sum(one.width + GAP for one in row) for row in shown) - GAP
    whole = Image.new("RGB", (width, (HEIGHT + GAP) * len(shown) - GAP), "#7a8487")
    for n, row in enumerate(shown):
        left = 0
        for one in row:
            whole.paste(one, (left, n * (HEIGHT + GAP)))
            left += one.width + GAP
    return whole


def pairs(place: int, *, whole: bool) -> list[list[tuple[int, int]]]:
    """Return the look and size of each picture: every size and look once, or each with each, a row a look."""
    if whole:
        return [[(look, size) for size in range(3)] for look in range(3)]
    return [[((size + place) % 3, size) for size in range(3)]]


def take(browser: Browser, server: Server, asked: argparse.Namespace, state: str) -> None:
    """Take the sheets of one version."""
    GALLERY.mkdir(parents=True, exist_ok=True)
    for place, (name, (title, arrive)) in enumerate(every().items()):
        if asked.only and name not in asked.only:
            continue
        rows: list[list[Image.Image]] = []
        for row in pairs(place, whole=asked.whole):
            taken = [look_at(browser, server, arrive, *pair) for pair in row[:1]]
            if taken[0]:  # else this version does not have it
                taken += [look_at(browser, server, arrive, *pair) for pair in row[1:]]
            rows.append([one for one in taken if one])
        if all(rows):
            sheet(rows).save(GALLERY / f"{name}-{state}.webp", quality=QUALITY, method=6)
        print(title, state, flush=True)


def page_text() -> str:
    """Return the page: each screen before and after."""
    lines = [
        "# Gallery",
        "",
        "Every screen before the new look, as it was just ahead of version 0.2.0, and now: 1280×800, 390×844 and",
        "740×360, once each in night, day and high contrast, in English, French and German; which look and language a",
        "size has changes from screen to screen. `scripts/gallery.py` takes the pictures and writes this page; with",
        "`--whole` it takes each size in each look.",
    ]
    for name, (title, _) in every().items():
        before, after = (GALLERY / f"{name}-{state}.webp" for state in ("before", "after"))
        lines += ["", f"## {title}", ""]
        if before.exists():
            lines += ["Before:", "", f"![{title}, before](../pictures/gallery/{before.name})", "", "Now:", ""]
        else:
            lines += ["New, or moved since then:", ""]
        lines.append(f"![{title}, now](../pictures/gallery/{after.name})")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Take what is asked for and write the page."""
    parser = argparse.ArgumentParser(description="Take every screen for the gallery.")
    parser.add_argument("--only", nargs="*", default=[], help="take these screens only")
    parser.add_argument("--whole", action="store_true", help="each size in each look, not one of each")
    parser.add_argument("--before", type=Path, help="an older checkout, its client built")
    asked = parser.parse_args()
    if asked.before:
        os.environ["PYTHONPATH"] = str(asked.before / "src")
    find_or_install()
    with tempfile.TemporaryDirectory() as folder, running() as browser:
        server = Server(Path(folder) / "tables.db")
        server.start()
        try:
            take(browser, server, asked, "before" if asked.before else "after")
        finally:
            server.kill()
    PAGE.write_text(page_text(), "utf-8")


if __name__ == "__main__":
    main()
