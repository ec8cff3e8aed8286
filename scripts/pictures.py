"""Take the pictures in docs/pictures: home, table and end on a desktop and a phone.

    .venv/bin/python scripts/pictures.py

Starts a server of its own and drives a real Chromium, found as the browser tests find theirs.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from chromium import find_or_install, running  # noqa: E402 - found through the line above
from conftest import DESKTOP, PHONE, Server  # noqa: E402 - likewise
from hands import Hands, play_out  # noqa: E402 - likewise

PICTURES = ROOT / "docs" / "pictures"
POSITION = {
    "rules": {"edition": "extreme", "players": 3},
    "piles": [34, 57, 65, 71],
    "hands": [[17, 24, 36, 59, 75, 95], [12, 40, 44, 61, 80, 86], [8, 42, 47, 49, 62, 99]],
    "draw": [21, 90, 5, 66, 31, 28, 50, 3, 77, 38, 54, 19, 93, 70, 26, 45, 83, 15, 68, 97, 9, 52, 30, 88],
    "active": 0,
    "turn": 12,
    "last_turn": {"seat": 2, "moves": ["57B", "65C"]},
    "moves": [],
}


def keep(page: Page, name: str) -> None:
    """Keep what the page shows, with colours enough for the eye and few enough for a repository."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").quantize(255, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


def at_the_table(page: Page, server: Server) -> Hands:
    """Open a table at a moment of Extreme with two computer team-mates."""
    page.goto(server.url)
    opened = page.evaluate(
        "async (body) => (await fetch('/api/tables', {method: 'POST', body, headers:"
        " {'content-type': 'application/json'}})).json()",
        json.dumps(
            {
                "name": "Zoé",
                "settings": {"rules": POSITION["rules"]},
                "bots": ["steady", "strong"],
                "position": POSITION,
            }
        ),
    )
    page.evaluate(
        "({code, token}) => localStorage.setItem('nonante.seats',"
        " JSON.stringify({[code]: {token, edition: 'extreme', players: 3, at: 1}}))",
        opened,
    )
    page.goto(f"{server.url}/t/{opened['code']}")
    page.get_by_test_id("table").wait_for()
    return Hands(page)


def take(browser: Browser, server: Server, name: str, size: dict[str, int], language: str, scheme: str) -> None:
    """Take the three pictures of one screen."""
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        device_scale_factor=2 if size == PHONE else 1,
        has_touch=size == PHONE,
    )
    page = context.new_page()
    page.goto(server.url)
    page.get_by_test_id("home").wait_for()
    page.wait_for_timeout(600)
    keep(page, f"home-{name}")
    hands = at_the_table(page, server)
    hands.lay(36, "A")
    hands.pick(59)
    page.wait_for_timeout(700)
    keep(page, f"table-{name}")
    play_out(hands)
    page.wait_for_timeout(900)
    keep(page, f"end-{name}")
    context.close()


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    find_or_install()
    with tempfile.TemporaryDirectory() as folder, running() as browser:
        server = Server(Path(folder) / "tables.db")
        server.start()
        take(browser, server, "desktop", DESKTOP, "en", "dark")
        take(browser, server, "phone", PHONE, "fr", "dark")
        take(browser, server, "desktop-light", DESKTOP, "de", "light")
        server.kill()


if __name__ == "__main__":
    main()
