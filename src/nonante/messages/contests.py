"""Events: teams that play the same fresh deals within a time. What their pages send and get over plain HTTP."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .structs import Struct

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
