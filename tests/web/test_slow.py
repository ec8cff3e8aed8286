"""Slow games in the browser: the form, the question about messages, a message with the page closed, coming back."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import http_ece
import pytest
from conftest import DESKTOP, PHONE, Person, Server
from hands import Hands
from playwright.sync_api import Page, expect
from test_quality import violations
from test_talk import open_table, sit
from tests.server.listening import Heard, listening, notifying
from tests.server.serving import Hosted, hosted

from nonante.server import push

FLAT = {"width": 740, "height": 360}
SHOTS = os.environ.get("SHOTS")
SCREENS = [DESKTOP, PHONE, FLAT]
AUTH = bytes(range(16))
BROWSER = """
([endpoint, point, auth]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
  const keys = { p256dh: bytes(point), auth: bytes(auth) };
  let made = null;
  PushManager.prototype.subscribe = async (options) => {
    made = { endpoint, options, getKey: (name) => keys[name], unsubscribe: async () => ((made = null), true) };
    return made;
  };
  PushManager.prototype.getSubscription = async () => made;
}
"""
"""What a push service of the browser's maker does: it is somewhere on the Internet, where no test goes."""
OUTSIDE = """
() => [...(document.querySelector("dialog[open]") ?? document.body).querySelectorAll("*")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, svg"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)
  .map((one) => `outside the window: ${one.outerHTML.slice(0, 120)}`)
"""
GRANTED = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
"""


@dataclass
class Place:
    """A server and the push service of a browser, in a thread of their own."""

    server: Hosted
    service: Heard

    @property
    def url(self) -> str:
        """Where pages are."""
        return self.server.url.rstrip("/")


@contextmanager
def place() -> Iterator[Place]:
    """Serve until the end of the block."""
    ready, end = threading.Event(), asyncio.Event()
    found: list[Any] = []

    async def serve() -> None:
        async with listening() as service, hosted(notify=notifying()) as server:
            found.extend([asyncio.get_running_loop(), Place(server, service)])
            ready.set()
            await end.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert ready.wait(60)
    loop, there = found
    try:
        yield there
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()


def base64(data: bytes) -> str:
    import base64

    return base64.b64encode(data).decode()


def no_messages(page: Page) -> None:
    """Have said "Not now" before the first page."""
    page.add_init_script("if (origin !== 'null') localStorage.setItem('nonante.push', String(Date.now()))")


def start(ann: Page) -> None:
    ann.get_by_test_id("deal").click()
    ann.get_by_test_id("start").click()


def whole_turn(page: Page) -> None:
    hands = Hands(page)
    page.locator("[data-testid=turn][data-mine=true]").wait_for()
    while hands.my_turn():
        hands.one_move()


def test_a_closed_page_is_told_after_another_players_turn(person: Person) -> None:
    with place() as there:
        ann, bob = person(), person("fr", service_workers="allow")
        key = push.read_key(push.new_key())
        point = push.public_point(key)
        stub = f"({BROWSER.strip()})({json.dumps([f'{there.service.url}/bob', base64(point), base64(AUTH)])});"
        bob.add_init_script(GRANTED + stub)
        bob.context.grant_permissions(["notifications"], origin=there.url)
        no_messages(ann)
        url = open_table(ann, there, settings={"rules": {"players": 2}, "slow": {}})  # type: ignore[arg-type]  # has a url
        sit(bob, url, "Bob")
        bob.get_by_test_id("push-yes").click()
        expect(bob.get_by_test_id("push-question")).to_have_count(0)
        start(ann)
        worker = bob.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)")
        assert worker.endswith("/sw.js")
        bob.goto("about:blank")
        whole_turn(ann)
        for _ in range(600):
            if there.service.posts:
                break
            ann.wait_for_timeout(50)
        (post,) = there.service.posts
        text = http_ece.decrypt(post.body, private_key=key, auth_secret=AUTH, version="aes128gcm").decode()
        assert json.loads(text)["title"] == "À vous de jouer"
        shown = notifications_after(bob, there.url, text)
        code = url.rsplit("/", 1)[-1]
        assert [(one["title"], one["tag"], one["data"]) for one in shown] == [("À vous de jouer", code, f"/t/{code}")]
        assert "Ann" in shown[0]["body"]


def notifications_after(page: Page, origin: str, text: str) -> list[dict[str, str]]:
    """Let the browser's push service hand a message to the worker, with no page of ours open; return what it shows."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _ in range(100):
        if found:
            break
        page.wait_for_timeout(50)
    message = {"origin": origin, "registrationId": found[0], "data": text}
    session.send("ServiceWorker.deliverPushMessage", message)
    page.goto(f"{origin}/rules")
    look = """async () => {
      const worker = await navigator.serviceWorker.ready;
      for (let n = 0; n < 100 && !(await worker.getNotifications()).length; n++)
        await new Promise((done) => setTimeout(done, 50));
      return (await worker.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    }"""
    shown: list[dict[str, str]] = page.evaluate(look)
    return shown


# ---------------------------------------------------------------- every screen


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose operator allows webhooks."""
    server = Server(tmp_path_factory.mktemp("hooks") / "tables.db", options=("--webhooks", "https"))
    server.start()
    yield server
    server.kill()


def slow_screens(ann: Page, bob: Page, server: Server) -> Iterator[tuple[str, Page]]:
    """Lead two people through everything that slow games add; yield what each screen is called, and whose it is."""
    ann.add_init_script(GRANTED)
    ann.goto(f"{server.url}/")
    ann.get_by_test_id("play-friends").click()
    ann.get_by_test_id("option-slow").locator("input").check()
    ann.get_by_test_id("slow-stand-in").select_option("72")
    yield "form", ann
    ann.get_by_test_id("seats").get_by_role("radio", name="2").check()
    ann.get_by_test_id("open-table").click()
    ann.get_by_test_id("push-no").wait_for()
    yield "question", ann
    ann.get_by_test_id("push-no").click()
    ann.get_by_test_id("webhook-url").fill("https://discord.example/api/webhooks/1/x")
    yield "lobby", ann
    ann.get_by_test_id("webhook-save").click()
    expect(ann.get_by_test_id("webhook-state")).to_contain_text("discord.example")
    yield "told", ann
    url = ann.url
    no_messages(bob)
    sit(bob, url, "Bob")
    start(ann)
    whole_turn(ann)
    bob.get_by_test_id("end-turn").wait_for()
    ann.goto(f"{server.url}/")
    ann.locator("[data-testid^=nudge-]").wait_for()
    yield "home", ann
    whole_turn(bob)
    bob.goto("about:blank")
    ann.goto(url)
    ann.get_by_test_id("since").wait_for()
    yield "since", ann
    ann.get_by_test_id("since-go").click()
    expect(ann.get_by_test_id("since")).to_have_count(0)
    ann.goto(f"{server.url}/")
    ann.locator("[data-testid^=own-]").first.wait_for()
    ann.goto(f"{server.url}/you")
    ann.get_by_test_id("you-settings").click()
    ann.get_by_test_id("prefer-push").wait_for()
    ann.get_by_test_id("prefer-push").scroll_into_view_if_needed()
    yield "settings", ann


@pytest.mark.parametrize("viewport", SCREENS, ids=["desktop", "phone", "flat"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_screen_of_slow_games(hooks: Server, person: Person, language: str, viewport: dict[str, int]) -> None:
    found = {}
    for name, page in slow_screens(person(language, viewport), person(language), hooks):
        page.wait_for_timeout(150)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}-{language}-{viewport['width']}.png")
        found[name] = [*violations(page), *page.evaluate(OUTSIDE)]
    assert {name: what for name, what in found.items() if what} == {}
