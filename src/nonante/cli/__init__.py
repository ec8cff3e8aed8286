"""The command line: parses, calls one room, prints. The module of a command is imported when it is used."""

from __future__ import annotations

import io
import logging
import sys
import traceback
from importlib import import_module

import click

from .. import __version__
from ..rules import NonanteError

# command -> (module of this package, one-line help shown in the list)
COMMANDS = {
    "play": ("serve", "Play in the browser, alone or with computer players."),
    "serve": ("serve", "Run a server that others can join."),
    "admin": ("admin", "Inspect and control a running server on this machine."),
    "static": ("static", "Build the game as a static site."),
    "backup": ("database", "Copy a database, even while a server uses it."),
    "check": ("database", "Check a database for damage."),
    "prune": ("database", "Delete inactive tables."),
    "export": ("database", "Export all tables of a database to a file."),
    "import": ("database", "Import tables from an exported file."),
    "human-games": ("database", "Export the games that people gave to research as a dataset of turns."),
    "terminal": ("terminal", "Play in the terminal, line by line."),
    "join": ("terminal", "Join a table by its link, in the terminal."),
    "bot": ("terminal", "Let your own computer player take a seat at a table, by its link."),
    "replay": ("review", "Replay a finished game turn by turn."),
    "analyse": ("review", "Review a finished game: luck, decisions, costliest turns."),
    "players": ("about", "List the computer players."),
    "rules": ("about", "Print the rules."),
    "simulate": ("simulate", "Simulate many games and report the win rate."),
    "benchmark": ("tournament", "Run the nonante-coop benchmark: self-play, cross-play, ad-hoc teams."),
    "board": ("tournament", "Show submitted entries of the benchmark as one page."),
    "bench-llm": ("models", "Run a language model through the benchmark."),
    "dataset": ("simulate", "Write simulated games as a dataset of turns."),
    "tournament": ("tournament", "Rank players on the same deals."),
}
DEFAULT = "play"


def load(name: str) -> click.Command:
    """Import the command of that name."""
    command = getattr(import_module(f".{COMMANDS[name][0]}", __package__), f"{name.replace('-', '_')}_command")
    if not isinstance(command, click.Command):
        raise TypeError(f"{name} is not a command")
    return command


class _Commands(click.Group):
    """A group that imports a command only when it is called, so that the help is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - likewise
        return load(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - likewise
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=_Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="nonante")
@click.option(
    "--debug",
    is_flag=True,
    expose_value=False,
    callback=lambda _context, _option, on: _show_causes(on),
    help="Show where an error comes from, such as the line at which a player of yours crashed.",
)
@click.pass_context
def program(ctx: click.Context) -> None:
    """Play, host, study and beat The Game and The Game: Extreme. Without a command: play."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(load(DEFAULT))


def _show_causes(on: bool) -> None:
    _debugging.on = on


class _Debugging:
    """Whether errors show where they come from."""

    on = False


_debugging = _Debugging()


def main() -> None:
    """Run the command line: exit code 0 on success, 2 with one clear line for bad input."""
    _forgive_encodings()
    logging.getLogger("nonante").addHandler(logging.NullHandler())  # only servers keep a log; others say it themselves
    try:
        code = program.main(standalone_mode=False)
    except (NonanteError, OSError) as error:
        if _debugging.on:
            traceback.print_exception(error)
        _complain(_sentence(error))
        code = 2
    except click.ClickException as error:
        _complain(error.format_message())
        code = 2
    except (click.Abort, KeyboardInterrupt):
        print(file=sys.stderr)
        code = 130
    sys.exit(code if isinstance(code, int) else 0)


def _forgive_encodings() -> None:
    """Replace characters that the terminal's encoding lacks by question marks, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _sentence(error: Exception) -> str:
    """Return the sentence of an error; for a file error its name and the reason, without the number."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _complain(text: str) -> None:
    print("nonante:", " ".join(text.split()), file=sys.stderr)
