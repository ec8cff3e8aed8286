"""Kill servers between a turn and its notification, then count: nothing is lost, and nobody is told twice.

    python benchmarks/notices.py [--kills 200] [--sites 2] [--seed 1]

At each site two processes serve from one database of a PostgreSQL of our own. Two scripted people play a slow game,
each turn at a process chosen at random; both have a device, and the table has a webhook. After each turn kill -9 ends
one of the two processes, at a moment from a printed seed: 0 to 60 ms after the turn was acknowledged, which is
before, while or after the notice is sent. A push service and a chat in this process take 0 to 20 ms to answer. The
killed process is started again.

Counted are turns of which a device heard nothing; requests of one turn that were repeated, of which a push service
keeps one by their topic and a device shows one by their tag; and for the chat, which has no such thing, lost and
doubled lines. Caveats: the lease of a notice is 3 s here, so that a run does not take hours, and 30 s in a server;
people who were seen at the table when a process died are told after 1 s, not 60; a chat is told more than 60 turns an
hour; the loopback address is allowed here alone; nothing is compiled in the background.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter
from ipaddress import ip_network
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from result_file import write
from swarm import new_database, postgres
from websockets.asyncio.client import ClientConnection, connect

from nonante.host import Limits, Rate
from nonante.server import create_app, notices as queue, open_store, push
from nonante.server.courier import Notify, topic_of
from nonante.server.notices import Notice
from nonante.server.outgoing import Outgoing
from nonante.server.running import Server, listen, url_of
from nonante.table import load_chat_filter

LATEST = 0.060  # seconds after a turn until a process is killed
PATIENCE = 90.0


def serve(database: str, ready: Connection) -> None:
    """Run one process until it is killed."""
    queue.MOMENT = 1.0  # type: ignore[misc]  # who was seen at the table when a process died is told this much later
    queue.HOOK_HOUR = 10**6  # type: ignore[misc]  # a table here has more turns in an hour than a chat is told
    free = Rate(100_000, 100_000)
    limits = Limits(openings=free, requests=free, lookups=free, address_messages=free, messages=free)
    outgoing = Outgoing(("http",), (ip_network("127.0.0.0/8"),))
    notify = Notify(outgoing, outgoing, lease=3.0, poll=0.2)
    listener = listen("127.0.0.1", 0)
    app = create_app(open_store(database), limits, notify=notify)
    Server(app, limits, lambda: ready.send(url_of(listener))).run(sockets=[listener])


load_chat_filter()  # once, before processes are forked
FORKS = multiprocessing.get_context("forkserver")  # a process that has imported everything starts in milliseconds


class Process:
    """One server process."""

    def __init__(self, database: str) -> None:
        self._hear, said = FORKS.Pipe(duplex=False)
        self._process = FORKS.Process(target=serve, args=(database, said), daemon=True)
        self._process.start()
        self.url = ""

    async def ready(self) -> None:
        """Wait until it serves."""
        self.url = str(await asyncio.to_thread(self._hear.recv))

    def kill(self) -> None:
        """End it with kill -9."""
        self._process.kill()
        self._process.join()


class Service:
    """The push service and the chat: counts what comes, by what marks repetitions."""

    def __init__(self, chance: random.Random) -> None:
        self.pushed: Counter[str] = Counter()
        self.told: Counter[str] = Counter()
        self.url = ""
        self._chance = chance

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request and answer after a moment."""
        try:
            lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
            headers = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
            body = await reader.readexactly(int(headers["content-length"]))
            if "topic" in headers:
                self.pushed[headers["topic"]] += 1
            else:
                self.told[json.loads(body)["id"]] += 1
            await asyncio.sleep(self._chance.uniform(0, 0.02))
            writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # killed in the middle
        finally:
            writer.close()


def choose(game: dict[str, Any]) -> str:
    """Lay the smallest step that does not lose, until the turn may end."""
    if game["end"] is None and game["end_loses"] is None:
        return "end"
    options = [
        (bool(option["loses"]), option["jump"], f"{card['card']}{option['pile']}")
        for card in game["hand"]
        for option in card["options"]
        if option["ok"]
    ]
    return min(options)[2] if options else "end"


class Person:
    """Comes for one turn, and goes."""

    def __init__(self, code: str, token: str) -> None:
        self.code, self.token = code, token
        self._key = 0

    async def turn(self, url: str) -> tuple[int, int]:
        """Play one turn; return the seat whose turn it is then, and the event since which it is."""
        async with connect(f"{url.replace('http', 'ws')}ws/{self.code}") as socket:
            table = await self._ask(socket, {"type": "hello", "token": self.token})
            if not table["game"] or table["game"]["status"] != "playing":
                table = await self._ask(socket, {"type": "deal"})
                table = await self._ask(socket, {"type": "start"})
            turn = table["game"]["turn"], table["deals"]
            while (table["game"]["turn"], table["deals"]) == turn and table["game"]["status"] == "playing":
                table = await self._ask(socket, {"type": "play", "move": choose(table["game"]), "seq": table["seq"]})
        over = table["game"]["status"] != "playing"
        return -1 if over else table["game"]["active"], table["seq"]

    async def _ask(self, socket: ClientConnection, message: dict[str, Any]) -> dict[str, Any]:
        self._key += 1
        key = f"{self.token[:8]} {time.monotonic_ns()} {self._key}"
        await socket.send(json.dumps({**message, "key": key}))
        while True:
            answer = json.loads(await socket.recv())
            if answer.get("key") == key:
                if "table" not in answer:
                    raise RuntimeError(answer)
                return dict(answer["table"])


