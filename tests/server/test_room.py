"""A table and its owner, in this process: who may do what, what is shown, who comes and goes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from tests.server.serving import OPEN, PATIENCE, QUICK, Data, Indoors, Visitor, choose, eventually, indoors

from nonante.players import Player, player
from nonante.rules import Game, NonanteError, Rules, View
from nonante.server.computers import levels
from nonante.server.errors import ServerError
from nonante.server.limits import Limits, Rate
from nonante.server.room import Room
from nonante.server.sqlite import SqliteStore
from nonante.server.state import record_of
from nonante.server.store import Entry
from nonante.table import Played, Said, Signal


def run(work: Callable[[Indoors], Awaitable[None]]) -> None:
    async def main() -> None:
        async with indoors() as house:
            await asyncio.wait_for(work(house), PATIENCE)

    asyncio.run(main())


class Leaping(asyncio.SelectorEventLoop):
    """Waits as long as it takes, until it is told that time has passed."""

    leapt = 0.0

    def time(self) -> float:
        return super().time() + self.leapt


def run_leaping(work: Callable[[Indoors, Callable[[], None]], Awaitable[None]]) -> None:
    """Run with a table that has all the time in the world; the function given lets it pass."""
    loop = Leaping()
    age = 1e6
    behaviour = replace(QUICK, arrive=age, host=age, anyone=age)

    def leap() -> None:
        loop.leapt += age

    async def main() -> None:
        async with indoors(behaviour=behaviour) as house:
            await work(house, leap)

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(main())


def news(message: Data) -> list[str]:
    return [item["kind"] for item in message["news"]]


# ---------------------------------------------------------------- sitting down


def test_a_table_is_opened_with_bots_and_dealt_at_once() -> None:
    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "extreme", "players": 3}}
        room, opened = await house.open(settings=settings, bots=["steady", "strong"], deal=True, seed="7")
        visitor = await house.visit(room, opened.token)
        table = visitor.table
        assert (table["you"], table["host"], table["deals"]) == (0, 0, 1)
        assert [seat["level"] for seat in table["seats"]] == [None, "steady", "strong"]
        assert len({seat["name"] for seat in table["seats"]}) == 3
        assert room.table.dealt is not None
        assert room.table.dealt.seed == 7

    run(work)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"name": " "}, "name"),
        ({"settings": {"rules": {"edition": "nonsense"}}}, "edition"),
        ({"settings": {"rules": {"edition": ["base"]}}}, "edition"),
        ({"settings": {"colour": "red"}}, "event"),
        ({"settings": {"rules": {"players": 2}}, "deal": True}, "seats-empty"),
        ({"bots": ["steady"]}, "table-full"),
        ({"settings": {"rules": {"players": 2}}, "bots": ["genius"]}, "level"),
        ({"deal": True, "seed": "-1"}, "seed"),
        ({"deal": True, "seed": "99999999999999999999"}, "seed"),
        ({"position": {"rules": {}}}, "text"),
        ({"position": {"rules": {"edition": {}}, "piles": [1, 1, 100, 100]}}, "text"),
    ],
)
def test_a_table_that_cannot_be_opened(wanted: Data, code: str) -> None:
    async def work(house: Indoors) -> None:
        with pytest.raises(NonanteError) as caught:
            await house.open(**wanted)
        assert caught.value.code == code
        assert not house.tables.rooms

    run(work)


def test_a_prepared_position() -> None:
    async def work(house: Indoors) -> None:
        position = {
            "rules": {"edition": "base", "players": 1},
            "piles": [47, 1, 65, 100],
            "hands": [[37, 50]],
            "draw": [12],
            "active": 0,
            "turn": 1,
            "last_turn": None,
            "moves": [],
        }
        room, opened = await house.open(position=position)
        visitor = await house.visit(room, opened.token)
        assert [pile["top"] for pile in visitor.table["game"]["piles"]] == [47, 1, 65, 100]
        await visitor.ask(type="play", move="37A", seq=room.seq)
        assert [move["card"] for move in visitor.table["game"]["turns"][-1]["moves"]] == [37]
        await visitor.ask(type="play", move="50A", seq=room.seq)
        await visitor.ask(type="play", move="12B", seq=room.seq)
        assert visitor.table["game"]["status"] == "won"
        await visitor.ask(type="deal", same=True)
        assert visitor.table["game"]["piles"][0]["top"] == 47

    run(work)


def test_sitting_gives_a_secret_once() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(settings={"rules": {"players": 3}})
        anna = await house.visit(room, opened.token)
        bruno = await house.visit(room)
        assert bruno.table["you"] is None
        answer = await bruno.ask(type="sit", name="  Bruno\n ", seat=2)
        assert (answer["type"], answer["table"]["you"], len(answer["token"])) == ("welcome", 2, 32)
        assert news(anna.messages[-1]) == ["seated"]
        assert answer["token"] not in str(anna.messages)
        assert anna.table["seats"][2]["name"] == "Bruno"
        assert await bruno.refused(type="sit", name="Bruno again") == "seated"
        clara = await house.visit(room)
        assert await clara.refused(type="sit", name="bruno") == "name-taken"
        assert await clara.refused(type="sit", name="Clara", seat=2) == "seat-taken"
        assert await clara.refused(type="sit", name="Clara", seat=7) == "seat-empty"
        back = await house.visit(room, answer["token"])
        assert back.table["you"] == 2
        assert back.messages[0]["token"] is None

    run(work)


def test_a_lost_answer_loses_no_seat() -> None:
    async def work(house: Indoors) -> None:
        room, _ = await house.open(settings={"rules": {"players": 3}})
        first = await house.visit(room)
        answer = await first.ask(type="sit", name="Bruno", key="a long and random key")
        first.close()
        second = await house.visit(room)
        again = await second.ask(type="sit", name="Bruno", key="a long and random key")
        assert (again["token"], again["table"]["you"]) == (answer["token"], answer["table"]["you"])
        third = await house.visit(room)
        await third.ask(type="sit", name="Clara", key="short")
        fourth = await house.visit(room)
        assert await fourth.refused(type="sit", name="Clara", key="short") == "table-full"

    run(work)


def test_hello_comes_first_and_forged_secrets_are_refused() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, *_) = await house.started()
        stranger = Visitor(room)
        assert await stranger.refused(type="start") == "hello-first"
        assert await stranger.refused(type="sit", name="Zoe") == "hello-first"
        for token in ("", "0" * 32, "\x00", "é" * 50):
            assert await stranger.refused(type="hello", token=token) == "token"
        assert all(message["type"] == "refused" for message in stranger.messages)
        assert (await stranger.ask(type="ping"))["type"] == "pong"
        await stranger.ask(type="hello")
        move = {"type": "play", "move": choose(anna.table["game"]), "seq": room.seq}
        assert await stranger.refused(**move) == "not-seated"
        assert await stranger.refused(type="hint") == "not-seated"

    run(work)


# ---------------------------------------------------------------- playing


def test_a_play_reaches_everybody_and_its_key_only_the_player() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, clara) = await house.started()
        watcher = await house.visit(room)
        answer = await anna.ask(type="play", move=choose(anna.table["game"]), seq=room.seq, key="mine")
        assert (answer["type"], answer["key"], news(answer)) == ("update", "mine", ["played"])
        for other in (bruno, clara, watcher):
            assert other.messages[-1]["key"] is None
            assert other.messages[-1]["news"] == answer["news"]
            assert other.table["seq"] == room.seq
        assert watcher.table["game"]["hand"] == []
        second = await anna.ask(type="play", move=choose(anna.table["game"]), seq=room.seq)
        assert second["type"] == "update"
        end = await anna.ask(type="play", move="end", seq=room.seq)
        assert (end["news"][0]["ended_turn"], end["news"][0]["drew"], end["news"][0]["move"]) == (True, 2, None)

    run(work)


def test_a_command_sent_twice_has_one_effect() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, _) = await house.started()
        move = choose(anna.table["game"])
        await anna.ask(type="play", move=move, seq=room.seq, key="once")
        seq = room.seq
        assert (await anna.ask(type="play", move=move, seq=seq, key="once"))["type"] == "done"
        assert (await anna.ask(type="undo", seq=seq, key="once"))["type"] == "done"
        assert room.seq == seq
        # Another seat's key is its own.
        assert (await bruno.ask(type="signal", signal="trouble", key="once"))["type"] == "update"

    run(work)


def test_a_card_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: Indoors) -> None:
        room, (anna, _, _) = await house.started()
        move = choose(anna.table["game"])
        played: list[str] = []
        play = Game.play

        def noted(game: Game, move: str) -> Game:
            played.append(move)
            return play(game, move)

        monkeypatch.setattr(Game, "play", noted)
        await anna.ask(type="play", move=move, seq=room.seq)
        assert played.count(move) == 1

    run(work)


def test_moves_on_old_views_out_of_turn_and_against_the_rules() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, _) = await house.started(settings={"undo": True})
        before = room.seq
        hand = [card["card"] for card in anna.table["game"]["hand"]]
        missing = next(card for card in range(2, 100) if card not in hand)
        assert await bruno.refused(type="play", move=f"{hand[0]}A", seq=before) == "not-active"
        assert await anna.refused(type="play", move=f"{missing}A", seq=before) == "not-in-hand"
        assert await anna.refused(type="play", move="100E", seq=before) == "unknown-move"
        assert await anna.refused(type="play", move="end", seq=before) == "below-minimum"
        assert await anna.refused(type="play", move=f"{hand[0]}A", seq=before + 1) == "stale"
        assert await anna.refused(type="play", move=f"{hand[0]}A", seq=-1) == "stale"
        assert await anna.refused(type="undo", seq=before) == "nothing-to-undo"
        assert room.seq == before
        # A signal in between changes nothing that matters; nor does one's own card of the same turn.
        await bruno.ask(type="signal", signal="trouble")
        first, second = choose(anna.table["game"]), None
        assert (await anna.ask(type="play", move=first, seq=before))["type"] == "update"
        second = choose(anna.table["game"])
        assert (await anna.ask(type="play", move=second, seq=before))["type"] == "update"
        assert (await anna.ask(type="undo", seq=before))["type"] == "update"
        await anna.ask(type="play", move=second, seq=before)
        await anna.ask(type="play", move="end", seq=before)
        assert await bruno.refused(type="play", move=choose(bruno.table["game"]), seq=before) == "stale"

    run(work)


def test_only_the_host_may() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, _) = await house.full()
        for message in (
            {"type": "configure", "settings": {}},
            {"type": "add-bot", "level": "steady"},
            {"type": "remove", "seat": 0},
            {"type": "pause", "on": True},
            {"type": "deal"},
            {"type": "rename", "seat": 0, "name": "Zoe"},
            {"type": "hand-over", "seat": 0, "on": True},
        ):
            assert await bruno.refused(**message) == "not-host", message
        assert (await bruno.ask(type="rename", seat=1, name="Bob"))["type"] == "update"
        assert (await anna.ask(type="rename", seat=1, name="Bert"))["type"] == "update"
        assert room.table.names[1] == "Bert"
        assert await anna.refused(type="hand-over", seat=1, on=True) == "present"
        assert await anna.refused(type="add-bot", level="steady") == "table-full"

    run(work)


def test_the_host_arranges_the_table() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, clara) = await house.full()
        await anna.ask(type="remove", seat=1)
        assert bruno.table["you"] is None
        assert news(bruno.messages[-1]) == ["left"]
        assert await bruno.refused(type="leave") == "not-seated"
        assert await anna.refused(type="add-bot", level="genius") == "level"
        await anna.ask(type="configure", settings={"rules": {"edition": "base", "players": 2}})
        assert clara.table["you"] == 1  # moved together
        assert [seat["name"] for seat in anna.table["seats"]] == ["Anna", "Clara"]
        await clara.ask(type="rename", seat=1, name="Chloe")
        await anna.ask(type="configure", settings={"rules": {"edition": "base", "players": 5}})
        for _ in range(3):
            await anna.ask(type="add-bot", level="novice")
        assert await anna.refused(type="configure", settings={"rules": {"players": 2}}) == "too-many-seated"
        await anna.ask(type="pause", on=True)
        assert room.table.paused

    run(work)


def test_people_keep_their_seat_when_seats_move() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(settings={"rules": {"players": 3}})
        anna = await house.visit(room, opened.token)
        clara = await house.visit(room)
        token = (await clara.ask(type="sit", name="Clara", seat=2))["token"]
        await anna.ask(type="configure", settings={"rules": {"players": 2}})
        again = await house.visit(room, token)
        assert again.table["you"] == 1
        await clara.ask(type="leave")
        other = await house.visit(room)
        assert await other.refused(type="hello", token=token) == "token"

    run(work)


async def play_out(room: Room, player: Visitor) -> None:
    while room.table.running:
        await player.ask(type="play", move=choose(player.table["game"]), seq=room.seq)


def test_a_game_again_with_the_same_or_other_cards() -> None:
    async def work(house: Indoors) -> None:
        room, (anna,) = await house.started(players=1)
        first = room.table.require_game()
        assert await anna.refused(type="deal") == "running"
        await play_out(room, anna)
        assert anna.table["game"]["reveal"] is not None
        assert record_of(room.table).moves()
        again = await anna.ask(type="deal", same=True)
        assert (again["news"][0]["text"], anna.table["game"]["known"]) == ("same", "same")
        assert room.table.require_game().hands == first.hands
        with pytest.raises(ServerError, match="R33"):
            record_of(room.table)
        await play_out(room, anna)
        assert record_of(room.table).known == "same"
        await anna.ask(type="deal")
        assert anna.table["game"]["known"] is None
        assert room.table.require_game().hands != first.hands
        assert anna.table["deals"] == 3

    run(work)


def test_wishes_signals_and_chat() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, _) = await house.full(settings={"chat": True})
        await anna.ask(type="deal")
        await bruno.ask(type="wish", wish="like")
        assert anna.table["seats"][1]["wish"] == "like"
        assert await bruno.refused(type="wish", wish="37") == "unknown-signal"
        await bruno.ask(type="start")
        assert await anna.refused(type="start") == "started"
        await anna.ask(type="signal", signal="keep-off", pile="A")
        assert bruno.table["signals"] == [{"seat": 0, "signal": "keep-off", "pile": "A", "command": None}]
        await anna.ask(type="signal", signal="keep-off", pile="A", on=False)
        assert bruno.table["signals"] == []
        assert await anna.refused(type="signal", signal="keep-off", pile="E") == "signal-pile"
        assert await anna.refused(type="signal", signal="hold", command="stop") == "extreme-only"
        await anna.ask(type="say", text="<script>alert()</script>")
        assert bruno.table["chat"] == [{"seat": 0, "text": "<script>alert()</script>", "emote": None}]
        assert await anna.refused(type="say", text="thirty-seven") == "chat-number"
        assert room.table.running

    run(work)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [({}, None), ({"seed": "7"}, "seed"), ({"seed": "7", "link": True}, "link"), ({"link": True}, None)],
)
def test_r50_a_deal_asked_for_is_marked_from_the_opening_on(wanted: dict[str, object], why: str | None) -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(deal=True, **wanted)
        anna = await house.visit(room, opened.token)
        assert anna.table["game"]["known"] == why
        await play_out(room, anna)
        assert record_of(room.table).known == why

    run(work)


def test_r50_a_prepared_position_is_marked_also_when_dealt_again() -> None:
    async def work(house: Indoors) -> None:
        position = Game.arrange(Rules(), {"A": 90}, [[91, 92, 93]]).to_data()
        room, opened = await house.open(position=position)
        anna = await house.visit(room, opened.token)
        assert anna.table["game"]["known"] == "position"
        await play_out(room, anna)
        await anna.ask(type="deal", same=True)
        assert anna.table["game"]["known"] == "same"

    run(work)


def test_r48_do_not_lay_reaches_everybody_with_its_owner() -> None:
    async def work(house: Indoors) -> None:
        _, (anna, bruno, _) = await house.started(edition="extreme")
        word = {"signal": "do-not-lay", "pile": None, "command": "three"}
        answer = await bruno.ask(type="signal", **word)
        assert answer["news"][0]["signal"] == {"seat": 1, **word}
        assert anna.table["signals"] == [{"seat": 1, **word}]
        assert {"seat": 0, **word} in anna.table["may_signal"]
        assert await bruno.refused(type="signal", signal="do-not-lay", command="37") == "signal-kind"
        assert await bruno.refused(type="signal", signal="do-not-lay", pile="A", command="three") == "signal-scope"
        await bruno.ask(type="signal", **word, on=False)
        assert anna.table["signals"] == []

    run(work)


def test_r47_without_talk_wishes_proposals_signals_and_chat_are_closed() -> None:
    async def work(house: Indoors) -> None:
        _, (anna, bruno, _) = await house.full(talk="none", settings={"chat": True})
        await anna.ask(type="deal")
        assert anna.table["talk"] == "talk-off"
        closed = ({"type": "wish", "wish": "like"}, {"type": "propose", "seat": 2}, {"type": "say", "text": "Hello"})
        for command in (*closed, {"type": "signal", "signal": "trouble"}):
            assert await bruno.refused(**command) in ("talk-off", "start-first")
        await anna.ask(type="start")
        assert await bruno.refused(type="signal", signal="trouble") == "talk-off"

    run(work)


def test_r5_without_talk_the_host_names_any_seat_and_nobody_else_does() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, _) = await house.full(talk="none")
        await anna.ask(type="deal")
        assert await bruno.refused(type="start") == "host-starts"
        assert await bruno.refused(type="start", seat=0) == "host-starts"
        assert await anna.refused(type="start", seat=7) == "seat-empty"
        answer = await anna.ask(type="start", seat=2)
        assert (news(answer), answer["news"][0]["seat"], room.table.starter) == (["started"], 2, 2)

    run(work)


def test_r5_a_proposal_is_seen_by_all_and_a_person_decides() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno, clara) = await house.full()
        await anna.ask(type="deal")
        answer = await anna.ask(type="propose", seat=1)
        assert (news(answer), answer["news"][0]["seat"], answer["news"][0]["text"]) == (["proposed"], 0, "Bruno")
        assert [seat["proposes"] for seat in clara.table["seats"]] == [1, None, None]
        assert await anna.refused(type="start", seat=1) == "propose-first"
        assert await anna.refused(type="propose", seat=0) == "propose-other"
        await clara.ask(type="propose", seat=1)
        assert bruno.table["game"]["starter"] is None
        await clara.ask(type="propose", seat=None)
        assert [seat["proposes"] for seat in bruno.table["seats"]] == [1, None, None]
        await bruno.ask(type="start")
        assert room.table.starter == 1
        assert await clara.refused(type="propose", seat=0) == "started"

    run(work)


def test_r5_a_computer_player_starts_when_every_person_proposes_it() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(settings={"rules": {"players": 4}})
        anna = await house.visit(room, opened.token)
        bruno = await house.visit(room)
        await bruno.ask(type="sit", name="Bruno")
        for _ in range(2):
            await anna.ask(type="add-bot", level="novice")
        await anna.ask(type="deal")
        await anna.ask(type="propose", seat=3)
        await bruno.ask(type="propose", seat=2)
        await asyncio.sleep(0.05)
        assert room.table.starter is None
        await bruno.ask(type="propose", seat=3)
        await eventually(lambda: room.table.starter == 3)

    run(work)


def test_r5_the_only_person_proposes_and_that_computer_player_starts() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(settings={"rules": {"players": 3}}, bots=["novice", "novice"], deal=True)
        anna = await house.visit(room, opened.token)
        await anna.ask(type="propose", seat=2)
        await eventually(lambda: room.table.starter == 2)

    run(work)


# ---------------------------------------------------------------- coming and going


def test_several_sockets_share_a_seat() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(deal=True)
        phone = await house.visit(room, opened.token)
        laptop = await house.visit(room, opened.token)
        await phone.ask(type="play", move=choose(phone.table["game"]), seq=room.seq)
        assert laptop.table == phone.table
        assert laptop.messages[-1]["key"] is None
        phone.close()
        await asyncio.sleep(0.1)
        assert not laptop.table["seats"][0]["away"]

    run(work)


def test_away_is_shown_and_so_is_coming_back() -> None:
    async def work(house: Indoors) -> None:
        room, visitors = await house.full(players=2)
        anna, bruno = visitors
        bruno.close()
        await eventually(lambda: anna.table["seats"][1]["away"])
        assert news(anna.messages[-1]) == ["away"]
        assert anna.table["seq"] == room.seq
        assert (await anna.ask(type="hand-over", seat=1, on=True))["type"] == "update"
        assert anna.table["seats"][1]["stand_in"]

    run(work)


def stand_in(room: Room, seat: int) -> str | None:
    there = room.table.seats[seat]
    assert there is not None
    return there.stand_in


def test_a_computer_player_moves_for_the_absent_until_they_return() -> None:
    async def work(house: Indoors) -> None:
        room, opened = await house.open(settings={"rules": {"players": 2}, "away": "bot"})
        anna = await house.visit(room, opened.token)
        bruno = await house.visit(room)
        token = (await bruno.ask(type="sit", name="Bruno"))["token"]
        await anna.ask(type="deal")
        await bruno.ask(type="start")
        bruno.close()
        await eventually(lambda: stand_in(room, 1))
        await eventually(lambda: room.table.require_game().active == 0)
        assert anna.table["seats"][1]["away"]
        back = await house.visit(room, token)
        assert stand_in(room, 1) is None
        assert not anna.table["seats"][1]["away"]
        assert back.table["seats"][1]["stand_in"] is None
        turn = room.table.require_game().turn
        while room.table.require_game().turn == turn:
            await anna.ask(type="play", move=choose(anna.table["game"]), seq=room.seq)
        await asyncio.sleep(0.1)
        assert room.table.require_game().active == 1  # nobody moves for Bruno now
        # Handed over by choice, it stays so until taken back.
        await back.ask(type="hand-over", seat=1, on=True)
        await eventually(lambda: room.table.require_game().active == 0)
        await back.ask(type="hand-over", seat=1, on=False)
        assert stand_in(room, 1) is None

    run(work)


def test_where_the_table_waits_nobody_stands_in() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno) = await house.started(players=2)
        bruno.close()
        await eventually(lambda: anna.table["seats"][1]["away"])
        await asyncio.sleep(0.2)
        assert stand_in(room, 1) is None

    run(work)


def test_another_person_is_host_while_the_host_is_long_away() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        room, opened = await house.open(settings={"rules": {"players": 2}})
        anna = await house.visit(room, opened.token)
        bruno = await house.visit(room)
        await bruno.ask(type="sit", name="Bruno")
        anna.close()
        await eventually(lambda: bruno.table["seats"][0]["away"])
        assert await bruno.refused(type="pause", on=True) == "not-host"
        leap()
        await eventually(lambda: bruno.table["host"] == 1)
        assert (await bruno.ask(type="pause", on=True))["type"] == "update"
        again = await house.visit(room, opened.token)
        assert again.table["host"] == 0
        assert bruno.table["host"] == 0

    run_leaping(work)


def test_the_host_and_after_a_while_anybody_is_asked_what_to_do_about_somebody_away() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        room, (anna, bruno, clara) = await house.started()
        assert anna.table["asks"] == []
        bruno.close()
        await eventually(lambda: anna.table["asks"] == [1])
        assert clara.table["asks"] == []
        assert await clara.refused(type="hand-over", seat=1, on=True) == "not-host"
        leap()
        await eventually(lambda: clara.table["asks"] == [1])
        assert await clara.refused(type="hand-over", seat=0, on=True) == "not-host"
        assert (await clara.ask(type="hand-over", seat=1, on=True))["type"] == "update"
        assert stand_in(room, 1)
        assert anna.table["asks"] == clara.table["asks"] == []

    run_leaping(work)


def test_nobody_is_asked_where_a_computer_player_stands_in_by_itself_or_nothing_is_dealt() -> None:
    async def work(house: Indoors) -> None:
        _, (anna, bruno) = await house.full(players=2)
        bruno.close()
        await eventually(lambda: anna.table["seats"][1]["away"])
        assert anna.table["asks"] == []
        _, (clara, david) = await house.started(players=2, settings={"away": "bot"})
        david.close()
        await eventually(lambda: clara.table["seats"][1]["away"])
        assert clara.table["asks"] == []

    run(work)


def test_after_a_game_the_host_calls_everybody_back_and_seats_change() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno) = await house.started(players=2)
        assert await anna.refused(type="gather") == "running"
        while room.table.running:
            one = (anna, bruno)[room.table.require_game().active]
            await one.ask(type="play", move=choose(one.table["game"]), seq=room.seq)
        assert not bruno.table["lobby"]
        assert await bruno.refused(type="gather") == "not-host"
        await anna.ask(type="gather")
        assert news(bruno.messages[-1]) == ["gathered"]
        assert bruno.table["lobby"]
        assert bruno.table["game"]["reveal"]  # the result can still be looked at, and the record kept
        assert record_of(room.table).names == ("Anna", "Bruno")
        await anna.ask(type="leave")  # for good: the next person is the host, and the seat is free
        assert (bruno.table["host"], bruno.table["seats"][0]) == (1, None)
        settings = {"rules": {"edition": "extreme", "players": 3}}
        await bruno.ask(type="configure", settings=settings)
        assert [seat and seat["name"] for seat in bruno.table["seats"]] == [None, "Bruno", None]
        assert await bruno.refused(type="deal") == "seats-empty"

    run(work)


def test_reactions_reach_everybody_and_are_limited_like_chat() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno) = await house.full(players=2)
        await anna.ask(type="emote", emote="laugh")
        assert bruno.table["chat"] == [{"seat": 0, "text": "", "emote": "laugh"}]
        assert (bruno.table["said"], bruno.table["may_emote"]) == (1, True)
        assert bruno.messages[-1]["news"][0]["text"] == "laugh"
        await anna.ask(type="deal")
        await anna.ask(type="start")
        assert (anna.table["may_emote"], bruno.table["may_emote"]) == (False, False)
        assert await bruno.refused(type="emote", emote="wow") == "emote-nothing"
        assert await bruno.refused(type="emote", emote="43") == "emote"
        visitor = Visitor(room, Limits(strikes=10**9))
        await visitor.ask(type="hello")
        answers = [await visitor.refused(type="emote", emote="wow") for _ in range(8)]
        assert answers[0] == "not-seated"
        assert answers[-1] == "too-fast"

    run(work)


def test_an_opener_who_never_comes_is_away() -> None:
    async def work(house: Indoors, leap: Callable[[], None]) -> None:
        room, _ = await house.open(settings={"rules": {"players": 2}})
        watcher = await house.visit(room)
        assert not watcher.table["seats"][0]["away"]
        leap()
        await eventually(lambda: watcher.table["seats"][0]["away"])

    run_leaping(work)


# ---------------------------------------------------------------- computer players


@pytest.mark.parametrize("edition", ["base", "extreme", "on-fire", "expert+extreme"])
def test_a_whole_game_with_computer_players(edition: str) -> None:
    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": edition, "players": 4}}
        room, opened = await house.open(settings=settings, bots=["novice", "steady", "steady"], deal=True)
        anna = await house.visit(room, opened.token)
        await anna.ask(type="wish", wish="rather-not")
        await eventually(lambda: room.table.starter is not None)
        while room.table.running:
            if room.table.require_game().active == 0:
                await anna.ask(type="play", move=choose(anna.table["game"]), seq=room.seq)
            else:
                await asyncio.sleep(0.005)
        await room.settled()
        assert anna.table["game"]["status"] in ("won", "lost")

    run(work)


def test_computer_players_wait_while_nobody_is_there_or_the_table_is_paused() -> None:
    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "base", "players": 2}}
        room, opened = await house.open(settings=settings, bots=["novice"], deal=True)
        anna = await house.visit(room, opened.token)
        await anna.ask(type="pause", on=True)
        await anna.ask(type="wish", wish="rather-not")
        await asyncio.sleep(0.1)
        assert room.table.starter is None
        anna.close()
        await room.settled()
        seq = room.seq
        await asyncio.sleep(0.1)
        assert room.seq == seq
        back = await house.visit(room, opened.token)
        await back.ask(type="pause", on=False)
        await eventually(lambda: room.table.starter == 1)

    run(work)


def test_a_computer_player_that_fails_does_not_stop_the_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def plan(self, *_: object) -> list[str]:
            raise ZeroDivisionError

        speak = wish = plan

    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "base", "players": 2}}
        room, opened = await house.open(settings=settings, bots=["novice"], deal=True)
        anna = await house.visit(room, opened.token)
        await anna.ask(type="wish", wish="rather-not")
        await eventually(lambda: room.table.require_game().active == 0 and room.table.starter == 1)

    monkeypatch.setattr(levels, "player", lambda _: Broken())
    run(work)
    assert "computer player" in caplog.text


@pytest.mark.parametrize("planned", [[], ["99E"], ["end", "2A"], None])
def test_there_is_one_move_for_players_that_fail(planned: list[str] | None, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever goes wrong, the turn ends where it may; where it may not, a card is laid."""

    class Broken:
        def plan(self, *_: object) -> list[str]:
            if planned is None:
                raise ZeroDivisionError
            return planned

    who = cast(Player, Broken())
    game = Game.arrange(Rules.edition("base", players=1), {"A": 40}, [[41, 42, 50]], range(60, 70))
    assert levels.plan(who, game.view(0), ()) == game.legal_moves()[-1:] == ["50D"]
    assert "computer player Broken" in caplog.text
    caplog.clear()
    later = game.play("41A").play("42A")
    assert levels.plan(who, later.view(0), ()) == (planned if planned and planned[0] == "end" else ["end"])
    assert bool(caplog.text) == (planned is None or planned[:1] != ["end"])


