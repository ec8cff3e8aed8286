"""Take the pictures in docs/pictures: home, table and end, how games end, frame by frame, and every other screen.

    .venv/bin/python scripts/pictures.py
    .venv/bin/python scripts/pictures.py home               # only home, situation by situation
    .venv/bin/python scripts/pictures.py .tools/browsers    # what `make browsers` left there, as rows

Starts a server of its own and drives a real Chromium, found as the browser tests find theirs.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "web"), str(ROOT / "tests" / "review")]

from chromium import find_or_install, running  # noqa: E402 - found through the line above
from conftest import DESKTOP, PHONE, Server  # noqa: E402 - likewise
from games import played  # noqa: E402 - likewise
from hands import Hands, play_out  # noqa: E402 - likewise
from screens import at_the_table  # noqa: E402 - likewise
from tables import Line, open_at  # noqa: E402 - likewise
from test_home import FLAT, SITUATIONS, TALL  # noqa: E402 - likewise
from test_stats import GAMES, KEEP  # noqa: E402 - likewise

from nonante.review import link_of  # noqa: E402 - likewise

PICTURES = ROOT / "docs" / "pictures"


def save(picture: Image.Image, name: str) -> None:
    """Save a picture with few enough colours for a repository; every hue of the cards is among them."""
    few = picture.convert("RGB").quantize(255, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)


def keep(page: Page, name: str) -> None:
    """Save what the page shows."""
    save(Image.open(io.BytesIO(page.screenshot())), name)


def take(browser: Browser, server: Server, name: str, size: dict[str, int], language: str, scheme: str) -> None:
    """Take the three pictures of one screen."""
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        locale=language,
        device_scale_factor=2 if size == PHONE else 1,
        has_touch=size == PHONE,
    )
    theme = json.dumps({"theme": scheme, "look": 1})
    context.add_init_script(f"localStorage.setItem('nonante.preferences', '{theme}')")
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
    page.keyboard.press("Escape")  # the moment ends at any key
    page.locator("[data-testid=hub-verdict][data-stage=full]").wait_for()
    page.wait_for_timeout(2000)
    keep(page, f"end-{name}")
    context.close()


def strip(page: Page, name: str, times: list[int]) -> None:
    """Keep the moment a game ends as a row of frames, each at its millisecond, and the result."""
    page.get_by_test_id("moment").wait_for(state="attached")
    frames = []
    for time in times:
        page.evaluate("(at) => document.getAnimations().forEach((one) => { one.pause(); one.currentTime = at })", time)
        frames.append(Image.open(io.BytesIO(page.screenshot())))
    page.keyboard.press("x")
    page.locator("[data-moment=over]").wait_for(state="attached")
    frames.append(Image.open(io.BytesIO(page.screenshot())))
    side_by_side(frames, name)


def side_by_side(frames: Sequence[Image.Image], name: str) -> None:
    """Keep several pictures of one size as one row."""
    width, height = frames[0].size
    whole = Image.new("RGB", ((width + 8) * len(frames) - 8, height))
    for n, frame in enumerate(frames):
        whole.paste(frame, ((width + 8) * n, 0))
    save(whole, name)


def moments(browser: Browser, server: Server) -> None:
    """Take the frames of a win and of a loss on a phone."""
    won: dict[str, Any] = {"piles": [70, 98, 2, 36], "hands": [[34, 73], [], []]}
    hand = [11, 25, 35, 39, 54, 67, 81, 85]
    lost: dict[str, Any] = {"piles": [79, 82, 2, 4], "hands": [hand], "draw": [73, 78, 3, 22, 29, 64]}
    context = browser.new_context(viewport={"width": 390, "height": 760}, locale="en", color_scheme="dark")
    page = context.new_page()
    Line(page).known = False
    open_at(page, server, ["steady", "champion"], **won)
    for card, pile in ((73, "A"), (34, "D")):
        Hands(page).lay(card, pile)
    strip(page, "moment-win", [450, 1300, 1600, 2100])
    open_at(page, server, **lost)
    for card, pile in ((81, "A"), (85, "B")):
        Hands(page).lay(card, pile)
    page.locator("[data-testid=end-turn][aria-disabled=false]").click()
    strip(page, "moment-loss", [250, 600, 1200])
    context.close()


def screens(browser: Browser, server: Server) -> None:
    """Take the screens on a phone, as rows of docs/notebook/screens.md."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en", color_scheme="dark")
    page = context.new_page()
    shown: list[Image.Image] = []

    def see(address: str = "", *, wait: str, press: tuple[str, ...] = ()) -> None:
        if address:
            page.goto(f"{server.url}{address}")
        for name in press:
            page.get_by_test_id(name).first.click()
        page.get_by_test_id(wait).first.wait_for()
        page.wait_for_timeout(700)
        shown.append(Image.open(io.BytesIO(page.screenshot())))

    def row(name: str) -> None:
        side_by_side(shown, name)
        shown.clear()

    see("/", wait="home")
    see(wait="open-table", press=("play-friends",))
    page.get_by_test_id("name").first.fill("Zoé")
    see(wait="lobby", press=("open-table",))
    see("/daily", wait="daily")
    row("screens-before")
    see("/learn", wait="coach")
    see("/rules#R24", wait="rules")
    see("/box", wait="box-page")
    see("/puzzles", wait="puzzles")
    row("screens-learn")
    at_the_table(page, server)
    see(wait="sheet-map", press=("open-map",))
    page.keyboard.press("Escape")
    see(wait="sheet-log", press=("ticker",))
    page.keyboard.press("Escape")
    see(wait="sheet-menu", press=("menu",))
    page.keyboard.press("Escape")
    see(wait="hint-moves", press=("hint",))
    row("screens-table")
    record = played("base", 3, 14)
    link = link_of(record, names=True)
    see(f"/replay#{link}.12", wait="replay")
    see(f"/review#{link}", wait="verdict")
    page.evaluate(KEEP, GAMES)
    see("/stats", wait="stats")
    see("/", wait="home")
    row("screens-after")
    context.close()