async def seat_people(url: str, service: Service) -> list[Person]:
    """Open a slow table for two, with a webhook, and let both people's devices be told."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
        settings = {"rules": {"players": 2}, "slow": {}}
        opened = (await http.post("/api/tables", json={"name": "Anna", "settings": settings})).json()
        code = opened["code"]
        async with connect(f"{url.replace('http', 'ws')}ws/{code}") as socket:
            await socket.send(json.dumps({"type": "hello", "key": "hello"}))
            await socket.send(json.dumps({"type": "sit", "name": "Bruno", "key": "a key for the seat"}))
            token = None
            while token is None:
                token = json.loads(await socket.recv()).get("token")
        people = [Person(code, opened["token"]), Person(code, token)]
        for number, person in enumerate(people):
            point = push.to_text(push.public_point(push.read_key(push.new_key())))
            device = {"endpoint": f"{service.url}/{number}", "p256dh": point, "auth": push.to_text(bytes(16))}
            seats = [{"code": code, "token": person.token}]
            asked = await http.post("/api/push", json={**device, "language": "en", "ahead": 0, "seats": seats})
            asked.raise_for_status()
        hook = {"token": people[0].token, "kind": "json", "url": f"{service.url}/chat"}
        (await http.post(f"/api/tables/{code}/webhook", json=hook)).raise_for_status()
    return people


async def heard(counts: Counter[str], name: str) -> bool:
    """Wait until something has come; tell whether it has."""
    until = time.monotonic() + PATIENCE
    while not counts[name] and time.monotonic() < until:
        await asyncio.sleep(0.01)
    return counts[name] > 0


async def play(kills: int, seed: str, database: str, found: Counter[str]) -> None:
    """Play and kill at one site, and count."""
    chance = random.Random(seed)
    service = Service(chance)
    listener = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    processes = [Process(database), Process(database)]
    await asyncio.gather(*(process.ready() for process in processes))
    people = await seat_people(processes[0].url, service)
    active, names = 0, list[str]()
    while len(names) < kills:
        here, dying = chance.randrange(2), chance.randrange(2)
        active, seq = await people[max(active, 0)].turn(processes[here].url)
        if active < 0:
            continue
        await asyncio.sleep(chance.uniform(0, LATEST))
        processes[dying].kill()
        found["kills"] += 1
        found["of the process that served the turn"] += here == dying
        name = topic_of(Notice(people[0].code, seq, "turn", "", active, 0, 0))
        names.append(name)
        found["pending at the kill"] += not service.pushed[name]
        processes[dying] = Process(database)
        came = await asyncio.gather(heard(service.pushed, name), heard(service.told, name), processes[dying].ready())
        if found["kills"] % 10 == 0:
            print(dict(found), flush=True)
        found["lost"] += not came[0]
        found["lost in the chat"] += not came[1]
    await asyncio.sleep(5.0)  # longer than the lease: whatever would come again has come
    for process in processes:
        process.kill()
    listener.close()
    found["requests repeated with the same topic"] += sum(max(0, service.pushed[name] - 1) for name in names)
    found["doubled in the chat"] += sum(max(0, service.told[name] - 1) for name in names)


async def play_everywhere(kills: int, seed: int, databases: list[str]) -> Counter[str]:
    """Play at all sites at a time, as each waits most of the time."""
    found = Counter[str]()
    share = kills // len(databases)
    await asyncio.gather(*(play(share, f"{seed} {site}", url, found) for site, url in enumerate(databases)))
    return found


def main() -> int:
    """Run, print what was counted; exit code 1 when anything was lost or doubled."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--sites", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)  # where the process that forks finds this module
    FORKS.set_forkserver_preload(["notices"])
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        server = postgres(folder)
        try:
            databases = [new_database(server, f"notices_{site}") for site in range(options.sites)]
            found = asyncio.run(play_everywhere(options.kills, options.seed, databases))
        finally:
            server.cleanup()
    for what, count in found.items():
        print(f"{what}: {count}")
    print(f"seed {options.seed}, {time.perf_counter() - began:.0f} s")
    write("notices", ["what", "count"], [[what, str(count)] for what, count in found.items()], seed=options.seed)
    return 1 if any(found[name] for name in ("lost", "lost in the chat", "doubled in the chat")) else 0


if __name__ == "__main__":
    sys.exit(main())
