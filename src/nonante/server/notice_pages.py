"""Requests about the notices of slow games: devices, nudges, and the webhook of a table."""

from __future__ import annotations

import hashlib
from typing import Final
from urllib.parse import urlsplit

from ..host import Answer, HostError, Page, PageRequest, Tables, answer, digest_of, read
from ..messages import AskNudge, AskPush, AskPushEnd, AskWebhook, Noted, PushOffer, WebhookState
from ..table import TableError
from . import push
from .courier import Courier
from .errors import ServerError
from .notices import Device, Webhook
from .outgoing import Forbidden

MOST_SEATS: Final = 12
DAY_MINUTES: Final = 24 * 60


class NoticePages:
    """The pages about notices."""

    def __init__(self, tables: Tables, courier: Courier) -> None:
        self._tables = tables
        self._courier = courier
        self._notices = courier.notices

    def pages(self) -> list[Page]:
        """Return every address."""
        return [
            Page("GET", "/api/push", self.offer),
            Page("POST", "/api/push", self.subscribe, "openings"),
            Page("POST", "/api/push/end", self.unsubscribe),
            Page("POST", "/api/tables/{code}/nudge", self.nudge),
            Page("GET", "/api/tables/{code}/webhook", self.webhook),
            Page("POST", "/api/tables/{code}/webhook", self.set_webhook, "openings"),
        ]

    async def offer(self, request: PageRequest) -> Answer:
        """Return the public key of this server."""
        del request
        return answer(PushOffer(await self._courier.public_key() if self._courier.pushes else None))

    async def subscribe(self, request: PageRequest) -> Answer:
        """Notify a device of the turns at some seats."""
        asked = read(request, AskPush)
        if len(asked.seats) > MOST_SEATS:
            raise HostError("malformed", why=f"at most {MOST_SEATS} tables")
        device = self._device(asked, request.origin)
        seats = []
        for seat in asked.seats:
            try:
                code, _ = await self._tables.find_own(seat.code, request.caller.holding(seat.token))
            except HostError as error:
                if error.code not in ("unknown-table", "token", "closed-table"):
                    raise
            else:
                seats.append((code, digest_of(seat.token)))
        await self._notices.add_device(name_of(asked.endpoint), device, seats)
        return answer(Noted())

    def _device(self, asked: AskPush, origin: str) -> Device:
        if not self._courier.pushes:
            raise ServerError("push")
        try:
            self._courier.outgoing.check(asked.endpoint)
            point, auth = push.check_point(push.from_text(asked.p256dh)), push.from_text(asked.auth)
        except (Forbidden, ValueError):
            raise ServerError("push") from None
        if len(auth) != push.SECRET or not -DAY_MINUTES < asked.ahead < DAY_MINUTES or len(asked.language) > 8:
            raise ServerError("push")
        return Device(asked.endpoint, point, auth, asked.language, asked.ahead, origin)

    async def unsubscribe(self, request: PageRequest) -> Answer:
        """Stop notifying a device; only the device itself knows its address."""
        await self._notices.drop_device(name_of(read(request, AskPushEnd).endpoint))
        return answer(Noted())

    async def nudge(self, request: PageRequest) -> Answer:
        """Remind the person a game is waiting for."""
        caller = request.caller.holding(read(request, AskNudge).token)
        code, _ = await self._tables.find_own(request.names["code"], caller)
        came = await self._notices.nudge(code)
        if came != "nudged":
            raise ServerError(f"nudge-{came}")
        self._courier.wake()
        return answer(Noted())

    async def webhook(self, request: PageRequest) -> Answer:
        """Return the webhook of a table."""
        code, _ = await self._tables.find_own(request.names["code"], request.caller)
        return answer(await self._state(code))

    async def _state(self, code: str) -> WebhookState:
        hook = await self._notices.webhook(code)
        offered = self._courier.hooks is not None
        return WebhookState(offered, hook and hook.kind, hook and urlsplit(hook.url).hostname, hook and hook.off)

    async def set_webhook(self, request: PageRequest) -> Answer:
        """Set or remove the webhook of a table; only the person who opened the table may."""
        asked = read(request, AskWebhook)
        code, seat = await self._tables.find_own(request.names["code"], request.caller.holding(asked.token))
        live = await self._tables.wake(code, request.caller.at_home())
        if seat != live.state.owner:
            raise TableError("not-host")
        await self._notices.set_webhook(code, self._webhook(asked, request.origin) if asked.url else None)
        return answer(await self._state(code))

    def _webhook(self, asked: AskWebhook, origin: str) -> Webhook:
        if self._courier.hooks is None:
            raise ServerError("webhook-closed")
        try:
            self._courier.hooks.check(asked.url)
        except Forbidden:
            schemes = " / ".join(f"{scheme}://" for scheme in self._courier.hooks.schemes)
            raise ServerError("webhook", schemes=schemes) from None
        return Webhook(asked.kind, asked.url, asked.language[:2], origin, 0, None)


def name_of(endpoint: str) -> str:
    """Return the name of a device in the database."""
    return hashlib.sha256(endpoint.encode("utf-8", "surrogatepass")).hexdigest()
