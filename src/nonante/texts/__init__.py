"""Texts in English, French and German: flat JSON catalogues, and the rules as prose."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ..rules import NonanteError

__all__ = ["LANGUAGES", "Texts", "language_of_system", "load", "plural", "rules_examples", "rules_text"]

LANGUAGES: Final = ("en", "fr", "de")
"""The tags of all languages."""
_POINT: Final = {"en": ".", "fr": ",", "de": ","}


class Texts:
    """The texts of one language, from the catalogues named; a key that is missing raises KeyError."""

    def __init__(self, language: str, *catalogues: str) -> None:
        self.language = language
        self._texts: dict[str, Any] = {}
        for catalogue in catalogues:
            self._texts |= load(catalogue, language)

    def __call__(self, key: str, **details: object) -> str:
        """Return the text of a key; one with a plural is chosen by `count`."""
        text = self._texts[key]
        if isinstance(text, dict):
            text = text[plural(self.language, details["count"])]
        return str(text).format(**{name: self._shown(detail) for name, detail in details.items()})

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def figure(self, value: float, form: str = "") -> str:
        """Return a number as people write it: with a real minus sign and, except in English, a decimal comma.

        `form` is one of Python's format specifications.
        """
        return format(value, form).replace("-", "−").replace(".", _POINT[self.language])

    def error(self, error: NonanteError) -> str:
        """Return the message of an error, with its rule."""
        return self.refusal(error.code, error.rule, error.told())

    def refusal(self, code: str, rule: str, details: Mapping[str, Any]) -> str:
        """Return the message for a code, a rule and details, as a host sends them."""
        text = self(f"error.{code}", **self._reasoned(details))
        return f"{text} ({self.rule(rule)})" if rule else text

    def rule(self, rule: str) -> str:
        """Cite a rule: a ruling by its number, a section in words."""
        return rule if rule.startswith("R") else self("rule", rule=rule)

    def _reasoned(self, details: Mapping[str, Any]) -> dict[str, Any]:
        """Put the reason in words: never the English of a program into a sentence of another language."""
        named = {"count": 0, **details}
        if "why" in named:
            because = named.pop("because", {"key": "cause.other", "details": {}})
            named["why"] = self(because["key"], **self._reasoned(because["details"])).removesuffix(".")
        return named

    def _shown(self, detail: object) -> object:
        return self.figure(detail) if isinstance(detail, int | float) else detail


@cache
def load(catalogue: str, language: str) -> dict[str, Any]:
    """Return one catalogue of one language, as in its file."""
    text = files(__package__).joinpath(f"{catalogue}.{language}.json").read_text("utf-8")
    texts: dict[str, Any] = json.loads(text)
    return texts


def plural(language: str, count: object) -> str:
    """Return the plural form, ``one`` or ``other``; in French, 0 is singular."""
    return "one" if count == 1 or (language == "fr" and count == 0) else "other"


def rules_text(language: str) -> str:
    """Return the rules in our own words, as plain Markdown."""
    return files(__package__).joinpath(f"rules.{language}.md").read_text("utf-8")


def rules_examples() -> list[dict[str, Any]]:
    """Return the examples of the rules as data, in the order of the text."""
    import tomllib

    examples: list[dict[str, Any]] = tomllib.loads(files(__package__).joinpath("examples.toml").read_text("utf-8"))[
        "example"
    ]
    return examples


def language_of_system() -> str:
    """Return the system's language; English if there is no catalogue for it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = os.environ.get(name, "")
        if wanted:
            return wanted[:2] if wanted[:2] in LANGUAGES else "en"
    return "en"
