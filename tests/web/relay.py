"""A proxy on one port that sends each new line to a server that is up, as a balancer does."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit


class Relay:
    """Prefers the first of its servers, and knows no table: nothing is routed to where it was before."""

    def __init__(self, servers: Sequence[str]) -> None:
        self.servers = list(servers)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lines = [self._listener]
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        _in_a_thread(self._accept)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it was closed
            while True:
                line, _ = self._listener.accept()
                _in_a_thread(self._join, line)

    def _join(self, line: socket.socket) -> None:
        for server in self.servers:
            with contextlib.suppress(OSError):
                address = urlsplit(server)
                there = socket.create_connection((address.hostname, address.port or 80))
                self._lines += [line, there]
                _in_a_thread(_carry, there, line)
                _carry(line, there)
                return
        line.close()

    def close(self) -> None:
        """Stop, and let go of all lines."""
        for line in self._lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()


def _in_a_thread(work: Callable[..., None], *details: object) -> None:
    threading.Thread(target=work, args=details, daemon=True).start()


def _carry(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for line in (source, target):
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
