"""What the host of a table chooses: the rules, and what the table offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, TypeAlias, get_args

from ..rules import Cause, Rules
from .errors import TableError

WhenAway: TypeAlias = Literal["wait", "bot"]
"""What a table does while a person is away: wait, or let a computer player move for them."""
AWAY: Final[tuple[WhenAway, ...]] = get_args(WhenAway)
_WINS: Final = 2  # in a row, fresh deals only, after which the next edition is suggested
_NEXT_EDITION: Final = {
    "base": "expert",
    "expert": "on-fire",
    "expert-short": "on-fire",
    "on-fire": "extreme",
    "extreme": "expert+extreme",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host chose: the rules, and what this table offers."""

    rules: Rules = field(default_factory=Rules)
    undo: bool | None = None
    """Whether laid cards may be taken back; None: where one person plays, and not with others who see them (R46)."""
    hints: bool = True
    chat: bool = False
    away: WhenAway = "wait"
    private: bool = False
    """Whether only people with a seat see the game."""
    approval: bool = False
    """Whether the host is asked before somebody takes a seat."""

    def __post_init__(self) -> None:
        for name in ("undo", "hints", "chat", "private", "approval"):
            if not isinstance(getattr(self, name), bool) and (name, getattr(self, name)) != ("undo", None):
                raise TableError("option", name=name, value=getattr(self, name), known="true or false")
        if self.away not in AWAY:
            raise TableError("option", name="away", value=self.away, known=" or ".join(AWAY))

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data."""
        return {
            "rules": self.rules.to_data(),
            "undo": self.undo,
            "hints": self.hints,
            "chat": self.chat,
            "away": self.away,
            **({"private": True} if self.private else {}),
            **({"approval": True} if self.approval else {}),
        }

    @classmethod
    def from_data(cls, data: object) -> Settings:
        """Read what `to_data` wrote; what is missing has its default."""
        if not isinstance(data, Mapping) or set(data) - {field.name for field in fields(cls)}:
            raise TableError("event", why=Cause("data", data=repr(data)))
        options = dict(data)
        return cls(Rules.from_data(options.pop("rules", {})), **options)


def next_edition(edition: str, run: int) -> str | None:
    """Return the edition to try after `run` wins in a row, or None: too few, or nothing harder."""
    return _NEXT_EDITION.get(edition) if run >= _WINS else None
