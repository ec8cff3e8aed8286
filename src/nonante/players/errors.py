"""What computer players refuse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from ..rules import NonanteError

PLAYER_MESSAGES: Final[dict[str, tuple[str, str]]] = {
    "unknown-level": ("", "no computer player is called {level!r}: choose {known}"),
}


class PlayerError(NonanteError):
    """A question no computer player can answer, such as one to an unknown level."""

    messages: ClassVar[Mapping[str, tuple[str, str]]] = PLAYER_MESSAGES
