"""The whole way in Firefox and in WebKit: join, drag, signal, lose the server, come back, play to the end.

`make browsers` runs this; it is no part of `make test`, since those browsers come from the system's own packages. With
`SHOTS=FOLDER` it leaves pictures of what each browser showed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from conftest import Server
from drivers import ENGINES, NoBrowser, running
from remote import Page
from static import Files, built

from nonante.texts import load

PHONE = (360, 640)
LAPTOP = (1366, 650)
ESCAPE = "\ue00c"
_CARDS = (
    "() => [...document.querySelectorAll('[data-testid=hand] [data-testid^=card-]')].map((card) => card.dataset.testid)"
)
_PILES = """() => [...document.querySelectorAll('.pile')].filter((pile) => pile.dataset.state === 'yes').map((pile) => {
    const jump = pile.querySelector('[data-testid^=jump-]');
    const retro = jump.classList.contains('jump-gift');
    const loses = jump.querySelectorAll('svg').length > Number(retro);
    const far = Number(/\\d+/.exec(jump.innerText)?.[0] ?? 0);
    return [retro ? -far : far + 1000 * loses, pile.querySelector('[data-pile]').dataset.testid];
})"""

# What the lesson marks now, with its chapter and goal; nothing while that is still `before`.
_MARKED = """(before) => {
    if (document.querySelector('[data-testid=lesson-half]')) return 'done';
    const coach = document.querySelector('[data-testid=coach]');
    const marked = document.querySelector('[data-touch]');
    const button = marked?.matches('button') ? marked : marked?.querySelector('button');
    if (button) button.dataset.testid ??= 'marked';
    const now = coach && button && [coach.dataset.chapter, coach.dataset.goal, button.dataset.testid].join(' ');
    return now === before ? null : now;
}"""


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def pages(engine: str) -> Iterator[list[Page]]:
    """Two people, one at a laptop and one on a phone, each with a browser of their own."""
    with ExitStack() as closing:
        try:
            browser = closing.enter_context(running(engine))
        except NoBrowser as error:
            pytest.fail(str(error), pytrace=False)
        ann, bob = browser.page(), browser.page()
        for page, size in ((ann, LAPTOP), (bob, PHONE)):
            page.goto("about:blank")
            page.resize(*size)
        yield [ann, bob]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.db")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def files() -> Iterator[Files]:
    """The page that needs no server."""
    files = Files(built())
    yield files
    files.cut()


def shot(page: Page, engine: str, name: str) -> None:
    folder = os.environ.get("SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.shot(Path(folder) / f"{engine}-{name}.png")


def cards(page: Page) -> list[str]:
    return list(page.run(_CARDS))


def gone(page: Page, card: str) -> None:
    page.wait("(name) => !document.querySelector(`[data-testid=hand] [data-testid=${name}]`)", card)


def confirm(page: Page, until: str) -> None:
    """Confirm a play that loses, where the table asks; wait until what was done shows."""
    page.wait(f"() => document.querySelector('[data-testid=risk-confirm]') || ({until})()")
    if page.run("() => !!document.querySelector('[data-testid=risk-confirm]')"):
        page.click("risk-confirm")
        page.wait(until)


def pick(page: Page, card: str) -> None:
    """Pick a card up, unless it is picked already; press again where it moved away under the finger."""
    pressed = "(name) => document.querySelector(`[data-testid=${name}]`).ariaPressed === 'true'"
    for _ in range(8):
        if page.run(pressed, card):
            return
        page.click(card)
        page.soon(pressed, card)
    raise AssertionError(f"{card} cannot be picked up")


def best(page: Page) -> tuple[str, str] | None:
    """Return the smallest step that the screen offers, as a card and a pile."""
    found = []
    for card in cards(page):
        pick(page, card)
        found += [(step, card, pile) for step, pile in page.run(_PILES)]
    return min(found)[1:] if found else None


def one_move(page: Page, drag: bool = False) -> None:
    if page.run("() => document.querySelector('[data-testid=end-turn]')?.ariaDisabled === 'false'"):
        page.click("end-turn")
        confirm(
            page,
            "() => document.querySelector('[data-testid=end]')"
            " || document.querySelector('[data-testid=end-turn]')?.ariaDisabled === 'true'",
        )
        return
    move = best(page)
    if move:
        card, pile = move
        laid = f"() => !document.querySelector('[data-testid=hand] [data-testid={card}]')"
        asked = f"() => document.querySelector('[data-testid=risk-confirm]') || ({laid})()"
        for _ in range(3):  # once more where a card moved away under the hand
            if drag:
                page.drag(card, pile)
            else:
                pick(page, card)
                page.click(pile)
            if page.soon(asked):
                break
        confirm(page, laid)


def play(page: Page, other: Page) -> bool:
    """Let whoever is to move make one move; tell whether the game goes on."""
    state = page.wait(
        "() => document.querySelector('[data-testid=end]') ? 'over'"
        " : document.querySelector('[data-testid=turn][data-mine=true]') ? 'mine'"
        " : document.querySelector('[data-testid=turn]') ? 'theirs' : null"
    )
    if state == "mine":
        one_move(page)
    return state != "over" or not other.run("() => !!document.querySelector('[data-testid=end]')")


def test_two_people_from_the_link_to_the_end(engine: str, pages: list[Page], server: Server) -> None:
    ann, bob = pages
    ann.goto(server.url)
    ann.there("home")
    shot(ann, engine, "home")
    ann.click("play-friends")
    ann.write("name", "Ann")
    ann.click("open-table")
    ann.there("table-link")
    link = str(
        ann.run(
            "() => { const e = document.querySelector('[data-testid=table-link]'); return e.value ?? e.innerText; }"
        )
    )
    bob.goto(link)
    bob.write("name", "Bob")
    shot(bob, engine, "join-phone")
    bob.click("sit")
    ann.wait("() => document.querySelector('[data-testid=lobby]').innerText.includes('Bob')")
    shot(ann, engine, "lobby")
    ann.click("add-bot-2")
    ann.wait("() => document.querySelector('[data-testid=lobby-seat-2]').dataset.free === 'false'")
    ann.click("deal")
    for page in pages:
        page.there("table")
    bob.click("wish-like")
    bob.click("start")
    bob.there("end-turn")
    # Ann says something while Bob plays; Bob sees it.
    ann.run("() => document.querySelector('[data-testid=seat-0] button').setAttribute('data-testid', 'own-seat')")
    ann.click("own-seat")
    ann.click("signal-trouble")
    ann.press(ESCAPE)
    said = load("common", "en")["signal.trouble"]
    bob.wait("(said) => document.querySelector('[data-testid=seat-0]').innerText.includes(said)", said)
    shot(ann, engine, "table-laptop")
    shot(bob, engine, "table-phone")
    for step in range(400):
        goes_on = [play(page, other) for page, other in ((ann, bob), (bob, ann))]
        if not all(goes_on):
            break
        if step == 4:
            held = [cards(page) for page in pages]
            server.kill()
            server.start()
            for page, hand in zip(pages, held, strict=True):
                page.wait("() => !document.querySelector('[data-testid=reconnecting]')")
                assert cards(page) == hand
    for name, page in zip(("end-laptop", "end-phone"), pages, strict=True):
        page.there("end")
        shot(page, engine, name)


def test_alone_by_drag_and_drop_and_reloaded(pages: list[Page], server: Server) -> None:
    page = pages[0]
    page.goto(server.url)
    page.click("play-alone")
    page.there("table")
    for _ in range(12):
        one_move(page, drag=True)
    held = cards(page)
    page.goto(str(page.run("() => location.href")))
    page.there("table")
    assert cards(page) == held
    one_move(page, drag=True)


def test_the_first_part_of_the_lesson_on_a_phone(engine: str, pages: list[Page], server: Server) -> None:
    """Press what is marked, as a newcomer does."""
    page = pages[1]
    page.goto(f"{server.url}/learn")
    for _ in range(80):
        now = page.wait(_MARKED, None)
        if now == "done":
            break
        page.click(str(now).rpartition(" ")[2])
        page.soon(_MARKED, now)
    page.there("lesson-half")
    shot(page, engine, "lesson-phone")


def test_without_a_server_once_the_network_is_gone(engine: str, pages: list[Page], files: Files) -> None:
    """A whole game of Extreme with two champions, loaded again in the middle of a turn."""
    page = pages[1]
    page.goto(files.url)
    page.wait("() => document.querySelector('[data-testid=status]')?.dataset.state === 'ready'")
    shot(page, engine, "static-home")
    page.wait("() => navigator.serviceWorker.controller?.state === 'activated'")
    page.run("() => localStorage.setItem('nonante.preferences', JSON.stringify({ pace: 'fast', level: 'champion' }))")
    files.cut()
    page.goto(files.url)
    page.click("play-team")
    page.wait("() => document.querySelector('[data-testid=level] input[value=champion]')?.checked")
    page.run("() => document.querySelector('[data-testid=panel-team] input[value=extreme]').click()")
    page.click("deal")
    page.click("start")
    page.there("end-turn")
    for step in range(200):
        page.wait("() => document.querySelector('[data-testid=end], [data-testid=turn][data-mine=true]')")
        if not play(page, page):
            break
        if step == 1:
            held = cards(page)
            page.goto(str(page.run("() => location.href")))
            page.there("table")
            assert cards(page) == held
    page.there("end")
    shot(page, engine, "static-end")
