"""`Meter`: what one table may be asked: of each seat, of its spectators together, and in all since the deal."""

from __future__ import annotations

from ..messages import Command, Propose, SendSignal, Wish
from ..table import (
    Configured,
    Dealt,
    Disclosed,
    HandedOver,
    Left,
    Paused,
    Played,
    Proposed,
    Renamed,
    Seated,
    Signalled,
    Started,
    Step,
    Table,
    Wished,
)
from .errors import HostError
from .limits import Bucket, Limits

LOBBY = (Configured, Seated, Left)


class Meter:
    """Counts against the limits of one table. However many sockets a seat has, it has one measure."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._all: dict[int | None, Bucket] = {}
        self._signals: dict[int | None, Bucket] = {}

    def take(self, seat: int | None, command: Command) -> bool:
        """Take one for this seat, or (None) for all spectators together."""
        allowed = self._all.setdefault(seat, Bucket(self.limits.messages)).take()
        if isinstance(command, SendSignal | Wish | Propose):
            allowed = allowed and self._signals.setdefault(seat, Bucket(self.limits.signals)).take()
        return allowed

    def check(self, step: Step, since_deal: int, seq: int) -> None:
        """Refuse what would make a log too long to read; what ends a running game is always allowed."""
        match step.event:
            case Played() | Started():
                return
            case Dealt():
                if seq >= self.limits.table_events:
                    raise HostError("table-worn")
            case _ if isinstance(step.event, LOBBY) and since_deal < 2 * self.limits.game_events:
                return  # coming and going stays possible for longer than talk
            case _ if since_deal >= self.limits.game_events:
                raise HostError("game-worn")


def changes_nothing(before: Table, step: Step) -> bool:
    """Tell whether an event says what is so already: it is answered, and not kept."""
    match step.event:
        case Signalled():
            return set(before.marks) == set(step.table.marks)
        case Wished() | Proposed() | Paused() | HandedOver() | Renamed() | Disclosed():
            return before == step.table
    return False
