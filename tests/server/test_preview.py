"""What a messenger shows of a link: made of what anybody with the link may know, and of no card."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.serving import visiting

from nonante.server import client
from nonante.texts import LANGUAGES, load


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "index.html").write_text("<!doctype html><html><head><title>nonante</title></head><body></body></html>")
    monkeypatch.setattr(client, "FOLDER", tmp_path)
    return tmp_path


async def opened(http: httpx.AsyncClient, **wanted: Any) -> str:
    answer = await http.post("/api/tables", json={"name": "Anna", **wanted})
    code: str = answer.json()["code"]
    return code


async def tags(http: httpx.AsyncClient, path: str, **headers: str) -> dict[str, str]:
    answer = await http.get(path, headers=headers)
    assert answer.status_code == 200
    assert answer.text.index("og:title") < answer.text.index("</head>")
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)" />', answer.text)
    return {name: unescape(value) for name, value in found}


def test_an_invitation_says_who_invites_to_what_and_how_many_seats_are_free() -> None:
    async def main() -> None:
        async with visiting() as http:
            code = await opened(http, settings={"rules": {"edition": "extreme", "players": 3}})
            shown = await tags(http, f"/t/{code}?lang=fr")
            assert shown["og:title"] == "Anna vous invite\u00a0: Extreme"
            assert shown["og:description"].startswith("2 places sont libres. À la table\u00a0: Anna.")
            assert shown["og:url"].endswith(f"/t/{code}")
            assert shown["og:image"].startswith("http://")
            assert shown["og:image"].endswith("/preview.png")
            german = await tags(http, f"/t/{code}", **{"accept-language": "de-CH,de;q=0.9,en;q=0.5"})
            assert german["og:title"] == "Anna lädt dich ein: Extreme"
            for language in ("", "xx", "<script>"):
                english = await tags(http, f"/t/{code}", **{"accept-language": language})
                assert english["og:title"] == "Anna invites you: Extreme"

    asyncio.run(main())


def test_a_table_that_is_none_and_any_other_page_speak_of_the_game() -> None:
    async def main() -> None:
        async with visiting() as http:
            for path in ("/", "/learn", "/t/XXXXXX", "/t/%00", "/t/..%2f"):
                shown = await tags(http, path)
                assert shown["og:title"] == load("program", "en")["preview.title"]

    asyncio.run(main())


def test_names_are_escaped() -> None:
    async def main() -> None:
        async with visiting() as http:
            name = "\"><script>a('b')"
            code = await opened(http, name=name)
            page = (await http.get(f"/t/{code}")).text
            assert "<script" not in page
            assert name in (await tags(http, f"/t/{code}"))["og:title"]

    asyncio.run(main())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_running_game_shows_the_same_whatever_is_dealt(language: str) -> None:
    async def main() -> None:
        shown = []
        async with visiting() as http:
            for seed in ("1", "2"):
                code = await opened(http, deal=True, seed=seed, settings={"rules": {"edition": "on-fire"}})
                page = (await http.get(f"/t/{code}?lang={language}")).text
                shown.append(page.replace(code, "CODE"))
        assert shown[0] == shown[1]
        assert load("program", language)["preview.running"] in unescape(shown[0])

    asyncio.run(main())
