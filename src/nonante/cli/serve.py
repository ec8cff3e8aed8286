"""``nonante serve``: tables for a network."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import click

from ..host import LONGEST, SHORTEST, Limits, TableBehaviour
from ..players import add_level
from ..rules import NonanteError
from ..server import (
    MODE,
    UNIX_MODE,
    AdminLine,
    Board,
    Heart,
    Links,
    LogKind,
    Metrics,
    Notifier,
    Orders,
    Workers,
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
    orders_file,
    run,
    socket_of,
    start_journal,
    url_of,
)
from .values import LIMITS, Finite, read_config


def _read_mode(ctx: click.Context, option: click.Parameter, value: object) -> int:
    """Return the mode of a socket; a number in TOML would be read as a decimal one, and mean something else."""
    if not (isinstance(value, str) and re.fullmatch("0?[0-7]{3}", value)):
        raise click.BadParameter('write three octal digits in quotes, such as "660"', ctx, option)
    return int(value, 8)


@click.command(context_settings={"auto_envvar_prefix": "NONANTE"})
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    is_eager=True,
    expose_value=False,
    callback=read_config,
    help="A TOML file with any of these options, such as port = 8098.",
)
@click.option("--check", is_flag=True, help="Look whether all this would work, and do not serve.")
@click.option("--unix", type=click.Path(path_type=Path), help="A socket in the file system instead of host and port.")
@click.option(
    "--unix-mode",
    default=f"{UNIX_MODE:o}",
    show_default=True,
    type=click.UNPROCESSED,
    metavar="MODE",
    callback=_read_mode,
    help="Who may connect to that socket; 666 is every user of this machine.",
)
@click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Form of the log.")
@click.option(
    "--admin",
    metavar="PATH",
    help="Socket for `nonante admin`, '' for none; by default in systemd's runtime directory or beside an SQLite file.",
)
@click.option("--access-log", is_flag=True, help="Log every request and every socket, too.")
@click.option(
    "--grace",
    default=0.0,
    show_default=True,
    type=Finite(0, 600),
    help="Seconds between the word to stop, which /readyz tells at once, and the end.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 is every network.")
@click.option("--port", default=8098, show_default=True, type=click.IntRange(0, 65535), help="0 finds a free one.")
@click.option("--database", metavar="URL", help="sqlite:///PATH or postgresql://…; by default a file.")
@click.option("--origin", "origins", multiple=True, help="Another site whose pages may connect; may be repeated.")
@click.option("--public-url", metavar="URL", help="Where people find this server: links and QR codes lead there.")
@click.option("--allowed-host", "hosts", multiple=True, help="A name it answers to, and no other; may be repeated.")
@click.option(
    "--code-length",
    type=click.IntRange(SHORTEST, LONGEST),
    help="Letters of a table's code; by default as many as the number of tables asks for.",
)
@click.option("--proxy", default="127.0.0.1", show_default=True, help="Reverse proxies whose word on addresses counts.")
@click.option("--tables", default=Limits().tables, show_default=True, type=click.IntRange(1), help="Tables at a time.")
@click.option(
    "--sockets",
    default=Limits().sockets_per_address,
    show_default=True,
    type=click.IntRange(1),
    help="Connections from one address.",
)
@click.option(
    "--pace",
    default=TableBehaviour().pace,
    show_default=True,
    type=Finite(0),
    help="Seconds a bot takes for a card.",
)
@click.option(
    "--stand-in",
    default=TableBehaviour().stand_in,
    show_default=True,
    type=Finite(0),
    help="Seconds until a bot moves for somebody who is away, where the table wants that.",
)
@click.option("--prefix", default="", metavar="PATH", help="Where on its host it lies, such as /nonante.")
@click.option(
    "--keep",
    default=0.0,
    type=Finite(0),
    metavar="DAYS",
    help="Forget tables where nothing has happened for so long, once a day; without it all are kept.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes that serve; several need PostgreSQL.",
)
@click.option("--player", "players", multiple=True, help="A level of one's own, as module:maker; may be repeated.")
def command(
    check: bool,
    unix: Path | None,
    unix_mode: int,
    log: LogKind,
    admin: str | None,
    access_log: bool,
    grace: float,
    host: str,
    port: int,
    database: str | None,
    origins: tuple[str, ...],
    public_url: str | None,
    hosts: tuple[str, ...],
    code_length: int | None,
    proxy: str,
    tables: int,
    sockets: int,
    pace: float,
    stand_in: float,
    prefix: str,
    keep: float,
    workers: int,
    players: tuple[str, ...],
) -> None:
    """Serve tables to a network, until Ctrl-C."""
    database = database or default_database()
    check_workers(workers, database)
    origins, hosts, proxy = check_origins(origins), check_hosts(hosts), check_proxies(proxy)
    limits = replace(
        click.get_current_context().meta.get(LIMITS, Limits()),
        tables=tables,
        sockets_per_address=sockets,
        code_length=code_length,
        keep=check_keep(keep),
    )
    for name in players:
        add_level(name)
    notifier = Notifier.of(os.environ)
    listener = listen_unix(unix, unix_mode) if unix else listen(host, port)
    others = lan_url_of(listener)
    behaviour = TableBehaviour(pace=pace, stand_in=stand_in)
    board = Board(workers, limits.tables)

    def ready() -> None:
        click.echo(f"Serving on {links.below(url_of(listener))}")
        if others:
            click.echo(f"In your network: {links.below(others)}")

    def work(place: int, heart: Heart) -> None:
        start_journal(log)
        metrics = Metrics(board, place)
        store = open_store(database)
        try:
            line = _admin_line(_admin_path(admin, database), place, workers)
        except NonanteError:
            asyncio.run(store.close())
            raise
        app = create_app(store, limits, behaviour, links.origins(origins), hosts, links, access_log, line, metrics)
        run(
            app,
            listener,
            lambda: None if place else ready(),
            limits,
            grace=grace,
            heart=heart,
            forwarded_allow_ips="*" if unix else proxy,
        )

    with listener:
        links = Links(public_url, others, prefix)
        if check:
            try:
                asyncio.run(open_store(database).close())
            finally:
                if unix:
                    unix.unlink()
            click.echo(f"All is well; it would serve on {url_of(listener)}")
        elif workers == 1:
            work(0, notifier)
        else:
            sys.exit(Workers(workers, work, notifier).run())


def _admin_path(admin: str | None, database: str) -> Path | None:
    if admin is None:
        return default_socket(database)
    return Path(admin) if admin else None


def _admin_line(path: Path | None, place: int, workers: int) -> AdminLine | None:
    """Listen to the operator; every process has a socket of its own, and all share what was ordered."""
    if path is None:
        return None
    orders = Orders(orders_file(path))
    return AdminLine(listen_unix(socket_of(path, place), MODE), orders, workers)