def test_every_seat_keeps_its_own_player_for_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Remembering] = []

    class Remembering:
        def __init__(self) -> None:
            self.seats = set[int | None]()
            self.turns = 0
            made.append(self)

        def plan(self, view: View, signals: object = ()) -> list[str]:  # noqa: ARG002 - of the protocol
            self.seats.add(view.seat)
            self.turns += 1
            return [view.legal_moves()[0]]

        def speak(self, view: View, signals: object = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
            self.seats.add(view.seat)
            return []

        def wish(self, view: View) -> None:
            self.seats.add(view.seat)

    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "base", "players": 3}}
        room, opened = await house.open(settings=settings, bots=["novice", "novice"], deal=True)
        anna = await house.visit(room, opened.token)
        await anna.ask(type="wish", wish="rather-not")
        await eventually(lambda: room.table.require_game().active == 0 and room.table.starter is not None)

    monkeypatch.setattr(levels, "player", lambda _: Remembering())
    run(work)
    assert sorted(tuple(one.seats) for one in made) == [(1,), (2,)]
    assert sum(one.turns for one in made) >= 2


def test_a_player_that_cannot_be_made_has_a_stand_in(caplog: pytest.LogCaptureFixture) -> None:
    assert levels.seated("nobody").plan(Game.deal(Rules.edition("base", players=1), seed=1).view(0))
    assert "computer player nobody could not be made" in caplog.text


