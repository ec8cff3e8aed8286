"""How long a phone works on each frame while a card is dragged.

    .venv/bin/python benchmarks/dragging.py [--slowdown 4] [--seconds 6]
    .venv/bin/python benchmarks/dragging.py --work     # the processor time of a move, without slowing down

A phone of 390×844 with a processor slowed down four times drags a card over all four piles and back, with a move of the
finger every 8 ms. A frame counts from the first touch event handled in it, or from its animation callbacks, until its
styles, layout and paint are done on the main thread. Caveats: Chromium without a GPU paints in software on the same
cores, and a busy machine makes frames longer, never shorter. The line asked for: 95 % of frames below 16 ms.
`--work` traces 240 moves instead and adds up the processor time of the page's thread and of painting, which other work
on the machine hardly changes.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "web"))

from chromium import find_or_install, running  # noqa: E402 - found through the line above
from conftest import Server  # noqa: E402 - likewise
from playwright.sync_api import Browser, Page  # noqa: E402 - likewise
from tables import open_at  # noqa: E402 - likewise

FRAME, SHARE = 16.0, 95
MOVES = 240
PARTS = {
    "RunTask": "page",
    "EventDispatch": "script",
    "UpdateLayoutTree": "style",
    "Paint": "paint",
    "RasterTask": "raster",
}
"""What is counted of a trace; script, style and paint are parts of the page's thread."""
WATCH = """() => {
  window.frames_ms = [];
  let first = 0;
  addEventListener('pointermove', () => { first ||= performance.now(); }, {capture: true});
  const channel = new MessageChannel();
  let begun = 0;
  channel.port1.onmessage = () => { window.frames_ms.push(performance.now() - begun); first = 0; };
  const frame = () => {
    begun = first || performance.now();
    channel.port2.postMessage(0);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def hold(page: Page, server: Server) -> None:
    """Pick a card up and keep it under the finger."""
    open_at(page, server, piles=[37, 59, 42, 30], hands=[[6, 23, 43, 68, 71, 72, 82, 95]], draw=list(range(84, 95)))
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    page.get_by_test_id("card-43").hover()
    page.mouse.down()


def move(page: Page, past: float) -> None:
    """Move the finger to where it is after so many seconds."""
    page.mouse.move(195 + 150 * math.sin(past * 2.1), 360 + 220 * math.cos(past * 1.3))


def work(browser: Browser, server: Server) -> dict[str, float]:
    """Return the processor time of a move by what it was spent on, in milliseconds."""
    page = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2).new_page()
    hold(page, server)
    for n in range(30):
        move(page, n * 0.016)
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    for n in range(MOVES):
        move(page, n * 0.016)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    main = {(one["pid"], one["tid"]) for one in events if one["args"].get("name") == "CrRendererMain"}
    spent: Counter[str] = Counter()
    for one in events:
        name = one["name"]
        if one["ph"] == "X" and (name == "RasterTask" or (name in PARTS and (one["pid"], one["tid"]) in main)):
            spent[name] += one.get("tdur", 0) / 1000 / MOVES
    return {PARTS[name]: spent[name] for name in PARTS}


def drag(browser: Browser, server: Server, slowdown: float, seconds: float) -> list[float]:
    """Return how long each frame took, in milliseconds."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    hold(page, server)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.evaluate(WATCH)
    began = time.perf_counter()
    while (past := time.perf_counter() - began) < seconds:
        move(page, past)
        time.sleep(0.004)
    frames: list[float] = page.evaluate("window.frames_ms")
    page.mouse.up()
    context.close()
    return frames


def at(frames: list[float], percent: float) -> float:
    """Return the time that so many of a hundred frames stay below."""
    return sorted(frames)[min(len(frames) - 1, int(len(frames) * percent / 100))]


def main() -> None:
    """Drag, and print what the frames took."""
    parser = argparse.ArgumentParser(description="How long a phone works on each frame while a card is dragged.")
    parser.add_argument("--slowdown", type=float, default=4)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--work", action="store_true", help="the processor time of a move instead")
    asked = parser.parse_args()
    find_or_install()
    with tempfile.TemporaryDirectory() as folder, running() as browser:
        server = Server(Path(folder) / "tables.db")
        server.start()
        try:
            if asked.work:
                print(", ".join(f"{name} {spent:.2f} ms" for name, spent in work(browser, server).items()))
                return
            frames = drag(browser, server, asked.slowdown, asked.seconds)
        finally:
            server.kill()
    below = 100 * sum(one < FRAME for one in frames) / len(frames)
    print(
        f"frames {len(frames)}, p50 {at(frames, 50):.1f} ms, p95 {at(frames, 95):.1f} ms, p99 {at(frames, 99):.1f} ms"
    )
    print(f"below {FRAME:.0f} ms: {below:.1f} %, asked for: {SHARE} %")
    sys.exit(below < SHARE)


if __name__ == "__main__":
    main()
