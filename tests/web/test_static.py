"""The game as a page that needs no server, in a real Chromium: offline, on a phone too, and nothing played is lost."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands, answered, deal_alone, lose, play_out, with_computers
from playwright.sync_api import Page, Route, expect
from static import Files, built, hurry, kept, ready
from test_lesson import FOLLOW
from test_puzzles_page import EASY, by_mouse
from test_quality import violations
from test_watching import LINK

from nonante.rules import EDITIONS
from nonante.server.middleware import content_policy

# Changes the kept entries of one table, as a broken disk would.
_SPOIL = """(code) => new Promise((done) => {
    const opening = indexedDB.open('nonante');
    opening.onsuccess = () => {
        const writing = opening.result.transaction('entries', 'readwrite');
        writing.objectStore('entries').put('{"spoilt', [code, 1]);
        writing.oncomplete = () => done(opening.result.close());
    };
})"""


@pytest.fixture
def files() -> Iterator[Files]:
    """The folder, handed out for one test."""
    files = Files(built())
    yield files
    files.cut()


@pytest.fixture(scope="module")
def shared() -> Iterator[Files]:
    """The folder, handed out for all tests that do not cut it off."""
    files = Files(built())
    yield files
    files.cut()


def with_champions(page: Page, edition: str, mates: int) -> Hands:
    dialog = with_computers(page)
    dialog.get_by_test_id("mates").get_by_role("radio", name=str(mates), exact=True).check()
    dialog.get_by_test_id("level").get_by_role("radio", name="Champion", exact=True).check()
    rung = {"base": "normal", "expert-short": "expert"}.get(edition, edition)
    dialog.locator(f"input[value='{rung}']").check()
    if edition == "expert-short":
        dialog.get_by_test_id("more-options").locator("summary").click()
        dialog.get_by_test_id("part-short").locator("input").check()
    dialog.get_by_test_id("deal").click()
    page.get_by_test_id("start").click()
    return Hands(page)


def alone(page: Page, url: str) -> Hands:
    page.goto(url)
    deal_alone(page)
    return Hands(page)


def to(page: Page, path: str) -> None:
    """Go to a page within the page, as its links do."""
    page.evaluate("(path) => { history.pushState(null, '', `?${path}`); dispatchEvent(new Event('popstate')); }", path)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "mates"), list(zip(EDITIONS, (1, 2, 3, 2, 4), strict=True)))
def test_whole_games_with_champions_once_the_network_is_gone(
    files: Files, person: Person, edition: str, mates: int
) -> None:
    page = person(viewport=PHONE if edition == "extreme" else DESKTOP, service_workers="allow")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(files.url)
    kept(page)
    files.cut()
    page.reload()
    hurry(page)
    hands = with_champions(page, edition, mates)
    play_out(hands)
    assert violations(page) == []
    to(page, f"/replay/{page.url.rpartition('/')[2]}-1")
    page.get_by_test_id("replay-turn").wait_for()
    assert [url for url in asked if not url.startswith(files.url)] == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_every_page_without_a_network(files: Files, person: Person, size: dict[str, int]) -> None:
    page = person(viewport=size, service_workers="allow")
    page.goto(files.url)
    kept(page)
    files.cut()
    complaints = violations(page)
    for path, shown in (("/rules", "rules"), ("/stats", "stats"), ("/learn", "coach")):
        to(page, path)
        page.get_by_test_id(shown).first.wait_for()
        complaints += violations(page)
    page.evaluate(FOLLOW, "lesson-half")
    to(page, "/daily")
    page.get_by_test_id("daily-solo").click()
    page.get_by_test_id("table").wait_for()
    complaints += violations(page)
    page.goto(f"{files.url}/?/replay#{LINK}")
    page.get_by_test_id("replay-turn").wait_for()
    complaints += violations(page)
    page.get_by_test_id("to-review").click()
    expect(page.get_by_test_id("curve")).to_be_visible()
    complaints += violations(page)
    to(page, f"/puzzles/{EASY.name}")
    page.get_by_test_id("end-turn").wait_for()
    complaints += violations(page)
    for move in EASY.trap[:-1]:
        by_mouse(page, move)
        expect(page.get_by_test_id("hand").get_by_test_id(f"card-{move[:-1]}")).to_have_count(0)
    page.get_by_test_id("end-turn").click()
    expect(page.get_by_test_id("puzzle-says")).to_contain_text("57")
    complaints += violations(page)
    page.get_by_test_id("take-back").click()
    page.get_by_test_id("puzzle-answer").click()
    expect(page.get_by_test_id("steps")).to_contain_text(EASY.solution[0][:-1])
    assert complaints == []


def test_a_turn_outlives_a_reload_and_a_closed_tab(shared: Files, person: Person) -> None:
    page = person()
    hands = alone(page, shared.url)
    address = page.url
    hands.one_move()
    after_one = hands.cards()
    page.reload()
    page.get_by_test_id("table").wait_for()
    assert hands.cards() == after_one
    card, pile = hands.best() or (0, "")
    hands.pick(card)
    page.get_by_test_id(f"pile-{pile}").click()
    again = page.context.new_page()
    page.close()  # in the middle of the move
    again.goto(address)
    again.get_by_test_id("table").wait_for()
    there = Hands(again).cards()
    assert there in (after_one, [one for one in after_one if one != card])
    Hands(again).one_move()


def test_a_game_that_goes_badly_gives_way_to_a_new_deal(shared: Files, person: Person) -> None:
    page = person(viewport=PHONE)
    hands = alone(page, shared.url)
    hands.one_move()
    page.get_by_test_id("menu").click()
    page.get_by_test_id("menu-drop").click()
    page.get_by_test_id("drop-yes").click()
    expect(page.get_by_test_id("deck")).to_contain_text("90")
    expect(page.locator("[data-testid=hand] [data-testid^=card-]")).to_have_count(8)


@pytest.mark.slow
def test_one_tab_plays_the_other_says_so_and_may_take_over(shared: Files, person: Person) -> None:
    page = person()
    hands = alone(page, shared.url)
    second = page.context.new_page()
    second.goto(page.url)
    second.get_by_test_id("taken").wait_for()
    assert violations(second) == []
    hands.one_move()
    cards = hands.cards()
    second.get_by_test_id("take").click()
    second.get_by_test_id("table").wait_for()
    assert Hands(second).cards() == cards
    page.get_by_test_id("taken").wait_for()
    Hands(second).one_move()
    later = Hands(second).cards()
    second.close()
    page.get_by_test_id("take").click()
    page.get_by_test_id("table").wait_for()
    assert hands.cards() == later


@pytest.mark.slow
def test_a_new_version_asks_and_the_game_goes_on(person: Person, tmp_path: Path) -> None:
    folder = tmp_path / "below" / "a" / "path"
    shutil.copytree(built(), folder)
    files = Files(tmp_path)
    page = person(service_workers="allow")
    hands = alone(page, f"{files.url}/below/a/path/")
    kept(page)
    hands.one_move()
    cards = hands.cards()
    worker = (folder / "sw.js").read_text("utf-8")
    (folder / "sw.js").write_text(worker + "// a newer version\n", "utf-8")
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((kept) => kept.update())")
    page.get_by_test_id("new-version").wait_for()
    assert violations(page) == []
    hands.one_move()  # nothing hurries
    cards = hands.cards()
    with page.expect_navigation():
        page.get_by_test_id("new-version-now").click()
    page.get_by_test_id("table").wait_for()
    assert hands.cards() == cards
    files.cut()


def test_without_webassembly_it_says_what_still_works(shared: Files, person: Person) -> None:
    page = person()
    page.add_init_script("delete window.WebAssembly")
    page.goto(shared.url)
    expect(page.get_by_test_id("remark")).to_contain_text("WebAssembly")
    assert violations(page) == []
    page.get_by_test_id("play-alone").click()
    expect(page.get_by_test_id("notice")).to_contain_text("WebAssembly")
    page.get_by_test_id("rules-link").click()
    page.get_by_test_id("rules").wait_for()


def spoil_worker(page: Page, before: str) -> None:
    """Run something in the worker before anything else."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=f"{before};{response.text()}")

    page.route("**/assets/worker-*.js", answer)


