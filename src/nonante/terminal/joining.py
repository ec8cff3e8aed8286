"""`Joining`: sit at a table by its link and play, until somebody quits. Comes back by itself when the line breaks."""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidURI, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ..files import write_whole
from ..messages import Command, FromServer, Refused, StructError, decoder, encode
from ..rules import NonanteError, error_messages
from ..texts import Texts
from .remote import RemoteSeat
from .screen import Style

JOIN_MESSAGES: Final = error_messages("""
link: {link!r} is not a link to a table, such as https://example.org/t/BCDFGH
no-answer: no server answers at {address}: {why}
closed: the server at {address} has closed the connection
no-table: there is no table {table} at {address}
refused: this table refused the player: {why}
no-protocol: {address} answers, but is not a nonante server: {why}
""")
_CODE: Final = re.compile(r"((?:/[A-Za-z0-9._~-]+)*)/t/([A-Za-z0-9]{1,20})/?")


class JoinError(NonanteError, messages=JOIN_MESSAGES):
    """A table that cannot be joined."""


@dataclass(frozen=True, slots=True)
class Link:
    """A table on a server."""

    address: str
    """Where its sockets are, as ``ws://host:port`` and perhaps a path."""
    code: str

    @classmethod
    def read(cls, text: str) -> Link:
        """Read a link as browsers show it; without a scheme it is plain http."""
        tidy = text.strip()
        tidy = tidy if "://" in tidy else f"http://{tidy}"
        try:
            parts = urlsplit(tidy)
            port = f":{parts.port}" if parts.port else ""
        except ValueError:
            raise JoinError("link", link=text[:80]) from None
        code = _CODE.fullmatch(parts.path)
        if parts.scheme not in ("http", "https") or not parts.hostname or not code or not tidy.isascii():
            raise JoinError("link", link=text[:80])
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return cls(f"{'wss' if parts.scheme == 'https' else 'ws'}://{host}{port}{code[1]}", code[2].upper())

    @property
    def socket(self) -> str:
        """Where to connect."""
        return f"{self.address}/ws/{self.code}"


class SavedSeats:
    """The secrets of one's seats, so that the same link leads to the same seat again."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def token(self, link: Link) -> str | None:
        """Return the secret of one's seat at a table, if there is one."""
        return self._read().get(link.socket)

    def keep(self, link: Link, token: str | None) -> None:
        """Keep a secret, or (None) forget it."""
        seats = {name: kept for name, kept in self._read().items() if name != link.socket}
        if token is not None:
            seats[link.socket] = token
        if self._path:
            write_whole(self._path, json.dumps(seats, indent=1), private=True)

    def _read(self) -> dict[str, str]:
        try:
            seats = json.loads(self._path.read_text("utf-8")) if self._path else {}
        except (OSError, ValueError):
            return {}
        if not isinstance(seats, dict):
            return {}
        return {str(name): token for name, token in seats.items() if isinstance(token, str)}


WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
LAST_WORD = 2.0
"""Seconds that a seat asked for just before quitting may take to be answered, so that its secret is kept."""
PATIENCE = 10.0
_decode = decoder(FromServer)

Item: TypeAlias = "str | FromServer | Wire | None"
"""A line somebody typed, a message of the server, a wire that is closed; None: nobody will type any more."""


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
                    self._inbox.put(_decode(frame))
        except (ConnectionClosed, OSError):
            pass
        finally:  # whatever happened: nobody waits for a line that is not read
            self._inbox.put(self)


def _connected(link: Link, stack: contextlib.ExitStack) -> ClientConnection:
    try:
        return stack.enter_context(connect(link.socket, open_timeout=PATIENCE, close_timeout=1, max_size=None))
    except (InvalidURI, UnicodeError):
        raise JoinError("link", link=link.socket) from None
    except (OSError, TimeoutError) as error:
        raise JoinError("no-answer", address=link.address, why=str(error) or "no answer in time") from None
    except WebSocketException as error:
        raise JoinError("no-protocol", address=link.address, why=error) from None


class Joining:
    """One person, one table, and the connection between them."""

    def __init__(
        self,
        link: Link,
        text: Texts,
        say: Callable[[str], None],
        seats: SavedSeats,
        style: Style | None = None,
        name: str | None = None,
    ) -> None:
        self.link = link
        self.text = text
        self.say = say
        self.inbox: SimpleQueue[Item] = SimpleQueue()
        self.seat = RemoteSeat(text, say, self._send, lambda token: seats.keep(link, token), style, name)
        self._seats = seats
        self._wire: Wire | None = None
        self._tries = 0

    def run(self, lines: Iterable[str]) -> None:
        """Play until somebody quits or types no more; raise `JoinError` when the table cannot be joined at all."""
        self.say(self.text("join.hello"))
        self._connect()
        self._await_welcome()
        threading.Thread(target=self._listen, args=(lines,), daemon=True, name="nonante-keyboard").start()
        try:
            while not self.seat.leaving:
                self._take(self.inbox.get())
            self._await_seat()
        finally:
            if self._wire:
                self._wire.close()
        if self._seats.token(self.link):
            self.say(self.text("join.kept"))

    def _await_seat(self) -> None:
        """Hear whether a seat that was asked for is ours, before the line is closed."""
        until = time.monotonic() + LAST_WORD
        with contextlib.suppress(Empty):
            while self.seat.sitting and self._wire and (left := until - time.monotonic()) > 0:
                item = self.inbox.get(timeout=left)
                if isinstance(item, Wire):
                    return
                if item is not None and not isinstance(item, str):
                    self.seat.hear(item)

    def _await_welcome(self) -> None:
        """See the table before anything is typed."""
        while self.seat.seen is None:
            try:
                item = self.inbox.get(timeout=PATIENCE)
            except Empty:
                raise JoinError("no-answer", address=self.link.address, why="no word of welcome") from None
            if isinstance(item, Wire):
                raise JoinError("closed", address=self.link.address)
            self._take(item)

    def _listen(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.inbox.put(line.rstrip("\r\n"))
        self.inbox.put(None)

    def _take(self, item: Item) -> None:
        match item:
            case None:
                self.seat.leaving = True
            case str():
                self.seat.obey(item)
            case Wire():
                if item is self._wire:
                    self._wire = None
                    self.say(self.text("join.lost"))
                    self._again()
            case Refused(refusal=refusal) if refusal.code == "unknown-table":
                raise JoinError("no-table", table=self.link.code, address=self.link.address)
            case _:
                self._heard()
                self.seat.hear(item)

    def _heard(self) -> None:
        if self._tries:
            self._tries = 0
            self.say(self.text("join.back"))

    def _send(self, command: Command) -> None:
        if self._wire:
            self._wire.send(command)
        else:
            self.say(self.text("join.lost"))

    def _connect(self) -> None:
        self._wire = Wire(self.link, self.inbox)
        self.seat.greet(self._seats.token(self.link))

    def _again(self) -> None:
        """Connect again, waiting longer each time; what is typed meanwhile is answered, and quitting works."""
        while self._wire is None and not self.seat.leaving:
            self._pause(WAITS[min(self._tries, len(WAITS) - 1)])
            self._tries += 1
            try:
                if not self.seat.leaving:
                    self._connect()
            except JoinError:
                continue

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.seat.leaving and (left := until - time.monotonic()) > 0:
            try:
                self._take(self.inbox.get(timeout=left))
            except Empty:
                return
