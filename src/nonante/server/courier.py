"""`Courier`: tells people whose turn it is in slow games, from the queue that all processes of a server share.

A push message may be sent twice when a process dies in the middle of it: both have the same topic and the same tag, so
the device shows one. A webhook has no such thing: what may have been sent already is not sent again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from ..host import HostError, Tables
from ..table import Table
from ..texts import LANGUAGES, Texts
from . import push
from .notices import HOOK, LEASE, LONGEST_PAUSE, TABLE, Notice, Notices, Webhook
from .outgoing import Forbidden, Outgoing, OutgoingError, Reply
from .sql_store import SqlStore
from .webhooks import call_of

log = logging.getLogger("nonante.server")
POLL: Final = 5.0  # seconds between two looks at what other processes have left
AT_ONCE: Final = 32
OF_ONE: Final = 4
"""Of one table: nobody's slow services keep those of others waiting."""
TRIES: Final = 6
FIRST_PAUSE: Final = 10.0  # seconds; each following one is three times as long
NOT_YET: Final = 600.0  # seconds until the next check of somebody who is at the table
MORNING, EVENING = 9, 22
"""Reminders and nudges come between these hours of the day, where the device is."""
GONE: Final = (404, 410)
VAPID_KEY: Final = "vapid"


class _Passed(OutgoingError):
    """A notice that is obsolete, or that another process has taken over."""


class Courier:
    """Takes due notices and sends them."""

    def __init__(
        self, tables: Tables, notices: Notices, outgoing: Outgoing, hooks: Outgoing | None, poll: float = POLL
    ) -> None:
        """Send push messages with `outgoing`, webhooks with `hooks`; None if the operator has not allowed any."""
        self._tables = tables
        self.notices = notices
        self.outgoing = outgoing
        self.hooks = hooks
        self._poll = poll
        self._wake = asyncio.Event()
        self._busy = Counter[str]()  # notices that are being sent, by table

    @property
    def pushes(self) -> bool:
        """Whether messages can be encrypted here."""
        return push.available()

    async def public_key(self) -> str:
        """Return the public key of this server, created at the first request."""
        return push.to_text(push.public_point(push.read_key(await self._key())))

    async def _key(self) -> str:
        return await self.notices.key(VAPID_KEY, push.new_key)

    def wake(self) -> None:
        """Send due notices now."""
        self._wake.set()

    async def run(self) -> None:
        """Send due notices until cancelled."""
        loop = asyncio.get_running_loop()
        if isinstance(self._tables.store, SqlStore):
            self._tables.store.told_later = lambda: loop.is_closed() or loop.call_soon_threadsafe(self.wake)
        async with asyncio.TaskGroup() as under_way:
            while True:
                self._wake.clear()
                with contextlib.suppress(HostError):  # the store has said so in the log
                    await self._take(under_way)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._poll):  # `wait_for` may overlook that it is cancelled
                        await self._wake.wait()

    async def _take(self, under_way: asyncio.TaskGroup) -> None:
        """Start sending due notices, within the limits in total and per table."""
        while (room := AT_ONCE - self._busy.total()) > 0:
            crowded = [code for code, count in self._busy.items() if count >= OF_ONE]
            notices = await self.notices.due(min(room, OF_ONE), crowded)
            for notice in notices:
                self._busy[notice.code] += 1
                under_way.create_task(self._deliver(notice))
            if not notices:
                return

    async def _deliver(self, notice: Notice) -> None:
        try:
            await self._deliver_or_wait(notice)
        finally:
            self._busy -= Counter([notice.code])
            self.wake()

    async def _deliver_or_wait(self, notice: Notice) -> None:
        try:
            delay = await self._deliver_once(notice)
        except HostError as error:
            log.warning("table %s: a notice has to wait: %s", notice.code, error)
            delay = self._pause(notice)
        except Exception:
            log.exception("table %s: a notice could not be sent", notice.code)
            delay = self._pause(notice)
        with contextlib.suppress(HostError):  # it is taken up again when the time to hold it is over
            if delay is None:
                await self.notices.done(notice)
            else:
                await self.notices.later(notice, delay)

    async def _deliver_once(self, notice: Notice) -> float | None:
        """Send a notice; return None if it is finished, or the seconds until the next attempt."""
        if notice.target == TABLE:
            return await self._act(notice)
        if notice.target == HOOK:
            return await self._call(notice)
        return await self._push(notice)

    def _pause(self, notice: Notice, reply: Reply | None = None) -> float | None:
        """Return the seconds to wait after a failure; None after too many failures."""
        if notice.tries + 1 >= TRIES:
            return None
        pause: float = FIRST_PAUSE * 3**notice.tries
        return min(LONGEST_PAUSE, max(pause, reply.retry_after or 0.0 if reply else 0.0))

    # What the server does itself.

    async def _act(self, notice: Notice) -> float | None:
        """Let a computer player move whose turn it is, or who stands in for somebody after days."""
        try:
            live = await self._tables.wake(notice.code)
        except HostError as error:
            return None if error.code == "unknown-table" else NOT_YET
        if notice.kind == "computer":
            live.computers.wake()
            return NOT_YET  # what it does makes this notice go away
        await asyncio.sleep(self._tables.behaviour.settle)  # until presence is known
        return None if await live.let_stand_in(notice.seat, notice.seq) else NOT_YET

    # Browsers.

    async def _push(self, notice: Notice) -> float | None:
        device = await self.notices.device(notice.target)
        if device is None or not self.pushes:
            return None
        if notice.kind in ("reminder", "nudge") and (wait := night_left(self.notices.now(), device.ahead)):
            return wait
        _, table = await self._tables.look(notice.code)
        message = json.dumps(message_of(notice, table, device.language), ensure_ascii=False).encode()
        key = push.read_key(await self._key())
        body = push.encrypt(message, device.p256dh, device.auth)
        headers = push.headers(device.endpoint, device.contact, key, topic_of(notice))
        try:
            reply = await self.outgoing.post(device.endpoint, headers, body)
        except Forbidden as error:
            log.info("a push service is not asked again: %s", error)
            await self.notices.drop_device(notice.target)
            return None
        except OutgoingError as error:
            log.info("a push service did not answer: %s", error)
            return self._pause(notice)
        if reply.status in GONE:
            await self.notices.drop_device(notice.target)
            return None
        if reply.status == 429 or reply.status >= 500:
            return self._pause(notice, reply)
        if not 200 <= reply.status < 300:
            log.warning("a push service refuses a message with status %d", reply.status)
        return None

    # Chats.

    async def _call(self, notice: Notice) -> float | None:
        webhook = await self.notices.webhook(notice.code)
        if webhook is None or webhook.off is not None or self.hooks is None:
            return None
        if notice.sending:
            log.warning("table %s: a message to its webhook may have been lost", notice.code)
            return None
        if not await self.notices.may_call(notice.code):
            log.info("table %s: its webhook has had enough messages in this hour", notice.code)
            return None
        try:
            failure, again = await self._call_once(self.hooks, notice, webhook)
        except _Passed:
            return FIRST_PAUSE  # if it is still ours
        if failure and notice.tries:  # one message counts once, however often it is tried; the game may go on meanwhile
            return self._pause(notice) if again else None
        if await self.notices.called(notice.code, failure):
            log.info("table %s: its webhook is disabled: %s", notice.code, failure)
        return self._pause(notice) if again else None

    async def _call_once(self, hooks: Outgoing, notice: Notice, webhook: Webhook) -> tuple[str | None, bool]:
        """Call a webhook; return the error, and whether another attempt may work."""
        _, table = await self._tables.look(notice.code)
        text = Texts(known_language(webhook.language), "slow")
        name = name_at(table, notice.seat)
        line = text(f"notice.chat.{notice.kind}", name=name)
        link = f"{webhook.origin}/t/{notice.code}"
        event = {"event": notice.kind, "table": notice.code, "name": name}
        call = call_of(webhook.kind, webhook.url, line, link, topic_of(notice), event)

        begun = False

        async def begin() -> None:
            nonlocal begun
            if not await self.notices.sending(notice):
                raise _Passed
            begun = True

        try:
            reply = await hooks.post(call.url, call.headers, call.body, begin, call.method)
        except Forbidden as error:
            return str(error), False
        except _Passed:
            raise
        except OutgoingError as error:
            return str(error), not begun  # the chat may have it already
        if 200 <= reply.status < 300:
            return None, False
        return f"it answers {reply.status}", reply.status == 429 or reply.status >= 500


