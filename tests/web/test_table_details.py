"""Details of the table: what is read at a glance, what a menu offers in a running game, and what fits a phone."""

from __future__ import annotations

from typing import Any

import pytest
from arranged import crowded, game_of, open_arranged, table_of
from conftest import DESKTOP, PHONE, Person, Server
from playwright.sync_api import Page, expect
from tables import open_at
from test_people import pair
from test_talk import open_table

from nonante import Game, Rules
from nonante.table import Event, Signalled
from nonante.texts import load

TALL = {"width": 390, "height": 844}
FLAT = {"width": 740, "height": 360}
SOLO: dict[str, Any] = {"piles": [40, 50, 60, 52], "hands": [[30, 31, 44, 99]], "draw": list(range(70, 90))}
MEET = """([one, other]) => {
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const boxes = (name) => [...document.querySelectorAll(name)].map((element) => element.getBoundingClientRect());
    return boxes(one).flatMap((a) => boxes(other).filter((b) => meets(a, b))).length;
}"""


def show(page: Page, server: Server, events: list[Event]) -> None:
    page.goto(server.url)
    open_arranged(page, server, events)


# ---------------------------------------------------------------- at a glance


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_offline_on_a_phone_one_line_says_so(server: Server, person: Person, language: str) -> None:
    page = person(language, PHONE)
    show(page, server, crowded("base", 3))
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    lost = page.get_by_test_id("reconnecting")
    lost.wait_for()
    box = lost.bounding_box()
    assert box
    assert box["height"] < 50
    top = page.locator("header.top").bounding_box()
    assert top
    assert top["height"] < 60
    heading = page.get_by_test_id("turn").bounding_box()  # there for the ear alone
    assert heading
    assert heading["width"] <= 1


@pytest.mark.parametrize("viewport", [PHONE, TALL, FLAT, DESKTOP], ids=["small", "tall", "flat", "desktop"])
def test_what_a_card_would_do_hides_no_command(server: Server, person: Person, viewport: dict[str, int]) -> None:
    page = person("de", viewport)
    show(page, server, crowded("on-fire+extreme", 3))
    page.get_by_test_id("card-45").click()
    assert page.locator(".pile .jump").count() == 4
    names = page.locator(".pile .card-name")
    assert names.count() > 0
    hidden = names.evaluate_all(
        """names => names.map((name) => {
            const words = document.createRange();
            words.selectNodeContents(name);
            const jump = name.closest('.pile-stack').querySelector('.jump').getBoundingClientRect();
            return words.getBoundingClientRect().bottom - 2 > jump.top && words.getBoundingClientRect().height > 0;
        })"""
    )
    assert not any(hidden)


@pytest.mark.parametrize("viewport", [PHONE, TALL, FLAT, DESKTOP], ids=["small", "tall", "flat", "desktop"])
def test_a_new_card_shows_its_command(server: Server, person: Person, viewport: dict[str, int]) -> None:
    page = person("de", viewport)
    rules = Rules.edition("extreme", players=1)
    marked = [card for card in range(60, 99) if rules.marks[card]]
    show(page, server, table_of(Game.arrange(rules, {"A": 2, "B": 1, "C": 100, "D": 99}, [[3, 4, 96, 97]], marked)))
    for card, pile in ((3, "A"), (4, "A")):
        page.get_by_test_id(f"card-{card}").click()
        page.get_by_test_id(f"pile-{pile}").click()
        expect(page.get_by_test_id(f"card-{card}")).to_have_count(0)
    page.locator("[data-testid=end-turn][aria-disabled=false]").click()
    expect(page.locator(".hand-card .fresh")).to_have_count(6)
    assert page.locator(".hand-card[data-fresh=true] .badge").count() == 6
    assert page.evaluate(MEET, [".hand-card .fresh", ".hand-card .badge"]) == 0


