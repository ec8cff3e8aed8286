"""Guessing codes: one allowance for all entrances, and beyond it a right code is answered like a wrong one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from tests.host.indoors import OPEN, eventually
from tests.host.memory import MemoryStore
from tests.server.entrances import TODAY
from tests.server.serving import Hosted, hosted

from nonante.host.access import LETTERS, LONGEST, SHORTEST, Caller, fitting_length, new_code
from nonante.host.limits import Bucket, Limits, Rate
from nonante.host.tables import Tables
from nonante.messages import OpenTable
from nonante.rules import NonanteError
from nonante.server import push
from nonante.server.sqlite import SqliteStore

FEW = replace(OPEN, misses=Rate(1e-6, 5), code_length=8)
WRONG = "0" * 32
Entrance = Callable[[Hosted, httpx.AsyncClient, str, str], Awaitable[Any]]


def get(path: str) -> Entrance:
    async def ask(_: Hosted, http: httpx.AsyncClient, code: str, token: str) -> Any:
        seat = {} if token == WRONG else {"authorization": f"Bearer {token}"}
        answer = await http.get(path.format(code=code), headers=seat)
        return answer.status_code, answer.text.replace(code, "CODE") if answer.is_error else ""

    return ask


def post(path: str, body: Callable[[str, str], object]) -> Entrance:
    async def ask(_: Hosted, http: httpx.AsyncClient, code: str, token: str) -> Any:
        seat = {} if token == WRONG else {"authorization": f"Bearer {token}"}
        answer = await http.post(path.format(code=code), json=body(code, token), headers=seat)
        return answer.status_code, answer.text.replace(code, "CODE") if answer.is_error else ""

    return ask


async def socket(server: Hosted, _: httpx.AsyncClient, code: str, token: str) -> Any:
    async with server.join(code, None if token == WRONG else token) as guest:
        return guest.frames[-1]["type"]


async def line(server: Hosted, http: httpx.AsyncClient, code: str, token: str) -> Any:
    """Open a socket; return its close code, or 200 where it is greeted."""
    try:
        return 200 if await socket(server, http, code, token) == "welcome" else 0
    except Exception as error:
        return getattr(getattr(error, "rcvd", None), "code", None)


def turn(code: str, _: str) -> object:
    return {"game": f"{code}-1", "turn": 1, "moves": [], "name": "Eve"}


def own(code: str, token: str) -> object:
    return {"date": TODAY, "category": "solo", "own": {"code": code, "token": token}}


def crew(code: str, token: str) -> object:
    return {"name": "Us", "member": {"name": "Eve", "face": 0}, "own": {"code": code, "token": token}}


def device(code: str, token: str) -> object:
    point = push.to_text(push.public_point(push.read_key(push.new_key())))
    phone = {"endpoint": "https://push.example/x", "p256dh": point, "auth": "A" * 22, "language": "en", "ahead": 0}
    return {**phone, "seats": [{"code": code, "token": token}]}


ENTRANCES: dict[str, Entrance] = {
    "table": get("/api/tables/{code}"),
    "record": get("/api/tables/{code}/record"),
    "picture": get("/api/tables/{code}/qr.svg"),
    "replay": get("/api/replay/{code}-1"),
    "file": post("/api/tables/{code}/file", lambda _, token: {"token": token}),
    "day": post("/api/daily/results", own),
    "review": post("/api/review", lambda code, _: {"game": f"{code}-1"}),
    "curve": post("/api/review/curve", lambda code, _: {"game": f"{code}-1"}),
    "difficulty": post("/api/review/difficulty", lambda code, _: {"game": f"{code}-1"}),
    "try": post("/api/review/try", turn),
    "decks": post("/api/review/decks", turn),
    "branch": post("/api/review/branch", turn),
    "own tables": post("/api/own-tables", lambda code, token: {"seats": [{"code": code, "token": token}]}),
    "nudge": post("/api/tables/{code}/nudge", lambda _, token: {"token": token}),
    "webhook": get("/api/tables/{code}/webhook"),
    "push": post("/api/push", device),
    "crew": post("/api/crews", crew),
    "socket": line,
}
ELSEWHERE: dict[str, Entrance] = {
    "page": get("/t/{code}"),
    "page of a crew": get("/api/crews/{code}"),
    "event": get("/api/events/{code}"),
    "pairing": post("/api/devices/join", lambda code, _: {"code": code, "name": "Eve"}),
}
"""Where wrong codes count as well."""
REFUSED = {429, 4429}


def status_of(answer: Any) -> int:
    status: int = answer if isinstance(answer, int) else answer[0]
    return status


@pytest.mark.parametrize("guessed_at", [*ENTRANCES, *ELSEWHERE])
def test_who_has_guessed_too_much_anywhere_learns_nothing_anywhere(guessed_at: str) -> None:
    async def main() -> None:
        async with hosted(FEW) as server, server.http() as http:
            opened = await server.open(settings={"rules": {"edition": "base", "players": 1}}, deal=True)
            asleep = await server.open(settings={"rules": {"edition": "base", "players": 1}}, deal=True)
            await server.house.tables.let_go(asleep["code"])
            for _ in range(8):
                await (ENTRANCES | ELSEWHERE)[guessed_at](server, http, new_code(8), WRONG)
            for name, ask in ENTRANCES.items():
                wrong = await ask(server, http, new_code(8), WRONG)
                assert status_of(wrong) in REFUSED, name
                for table in (opened, asleep):
                    assert await ask(server, http, table["code"], WRONG) == wrong, name
                    if name != "picture":  # which a page cannot ask for with a secret
                        assert status_of(await ask(server, http, table["code"], table["token"])) not in REFUSED, name
                    await server.house.tables.let_go(asleep["code"])
            for name, ask in ELSEWHERE.items():
                assert name == "page" or status_of(await ask(server, http, new_code(12), WRONG)) in REFUSED, name
            pages = {(await http.get(f"/t/{code}")).text.replace(code, "") for code in (opened["code"], new_code(8))}
            assert len(pages) == 1

    asyncio.run(main())


def test_who_goes_on_guessing_is_told_nothing_however_long() -> None:
    now = 0.0
    misses = Bucket(Rate(1, 5), lambda: now)
    caller = Caller(misses)

    async def main() -> None:
        nonlocal now
        tables = Tables(MemoryStore(), OPEN)
        opened = await tables.open(OpenTable("Anna"))
        for step in range(100):
            now = max(0, step - 10) * 0.9  # ten at once, then each before the next is due
            code = opened.code if step > 10 and step % 2 else new_code(8)
            with pytest.raises(NonanteError) as refused:
                await tables.find(code, caller)
            assert step < 6 or refused.value.code == "too-fast"
        now += 1.1
        assert await tables.find(opened.code, caller) == opened.code, "and who stops is answered again"
        await tables.close()

    asyncio.run(main())


def test_a_wrong_secret_of_a_right_code_looks_like_a_wrong_code_among_ones_own_tables() -> None:
    async def main() -> None:
        async with hosted(FEW) as server, server.http() as http:
            opened = await server.open()
            seats = [{"code": code, "token": WRONG} for code in (opened["code"], new_code(8))]
            answer = (await http.post("/api/own-tables", json={"seats": seats})).json()
            assert answer == {"tables": [], "gone": [seat["code"] for seat in seats]}

    asyncio.run(main())


def test_ones_own_tables_are_shown_beside_codes_that_are_not_answered_any_more() -> None:
    async def main() -> None:
        async with hosted(FEW) as server, server.http() as http:
            opened = await server.open()
            for _ in range(8):
                await http.get(f"/api/tables/{new_code(8)}")
            seats = [{"code": new_code(8), "token": WRONG}, {"code": opened["code"], "token": opened["token"]}]
            answer = (await http.post("/api/own-tables", json={"seats": seats})).json()
            assert ([one["code"] for one in answer["tables"]], answer["gone"]) == ([opened["code"]], [])

    asyncio.run(main())


def test_codes_are_long_enough_for_the_tables_there_are() -> None:
    """A thousand networks that guess for a day find a table less than once in a hundred days."""
    for tables in (1, 50, 2_000, 100_000):
        length = fitting_length(tables, Limits().misses)
        assert 1000 * (86_400 + 30) * tables / len(LETTERS) ** length <= 0.01
        assert 1000 * (86_400 + 30) * tables / len(LETTERS) ** (length - 1) > 0.01
    assert fitting_length(10**12, Rate(1e9, 10**9)) == LONGEST

    async def main() -> None:
        store = MemoryStore()
        tables = Tables(store, Limits())
        opened = await tables.open(OpenTable("Anna"))
        assert len(opened.code) == fitting_length(2_000, Limits().misses)
        store.size = some  # type: ignore[method-assign]
        await tables.count()
        assert len((await tables.open(OpenTable("Anna"))).code) == fitting_length(5_000_000, Limits().misses)
        old = new_code(SHORTEST)
        kept = await store.load(opened.code)
        assert kept is not None
        await store.append(old, 0, kept.entries)
        assert (await tables.wake(old.lower())).code == old, "codes of earlier versions stay valid"
        await tables.close()

    asyncio.run(main())


async def some() -> int:
    return 5_000_000


def test_a_server_counts_its_tables_when_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def many(_: SqliteStore) -> int:
        return 5_000_000

    monkeypatch.setattr(SqliteStore, "size", many)

    async def main() -> None:
        misses = Limits().misses
        async with hosted(replace(OPEN, misses=misses)) as server:
            await eventually(lambda: server.house.tables.code_length == fitting_length(5_000_000, misses))

    asyncio.run(main())
