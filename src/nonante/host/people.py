"""One person's devices, and what they share: a growing set of texts, so that two who add at once lose nothing."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from ..messages import DeviceInfo, OwnDevice, PairedDevice, Struct, StructError, Synced, decoder, encode
from ..table import tidy, visible
from .access import Caller, digest_of, new_code, new_token, tidy_code
from .clock import Now
from .errors import HostError
from .store import DAY, Note, Store

T = TypeVar("T")
CODE_LETTERS: Final = 12
"""Of a pairing code: 18 letters make 10^15 codes."""
CODE_SECONDS: Final = 300.0
"""So long a pairing code is good, for one device."""
DEVICES: Final = 10
"""Of one person."""
REMOVED: Final = 100
"""So many devices that were removed are told so; older ones are unknown."""
ITEMS: Final = 5000
"""Things shared by one person; beyond, the oldest go."""
ITEM_BYTES: Final = 4000
"""Of one of them."""
SYNC_BYTES: Final = 65_536
"""Of one request that shares something."""
AT_A_TIME: Final = 500
"""Things in one answer."""
MOST_ITEMS: Final = 1000
"""Things in one request."""
SEEN: Final = "seen"
"""The key of what says that somebody of that person was here lately."""
NAME: Final = 40
"""Letters of the name of a device, a crew, an event or a team."""


class Device(Struct, frozen=True):
    """A device as it is stored."""

    name: str
    digest: str
    """SHA-256 of its secret, in hexadecimal."""
    seen: float
    removed: bool = False
    """By another one: its page is told to forget what is not its own any more."""


class Offer(Struct, frozen=True):
    """A pairing code as it is stored, under its digest."""

    person: str
    until: float


class People:
    """Pairs devices, and keeps what they share."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now

    async def begin(self, name: str) -> PairedDevice:
        """Make somebody with one device."""
        return await self._add(new_token(), name)

    async def offer(self, own: OwnDevice, caller: Caller) -> str:
        """Return a new pairing code; the one before is no good any more."""
        await self._devices(own, caller)
        owner = _person(own.person)
        for note in await self._store.notes(owner):
            if note.key == "code":
                await self._store.put_note(_pairing(note.content), "person", None)
        code = new_code(CODE_LETTERS)
        digest = digest_of(code).hex()
        offer = encode(Offer(own.person, self._now() + CODE_SECONDS)).decode()
        await self._store.put_note(_pairing(digest), "person", offer)
        await self._store.put_note(owner, "code", digest)
        return code

    async def join(self, code: str, name: str, caller: Caller) -> PairedDevice:
        """Pair a device with the one that showed a code: once, and only for a few minutes."""
        must_not_guess(caller)
        tidy = tidy_code("".join(code.split()).replace("-", "")) or ""
        owner = _pairing(digest_of(tidy).hex())
        offer = next(iter(await self._store.notes(owner)), None)
        # Of two who come at once one takes it.
        if offer is None or not await self._store.put_note(owner, "person", None):
            caller.missed()
            raise HostError("pairing-code")
        found: Offer = decoder(Offer)(offer.content)
        if found.until < self._now():
            raise HostError("pairing-code")
        return await self._add(found.person, name)

    async def sync(self, own: OwnDevice, items: Sequence[str], after: str | None, caller: Caller) -> Synced:
        """Keep what is new, and return what this device lacks."""
        devices, you = await self._devices(own, caller)
        if len(items) > MOST_ITEMS:
            raise HostError("malformed", why=f"at most {MOST_ITEMS} items")
        if any(len(item.encode()) > ITEM_BYTES for item in items):
            raise HostError("too-large", limit=ITEM_BYTES)
        if any("\0" in item for item in items):  # which PostgreSQL does not store
            raise HostError("malformed", why="an item has no NUL")
        owner = _shared(own.person)
        if items:
            await self._store.add_notes(owner, {_key_of(item): item for item in items}, ITEMS)
        await self._note_seen(own.person, you, devices[you])
        notes = await self._since(owner, after)
        shown = notes[:AT_A_TIME]
        place = _place(shown[-1]) if shown else after
        listed = [DeviceInfo(one, device.name, device.seen, one == you) for one, device in devices.items()]
        return Synced(listed, [note.content for note in shown], place, len(notes) > len(shown))

    async def remove(self, own: OwnDevice, device: str, caller: Caller) -> None:
        """Remove a device: its secret opens nothing here any more. With the last one everything goes."""
        devices, _ = await self._devices(own, caller)
        if device not in devices:
            raise HostError("device")
        gone = encode(Device("", devices[device].digest, self._today(), removed=True)).decode()
        await self._store.put_note(_person(own.person), f"device/{device}", gone)
        known = await self._known(own.person, removed=True)
        for old in [one for one, kept in known.items() if kept.removed][:-REMOVED]:
            await self._store.put_note(_person(own.person), f"device/{old}", None)
        if all(kept.removed for kept in known.values()):
            await self._store.add_notes(_shared(own.person), {}, 0)
            await self._store.add_notes(_person(own.person), {}, 0)

    async def _add(self, person: str, name: str) -> PairedDevice:
        known = await self._known(person)
        if len(known) >= DEVICES:
            raise HostError("too-many-devices", most=DEVICES)
        device, token = secrets.token_hex(4), new_token()
        kept = Device(title_of(name), digest_of(token).hex(), self._today())
        await self._store.put_note(_person(person), f"device/{device}", encode(kept).decode())
        return PairedDevice(person, device, token)

    async def _devices(self, own: OwnDevice, caller: Caller) -> tuple[dict[str, Device], str]:
        """Return a person's devices and which one asks, or refuse it."""
        must_not_guess(caller)
        known = await self._known(own.person, removed=True) if own.person.isalnum() else {}
        digest = digest_of(own.token).hex()
        for name, device in known.items():
            if secrets.compare_digest(device.digest, digest):
                if device.removed:
                    raise HostError("device-removed")
                return {one: kept for one, kept in known.items() if not kept.removed}, name
        caller.missed()
        raise HostError("device")

    async def _known(self, person: str, removed: bool = False) -> dict[str, Device]:
        """Return a person's devices, perhaps with those that were removed."""
        found = of_kind(await self._store.notes(_person(person)), "device", Device)
        return {name: device for name, device in found if removed or not device.removed}

    async def _note_seen(self, person: str, name: str, device: Device) -> None:
        """Note the day on which a device was here, so that a person who comes is not forgotten."""
        if device.seen < self._today():
            kept = Device(device.name, device.digest, self._today())
            await self._store.put_note(_person(person), f"device/{name}", encode(kept).decode())
            await self._store.put_note(_shared(person), SEEN, "")  # what is shared stays as long as somebody comes

    def _today(self) -> float:
        return self._now() // DAY * DAY

    async def _since(self, owner: str, after: str | None) -> list[Note]:
        """Return what came after a place; everything where the place is not known, as after a move to another store."""
        number = (after or "").partition(" ")[0]
        if number.isascii() and number.isdigit() and len(number) < 16:
            found = await self._items(owner, int(number) - 1)
            if found and _place(found[0]) == after:
                return found[1:]
        return await self._items(owner)

    async def _items(self, owner: str, after: int = 0) -> list[Note]:
        """Return the next ones, as many as one answer has and one to see that there are more; no megabytes."""
        notes = await self._store.notes(owner, after, AT_A_TIME + 3)  # with the last known one and that of today
        return [note for note in notes if note.key != SEEN]


