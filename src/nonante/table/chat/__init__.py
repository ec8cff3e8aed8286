"""Free chat, where a host allows it: no numbers in any dress, no "I can go back here", no "I hold the next" (R49)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from ..errors import TableError
from .announcing import going_back_in, next_number_in
from .numbers import number_in

MAX_CHAT: Final = 200
MAX_NAME: Final = 20

__all__ = ["MAX_CHAT", "MAX_NAME", "check_chat", "check_name", "going_back_in", "next_number_in", "number_in"]


def check_chat(text: object, *, permissive: bool = False) -> str:
    """Return the message, tidied; raise TableError for a number and, unless permissive, for an announcement."""
    tidy = _uncounted(_tidy(text))
    if not tidy or len(tidy) > MAX_CHAT:
        raise TableError("chat-length")
    if word := number_in(tidy):
        raise TableError("chat-number", word=word)
    if not permissive and (sentence := going_back_in(tidy)):
        raise TableError("chat-going-back", sentence=sentence)
    if not permissive and (sentence := next_number_in(tidy)):
        raise TableError("chat-next-number", sentence=sentence)
    return tidy


def check_name(name: object) -> str:
    """Return the name, tidied; raise TableError when nothing visible is left or too much."""
    tidy = _tidy(name)
    if not tidy or len(tidy) > MAX_NAME:
        raise TableError("name")
    return tidy


def _tidy(text: object) -> str:
    """Drop control and invisible signs, fold white space, and shorten runs so that nobody counts with dots."""
    if not isinstance(text, str):
        return ""
    visible = "".join(" " if sign.isspace() else sign for sign in text)
    visible = "".join(sign for sign in visible if unicodedata.category(sign)[0] != "C")
    return " ".join(re.sub(r"(.)\1{3,}", r"\1\1\1", visible).split())


def _uncounted(text: str) -> str:
    """Show three of whatever is repeated more often, so that nobody counts with hops or hands either."""
    together = re.sub(r"(\S{2,8}?)\1{3,}", r"\1\1\1", text)
    return re.sub(r"(?<!\S)(\S{1,12})(?: \1){3,}(?!\S)", r"\1 \1 \1", together)