def test_a_plan_that_the_table_refuses_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [["99E"], [], ["end"]]

    def plan(level: str, view: View, signals: object) -> list[str]:  # noqa: ARG001 - the players' signature
        return plans.pop(0) if plans else player("novice").plan(view)

    async def work(house: Indoors) -> None:
        settings = {"rules": {"edition": "base", "players": 2}}
        room, opened = await house.open(settings=settings, bots=["novice"], deal=True)
        anna = await house.visit(room, opened.token)
        await anna.ask(type="wish", wish="rather-not")
        await eventually(lambda: room.table.require_game().active == 0 and room.table.starter == 1)

    monkeypatch.setattr(levels, "plan", plan)
    run(work)
    assert not plans


def test_hints_use_the_seat_and_may_be_switched_off() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno) = await house.started(players=2)
        key = "the question"
        anna.receive('{"type":"hint","key":"the question"}')
        await eventually(lambda: any(message.get("key") == key for message in anna.messages))
        advice = anna.messages[-1]
        assert advice["type"] == "advice"
        assert advice["moves"]
        assert advice["reasons"]
        held = {card["card"] for card in anna.table["game"]["hand"]}
        assert {int(move[:-1]) for move in advice["moves"] if move != "end"} <= held
        assert await bruno.refused(type="hint") == "not-active"
        assert not any(message["type"] == "advice" for message in bruno.messages)
        await anna.ask(type="pause", on=True)
        assert await anna.refused(type="hint") == "paused"
        await anna.ask(type="pause", on=False)
        assert room.table.running

    async def off(house: Indoors) -> None:
        _, (anna,) = await house.started(players=1, settings={"hints": False})
        assert await anna.refused(type="hint") == "hints-off"

    run(work)
    run(off)


