"""What slow games ask and tell over plain HTTP: who hears of their turns, and where."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .pages import OwnSeat
from .structs import Struct

WebhookKind: TypeAlias = Literal["discord", "slack", "matrix", "ntfy", "json"]
"""What kind of service a webhook belongs to."""


class PushOffer(Struct, frozen=True):
    """GET /api/push: what browsers know this server by."""

    key: str | None
    """Its public key, base64url; null where it sends no messages."""


class AskPush(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/push: tell this device of the turns at these seats, and no others."""

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
    """POST /api/push/end: tell this device nothing any more."""

    endpoint: str


class AskNudge(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{code}/nudge: remind the person whom a slow game waits for, once a day."""

    token: str


class WebhookState(Struct, frozen=True):
    """GET /api/tables/{code}/webhook, for people with a seat: where the turns of a slow game are told."""

    offered: bool
    """Whether the operator allows it."""
    kind: WebhookKind | None
    host: str | None
    """The server it leads to; the rest of its address is a secret."""
    off: str | None
    """Why it was disabled."""


class AskWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{code}/webhook: the person who opened the table names a webhook, or (no address) ends it."""

    token: str
    kind: WebhookKind = "json"
    url: str = ""
    language: str = "en"


class Noted(Struct, frozen=True):
    """The answer where nothing more is to be said."""

    done: bool = True