def test_a_pile_to_keep_off_looks_so(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    quiet = table_of(game_of("base", 3))
    story = [event for event in quiet if not isinstance(event, Signalled)]
    show(page, server, [*story, Signalled(1, "keep-off", "A"), Signalled(0, "keep-off", "B")])
    looks = page.locator(".pile").evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundImage)")
    assert looks[0] != "none"
    assert looks[1:] == ["none"] * 3, "what one says oneself is no news"


def test_three_names_are_read_whole_on_a_phone(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    show(page, server, crowded("base", 3))
    cut = page.locator(".seat-name").evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    )
    assert cut == 0


def test_two_clicks_on_a_pile_lay_a_card_and_open_nothing(server: Server, person: Person) -> None:
    page = person()
    open_at(page, server, **SOLO)
    page.get_by_test_id("card-30").click()
    page.get_by_test_id("pile-A").dblclick()
    expect(page.get_by_test_id("card-30")).to_have_count(0)
    expect(page.get_by_test_id("sheet-pile")).to_have_count(0)


def test_keys_are_listed_where_there_are_keys(server: Server, person: Person) -> None:
    for viewport, count in ((PHONE, 0), (DESKTOP, 1)):
        page = person("en", viewport)
        open_at(page, server, **SOLO)
        page.get_by_test_id("menu").click()
        page.get_by_test_id("menu-drop").wait_for()
        expect(page.get_by_test_id("menu-keys")).to_have_count(count)


# ---------------------------------------------------------------- in a running game


