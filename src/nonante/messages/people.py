"""Messages about people beyond one table, over plain HTTP: their devices, crews, events, and slow games."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .pages import OwnSeat, TableStatus
from .shared import SettingsRead
from .structs import Struct

# --- paired devices ---------------------------------------------------------------------------------------------------


class OwnDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A device: the number of its person, and its secret."""

    person: str
    token: str


class AskDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices: create a person with this first device."""

    name: str
    """What the device is called, such as Firefox, Linux."""


class PairedDevice(Struct, frozen=True):
    """A device just paired; the secret is sent only once."""

    person: str
    device: str
    token: str


class AskPairing(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/code: ask for a code for another device; an earlier code becomes invalid."""

    own: OwnDevice


class PairingCode(Struct, frozen=True):
    """A code that pairs one device, once, for so many seconds."""

    code: str
    seconds: float
    picture: str | None
    """A QR code of the link, as SVG."""


class AskJoin(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/join: pair this device with the one that shows the code."""

    code: str
    name: str


class AskSync(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/sync: send what this device has, and get what it lacks. Shared data never changes."""

    own: OwnDevice
    items: list[str] = []  # noqa: RUF012 - each struct gets its own
    """Texts that the server does not look into; one that is there already is kept once."""
    after: str | None = None
    """The `place` of the last answer; null: from the beginning."""


class DeviceInfo(Struct, frozen=True):
    """One of a person's devices."""

    device: str
    name: str
    seen: float
    """When it was last here, to the day: seconds since 1970."""
    you: bool


class Synced(Struct, frozen=True):
    """The data shared since, oldest first."""

    devices: list[DeviceInfo]
    items: list[str]
    place: str | None
    more: bool
    """Whether there is more to get at once."""


class AskRemoval(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/remove: remove a device. Removing the last one deletes all shared data."""

    own: OwnDevice
    device: str


class Removed(Struct, frozen=True):
    """The device was removed."""

    device: str


# --- crews: friends who keep their games together ---------------------------------------------------------------------


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
    active: int | None
    """Whose turn it is; null while nobody's."""
    draw_count: int
    slow: bool
    """Everybody plays when they have time."""
    waited: int | None
    """Seconds that a slow game has been waiting for whose turn it is."""
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


# --- events: teams that play the same fresh deals within a time -------------------------------------------------------


ContestState: TypeAlias = Literal["before", "open", "closed"]
ContestTalk: TypeAlias = Literal["none", "standard", "permissive"]


class AskContest(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/events: prepare an event; everything is the same for every team."""

    name: str
    edition: str
    players: int
    talk: ContestTalk
    deals: int
    begins: float
    """Seconds since 1970."""
    ends: float


class ContestMade(Struct, frozen=True):
    """A new event; anybody with its link may take part."""

    event: str


class AskTeam(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/events/{code}/team: create a team of this name, or (`team`) join one that has a free seat."""

    name: str
    """One's own name."""
    title: str | None = None
    team: str | None = None


class TeamJoined(Struct, frozen=True):
    """The answer after joining a team; the secret opens one's seat at each of its tables."""

    team: str
    token: str


class AskContestDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/events/{code}/deal: the team's table of a deal, from 1; opened and dealt by whoever asks first."""

    deal: int


class ContestScore(Struct, frozen=True):
    """A team's result with a deal."""

    left: int
    percent: float | None
    """As in duplicate bridge: what share of the other teams it beat, a tie counting half; null alone."""
    helped: bool
    """A computer player moved for somebody: it is shown, and compared with nobody."""


class ContestTeam(Struct, frozen=True):
    """A team and its results, deal by deal; null where there is none yet."""

    team: str
    title: str
    names: list[str]
    free: int
    scores: list[ContestScore | None]
    percent: float | None
    """The mean over its deals."""
    you: bool


class ContestDeal(Struct, frozen=True):
    """All teams' results with a deal."""

    finished: int
    median: float | None
    """Cards left."""
    champion: int | None
    """Cards left where champions sit in every seat; null while nobody has finished, or it is being worked out."""
    seed: str | None
    """The deal's number, once the event is over."""


class Contest(Struct, frozen=True):
    """GET /api/events/{code}: an event with all results so far."""

    event: str
    name: str
    edition: str
    players: int
    talk: ContestTalk
    begins: float
    ends: float
    state: ContestState
    deals: list[ContestDeal]
    teams: list[ContestTeam]


# --- slow games: who is notified of turns, and where ------------------------------------------------------------------


WebhookKind: TypeAlias = Literal["discord", "slack", "matrix", "ntfy", "json"]
"""What kind of service a webhook belongs to."""


class PushOffer(Struct, frozen=True):
    """GET /api/push: the key by which browsers know this server."""

    key: str | None
    """Its public key, base64url; null where it sends no messages."""


class AskPush(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/push: notify this device of turns at these seats, and no others."""

    endpoint: str
    p256dh: str
    """The device's public key, base64url."""
    auth: str
    """What the device shares with this server alone, base64url."""
    language: str
    ahead: int
    """Minutes that the clock of the device is ahead of UTC."""
    seats: list[OwnSeat]


class AskPushEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/push/end: stop notifying this device."""

    endpoint: str


class AskNudge(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{code}/nudge: remind the person whose turn it is in a slow game, at most once a day."""

    token: str


class WebhookState(Struct, frozen=True):
    """GET /api/tables/{code}/webhook, for people with a seat: where a slow game announces its turns."""

    offered: bool
    """Whether the operator allows it."""
    kind: WebhookKind | None
    host: str | None
    """The server it leads to; the rest of its address is a secret."""
    off: str | None
    """Why it was disabled."""


class AskWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{code}/webhook: the person who opened the table sets a webhook, or (no address) removes it."""

    token: str
    kind: WebhookKind = "json"
    url: str = ""
    language: str = "en"


class Noted(Struct, frozen=True):
    """An answer without content."""

    done: bool = True
