"""Hostile messages: whatever is sent, nothing happens but a typed refusal, and nothing is told.

A full table plays; messages come from a stranger who said no hello, a spectator, a seat that is not to move, and the
active host. Half of the messages are noise, half are well-formed commands with values from a box of bad ones.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.host.indoors import Data, Indoors, Visitor, indoors

from nonante.host.connection import Closed, read
from nonante.host.errors import HostError
from nonante.host.limits import Limits
from nonante.host.live_table import LiveTable
from nonante.messages import FromClient, FromServer
from nonante.server.middleware import content_policy

EXAMPLES = 1100
MESSAGES = 50  # in each example: 55,000 in all

# ---------------------------------------------------------------- what is sent

ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    2,
    -1,
    5,
    98,
    2**31,
    2**63,
    2**64,
    -(2**63),
    10**30,
    1.5,
    -0.0,
    1e308,
    "",
    "0",
    "A",
    "E",
    "end",
    "END",
    "37A",
    "2A",
    "99D",
    "100A",
    "37E",
    "037A",
    "٣٧A",
    "trouble",
    "keep-off",
    "hold",
    "do-not-lay",
    "cover",
    "stop",
    "fire",
    "like",
    "steady",
    "extreme",
    "\x00",
    "\n",
    "\ud7ff",
    "💀" * 30,
    "é" * 300,
    "x" * 4000,
    "'; DROP TABLE events; --",
    "../../etc/passwd",
    "__proto__",
    "{0.__class__}",
    "%s%n",
    [],
    {},
    [[[[[]]]]],
    [1, 2],
    ["37A"],
    {"rules": {}},
    {"rules": {"edition": []}},
    {"rules": {"edition": "extreme", "players": 3, "commands": {"stop": [1]}}},
    {"rules": {"players": 99}},
    {"away": []},
    {"undo": 1},
    {"a": {"b": {"c": {}}}},
]
FIELDS = sorted({field.name for cls in FromClient.__args__ for field in msgspec.structs.fields(cls)} - {"key"})
TYPES = [cls.__struct_config__.tag for cls in FromClient.__args__]
OWN_FIELDS = {
    cls.__struct_config__.tag: [field.name for field in msgspec.structs.fields(cls) if field.name != "key"]
    for cls in FromClient.__args__
}

# One number makes a message, so that Hypothesis has little to draw and shrinks well.


def pick(number: int, names: list[str]) -> Data:
    """Return a value of the box for each name."""
    values = {}
    for name in names:
        number, place = divmod(number, len(ODD))
        values[name] = ODD[place]
    return values


def command(tag: str, number: int) -> str:
    """Return a command with all its fields, each of any value."""
    return json.dumps({"type": tag, "key": "k" * (1 + number % 64), **pick(number, OWN_FIELDS[tag])})


def strange_command(tag: object, number: int) -> str:
    """Return a command with fields of others, or of no type, or with an odd key."""
    names = [name for place, name in enumerate(FIELDS) if number >> place & 1]
    return json.dumps({"type": tag, **pick(number, ["key", *names])})


def deep_command(depth: int) -> str:
    """Return settings inside settings inside settings."""
    return '{"type":"configure","key":"k","settings":' + '{"a":' * depth + "1" + "}" * (depth + 1)


BROKEN = [
    "",
    "null",
    "[]",
    "{}",
    "NaN",
    "\ufeff{}",
    '{"type":"ping"}',
    '{"type":"ping","key":""}',
    '{"type":"ping","key":"\\ud800"}',
    '{"type":"ping","key":"k"} x',
    '{"type":"ping","key":"' + "k" * 65 + '"}',
    '{"type":"play","key":"k","move":"2A","seq":1e999}',
    '{"type":"hello","key":"k","x":1}',
]
SPREAD = 0x9E3779B97F4A7C15  # odd, so that no two numbers become one
NO_TYPES = [*TYPES, "nothing", 3, None]


def message(number: int) -> str:
    """Return the hostile message of a number."""
    number = number * SPREAD % 2**64  # Hypothesis likes some numbers best: they are to reach every kind
    number, kind = divmod(number, 8)
    number, tag = divmod(number, len(TYPES))
    match kind:
        case 0 | 1 | 2 | 3:
            return command(TYPES[tag], number)
        case 4:
            return strange_command(NO_TYPES[number % len(NO_TYPES)], number)
        case 5:
            return command(TYPES[tag], number)[: number % 60]
        case 6:
            return deep_command(number % 900) if number % 2 else "[" * (number % 3000)
    return BROKEN[number % len(BROKEN)]


numbers = st.lists(st.integers(0, 2**64 - 1), min_size=MESSAGES - 4, max_size=MESSAGES - 4)
noise = st.tuples(st.text(max_size=40), st.text(max_size=40), st.binary(max_size=40), st.binary(max_size=40))


def harmless(text: str | bytes, seat: int | None) -> bool:
    """Tell whether a message may rightly have an effect from this seat, and so is not hostile."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(data, dict):
        return False
    match data.get("type"):
        case "hello":  # anybody may become a spectator
            return data.get("token") is None
        case "hand-over":
            return data.get("seat") == seat
        case "leave":
            return seat is not None
        case "pause" | "gather":
            return seat == 0
    return False


