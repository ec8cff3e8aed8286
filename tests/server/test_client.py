"""The files of the built client, how they are cached and what keeps a page to itself."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers
from tests.server.serving import visiting

from nonante.server import client
from nonante.server.app import create_app
from nonante.server.links import Links
from nonante.server.middleware import content_policy, same_origin
from nonante.server.sqlite import SqliteStore


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>nonante</title>")
    (tmp_path / "assets" / "index-abc123.js").write_text("console.log(1);\n" * 100)
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path.parent / "secret.txt").write_text("secret")
    monkeypatch.setattr(client, "FOLDER", tmp_path)
    return tmp_path


def get(path: str, **headers: str) -> httpx.Response:
    async def main() -> httpx.Response:
        async with visiting() as http:
            return await http.get(path, headers=headers)

    return asyncio.run(main())


async def raw(path: str) -> bytes:
    """Return a body as it is sent, packed."""
    async with visiting() as http, http.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        return b"".join([part async for part in answer.aiter_raw()])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", ["/", "/t/BCDFGH", "/learn", "/settings", "/some/where"])
def test_every_page_of_the_client_is_the_index(path: str) -> None:
    answer = get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "nonante" in answer.text
    again = get(path, **{"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.usefixtures("folder")
def test_hashed_files_are_kept_for_ever_and_compressed() -> None:
    answer = get("/assets/index-abc123.js", **{"accept-encoding": "gzip"})
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 200
    plain = get("/assets/index-abc123.js", **{"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    sent = asyncio.run(raw("/assets/index-abc123.js"))
    assert len(sent) == int(answer.headers["content-length"])
    assert gzip.decompress(sent) == plain.content


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", ["/missing.js", "/assets/missing.css", "/..%2fsecret.txt", "/%2e%2e/secret.txt"])
def test_what_is_not_there(path: str) -> None:
    assert get(path).status_code == 404


def test_a_changed_file_is_read_again(folder: Path) -> None:
    first = client.find("/icon.svg")
    (folder / "icon.svg").write_text("<svg><g/></svg>")
    second = client.find("/icon.svg")
    assert first is not None
    assert second is not None
    assert first.tag != second.tag
    assert client.find("/" + "x" * 5000 + ".svg") is None
    assert client.find("/\0.svg") is None


def test_a_client_that_was_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FOLDER", tmp_path)
    answer = get("/")
    assert answer.status_code == 503
    assert "not built" in answer.text


@pytest.mark.usefixtures("folder")
def test_other_names_of_the_machine_are_refused_where_names_are_given() -> None:
    assert get("/", host="evil.example").status_code == 400


def test_origins() -> None:
    def allowed(origin: str | None, host: str = "cards.example") -> bool:
        headers = {"host": host} if origin is None else {"host": host, "origin": origin}
        return same_origin(Headers(headers), ["https://friend.example"])

    assert allowed(None)
    assert allowed("https://cards.example")
    assert allowed("http://localhost:8098", "localhost:8098")
    assert allowed("https://friend.example")
    assert not allowed("null")
    assert not allowed("https://evil.example")
    assert not allowed("https://cards.example.evil.example")
    assert not allowed("http://localhost:5173", "localhost:8098")


def test_the_content_policy_allows_nothing_from_elsewhere() -> None:
    policy = content_policy("cards.example")
    assert "connect-src 'self' ws://cards.example wss://cards.example" in policy
    assert "unsafe" not in policy
    assert "*" not in policy


@pytest.mark.parametrize(
    ("host", "origin"), [("localhost:8098", "http://192.0.2.7:8098"), ("games.example", "http://games.example")]
)
def test_links_for_others_lead_to_a_name_they_can_reach(host: str, origin: str) -> None:
    async def main() -> str:
        app = create_app(SqliteStore(":memory:"), links=Links(share="http://192.0.2.7:8098"))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as http:
                return str((await http.get("/api/info")).json()["origin"])

    assert asyncio.run(main()) == origin
