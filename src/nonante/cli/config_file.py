"""The configuration file of ``nonante serve``: options by their long names, and the table ``[limits]``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import click

from ..server import read_limits

LIMITS: Final = "nonante.limits"
"""Where the limits of the file are kept for the command."""


def read_config(ctx: click.Context, _: click.Parameter, file: Path | None) -> None:
    """Read the defaults of all options from a TOML file; the command line and the environment take precedence."""
    if file is None:
        return
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise click.ClickException(f"cannot read {file}: {error}") from None
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
    """Take the table of limits out of what a file says."""
    limits = values.pop("limits", {})
    if not isinstance(limits, dict):
        raise click.ClickException(f"{file}: limits must be a table: write [limits], then one limit per line")
    return limits


def _misfit(option: click.Parameter, value: object) -> str | None:
    """Say what an option has to be, where a value is something else; what is written as text, click reads."""
    if option.multiple:
        fits = isinstance(value, list) and all(isinstance(item, str) and item.isprintable() for item in value)
        return None if fits else "a list of texts"
    if isinstance(option, click.Option) and option.is_flag:
        return None if isinstance(value, bool) else "true or false"
    if isinstance(value, str):
        return None if value.isprintable() else "a text of one line"
    if option.type is click.UNPROCESSED:  # it has words of its own for what it wants
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
