"""The operator's line: a socket in the file system over which `nonante admin` asks a server, a line of JSON each way.

Whoever may open the socket is the operator: its owner and root. Every serving process has a socket of its own. What
is told is what a table shows to everybody, with the addresses of its people; never a card, a seed or a secret.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final

from .. import __version__
from ..host import KEPT_OUT, Room, table_info
from ..rules import NonanteError
from .access import mark_of
from .errors import AdminError
from .orders import Orders, read_network

if TYPE_CHECKING:
    from .app import House

Data = dict[str, Any]
log = logging.getLogger("nonante.server")
PATIENCE: Final = 10.0  # seconds for a question to arrive
LONGEST_BAN: Final = 366 * 86_400.0  # seconds


class AdminLine:
    """Answers the operator."""

    def __init__(self, listener: socket.socket, orders: Orders, processes: int = 1) -> None:
        self.orders = orders
        self._listener = listener
        self._processes = processes
        self._began = time.monotonic()

    @contextlib.asynccontextmanager
    async def serving(self, house: House) -> AsyncIterator[None]:
        """Answer while the block lasts."""

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError, TimeoutError, ValueError):  # they went, or said far too much
                async with asyncio.timeout(PATIENCE):
                    question = await reader.readline()
                writer.write(json.dumps(await self.answer(house, question)).encode() + b"\n")
                await writer.drain()
            writer.close()

        server = await asyncio.start_unix_server(talk, sock=self._listener)
        try:
            yield
        finally:
            server.close()

    async def answer(self, house: House, question: bytes) -> Data:
        """Return the answer to a question, or why there is none."""
        try:
            asked = json.loads(question)
            found = await self._do(house, asked["do"], asked)
        except NonanteError as error:
            return {"error": str(error)}
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
            return {"error": "not a question to a server"}
        except Exception:
            log.exception("a question of the operator")
            return {"error": "the server made a mistake; its log says which"}
        return {"pid": os.getpid(), "processes": self._processes, "found": found}

    async def _do(self, house: House, what: str, asked: Data) -> Any:
        match what:
            case "status":
                return self._status(house)
            case "list":
                return [_row(room) for _, room in sorted(house.tables.rooms.items())]
            case "inspect":
                return await _inspected(house, asked["table"])
            case "close":
                return await self._close(house, asked["table"])
            case "reopen":
                self.orders.reopen(asked["table"].upper())
            case "ban":
                return self._ban(house, asked["network"], float(asked["seconds"]))
            case "unban":
                self.orders.unban(read_network(asked["network"]))
            case "bans":
                return [{"network": str(there), "seconds": round(left)} for there, left in self.orders.bans().items()]
            case _:
                raise ValueError(what)
        return {}

    def _status(self, house: House) -> Data:
        rooms = house.tables.rooms.values()
        return {
            "pid": os.getpid(),
            "version": __version__,
            "up": round(time.monotonic() - self._began),
            "stopping": house.health.stopping,
            "tables": len(rooms),
            "games": sum(room.table.running for room in rooms),
            "sockets": len(house.lines),
            "bans": len(self.orders.bans()),
            "closed": sorted(self.orders.closed),
        }

    async def _close(self, house: House, text: str) -> Data:
        code, _ = await house.tables.look(text)
        room = house.tables.rooms.get(code)
        ended = len(room.presence.clients) if room else 0
        self.orders.close(code)
        await house.tables.let_go(code, KEPT_OUT)
        log.warning("table %s: closed by the operator", code)
        return {"ended": ended}

    def _ban(self, house: House, text: str, seconds: float) -> Data:
        if not 0 < seconds <= LONGEST_BAN:
            raise AdminError("ban-length")
        network = read_network(text)
        self.orders.ban(network, seconds)
        ended = [line for line in house.lines if self.orders.keeps_out(line.address)]
        for line in ended:
            line.expel(KEPT_OUT)
        log.warning("%s is banned by the operator for %d seconds", network, seconds)
        return {"network": str(network), "ended": len(ended)}


def _row(room: Room) -> Data:
    """Return a table of the list."""
    seats = [seat for seat in room.table.seats if seat]
    settings = table_info(room.code, room.table).settings
    return {
        "table": room.code,
        "mark": mark_of(room.code),
        "edition": settings.rules.edition,
        "private": settings.private,
        "running": room.table.running,
        "people": sum(seat.level is None for seat in seats),
        "computers": sum(seat.level is not None for seat in seats),
        "sockets": len(room.presence.clients),
        "events": room.seq,
        "silent": round(room.silent_for),
    }


async def _inspected(house: House, text: str) -> Data:
    """Return what a table shows to everybody, and who is connected to it from where; one that sleeps sleeps on."""
    code, table = await house.tables.look(text)
    room = house.tables.rooms.get(code)
    info = table_info(code, table)
    return {
        "table": code,
        "mark": mark_of(code),
        "edition": info.settings.rules.edition,
        "private": info.settings.private,
        "running": info.running,
        "paused": info.paused,
        "seats": [
            {"seat": seat, "name": there.name, "level": there.level}
            for seat, there in enumerate(table.seats)
            if there is not None
        ],
        "in_memory": room is not None,
        "events": room.seq if room else None,
        "silent": round(room.silent_for) if room else None,
        "connections": [
            {"seat": client.seat, "address": client.address}
            for client in sorted(room.presence.clients if room else (), key=lambda client: client.number)
        ],
    }
