"""Between the values of rules/ and the kernel's records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..rules import REASONS, Game, Rules
from . import codes, layout as at
from .views import action_of, move_of, ruled, words

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]

__all__ = ["action_of", "move_of", "player_record", "read_state", "rules_record", "state_record"]

STATUSES = ("playing", "won", "lost")
_WORD = (1 << 64) - 1


def rules_record(rules: Rules) -> Integers:
    """Write rules for the kernel."""
    return np.array(ruled(rules).numbers(), np.int64)


def player_record(settings: Mapping[str, float]) -> Floats:
    """Write a player's settings for the kernel, by the names of `layout` in lower case, such as ``w_step``."""
    record = np.zeros(at.REFERENCE_SIZE)
    for name, value in settings.items():
        record[getattr(at, name.upper()) if not name.startswith("w_shown_") else _shown_weight(name)] = value
    return record


def _shown_weight(name: str) -> int:
    return at.W_SHOWN + int(getattr(codes, name.removeprefix("w_shown_").upper()))


def state_record(game: Game) -> Integers:
    """Write a game that stands at the start of a turn; `game.begin_turn` starts the turn itself."""
    record = np.zeros(at.STATE_SIZE, np.int64)
    for pile, top in enumerate(game.tops):
        mark = game.rules.marks[top]
        record[at.HEIGHTS + pile] = top if pile < 2 else 101 - top
        record[at.SHOWN] += 1 << 4 * mark
        record[at.FIRES] |= (mark == codes.FIRE) << pile
    for seat, hand in enumerate(game.hands):
        record[at.HANDS + 4 * seat : at.HANDS + 4 * seat + 2] = words(hand)
        record[at.HANDS + 4 * seat + 2 : at.HANDS + 4 * seat + 4] = words(101 - card for card in hand)
    record[at.UNPLAYED : at.UNPLAYED + 2] = words([*game.draw, *(card for hand in game.hands for card in hand)])
    record[at.LEFT] = len(game.draw)
    record[at.DECK + at.CARDS - len(game.draw) : at.DECK + at.CARDS] = game.draw
    return record


def read_state(record: Integers) -> dict[str, Any]:
    """Return what a state record says, under the names and in the words of `Game`."""
    said: list[int] = record.tolist()
    up, second_up, down, second_down = said[at.HEIGHTS : at.HEIGHTS + 4]
    reason = said[at.REASON]
    return {
        "tops": (up, second_up, 101 - down, 101 - second_down),
        "hands": tuple(_numbers(said[word], said[word + 1]) for word in range(at.HANDS, at.DECK, 4)),
        "draw": tuple(said[at.DECK + at.CARDS - said[at.LEFT] : at.DECK + at.CARDS]),
        "active": said[at.ACTIVE],
        "turn": said[at.TURN],
        "minimum": said[at.MINIMUM],
        "laid": said[at.LAID],
        "status": STATUSES[said[at.STATUS]],
        "reason": REASONS[reason - 1] if reason else None,
        "lock": said[at.LOCK],
    }


def _numbers(low: int, high: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set in two words."""
    cards, numbers = low & _WORD | high << 64, list[int]()
    while cards:
        lowest = cards & -cards
        numbers.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(numbers)
