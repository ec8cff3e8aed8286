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
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .. import __version__
from ..files import as_path
from ..host import KEPT_OUT, LiveTable, table_info
from ..rules import NonanteError
from .bans import Bans, read_network
from .errors import AdminError
from .logs import log_name

if TYPE_CHECKING:
    from .app import House

Data = dict[str, Any]
log = logging.getLogger("nonante.server")
MODE: Final = 0o600
"""Of the sockets: for the server's own user, and for root."""
SERVICE: Final = Path("/run/nonante/admin")
"""Where the service of examples/deploy listens."""
LONGEST_PATH: Final = 100  # bytes; the system takes 107, and workers add a number
PATIENCE: Final = 10.0  # seconds for a question to arrive, and for its answer
LONGEST_BAN: Final = 366 * 86_400.0  # seconds


class AdminSocket:
    """Answers the operator."""

    def __init__(self, listener: socket.socket, bans: Bans, processes: int = 1) -> None:
        self.bans = bans
        self._listener = listener
        self._processes = processes
        self._began = time.monotonic()

    @contextlib.asynccontextmanager
    async def serving(self, house: House) -> AsyncIterator[None]:
        """Answer requests inside a `with` block."""

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
        """Return the answer to a request, or the reason of a refusal."""
        try:
            asked = json.loads(question)
            found = await self._do(house, asked["do"], asked)
        except NonanteError as error:
            return {"error": str(error)}
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
            return {"error": "not a question to a server"}
        except Exception:
            log.exception("a question of the operator")
            return {"error": "internal error; see the server's log"}
        return {"pid": os.getpid(), "processes": self._processes, "found": found}

    async def _do(self, house: House, what: str, asked: Data) -> Any:
        match what:
            case "status":
                return self._status(house)
            case "list":
                return [_row(live) for _, live in sorted(house.tables.live.items())]
            case "inspect":
                return await _inspected(house, asked["table"])
            case "close":
                return await self._close(house, asked["table"])
            case "reopen":
                self.bans.reopen(asked["table"].upper())
            case "ban":
                return self._ban(house, asked["network"], float(asked["seconds"]))
            case "unban":
                self.bans.unban(read_network(asked["network"]))
            case "bans":
                return [{"network": str(there), "seconds": round(left)} for there, left in self.bans.active().items()]
            case _:
                raise ValueError(what)
        return {}

    def _status(self, house: House) -> Data:
        tables = house.tables.live.values()
        return {
            "pid": os.getpid(),
            "version": __version__,
            "up": round(time.monotonic() - self._began),
            "stopping": house.health.stopping,
            "tables": len(tables),
            "games": sum(live.table.running for live in tables),
            "sockets": len(house.lines),
            "bans": len(self.bans.active()),
            "closed": sorted(self.bans.closed),
        }

    async def _close(self, house: House, text: str) -> Data:
        code, _ = await house.tables.look(text)
        live = house.tables.live.get(code)
        ended = len(live.presence.clients) if live else 0
        self.bans.close(code)
        await house.tables.let_go(code, KEPT_OUT)
        log.warning("table %s: closed by the operator", code)
        return {"ended": ended}

    def _ban(self, house: House, text: str, seconds: float) -> Data:
        if not 0 < seconds <= LONGEST_BAN:
            raise AdminError("ban-length")
        network = read_network(text)
        self.bans.ban(network, seconds)
        ended = [line for line in house.lines if self.bans.keeps_out(line.address)]
        for line in ended:
            line.expel(KEPT_OUT)
        log.warning("%s is banned by the operator for %d seconds", network, seconds)
        return {"network": str(network), "ended": len(ended)}


def _row(live: LiveTable) -> Data:
    """Return a table of the list."""
    seats = [seat for seat in live.table.seats if seat]
    settings = table_info(live.code, live.table).settings
    return {
        "table": live.code,
        "mark": log_name(live.code),
        "edition": settings.rules.edition,
        "private": settings.private,
        "running": live.table.running,
        "people": sum(seat.level is None for seat in seats),
        "computers": sum(seat.level is not None for seat in seats),
        "sockets": len(live.presence.clients),
        "events": live.seq,
        "silent": round(live.silent_for),
    }


async def _inspected(house: House, text: str) -> Data:
    """Return what a table shows to everybody, and who is connected from where; does not load a table into memory."""
    code, table = await house.tables.look(text)
    live = house.tables.live.get(code)
    info = table_info(code, table)
    return {
        "table": code,
        "mark": log_name(code),
        "edition": info.settings.rules.edition,
        "private": info.settings.private,
        "running": info.running,
        "paused": info.paused,
        "seats": [
            {"seat": seat, "name": there.name, "level": there.level}
            for seat, there in enumerate(table.seats)
            if there is not None
        ],
        "in_memory": live is not None,
        "events": live.seq if live else None,
        "silent": round(live.silent_for) if live else None,
        "connections": [
            {"seat": client.seat, "address": client.address}
            for client in sorted(live.presence.clients if live else (), key=lambda client: client.number)
        ],
    }


# The operator's side: finding a server's sockets and asking all its processes at the same time.


def default_socket(database: str) -> Path | None:
    """Return the path of the admin socket of a server with this database: in systemd's folder, or beside the file.

    None where two servers might share the place, or where the system has no such sockets.
    """
    runtime = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    scheme, _, file = database.partition(":///")
    if runtime:
        path = Path(runtime) / "admin"
    elif scheme == "sqlite" and file != ":memory:":
        path = Path(f"{as_path(file)}-admin")
    else:
        return None
    return path if hasattr(socket, "AF_UNIX") and len(os.fsencode(path)) < LONGEST_PATH else None


def find_socket(database: str) -> Path:
    """Return the path of the admin socket on this machine: that of the service, else that of this database."""
    return SERVICE if SERVICE.exists() else default_socket(database) or SERVICE


def socket_of(path: Path, place: int) -> Path:
    """Return the socket of one of several processes; the first one has the plain name."""
    return path.with_name(f"{path.name}.{place}") if place else path


def bans_file(path: Path) -> Path:
    """Return the file that stores bans and closed tables: in systemd's folder, or beside the socket."""
    state = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    return Path(state) / "orders" if state else path.with_name(f"{path.name}.orders")


def ask(path: Path, **question: Any) -> list[Data]:
    """Ask every process of a socket; return their answers, or raise the first refusal."""
    if not hasattr(socket, "AF_UNIX"):
        raise AdminError("admin", path=str(path), why="this system has no such sockets")
    others = sorted(path.parent.glob(f"{path.name}.[0-9]*"))
    answers = [answer for place in (path, *others) if (answer := _ask_one(place, question)) is not None]
    if not answers:
        raise AdminError("admin", path=str(path), why="no server answers there; --socket names another one")
    refusals = [answer["error"] for answer in answers if "error" in answer]
    if len(refusals) == len(answers):
        raise AdminError("refused", why=refusals[0])
    return [answer for answer in answers if "error" not in answer]


def _ask_one(path: Path, question: Data) -> Data | None:
    """Ask one process; return None if none listens, or none answers in time."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(str(path))
            line.sendall(json.dumps(question).encode() + b"\n")
            with line.makefile("rb") as answers:
                answer: Data = json.loads(answers.readline())
        except (FileNotFoundError, ConnectionError, TimeoutError, json.JSONDecodeError):
            return None
        except OSError as error:
            raise AdminError("admin", path=str(path), why=error.strerror or str(error)) from None
    return answer
