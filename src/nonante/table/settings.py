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


HOURS: Final = 24 * 30
"""The most hours that a slow game may let pass before somebody is reminded, or a computer player moves."""


@dataclass(frozen=True, slots=True)
class Slow:
    """A slow game: everybody plays when they have time."""

    remind: int | None = None
    """Hours after which the person whose turn waits is reminded; None: never."""
    stand_in: int | None = None
    """Hours after which a computer player moves for them; None: never."""

    def __post_init__(self) -> None:
        for name in ("remind", "stand_in"):
            hours = getattr(self, name)
            if hours is not None and (type(hours) is not int or not 1 <= hours <= HOURS):
                raise TableError("option", name=name, value=hours, known=f"1 to {HOURS} hours, or null")

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data."""
        return {"remind": self.remind, "stand_in": self.stand_in}

    @classmethod
    def from_data(cls, data: object) -> Slow:
        """Read what `to_data` wrote; missing fields have their defaults."""
        if not isinstance(data, Mapping) or set(data) - {"remind", "stand_in"}:
            raise TableError("option", name="slow", value=data, known='null or {"remind": hours, "stand_in": hours}')
        return cls(**data)


@dataclass(frozen=True, slots=True)
class Settings:
    """The host's choices: the rules, and what this table offers."""

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
    slow: Slow | None = None
    """How long a turn may wait, where people play when they have time; None: everybody is there."""

    def __post_init__(self) -> None:
        for name in ("undo", "hints", "chat", "private", "approval"):
            if not isinstance(getattr(self, name), bool) and (name, getattr(self, name)) != ("undo", None):
                raise TableError("option", name=name, value=getattr(self, name), known="true or false")
        if self.away not in AWAY:
            raise TableError("option", name="away", value=self.away, known=" or ".join(AWAY))
        if not isinstance(self.slow, Slow | None):
            raise TableError("option", name="slow", value=self.slow, known="Slow or None")

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
            **({"slow": self.slow.to_data()} if self.slow else {}),
        }

    @classmethod
    def from_data(cls, data: object) -> Settings:
        """Read what `to_data` wrote; missing fields have their defaults."""
        if not isinstance(data, Mapping) or set(data) - {field.name for field in fields(cls)}:
            raise TableError("event", why=Cause("data", data=repr(data)))
        options = dict(data)
        slow = options.pop("slow", None)
        rules = Rules.from_data(options.pop("rules", {}))
        return cls(rules, slow=None if slow is None else Slow.from_data(slow), **options)


def next_edition(edition: str, run: int) -> str | None:
    """Return the edition to suggest after `run` wins in a row; None if these are too few or there is nothing harder."""
    return _NEXT_EDITION.get(edition) if run >= _WINS else None
