"""The status of a game, and the grade of a finished one."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Status: TypeAlias = Literal["playing", "won", "lost"]
"""How a game stands."""
LossReason: TypeAlias = Literal[
    "stuck", "skull-uncovered", "three-not-three", "stop-before-third", "fire-uncovered", "one-pile-broken"
]
"""Why a game was lost."""
Grade: TypeAlias = Literal["champions", "excellent", "lost"]
"""How a finished game is graded (R2)."""

PLAYING: Final = "playing"
WON: Final = "won"
LOST: Final = "lost"

STUCK: Final = "stuck"
SKULL_UNCOVERED: Final = "skull-uncovered"
THREE_NOT_THREE: Final = "three-not-three"
STOP_BEFORE_THIRD: Final = "stop-before-third"
FIRE_UNCOVERED: Final = "fire-uncovered"
ONE_PILE_BROKEN: Final = "one-pile-broken"

REASONS: Final[tuple[LossReason, ...]] = get_args(LossReason)
"""Why a game can be lost."""


def grade(status: Status, cards_left: int) -> Grade | None:
    """Return ``champions``, ``excellent`` (1 to 9 cards left) or ``lost`` (R2); None while the game runs.

    A game lost although no card is left, by a command broken in the last turn (R19), is lost and nothing else.
    """
    if status == PLAYING:
        return None
    if status == WON:
        return "champions"
    return "excellent" if 0 < cards_left < 10 else "lost"