# ---------------------------------------------------------------- memory, store, limits


def test_an_idle_table_leaves_the_memory_and_comes_back() -> None:
    async def main() -> None:
        limits = Limits(idle=0.0, messages=Rate(1e9, 10**9))
        async with indoors(limits=limits) as house:
            room, opened = await house.open(deal=True)
            visitor = await house.visit(room, opened.token)
            await house.tables.sweep()
            assert room.code in house.tables.rooms  # somebody is there
            visitor.close()
            await room.settled()
            await house.tables.sweep()
            assert room.code not in house.tables.rooms
            rooms = await asyncio.gather(*(house.tables.room(room.code.lower()) for _ in range(5)))
            assert len(set(map(id, rooms))) == 1
            assert rooms[0].table == room.table
            assert rooms[0].seq == room.seq
            back = await house.visit(rooms[0], opened.token)
            assert back.table["game"]["hand"] == visitor.table["game"]["hand"]

    asyncio.run(main())


def test_keys_are_remembered_across_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        async with indoors(SqliteStore(tmp_path / "a.db")) as house:
            room, opened = await house.open(deal=True)
            visitor = await house.visit(room, opened.token)
            move = choose(visitor.table["game"])
            await visitor.ask(type="play", move=move, seq=room.seq, key="kept")
            before = (room.table, room.seq, room.turn_seq)
        async with indoors(SqliteStore(tmp_path / "a.db")) as house:
            room = await house.tables.room(opened.code)
            assert (room.table, room.seq, room.turn_seq) == before
            visitor = await house.visit(room, opened.token)
            again = await visitor.ask(type="play", move=move, seq=room.seq, key="kept")
            assert again["type"] == "done"

    asyncio.run(main())


