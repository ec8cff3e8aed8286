"""Running the application: ports, uvicorn with our settings, timed garbage collection, a clean shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final, Self

import uvicorn
from starlette.types import ASGIApp

from ..files import data_folder
from ..host import Limits
from .connections import Connections
from .errors import ServerError
from .logs import log_loop_error
from .precompile import precompiling
from .protocols import StrictConfig
from .systemd import Heartbeat, Notifier

EVERY: Final = 1.0  # seconds between two looks at the count, which cost nothing
LEAST: Final = 100_000  # objects by which everything must have grown before anything is searched
SHARE: Final = 0.5  # or this part of what was there last time, where that is more
REST: Final = 300.0  # seconds between two searches through everything


class Collector:
    """Controls Python's garbage collector from `start` until the end of a `with` block."""

    def __init__(self, least: int = LEAST, rest: float = REST) -> None:
        self._least = least
        self._rest = rest
        self._much = least
        self._searched = time.monotonic()
        self._timer: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Freeze existing objects, and collect on a timer of the event loop from now on."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._wait(loop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Give control back to Python."""
        if self._timer:
            self._timer.cancel()
        gc.unfreeze()
        gc.enable()

    def look(self) -> None:
        """Collect new objects if there are many, or everything after a pause; then freeze what is left."""
        rested = time.monotonic() - self._searched >= self._rest
        if gc.get_count()[0] < (self._least if rested else self._much):
            return
        if rested:
            gc.unfreeze()
            self._searched = time.monotonic()
        gc.collect()
        gc.freeze()
        self._much = max(self._least, int(SHARE * gc.get_freeze_count()))

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(EVERY, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        self.look()
        self._wait(loop)


PING_EVERY: Final = 5.0  # seconds; with PING_WITHIN, how soon a dead network shows
PING_WITHIN: Final = 5.0
BACKLOG: Final = 512  # connections that may wait to be let in
AT_ONCE: Final = 16  # let in before those who are inside are heard again
UNACKNOWLEDGED: Final = 15_000  # milliseconds until the system gives up a line that confirms nothing
UNIX_MODE: Final = 0o660  # of a socket in the file system: its user and its group
MOST_FILES: Final = 65_536
SPARE_FILES: Final = 64
BESIDE_SOCKETS: Final = 56  # plain requests of one address at a time, in addition to its WebSockets
SETTINGS: Final[dict[str, Any]] = {
    "ws_ping_interval": PING_EVERY,
    "ws_ping_timeout": PING_WITHIN,
    "ws_per_message_deflate": False,  # a view is 5 kB; packing it costs more than sending it
    "log_config": None,
    "log_level": "error",
    "access_log": False,
    "server_header": False,
    "lifespan": "on",
    "loop": "asyncio",  # its transports have a configurable read size
    "backlog": AT_ONCE,  # the event loop accepts this many in a row; a larger backlog delayed everybody
    "timeout_graceful_shutdown": 3,
}
ANYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound


def default_database() -> str:
    """Return the URL of the database in the user's own data folder."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


def listen(host: str, port: int) -> socket.socket:
    """Bind a port; 0 finds a free one. The address ``::`` stands for every network, including IPv4."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        both = host == "::" and socket.has_dualstack_ipv6()
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ServerError("port", place=f"{host} port {port}", why=why) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux hands it on to every connection
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED)
    return listener


def listen_unix(path: Path, mode: int = UNIX_MODE) -> socket.socket:
    """Bind a Unix socket with these permissions; one that a dead server left behind is replaced."""
    if not hasattr(socket, "AF_UNIX"):
        raise ServerError("port", place=str(path), why="this system has no such sockets")
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.is_socket() and line.connect_ex(str(path)):
            path.unlink()
        line.close()
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with _umask(0o777 & ~mode):  # not changed afterwards, so that others never have access
            line.bind(str(path))
        line.listen(BACKLOG)
    except OSError as error:
        line.close()
        raise ServerError("port", place=str(path), why=error.strerror or str(error)) from None
    return line


@contextlib.contextmanager
def _umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def raise_file_limit() -> int | None:
    """Raise the limit of open files as far as the system allows; return it, or None if unknown."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


def most_connections(wanted: int, files: int | None) -> int:
    """Return how many connections the limit of open files allows, with a reserve for database and pages."""
    return wanted if files is None else min(wanted, max(16, files - max(SPARE_FILES, files // 10)))


def url_of(listener: socket.socket) -> str:
    """Return the address to open on this machine."""
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        return f"unix:{listener.getsockname()}"
    host, port = listener.getsockname()[:2]
    name = "localhost" if host in ANYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def lan_url_of(listener: socket.socket) -> str | None:
    """Return the address for other machines in the network, if the server listens to them."""
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        return None
    host, port = listener.getsockname()[:2]
    if host not in ANYWHERE:
        return None
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing: the system only picks the way out
            return f"http://{probe.getsockname()[0]}:{port}/"
    except OSError:
        return None


class Server(uvicorn.Server):
    """uvicorn with our settings; says when it is ready."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        ready: Callable[[], None] = lambda: None,
        grace: float = 0.0,
        heartbeat: Heartbeat | None = None,
        **options: Any,
    ) -> None:
        self._heartbeat = heartbeat or Notifier()
        options = {"callback_notify": self._beat, "timeout_notify": self._heartbeat.every, **options}
        proxies = str(options.get("forwarded_allow_ips", "")).split(",")
        most = most_connections(limits.connections, raise_file_limit())
        of_one = limits.sockets_per_address + BESIDE_SOCKETS
        self.connections = Connections(most, of_one, [proxy.strip() for proxy in proxies], limits)
        super().__init__(StrictConfig(app, limits, self.connections, **SETTINGS, **options))
        self._ready = ready
        self._grace = grace
        self._house = getattr(getattr(app, "state", None), "house", None)
        if self._house:
            self.connections.turned_away = self._house.metrics.turned_away

    async def _beat(self) -> None:
        """Send a heartbeat; uvicorn calls this from the event loop."""
        tables = len(self._house.tables.live) if self._house else 0
        self._heartbeat.beat(f"{tables} tables, {len(self.connections)} connections")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, after a grace period for load balancers. A second signal stops at once."""
        self._heartbeat.stopping()
        if self._house is None or not self._grace or self._house.health.stopping:
            super().handle_exit(sig, frame)
            return
        self._house.health.stopping = True
        later = super().handle_exit
        asyncio.get_running_loop().call_later(self._grace, later, sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then report that the server is ready."""
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)
        if self.started:
            self._ready()
            self._heartbeat.ready()


def run(
    app: ASGIApp,
    listener: socket.socket,
    ready: Callable[[], None],
    limits: Limits,
    **options: Any,
) -> None:
    """Serve until told to stop by Ctrl-C or SIGTERM."""
    sys.setswitchinterval(0.001)  # a thinking computer player holds everybody else up no longer than this
    house = getattr(getattr(app, "state", None), "house", None)
    with listener, precompiling(house.tables.quiet if house else lambda: True), Collector() as collector:

        def started() -> None:
            collector.start(asyncio.get_running_loop())
            ready()

        server = Server(app, limits, started, **options)

        def stop(*_: object) -> None:
            server.should_exit = True

        # uvicorn listens to signals of its own accord only while it runs. Told to stop before that, it stops when it
        # has started; and it raises the signal again when it is done, where there is nothing left to do.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)
        server.run(sockets=[listener])
