"""Options shared by several commands, types that click lacks, and the configuration file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, Final

import click

from ..rules import Rules
from ..texts import LANGUAGES, language_of_system

LIMITS: Final = "nonante.limits"
"""Where the limits of a configuration file are kept for the command."""
language_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    callback=lambda _context, _option, chosen: chosen or language_of_system(),
    help="Language; by default the system's.",
)


class Finite(click.FloatRange):
    """A finite number; ranges alone would accept ``nan``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or refuse one that is not finite."""
        number = super().convert(value, param, ctx)
        if number != number or number in (float("inf"), float("-inf")):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return float(number)


def counted(count: int, what: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "table"), counted(2, "table")
    ('1 table', '2 tables')
    """
    return f"{count} {what}{'' if count == 1 else 's'}"


def rules_options(command: Any) -> Any:
    """Add the options of a set of rules, except the edition and the number of players."""
    for option in (
        click.option("--short-hand", type=click.Choice(["strict", "lenient"]),
                     help="Rule for a hand smaller than the minimum (R30)."),
        click.option("--one-pile", type=click.Choice(["standard", "strict"]),
                     help="Rule for a one-pile command played mid-turn (R25)."),
        click.option("--commands", metavar="house|seeded|FILE", help="Cards that carry commands; FILE: a JSON map."),
        click.option("--talk", type=click.Choice(["none", "standard", "permissive"]), default="standard",
                     show_default=True, help="Signals that are allowed."),
    ):  # fmt: skip
        command = option(command)
    return command


def make_rules(edition: str, players: int, options: dict[str, Any]) -> Rules:
    """Return the rules that the options describe."""
    chosen = {name: value for name, value in options.items() if value is not None}
    if chosen.get("commands", "house") not in ("house", "seeded"):
        chosen["commands"] = _read_map(chosen["commands"])
    return Rules.edition(edition, players, **chosen)


def _read_map(path: str) -> dict[str, list[int]]:
    """Read a command map: a JSON object with four numbers for each kind of command."""
    try:
        read = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise click.ClickException(f"{path}: not a command map: no such file (and not house or seeded)") from None
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{path}: not a command map: {error}") from None
    if not isinstance(read, dict):
        raise click.ClickException(f"{path}: not a command map: it must be an object with four numbers for each kind")
    return read


def read_config(ctx: click.Context, _: click.Parameter, file: Path | None) -> None:
    """Read the defaults of all options from a TOML file; the command line and the environment take precedence."""
    if file is None:
        return
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise click.ClickException(f"cannot read {file}: {getattr(error, 'strerror', None) or error}") from None
    from ..server import read_limits  # which only a server needs

    ctx.meta[LIMITS] = read_limits(_limits(file, values))
    names = {option.name: option for option in ctx.command.params if option.name not in ("config", "check")}
    known = {flag.lstrip("-"): option for option in names.values() for flag in option.opts}
    for name, value in values.items():
        option = known.get(name)
        if option is None:
            raise click.ClickException(f"{file}: there is no option {name!r}")
        wanted = _misfit(option, value)
        if wanted:
            raise click.ClickException(f"{file}: {name} has to be {wanted}, not {_shown(value)}")
    ctx.default_map = {str(known[name].name): value for name, value in values.items()}


def _limits(file: Path, values: dict[str, Any]) -> dict[str, object]:
    """Take the table of limits out of a file's data."""
    limits = values.pop("limits", {})
    if not isinstance(limits, dict):
        raise click.ClickException(f"{file}: limits must be a table: write [limits], then one limit per line")
    return limits


def _misfit(option: click.Parameter, value: object) -> str | None:
    """Return what an option must be if a value has another type; click parses text."""
    if option.multiple:
        fits = isinstance(value, list) and all(isinstance(item, str) and item.isprintable() for item in value)
        return None if fits else "a list of texts"
    if isinstance(option, click.Option) and option.is_flag:
        return None if isinstance(value, bool) else "true or false"
    if isinstance(value, str):
        return None if value.isprintable() else "a text of one line"
    if option.type is click.UNPROCESSED:  # it has its own error message
        return None
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(option.type, click.types.FloatParamType):
        return None if number else "a number"
    if isinstance(option.type, click.types.IntParamType):
        return None if number and isinstance(value, int) else "a whole number"
    return "a text in quotes"


def _shown(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 40 else f"{text[:40]}…"
