"""The operator's end of the line to a server: where its sockets are, and how all its processes are asked at once."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Any, Final

from ..files import as_path
from .errors import AdminError

Data = dict[str, Any]
MODE: Final = 0o600
"""Of the sockets: for the server's own user, and for root."""
SERVICE: Final = Path("/run/nonante/admin")
"""Where the service of examples/deploy listens."""
LONGEST_PATH: Final = 100  # bytes; the system takes 107, and workers add a number
PATIENCE: Final = 10.0  # seconds for an answer


def default_socket(database: str) -> Path | None:
    """Return where a server with this database listens to its operator: where systemd says, or beside the file.

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
    """Return where the operator of this machine finds a server: the service, or else one with this database."""
    return SERVICE if SERVICE.exists() else default_socket(database) or SERVICE


def socket_of(path: Path, place: int) -> Path:
    """Return the socket of one of several processes, of which the first has the plain name."""
    return path.with_name(f"{path.name}.{place}") if place else path


def orders_file(path: Path) -> Path:
    """Return where orders are kept that were given over a socket: where systemd says, or beside it."""
    state = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    return Path(state) / "orders" if state else path.with_name(f"{path.name}.orders")


def ask(path: Path, **question: Any) -> list[Data]:
    """Ask every process that serves behind a socket; return their answers, or raise what the first one refuses."""
    others = sorted(path.parent.glob(f"{path.name}.[0-9]*"))
    answers = [answer for place in (path, *others) if (answer := _ask_one(place, question)) is not None]
    if not answers:
        raise AdminError("admin", path=str(path), why="no server answers there")
    refusals = [answer["error"] for answer in answers if "error" in answer]
    if len(refusals) == len(answers):
        raise AdminError("refused", why=refusals[0])
    return [answer for answer in answers if "error" not in answer]


def _ask_one(path: Path, question: Data) -> Data | None:
    """Ask one process; None where none listens any more, or none answers in time."""
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
