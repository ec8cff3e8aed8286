"""Limits of one's own: the table ``[limits]`` of a configuration file, by the names that `Limits` gives them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import Field, fields, replace
from typing import Any, Final

from ..host import Limits, Rate
from .errors import AdminError

OPTIONS: Final = {"tables": "tables", "sockets_per_address": "sockets", "code_length": "code-length", "keep": "keep"}
"""Limits that are options of `nonante serve`, and are set there alone."""
RATE: Final = ("a-second", "at-once")


def name_of(field: Field[Any]) -> str:
    """Return what a limit is called in the file."""
    return field.name.replace("_", "-")


def settable() -> dict[str, Field[Any]]:
    """Return the limits that the file can set, by their names there."""
    return {name_of(field): field for field in fields(Limits) if field.name not in OPTIONS}


def read_limits(values: Mapping[str, object]) -> Limits:
    """Return the limits with what the file says, or refuse it in one line."""
    known = settable()
    for field in fields(Limits):
        if name_of(field) in values and field.name in OPTIONS:
            raise _bad(name_of(field), f"is an option of its own: write {OPTIONS[field.name]} = … above [limits]")
    for name in values:
        if name not in known:
            raise _bad(name, "is no limit; docs/limits.md lists them")
    read: dict[str, Any] = {known[name].name: _read(name, known[name].default, values[name]) for name in values}
    return replace(Limits(), **read)


def _read(name: str, default: object, value: object) -> object:
    match default:
        case Rate():
            return _rate(name, default, value)
        case float():
            return _positive(name, value)
        case _:
            return _whole(name, value)


def _rate(name: str, default: Rate, value: object) -> Rate:
    if not isinstance(value, dict) or not value or not set(value) <= set(RATE):
        shown = f"{{ a-second = {default.a_second}, at-once = {default.at_once} }}"
        raise _bad(name, f"has to be a rate such as {shown}, or one half of it")
    rate = default
    if "a-second" in value:
        rate = replace(rate, a_second=_positive(f"{name}.a-second", value["a-second"]))
    if "at-once" in value:
        rate = replace(rate, at_once=_whole(f"{name}.at-once", value["at-once"]))
    return rate


def _positive(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise _bad(name, f"has to be a number above 0, not {_shown(value)}")
    return float(value)


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise _bad(name, f"has to be a whole number from 1, not {_shown(value)}")
    return value


def _bad(name: str, why: str) -> AdminError:
    return AdminError("limits", name=_shown(name), why=why)


def _shown(value: object) -> str:
    return " ".join(str(value).split())[:40]
