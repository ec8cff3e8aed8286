"""Crews: friends who keep their games together. What their pages send and get over plain HTTP."""

from __future__ import annotations

from .pages import OwnSeat, TableStatus
from .shared import SettingsRead
from .structs import Struct


class NewMember(Struct, frozen=True, forbid_unknown_fields=True):
    """A new member: a name, and one of five faces."""

    name: str
    face: int


class AskCrew(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/crews: keep the people of one's table as a crew; the first request creates it, the others join."""

    name: str
    member: NewMember
    own: OwnSeat


class AskMember(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/crews/{code}/join, or /change with a member's secret: name and face of a member."""

    member: NewMember
    name: str | None = None
    """The crew's new name, with /change."""


class CrewJoined(Struct, frozen=True):
    """The answer after joining; the secret identifies the member."""

    crew: str
    token: str


class CrewMember(Struct, frozen=True):
    """Somebody in a crew."""

    name: str
    face: int
    you: bool


class CrewGame(Struct, frozen=True):
    """A finished game of a crew."""

    game: str
    """Such as BCDFGH-2."""
    at: float
    """When it ended: seconds since 1970."""
    edition: str
    names: list[str]
    left: int
    """Cards left; 0 when won."""
    stayed: list[int]
    week: str | None = None
    """The week whose deal it was."""


class CrewTable(Struct, frozen=True):
    """A table of a crew that is not over: people can sit down, or come back."""

    code: str
    edition: str
    status: TableStatus
    names: list[str | None]
    """The name at each seat; null where it is free."""
    week: bool


class CrewFigures(Struct, frozen=True):
    """All games of a crew."""

    games: int
    won: int
    best: int
    """Most games won in a row."""
    weeks: int
    """Weeks in a row with a game, up to this one or the last."""


class CrewWeek(Struct, frozen=True):
    """The deal of the week, the same for every crew with as many players."""

    week: str
    """Such as 2026-W47."""
    ends: float
    """Seconds since 1970."""
    own: CrewGame | None
    """What became of it here."""
    begun: bool
    """Whether this crew has a table for it."""
    crews: int
    """How many crews have finished it, and how many of them won; 0 until this one has."""
    won: int


class Crew(Struct, frozen=True):
    """GET /api/crews/{code}: a crew. Others than members see only its name and people, and may join."""

    crew: str
    name: str
    since: float
    members: list[CrewMember]
    member: bool
    """Whether one is in it."""
    figures: CrewFigures | None
    week: CrewWeek | None
    tables: list[CrewTable]
    games: list[CrewGame]
    """The last ones, the latest first."""


class AskCrewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/crews/{code}/table: open a table for the crew; with `week`, for the deal of the week."""

    name: str
    settings: SettingsRead
    week: bool = False


class CrewLeft(Struct, frozen=True):
    """POST /api/crews/{code}/leave: the member has left; when the last one leaves, the crew is deleted."""

    ended: bool
