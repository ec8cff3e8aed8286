"""Running the application: a port, uvicorn with our settings, a clean end."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from ..files import data_folder
from .computers.precompile import precompiling
from .errors import ServerError

PING_EVERY: Final = 5.0  # seconds; with PING_WITHIN, how soon a dead network shows
PING_WITHIN: Final = 5.0
ANYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound


def default_database() -> str:
    """Return the URL of the database in the user's own data folder."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


def listen(host: str, port: int) -> socket.socket:
    """Bind a port; 0 finds a free one."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ServerError("port", host=host, port=port, why=why) from None


def url_of(listener: socket.socket) -> str:
    """Return the address to open on this machine."""
    host, port = listener.getsockname()[:2]
    name = "localhost" if host in ANYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def lan_url_of(listener: socket.socket) -> str | None:
    """Return the address for other machines in the same network, where it listens to them."""
    host, port = listener.getsockname()[:2]
    if host not in ANYWHERE:
        return None
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing: the system only picks the way out
            return f"http://{probe.getsockname()[0]}:{port}/"
    except OSError:
        return None


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def calm_collector() -> None:
    """Keep the garbage collector from stopping every table at once.

    Tables are trees of values, which go without it; looking through all of them took 150 ms with 300 tables.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 1_000)


class _NoTraces(logging.Filter):
    """A client that sends no UTF-8 is not worth a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("Invalid UTF-8")


def run(app: ASGIApp, listener: socket.socket, ready: Callable[[], None], message: int, **options: Any) -> None:
    """Serve until told to stop by Ctrl-C or SIGTERM; `message` is the longest message in bytes."""
    calm_collector()
    sys.setswitchinterval(0.001)  # a thinking computer player holds everybody else up no longer than this
    logging.basicConfig(format="nonante: %(message)s", level=logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_NoTraces())
    config = uvicorn.Config(
        app,
        ws_max_size=message,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_WITHIN,
        ws_per_message_deflate=False,  # a view is 5 kB; packing it costs more than sending it
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=3,
        **options,
    )
    # uvicorn raises the signal again when it is done; by then there is nothing left to do.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    with listener, precompiling():
        _Server(config, ready).run(sockets=[listener])