# ---------------------------------------------------------------- what comes back

answers = msgspec.json.Decoder(FromServer)


def check_answer(frame: bytes, hidden: set[int]) -> None:
    """A frame is a message of the protocol, says nothing more, and names no hidden card."""
    message = answers.decode(frame)
    assert msgspec.json.encode(message) == frame
    data = json.loads(frame)
    assert data.get("refusal", {}).get("code") not in ("internal", "storage"), data
    assert "Traceback" not in frame.decode()
    if "table" in data:
        assert not hidden & set(cards_in(data["table"]))


def cards_in(data: Any, name: str = "") -> list[int]:
    """Return every number that stands where a card stands."""
    if isinstance(data, dict):
        return [card for key, value in data.items() if key not in ("settings", "map") for card in cards_in(value, key)]
    if isinstance(data, list):
        return [card for value in data for card in cards_in(value, name)]
    return [data] if name in ("card", "top", "hand", "draw", "hands", "unseen") and type(data) is int else []


class Scene:
    """A running table and the four who send."""

    def __init__(self, live: LiveTable, people: list[Visitor], stranger: Visitor, watcher: Visitor) -> None:
        self.live = live
        self.senders = [stranger, watcher, people[1], people[0]]
        self.everybody = [*people, stranger, watcher]
        game = live.table.require_game()
        self.hidden = [
            {card for seat, hand in enumerate(game.hands) if seat != visitor.seat for card in hand} | set(game.draw)
            for visitor in self.everybody
        ]
        self.sent = 0
        self.refusals: set[str] = set()

    async def send(self, sender: Visitor, text: str | bytes) -> None:
        """Send one message, and look at everything."""
        if harmless(text, sender.seat):
            return
        state = self.state()
        sender.receive(text)
        self.sent += 1
        await self.live.settled()
        assert self.state() == state, text
        for visitor, hidden in zip(self.everybody, self.hidden, strict=True):
            for frame in visitor.frames:
                check_answer(frame, hidden)
            assert visitor is sender or not visitor.frames  # nobody else hears of it
            self.refusals |= {m["refusal"]["code"] for m in visitor.messages if m["type"] == "refused"}
            visitor.frames.clear()
            visitor.messages.clear()

    def state(self) -> tuple[object, ...]:
        """Everything that must stay as it is."""
        live = self.live
        return id(live.table), live.seq, live.state.digests, live.presence.host, tuple(live.presence.away)


async def scene(house: Indoors) -> Scene:
    """Set the table: signals and chat off, so that every command of a seat that is not to move must fail."""
    live, people = await house.started(players=3, edition="extreme", talk="none", settings={"hints": False})
    watcher = await house.visit(live)
    stage = Scene(live, people, Visitor(live), watcher)
    for visitor in stage.everybody:
        visitor.frames.clear()
        visitor.messages.clear()
    return stage


