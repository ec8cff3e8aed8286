"""Home by situation: one big button each, where a thumb finds it; the ladder, the pages around, one's own level."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from arranged import crowded, open_arranged
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, deal_alone, lose
from playwright.sync_api import Page, expect
from test_quality import violations

from nonante.texts import LANGUAGES, load

TALL = {"width": 390, "height": 844}
FLAT = {"width": 740, "height": 360}
LAPTOP = {"width": 1024, "height": 600}
SIZES = [TALL, PHONE, FLAT, LAPTOP, DESKTOP]
FIRST = {390: 572, 360: 454, 740: 286, 1280: 500}
LATER = {390: 395, 360: 454, 740: 286}
"""Where the big button ends at most, by the width of the window: on the first visit and on later ones."""
DAY = "new Date().toLocaleDateString('sv')"
KEEP = "kept => Object.entries(kept).forEach(([name, data]) => localStorage.setItem(name, JSON.stringify(data)))"
ORANGE = """() => [...document.querySelectorAll('*')].filter((e) => e.checkVisibility()
    && getComputedStyle(e).backgroundImage.includes('255, 162, 74')).length"""

OUTSIDE = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) {
        const { currentNode: text } = texts, parent = text.parentElement, range = document.createRange();
        if (!text.data.trim() || !parent.checkVisibility() || parent.closest('.unseen')) continue;
        range.selectNodeContents(text);
        const out = (box) => box.left < -1 || box.right > innerWidth + 1;
        if ([...range.getClientRects()].some(out)) found.push(text.data);
    }
    return document.documentElement.scrollWidth > innerWidth ? ['too wide', ...found] : found;
}"""


def game(number: int, **change: Any) -> dict[str, Any]:
    """Return a finished game as a browser keeps it."""
    won = change.get("result") == "won"
    return {
        "id": f"BCDFG{number}.1",
        "code": f"BCDFG{number}",
        "deal": 1,
        "at": 1_700_000_000_000 + number,
        "edition": "base",
        "players": 1,
        "team": [{"name": "Zoé", "level": None}],
        "you": 0,
        "result": "lost",
        "grade": None,
        "left": 0 if won else 3,
        "reason": None,
        "turns": 40,
        "hints": 1,
        "known": None,
        "stayed": [] if won else [40, 52, 63],
        "review": {"given": 12.0, "decisions": 10, "marks": 2, "kinds": {"more": 2, "ten-back": 1}},
        **change,
    }


PLAYED = [game(1), game(2, result="won", rung="easy", hints=0), game(3)]


