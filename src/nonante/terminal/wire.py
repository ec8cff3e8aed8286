"""`Wire`: the socket of one table, read by a thread of its own into the queue where typed lines arrive too."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeAlias

from websockets.exceptions import ConnectionClosed, InvalidURI, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ..messages import Command, FromServer, StructError, decoder, encode
from .link import JoinError, Link

PATIENCE = 10.0
_decode = decoder(FromServer)


@dataclass(frozen=True, slots=True)
class Typed:
    """A line somebody typed; None: nobody will type any more."""

    line: str | None


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the server."""

    message: FromServer


@dataclass(frozen=True, slots=True)
class Dropped:
    """The socket is closed."""

    wire: Wire


Item: TypeAlias = Typed | Heard | Dropped


class Wire:
    """One connection. Opening it raises `JoinError` in one sentence."""

    def __init__(self, link: Link, inbox: SimpleQueue[Item]) -> None:
        self._inbox = inbox
        self._address = link.address
        self._open = contextlib.ExitStack()
        self._socket = _connected(link, self._open)
        self._reader = threading.Thread(target=self._read, daemon=True, name="nonante-wire")
        self._reader.start()

    def send(self, command: Command) -> None:
        """Send; when the line is dead the reader finds out."""
        with contextlib.suppress(ConnectionClosed, OSError):
            self._socket.send(encode(command).decode())

    def close(self) -> None:
        """Go."""
        with contextlib.suppress(OSError):
            self._open.close()
        self._reader.join(PATIENCE)

    def _read(self) -> None:
        try:
            for frame in self._socket:
                with contextlib.suppress(StructError):  # of a newer server: the next whole table comes soon
                    self._inbox.put(Heard(_decode(frame)))
        except (ConnectionClosed, OSError):
            pass
        self._inbox.put(Dropped(self))


def _connected(link: Link, stack: contextlib.ExitStack) -> ClientConnection:
    try:
        return stack.enter_context(connect(link.socket, open_timeout=PATIENCE, close_timeout=1, max_size=None))
    except (InvalidURI, UnicodeError):
        raise JoinError("link", link=link.socket) from None
    except (OSError, TimeoutError) as error:
        raise JoinError("no-answer", address=link.address, why=str(error) or "no answer in time") from None
    except WebSocketException as error:
        raise JoinError("no-protocol", address=link.address, why=error) from None
