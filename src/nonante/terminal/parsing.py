"""What a person types: moves in any order and spacing, and command words in their language or English."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..rules import END

ACTIONS = ("end", "undo", "signal", "withdraw", "hint", "show", "log", "help", "rules", "save", "quit")
JOIN_ACTIONS = (
    *("end", "undo", "signal", "withdraw", "hint", "show", "log", "help", "rules", "quit"),
    *("talk", "react", "start", "wish", "deal", "computer", "leave", "who"),
)
_LAY = re.compile(r"(?:(\d{1,3})\s*([a-dA-D])|([a-dA-D])\s*(\d{1,3}))(?=[\s,;]|$)[\s,;]*")


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line understood: an action with its words, or moves."""

    action: str
    words: tuple[str, ...] = ()


def understand(line: str, text: Callable[[str], str], actions: Sequence[str] = ACTIONS) -> ParsedLine:
    """Read a line; `text` gives the words of each of these actions in the person's language."""
    words = line.split()
    if not words:
        return ParsedLine("show")
    moves = _moves(line.strip(), {END, *_spoken(END, text)})
    if moves:
        return ParsedLine("lay", moves)
    first = words[0].casefold()
    for action in actions:
        if first == action or first in _spoken(action, text):
            return ParsedLine(action, tuple(words[1:]))
    return ParsedLine("unknown", tuple(words))


def spell(move: str, text: Callable[[str], str]) -> str:
    """Return a move as a person types it: the end of a turn is a word of their language."""
    return _spoken(END, text)[0] if move == END else move


def _spoken(action: str, text: Callable[[str], str]) -> list[str]:
    return text(f"words.{action}").casefold().split()


def _moves(line: str, ends: set[str]) -> tuple[str, ...]:
    """Return the moves when the whole line is made of them, a last word that ends the turn included."""
    moves: list[str] = []
    place = 0
    while place < len(line):
        match = _LAY.match(line, place)
        if not match:
            rest = line[place:].strip().casefold()
            return (*moves, END) if moves and rest in ends else ()
        card, pile = match[1] or match[4], match[2] or match[3]
        moves.append(f"{int(card)}{pile.upper()}")
        place = match.end()
    return tuple(moves)