def home(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_test_id("home").wait_for()


def returning(page: Page, server: Server, done: tuple[str, ...] = ()) -> None:
    """Come home after a few games, with some of today's deals played."""
    home(page, server)
    tries = {name: {"id": f"TODAY{n}.1", "result": "lost", "left": 4, "hints": 0} for n, name in enumerate(done)}
    day = page.evaluate(DAY)
    days = {"version": 1, "days": {day: tries} if tries else {}}
    page.evaluate(KEEP, {"nonante.history": {"version": 1, "games": PLAYED}, "nonante.days": days})
    page.reload()
    page.get_by_test_id("side-ladder").wait_for()


def first(page: Page, server: Server) -> None:
    home(page, server)
    page.get_by_test_id("mark").wait_for(state="attached")


def running(page: Page, server: Server) -> None:
    home(page, server)
    deal_alone(page)
    home(page, server)


def offline(page: Page, server: Server) -> None:
    returning(page, server)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")


def waiting(page: Page, server: Server) -> None:
    home(page, server)
    open_arranged(page, server, crowded("base", 3))
    returning(page, server)
    page.get_by_test_id("own-tables").wait_for()


Situation = Callable[[Page, Server], None]
SITUATIONS: dict[str, tuple[Situation, str]] = {
    "first": (first, "learn"),
    "running": (running, "waiting-table"),
    "waiting": (waiting, "day-next"),
    "day": (returning, "day-next"),
    "done": (lambda page, server: returning(page, server, ("solo", "solo-extreme", "team")), "another"),
    "offline": (offline, "offline-you"),
}


@pytest.mark.parametrize("viewport", SIZES, ids=["tall", "phone", "flat", "laptop", "desktop"])
@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_situation_has_one_filled_button_and_nothing_overflows(
    server: Server, person: Person, situation: str, viewport: dict[str, int]
) -> None:
    page = person("de", viewport)
    arrive, button = SITUATIONS[situation]
    arrive(page, server)
    shown = "day" if situation == "waiting" else situation
    expect(page.get_by_test_id("home")).to_have_attribute("data-situation", shown)
    main = page.locator("main .primary")
    expect(main).to_have_count(1)
    expect(main).to_have_attribute("data-testid", button)
    assert page.evaluate(ORANGE) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert violations(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_big_button_is_within_reach(server: Server, person: Person, situation: str, language: str) -> None:
    page = person(language, TALL)
    arrive, button = SITUATIONS[situation]
    ends = FIRST if situation == "first" else LATER
    arrive(page, server)
    page.evaluate("document.fonts.ready")
    for viewport in SIZES:
        if (most := ends.get(viewport["width"])) is None:
            continue
        page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        box = page.get_by_test_id(button).bounding_box()
        assert box
        assert box["y"] + box["height"] <= most, viewport
        assert box["x"] + box["width"] <= viewport["width"]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_nothing_is_cut_off_at_twice_the_size_of_type(server: Server, person: Person, situation: str) -> None:
    page = person("de", PHONE)
    SITUATIONS[situation][0](page, server)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(OUTSIDE) == []
    expect(page.get_by_role("navigation").first.get_by_role("link", name=load("web", "de")["home"])).to_be_visible()


def test_today_and_the_end_fit_at_twice_the_size_of_type(server: Server, person: Person) -> None:
    page = person("de", PHONE)
    page.goto(f"{server.url}/daily")
    page.get_by_test_id("month-count").wait_for()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(OUTSIDE) == []
    home(page, server)
    deal_alone(page)
    lose(Hands(page))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(OUTSIDE) == []


def test_after_one_deal_of_the_day_comes_the_next(server: Server, person: Person) -> None:
    page = person()
    returning(page, server, ("solo",))
    words = load("web", "en")
    expect(page.get_by_test_id("day-next")).to_have_text(
        words["daily.playOne"].format(deal=words["daily.solo-extreme"])
    )
    expect(page.get_by_test_id("daily-solo")).to_contain_text("4 left")
    page.get_by_test_id("day-next").click()
    expect(page.get_by_test_id("top-day")).to_contain_text("Solo Extreme")


def test_once_the_day_is_played_it_says_when_the_next_one_comes(server: Server, person: Person) -> None:
    page = person()
    returning(page, server, ("solo", "solo-extreme", "team"))
    expect(page.get_by_test_id("today")).to_contain_text("Next deal in")
    expect(page.get_by_test_id("daily-row")).to_contain_text("1 day")
    page.get_by_test_id("daily-share").click()
    page.get_by_test_id("share-text").wait_for()


def test_a_game_of_ones_own_continues_with_its_piles_in_sight(server: Server, person: Person) -> None:
    page = person()
    home(page, server)
    deal_alone(page)
    hands = Hands(page)
    hands.lay(hands.cards()[-1], "C")
    top = page.get_by_test_id("pile-C").inner_text()
    home(page, server)
    panel = page.get_by_test_id("running")
    expect(panel.locator(".tops > *")).to_have_count(4)
    assert panel.locator(".tops > *").nth(2).inner_text() in top
    expect(page.get_by_test_id("side-day")).to_be_visible()
    page.get_by_test_id("waiting-table").click()
    page.get_by_test_id("table").wait_for()


@pytest.mark.slow
def test_tables_with_people_are_rows_and_finished_games_are_listed_once(server: Server, person: Person) -> None:
    ann, bob = person(), person()
    home(ann, server)
    ann.get_by_test_id("play-friends").click()
    ann.get_by_test_id("name").fill("Ann")
    ann.get_by_test_id("seats").get_by_role("radio", name="2", exact=True).check()
    ann.get_by_test_id("open-table").click()
    ann.get_by_test_id("lobby").wait_for()
    code = ann.url.rsplit("/", 1)[1]
    bob.goto(ann.url)
    bob.get_by_test_id("name").fill("Bob")
    bob.get_by_test_id("sit").click()
    expect(ann.get_by_test_id("lobby")).to_contain_text("Bob")
    words = load("web", "en")
    door = bob.context.new_page()  # Bob keeps his seat and looks at the home page beside it
    home(door, server)
    row = door.get_by_test_id(f"own-{code}")
    expect(row).to_contain_text(words["home.lobby"])
    ann.get_by_test_id("deal").click()
    ann.get_by_test_id("start").click()
    ann.get_by_test_id("table").wait_for()
    home(door, server)
    expect(row).to_contain_text(words["turn.other"].format(name="Ann"))
    expect(row).to_contain_text(words["home.with"].format(names="Ann"))
    hands = Hands(ann)
    while hands.my_turn():
        hands.one_move()
    home(door, server)
    expect(row).to_contain_text(words["turn.yours"])
    expect(door.get_by_test_id("home")).to_have_attribute("data-situation", "day")
    bob.bring_to_front()  # a page in the background draws once a second
    lose(hands, Hands(bob))
    home(door, server)
    expect(door.get_by_test_id("last-game")).to_be_visible()
    expect(row).to_have_count(0)


def test_more_than_two_tables_are_a_tap_away_and_each_can_be_removed(server: Server, person: Person) -> None:
    page = person()
    home(page, server)
    for _ in range(3):
        page.get_by_test_id("play-friends").click()
        page.get_by_test_id("open-table").click()
        page.get_by_test_id("lobby").wait_for()
        home(page, server)
    rows = page.locator("[data-testid^=own-][class=home-row]")
    expect(rows).to_have_count(2)
    page.get_by_test_id("own-more").click()
    expect(rows).to_have_count(3)
    code = (rows.first.get_attribute("data-testid") or "").removeprefix("own-")
    page.get_by_test_id(f"remove-{code}").click()
    expect(page.get_by_test_id(f"own-{code}")).to_have_count(0)
    page.reload()
    expect(rows).to_have_count(2)
    expect(page.get_by_test_id("own-more")).to_have_count(0)


def test_a_table_that_is_gone_leaves_the_list(server: Server, person: Person) -> None:
    page = person()
    home(page, server)
    page.evaluate(KEEP, {"nonante.seats": {"XXXXXX": {"token": "a", "edition": "base", "at": 1}}})
    with page.expect_response("**/api/own-tables"):
        page.reload()
    expect(page.get_by_test_id("home")).to_have_attribute("data-situation", "first")


# ---------------------------------------------------------------- another game


def test_a_newcomer_who_knows_the_rules_is_dealt_easy_cards(server: Server, person: Person) -> None:
    page = person()
    home(page, server)
    with page.expect_request("**/api/tables") as asked:
        page.get_by_test_id("play-alone").click()
    assert '"difficulty":"easy"' in (asked.value.post_data or "")
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("known")).to_have_count(0)


@pytest.mark.parametrize("rung", ["easy", "normal", "hard"])
def test_the_original_alone_is_easy_normal_or_hard(server: Server, person: Person, rung: str) -> None:
    page = person()
    page.goto(f"{server.url}/play/{rung}")
    expect(page.get_by_test_id(f"rung-{rung}").locator("input")).to_be_checked()
    with page.expect_request("**/api/tables") as asked:
        page.get_by_test_id("deal").click()
    assert f'"difficulty":"{rung}"' in (asked.value.post_data or "")
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("known")).to_have_count(0)
    assert len(Hands(page).cards()) == 8
    lose(Hands(page))
    assert page.evaluate("JSON.parse(localStorage.getItem('nonante.history')).games[0].rung") == rung


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_option_is_in_the_form_for_another_game(server: Server, person: Person, viewport: dict[str, int]) -> None:
    page = person("en", viewport)
    home(page, server)
    page.get_by_test_id("another").click()
    panel = page.get_by_test_id("panel-another")
    expect(page.get_by_test_id("rung-easy").locator("input")).to_be_checked()
    panel.get_by_test_id("more-options").locator("summary").click()
    panel.get_by_test_id("part-expert").locator("input").check()
    panel.get_by_test_id("part-on-fire").locator("input").check()
    assert violations(page) == []
    panel.get_by_test_id("deal").click()
    page.get_by_test_id("table").wait_for()
    names = load("common", "en")
    chosen = f"{names['edition.expert.name']} + {names['edition.on-fire.name']}"
    expect(page.locator(".top-edition")).to_have_text(chosen)


