"""The look every screen keeps to: ratios on the ground really there, one orange, few sizes and weights, room used."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from PIL import Image
from playwright.sync_api import Page, Route
from screens import Arrive, at_the_table, screens
from tables import open_at
from test_quality import violations

LOOK = Path(__file__).with_name("look.js").read_text("utf-8")
TALL = {"width": 390, "height": 844}
FLAT = {"width": 740, "height": 360}
LOOKS: dict[str, tuple[str, str, str, dict[str, int]]] = {
    "night": ("dark", "no-preference", "en", DESKTOP),
    "day": ("light", "no-preference", "fr", TALL),
    "high-dark": ("dark", "more", "de", FLAT),
    "high-light": ("light", "more", "en", PHONE),
}
BARE = "*, *::before, *::after { color: transparent !important; text-shadow: none !important }"
LARGE, LARGE_BOLD, BOLD = 24, 18.66, 700
Colour = tuple[float, float, float]


@cache
def ways() -> dict[str, Arrive]:
    """Return how to reach each screen."""
    return {name: arrive for name, (_, arrive) in screens().items()}


def luminance(colour: Colour) -> float:
    """Return how light a colour is, as WCAG counts."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def ratio(one: Colour, other: Colour) -> float:
    """Return the contrast between two colours."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def rgb(text: str) -> Colour:
    """Read a computed colour."""
    red, green, blue = (float(part) / 255 for part in re.findall(r"[\d.]+", text)[:3])
    return red, green, blue


def grounds(picture: Image.Image, box: list[float]) -> list[Colour]:
    """Return the colours behind a text: at nine points of its box, in a picture without words."""
    x, y, width, height = box
    points = [(x + width * n / 4, y + height * m / 4) for n in (1, 2, 3) for m in (1, 2, 3)]
    found = []
    for left, top in points:
        if 0 <= left < picture.width and 0 <= top < picture.height:
            red, green, blue = picture.getpixel((int(left), int(top)))  # type: ignore[misc]  # a picture in RGB
            found.append((red / 255, green / 255, blue / 255))
    return found


def faint(page: Page, texts: list[dict[str, Any]]) -> list[str]:
    """Return the texts that stand out too little from what is really behind them."""
    page.add_style_tag(content=BARE)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    found = []
    for text in texts:
        if not text["seen"] or text["onCard"] or not text["colour"].startswith("rgb("):
            continue
        large = text["size"] >= LARGE or (text["size"] >= LARGE_BOLD and text["weight"] >= BOLD)
        behind = sorted(ratio(rgb(text["colour"]), ground) for ground in grounds(picture, text["box"]))
        worst = behind[len(behind) // 2] if behind else 21.0  # an icon or a line may cross some of the points
        if worst < (3 if large else 4.5):
            found.append(f"{text['words']}: {worst:.2f}, {text['colour']}")
    return found


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", list(ways()))
def test_a_screen_keeps_to_the_look(server: Server, person: Person, screen: str, look: str) -> None:
    scheme, contrast, language, viewport = LOOKS[look]
    page = person(language, viewport, color_scheme=scheme, contrast=contrast, bypass_csp=True)
    ways()[screen](page, server)
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    found = page.evaluate(LOOK)
    texts = found["texts"]
    assert texts
    assert found["filled"] <= 1
    assert found["wide"] <= viewport["width"]
    assert [text["words"] for text in texts if text["orange"] and not text["pressed"] and contrast != "more"] == []
    plain = [text for text in texts if not text["onCard"]]
    assert len({text["size"] for text in plain}) <= 8
    assert len({text["weight"] for text in plain}) <= 4
    assert violations(page) == []
    assert faint(page, texts) == []


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        ("h1 { color: #345 !important }", "faint"),
        (".quiet { background: #ffa24a !important }", "filled"),
        ("p { color: var(--action-text) !important }", "orange"),
    ],
)
def test_the_look_finds_what_is_wrong(server: Server, person: Person, fault: str, named: str) -> None:
    """The test above can fail."""
    page = person("en", DESKTOP, bypass_csp=True)
    ways()["home-first"](page, server)
    page.add_style_tag(content=fault)
    found = page.evaluate(LOOK)
    wrong = {
        "filled": found["filled"] > 1,
        "orange": any(text["orange"] and not text["pressed"] for text in found["texts"]),
        "faint": bool(faint(page, found["texts"])),
    }
    assert wrong[named]


def test_the_page_stands_still_when_the_font_comes(server: Server, person: Person) -> None:
    page = person("en", TALL)
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => {"
        " window.moved += one.value })).observe({type: 'layout-shift', buffered: true})"
    )
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(server.url, wait_until="commit")  # the font, which is held back, belongs to the whole page
    page.get_by_test_id("home").wait_for()
    page.wait_for_timeout(300)
    for route in held:
        route.continue_()
    page.wait_for_function("() => document.fonts.check('16px Nunito')")
    page.wait_for_timeout(300)
    assert held
    assert page.evaluate("window.moved") < 0.02


SEATED = {"piles": [37, 59, 12, 5], "draw": list(range(60, 90))}
ALONE: dict[str, Any] = {**SEATED, "hands": [[6, 23, 43, 44, 45, 46, 47, 58]]}
THREE: dict[str, Any] = {**SEATED, "hands": [[6, 23, 43, 44, 45, 46], [13, 14, 15], [16, 17, 18]]}


@pytest.mark.parametrize(("viewport", "least"), [(TALL, (103, 144)), (PHONE, (78, 120))], ids=["390x844", "360x640"])
@pytest.mark.parametrize("position", [ALONE, THREE], ids=["alone", "three"])
def test_the_cards_of_the_piles_use_the_room(
    server: Server, person: Person, position: dict[str, Any], viewport: dict[str, int], least: tuple[int, int]
) -> None:
    page = person("de", viewport)
    open_at(page, server, ["steady", "strong"][: len(position["hands"]) - 1], **position)
    for pile in "ABCD":
        box = page.locator(f"[data-pile={pile}] .pile-stack").bounding_box()
        assert box
        assert (box["width"], box["height"]) >= least, box
        assert box["height"] >= least[1], box


GAPS = """() => {
  const side = document.querySelector('.side').getBoundingClientRect();
  const marks = [...document.querySelectorAll('.table *')].filter((one) => {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility() || box.width < 2 || box.height < 2 || box.height > 180) return false;
    return box.left >= side.left - 2 && box.right <= side.right + 2 && one.childElementCount === 0;
  }).map((one) => one.getBoundingClientRect()).map(({top, bottom}) => [top, bottom]).sort((a, b) => a[0] - b[0]);
  let [last, most] = [side.top, 0];
  for (const [top, bottom] of [...marks, [innerHeight, innerHeight]]) {
    most = Math.max(most, top - last);
    last = Math.max(last, bottom);
  }
  return most;
}"""


def test_no_column_is_empty_while_three_play(server: Server, person: Person) -> None:
    page = person("en", DESKTOP)
    at_the_table(page, server)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(GAPS) <= 200


CUT = """() => [...document.querySelectorAll('main *')].filter((one) => one.checkVisibility()
  && getComputedStyle(one).clipPath === 'none' && !one.closest('.unseen, svg, .card, .bare')
  && ['hidden', 'clip'].includes(getComputedStyle(one).overflowX) && one.innerText?.trim()
  && (one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 2))
  .map((one) => `${one.className}: ${one.innerText}`)"""


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, FLAT], ids=["desktop", "phone", "flat"])
@pytest.mark.parametrize(
    "screen",
    [
        *["home-first", "home", "daily", "you", "end-lost", "end-won", "puzzles", "lobby", "stats"],
        *["crew", "event", "devices", "rules", "board"],
    ],
)
def test_nothing_is_cut_off_at_twice_the_size_of_type(
    server: Server, person: Person, screen: str, viewport: dict[str, int]
) -> None:
    page = person("de", viewport)
    ways()[screen](page, server)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(100)
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    for place in page.locator(".nav a").all():
        box = place.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= viewport["width"] + 1