def test_a_browser_that_keeps_nothing_still_plays(shared: Files, person: Person) -> None:
    page = person()
    spoil_worker(
        page, "Object.defineProperty(self, 'indexedDB', {get() { throw new DOMException('no', 'SecurityError') }})"
    )
    hands = alone(page, shared.url)
    expect(page.get_by_test_id("remark")).to_contain_text("only as long as this tab")
    hands.one_move()


def test_a_full_disk_refuses_the_move_and_loses_nothing(shared: Files, person: Person) -> None:
    page = person()
    spoil_worker(
        page,
        "const add = IDBObjectStore.prototype.add; IDBObjectStore.prototype.add = function (...all) {"
        " if (self.full) throw new DOMException('full', 'QuotaExceededError'); return add.apply(this, all); }",
    )
    hands = alone(page, shared.url)
    cards = hands.cards()
    page.workers[0].evaluate("() => { self.full = true; }")
    card, pile = hands.best() or (0, "")
    hands.pick(card)
    page.get_by_test_id(f"pile-{pile}").click()
    page.get_by_test_id("notice").wait_for()
    answered(page)
    assert hands.cards() == cards
    page.workers[0].evaluate("() => { self.full = false; }")
    hands.lay(card, pile)


@pytest.mark.slow
def test_damaged_entries_cost_one_game_only(shared: Files, person: Person) -> None:
    page = person()
    alone(page, shared.url)
    code = page.url.rpartition("/")[2]
    hands = alone(page, shared.url)
    page.evaluate(_SPOIL, code)
    good = page.url
    page.goto(good.replace(good.rpartition("/")[2], code))
    page.get_by_test_id("damaged").wait_for()
    assert violations(page) == []
    page.goto(good)
    page.get_by_test_id("table").wait_for()
    hands.one_move()