# ---------------------------------------------------------------- the pages around, and you


def place_of_nav(page: Page) -> str:
    box, size = page.get_by_test_id("nav").bounding_box(), page.viewport_size
    assert box
    assert size
    if box["x"] == 0 and box["height"] == size["height"]:
        return "rail"
    return "bar" if box["y"] + box["height"] == size["height"] else "head"


@pytest.mark.parametrize(
    ("viewport", "place"),
    [(TALL, "bar"), (PHONE, "bar"), (FLAT, "rail"), (LAPTOP, "head"), (DESKTOP, "head")],
    ids=["tall", "phone", "flat", "laptop", "desktop"],
)
def test_the_ways_to_the_other_pages_are_on_each_but_not_at_the_table(
    server: Server, person: Person, viewport: dict[str, int], place: str
) -> None:
    page = person("fr", viewport)
    home(page, server)
    for name, there in (("daily", "daily"), ("puzzles", "puzzles"), ("you", "you"), ("", "home")):
        page.get_by_test_id(f"nav-{name}").click()
        page.get_by_test_id(there).first.wait_for()
        expect(page.locator(".nav [aria-current=page]")).to_have_attribute("data-testid", f"nav-{name}")
        assert place_of_nav(page) == place
    page.get_by_test_id("play-alone").click()
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("nav")).to_have_count(0)
    page.goto(f"{server.url}/learn")
    page.get_by_test_id("coach").first.wait_for()
    expect(page.get_by_test_id("nav")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESKTOP), ("light", PHONE)], ids=["desktop", "phone"])
