"""Errors: each has a code, the rule behind it and an English sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final


def one_line(value: object, most: int = 200) -> str:
    """Return a value as one line of at most `most` characters."""
    return " ".join(str(value).split())[:most]


def error_messages(text: str) -> dict[str, tuple[str, str]]:
    """Read the errors of a room, one a line: a code, the rule behind it where there is one, and a sentence.

    >>> error_messages("not-active (1.3): it is not your turn")
    {'not-active': ('1.3', 'it is not your turn')}
    """
    found = re.findall(r"^([a-z-]+)(?: \((\S+)\))?: (.+)$", text.replace("\n  ", " "), re.MULTILINE)
    return {code: (rule, sentence) for code, rule, sentence in found}


# code -> (rule of docs/reference/rules.md, sentence). Catalogues translate by code; the sentence is the default.
MESSAGES: Final = error_messages("""
# a move that may not be made; the game is unchanged
game-over (1.7): the game is over ({status})
unknown-move (1.4): {move!r} is not a move: write a card and a pile such as 37A, or end
not-in-hand (1.4): {card} is not in the hand of the active player
not-higher (1.4): pile {pile} is ascending: {card} is not higher than {top}, nor exactly 10 lower
not-lower (1.4): pile {pile} is descending: {card} is not lower than {top}, nor exactly 10 higher
no-retro (R23): {card} on {top} would be a backwards trick, and a no-retro command is visible
one-pile (R24): a one-pile command is visible: this turn stays on pile {pile}
below-minimum (1.4): the minimum this turn is {minimum}; cards played so far: {laid}
nothing-to-undo (R34): no card of the current turn can be taken back
already-started (R5): the starting player is chosen before the first card is played
# settings, positions and texts that make no sense
edition (2): unknown edition {value!r}: choose {known}, or join several with +
players (1.2): {value!r} players: the game is for 1 to 5
option: {name}={value!r} is not a setting: choose {known}
unknown-option: unknown rules option {name!r}: choose {known}
map-kinds (R7): a command map names {known}, each once; got {value}
map-count (R7): a command map has 4 numbers of each kind; {kind} has {count}
map-number (R7): {value!r} is not a card: the numbers go from 2 to 99
map-double (R7): {card} appears twice in the command map
map-fire (R41): {card} is a fire number: it carries no command when fire is in play
map-seed (R7): the seeded command map is drawn from a seed: deal the game, or use rules.resolve(seed)
seed: {value!r} is not a seed: use a whole number from 0 to 18446744073709551615
seat: {value!r} is not a seat: {players} players sit at 0 to {last}
pile (1.1): {value!r} is not a pile: the piles are A, B, C and D
top (1.1): {value!r} cannot lie on pile {pile}: only {low} to {high} can
card (1.1): {value!r} is not a card: the numbers go from 2 to 99
double (1.1): {card} appears twice in the position
hands (1.2): the number of hands ({value}) is not the number of players ({players})
empty-hands (1.5): all hands are empty while the draw pile has cards
text: not a game text: {why}
""")

# code -> sentence, for the `why` of an error. Catalogues translate these by code too.
CAUSES: Final[dict[str, str]] = {
    "not-json": "it is not JSON",
    "fields": "a field is missing, unknown or of the wrong kind",
    "format": "the mark {format} is missing",
    "version": "version {version}; this program reads version {known}",
    "words": "8 words expected, {count} found",
    "number": "{text!r} is not a number",
    "data": "{data}",
    "rules": "rules {data}",
    "turn": "{data} is not a turn",
    "move": "move {number}: {why}",
    "too-long": "it is too long",
    "parts": "its parts do not fit together",
    "damaged": "a part is missing or damaged",
    "link-sign": "a character does not belong there",
    "link-longer": "more follows after its end",
    "link-form": "this program does not know its form",
    "link-signals": "there are signals where none can be",
}


_JSON: Final = (str, int, float, bool, list, dict, type(None))


class NonanteError(ValueError):
    """Anything this package refuses, with a stable `code`, the `rule` broken and the `details`."""

    messages: ClassVar[Mapping[str, tuple[str, str]]] = MESSAGES

    def __init_subclass__(cls, messages: Mapping[str, tuple[str, str]] | None = None) -> None:
        """Let a subclass define its own messages: ``class TheirError(NonanteError, messages=…)``."""
        cls.messages = cls.messages if messages is None else messages

    def __init__(self, code: str, **details: Any) -> None:
        self.code = code
        self.rule, sentence = self.messages[code]
        self.details = details
        text = sentence.format(**details)
        super().__init__(f"{text} ({_cite(self.rule)})" if self.rule else text)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.code, self.details)

    def told(self) -> dict[str, Any]:
        """Return the details as JSON; `because` has the catalogue key for `why`, and its details."""
        return _told(self.details)


class Cause:
    """What is behind an error, for its `why`: a stable `code` of `CAUSES`, `details`, and the English sentence."""

    def __init__(self, code: str, **details: Any) -> None:
        self.code = code
        self.details = details
        self._sentence = CAUSES[code].format(**details)

    @classmethod
    def of(cls, error: Exception) -> NonanteError | Cause:
        """Return what made something unreadable: an error of ours says it itself, any other only in English."""
        if isinstance(error, NonanteError):
            return error
        why = cls("damaged")
        why._sentence = one_line(error)
        return why

    def __str__(self) -> str:
        return self._sentence


class IllegalMove(NonanteError):
    """A move the rules refuse; the game it was tried on has not changed."""


class BadInput(NonanteError):
    """Invalid settings, an impossible position, or a text that is not a game."""


def _cite(rule: str) -> str:
    return rule if rule.startswith("R") else f"rule {rule}"


def _told(details: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: value if isinstance(value, _JSON) else str(value) for name, value in details.items()}
    why = details.get("why")
    if isinstance(why, NonanteError | Cause):
        kind = "cause" if isinstance(why, Cause) else "error"
        told["because"] = {"key": f"{kind}.{why.code}", "details": _told(why.details)}
    return told


def _rebuild(cls: type[NonanteError], code: str, details: dict[str, Any]) -> NonanteError:
    return cls(code, **details)


def json_data(text: str, error: type[NonanteError], code: str) -> Any:
    """Return what a JSON text says; raise an error with this code where it is none."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise error(code, why=Cause("not-json")) from None
