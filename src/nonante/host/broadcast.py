"""`Broadcast`: shows everybody at a table their own view of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..messages import Guest, News, Update, Welcome, encode
from .clients import Origin, Presence, send
from .event_log import EventLog
from .limits import TableBehaviour
from .views import SeatViews


@dataclass(eq=False)
class Broadcast:
    """Sends views of one table to its connections."""

    log: EventLog
    presence: Presence
    guests: Callable[[], list[Guest]]
    """Those who wait for a seat."""
    behaviour: TableBehaviour
    sealed: Callable[[], bool] = lambda: False
    """Whether the cards of a finished game stay hidden, as those of an event that is not over."""

    def late(self) -> set[int]:
        """Return who has been away for so long that anybody may decide about their seat."""
        if self.log.table.settings.slow:  # a turn may wait for days
            return set()
        return self.presence.late(self.log.jobs.time(), self.behaviour.anyone)

    def anybody_deals(self) -> bool:
        """Tell whether a wish for another game has stood for so long that the host need not be waited for."""
        return self.log.jobs.time() - self.presence.again_since >= self.behaviour.again

    def views(self) -> SeatViews:
        """Return what everybody may see now."""
        state, presence = self.log.state, self.presence
        return SeatViews(
            self.log.code,
            state.seq,
            state.table,
            presence.host,
            presence.away,
            self.late(),
            state.heard,
            len(presence.of(None)),
            self.anybody_deals(),
            self.guests(),
            self.sealed(),
            self.behaviour.research,
        )

    def show(self, news: Sequence[News] = (), origin: Origin | None = None) -> None:
        """Send everybody their own view; each distinct frame is made once."""
        views = self.views()
        for seat, clients in self.presence.by_seat().items():
            view = views.of(seat)
            told = [item for item in news if seat is not None or self._tells_all(item)]
            frame = b""
            for client in clients:
                if origin is None or client is not origin.client:
                    frame = frame or encode(Update(view, told))
                    client.push(frame)
                elif origin.token is not None:
                    send(client, Welcome(view, origin.token, origin.key))
                else:
                    send(client, Update(view, told, origin.key))

    def _tells_all(self, item: News) -> bool:
        """Tell whether spectators hear of it: nothing of a private table, and chat nowhere."""
        return not self.log.table.settings.private and item.kind != "said"