def test_alone_a_new_deal_is_in_the_menu(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    open_at(page, server, **SOLO)
    page.get_by_test_id("menu").click()
    expect(page.get_by_test_id("leave")).to_have_count(0)
    page.get_by_test_id("menu-drop").click()
    page.get_by_test_id("drop-no").click()
    expect(page.get_by_test_id("card-30")).to_be_visible()
    page.get_by_test_id("menu-drop").click()
    page.get_by_test_id("drop-yes").click()
    expect(page.locator("[data-testid=hand] [data-testid^=card-]")).to_have_count(8)
    expect(page.get_by_test_id("deck")).to_contain_text("90")


def test_the_host_gives_a_game_up_and_everybody_is_in_the_lobby(server: Server, person: Person) -> None:
    ann, bob = person("en"), person("de", PHONE)
    url = pair(server, ann, bob)
    bob.get_by_test_id("menu").click()
    bob.get_by_test_id("leave").wait_for()
    expect(bob.get_by_test_id("menu-drop")).to_have_count(0)
    bob.get_by_test_id("menu-invite").click()
    expect(bob.get_by_test_id("invite-dialog").get_by_test_id("table-link")).to_have_value(f"{url}?lang=de")
    ann.get_by_test_id("menu").click()
    ann.get_by_test_id("menu-drop").click()
    ann.get_by_test_id("drop-yes").click()
    for page in (ann, bob):
        page.get_by_test_id("lobby").wait_for()


def test_who_leaves_for_good_is_followed_by_a_computer_player(server: Server, person: Person) -> None:
    ann, bob = person("en"), person("en", PHONE)
    url = pair(server, ann, bob)
    bob.get_by_test_id("menu").click()
    bob.get_by_test_id("leave").click()
    bob.get_by_test_id("leave-yes").click()
    bob.get_by_test_id("play-alone").wait_for()
    expect(ann.locator("[data-testid=seat-1] [data-bot=true]")).to_have_count(1)
    bob.goto(url)
    bob.get_by_test_id("table").wait_for()
    expect(bob.get_by_test_id("end-turn")).to_have_count(0)


def test_the_host_lets_seats_change_places(server: Server, person: Person) -> None:
    ann, bob = person("en"), person("fr", PHONE)
    pair(server, ann, bob, start=False)
    ann.get_by_test_id("down-0").click()
    for page in (ann, bob):
        expect(page.get_by_test_id("lobby-seat-0")).to_contain_text("Bob")
        expect(page.get_by_test_id("lobby-seat-1")).to_contain_text("Ann")
    expect(bob.get_by_test_id("down-0")).to_have_count(0)
    ann.get_by_test_id("deal").click()
    for page, seat in ((ann, 1), (bob, 0)):
        expect(page.get_by_test_id(f"seat-{seat}").locator(".seat-name")).to_have_text(
            load("web", page.locator("html").get_attribute("lang") or "")["seat.you"]
        )


def test_a_free_seat_does_not_look_like_a_button(server: Server, person: Person) -> None:
    page = person("en", PHONE)
    open_table(page, server, settings={"rules": {"players": 3}}, bots=["novice"])
    page.get_by_test_id("lobby").wait_for()
    looks = page.locator("[data-testid^=lobby-seat-]").evaluate_all(
        "all => all.map((one) => [one.dataset.free, getComputedStyle(one).borderTopColor])"
    )
    free, taken = ({look for is_free, look in looks if is_free == wanted} for wanted in ("true", "false"))
    assert free == {"rgba(0, 0, 0, 0)"}
    assert not free & taken


def test_a_refused_draft_stays_behind_when_the_cards_are_dealt(server: Server, person: Person) -> None:
    ann, bob = person("en"), person("en", PHONE)
    pair(server, ann, bob, start=False, chat=True)
    ann.get_by_test_id("chat-text").fill("I hold the forty-two")
    ann.get_by_test_id("chat-send").click()
    ann.get_by_test_id("chat-why").wait_for()
    ann.get_by_test_id("deal").click()
    ann.get_by_test_id("table").wait_for()
    ann.get_by_test_id("open-chat").click()
    expect(ann.get_by_test_id("chat-text")).to_have_value("")
    expect(ann.get_by_test_id("chat-why")).to_have_count(0)


# ---------------------------------------------------------------- room


@pytest.mark.parametrize(("viewport", "wide", "high"), [(TALL, 103, 144), (PHONE, 78, 120)], ids=["tall", "small"])
def test_the_cards_on_piles_are_large_and_nothing_scrolls(
    server: Server, person: Person, viewport: dict[str, int], wide: int, high: int
) -> None:
    page = person("en", viewport)
    open_at(page, server, **SOLO)
    boxes = page.locator(".pile-stack .card").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    )
    assert all(width >= wide - 0.5 and height >= high - 0.5 for width, height in boxes), boxes
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("viewport", [PHONE, TALL, FLAT], ids=["small", "tall", "flat"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_reasons_of_a_hint_lie_over_no_pile(
    server: Server, person: Person, language: str, viewport: dict[str, int]
) -> None:
    page = person(language, viewport)
    open_at(page, server, **{**SOLO, "hands": [[30, 31, 32, 51, 99, 2, 98, 44]]})
    page.get_by_test_id("hint").click()
    page.locator(".hint-more").click()
    page.locator("[data-testid=hint-note][data-open=true] .hint-rest").wait_for()
    assert page.evaluate(MEET, ["[data-testid=hint-note]", ".pile"]) == 0


EMPTY = """() => {
    const [column] = [...document.querySelectorAll('.side')].map((one) => one.getBoundingClientRect());
    const shown = [...document.querySelectorAll('.seat, .log *, .deck, .actions')]
        .filter((one) => !one.matches('.log *') || one.children.length === 0)
        .map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)
        .toSorted((a, b) => a.top - b.top);
    let [end, most] = [column.top, 0];
    for (const { top, bottom } of shown) { most = Math.max(most, top - end); end = Math.max(end, bottom); }
    return most;
}"""


def test_with_three_no_column_is_empty_for_long(server: Server, person: Person) -> None:
    page = person("en", DESKTOP)
    show(page, server, crowded("base", 3, mid_turn=True))
    page.get_by_test_id("log").wait_for()
    expect(page.get_by_test_id("chat-column")).to_have_count(0)
    assert page.evaluate(EMPTY) <= 200
