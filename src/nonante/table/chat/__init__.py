"""Free chat, where a host allows it: no numbers in any dress, no "I can go back here", no "I hold the next" (R49)."""

from __future__ import annotations

import re
from typing import Final

from ..errors import TableError
from ..normalize import tidy
from .announcements import going_back_in, next_number_in
from .numbers import number_in

MAX_CHAT: Final = 200

__all__ = ["MAX_CHAT", "check_chat", "going_back_in", "load_chat_filter", "next_number_in", "number_in"]


def check_chat(text: object, *, permissive: bool = False) -> str:
    """Return the message, tidied; raise TableError if it names a number or, unless permissive, announces a card."""
    clean = _uncounted(tidy(text))
    if not clean or len(clean) > MAX_CHAT:
        raise TableError("chat-length")
    if word := number_in(clean):
        raise TableError("chat-number", word=word)
    if not permissive and (sentence := going_back_in(clean)):
        raise TableError("chat-going-back", sentence=sentence)
    if not permissive and (sentence := next_number_in(clean)):
        raise TableError("chat-next-number", sentence=sentence)
    return clean


def load_chat_filter() -> None:
    """Read the languages now: the first message would take a quarter of a second."""
    number_in("word")


def _uncounted(text: str) -> str:
    """Show three of whatever is repeated more often, so that nobody counts with hops or hands either."""
    together = re.sub(r"(\S{2,8}?)\1{3,}", r"\1\1\1", text)
    return re.sub(r"(?<!\S)(\S{1,12})(?: \1){3,}(?!\S)", r"\1 \1 \1", together)
