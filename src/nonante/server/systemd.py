"""What a service manager such as systemd is told, by sd_notify(3): the server is ready, alive, or about to stop."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import MutableMapping
from typing import Final

BEAT: Final = 10.0  # seconds between two signs of life where nobody set a watchdog
BEATS: Final = 3  # signs of life within the watchdog's time, so that one may come late


class Heartbeat:
    """Where a serving process says how it is; all of it from its event loop, so that a loop that hangs falls silent."""

    every: float = BEAT
    """Seconds between two signs of life."""

    def ready(self) -> None:
        """Say that it serves."""

    def beat(self, status: str) -> None:
        """Say that it lives, and what it does."""

    def stopping(self) -> None:
        """Say that it is about to end."""


class Notifier(Heartbeat):
    """Speaks to the service manager; where there is none, says nothing. It is never a reason to fail."""

    def __init__(self, address: str = "", watchdog: float = 0.0) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog = watchdog
        """Seconds after which the manager takes silence for death; 0 where it does not watch."""
        self.every = watchdog / BEATS if watchdog else BEAT

    @classmethod
    def of(cls, environment: MutableMapping[str, str]) -> Notifier:
        """Take what the manager says out of the environment: no child of this process is to speak for it."""
        address = environment.pop("NOTIFY_SOCKET", "")
        microseconds = environment.pop("WATCHDOG_USEC", "")
        ours = environment.pop("WATCHDOG_PID", "") in ("", str(os.getpid()))
        known = address.startswith(("/", "@")) and hasattr(socket, "AF_UNIX")
        watched = known and ours and microseconds.isascii() and microseconds.isdigit()
        return cls(address if known else "", int(microseconds) / 1e6 if watched else 0.0)

    def ready(self) -> None:
        """Say that the server serves."""
        self.tell("READY=1", "STATUS=serving")

    def beat(self, status: str) -> None:
        """Say that the server lives, and what it does."""
        self.tell("WATCHDOG=1", f"STATUS={status}")

    def stopping(self) -> None:
        """Say that the server is about to end."""
        self.tell("STOPPING=1", "STATUS=stopping")

    def tell(self, *lines: str) -> None:
        """Send lines as they are."""
        if self._address:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto("\n".join(lines).encode(), self._address)


class WorkerHeartbeat(Heartbeat):
    """The line from a worker to its parent, which speaks for all: a letter for each word."""

    READY: Final = b"r"
    BEAT: Final = b"."

    def __init__(self, line: int, every: float) -> None:
        os.set_blocking(line, False)
        self._line = line
        self.every = every

    def ready(self) -> None:
        """Say that this worker serves."""
        self._write(self.READY)

    def beat(self, status: str) -> None:
        """Say that this worker lives."""
        del status
        self._write(self.BEAT)

    def _write(self, word: bytes) -> None:
        with contextlib.suppress(OSError):  # a parent that does not read is about to go
            os.write(self._line, word)
