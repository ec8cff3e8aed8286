"""Messages of slow games over plain HTTP: who is notified of turns, and where."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .pages import OwnSeat
from .structs import Struct

WebhookKind: TypeAlias = Literal["discord", "slack", "matrix", "ntfy", "json"]
"""What kind of service a webhook belongs to."""


class PushOffer(Struct, frozen=True):
    """GET /api/push: the key by which browsers know this server."""

    key: str | None
    """Its public key, base64url; null where it sends no messages."""


class AskPush(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/push: notify this device of turns at these seats, and no others."""

    endpoint: str
    p256dh: str
    """The device's public key, base64url."""
    auth: str
    """What the device shares with this server alone, base64url."""
    language: str
    ahead: int
    """Minutes that the clock of the device is ahead of UTC."""
    seats: list[OwnSeat]


class AskPushEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/push/end: stop notifying this device."""

    endpoint: str


class AskNudge(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{code}/nudge: remind the person whose turn it is in a slow game, at most once a day."""

    token: str


class WebhookState(Struct, frozen=True):
    """GET /api/tables/{code}/webhook, for people with a seat: where a slow game announces its turns."""

    offered: bool
    """Whether the operator allows it."""
    kind: WebhookKind | None
    host: str | None
    """The server it leads to; the rest of its address is a secret."""
    off: str | None
    """Why it was disabled."""


class AskWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{code}/webhook: the person who opened the table sets a webhook, or (no address) removes it."""

    token: str
    kind: WebhookKind = "json"
    url: str = ""
    language: str = "en"


class Noted(Struct, frozen=True):
    """An answer without content."""

    done: bool = True
