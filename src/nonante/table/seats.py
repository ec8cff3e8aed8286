"""Who sits at a table: their names, and who of them starts (R5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .errors import TableError
from .normalize import looks, tidy, visible

MAX_NAME: Final = 20


@dataclass(frozen=True, slots=True)
class Seat:
    """A taken seat: a person or a computer player, and who stands in while the person is away."""

    name: str
    level: str | None = None
    stand_in: str | None = None
    bot: bool = False
    """Whether a computer elsewhere has this seat, over the network like a person."""
    research: bool = False
    """Whether this person agrees that the games of the table may be used for research."""

    @property
    def plays_itself(self) -> str | None:
        """The level of the computer player that moves for this seat now, or None."""
        return self.level or self.stand_in


def check_name(name: object) -> str:
    """Return the name with its white space tidied; raise TableError if nothing visible is left, or too much."""
    clean = tidy(name)
    if not visible(clean) or len(clean) > MAX_NAME:
        raise TableError("name")
    return clean


def recorded_name(name: object) -> str:
    """Return a name out of a record, tidied, and perhaps nothing; raise TableError where it can never have been one."""
    clean = tidy(name)
    if not isinstance(name, str) or len(clean) > MAX_NAME:
        raise TableError("name")
    return clean


def name_like(name: str, others: Iterable[str]) -> str | None:
    """Return which of the others a name could be mistaken for, or None; look-alike letters count as equal."""
    seen = looks(name)
    return next((other for other in others if not seen.isdisjoint(looks(other))), None)


_WISHES: Final = ("like", None, "rather-not")  # in the order in which they lead to the start


def who_starts(
    wishes: Sequence[str | None], proposals: Sequence[int | None] = (), among: Sequence[int] | None = None
) -> int:
    """Return which seat starts, of all or of those `among`: the most proposed, then the keenest, then the first."""
    seats = range(len(wishes)) if among is None else among
    return min(seats, key=lambda seat: (-proposals.count(seat), _WISHES.index(wishes[seat])))


def computer_start(
    seats: Sequence[Seat | None], wishes: Sequence[str | None], proposals: Sequence[int | None]
) -> int | None:
    """Return the seat moved by a computer player that has to start, or None while the people have a say.

    It has to where every person proposes the same one, and where every person would rather not.
    """
    computers = [place for place, seat in enumerate(seats) if seat and seat.plays_itself]
    people = [place for place, seat in enumerate(seats) if seat and not seat.plays_itself]
    wanted = {proposals[place] for place in people}
    if len(wanted) == 1 and wanted <= set(computers):
        return wanted.pop()
    if computers and all(wishes[place] == "rather-not" for place in people):
        return who_starts(wishes, proposals, computers)
    return None
