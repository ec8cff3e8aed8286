"""The notices of slow games: a queue in the database, shared by all processes, which survives restarts.

A turn and its notices are stored in one transaction. A process holds a notice for a moment while it sends it; if the
process dies, another one takes it over. When the game moves on, what was not told of the turn before is dropped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from ..host import DAY, Waiting
from ..messages import WebhookKind
from .sql_notes import Cursor

T = TypeVar("T")
Kind: TypeAlias = Literal["turn", "start", "reminder", "nudge", "stand-in", "computer"]
Nudged: TypeAlias = Literal["nudged", "nobody", "again", "unheard"]
"""What came of a nudge: sent; the game waits for nobody in particular; already nudged that day; no notifications."""
HOOK: Final = "hook"
TABLE: Final = "table"
"""The target of what the server itself has to do."""
HOUR: Final = 3600.0
LEASE: Final = 30.0  # seconds, longer than it takes to send a notice
LONGEST_PAUSE: Final = 3600.0  # seconds between two tries
MOMENT: Final = 60.0  # seconds that people who are at the table have to see to it there
FAILURES: Final = 5
"""So many failures in a row disable a webhook."""
HOOK_HOUR: Final = 60
"""Messages an hour to the webhook of one table."""
DEVICES: Final = 10
"""Devices of one person at one table."""
Execute: TypeAlias = Callable[..., Cursor]


class Database(Protocol):
    """A store of SQL tables."""

    skip_held: str
    """What a query ends with, so that two processes do not get the same rows."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Cursor:
        """Run a statement with ``?`` for values, in the thread that owns the connection."""

    async def ask(self, work: Callable[[], T]) -> T:
        """Run a function in that thread, in one transaction."""


class Notice(NamedTuple):
    """A notice that has to be sent."""

    code: str
    seq: int
    kind: Kind
    target: str
    seat: int
    tries: int
    sending: int
    """Whether it may have been sent."""


class Device(NamedTuple):
    """A browser that receives push messages."""

    endpoint: str
    p256dh: bytes
    auth: bytes
    language: str
    ahead: int
    contact: str


class Webhook(NamedTuple):
    """The chat to which a table's turns are posted."""

    kind: WebhookKind
    url: str
    language: str
    origin: str
    failures: int
    off: str | None


NO_WEBHOOK: Final = Webhook("json", "", "", "", 0, None)


# --- within the transaction of an event -----------------------------------------------------------------------------


def note_waiting(execute: Execute, code: str, seq: int, waiting: Waiting, now: float) -> None:
    """Store whom a game has been waiting for since an event, and the notices for it."""
    execute("DELETE FROM notices WHERE code = ?", (code,))
    execute("DELETE FROM waits WHERE code = ?", (code,))
    if not waiting.seats and not waiting.computer:
        return
    one = waiting.seats[0] if len(waiting.seats) == 1 else -1
    execute("INSERT INTO waits (code, seq, since, seat) VALUES (?, ?, ?, ?)", (code, seq, now, one))
    if waiting.computer:
        _add(execute, code, seq, "computer", TABLE, -1, now)
    kind: Kind = "turn" if len(waiting.seats) == 1 else "start"
    for seat in waiting.seats:
        due = now + MOMENT if kind == "start" or seat in waiting.here else now
        _tell_devices(execute, code, seq, kind, seat, due)
        if waiting.slow and waiting.slow.remind:
            _tell_devices(execute, code, seq, "reminder", seat, now + waiting.slow.remind * HOUR)
    if len(waiting.seats) == 1:
        (seat,) = waiting.seats
        _tell_hook(execute, code, seq, "turn", seat, now)
        if waiting.slow and waiting.slow.remind:
            _tell_hook(execute, code, seq, "reminder", seat, now + waiting.slow.remind * HOUR)
        if waiting.slow and waiting.slow.stand_in:
            _add(execute, code, seq, "stand-in", TABLE, seat, now + waiting.slow.stand_in * HOUR)


def forget_notices(execute: Execute, codes: Sequence[str]) -> None:
    """Delete everything about deleted tables, and devices that are notified of no others."""
    for code in codes:
        for table in ("waits", "notices", "listeners", "webhooks", "nudges"):
            execute(f"DELETE FROM {table} WHERE code = ?", (code,))  # noqa: S608 - our own
    execute("DELETE FROM devices WHERE id NOT IN (SELECT device FROM listeners)")


_THIS: Final = "code = ? AND seq = ? AND kind = ? AND target = ?"
_COLUMNS: Final = "code, seq, kind, target, seat, due, tries, held, sending"


def _add(execute: Execute, code: str, seq: int, kind: Kind, target: str, seat: int, due: float) -> None:
    execute(
        f"INSERT INTO notices ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0)",  # noqa: S608 - our own
        (code, seq, kind, target, seat, due),
    )


