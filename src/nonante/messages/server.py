"""What a server sends over the line to a table, and what opens a table over plain HTTP.

What a client sends is in `client`, the parts are in `shared` and `view`. TypeScript's types
are generated from all of these (see `typescript`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from .shared import CommandNumbers, Difficulty, SettingsData, SettingsRead
from .structs import Struct
from .view import LoggedMove, News, Refusal, TableView


class Welcome(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The answer to Hello, and to Sit: the seat, its secret when new, and the table."""

    table: TableView
    token: str | None = None
    key: str | None = None


class Update(Struct, frozen=True, tag="update", tag_field="type"):
    """Something happened; `key` is the receiver's own command that caused it."""

    table: TableView
    news: list[News]
    key: str | None = None


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """A command had no effect, and why."""

    key: str | None
    refusal: Refusal


class HintReason(Struct, frozen=True):
    """One reason of a turn, for the catalogue."""

    code: str
    details: dict[str, Any]
    place: int | None = None
    """Which of the turn's moves it speaks of; null where it speaks of the turn as a whole."""


class Chances(Struct, frozen=True):
    """The chance to win, from 0 to 1, by what the seat can see."""

    before: float
    """When the turn began, with the best that could be played."""
    after: float
    """With this plan."""


class Advice(Struct, frozen=True, tag="advice", tag_field="type"):
    """What a strong computer player would do on this seat, and why; it holds while the turn goes this way."""

    key: str
    turn: int
    laid: int
    """Cards laid in this turn before the plan begins."""
    moves: list[str]
    steps: list[LoggedMove]
    """The cards among the moves."""
    cost: int
    """How far all of them take the piles towards their ends."""
    reasons: list[HintReason]
    """In the order of the moves."""
    chances: Chances | None
    """Null where no chance can be told."""


class Told(Struct, frozen=True, tag="told", tag_field="type"):
    """Why a computer player laid the cards of a turn, as far as everybody may know."""

    key: str
    turn: int
    reasons: list[HintReason]


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """A command arrived (or had arrived before) and changed nothing more."""

    key: str


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """The answer to Ping."""

    key: str


FromServer: TypeAlias = Welcome | Update | Refused | Advice | Told | Done | Pong

# ---------------------------------------------------------------- plain HTTP


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables: open a table and sit down at it."""

    name: str
    settings: SettingsRead = {}  # noqa: RUF012 - each struct gets its own
    bots: list[str] = []  # noqa: RUF012 - each struct gets its own
    """Levels of computer players for the next seats; `deal` at once when the table is full."""
    deal: bool = False
    seed: str | None = None
    """The deal wanted: a whole number as text, marked as known; null deals by chance."""
    link: bool = False
    """Whether that number came with a link."""
    difficulty: Difficulty | None = None
    """A deal by chance that is easy, normal or hard as this game goes, with `deal`; null takes any."""
    position: dict[str, Any] | None = None
    """A prepared position to begin with (see `Game.to_data`) instead of a deal: a lesson, a puzzle."""


class Opened(Struct, frozen=True):
    """A table just opened: its code for the link, the secret of one's seat, and what is played there."""

    code: str
    seat: int
    token: str
    edition: str
    players: int


class TableInfo(Struct, frozen=True):
    """GET /api/tables/{code}: what anybody with the link may know before joining."""

    code: str
    settings: SettingsData
    names: list[str | None]
    """The name at each seat; null where it is free."""
    running: bool
    paused: bool


class Info(Struct, frozen=True):
    """GET /api/info: what this server offers."""

    version: str
    editions: list[str]
    levels: list[str]
    map: CommandNumbers
    """The house command map: ours, not the printed one."""
    origin: str
    """Where links for others lead."""