def test_somebody_else_wrote_first() -> None:
    async def work(house: Indoors) -> None:
        room, (anna, bruno) = await house.started(players=2, settings={"chat": True})
        await house.tables.store.append(room.code, room.seq, [Entry(Said(1, "from another process"))])
        move = {"type": "play", "move": choose(anna.table["game"]), "seq": room.seq}
        assert (await anna.ask(**move))["type"] == "update"  # the room follows the log, and tries again
        assert bruno.table["chat"] == [{"seat": 1, "text": "from another process", "emote": None}]
        kept = await house.tables.store.load(room.code)
        assert kept is not None
        assert len(kept.entries) == room.seq

    run(work)


def test_a_table_whose_events_do_not_fit_together(caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: Indoors) -> None:
        await house.tables.store.append("BCDFGH", 0, [Entry(Played(0, "37A"))])
        with pytest.raises(ServerError) as caught:
            await house.tables.room("BCDFGH")
        assert caught.value.code == "storage"

    run(work)
    assert "BCDFGH" in caplog.text


def test_one_question_at_a_time() -> None:
    async def work(house: Indoors) -> None:
        room, (anna,) = await house.started(players=1)
        anna.receive('{"type":"hint","key":"first"}')
        anna.receive('{"type":"hint","key":"second"}')
        await eventually(lambda: any(message.get("key") == "first" for message in anna.messages))
        answers = {message["key"]: message["type"] for message in anna.messages}
        assert (answers["first"], answers["second"]) == ("advice", "refused")
        assert room.table.running

    run(work)


