"""`Attendance`: people connect and disconnect, are away or watch; and who acts as host meanwhile."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..messages import Hello, News, Welcome
from .access import require_seat
from .broadcast import Broadcast
from .clients import Client, Presence, send, surplus
from .errors import TOO_FAST
from .event_log import EventLog
from .levels import stand_in
from .limits import Limits, TableBehaviour

if TYPE_CHECKING:
    from .processes import OtherProcesses


@dataclass(eq=False)
class Attendance:
    """Follows who is connected, to this process and to others."""

    log: EventLog
    presence: Presence
    broadcast: Broadcast
    behaviour: TableBehaviour
    limits: Limits
    processes: OtherProcesses | None

    def __post_init__(self) -> None:
        self._jobs = self.log.jobs
        self._counting = False
        self._shown_spectators = 0
        self._quiet_since = self._jobs.time()
        self.follow()

    @property
    def idle_for(self) -> float:
        """Seconds since the last connection went."""
        return max(0.0, self._jobs.time() - self._quiet_since)

    # Coming.

    def expect(self, seat: int) -> None:
        """Give somebody who took a seat without a socket a moment to come."""
        self._jobs.later(self.behaviour.arrive, lambda: self._missed(seat))

    def await_all(self) -> None:
        """Mark everybody as away until they say hello: the table was loaded from the store."""
        for seat in self.log.table.people:
            if self.processes:  # they may be there, at another process: it says so in a moment
                self._watch(seat)
            else:
                self._set_away(seat)

    async def greet(self, client: Client, hello: Hello) -> None:
        """Give a connection its seat, or make it a spectator."""
        presence = self.presence
        seat = None if hello.token is None else require_seat(hello.token, self.log.state.digests)
        was = client.seat if client.greeted else None
        client.seat, client.greeted = seat, True
        presence.clients.add(client)
        for other in surplus(presence.of(seat), self._places(seat)):
            presence.clients.discard(other)
            other.expel(TOO_FAST)
        self._quiet_since = math.inf
        if was is not None and was != seat:
            self._watch(was)
        back = seat is not None and (presence.away.pop(seat, None) is not None or self._slow_stand_in(seat))
        self.find_host()
        if seat is None:
            self._count_spectators()
        self.announce()
        send(client, Welcome(self.broadcast.views().of(seat), key=hello.key))
        if back and seat is not None:
            await self._came_back(seat)

    def _slow_stand_in(self, seat: int) -> bool:
        """Tell whether a computer player moves for somebody who let a slow game wait; nobody else has to notice it."""
        there = self.log.table.seats[seat]
        return bool(self.log.table.settings.slow and there and there.stand_in)

    def _places(self, seat: int | None) -> int:
        return self.limits.spectators if seat is None else self.limits.sockets_per_seat

    async def _came_back(self, seat: int) -> None:
        """Show that somebody is back, and take their seat back from the computer player."""
        table = self.log.table
        there = table.seats[seat]
        if there and there.stand_in:
            await self.log.happen(table.steps([table.hand_over(seat, None)]))
        else:
            self.broadcast.show([News("back", seat)])

    # Going.

    def gone(self, client: Client) -> None:
        """Note that a connection is gone."""
        self.presence.clients.discard(client)
        self.announce()
        if not self.presence.clients:
            self._quiet_since = self._jobs.time()
        if client.seat is not None:
            self._watch(client.seat)
        else:
            self._count_spectators()

    def _count_spectators(self) -> None:
        """Show in a moment how many look on; many who come and go are shown once."""
        if not self._counting:
            self._counting = True
            self._jobs.later(self.behaviour.count, self._show_spectators)

    async def _show_spectators(self) -> None:
        self._counting = False
        if len(self.presence.of(None)) != self._shown_spectators:
            self._shown_spectators = len(self.presence.of(None))
            self.broadcast.show()

    def _watch(self, seat: int) -> None:
        """Check a moment later whether the seat is still without a connection."""
        if not self.presence.here(seat):
            self._jobs.later(self.behaviour.settle, lambda: self._missed(seat))

    async def _missed(self, seat: int) -> None:
        if seat in self.log.table.people and not self.presence.here(seat) and seat not in self.presence.away:
            self._set_away(seat)
            self.broadcast.show([News("away", seat)])

    def _set_away(self, seat: int) -> None:
        self.presence.away[seat] = self._jobs.time()
        self._jobs.later(self.behaviour.stand_in, lambda: self._stand_in(seat))
        self._jobs.later(self.behaviour.host, self._pass_host)
        self._jobs.later(self.behaviour.anyone + 0.01, lambda: self._ask_anybody(seat))

    async def _stand_in(self, seat: int) -> None:
        """Hand an absent seat to a computer player, where the table wants that and somebody is there to play with."""
        table = self.log.table
        there = table.seats[seat] if seat < len(table.seats) else None
        if there is None or there.plays_itself or seat not in self.presence.away:
            return
        if table.settings.away == "bot" and table.running and not table.settings.slow:
            await self.log.happen(table.steps([table.hand_over(seat, stand_in(table.settings.hints))]))

    async def _ask_anybody(self, seat: int) -> None:
        """Show that others than the host may decide now, if the person is still away."""
        if seat in self.broadcast.late():
            self.broadcast.show()

    # Who decides.

    def follow(self) -> None:
        """Update the host after an event, and tell other processes who is connected here."""
        self.find_host()
        self._note_again()
        self.announce()

    def _note_again(self) -> None:
        """Note since when somebody would like another game; after a while anybody may deal it, and sees so."""
        if not self.log.table.again:
            self.presence.again_since = math.inf
        elif self.presence.again_since == math.inf:
            self.presence.again_since = self._jobs.time()
            self._jobs.later(self.behaviour.again + 0.01, self._show_again)

    async def _show_again(self) -> None:
        if self.broadcast.anybody_deals():
            self.broadcast.show()

    async def _pass_host(self) -> None:
        before = self.presence.host
        self.find_host()
        if self.presence.host != before:
            self.broadcast.show()

    def find_host(self) -> None:
        """Find who decides: the owner; while they are away for long, the first person who is here.

        In a slow game everybody is away for long, so the owner stays.
        """
        self.presence.host = self._host()

    def _host(self) -> int | None:
        table, owner = self.log.table, self.log.state.owner
        if table.settings.slow and table.running:
            return table.host if owner is None else owner
        for seat in sorted(table.people, key=lambda seat: seat != owner):
            if self.presence.gone_for(seat, self._jobs.time()) < self.behaviour.host:
                return seat
        return table.host if owner is None else owner

    # Other processes.

    def someone_here(self) -> bool:
        """Tell whether computer players act here: where a person is, and of several processes in the first.

        In a slow game they do not wait for anybody to see it; processes that both act meet in the log.
        """
        others = [process for process, seats in self.presence.elsewhere.items() if seats]
        first = self.processes is None or all(self.processes.me < other for other in others)
        alone = bool(self.log.table.settings.slow) and not others
        return first and (alone or bool(self.presence.own()))

    async def let_stand_in(self, seat: int, turn: int) -> bool:
        """Let a computer player move for somebody who has let a slow game wait since `turn`, unless they are here."""
        table, slow = self.log.table, self.log.table.settings.slow
        if self.presence.here(seat):
            return False
        waits = slow and table.running and not table.paused and self.log.state.waiting_seq == turn
        there = table.seats[seat] if seat < len(table.seats) else None
        if waits and there and not there.plays_itself:
            await self.log.happen(table.steps([table.hand_over(seat, stand_in(table.settings.hints))]))
        return True

    def announce(self) -> None:
        """Tell the other processes who is connected here."""
        if self.processes:
            self.processes.announce(self.log.code, self.presence.own())

    def look_around(self) -> None:
        """Note who is connected to another process by now, and watch the seats of those who are not."""
        for seat in self.log.table.people:
            if seat in self.presence.away and self.presence.here(seat):
                del self.presence.away[seat]
                self.find_host()
                self.broadcast.show([News("back", seat)])
            elif seat not in self.presence.away:
                self._watch(seat)