@pytest.mark.slow
def test_everything_goes_along_in_a_file(shared: Files, person: Person, tmp_path: Path) -> None:
    page = person()
    hands = alone(page, shared.url)
    hands.one_move()
    to(page, "/stats")
    with page.expect_download() as download:
        page.get_by_test_id("stats-export").click()
    file = tmp_path / "all.json"
    download.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["tables"]
    other = person("de", PHONE)
    other.goto(f"{shared.url}/?/stats")
    ready(other)
    other.get_by_test_id("stats-import").set_input_files(file)
    expect(other.get_by_test_id("notice")).to_contain_text("1")
    other.goto(shared.url)
    other.get_by_test_id("waiting-table").click()
    other.get_by_test_id("table").wait_for()
    Hands(other).one_move()


def test_home_by_situation_and_the_ladder_need_no_server(shared: Files, person: Person) -> None:
    page = person("en", PHONE)
    page.goto(shared.url)
    home = page.get_by_test_id("home")
    expect(home).to_have_attribute("data-situation", "first")
    page.get_by_test_id("play-alone").click()  # easy cards: shipped, since a page cannot look for them
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("known")).to_have_count(0)
    code = page.url.rsplit("/", 1)[1]
    assert page.evaluate("(code) => JSON.parse(localStorage.getItem('nonante.seats'))[code].rung", code) == "easy"
    page.goto(shared.url)
    expect(home).to_have_attribute("data-situation", "running")
    expect(page.get_by_test_id("running").locator(".tops > *")).to_have_count(4)
    assert violations(page) == []
    page.get_by_test_id("nav-you").click()
    page.get_by_test_id("ladder-play").click()
    expect(page.get_by_test_id("rung-easy").locator("input")).to_be_checked()
    page.get_by_test_id("deal").click()
    page.get_by_test_id("table").wait_for()
    page.context.set_offline(True)  # which changes nothing here
    to(page, "/")
    expect(home).to_have_attribute("data-situation", "running")


