"""`Broadcast`: shows everybody at a table their own view of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..messages import Guest, News, Update, Welcome, encode
from .clients import Origin, Presence, send
from .event_log import EventLog
from .limits import TableBehaviour
from .views import SeatViews


class Broadcast:
    """Sends views of one table to its connections."""

    def __init__(
        self, log: EventLog, presence: Presence, guests: Callable[[], list[Guest]], behaviour: TableBehaviour
    ) -> None:
        """`guests` are those who wait for a seat."""
        self._log = log
        self._presence = presence
        self._guests = guests
        self._behaviour = behaviour

    def late(self) -> set[int]:
        """Return who has been away for so long that anybody may decide about their seat."""
        return self._presence.late(self._log.jobs.time(), self._behaviour.anyone)

    def anybody_deals(self) -> bool:
        """Tell whether a wish for another game has stood for so long that the host need not be waited for."""
        return self._log.jobs.time() - self._presence.again_since >= self._behaviour.again

    def views(self) -> SeatViews:
        """Return what everybody may see now."""
        state, presence = self._log.state, self._presence
        return SeatViews(
            self._log.code,
            state.seq,
            state.table,
            presence.host,
            presence.away,
            self.late(),
            state.heard,
            len(presence.of(None)),
            self.anybody_deals(),
            self._guests(),
        )

    def show(self, news: Sequence[News] = (), origin: Origin | None = None) -> None:
        """Send everybody their own view; each distinct frame is made once."""
        views = self.views()
        for seat, clients in self._presence.by_seat().items():
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
        """Tell whether who only looks on hears of it: of nothing at a private table, and nowhere of what is said."""
        return not self._log.table.settings.private and item.kind != "said"
