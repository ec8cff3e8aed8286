"""Every frame of whole games over real sockets names only cards its seat may know."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from tests.host.indoors import Data, choose
from tests.server.serving import Guest, Server, serving

from nonante.table import Record

EDITIONS = ["base", "expert", "expert-short", "on-fire", "extreme", "expert+extreme", "on-fire+extreme"]
CARDS = ("card", "top")  # the names of fields that hold a card


def numbers(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every whole number of a frame with the names that lead to it."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from numbers(value, (*path, name))
    elif isinstance(data, list):
        for value in data:
            yield from numbers(value, path)
    elif type(data) is int:
        yield path, data


PLAIN_NUMBERS = {  # fields that hold whole numbers and no cards
    *("seq", "you", "host", "deals", "count", "seat", "drew", "score", "starter", "active", "turn", "minimum"),
    *("laid", "to_lay", "draw_count", "jump", "low", "high", "back", "players", "proposes", "said", "asks", "cards"),
    "spectators",
}


def check_frame(frame: Data, seat: int | None, laid: set[int], hands: list[set[int]]) -> None:
    """No number stands where a card stands but a laid one or one of the own hand."""
    game = (frame.get("table") or {}).get("game")
    if game is None or game["status"] != "playing":
        return
    assert game["reveal"] is None
    assert "seed" not in json.dumps(frame)
    assert "unseen" not in json.dumps(frame)
    assert len(game["turns"]) <= 2
    own = hands[seat] if seat is not None else set()
    assert {card["card"] for card in game["hand"]} == own
    for path, number in numbers(frame):
        if "map" in path or "commands" in path:  # which number carries what is known to all
            continue
        name = path[-1]
        if name in CARDS:
            assert number in laid | own | {1, 100}, (path, number)
        else:
            assert name in PLAIN_NUMBERS, path
    for news in frame.get("news", ()):
        assert news["text"] is None or not any(sign.isdigit() for sign in news["text"])


Moments: TypeAlias = dict[tuple[int, int], tuple[set[int], list[set[int]]]]
"""What was laid and held at every moment: (turn, cards laid in it) -> laid, hands."""


def replay(record: Record) -> Moments:
    """Return the moments of a game."""
    moments = {}
    for game in record.games():
        held = [set(hand) for hand in game.hands]
        laid = set(range(2, 100)) - set().union(*held) - set(game.draw)
        moments[game.turn, len(game.laid_this_turn)] = (laid, held)
    return moments


def check_frames(guest: Guest, seat: int | None, moments: Moments) -> int:
    """Check every frame that a seat or a spectator was sent; return how many could be."""
    seen = 0
    for frame in guest.frames:
        game = (frame.get("table") or {}).get("game")
        # What was taken back is no moment of the record; its frames are checked by the others.
        if game and (game["turn"], game["laid"]) in moments:
            laid, held = moments[game["turn"], game["laid"]]
            shown = {card["card"] for card in game["hand"]}
            if seat is None or shown == held[seat]:
                taken_back = {m["card"] for n in frame.get("news", ()) if (m := n["move"])}
                check_frame(frame, seat, laid | taken_back, held)
                seen += 1
    return seen


async def play_at_random(guests: list[Guest], picks: random.Random) -> None:
    """Play at random, talk at random, take back at random; the last guest is a spectator."""
    while (game := guests[0].table["game"])["status"] == "playing":
        active = guests[game["active"]]
        talker = picks.choice(guests[: len(guests) - 1])
        if talker.table["may_signal"] and picks.random() < 0.2:
            word = picks.choice(talker.table["may_signal"])
            await talker.ask(type="signal", **{name: word[name] for name in ("signal", "pile", "command")})
        elif active.table["game"]["can_undo"] and picks.random() < 0.1:
            await active.ask(type="undo", seq=active.table["seq"])
        else:
            move = choose(active.table["game"])
            await active.ask(type="play", move=move, seq=active.table["seq"])
        await all_see(guests)


async def all_see(guests: list[Guest]) -> None:
    """Wait until everybody has seen what any of them has."""
    newest = max(guest.table["seq"] for guest in guests)
    for guest in guests:
        while guest.table["seq"] < newest:
            await guest.receive()


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_frame_names_a_card_that_its_seat_may_not_know(tmp_path: Path, edition: str) -> None:
    async def main(server: Server) -> None:
        chosen = {"rules": {"edition": edition, "players": 3}, "hints": True, "undo": True}
        opened = await server.open(settings=chosen)
        code = opened["code"]
        async with (
            server.join(code, opened["token"]) as anna,
            server.join(code) as bruno,
            server.join(code) as clara,
            server.join(code) as watcher,
        ):
            await bruno.ask(type="sit", name="Bruno")
            await clara.ask(type="sit", name="Clara")
            guests = [anna, bruno, clara, watcher]
            await anna.ask(type="deal")
            await bruno.ask(type="propose", seat=2)
            await clara.ask(type="wish", wish="rather-not")
            await anna.ask(type="start")
            await all_see(guests)
            await play_at_random(guests, random.Random(edition))
            async with server.http() as http:
                record = Record.from_json((await http.get(f"/api/tables/{code}/record")).text)
        moments = replay(record)
        seats = zip((0, 1, 2, None), guests, strict=True)
        assert sum(check_frames(guest, seat, moments) for seat, guest in seats) > 20

    with serving(tmp_path / "tables.db") as server:
        asyncio.run(main(server))
