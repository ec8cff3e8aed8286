"""Who starts a game (R5): what the seats wish and propose, and what follows where only computer players are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .seats import Seat

_WISHES: Final = ("like", None, "rather-not")  # in the order in which they lead to the start


def who_starts(
    wishes: Sequence[str | None], proposals: Sequence[int | None] = (), among: Sequence[int] | None = None
) -> int:
    """Return which seat, of all or of those `among`, starts: the most proposed, then the keenest, then the first."""
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
