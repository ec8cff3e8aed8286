"""Devices of one person: paired by a code, sharing what they have, removed from one another."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest
from tests.host.memory import MemoryStore

from nonante.host import Buckets, Caller, HostError, Rate
from nonante.host.people import (
    AT_A_TIME,
    CODE_LETTERS,
    CODE_SECONDS,
    DEVICES,
    ITEM_BYTES,
    ITEMS,
    MOST_ITEMS,
    REMOVED,
    People,
    title_of,
)
from nonante.host.store import Note
from nonante.messages import OwnDevice, PairedDevice

STRANGERS = Rate(0.001, 30)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


def run(work: Callable[[People, Clock], Awaitable[None]]) -> None:
    clock = Clock()
    asyncio.run(work(People(MemoryStore(), clock), clock))  # type: ignore[arg-type]  # an Awaitable is enough


def stranger() -> Caller:
    return Caller(misses=Buckets(STRANGERS).of("10.0.0.1"), address="10.0.0.1")


def own(device: PairedDevice) -> OwnDevice:
    return OwnDevice(device.person, device.token)


async def pair(people: People, first: PairedDevice, name: str = "Phone") -> PairedDevice:
    return await people.join(await people.offer(own(first), stranger()), name, stranger())


def test_a_code_pairs_one_device_and_one_only() -> None:
    async def work(people: People, _: Clock) -> None:
        first = await people.begin("Laptop")
        code = await people.offer(own(first), stranger())
        assert len(code) == CODE_LETTERS
        typed = " ".join([code[:4].lower(), code[4:8], code[8:]])
        both = await asyncio.gather(
            *(people.join(typed, name, stranger()) for name in ("Phone", "Thief")), return_exceptions=True
        )
        assert sorted(type(one).__name__ for one in both) == ["HostError", "PairedDevice"]
        listed = (await people.sync(own(first), [], None, stranger())).devices
        assert [one.you for one in listed] == [True, False]

    run(work)


def test_a_code_is_good_for_minutes_and_a_new_one_replaces_it() -> None:
    async def work(people: People, clock: Clock) -> None:
        first = await people.begin("Laptop")
        old, new = [await people.offer(own(first), stranger()) for _ in range(2)]
        with pytest.raises(HostError, match="that code is wrong"):
            await people.join(old, "Phone", stranger())
        clock.now += CODE_SECONDS + 1
        with pytest.raises(HostError, match="has expired"):
            await people.join(new, "Phone", stranger())

    run(work)


def test_who_guesses_gets_no_answer_even_to_the_right_code() -> None:
    async def work(people: People, _: Clock) -> None:
        first, thief = await people.begin("Laptop"), stranger()
        code = await people.offer(own(first), stranger())
        for guess in range(STRANGERS.at_once):
            with pytest.raises(HostError, match="that code is wrong"):
                await people.join("B" * CODE_LETTERS, f"Thief {guess}", thief)
        with pytest.raises(HostError, match="too many"):
            await people.join(code, "Thief", thief)
        with pytest.raises(HostError, match="too many"):
            await people.sync(own(first), [], None, thief)
        await people.join(code, "Phone", stranger())

    run(work)


def test_two_devices_that_share_at_once_lose_nothing() -> None:
    async def work(people: People, _: Clock) -> None:
        first = await people.begin("Laptop")
        second = await pair(people, first)
        batches = [[f"{device}{n}" for n in range(40)] for device in ("laptop ", "phone ")]
        await asyncio.gather(
            *(
                people.sync(own(device), [*batch[n : n + 4], "both"], None, stranger())
                for device, batch in zip((first, second), batches, strict=True)
                for n in range(0, 40, 4)
            )
        )
        for device in (first, second):
            shared = (await people.sync(own(device), [], None, stranger())).items
            assert sorted(shared) == sorted([*batches[0], *batches[1], "both"])

    run(work)


def test_a_device_gets_only_what_it_lacks_piece_by_piece() -> None:
    async def work(people: People, _: Clock) -> None:
        first = await people.begin("Laptop")
        await people.sync(own(first), [f"game {n}" for n in range(AT_A_TIME + 3)], None, stranger())
        one = await people.sync(own(first), [], None, stranger())
        two = await people.sync(own(first), [], one.place, stranger())
        assert (len(one.items), one.more, len(two.items), two.more) == (AT_A_TIME, True, 3, False)
        three = await people.sync(own(first), ["new"], two.place, stranger())
        assert three.items == ["new"]
        moved = await people.sync(own(first), [], "999999 of another store", stranger())
        assert len(moved.items) == AT_A_TIME

    run(work)


def test_a_removed_device_gets_nothing_and_gives_nothing() -> None:
    async def work(people: People, _: Clock) -> None:
        first = await people.begin("Laptop")
        lost = await pair(people, first)
        await people.remove(own(first), lost.device, stranger())
        for again in (
            people.sync(own(lost), ["evil"], None, stranger()),
            people.offer(own(lost), stranger()),
            people.remove(own(lost), first.device, stranger()),
        ):
            with pytest.raises(HostError, match="was removed"):
                await again
        after = await people.sync(own(first), [], None, stranger())
        assert (after.items, [one.name for one in after.devices]) == ([], ["Laptop"])

    run(work)


def test_of_the_devices_that_were_removed_the_last_ones_are_remembered() -> None:
    async def work(people: People, _: Clock) -> None:
        first = await people.begin("Laptop")
        lost = [await pair(people, first, f"Phone {number}") for number in range(2)]
        for number in range(REMOVED):
            await people.remove(own(first), lost[-1].device, stranger())
            lost.append(await pair(people, first, f"Tablet {number}"))
        await people.remove(own(first), lost[0].device, stranger())
        devices = [note for note in await people._store.notes(f"person/{first.person}") if "device/" in note.key]
        assert len(devices) == REMOVED + 2
        for device, word in ((lost[0], "was removed"), (lost[-2], "was removed"), (lost[1], "not paired")):
            with pytest.raises(HostError, match=word):
                await people.sync(own(device), [], None, stranger())

    run(work)


def test_with_the_last_device_everything_goes() -> None:
    async def work(people: People, _: Clock) -> None:
        store = people._store
        first = await people.begin("Laptop")
        await people.sync(own(first), ["game"], None, stranger())
        await people.remove(own(first), first.device, stranger())
        assert await store.owners() == []

    run(work)


def test_what_is_shared_is_bounded() -> None:
    async def work(people: People, _: Clock) -> None:
        first = await people.begin("Laptop")
        with pytest.raises(HostError, match=str(ITEM_BYTES)):
            await people.sync(own(first), ["x" * (ITEM_BYTES + 1)], None, stranger())
        for start in range(0, ITEMS + 500, 500):
            await people.sync(own(first), [str(n) for n in range(start, start + 500)], None, stranger())
        kept = await people._store.notes(f"shared/{first.person}")
        assert (len(kept), kept[-1].content) == (ITEMS, str(ITEMS + 499))
        for number in range(DEVICES - 1):
            await pair(people, first, f"Phone {number}")
        with pytest.raises(HostError, match="at most"):
            await pair(people, first)

    run(work)


def test_a_device_is_seen_once_a_day() -> None:
    async def work(people: People, clock: Clock) -> None:
        first = await people.begin("Laptop")
        before = (await people.sync(own(first), [], None, stranger())).devices[0].seen
        clock.now += 2 * 86_400
        await people.sync(own(first), [], None, stranger())
        after = (await people.sync(own(first), [], None, stranger())).devices[0].seen
        assert after - before == 2 * 86_400
        assert len(await people._store.notes(f"shared/{first.person}")) == 1
        assert (await people.sync(own(first), [], None, stranger())).items == []
        clock.now -= 10 * 86_400  # a clock that was set back changes nothing
        assert (await people.sync(own(first), [], None, stranger())).devices[0].seen == after

    run(work)


def test_no_request_brings_or_takes_more_than_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(people: People, _: Clock) -> None:
        first = await people.begin("Laptop")
        with pytest.raises(HostError, match="at most"):
            await people.sync(own(first), [str(n) for n in range(MOST_ITEMS + 1)], None, stranger())
        for start in range(0, 3 * MOST_ITEMS, MOST_ITEMS):
            await people.sync(own(first), [str(n) for n in range(start, start + MOST_ITEMS)], None, stranger())
        taken: list[int] = []
        notes = people._store.notes

        async def counted(owner: str, after: int = 0, most: int | None = None) -> list[Note]:
            found = await notes(owner, after, most)
            taken.append(len(found))
            return found

        monkeypatch.setattr(people._store, "notes", counted)
        got, place, more = list[str](), None, True
        while more:
            answer = await people.sync(own(first), [], place, stranger())
            got, place, more = [*got, *answer.items], answer.place, answer.more
        assert sorted(map(int, got)) == list(range(3 * MOST_ITEMS))
        assert max(taken) <= AT_A_TIME + 3

    run(work)


def test_a_name_has_nothing_in_it_that_cannot_be_seen() -> None:
    assert title_of("  My\u202e \u2066phone\u200b ") == "My phone"
    assert [title_of(text) for text in ("", "\u3164", "\u2800\u200d")] == ["?"] * 3
    assert len(title_of("Long " * 20)) <= 40
