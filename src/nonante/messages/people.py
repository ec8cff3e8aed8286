"""What paired devices of one person send and get over plain HTTP: codes, what they share, and who they are."""

from __future__ import annotations

from .structs import Struct


class OwnDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A device: whose it is, and its secret."""

    person: str
    token: str


class AskDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices: become somebody who can have several devices; this is the first one."""

    name: str
    """What the device is called, such as Firefox, Linux."""


class PairedDevice(Struct, frozen=True):
    """A device just paired; the secret is told this once."""

    person: str
    device: str
    token: str


class AskPairing(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/code: give me a code for another device of mine; an earlier one is no good any more."""

    own: OwnDevice


class PairingCode(Struct, frozen=True):
    """A code that pairs one device, once, for so many seconds."""

    code: str
    seconds: float
    picture: str | None
    """A QR code of the link, as SVG."""


class AskJoin(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/join: pair this device with the one that shows the code."""

    code: str
    name: str


class AskSync(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/sync: here is what I have, give me what I lack. Nothing that was shared is ever changed."""

    own: OwnDevice
    items: list[str] = []  # noqa: RUF012 - each struct gets its own
    """Texts that the server does not look into; one that is there already is kept once."""
    after: str | None = None
    """The `place` of the last answer; null: from the beginning."""


class DeviceInfo(Struct, frozen=True):
    """One of a person's devices."""

    device: str
    name: str
    seen: float
    """When it was last here, to the day: seconds since 1970."""
    you: bool


class Synced(Struct, frozen=True):
    """What was shared since, the first things first."""

    devices: list[DeviceInfo]
    items: list[str]
    place: str | None
    more: bool
    """Whether there is more to get at once."""


class AskRemoval(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/remove: this device is not mine any more. With the last one goes all that was shared."""

    own: OwnDevice
    device: str


class Removed(Struct, frozen=True):
    """It was removed."""

    device: str
