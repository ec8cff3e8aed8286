"""What this room refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from ..rules import NonanteError

TURN_MESSAGES: Final[dict[str, tuple[str, str]]] = {
    "not-to-move": ("1.3", "this seat has no move to make: {why}"),
}


class TurnError(NonanteError):
    """A turn asked for where there is none: of a spectator, of a seat that is not to move, of a finished game."""

    messages: ClassVar[Mapping[str, tuple[str, str]]] = TURN_MESSAGES
