"""Between the values of rules/ and the kernel's rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..rules import END, LETTERS, REASONS, Game, Rules
from . import core as kernel

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]

STATUSES = ("playing", "won", "lost")


def rules_row(rules: Rules) -> Integers:
    """Write rules for the kernel."""
    row = np.zeros(kernel.RULES_SIZE, np.int64)
    row[kernel.PLAYERS] = rules.players
    row[kernel.HAND_SIZE] = rules.hand_size
    row[kernel.LEAST] = rules.minimum
    row[kernel.STRICT_PILE] = rules.one_pile == "strict"
    row[kernel.LENIENT_HAND] = rules.short_hand == "lenient"
    row[kernel.TALK] = ("none", "standard", "permissive").index(rules.talk)
    row[kernel.SPECIAL] = rules.fire or rules.commands is not None
    row[kernel.SEEDED] = rules.commands is not None and not rules.commands.groups
    row[kernel.MARKS :] = rules.marks
    return row


def player_row(settings: Mapping[str, float]) -> Floats:
    """Write a player's settings for the kernel, by the names of the cells in lower case, such as ``w_step``."""
    row = np.zeros(kernel.PLAYER_SIZE)
    for name, value in settings.items():
        row[getattr(kernel, name.upper()) if not name.startswith("w_shown_") else _shown_cell(name)] = value
    return row


def _shown_cell(name: str) -> int:
    return kernel.W_SHOWN + int(getattr(kernel, name.removeprefix("w_shown_").upper()))


def state_row(game: Game) -> Integers:
    """Write a game that stands at the start of a turn; `kernel.begin_games` starts the turn itself."""
    row = np.zeros(kernel.STATE_SIZE, np.int64)
    for pile, top in enumerate(game.tops):
        mark = game.rules.marks[top]
        row[kernel.HEIGHTS + pile] = top if pile < 2 else 101 - top
        row[kernel.SHOWN] += 1 << 4 * mark
        row[kernel.FIRES] |= (mark == kernel.FIRE) << pile
    for seat, hand in enumerate(game.hands):
        row[kernel.HANDS + 4 * seat : kernel.HANDS + 4 * seat + 2] = _words(hand)
        row[kernel.HANDS + 4 * seat + 2 : kernel.HANDS + 4 * seat + 4] = _words(101 - card for card in hand)
    row[kernel.ALIVE : kernel.ALIVE + 2] = _words([*game.draw, *(card for hand in game.hands for card in hand)])
    row[kernel.LEFT] = len(game.draw)
    row[kernel.DECK + 98 - len(game.draw) : kernel.DECK + 98] = game.draw
    return row


def _words(numbers: Iterable[int]) -> Integers:
    cards = sum(1 << number for number in numbers)
    return np.array([cards & (1 << 64) - 1, cards >> 64], np.uint64).view(np.int64)


def read_state(row: Integers) -> dict[str, Any]:
    """Return what a state row says, under the names and in the words of `Game`."""
    heights = [int(height) for height in row[kernel.HEIGHTS : kernel.HEIGHTS + 4]]
    left, reason = int(row[kernel.LEFT]), int(row[kernel.REASON])
    return {
        "tops": (heights[0], heights[1], 101 - heights[2], 101 - heights[3]),
        "hands": tuple(_numbers(row[cell : cell + 2]) for cell in range(kernel.HANDS, kernel.DECK, 4)),
        "draw": tuple(int(card) for card in row[kernel.DECK + 98 - left : kernel.DECK + 98]),
        "active": int(row[kernel.ACTIVE]),
        "turn": int(row[kernel.TURN]),
        "minimum": int(row[kernel.MINIMUM]),
        "laid": int(row[kernel.LAID]),
        "status": STATUSES[int(row[kernel.STATUS])],
        "reason": REASONS[reason - 1] if reason else None,
        "lock": int(row[kernel.LOCK]),
    }


def _numbers(words: Integers) -> tuple[int, ...]:
    low, high = (int(word) for word in words.view(np.uint64))
    cards = low | high << 64
    return tuple(number for number in range(100) if cards >> number & 1)


def move_of(action: int) -> str:
    """Return the text of an action, such as ``"37A"``."""
    return END if action == kernel.END else f"{action // 4 + 2}{LETTERS[action % 4]}"


def action_of(move: str) -> int:
    """Return the action that a move's text means."""
    return kernel.END if move == END else (int(move[:-1]) - 2) * 4 + LETTERS.index(move[-1])
