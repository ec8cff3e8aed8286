"""Messages of paired devices over plain HTTP: codes, shared data, and the list of devices."""

from __future__ import annotations

from .structs import Struct


class OwnDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A device: the number of its person, and its secret."""

    person: str
    token: str


class AskDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices: create a person with this first device."""

    name: str
    """What the device is called, such as Firefox, Linux."""


class PairedDevice(Struct, frozen=True):
    """A device just paired; the secret is sent only once."""

    person: str
    device: str
    token: str


class AskPairing(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/code: ask for a code for another device; an earlier code becomes invalid."""

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
    """POST /api/devices/sync: send what this device has, and get what it lacks. Shared data never changes."""

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
    """The data shared since, oldest first."""

    devices: list[DeviceInfo]
    items: list[str]
    place: str | None
    more: bool
    """Whether there is more to get at once."""


class AskRemoval(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/remove: remove a device. Removing the last one deletes all shared data."""

    own: OwnDevice
    device: str


class Removed(Struct, frozen=True):
    """The device was removed."""

    device: str
