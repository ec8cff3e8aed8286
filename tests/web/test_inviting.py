"""Invitations and installing: the link's preview, the manifest, the shell that opens offline."""

from __future__ import annotations

import re
import struct
from urllib.parse import urljoin

import httpx
import pytest
from conftest import PHONE, Person, Server
from playwright.sync_api import expect
from test_quality import violations
from test_talk import open_table

from nonante.texts import LANGUAGES, load


@pytest.mark.parametrize("language", LANGUAGES)
def test_16_the_copied_link_shows_a_preview_in_the_hosts_language(
    server: Server, person: Person, language: str
) -> None:
    page = person(language)
    open_table(page, server, settings={"rules": {"edition": "extreme", "players": 3}})
    link = page.get_by_test_id("table-link").input_value()
    shown = httpx.get(link).text
    words = str(load("program", language)["preview.invited"]).replace("{name}", "Ann").replace("{edition}", "Extreme")
    assert f'<meta property="og:title" content="{words}" />' in shown
    picture = re.search(r'property="og:image" content="([^"]+)"', shown)
    assert picture
    assert png_size(httpx.get(picture[1])) == (1200, 630)
    other = person()
    other.goto(link)
    other.get_by_test_id("sit-form").wait_for()
    expect(other.get_by_test_id("in-short").get_by_role("listitem")).to_have_count(3)  # how it is played
    other.goto(server.url)
    other.get_by_test_id("play-join").click()
    other.get_by_test_id("code").fill(link)
    other.get_by_test_id("join").click()
    other.get_by_test_id("sit-form").wait_for()


def png_size(answer: httpx.Response) -> tuple[int, int]:
    assert answer.headers["content-type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", answer.content[16:24])
    return width, height


def test_16_the_client_can_be_installed(server: Server, person: Person) -> None:
    """The manifest has real icons of the sizes it names, one of them for any mask."""
    page = person()
    page.goto(server.url)
    address = page.evaluate("document.querySelector('link[rel=manifest]').href")
    manifest = httpx.get(address).json()
    assert manifest["display"] == "standalone"
    assert {"name", "short_name", "start_url", "scope", "id", "theme_color"} <= set(manifest)
    icons = {icon["sizes"]: icon for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert {"192x192", "512x512"} <= set(icons)
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            size = png_size(httpx.get(urljoin(address, icon["src"])))
            assert icon["sizes"] == f"{size[0]}x{size[1]}"


def test_16_13_the_kept_shell_opens_offline_says_so_kindly_and_comes_back(own_server: Server, person: Person) -> None:
    page = person("en", PHONE, service_workers="allow")
    page.goto(own_server.url)
    page.get_by_test_id("home").wait_for()
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept = page.evaluate(
        "caches.keys().then(async (all) => (await (await caches.open(all[0])).keys()).map(({url}) => url))"
    )
    assert any(url.endswith(".js") for url in kept)
    assert not [url for url in kept if "/api/" in url or "/ws/" in url or "/t/" in url]
    url = open_table(page, own_server, deal=True)
    page.get_by_test_id("table").wait_for()
    own_server.kill()
    page.goto(url)
    page.get_by_test_id("waiting").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    assert violations(page) == []
    page.get_by_role("link", name="Home", exact=True).click()
    page.get_by_test_id("home").wait_for()
    page.goto(url)
    page.get_by_test_id("waiting").wait_for()
    own_server.start()
    page.get_by_test_id("table").wait_for()