@pytest.mark.slow
def test_the_end_is_a_hub_and_the_day_is_told_without_a_server_too(shared: Files, person: Person) -> None:
    early, page = person("de", PHONE), person("de", PHONE)
    early.clock.set_fixed_time(datetime(2026, 11, 28, 12))  # a Saturday, so a hard day
    early.goto(f"{shared.url}/?/daily")
    expect(early.get_by_test_id("hard-solo").locator(".bars")).to_have_count(1)
    expect(early.get_by_test_id("others-solo")).to_have_count(0)
    page.goto(f"{shared.url}/?/daily")
    page.get_by_test_id("daily-solo").click()
    expect(page.get_by_test_id("top-day")).to_contain_text("Solo")
    lose(Hands(page))
    for name in ("hub-next", "hub-review", "hub-challenge", "hub-share", "day-date", "day-text"):
        expect(page.get_by_test_id(name)).to_be_visible()
    expect(page.get_by_test_id("day-others")).to_have_count(0)
    expect(page.get_by_test_id("hub-verdict")).not_to_be_empty()
    expect(page.get_by_test_id("curve")).to_be_visible()
    assert violations(page) == []
    page.get_by_test_id("hub-review").click()
    expect(page.get_by_test_id("review-sentence")).not_to_be_empty()
    to(page, "/daily")
    expect(page.get_by_test_id("others-solo")).to_have_count(0)
    expect(page.get_by_test_id("results-solo")).to_have_count(0)


def test_friends_need_a_server_and_the_page_says_so(shared: Files, person: Person) -> None:
    page = person()
    page.goto(shared.url)
    page.get_by_test_id("play-friends").click()
    expect(page.get_by_test_id("needs-server")).to_contain_text("needs a server")
    assert page.get_by_test_id("play-join").count() == 0
    assert violations(page) == []


def test_the_policy_is_the_servers_with_webassembly_and_nothing_else(shared: Files, person: Person) -> None:
    page = person()
    page.goto(shared.url)
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    theirs = content_policy("").split("; ")
    theirs.remove("frame-ancestors 'none'")  # a page cannot say that of itself
    theirs[theirs.index("script-src 'self'")] += " 'wasm-unsafe-eval'"
    assert policy.split("; ") == theirs


def taken_along(page: Page, fresh: bool) -> str:
    """Return the link that holds the game on the page; a fresh deal is asked about first, since it is known then."""
    page.keyboard.press("m")
    page.get_by_test_id("menu-take").click()
    if fresh:
        page.get_by_test_id("take-go").click()
    return page.get_by_test_id("take-link").input_value()


def brought(page: Page, url: str, link: str) -> Hands:
    """Play on with a game that was taken along elsewhere."""
    page.goto(url)
    page.get_by_test_id("import-link").fill(link)
    page.get_by_test_id("import-open").click()
    page.get_by_test_id("table").wait_for()
    return Hands(page)


@pytest.mark.slow
def test_a_running_game_goes_to_a_server_and_back(shared: Files, server: Server, person: Person) -> None:
    page = person()
    hands = alone(page, shared.url)
    hands.one_move()
    cards = hands.cards()
    link = taken_along(page, fresh=True)
    assert violations(page) == []
    there = brought(page, f"{server.url}/take", link)
    assert there.cards() == cards
    there.one_move()
    cards = there.cards()
    back = brought(page, f"{shared.url}/?/take", taken_along(page, fresh=False))
    assert back.cards() == cards
    back.one_move()
    page.goto(f"{shared.url}/?/take#nothing")
    page.get_by_test_id("take-here").click()
    expect(page.get_by_test_id("notice")).to_contain_text("not a game")
    assert violations(page) == []
