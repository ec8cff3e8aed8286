"""What one or a few strangers can do to a server, and what an innocent table feels of it meanwhile.

    python benchmarks/attacks.py [--seconds 5] [--server CHECKOUT] [--write] [NAME …]

Starts a real server on the loopback address with default settings, attacks it from a process of its own, a few seconds
for each attack, and speaks to nothing else. An innocent table of two lays a card about ten times a second all the
while: p50, p99 and the slowest are from the lay to the last of two screens. A card that is not shown within 30 s ends
the measurement and counts as 30 s. Memory is the server's: before the attack, and the most while it ran. `--server`
attacks the server of another checkout instead of this one, for figures of before a change. The attacks are in
`benchmarks/attackers`, a function each, bounded in count and in time. `--write` enters the figures into
`benchmarks/results/attacks.json`: under *before* with `--server`, else under *now*.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import attackers
import httpx
import result_file
from attackers import ATTACKS, Guest, Stop, Target, choose
from websockets.exceptions import WebSocketException

HONEST = "127.0.0.99"
LONGEST = 30.0  # seconds for one card
GRACE = 60.0  # seconds after its time that an attack may need to clear up


async def innocent(target: Target, until: Stop, delays: list[float]) -> None:
    """Play at an honest table until told to stop; note how long each card took to the last screen."""
    async with target.at(HONEST) as http:
        wanted = {"name": "Anna", "settings": {"rules": {"edition": "base", "players": 2}}}
        opened = (await http.post("/api/tables", json=wanted)).json()
    async with target.line(opened["code"], HONEST) as one, target.line(opened["code"], HONEST) as two:
        people = [Guest(one), Guest(two)]
        await people[0].ask(type="hello", token=opened["token"])
        await people[1].ask(type="hello")
        await people[1].ask(type="sit", name="Bruno")
        while not until():
            began = time.perf_counter()
            try:
                async with asyncio.timeout(LONGEST):
                    laid = await lay(people)
            except (TimeoutError, WebSocketException):
                delays.append(LONGEST)
                return
            if laid is not None:
                delays.append(time.perf_counter() - began)
            await asyncio.sleep(0.1)


async def lay(people: list[Guest]) -> str | None:
    """Lay one card, or deal where nobody plays; return the move."""
    game = people[0].table.get("game")
    if not game or game["status"] != "playing":
        await people[0].ask(type="deal")
        await people[0].ask(type="start")
        await people[1].reach(people[0].table["seq"])
        return None
    mover, other = people[game["active"]], people[1 - game["active"]]
    move: str = choose(mover.table["game"])
    await mover.ask(type="play", move=move, seq=mover.table["seq"])
    await other.reach(mover.table["seq"])
    return move


async def watch(target: Target, until: Stop) -> float:
    """Return the most memory that the server held, in MB."""
    most: float = target.memory()
    while not until():
        await asyncio.sleep(0.05)
        most = max(most, target.memory())
    return most


async def attacked(name: str, seconds: float, server: Path | None) -> str:
    """Attack a fresh server; return a row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nonante", "serve", "--port", "0"]
        command += ["--database", f"sqlite:///{folder}/tables.db"]
        source = {"PYTHONPATH": str(server / "src")} if server else {}
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env={**os.environ, **source})
        try:
            url = (process.stdout.readline() if process.stdout else "").split()[-1]
            async with httpx.AsyncClient(base_url=url, timeout=60) as http:
                figures = await measured(Target(url, process.pid, http), name, seconds)
        finally:
            process.terminate()
            _, errors = process.communicate(timeout=60)
    return f"{name:<18}{figures[0]} {len(errors.splitlines()):6}  {figures[1]}"


async def measured(target: Target, name: str, seconds: float) -> tuple[str, str]:
    """Return what an innocent table felt while somebody attacked, and the attack's own notes."""
    over = asyncio.Event()
    delays: list[float] = []
    playing = asyncio.create_task(innocent(target, over.is_set, delays))
    await asyncio.sleep(2)
    del delays[:]  # the first deal
    before, watching = target.memory(), asyncio.create_task(watch(target, over.is_set))
    command = [sys.executable, __file__, "--seconds", str(seconds), "--attacker", target.url, str(target.pid), name]
    attacker = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    try:
        async with asyncio.timeout(seconds + GRACE):
            told, _ = await attacker.communicate()
    except TimeoutError:
        attacker.kill()
        told = b'{"the attack": "did not end"}'
    over.set()
    await playing
    memory = f"{before:6.0f} {await watching:6.0f}"
    notes = json.loads(told or b"{}")
    return f"{summary(delays)} {memory}", ", ".join(f"{what}: {value}" for what, value in notes.items())


def summary(delays: list[float]) -> str:
    """Return the number of cards, their p50 and p99, and the slowest, in milliseconds."""
    ordered = sorted(delays) or [float("nan")]
    at = [ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (50, 99)]
    return f"{len(delays):6}" + "".join(f"{1000 * delay:9.1f}" for delay in (*at, ordered[-1]))


async def as_attacker(url: str, pid: int, name: str, seconds: float) -> None:
    """Attack from this process, and print the notes."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        target = Target(url, pid, http)
        until = time.monotonic() + seconds
        await ATTACKS[name](target, lambda: time.monotonic() > until)
        print(json.dumps(target.notes))


def main() -> int:
    """Run the attacks asked for, one after the other."""
    attackers.load()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *ATTACKS], default=[], metavar="NAME", help=" ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--server", type=Path, help="a checkout whose server is attacked")
    parser.add_argument("--write", action="store_true", help="enter the figures into the result file")
    parser.add_argument("--attacker", nargs=2, metavar=("URL", "PID"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attacker:
        url, pid = options.attacker
        asyncio.run(as_attacker(url, int(pid), options.names[0], options.seconds))
        return 0
    print(f"{'attack':<18}{'cards':>6}{'p50, ms':>9}{'p99, ms':>9}{'slowest':>9} {'MB':>6} {'most':>6} {'log':>6}")
    for name in options.names or ATTACKS:
        line = asyncio.run(attacked(name, options.seconds, options.server))
        print(line, flush=True)
        if options.write:
            enter(line, 0 if options.server else 1)
    return 0


def enter(line: str, column: int) -> None:
    """Enter a printed line into the result file: under *before* (0) or *now* (1)."""
    name, _, *delays, _, most = line.split()[:7]
    kept = result_file.read("attacks")
    for row in kept["rows"]:
        if row[0] == f"`{name}`":
            memory = row[3].split(", ")
            memory[column] = most
            times = [f"{float(delay):.1f}" if float(delay) < 10 else f"{float(delay):,.0f}" for delay in delays]
            row[1 + column], row[3] = ", ".join(times), ", ".join(memory)
    result_file.write("attacks", kept["head"], kept["rows"], command=kept["command"])


if __name__ == "__main__":
    sys.exit(main())
