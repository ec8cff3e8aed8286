"""Everything that can happen at a table. A table is the fold of these events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from types import UnionType
from typing import Any, ClassVar, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from ..rules import Cause
from .errors import TableError
from .signals import Again, StartWish

EventKind: TypeAlias = Literal[
    "configured",
    "seated",
    "renamed",
    "left",
    "swapped",
    "handed-over",
    "paused",
    "dealt",
    "wished",
    "proposed",
    "started",
    "played",
    "undone",
    "signalled",
    "said",
    "emoted",
    "gathered",
    "disclosed",
    "consented",
]
"""What sort of thing happened."""
EmoteName: TypeAlias = Literal["bravo", "heart", "laugh", "wow", "alas"]
"""A wordless reaction; none is about a card, a pile or a hand (R51)."""
EMOTES: Final[tuple[EmoteName, ...]] = get_args(EmoteName)
"""The wordless reactions, in the order they are offered."""
KnownBy: TypeAlias = Literal["same", "seed", "position", "link"]
"""Why somebody may know a deal (R50)."""
KNOWN: Final[tuple[KnownBy, ...]] = get_args(KnownBy)
"""Why somebody may know a deal (R50): the same cards again, a chosen seed, an arranged position, taken from a link."""


def check_known(known: str | None) -> KnownBy | None:
    """Return why somebody may know a deal; raise for anything that is not in `KNOWN`, nor None."""
    if known is not None and known not in KNOWN:
        raise TableError("option", name="known", value=known, known=", ".join(KNOWN))
    return known


@dataclass(frozen=True, slots=True)
class Configured:
    """The host opened the table, or changed its settings before a deal."""

    kind: ClassVar[EventKind] = "configured"
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody took a seat; `level` names a computer player, None a person."""

    kind: ClassVar[EventKind] = "seated"
    seat: int
    name: str
    level: str | None = None
    bot: bool = False
    """Whether it is a computer elsewhere, which plays over the network as people do."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A seat was renamed."""

    kind: ClassVar[EventKind] = "renamed"
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody left for good: the seat is empty, or in a running game taken over by a computer player (`level`)."""

    kind: ClassVar[EventKind] = "left"
    seat: int
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two seats changed places between games; one of them may be empty."""

    kind: ClassVar[EventKind] = "swapped"
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A computer player stands in for an absent person; None: the person is back."""

    kind: ClassVar[EventKind] = "handed-over"
    seat: int
    level: str | None


@dataclass(frozen=True, slots=True)
class Paused:
    """The host stopped or resumed the table."""

    kind: ClassVar[EventKind] = "paused"
    on: bool


@dataclass(frozen=True, slots=True)
class Dealt:
    """A new game began: dealt by a seed, or from an arranged position (see `Game.to_data`).

    Both reveal every hand, so this event is sent to nobody while the game runs.
    """

    kind: ClassVar[EventKind] = "dealt"
    seed: int | None
    position: Mapping[str, Any] | None = None
    known: KnownBy | None = None
    """Why somebody may know this deal, one of `KNOWN`; None: a fresh one."""
    day: str | None = None
    """The date whose team deal this is, such as 2026-11-15."""

    @property
    def known_by(self) -> KnownBy | None:
        """Why somebody may know this deal; an arranged position is always known, also in older logs."""
        return "position" if self.known is None and self.position is not None else self.known


@dataclass(frozen=True, slots=True)
class Wished:
    """A seat would like to start, or would rather not; after a game: would like another one; None: no wish."""

    kind: ClassVar[EventKind] = "wished"
    seat: int
    wish: StartWish | Again | None


@dataclass(frozen=True, slots=True)
class Proposed:
    """A seat proposed another one to start, or withdrew its proposal (None)."""

    kind: ClassVar[EventKind] = "proposed"
    seat: int
    whom: int | None


@dataclass(frozen=True, slots=True)
class Started:
    """A seat took the start."""

    kind: ClassVar[EventKind] = "started"
    seat: int


@dataclass(frozen=True, slots=True)
class Played:
    """The active seat laid a card or ended its turn."""

    kind: ClassVar[EventKind] = "played"
    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The active seat took back its last card."""

    kind: ClassVar[EventKind] = "undone"
    seat: int


@dataclass(frozen=True, slots=True)
class Signalled:
    """A seat raised a signal, or withdrew it (`on` False)."""

    kind: ClassVar[EventKind] = "signalled"
    seat: int
    signal: str
    pile: str | None = None
    command: str | None = None
    on: bool = True


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody wrote in the chat."""

    kind: ClassVar[EventKind] = "said"
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Emoted:
    """Somebody reacted without a word."""

    kind: ClassVar[EventKind] = "emoted"
    seat: int
    emote: EmoteName


@dataclass(frozen=True, slots=True)
class Gathered:
    """Everybody went back to the lobby.

    The result of a finished game stays until the next deal or change; a running game is discarded.
    """

    kind: ClassVar[EventKind] = "gathered"


@dataclass(frozen=True, slots=True)
class Disclosed:
    """The running game became a known deal: its cards were exported, or somebody has played them before (R50)."""

    kind: ClassVar[EventKind] = "disclosed"
    known: KnownBy


@dataclass(frozen=True, slots=True)
class Consented:
    """A person agreed that the games of this table may be used for research, or (`on` false) no longer does."""

    kind: ClassVar[EventKind] = "consented"
    seat: int
    on: bool


Event: TypeAlias = (
    Configured
    | Seated
    | Renamed
    | Left
    | Swapped
    | HandedOver
    | Paused
    | Dealt
    | Wished
    | Proposed
    | Started
    | Played
    | Undone
    | Signalled
    | Said
    | Emoted
    | Gathered
    | Disclosed
    | Consented
)
"""Anything that can happen at a table."""

EVENTS: Final[dict[str, type[Event]]] = {cls.kind: cls for cls in get_args(Event)}


def event_to_data(event: Event) -> dict[str, Any]:
    """Return the event as plain JSON data with its kind."""
    data = {"kind": event.kind, **{f.name: getattr(event, f.name) for f in fields(event)}}
    if data.get("bot") is False:  # as logs had it before
        del data["bot"]
    return data


def event_from_data(data: object) -> Event:
    """Read what `event_to_data` wrote."""
    if not isinstance(data, Mapping) or data.get("kind") not in EVENTS:
        raise TableError("event", why=Cause("data", data=repr(data)))
    rest = {key: value for key, value in data.items() if key != "kind"}
    for name, types in _FIELDS[data["kind"]].items():
        if name in rest and type(rest[name]) not in types:
            raise TableError("event", why=Cause("fields"))
    try:
        return EVENTS[data["kind"]](**rest)
    except TypeError:
        raise TableError("event", why=Cause("fields")) from None


def _types(hint: Any) -> Iterator[type]:
    if get_origin(hint) is Literal:
        yield str
    elif get_origin(hint) is Mapping:
        yield dict
    elif get_origin(hint) in (Union, UnionType):
        for one in get_args(hint):
            yield from _types(one)
    else:
        yield hint


def _types_of(kind: type[Event]) -> dict[str, tuple[type, ...]]:
    hints = get_type_hints(kind)
    return {one.name: tuple(_types(hints[one.name])) for one in fields(kind)}


_FIELDS: Final = {name: _types_of(kind) for name, kind in EVENTS.items()}
"""What JSON may hold in each field of each event."""
