"""Write docs/reference/cli.md: every command with its options, as `--help` shows them.

.venv/bin/python scripts/cli.py          # compare; exit code 1 when the page is not up to date
.venv/bin/python scripts/cli.py --write  # write the page
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from nonante.cli import COMMANDS, load

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "cli.md"
INTRODUCTION = """\
# Command line

`nonante` without a command is `nonante play`. Bad input ends with exit code 2 and one line that says what is wrong.
Options of `nonante serve` can also be set in the environment and in a [configuration file](configuration.md).

This page is generated from the code by `scripts/cli.py`.
"""


def page() -> str:
    """Return the page."""
    return INTRODUCTION + "".join(part for name in COMMANDS for part in section(f"nonante {name}", load(name), "##"))


def section(name: str, command: click.Command, level: str) -> Iterator[str]:
    """Yield a command's heading, help, usage and options, then those of its subcommands."""
    context = click.Context(command, info_name=name)
    about = " ".join((command.help or "").split("\f")[0].split())
    yield f"\n{level} {name}\n\n{about}\n\n```\n{name} {' '.join(command.collect_usage_pieces(context))}\n```\n"
    records = [option.get_help_record(context) for option in command.params]
    rows = [record for record in records if record and record[1]]
    if rows:
        yield "\n| option | meaning |\n|---|---|\n"
        yield from (f"| `{flags}` | {' '.join(text.split())} |\n" for flags, text in map(_plain, rows))
    if isinstance(command, click.Group):
        for sub in command.list_commands(context):
            if found := command.get_command(context, sub):
                yield from section(f"{name} {sub}", found, level + "#")


def _plain(record: tuple[str, str]) -> tuple[str, str]:
    """Return an option's flags and meaning as cells of a table."""
    flags, text = record
    return flags.replace("|", "\\|"), text.replace("|", "\\|")


def main() -> int:
    """Write or compare."""
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        print("docs/reference/cli.md is not up to date: run scripts/cli.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
