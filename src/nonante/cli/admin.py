"""``nonante admin``: inspect and control a server on this machine."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import click

from ..server import ask, default_database, find_socket
from .options import counted

UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
Rows = list[dict[str, Any]]


def _read_duration(context: click.Context, option: click.Parameter, value: str) -> float:
    """Return the seconds of a time such as 30m, 2h or 7d."""
    found = re.fullmatch(r"(\d{1,9})([smhd])", value, re.ASCII)
    if not found:
        raise click.BadParameter(f"{value!r} is not a time such as 30m, 2h or 7d", context, option)
    return float(int(found[1]) * UNITS[found[2]])


class Server:
    """The server, and how its answers are shown."""

    def __init__(self, path: Path, as_json: bool) -> None:
        self._path = path
        self._json = as_json

    def ask(self, **question: Any) -> list[Any]:
        """Return the answers of all processes; report those that did not answer."""
        answers = ask(self._path, **question)
        if len(answers) < answers[0]["processes"]:
            wanted = answers[0]["processes"]
            click.echo(f"nonante: only {len(answers)} of {wanted} processes answered: try again", err=True)
            click.get_current_context().call_on_close(lambda: sys.exit(1))
        return [answer["found"] for answer in answers]

    def show(self, found: Any, lines: Iterable[str]) -> None:
        """Print the answers, as JSON or as text."""
        for line in [json.dumps(found, ensure_ascii=False)] if self._json else lines:
            click.echo(line)


@click.group(context_settings={"auto_envvar_prefix": "NONANTE_ADMIN"})
@click.option(
    "--socket",
    "path",
    envvar="NONANTE_ADMIN",
    type=click.Path(path_type=Path),
    help="The server's admin socket; by default /run/nonante/admin, or beside the default database.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def admin_command(ctx: click.Context, path: Path | None, as_json: bool) -> None:
    """Inspect and control a running server on this machine, as its user or as root."""
    ctx.obj = Server(path or find_socket(default_database()), as_json)


@admin_command.command()
@click.pass_obj
def status(server: Server) -> None:
    """Show the state of every process."""
    found = server.ask(do="status")
    server.show(
        found,
        [
            f"process {one['pid']}: version {one['version']}, up {_time(one['up'])}, "
            + ", ".join(counted(one[f"{what}s"], what) for what in ("table", "game", "socket", "ban"))
            + f", {counted(len(one['closed']), 'table')} closed"
            + (", stopping" if one["stopping"] else "")
            for one in found
        ],
    )


@admin_command.command("list")
@click.pass_obj
def list_tables(server: Server) -> None:
    """List the tables in memory."""
    rows: dict[str, dict[str, Any]] = {}
    for row in (row for found in server.ask(do="list") for row in found):
        there = rows.setdefault(row["table"], {**row, "sockets": 0})
        there["sockets"] += row["sockets"]
        there["silent"] = min(there["silent"], row["silent"])
        there["events"] = max(there["events"], row["events"])
    tables = list(rows.values())
    server.show(tables, _columns(tables) if tables else ["no tables in memory"])


@admin_command.command()
@click.argument("table")
@click.pass_obj
def inspect(server: Server, table: str) -> None:
    """Show a table: its seats, and who is connected from which address. Cards stay hidden."""
    several = server.ask(do="inspect", table=table)
    found = max(several, key=lambda one: one["in_memory"])
    found["connections"] = [line for one in several for line in one["connections"]]
    server.show(found, _table_lines(found))


@admin_command.command()
@click.argument("table")
@click.pass_obj
def close(server: Server, table: str) -> None:
    """Close a table: disconnect everybody and refuse visitors until `reopen`. Its game stays in the database."""
    ended = sum(one["ended"] for one in server.ask(do="close", table=table))
    server.show(
        {"table": table.upper(), "ended": ended}, [f"{table.upper()} is closed; {counted(ended, 'socket')} closed"]
    )


@admin_command.command()
@click.argument("table")
@click.pass_obj
def reopen(server: Server, table: str) -> None:
    """Reopen a closed table."""
    server.ask(do="reopen", table=table)
    server.show({"table": table.upper()}, [f"{table.upper()} is open again"])


@admin_command.command()
@click.argument("network")
@click.option(
    "--for",
    "seconds",
    metavar="TIME",
    default="1h",
    show_default=True,
    callback=_read_duration,
    help="Duration, such as 30m or 7d.",
)
@click.pass_obj
def ban(server: Server, network: str, seconds: float) -> None:
    """Ban an address or network for a while and close its sockets. An IPv6 address stands for its /64."""
    found = server.ask(do="ban", network=network, seconds=seconds)
    ended = sum(one["ended"] for one in found)
    whole = found[0]["network"]
    answer = {"network": whole, "seconds": round(seconds), "ended": ended}
    server.show(answer, [f"{whole} is banned for {_time(seconds)}; {counted(ended, 'socket')} closed"])


@admin_command.command()
@click.argument("network")
@click.pass_obj
def unban(server: Server, network: str) -> None:
    """Lift the ban of an address or network."""
    server.ask(do="unban", network=network)
    server.show({"network": network}, [f"{network} is no longer banned"])


@admin_command.command()
@click.pass_obj
def bans(server: Server) -> None:
    """List the bans and when they end."""
    rows: Rows = server.ask(do="bans")[0]
    server.show(rows, [f"{row['network']}  {_time(row['seconds'])}" for row in rows] or ["nobody is banned"])


def _time(seconds: float) -> str:
    """Return a duration in its two largest units."""
    parts: list[str] = []
    for unit, size in reversed(UNITS.items()):
        count, seconds = divmod(round(seconds), size)
        parts += [f"{count}{unit}"] if count else []
    return " ".join(parts[:2]) or "0s"


def _columns(rows: Rows) -> list[str]:
    """Return a table as text, each column as wide as its longest word."""
    lines = [list(rows[0]), *([_word(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip() for line in lines]


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _table_lines(found: dict[str, Any]) -> list[str]:
    memory = f"{found['events']} events, silent for {_time(found['silent'])}" if found["in_memory"] else "not in memory"
    state = "paused" if found["paused"] else "playing" if found["running"] else "no game"
    lines = [f"{found['table']} ({found['mark']} in the access log): {found['edition']}, {state}, {memory}"]
    lines += [
        f"seat {one['seat']}: {one['name']}" + f" ({one['level']})" * bool(one["level"]) for one in found["seats"]
    ]
    people = [("spectator" if one["seat"] is None else f"seat {one['seat']}", one) for one in found["connections"]]
    return lines + [f"connected: {who} from {one['address']}" for who, one in people]
