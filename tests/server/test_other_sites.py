"""Pages of other sites change nothing here, at no address; programs that are no browser come and go as before."""

from __future__ import annotations

import asyncio

import pytest
from starlette.datastructures import Headers
from tests.server.entrances import bodies
from tests.server.serving import Hosted, hosted, outdoor
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from nonante.server.middleware import same_origin

ELSEWHERE = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "https://evil.example", "sec-fetch-site": "same-origin"},
]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_whatever_changes_something_is_refused_to_pages_of_other_sites(headers: dict[str, str]) -> None:
    async def work(server: Hosted) -> None:
        opened = await server.open()
        asked = bodies(opened["code"], opened["token"])
        async with server.http() as http:
            for page in server.house.pages:
                path = page.path.replace("{code}", opened["code"]).replace("{name}", "1")
                if page.method == "POST":
                    answer = await http.post(path, json=asked[page.path][0], headers=headers)
                    assert (answer.status_code, answer.json()["refusal"]["code"]) == (403, "origin"), path
            for method in ("PUT", "DELETE", "PATCH"):
                assert (await http.request(method, "/api/tables", headers=headers)).status_code == 403
            assert (await http.get(f"/api/tables/{opened['code']}", headers=headers)).status_code == 200
        assert list(server.house.tables.live) == [opened["code"]]
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(server.url.replace("http", "ws") + f"ws/{opened['code']}", additional_headers=headers):
                pass

    outdoor(work)


def test_our_own_pages_and_programs_without_an_origin_are_let_in() -> None:
    async def main() -> None:
        async with hosted(origins=("https://friend.example",)) as server, server.http() as http:
            own = server.url.rstrip("/")
            for headers in (
                {},
                {"origin": own},
                {"origin": own, "sec-fetch-site": "same-origin"},
                {"origin": "https://friend.example", "sec-fetch-site": "cross-site"},
            ):
                assert (await http.post("/api/tables", json={"name": "A"}, headers=headers)).status_code == 201

    asyncio.run(main())


def test_a_page_of_the_same_host_without_its_tls_is_another_site() -> None:
    headers = {"host": "cards.example", "origin": "http://cards.example", "sec-fetch-site": "cross-site"}
    assert not same_origin(Headers(headers))
