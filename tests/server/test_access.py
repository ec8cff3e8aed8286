"""The access log: who asked for what, and no word that opens a table."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.serving import Guest, Server
from websockets.asyncio.client import connect

PREFIX = "/cards"
MANY = 9  # more than the log writes of other lines of one kind
Lines = list[dict[str, Any]]


def visited(tmp_path: Path, *options: str) -> tuple[str, dict[str, str]]:
    """Visit a server in several ways; return what it wrote, and the table that was opened."""
    opened: dict[str, Any] = {}

    async def visit(server: Server) -> None:
        opened.update(await server.open(deal=True))
        async with server.join(opened["code"], opened["token"]) as anna:
            assert anna.table["you"] == 0
        async with connect(server.url.replace("http", "ws") + "ws/BCDFGH") as nowhere:
            assert await Guest(nowhere).closed() == 4404
        async with httpx.AsyncClient(base_url=server.url) as http:
            await http.get(f"/api/tables/{opened['code'].lower()}", headers={"x-forwarded-for": "198.51.100.7 GET\tx"})
            for _ in range(MANY):
                await http.get("/rules")
            await http.get("/api/nothing?secret=1")
            await http.get("/readyz", headers={"host": "a b"})

    server = Server(tmp_path / "tables.db", "--prefix", PREFIX, *options)
    try:
        asyncio.run(visit(server))
    finally:
        code, log = server.stop()
    assert code == 0
    return log, opened


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    log, opened = visited(tmp_path_factory.mktemp("json"), "--access-log", "--log", "json")
    assert not re.search(f"{opened['code']}|{opened['token']}|secret", log, re.IGNORECASE)
    return [json.loads(line) for line in log.splitlines()]


def of(lines: Lines, route: str) -> Lines:
    return [line for line in lines if line["route"] == route]


def test_a_request_leaves_address_method_route_status_bytes_and_time(lines: Lines) -> None:
    (line,) = of(lines, "/api/tables")
    assert (line["address"], line["method"], line["status"], line["level"]) == ("127.0.0.1", "POST", 201, "access")
    assert line["bytes"] > 20
    assert line["ms"] > 0
    assert line["time"].endswith("+00:00")
    assert "table" not in line


def test_both_ends_of_a_socket_are_logged_with_the_reason(lines: Lines) -> None:
    sockets = [(line["status"], line.get("reason")) for line in of(lines, "/ws/{code}")]
    assert sockets == [("open", None), ("closed", "client 1000"), ("open", None), ("closed", "server 4404")]


def test_a_table_is_known_by_the_same_mark_everywhere(lines: Lines) -> None:
    marks = {line["table"] for line in lines if "{code}" in line["route"]}
    assert len(marks) == 2  # one table, and one that is none
    (asked,) = of(lines, "/api/tables/{code}")
    assert asked["table"] == of(lines, "/ws/{code}")[0]["table"]


def test_what_a_proxy_passes_on_cannot_look_like_another_field(lines: Lines) -> None:
    (asked,) = of(lines, "/api/tables/{code}")
    assert asked["address"] == "198.51.100.7?GET?x"


def test_what_is_refused_before_it_is_routed_is_logged_too(lines: Lines) -> None:
    assert [line["status"] for line in of(lines, "-")] == [400]
    assert [line["status"] for line in of(lines, "/api/{rest:path}")] == [404]


def test_every_request_is_logged_however_many_there_are(lines: Lines) -> None:
    assert [line["status"] for line in of(lines, "/{path:path}")] == [200] * MANY


def test_the_same_lines_as_text(tmp_path: Path) -> None:
    log, opened = visited(tmp_path, "--access-log")
    assert opened["code"] not in log
    assert re.search(r"INFO 127\.0\.0\.1 POST /api/tables 201 \d+ [\d.]+\n", log)
    assert re.search(r"INFO 127\.0\.0\.1 SOCKET /ws/{code} #[0-9a-f]{8} closed client 1000 \d+ [\d.]+\n", log)


def test_without_the_option_nothing_is_logged(tmp_path: Path) -> None:
    log, _ = visited(tmp_path)
    assert log == ""