def title_of(text: str) -> str:
    """Return what strangers call something, with nothing in it that cannot be seen."""
    title = tidy(text)[:NAME].strip()
    return title if visible(title) else "?"


def must_not_guess(caller: Caller) -> None:
    """Answer nothing to a network that has guessed too much."""
    if caller.guessed:
        caller.refused()
        raise HostError("too-fast")


def stored(kind: type[Any], note: Note) -> Any:
    """Return what a note holds; None where it cannot be read."""
    try:
        return decoder(kind)(note.content)
    except (StructError, UnicodeError):
        return None


def of_kind(notes: Sequence[Note], kind: str, struct: type[T]) -> list[tuple[str, T]]:
    """Return the notes whose keys begin with a kind: what follows in the key, and what they hold."""
    found = [(note.key.partition("/")[2], stored(struct, note)) for note in notes if note.key.startswith(f"{kind}/")]
    return [(key, content) for key, content in found if content is not None]


def _place(note: Note) -> str:
    return f"{note.number} {note.key[:16]}"


def _key_of(item: str) -> str:
    return hashlib.sha256(item.encode()).hexdigest()[:32]


def _person(person: str) -> str:
    return f"person/{person[:64]}"


def _shared(person: str) -> str:
    return f"shared/{person[:64]}"


def _pairing(digest: str) -> str:
    return f"pairing/{digest}"
