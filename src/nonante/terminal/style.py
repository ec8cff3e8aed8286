"""Colour where it helps and is wanted; every line says the same without it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TextIO

_CODES = {"strong": "1", "dim": "2", "rising": "36", "falling": "33", "command": "35", "bad": "31", "good": "32"}


@dataclass(frozen=True, slots=True)
class Style:
    """How lines are dressed: plain, or with colours and a screen that can be wiped."""

    colour: bool = False
    wipe: bool = False

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """Return what the stream and the environment allow (NO_COLOR, TERM)."""
        smart = stream.isatty() and os.environ.get("TERM") != "dumb"
        return cls(colour=smart and not os.environ.get("NO_COLOR"), wipe=smart)

    def __call__(self, role: str, text: object) -> str:
        """Dress a text for its role."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.colour else str(text)

    def clean(self) -> str:
        """Return what hides everything above from the next player."""
        return "\x1b[H\x1b[2J\x1b[3J" if self.wipe else "\n" * 40

    def bell(self) -> str:
        """Return what makes a terminal ring; nothing where lines go into a file."""
        return "\a" if self.wipe else ""
