"""A server as operators run it: below a path, and as two processes on one PostgreSQL."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import Person, Server
from hands import Hands, lose
from playwright.sync_api import Page, expect
from relay import Relay
from tests.server.databases import new_database, server as postgres
from tests.server.serving import Server as Process

from nonante.host.store import Log
from nonante.server.databases import open_store
from nonante.table import Played, Table

BACK = 5_000  # milliseconds in which everybody is to be back


def test_below_a_path_pages_files_sockets_and_the_worker_find_each_other(tmp_path: Path, person: Person) -> None:
    server = Server(tmp_path / "tables.db", options=("--prefix", "/club/cards"), prefix="/club/cards")
    server.start()
    page = person(service_workers="allow")
    outside: list[str] = []
    page.on("request", lambda request: None if "/club/cards/" in request.url else outside.append(request.url))
    page.on("response", lambda response: outside.append(response.url) if response.status >= 400 else None)
    try:
        page.goto(server.url + "/")
        worker = page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)")
        assert worker == server.url + "/"
        page.get_by_test_id("rules-link").click()
        expect(page).to_have_url(server.url + "/rules")
        page.go_back()
        page.get_by_test_id("play-alone").click()
        page.get_by_test_id("table").wait_for()
        assert "/club/cards/t/" in page.url
        page.reload()
        page.get_by_test_id("table").wait_for()
        Hands(page).one_move()
        page.goto(server.url + "/puzzles")
        page.get_by_role("link").last.wait_for()
        assert outside == []
    finally:
        server.kill()


class Site:
    """Two processes on one database, and a way to each of them that leads to the other when one is down."""

    def __init__(self) -> None:
        self.database = new_database()
        self.processes = [Process(self.database), Process(self.database)]
        urls = [process.url for process in self.processes]
        self.relays = [Relay(urls), Relay(urls[::-1])]

    def replace(self, number: int) -> None:
        """Kill a process with -9, and start another."""
        self.processes[number].kill()
        self.processes[number] = Process(self.database)
        for relay in self.relays:
            relay.servers.append(self.processes[number].url)

    def log(self, code: str) -> Log:
        """Return what is kept of a table."""

        async def load() -> Log | None:
            store = open_store(self.database)
            try:
                return await store.load(code)
            finally:
                await store.close()

        with ThreadPoolExecutor(1) as pool:  # the browser's own loop runs in this thread
            kept = pool.submit(asyncio.run, load()).result()
        assert kept is not None
        return kept

    def close(self) -> None:
        """End all."""
        for relay in self.relays:
            relay.close()
        for process in self.processes:
            process.kill()


@pytest.fixture
def site() -> Iterator[Site]:
    """Two processes for one test."""
    site = Site()
    yield site
    site.close()


def sit_apart(site: Site, ann: Page, bob: Page) -> str:
    """Open a table of two, each at a process of their own, and deal; return its code."""
    ann.goto(site.relays[0].url)
    ann.get_by_test_id("play-friends").click()
    ann.get_by_test_id("name").fill("Ann")
    ann.get_by_test_id("seats").get_by_role("radio", name="2", exact=True).check()
    ann.get_by_test_id("open-table").click()
    ann.get_by_test_id("lobby").wait_for()
    code = ann.url.rsplit("/", 1)[1]
    bob.goto(f"{site.relays[1].url}/t/{code}")
    bob.get_by_test_id("name").fill("Bob")
    bob.get_by_test_id("sit").click()
    expect(ann.get_by_test_id("lobby")).to_contain_text("Bob")
    ann.get_by_test_id("deal").click()
    for page in (ann, bob):
        page.get_by_test_id("table").wait_for()
    ann.get_by_test_id("start").click()
    return code


def some_moves(*people: Hands, moves: int = 4) -> None:
    """Let whoever's turn it is move, a few times."""
    while moves and not any(hands.over() for hands in people):
        mover = next((hands for hands in people if hands.my_turn()), None)
        if mover:
            mover.one_move()
            moves -= 1
        people[0].page.wait_for_timeout(20)


def restart_database() -> None:
    """End PostgreSQL and start it again."""
    postgres().stop()
    postgres().ensure_postgres_running()


@pytest.mark.slow
def test_two_processes_one_table_kill_either_and_restart_the_database(site: Site, person: Person) -> None:
    ann, bob = person(), person()
    code = sit_apart(site, ann, bob)
    hands = Hands(ann), Hands(bob)
    faults: list[Callable[[], None]] = [lambda: site.replace(0), lambda: site.replace(1), restart_database]
    for fault in faults:
        some_moves(*hands)
        fault()
        for page in (ann, bob):
            expect(page.get_by_test_id("reconnecting")).to_have_count(0, timeout=BACK)
    lose(*hands)
    log = site.log(code)
    keys = Counter(entry.key for entry in log.entries if entry.key)
    assert set(keys.values()) == {1}
    table = Table.fold(log.events)  # every event fits onto the one before
    assert {event.seat for event in log.events if isinstance(event, Played)} == {0, 1}
    left = [hand.page.get_by_test_id("end").get_attribute("data-grade") for hand in hands]
    assert left[0] == left[1]
    assert not table.running