def test_what_cannot_be_stored_has_no_effect() -> None:
    class Broken(SqliteStore):
        broken = False

        async def append(self, code, seq, entries) -> None:  # type: ignore[no-untyped-def]
            if self.broken:
                raise ServerError("storage")
            await super().append(code, seq, entries)

    async def main() -> None:
        store = Broken(":memory:")
        async with indoors(store) as house:
            room, (anna, bruno) = await house.started(players=2)
            before = room.table
            store.broken = True
            move = {"type": "play", "move": choose(anna.table["game"]), "seq": room.seq}
            assert await anna.refused(**move) == "storage"
            assert room.table is before
            count = len(bruno.frames)
            stranger = await house.visit(room)
            assert await stranger.refused(type="sit", name="Zoe") in ("table-full", "storage")
            assert len(bruno.frames) == count
            store.broken = False
            assert (await anna.ask(**move))["type"] == "update"

    asyncio.run(main())


def test_the_number_of_tables_is_limited() -> None:
    async def main() -> None:
        async with indoors(limits=Limits(tables=2)) as house:
            for _ in range(2):
                room, opened = await house.open()
                await house.visit(room, opened.token)
            with pytest.raises(ServerError) as caught:
                await house.open()
            assert caught.value.code == "too-many-tables"

    asyncio.run(main())


def test_messages_and_chat_have_a_rate() -> None:
    async def main() -> None:
        async with indoors(limits=OPEN) as house:
            room, opened = await house.open(settings={"chat": True})
            visitor = Visitor(room, Limits(messages=Rate(0.001, 6), chat=Rate(0.001, 2)))
            await visitor.ask(type="hello", token=opened.token)
            kinds = [(await visitor.ask(type="say", text="hello"))["type"] for _ in range(3)]
            assert kinds == ["update", "update", "refused"]
            assert (await visitor.ask(type="ping"))["type"] == "pong"
            assert (await visitor.ask(type="ping"))["type"] == "pong"
            assert await visitor.refused(type="ping") == "too-fast"

    asyncio.run(main())
