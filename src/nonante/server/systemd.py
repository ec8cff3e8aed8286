"""Notifications to a service manager such as systemd, by sd_notify(3): ready, alive, stopping."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import MutableMapping
from typing import Final

BEAT: Final = 10.0  # seconds between two heartbeats without a watchdog
BEATS: Final = 3  # signs of life within the watchdog's time, so that one may come late


class Heartbeat:
    """Reports the state of a serving process from its event loop, so that a hanging loop falls silent."""

    every: float = BEAT
    """Seconds between two signs of life."""

    def ready(self) -> None:
        """Report that the process is ready."""

    def beat(self, status: str) -> None:
        """Report that the process is alive, and its status."""

    def stopping(self) -> None:
        """Report that the process is stopping."""


class Notifier(Heartbeat):
    """Notifies the service manager, if there is one. It never fails."""

    def __init__(self, address: str = "", watchdog: float = 0.0) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog = watchdog
        """Seconds after which the manager takes silence for death; 0 where it does not watch."""
        self.every = watchdog / BEATS if watchdog else BEAT

    @classmethod
    def of(cls, environment: MutableMapping[str, str]) -> Notifier:
        """Take the manager's variables out of the environment, so that no child process can notify it."""
        address = environment.pop("NOTIFY_SOCKET", "")
        microseconds = environment.pop("WATCHDOG_USEC", "")
        ours = environment.pop("WATCHDOG_PID", "") in ("", str(os.getpid()))
        known = address.startswith(("/", "@")) and hasattr(socket, "AF_UNIX")
        watched = known and ours and microseconds.isascii() and microseconds.isdigit()
        return cls(address if known else "", int(microseconds) / 1e6 if watched else 0.0)

    def ready(self) -> None:
        """Report that the server is ready."""
        self.tell("READY=1", "STATUS=serving")

    def beat(self, status: str) -> None:
        """Report that the server is alive, and its status."""
        self.tell("WATCHDOG=1", f"STATUS={status}")

    def stopping(self) -> None:
        """Report that the server is stopping."""
        self.tell("STOPPING=1", "STATUS=stopping")

    def tell(self, *lines: str) -> None:
        """Send lines unchanged."""
        if self._address:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto("\n".join(lines).encode(), self._address)


class WorkerHeartbeat(Heartbeat):
    """The pipe from a worker to its parent, which reports for all: one letter per message."""

    READY: Final = b"r"
    BEAT: Final = b"."

    def __init__(self, line: int, every: float) -> None:
        os.set_blocking(line, False)
        self._line = line
        self.every = every

    def ready(self) -> None:
        """Report that this worker is ready."""
        self._write(self.READY)

    def beat(self, status: str) -> None:
        """Report that this worker is alive."""
        del status
        self._write(self.BEAT)

    def _write(self, word: bytes) -> None:
        with contextlib.suppress(OSError):  # a parent that does not read is about to go
            os.write(self._line, word)