def topic_of(notice: Notice) -> str:
    """Return the topic of a message, at most 32 letters, the same for every attempt."""
    told = f"{notice.code} {notice.seq} {notice.kind} {notice.seat}"
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def night_left(now: float, ahead: int) -> float:
    """Return the seconds until morning in a device's time zone; 0 in the daytime."""
    hour = (now / 3600 + ahead / 60) % 24
    return 0.0 if MORNING <= hour < EVENING else (MORNING - hour) % 24 * 3600


def known_language(language: str) -> str:
    """Return a language that has catalogues."""
    return language if language in LANGUAGES else "en"


def name_at(table: Table, seat: int) -> str:
    """Return the name at a seat; empty if nobody sits there any more."""
    there = table.seats[seat] if 0 <= seat < len(table.seats) else None
    return there.name if there else ""


def message_of(notice: Notice, table: Table, language: str) -> dict[str, str]:
    """Return what a browser shows: names and how many cards are left, never a card."""
    text = Texts(known_language(language), "slow")
    others = [there.name for seat, there in enumerate(table.seats) if there and seat != notice.seat]
    left = len(table.game.draw) if table.game else 0
    return {
        "title": text(f"notice.{notice.kind}"),
        "body": text("notice.line", names=", ".join(others), count=left),
        "code": notice.code,
        "tag": f"nonante-{notice.code}",
    }


@dataclass(frozen=True)
class Notify:
    """How a server notifies people of their turns; the defaults are those of `nonante serve`."""

    outgoing: Outgoing = field(default_factory=Outgoing)
    hooks: Outgoing | None = None
    """For webhooks; None: there are none."""
    lease: float = LEASE
    poll: float = POLL

    def courier(self, tables: Tables) -> Courier | None:
        """Return the courier of these tables; None if the store cannot keep notices."""
        if not isinstance(tables.store, SqlStore):
            return None
        return Courier(tables, Notices(tables.store, self.lease), self.outgoing, self.hooks, self.poll)