def _tell_devices(execute: Execute, code: str, seq: int, kind: Kind, seat: int, due: float) -> int:
    devices = execute(
        "SELECT device FROM listeners JOIN secrets ON secrets.code = listeners.code AND secrets.hash = listeners.hash "
        "WHERE listeners.code = ? AND secrets.seat = ?",
        (code, seat),
    ).fetchall()
    for (device,) in devices:
        _add(execute, code, seq, kind, device, seat, due)
    return len(devices)


def _tell_hook(execute: Execute, code: str, seq: int, kind: Kind, seat: int, due: float) -> bool:
    there = execute("SELECT 1 FROM webhooks WHERE code = ? AND off IS NULL AND url <> ''", (code,)).fetchone()
    if there:
        _add(execute, code, seq, kind, HOOK, seat, due)
    return there is not None


# --- the queue ------------------------------------------------------------------------------------------------------


class Notices:
    """The queue of one database, and its recipients."""

    def __init__(self, database: Database, lease: float = LEASE, now: Callable[[], float] = time.time) -> None:
        """Use a database; a process reserves a notice for `lease` seconds, longer than sending it takes."""
        self._database = database
        self._lease = lease
        self.now = now

    async def due(self, most: int, but: Sequence[str] = ()) -> list[Notice]:
        """Reserve due notices of all tables but these; no other process gets them for a while."""
        return await self._database.ask(lambda: self._due(most, but))

    def _due(self, most: int, but: Sequence[str]) -> list[Notice]:
        now = self.now()
        until = now + self._lease
        # A notice reserved for longer than possible, or due at an impossible time, comes from another clock.
        others = f"AND code NOT IN ({', '.join('?' * len(but))}) " if but else ""
        query = (
            "SELECT code, seq, kind, target, seat, tries, sending FROM notices "  # noqa: S608 - question marks
            f"WHERE (due <= ? OR (due > ? AND kind IN ('turn', 'start', 'computer'))) "
            f"AND (held <= ? OR held > ?) {others}ORDER BY due LIMIT ?"
        )
        values = (now, now + LONGEST_PAUSE + MOMENT, now, until + 1, *but, most)
        rows = self._database.execute(query + self._database.skip_held, values).fetchall()
        for code, seq, kind, target, *_ in rows:
            self._update("held = ?, tries = tries + 1", (until,), (code, seq, kind, target))
        return [Notice(*row) for row in rows]

    async def sending(self, notice: Notice) -> bool:
        """Note that a notice is about to be sent; False if it is obsolete or another process has taken it over."""

        def work() -> bool:
            held = self._holds(notice)
            if held:
                self._update("sending = 1", (), notice[:4])
            return held

        return await self._database.ask(work)

    def _holds(self, notice: Notice) -> bool:
        """Tell whether nobody has taken a notice over: each takeover counts as one more attempt."""
        row = self._database.execute(f"SELECT tries FROM notices WHERE {_THIS}", notice[:4]).fetchone()  # noqa: S608
        return row is not None and row[0] == notice.tries + 1

    async def done(self, notice: Notice) -> None:
        """Delete a notice that was sent or cannot be."""
        await self._database.ask(lambda: self._delete(notice))

    async def later(self, notice: Notice, delay: float) -> None:
        """Try again after some seconds, unless another process has taken the notice over."""
        due = self.now() + delay

        def work() -> None:
            if self._holds(notice):
                self._update("due = ?, held = 0, sending = 0", (due,), notice[:4])

        await self._database.ask(work)

    def _update(self, changes: str, values: Sequence[Any], key: Sequence[Any]) -> None:
        self._database.execute(f"UPDATE notices SET {changes} WHERE {_THIS}", (*values, *key))  # noqa: S608 - our own

    def _delete(self, notice: Notice) -> None:
        self._database.execute(f"DELETE FROM notices WHERE {_THIS}", notice[:4])  # noqa: S608 - our own

    # Devices.

    async def device(self, name: str) -> Device | None:
        """Return a device."""
        query = "SELECT endpoint, p256dh, auth, language, ahead, contact FROM devices WHERE id = ?"
        row = await self._database.ask(lambda: self._database.execute(query, (name,)).fetchone())
        return None if row is None else Device(row[0], bytes(row[1]), bytes(row[2]), *row[3:])

    async def add_device(self, name: str, device: Device, seats: Sequence[tuple[str, bytes]]) -> None:
        """Notify a device of the turns at exactly these seats, each given by its table and the hash of its secret."""

        def work() -> None:
            execute = self._database.execute
            self._drop_device(name)
            if not seats:  # it would never be notified
                return
            execute(
                "INSERT INTO devices (id, endpoint, p256dh, auth, language, ahead, contact) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (name, *device),
            )
            for code, digest in dict.fromkeys(seats):
                query = "SELECT count(*) FROM listeners WHERE code = ? AND hash = ?"
                (count,) = execute(query, (code, digest)).fetchone()
                if count < DEVICES:
                    execute("INSERT INTO listeners (code, hash, device) VALUES (?, ?, ?)", (code, digest, name))

        await self._database.ask(work)

    async def drop_device(self, name: str) -> None:
        """Stop notifying a device."""

        def work() -> None:
            self._drop_device(name)
            self._database.execute("DELETE FROM notices WHERE target = ?", (name,))

        await self._database.ask(work)

    def _drop_device(self, name: str) -> None:
        self._database.execute("DELETE FROM devices WHERE id = ?", (name,))
        self._database.execute("DELETE FROM listeners WHERE device = ?", (name,))

    async def key(self, name: str, new: Callable[[], str]) -> str:
        """Return a key of this server, shared by all processes and created at the first request."""

        def work() -> str:
            statement = "INSERT INTO server_keys (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
            query = "SELECT value FROM server_keys WHERE name = ?"
            row = self._database.execute(query, (name,)).fetchone()
            if row is None:
                self._database.execute(statement, (name, new()))
                row = self._database.execute(query, (name,)).fetchone()
            return str(row[0])

        return await self._database.ask(work)

    # Nudges.

    async def nudge(self, code: str) -> Nudged:
        """Notify the person a game is waiting for again, at most once a day; return the result."""
        return await self._database.ask(lambda: self._nudge(code))

    def _nudge(self, code: str) -> Nudged:
        execute, now = self._database.execute, self.now()
        wait = execute("SELECT seq, seat FROM waits WHERE code = ?", (code,)).fetchone()
        if wait is None or wait[1] < 0:
            return "nobody"
        seq, seat = wait
        (digest,) = execute("SELECT hash FROM secrets WHERE code = ? AND seat = ?", (code, seat)).fetchone() or (b"",)
        last = execute("SELECT at FROM nudges WHERE code = ? AND hash = ?", (code, digest)).fetchone()
        if last and 0 <= now - last[0] < DAY:
            return "again"
        execute("DELETE FROM nudges WHERE code = ? AND hash = ?", (code, digest))
        execute("DELETE FROM notices WHERE code = ? AND kind = 'nudge'", (code,))
        told = _tell_devices(execute, code, seq, "nudge", seat, now)
        heard = _tell_hook(execute, code, seq, "nudge", seat, now) or told > 0
        if heard:
            execute("INSERT INTO nudges (code, hash, at) VALUES (?, ?, ?)", (code, digest, now))
        return "nudged" if heard else "unheard"

    # Webhooks.

    async def webhook(self, code: str) -> Webhook | None:
        """Return the webhook of a table."""
        query = "SELECT kind, url, language, origin, failures, off FROM webhooks WHERE code = ?"
        row = await self._database.ask(lambda: self._database.execute(query, (code,)).fetchone())
        return Webhook(*row) if row and row[1] else None

    async def set_webhook(self, code: str, webhook: Webhook | None) -> None:
        """Set the webhook of a table, or (None) remove it."""

        def work() -> None:
            execute = self._database.execute
            hour, sent = self._sent(code)
            execute("DELETE FROM webhooks WHERE code = ?", (code,))
            execute("DELETE FROM notices WHERE code = ? AND target = ?", (code, HOOK))
            execute(  # one that was taken away leaves how much was sent: another one gets no more
                "INSERT INTO webhooks (code, kind, url, language, origin, failures, off, hour, sent) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (code, *(webhook or NO_WEBHOOK), hour, sent),
            )

        await self._database.ask(work)

    def _sent(self, code: str) -> tuple[int, int]:
        """Return the current hour and the number of messages sent in it."""
        hour = int(self.now() // HOUR)
        row = self._database.execute("SELECT hour, sent FROM webhooks WHERE code = ?", (code,)).fetchone()
        return hour, row[1] if row and row[0] == hour else 0

    async def may_call(self, code: str) -> bool:
        """Count one message to a table's webhook; return False if the limit of this hour is reached."""

        def work() -> bool:
            hour, sent = self._sent(code)
            self._database.execute(
                "UPDATE webhooks SET hour = ?, sent = ? WHERE code = ?", (hour, min(sent + 1, HOOK_HOUR), code)
            )
            return sent < HOOK_HOUR

        return await self._database.ask(work)

    async def called(self, code: str, failure: str | None) -> bool:
        """Note whether a webhook accepted a message; tell whether several failures in a row have now disabled it."""

        def work() -> bool:
            execute = self._database.execute
            if failure is None:
                execute("UPDATE webhooks SET failures = 0 WHERE code = ?", (code,))
                return False
            execute("UPDATE webhooks SET failures = failures + 1 WHERE code = ?", (code,))
            execute("UPDATE webhooks SET off = ? WHERE code = ? AND failures >= ?", (failure[:200], code, FAILURES))
            row = execute("SELECT off FROM webhooks WHERE code = ?", (code,)).fetchone()
            return row is not None and row[0] is not None

        return await self._database.ask(work)
