"""What people share: events, crews, devices, the analysis board, games in frames of other sites."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx

from . import FOUR, Guest, Stop, Target, attack
from .records import ask_all

TEAMS, DEALS = 20, 5
ITEMS = 1000


@attack("event-page")
async def event_page(target: Target, stop: Stop) -> None:
    """Watch an event of twenty teams and five deals, all of them dealt and none of them played, from four addresses."""
    now = time.time()
    about = {"name": "Club", "edition": "base", "players": 1, "talk": "none", "deals": DEALS}
    asked = await target.http.post("/api/events", json={**about, "begins": now - 1, "ends": now + 3600})
    event = asked.json()["event"]

    async def found(address: str) -> None:
        async with target.at(address) as http:
            for number in range(TEAMS // len(FOUR)):
                joined = (await http.post(f"/api/events/{event}/team", json={"name": f"Eve {'ABCDE'[number]}"})).json()
                own = {"authorization": f"Bearer {joined['token']}"}
                for deal in range(1, DEALS + 1):
                    answer = await http.post(f"/api/events/{event}/deal", json={"deal": deal}, headers=own)
                    target.count(f"deals {answer.status_code}")

    await asyncio.gather(*map(found, FOUR))
    await ask_all(target, f"/api/events/{event}", None, stop, pace=0.1)


@attack("crew-page")
async def crew_page(target: Target, stop: Stop) -> None:
    """Open the page of a crew with thirty tables again and again, as its member."""
    opened = await target.open(settings={"rules": {"edition": "base", "players": 2}})
    if opened is None:
        return
    async with target.line(opened["code"]) as one, target.line(opened["code"]) as two:
        people = [Guest(one), Guest(two)]
        await people[0].ask(type="hello", token=opened["token"])
        await people[1].ask(type="hello")
        await people[1].ask(type="sit", name="Bruno")
        for _ in range(2):
            await _lose(people)
    own = {"code": opened["code"], "token": opened["token"]}
    asked = {"name": "Us", "member": {"name": "Anna", "face": 0}, "own": own}
    joined = (await target.http.post("/api/crews", json=asked)).json()
    member = {"authorization": f"Bearer {joined['token']}"}
    crew = f"/api/crews/{joined['crew']}"
    for _ in range(30):
        wanted = {"name": "Anna", "settings": {"rules": {"players": 2}}}
        answer = await target.http.post(f"{crew}/table", json=wanted, headers=member)
        target.count(f"tables {answer.status_code}")

    async def look() -> None:
        while not stop():
            answer = await target.http.get(crew, headers=member)
            target.count(str(answer.status_code))
            await asyncio.sleep(0.1)

    await asyncio.gather(*(look() for _ in range(20)))


async def _lose(people: list[Guest]) -> None:
    """Play a game with the largest steps: it is soon over."""
    await people[0].ask(type="deal")
    await people[0].ask(type="start")
    await people[1].reach(people[0].table["seq"])
    while (game := people[0].table["game"])["status"] == "playing":
        mover, other = people[game["active"]], people[1 - game["active"]]
        own = mover.table["game"]
        steps = [(o["jump"], f"{c['card']}{o['pile']}") for c in own["hand"] for o in c["options"] if o["ok"]]
        move = "end" if own["end"] is None or not steps else max(steps)[1]
        answer = await mover.ask(type="play", move=move, seq=mover.table["seq"])
        if answer["type"] == "refused":
            await asyncio.sleep(0.2)
        else:
            await other.reach(mover.table["seq"])


@attack("device-sync")
async def device_sync(target: Target, stop: Stop) -> None:
    """Share as many little things as one request takes, and ask for everything again, from four addresses."""

    async def one(http: httpx.AsyncClient) -> None:
        device = (await http.post("/api/devices", json={"name": "Phone"})).json()
        own = {"person": device["person"], "token": device["token"]}
        number = 0
        while not stop():
            items: list[str] = [f"{(number := number + 1)}" for _ in range(ITEMS)]
            asked: dict[str, Any] = {"own": own, "items": items, "after": None}
            answer = await http.post("/api/devices/sync", json=asked)
            target.count(str(answer.status_code))
            await asyncio.sleep(0 if answer.is_success else 0.5)

    clients = [target.at(address) for address in FOUR]
    await asyncio.gather(*map(one, clients))
    await asyncio.gather(*(client.aclose() for client in clients))


@attack("board")
async def board(target: Target, stop: Stop) -> None:
    """Ask what may be played in a position, from four addresses, while fifty other games run."""
    rules = {"settings": {"rules": {"edition": "base", "players": 3}}}
    position = {**rules, "piles": {"A": 47, "C": 65}, "hand": [12, 50, 60, 70, 80, 90], "laid": [3, 5, 7]}
    for _ in range(50):
        await target.open(settings={"rules": {"edition": "base", "players": 1}}, deal=True)
    await ask_all(target, "/api/board", position, stop, pace=0.1)


@attack("embed")
async def embed(target: Target, stop: Stop) -> None:
    """Load the page for frames of other sites again and again, from four addresses."""
    await ask_all(target, "/embed/BCDFGHJKMNP-1", None, stop, pace=0.1)