def test_you_shows_the_ladder_the_level_and_the_mistake_made_most(
    server: Server, person: Person, language: str, scheme: str, viewport: dict[str, int]
) -> None:
    page = person(language, viewport, color_scheme=scheme)
    returning(page, server)
    page.get_by_test_id("nav-you").click()
    words = load("after", language)
    ladder = page.get_by_test_id("ladder")
    expect(ladder).to_contain_text(words["ladder.count"].format(count=2))
    expect(ladder.get_by_test_id("rung-easy").locator("[data-earned=true]")).to_have_count(2)
    expect(page.get_by_test_id("mistake")).to_contain_text(words["mistake.more"])
    expect(page.get_by_test_id("practise")).to_have_attribute("href", "/puzzles#wait")
    assert page.evaluate(ORANGE) == 1
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.get_by_test_id("ladder-play").click()
    expect(page.get_by_test_id("rung-normal").locator("input")).to_be_checked()


def test_statistics_and_settings_are_reached_from_you(server: Server, person: Person) -> None:
    page = person()
    page.goto(f"{server.url}/you")
    page.get_by_test_id("you-settings").click()
    page.get_by_test_id("panel-settings").get_by_test_id("name").fill("Zoé")
    page.keyboard.press("Escape")
    page.get_by_test_id("to-stats").click()
    page.get_by_test_id("stats-none").wait_for()
    assert json.loads(page.evaluate("localStorage.getItem('nonante.preferences')"))["name"] == "Zoé"
