"""`join`: sit at a table by its link and play, until somebody quits. Comes back by itself when the line breaks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue

from ..messages import Command, Refused
from ..texts import Texts
from .guest import Guest
from .link import JoinError, KeptSeats, Link
from .style import Style
from .wire import PATIENCE, Dropped, Heard, Item, Typed, Wire

WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)


class Joining:
    """One person, one table, and the connection between them."""

    def __init__(
        self,
        link: Link,
        text: Texts,
        say: Callable[[str], None],
        seats: KeptSeats,
        style: Style | None = None,
        name: str | None = None,
    ) -> None:
        self.link = link
        self.text = text
        self.say = say
        self.inbox: SimpleQueue[Item] = SimpleQueue()
        self.guest = Guest(text, say, self._send, lambda token: seats.keep(link, token), style, name)
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
            while not self.guest.leaving:
                self._take(self.inbox.get())
        finally:
            if self._wire:
                self._wire.close()
        self.say(self.text("join.kept"))

    def _await_welcome(self) -> None:
        """See the table before anything is typed."""
        while self.guest.table is None:
            try:
                item = self.inbox.get(timeout=PATIENCE)
            except Empty:
                raise JoinError("no-answer", address=self.link.address, why="no word of welcome") from None
            if isinstance(item, Dropped):
                raise JoinError("no-answer", address=self.link.address, why="it closes the connection")
            self._take(item)

    def _listen(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.inbox.put(Typed(line.rstrip("\r\n")))
        self.inbox.put(Typed(None))

    def _take(self, item: Item) -> None:
        match item:
            case Typed(None):
                self.guest.leaving = True
            case Typed(str(line)):
                self.guest.obey(line)
            case Heard(Refused(refusal=refusal)) if refusal.code == "unknown-table":
                raise JoinError("no-table", table=self.link.code, address=self.link.address)
            case Heard(message):
                self._heard()
                self.guest.hear(message)
            case Dropped(wire) if wire is self._wire:
                self._wire = None
                self.say(self.text("join.lost"))
                self._again()

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
        self.guest.greet(self._seats.token(self.link))

    def _again(self) -> None:
        """Connect again, waiting longer each time; what is typed meanwhile is answered, and quitting works."""
        while self._wire is None and not self.guest.leaving:
            self._pause(WAITS[min(self._tries, len(WAITS) - 1)])
            self._tries += 1
            try:
                if not self.guest.leaving:
                    self._connect()
            except JoinError:
                continue

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.guest.leaving and (left := until - time.monotonic()) > 0:
            try:
                self._take(self.inbox.get(timeout=left))
            except Empty:
                return
