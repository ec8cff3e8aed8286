"""Requests to every address of a server that concerns a table, in every form that names the table."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from tests.server.serving import Hosted

FILE = "/api/tables/{code}/file"
BOARD = {"settings": {}, "piles": {"A": 40}, "hand": [41, 42, 50, 51, 60, 61, 70, 71], "laid": [3], "name": "Eve"}
TODAY = datetime.now(UTC).date().isoformat()


def bodies(code: str, token: str) -> dict[str, list[Any]]:
    """Return the requests to every address about a table, in every form that names it."""
    named: list[Any] = [{"game": f"{code}-1"}, {"game": code}, {"text": code}]
    turns = [{**one, "turn": 1, "moves": [], "name": "Eve"} for one in named]
    own = {"code": code, "token": token}
    return {
        "/api/tables": [{"name": "Eve"}],
        FILE: [{"token": "0" * 32}],
        "/api/file": [f"{code}-1"],
        "/api/own-tables": [{"seats": [own]}],
        "/api/daily": [{"name": "Eve", "date": TODAY, "category": "solo", "again": False}],
        "/api/daily/results": [{"date": TODAY, "category": one, "own": own} for one in ("solo", "team")],
        "/api/replay": [code, f"{code}-1"],
        **dict.fromkeys(("/api/review", "/api/review/curve", "/api/review/difficulty"), named),
        **dict.fromkeys(("/api/review/try", "/api/review/decks", "/api/review/branch"), turns),
        "/api/puzzles/{name}": [{"moves": []}],
        **notices(token),
        **devices(token),
        **crews(own),
        **events(),
        **{path: [BOARD] for path in ("/api/board", "/api/board/advice", "/api/board/play")},
    }


def notices(token: str) -> dict[str, list[Any]]:
    """Return the requests about notifications."""
    push = {"endpoint": "https://push.example/x", "p256dh": "x", "auth": "x", "language": "en", "seats": []}
    return {
        "/api/push": [push],
        "/api/push/end": [{"endpoint": "https://push.example/x"}],
        "/api/tables/{code}/nudge": [{"token": token}],
        "/api/tables/{code}/webhook": [{"token": token}],
    }


def devices(token: str) -> dict[str, list[Any]]:
    """Return the requests of a device that is not paired."""
    own = {"person": token, "token": token}
    return {
        "/api/devices": [{"name": "Eve's"}],
        "/api/devices/code": [{"own": own}],
        "/api/devices/join": [{"code": "BBBBBBBBBBBB", "name": "Eve's"}],
        "/api/devices/sync": [{"own": own, "items": ["x"]}],
        "/api/devices/remove": [{"own": own, "device": "x"}],
    }


def crews(own: dict[str, str]) -> dict[str, list[Any]]:
    """Return the requests about crews."""
    eve = {"name": "Eve", "face": 0}
    return {
        "/api/crews": [{"name": "Us", "member": eve, "own": own}],
        "/api/crews/{code}/join": [{"member": eve}],
        "/api/crews/{code}/change": [{"member": eve, "name": "Us"}],
        "/api/crews/{code}/table": [{"name": "Eve", "settings": {}, "week": True}],
        "/api/crews/{code}/leave": [{}],
    }


def events() -> dict[str, list[Any]]:
    """Return the requests about events."""
    window = {"begins": 0.0, "ends": datetime.now(UTC).timestamp() + 3600}
    return {
        "/api/events": [{"name": "Club", "edition": "base", "players": 1, "talk": "none", "deals": 1, **window}],
        "/api/events/{code}/team": [{"name": "Eve"}],
        "/api/events/{code}/deal": [{"deal": 1}],
    }


async def answers(server: Hosted, code: str, token: str) -> dict[str, str]:
    """Send all requests about a table as the person who plays there, and return all responses."""
    names = {"{code}": code, "{game}": f"{code}-1", "{language}": "en", "{name}": "1"}
    asked, found = bodies(code, token), {}
    headers = {"authorization": f"Bearer {token}", "cookie": f"token={token}"}
    others = ["/healthz", "/readyz", "/metrics", f"/t/{code}", f"/api/tables/{code}/qr.svg", f"/replay/{code}-1"]
    async with server.http() as http:
        for page in server.house.pages:
            path = page.path
            for name, value in names.items():
                path = path.replace(name, value)
            for number, body in enumerate(asked[page.path] if page.method == "POST" else [None]):
                content = body if isinstance(body, str) else json.dumps(body)
                answer = await http.request(page.method, path, content=content, headers=headers)
                found[f"{page.method} {page.path} {number}"] = answer.text
        for path in others:
            found[path] = (await http.get(path, params={"token": token}, headers=headers)).text
    return found
