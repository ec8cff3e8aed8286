"""`AttendedTable`: a table and who is at it. Who comes, goes, looks on or stays away, and who decides meanwhile."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..messages import Hello, News, Welcome
from .behaviour import TableBehaviour
from .computers.levels import stand_in
from .errors import TOO_FAST, HostError
from .limits import Limits
from .owner import Client, TableOwner, send
from .presence import surplus
from .state import State
from .store import Store
from .tokens import seat_of

if TYPE_CHECKING:
    from .neighbours import Neighbours


class AttendedTable(TableOwner):
    """Knows who is there, here and, where several processes serve, at the others."""

    def __init__(
        self,
        code: str,
        store: Store,
        state: State,
        behaviour: TableBehaviour,
        limits: Limits,
        neighbours: Neighbours | None,
    ) -> None:
        super().__init__(code, store, state, behaviour)
        self.limits = limits
        self.neighbours = neighbours
        self._counting = False
        self._shown_spectators = 0
        self.quiet_since = self.touched = self._loop.time()
        self.host = self._find_host()

    def happened(self) -> None:
        """Find out who decides now."""
        self.host = self._find_host()

    async def catch_up(self) -> None:
        """Follow the log, which may have moved people; the others are told who is here."""
        await super().catch_up()
        self.announce()

    def dropped(self, client: Client) -> None:
        """Do what follows when a connection is gone."""

    def expect(self, seat: int) -> None:
        """Give somebody who took a seat without a socket a moment to come."""
        self.later(self.behaviour.arrive, lambda: self._missed(seat))

    def await_all(self) -> None:
        """Take everybody for away until they say hello: the server has started again, or forgot an idle table."""
        for seat, there in enumerate(self.table.seats):
            if there and there.level is None:
                if self.neighbours:  # they may be there, at another process: it says so in a moment
                    self._watch(seat)
                else:
                    self._mark_away(seat)

    @property
    def idle_for(self) -> float:
        """Seconds since the last connection went."""
        return max(0.0, self._loop.time() - self.quiet_since)

    @property
    def silent_for(self) -> float:
        """Seconds since anybody asked for anything."""
        return self._loop.time() - self.touched

    # Coming.

    async def greet(self, client: Client, hello: Hello) -> None:
        """Let a connection be somebody: the person of a seat, or one who looks on."""
        seat = None if hello.token is None else self.seat_of(hello.token)
        was = client.seat if client.greeted else None
        client.seat, client.greeted = seat, True
        self.presence.clients.add(client)
        for other in surplus(self.presence.of(seat), self._places(seat)):
            self.presence.clients.discard(other)
            other.expel(TOO_FAST)
        self.quiet_since = math.inf
        if was is not None and was != seat:
            self._watch(was)
        back = seat is not None and self.presence.away.pop(seat, None) is not None
        self.host = self._find_host()
        if seat is None:
            self._count_spectators()
        self.announce()
        send(client, Welcome(self.views().of(seat), key=hello.key))
        if back and seat is not None:
            await self._came_back(seat)
        self.shown()

    def _places(self, seat: int | None) -> int:
        return self.limits.spectators if seat is None else self.limits.sockets_per_seat

    async def _came_back(self, seat: int) -> None:
        """Show that somebody is here again, and take their seat back from the computer player."""
        there = self.table.seats[seat]
        if there and there.stand_in:
            await self.happen(self.table.steps([self.table.hand_over(seat, None)]))
        else:
            self.show([News("back", seat)])

    def seat_of(self, token: str) -> int:
        """Return the seat that a secret opens."""
        seat = seat_of(token, self.state.digests)
        if seat is None:
            raise HostError("token")
        return seat

    # Going.

    async def gone(self, client: Client) -> None:
        """Note that a connection is gone."""
        self.presence.clients.discard(client)
        self.dropped(client)
        self.announce()
        if not self.presence.clients:
            self.quiet_since = self._loop.time()
        if client.seat is not None:
            self._watch(client.seat)
        else:
            self._count_spectators()

    def _count_spectators(self) -> None:
        """Show in a moment how many look on; many who come and go are shown once."""
        if not self._counting:
            self._counting = True
            self.later(self.behaviour.count, self._show_spectators)

    async def _show_spectators(self) -> None:
        self._counting = False
        if len(self.presence.of(None)) != self._shown_spectators:
            self._shown_spectators = len(self.presence.of(None))
            self.show([])

    def _watch(self, seat: int) -> None:
        """Look in a moment whether the seat is still without a socket."""
        if not self.presence.here(seat):
            self.later(self.behaviour.settle, lambda: self._missed(seat))

    async def _missed(self, seat: int) -> None:
        there = self.table.seats[seat] if seat < len(self.table.seats) else None
        if there is None or there.level or self.presence.here(seat) or seat in self.presence.away:
            return
        self._mark_away(seat)
        self.show([News("away", seat)])

    def _mark_away(self, seat: int) -> None:
        self.presence.away[seat] = self._loop.time()
        self.later(self.behaviour.stand_in, lambda: self._stand_in(seat))
        self.later(self.behaviour.host, self._pass_host)
        self.later(self.behaviour.anyone + 0.01, lambda: self._ask_anybody(seat))

    async def _stand_in(self, seat: int) -> None:
        """Hand an absent seat to a computer player, where the table wants that and somebody is there to play with."""
        there = self.table.seats[seat] if seat < len(self.table.seats) else None
        if there is None or there.plays_itself or seat not in self.presence.away:
            return
        if self.table.settings.away == "bot" and self.table.running:
            await self.happen(self.table.steps([self.table.hand_over(seat, stand_in(self.table.settings.hints))]))

    async def _ask_anybody(self, seat: int) -> None:
        """Show that others than the host may decide now, if the person is still away."""
        if seat in self.late():
            self.show([])

    # Who decides.

    async def _pass_host(self) -> None:
        if self.host != self._find_host():
            self.host = self._find_host()
            self.show([])

    def _find_host(self) -> int | None:
        """Find who decides: the owner; while they are away for long, the first person who is here."""
        now = self._loop.time()
        people = [seat for seat, there in enumerate(self.table.seats) if there and there.level is None]
        for seat in sorted(people, key=lambda seat: seat != self.state.owner):
            if self.presence.gone_for(seat, now) < self.behaviour.host:
                return seat
        return self.table.host if self.state.owner is None else self.state.owner

    # Other processes.

    def someone_here(self) -> bool:
        """Tell whether computer players act here: where a person is, and of several processes in the first."""
        others = [process for process, seats in self.presence.elsewhere.items() if seats]
        first = self.neighbours is None or all(self.neighbours.me < other for other in others)
        return first and bool(self.presence.own())

    def announce(self) -> None:
        """Tell the other processes who is connected here."""
        if self.neighbours:
            self.neighbours.announce(self.code, self.presence.own())

    def seen_elsewhere(self, process: str, seats: set[int]) -> None:
        """Note who is connected to another process."""
        if self.presence.elsewhere.get(process, set()) != seats:
            self.presence.elsewhere[process] = seats
            self.post(self._look_around)

    async def _look_around(self) -> None:
        for seat, there in enumerate(self.table.seats):
            if seat in self.presence.away and self.presence.here(seat):
                del self.presence.away[seat]
                self.host = self._find_host()
                self.show([News("back", seat)])
            elif there and there.level is None and seat not in self.presence.away:
                self._watch(seat)
        self.shown()
