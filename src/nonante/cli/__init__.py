"""The command line: parses, calls one room, prints. The module of a command is imported when it is used."""

from __future__ import annotations

import io
import logging
import sys
from importlib import import_module

import click

from .. import __version__
from ..rules import NonanteError

# command -> (module of this package, one-line help shown in the list)
COMMANDS = {
    "play": ("serve", "Play in the browser, alone or with computer players."),
    "serve": ("serve", "Serve tables to a network."),
    "admin": ("admin", "Ask a server on this machine how it is, and give it orders."),
    "static": ("static", "Write the game as a page that needs no server."),
    "backup": ("database", "Copy a database, also while a server uses it."),
    "check": ("database", "Say whether a database is sound."),
    "prune": ("database", "Forget tables where nothing happens any more."),
    "export": ("database", "Write all tables of a database into a file."),
    "import": ("database", "Read tables from such a file into a database."),
    "terminal": ("terminal", "Play in the terminal, line by line."),
    "join": ("terminal", "Join a table by its link, in the terminal."),
    "replay": ("review", "Show a finished game again, turn by turn."),
    "analyse": ("review", "Judge a finished game: luck, decisions, the turns that cost most."),
    "players": ("about", "List the computer players."),
    "rules": ("about", "Print the rules in our own words."),
    "simulate": ("simulate", "Play many games and say how often they are won."),
    "benchmark": ("tournament", "Play nonante-coop: self-play, cross-play, ad-hoc teams."),
    "dataset": ("simulate", "Write games as rows of data: views, signals, moves, outcomes."),
    "tournament": ("tournament", "Let players play the same deals, and rank them."),
}
DEFAULT = "play"


def load(name: str) -> click.Command:
    """Import the command of that name."""
    command = getattr(import_module(f".{COMMANDS[name][0]}", __package__), f"{name}_command")
    if not isinstance(command, click.Command):
        raise TypeError(f"{name} is not a command")
    return command


class _Commands(click.Group):
    """A group that imports a command only when it is called, so that the help stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - likewise
        return load(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - likewise
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=_Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="nonante")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Play, host, study and beat The Game and The Game: Extreme. Without a command: play."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(load(DEFAULT))


def main() -> None:
    """Run the command line: exit code 0 when fine, 2 with one clear line for bad input."""
    _forgive_encodings()
    logging.getLogger("nonante").addHandler(logging.NullHandler())  # only servers keep a log; others say it themselves
    try:
        code = program.main(standalone_mode=False)
    except (NonanteError, OSError) as error:
        _complain(str(error))
        code = 2
    except click.ClickException as error:
        _complain(error.format_message())
        code = 2
    except (click.Abort, KeyboardInterrupt):
        print(file=sys.stderr)
        code = 130
    sys.exit(code if isinstance(code, int) else 0)


def _forgive_encodings() -> None:
    """Let what cannot be written or read in the terminal's encoding become a question mark, not an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complain(text: str) -> None:
    print("nonante:", " ".join(text.split()), file=sys.stderr)
