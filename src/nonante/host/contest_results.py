"""What is stored of an event, and what its results come to: percentages as in duplicate bridge, medians."""

from __future__ import annotations

import hashlib
import hmac
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import NamedTuple

from ..messages import ContestDeal, ContestScore, ContestTalk, ContestTeam, Struct
from ..rules import Rules
from ..table import Settings


class About(Struct, frozen=True):
    """An event as it is stored."""

    name: str
    edition: str
    players: int
    talk: ContestTalk
    deals: int
    begins: float
    ends: float
    secret: str
    """What its seeds are made from: random, and never sent."""

    @property
    def rules(self) -> Rules:
        """The rules that every team plays by."""
        return Rules.edition(self.edition, self.players, talk=self.talk)

    @property
    def settings(self) -> Settings:
        """What every table offers: nothing that would help one team more than another."""
        return Settings(self.rules, undo=False, hints=False, private=True)

    def seed(self, deal: int) -> int:
        """Return a deal's number."""
        digest = hmac.digest(bytes.fromhex(self.secret), str(deal).encode(), hashlib.sha256)
        return int.from_bytes(digest[:8], "big")


class Team(Struct, frozen=True):
    """A team as it is stored."""

    title: str


class Player(Struct, frozen=True):
    """Somebody in a team, as stored."""

    name: str
    digest: str
    """SHA-256 of their secret, in hexadecimal."""


class Result(Struct, frozen=True):
    """What a team made of a deal, as stored."""

    left: int
    helped: bool


class Known(NamedTuple):
    """What is stored of an event, read at once."""

    about: About
    teams: dict[str, Team]
    players: dict[str, list[Player]]
    """Of each team, in the order of their seats."""
    tables: dict[tuple[str, int], str]
    results: dict[tuple[str, int], Result]
    champion: dict[int, int]
    closed: bool


def percent(left: int, others: Sequence[int]) -> float | None:
    """Return what share of the others, in their order, a result beats, a tie counting half; None without others.

    >>> percent(0, [0, 3, 8]), percent(5, []), percent(9, [1, 2])
    (83.33333333333333, None, 0.0)
    """
    if not others:
        return None
    first, after = bisect_left(others, left), bisect_right(others, left)
    return 100 * (len(others) - after + (after - first) / 2) / len(others)


def team_shown(known: Known, team: str, lefts: Mapping[int, Sequence[int]]) -> ContestTeam:
    """Return a team with its results, beside what all teams have left of each deal, in order."""
    about, people = known.about, known.players.get(team, [])
    scores = [_score(known.results.get((team, deal)), lefts[deal]) for deal in range(1, about.deals + 1)]
    shares = [score.percent for score in scores if score and score.percent is not None]
    return ContestTeam(
        team,
        known.teams[team].title,
        [one.name for one in people],
        about.players - len(people),
        scores,
        fmean(shares) if shares else None,
        you=False,
    )


def _score(own: Result | None, lefts: Sequence[int]) -> ContestScore | None:
    """Return a result beside all those that count, itself among them where it counts."""
    if own is None:
        return None
    if own.helped:
        return ContestScore(own.left, None, own.helped)
    others = list(lefts)
    del others[bisect_left(others, own.left)]
    return ContestScore(own.left, percent(own.left, others), own.helped)


def lefts_of(known: Known, deal: int) -> list[int]:
    """Return what all teams that nobody helped have left of a deal, in order."""
    return sorted(one.left for (_, number), one in known.results.items() if number == deal and not one.helped)


def deal_of(known: Known, deal: int, lefts: Sequence[int], over: bool) -> ContestDeal:
    """Return what all teams made of a deal, and its number once the event is over."""
    seed = str(known.about.seed(deal)) if over else None
    return ContestDeal(len(lefts), float(median(lefts)) if lefts else None, known.champion.get(deal), seed)