def situations(browser: Browser, server: Server) -> None:
    """Keep home in each situation as one row: a desktop, a phone, a phone on its side, each in another language."""
    for name, (arrive, _) in SITUATIONS.items():
        row = []
        for size, language, height in ((DESKTOP, "en", 400), (TALL, "fr", 400), (FLAT, "de", 260)):
            page = browser.new_page(viewport={"width": size["width"], "height": size["height"]}, locale=language)
            arrive(page, server)
            page.wait_for_timeout(700)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            row.append(picture.resize((size["width"] * height // size["height"], height), Image.Resampling.LANCZOS))
            page.close()
        whole = Image.new("RGB", (sum(one.width + 8 for one in row) - 8, row[0].height), "#071218")
        left = 0
        for one in row:
            whole.paste(one, (left, 0))
            left += one.width + 8
        save(whole, f"home-{name}")


def other_browsers(folder: Path) -> None:
    """Keep what Firefox and WebKit showed: one row for each."""
    for engine in ("firefox", "webkit"):
        shots = [f"{engine}-{name}-phone.png" for name in ("join", "table", "lesson", "end")]
        side_by_side([Image.open(folder / shot).convert("RGB") for shot in shots], f"screens-{engine}")


def main() -> None:
    """Take all pictures, or put those of other browsers together."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    only_home = sys.argv[1:] == ["home"]
    if len(sys.argv) > 1 and not only_home:
        other_browsers(Path(sys.argv[1]))
        return
    find_or_install()
    with tempfile.TemporaryDirectory() as folder, running() as browser:
        server = Server(Path(folder) / "tables.db")
        server.start()
        try:
            (situations if only_home else take_all)(browser, server)
        finally:
            server.kill()


def take_all(browser: Browser, server: Server) -> None:
    """Take one picture after the other."""
    take(browser, server, "desktop", DESKTOP, "en", "dark")
    take(browser, server, "phone", PHONE, "fr", "dark")
    take(browser, server, "desktop-light", DESKTOP, "de", "light")
    moments(browser, server)
    screens(browser, server)
    situations(browser, server)


if __name__ == "__main__":
    main()
