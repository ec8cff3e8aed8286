"""What messages in both directions are made of: fixed words, and the settings of a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from ..rules import CommandKind, PileLetter
from ..table import EventKind, TalkClosed, WhenAway
from .structs import UNSET, Struct, UnsetType


class Meant(NamedTuple):
    """What a field is meant to hold where more is read, so that the table itself can say what is wrong with it."""

    type: Any


Pile: TypeAlias = Annotated[str, Meant(PileLetter)]
CommandNumbers: TypeAlias = dict[CommandKind, list[int]]
NewsKind: TypeAlias = EventKind | Literal["away", "back"]
Pace: TypeAlias = Literal["slow", "normal", "fast"]
SignalsClosed: TypeAlias = TalkClosed | Literal["not-running", "start-first", "paused"]
Difficulty: TypeAlias = Literal["easy", "normal", "hard"]
ChatClosed: TypeAlias = Literal["chat-off", "talk-off", "silence"]


class RulesData(Struct, frozen=True):
    """Which game is played: the edition, how many play, and what differs from that edition (see `Rules.to_data`)."""

    edition: str
    players: int
    commands: Literal["house", "seeded"] | CommandNumbers | UnsetType = UNSET
    one_pile: Literal["standard", "strict"] | UnsetType = UNSET
    short_hand: Literal["strict", "lenient"] | UnsetType = UNSET
    talk: Literal["none", "standard", "permissive"] | UnsetType = UNSET
    open_history: bool | UnsetType = UNSET


class SlowData(Struct, frozen=True):
    """A slow game: hours after which somebody is reminded of their turn, or a computer player moves; null: never."""

    remind: int | None = None
    stand_in: int | None = None


class SettingsData(Struct, frozen=True):
    """What the host chose (see `Settings.to_data`)."""

    rules: RulesData
    undo: bool | None
    """Null: where one person plays, and not with others, who have seen the card."""
    hints: bool
    chat: bool
    away: WhenAway
    private: bool
    """Whether only people with a seat see the game."""
    approval: bool
    """Whether the host is asked before anybody sits down."""
    slow: SlowData | None = None
    """Everybody plays when they have time; null: everybody is there."""


SettingsRead: TypeAlias = Annotated[dict[str, Any], Meant(SettingsData)]
