"""What computer players say at a table: of all they would say, only what changes what somebody should do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..rules import Game
from ..table import HOLD, Signal

STRONGER: Final = ("keep-off", "can-go-back")
_TWINS: Final = {"B": "A", "D": "C"}


def worth_saying(
    game: Game, wanted: Mapping[int, Sequence[Signal]], standing: Sequence[Signal]
) -> dict[int, list[Signal]]:
    """Return what each computer seat says of the signals it wants, beside what people have standing.

    Which words go depends on the words and on what everybody sees, never on a hand, so what is left tells no more
    about a card than before (R45).
    """
    heard = [word for word in standing if word.seat not in wanted and word.seat != game.active]
    said = {seat: _own(game, words) for seat, words in wanted.items()}
    kept_off = {word.pile for words in (heard, *said.values()) for word in words if word.name in STRONGER}
    known = {(word.name, word.pile) for word in heard}
    for seat, words in said.items():
        said[seat] = [
            word
            for word in words
            # Another seat has said it, or has asked for more.
            if not word.pile or ((word.name, word.pile) not in known and not _weaker(word, kept_off))
        ]
        known |= {(word.name, word.pile) for word in words}
    return said


def _own(game: Game, words: Sequence[Signal]) -> list[Signal]:
    """Return a seat's words without those that change nothing: it is fine, it needs no help, or it says it twice."""
    helped = any(word.name == HOLD for word in words)
    idle = {"comfortable", HOLD, *(("trouble",) if helped else ())}
    return [word for word in words if word.name not in idle and not _repeats(game, word, words)]


def _repeats(game: Game, word: Signal, words: Sequence[Signal]) -> bool:
    """Tell whether a seat says the same of the other pile of this direction, and both are empty."""
    twin = _TWINS.get(word.pile or "")
    if twin is None or game.piles[twin] != game.piles[word.pile or ""]:
        return False
    return any((other.name, other.pile) == (word.name, twin) for other in words)


def _weaker(word: Signal, kept_off: set[str | None]) -> bool:
    """Tell whether somebody asks for more: whoever keeps off a pile takes no small steps on it."""
    return word.name == "small-steps" and word.pile in kept_off
