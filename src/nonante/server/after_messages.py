"""What the pages around the games send and get over plain HTTP: one's own tables, replays, days, reviews."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .messages import CardView, News, TableView

TableStatus: TypeAlias = Literal["lobby", "playing", "won", "lost"]
DailyCategory: TypeAlias = Literal["solo", "solo-extreme", "team"]


class OwnSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and the secret of one's seat there."""

    code: str
    token: str


class AskOwnTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/own-tables: say how the tables stand where I sit."""

    seats: list[OwnSeat]


class OwnTable(msgspec.Struct, frozen=True):
    """How a table stands: nothing that a spectator may not see."""

    code: str
    you: int
    edition: str
    names: list[str | None]
    levels: list[str | None]
    """The level of each computer player; null for a person and for a free seat."""
    status: TableStatus
    active: int | None
    """Whose turn it is; null while nobody's."""
    score: int
    draw_count: int
    paused: bool
    deals: int


class OwnTables(msgspec.Struct, frozen=True):
    """The tables asked for, as they stand; `gone` lists those where that secret opens no seat."""

    tables: list[OwnTable]
    gone: list[str]


class AskDaily(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/daily: open a table with a deal of the day and begin."""

    name: str
    date: str
    """A date of one's own calendar, such as 2026-11-15."""
    category: DailyCategory
    again: bool
    """Whether it was played on this device before: then it is a known deal and counts nowhere."""


class OpenedDaily(msgspec.Struct, frozen=True):
    """The table of a deal of the day, and the secret of one's seat."""

    code: str
    token: str
    edition: str
    players: int


class AskDailyResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/daily/results: what others made of a deal that one has finished."""

    date: str
    category: DailyCategory
    own: OwnSeat
    """One's own table of that deal: only who has finished it sees the others."""


class DailyResult(msgspec.Struct, frozen=True):
    """What somebody on this server made of a deal of the day."""

    name: str
    won: bool
    score: int
    """Cards left."""
    yours: bool


class DailyResults(msgspec.Struct, frozen=True):
    """Finished first tries, in the order they began; how many are still on their way."""

    results: list[DailyResult]
    running: int


class ReplayFrame(msgspec.Struct, frozen=True):
    """A finished game at one step: the table as a spectator saw it, every hand, and what had just happened."""

    table: TableView
    hands: list[list[CardView]]
    news: News | None


class ReplayTurn(msgspec.Struct, frozen=True):
    """One turn of a finished game, by its frames."""

    turn: int
    seat: int
    first: int
    """Where it begins."""
    decision: int
    """Before its first card, with everything said until then."""
    last: int
    """After its last move."""


class ReplayData(msgspec.Struct, frozen=True):
    """GET /api/replay/{game}, or POST /api/replay with a record or a link: a finished game, frame by frame."""

    game: str | None
    """The table's code and the number of its game; null for a game from a file or a link."""
    link: str
    """The whole game as text, for the fragment of an address."""
    notes: list[str]
    """What was not as it should be and was not obeyed, as error codes."""
    turns: list[ReplayTurn]
    frames: list[ReplayFrame]
    record: str
    """The record file, as text: its number does not fit a browser's."""