@pytest.mark.slow
def test_fifty_thousand_hostile_messages(caplog: pytest.LogCaptureFixture) -> None:
    total = 0
    refusals: set[str] = set()
    loop = asyncio.new_event_loop()
    context = indoors()
    house = loop.run_until_complete(context.__aenter__())
    stage = loop.run_until_complete(scene(house))

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(numbers, noise, st.integers(0, 3))
    def attack(made: list[int], noise: tuple[str | bytes, ...], first: int) -> None:
        async def volley() -> None:
            for number, text in enumerate([*map(message, made), *noise]):
                await stage.send(stage.senders[(first + number) % 4], text)

        loop.run_until_complete(volley())

    try:
        with caplog.at_level(logging.WARNING):
            out_of_turn = {"type": "play", "key": "k", "move": "2A", "seq": stage.live.seq}
            loop.run_until_complete(stage.send(stage.senders[2], json.dumps(out_of_turn)))
            attack()
        total, refusals = stage.sent, stage.refusals
        # The table goes on as if nothing had been.
        active = stage.senders[3]
        answer = loop.run_until_complete(active.ask(type="hello"))
        assert answer["type"] == "welcome"
    finally:
        loop.run_until_complete(context.__aexit__(None, None, None))
        loop.close()
    assert total >= 50_000, total
    assert not caplog.records
    assert {"malformed", "hello-first", "not-seated", "not-host", "not-active", "token"} <= refusals


def test_the_host_cannot_be_tricked_either() -> None:
    async def main() -> None:
        async with indoors() as house:
            stage = await scene(house)
            host = stage.senders[3]
            seq = stage.live.seq
            for card in range(-1, 102):
                for pile in "ABCDE":
                    held = card in stage.live.table.require_game().hands[0]
                    if not held:
                        text = json.dumps({"type": "play", "key": "k", "move": f"{card}{pile}", "seq": seq})
                        await stage.send(host, text)
            assert stage.refusals == {"not-in-hand", "unknown-move"}

    asyncio.run(main())


@pytest.mark.parametrize("text", ["x" * 4097, "é" * 2100, json.dumps({"type": "say", "key": "k", "text": "a" * 5000})])
def test_what_is_too_large_is_not_even_read(text: str) -> None:
    with pytest.raises(HostError) as caught:
        read(text, 4096)
    assert caught.value.code == "too-large"


def test_a_flood_ends_the_connection() -> None:
    async def main() -> None:
        async with indoors() as house:
            live, _ = await house.open()
            visitor = Visitor(live, Limits(strikes=5))
            for _ in range(5):
                visitor.receive("nonsense")
            with pytest.raises(Closed):
                visitor.receive("nonsense")

    asyncio.run(main())


def test_every_kind_of_command_is_among_the_hostile_ones() -> None:
    assert len(TYPES) == 27


def test_r5_nobody_but_the_host_starts_a_table_without_talk_whatever_they_send() -> None:
    async def main() -> None:
        async with indoors() as house:
            live, people = await house.full(players=3, edition="extreme", talk="none")
            await people[0].ask(type="deal")
            stage = Scene(live, people, Visitor(live), await house.visit(live))
            for visitor in stage.everybody:
                visitor.frames.clear()
                visitor.messages.clear()
            for sender in stage.senders[:3]:
                for value in ODD:
                    for tag in ("start", "propose"):
                        await stage.send(sender, json.dumps({"type": tag, "key": "k", "seat": value}))
                    await stage.send(sender, json.dumps({"type": "wish", "key": "k", "wish": value}))
            assert stage.refusals == {"malformed", "hello-first", "not-seated", "host-starts", "talk-off", "seat-empty"}

    asyncio.run(main())


def test_a_forged_host_header_gets_into_no_policy() -> None:
    assert "evil" not in content_policy("evil; script-src *")
    assert "ws://[::1]:80" in content_policy("[::1]:80")
