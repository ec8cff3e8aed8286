"""``nonante serve``: tables for a network; ``nonante play``: a server for yourself, opened in the browser."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import click

from ..host import LONGEST, SHORTEST, Limits, TableBehaviour
from ..players import add_level
from ..rules import NonanteError
from ..server import (
    MODE,
    UNIX_MODE,
    AdminSocket,
    Bans,
    Heartbeat,
    Links,
    Metrics,
    Notifier,
    Notify,
    Outgoing,
    SharedCounters,
    Workers,
    bans_file,
    check_hosts,
    check_keep,
    check_origins,
    check_proxies,
    check_workers,
    create_app,
    default_database,
    default_socket,
    lan_url_of,
    listen,
    listen_unix,
    open_store,
    run,
    socket_of,
    start_logging,
    url_of,
)
from .options import LIMITS, Finite, read_config

F = TypeVar("F", bound=Callable[..., Any])
HOOKS: Final = {"off": None, "https": Outgoing(), "http": Outgoing(("https", "http"))}
HERE: Final = ("127.0.0.1", "localhost")
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where --lan asks for it


def _read_mode(ctx: click.Context, option: click.Parameter, value: object) -> int:
    """Return the mode of a socket; a number in TOML would be decimal and mean something else."""
    if not (isinstance(value, str) and re.fullmatch("0?[0-7]{3}", value)):
        raise click.BadParameter('write three octal digits in quotes, such as "660"', ctx, option)
    return int(value, 8)


def _seconds(flag: str, default: float, about: str, most: float | None = None) -> Callable[[F], F]:
    """Return an option for a number of seconds."""
    return click.option(flag, default=default, show_default=True, type=Finite(0, most), help=about)


def _count(flag: str, default: int, about: str, least: int = 1, most: int | None = None) -> Callable[[F], F]:
    """Return an option for a whole number."""
    return click.option(flag, default=default, show_default=True, type=click.IntRange(least, most), help=about)


@click.command(context_settings={"auto_envvar_prefix": "NONANTE"})
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    is_eager=True,
    expose_value=False,
    callback=read_config,
    help="TOML file with any of these options, such as port = 8098.",
)
@click.option("--check", is_flag=True, help="Validate the configuration and exit.")
@click.option("--unix", type=click.Path(path_type=Path), help="Unix socket to listen on instead of host and port.")
@click.option(
    "--unix-mode",
    default=f"{UNIX_MODE:o}",
    show_default=True,
    type=click.UNPROCESSED,
    metavar="MODE",
    callback=_read_mode,
    help="Permissions of that socket; 666 lets every user of this machine connect.",
)
@click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Log format.")
@click.option(
    "--admin",
    metavar="PATH",
    help="Socket for `nonante admin`, '' for none; default: systemd's runtime directory or beside the SQLite file.",
)
@click.option("--access-log", is_flag=True, help="Also log every request and socket.")
@_seconds("--grace", 0.0, "Grace period in seconds after a stop signal; /readyz reports 503 meanwhile.", most=600)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all networks.")
@_count("--port", 8098, "Port to listen on; 0 for any free one.", 0, 65535)
@click.option(
    "--database", metavar="URL", help="sqlite:///PATH or postgresql://…; by default a file in your data folder."
)
@click.option("--origin", "origins", multiple=True, help="Origin of another site whose pages may connect; repeatable.")
@click.option("--public-url", metavar="URL", help="Public address of this server, used in links and QR codes.")
@click.option("--allowed-host", "hosts", multiple=True, help="Host name to accept; all others are refused. Repeatable.")
@click.option(
    "--code-length",
    type=click.IntRange(SHORTEST, LONGEST),
    help="Length of table codes; by default it depends on the number of tables.",
)
@click.option("--proxy", default="127.0.0.1", show_default=True, help="Trusted reverse proxies.")
@_count("--tables", Limits().tables, "Maximum number of tables.")
@_count("--sockets", Limits().sockets_per_address, "Maximum number of connections from one address.")
@_seconds("--pace", TableBehaviour().pace, "Seconds a computer player takes per card.")
@_seconds(
    "--stand-in",
    TableBehaviour().stand_in,
    "Seconds until a computer player stands in for somebody who is away, if the table allows it.",
)
@click.option(
    "--prefix", default="", metavar="PATH", help="Path below which the server is reachable, such as /nonante."
)
@click.option(
    "--keep",
    default=0.0,
    type=Finite(0),
    metavar="DAYS",
    help="Delete tables after this many days without activity; by default never.",
)
@click.option(
    "--research",
    is_flag=True,
    help="Ask people at tables whether their games may be used for research.",
)
@_count("--workers", 1, "Number of processes; more than one needs PostgreSQL.", most=64)
@click.option(
    "--webhooks",
    default="off",
    show_default=True,
    type=click.Choice(["off", "https", "http"]),
    help="Whether tables may post whose turn it is to a chat; http allows unencrypted addresses too.",
)
@click.option("--player", "players", multiple=True, help="Additional computer player as module:maker; repeatable.")
def serve_command(**options: Any) -> None:
    """Run a server that others can join, until Ctrl-C."""
    service = Service(SimpleNamespace(**options), click.get_current_context().meta.get(LIMITS, Limits()))
    with service.listener:
        service.run()


class Service:
    """A server as the options describe it, checked before anything is opened, then run in one or several processes."""

    def __init__(self, options: SimpleNamespace, limits: Limits) -> None:
        self._options = options
        self._database = options.database or default_database()
        check_workers(options.workers, self._database)
        self._origins, self._hosts = check_origins(options.origins), check_hosts(options.hosts)
        self._proxy = "*" if options.unix else check_proxies(options.proxy)
        self._limits = replace(
            limits,
            tables=options.tables,
            sockets_per_address=options.sockets,
            code_length=options.code_length,
            keep=check_keep(options.keep),
        )
        for name in options.players:
            add_level(name)
        self._notifier = Notifier.of(os.environ)
        self._counters = SharedCounters(options.workers, self._limits.tables)
        self.listener = (
            listen_unix(options.unix, options.unix_mode) if options.unix else listen(options.host, options.port)
        )
        self._others = lan_url_of(self.listener)

    def run(self) -> None:
        """Serve until stopped, or only check whether that would work."""
        self._links = Links(self._options.public_url, self._others, self._options.prefix)
        if self._options.check:
            self._check()
        elif self._options.workers == 1:
            self._work(0, self._notifier)
        else:
            sys.exit(Workers(self._options.workers, self._work, self._notifier).run())

    def _check(self) -> None:
        try:
            asyncio.run(open_store(self._database).close())
        finally:
            if self._options.unix:
                self._options.unix.unlink()
        click.echo(f"The configuration is valid; it would serve on {url_of(self.listener)}")

    def _work(self, place: int, heartbeat: Heartbeat) -> None:
        """Serve in one process; the first of several prints the address."""
        options = self._options
        start_logging(options.log)
        store = open_store(self._database)
        try:
            admin = self._admin_line(place)
        except NonanteError:
            asyncio.run(store.close())
            raise
        app = create_app(
            store,
            self._limits,
            TableBehaviour(pace=options.pace, stand_in=options.stand_in, research=options.research),
            self._links.origins(self._origins),
            self._hosts,
            self._links,
            options.access_log,
            admin,
            Metrics(self._counters, place),
            Notify(hooks=HOOKS[options.webhooks]),
        )
        ready = (lambda: None) if place else self._say_where
        run(
            app,
            self.listener,
            ready,
            self._limits,
            grace=options.grace,
            heartbeat=heartbeat,
            forwarded_allow_ips=self._proxy,
        )

    def _say_where(self) -> None:
        click.echo(f"Serving on {self._links.below(url_of(self.listener))}")
        if self._others:
            click.echo(f"On your network: {self._links.below(self._others)}")

    def _admin_line(self, place: int) -> AdminSocket | None:
        """Open the admin socket; every process has its own, and all share the bans."""
        chosen = self._options.admin
        path = default_socket(self._database) if chosen is None else Path(chosen) if chosen else None
        if path is None:
            return None
        return AdminSocket(listen_unix(socket_of(path, place), MODE), Bans(bans_file(path)), self._options.workers)


@click.command()
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="Port to listen on; by default a free one.")
@click.option("--lan", is_flag=True, help="Let others on your network join by link or QR code.")
@click.option("--database", metavar="URL", help="sqlite:///PATH; by default in your data folder.")
@click.option("--browser/--no-browser", default=True, help="Whether to open the browser.")
def play_command(port: int, lan: bool, database: str | None, browser: bool) -> None:
    """Play in the browser. With --lan, people on other devices can join."""
    listener = listen(EVERYWHERE if lan else HERE[0], port)
    limits = Limits()
    with listener:
        url, others = url_of(listener), lan_url_of(listener)
        start_logging()
        store = open_store(database or default_database())
        app = create_app(store, limits, hosts=() if lan else HERE, links=Links(share=others))

        def ready() -> None:
            click.echo(f"Play at {url}   (Ctrl-C stops it; running games are saved)")
            if others:
                click.echo(f"On your network: {others}")
            if browser:
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        run(app, listener, ready, limits)
