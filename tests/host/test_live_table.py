"""A table and its owner, in this process: who may do what, and what is shown."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from tests.host.indoors import Indoors, Visitor, choose, eventually, indoor, news

from nonante.host.errors import HostError
from nonante.host.live_table import LiveTable
from nonante.host.state import record_of
from nonante.rules import Game, Rules
from nonante.table import Record


def test_a_play_reaches_everybody_and_its_key_only_the_player() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, clara) = await house.started()
        watcher = await house.visit(live)
        answer = await anna.ask(type="play", move=choose(anna.table["game"]), seq=live.seq, key="mine")
        assert (answer["type"], answer["key"], news(answer)) == ("update", "mine", ["played"])
        for other in (bruno, clara, watcher):
            assert other.messages[-1]["key"] is None
            assert other.messages[-1]["news"] == answer["news"]
            assert other.table["seq"] == live.seq
        assert watcher.table["game"]["hand"] == []
        second = await anna.ask(type="play", move=choose(anna.table["game"]), seq=live.seq)
        assert second["type"] == "update"
        end = await anna.ask(type="play", move="end", seq=live.seq)
        assert (end["news"][0]["ended_turn"], end["news"][0]["drew"], end["news"][0]["move"]) == (True, 2, None)

    indoor(work)


def test_a_command_sent_twice_has_one_effect() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, _) = await house.started()
        move = choose(anna.table["game"])
        await anna.ask(type="play", move=move, seq=live.seq, key="once")
        seq = live.seq
        assert (await anna.ask(type="play", move=move, seq=seq, key="once"))["type"] == "done"
        assert (await anna.ask(type="undo", seq=seq, key="once"))["type"] == "done"
        assert live.seq == seq
        # Another seat's key is its own.
        assert (await bruno.ask(type="signal", signal="trouble", key="once"))["type"] == "update"

    indoor(work)


def test_a_card_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: Indoors) -> None:
        live, (anna, _, _) = await house.started()
        move = choose(anna.table["game"])
        played: list[str] = []
        play = Game.play

        def noted(game: Game, move: str) -> Game:
            played.append(move)
            return play(game, move)

        monkeypatch.setattr(Game, "play", noted)
        await anna.ask(type="play", move=move, seq=live.seq)
        assert played.count(move) == 1

    indoor(work)


def test_moves_on_old_views_out_of_turn_and_against_the_rules() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, _) = await house.started(settings={"undo": True})
        before = live.seq
        hand = [card["card"] for card in anna.table["game"]["hand"]]
        missing = next(card for card in range(2, 100) if card not in hand)
        assert await bruno.refused(type="play", move=f"{hand[0]}A", seq=before) == "not-active"
        assert await anna.refused(type="play", move=f"{missing}A", seq=before) == "not-in-hand"
        assert await anna.refused(type="play", move="100E", seq=before) == "unknown-move"
        assert await anna.refused(type="play", move="end", seq=before) == "below-minimum"
        assert await anna.refused(type="play", move=f"{hand[0]}A", seq=before + 1) == "stale"
        assert await anna.refused(type="play", move=f"{hand[0]}A", seq=-1) == "stale"
        assert await anna.refused(type="undo", seq=before) == "nothing-to-undo"
        assert live.seq == before
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

    indoor(work)


def test_only_the_host_may() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, _) = await house.full()
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
        assert live.table.names[1] == "Bert"
        assert await anna.refused(type="hand-over", seat=1, on=True) == "present"
        assert await anna.refused(type="add-bot", level="steady") == "table-full"

    indoor(work)


def test_the_host_arranges_the_table() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, clara) = await house.full()
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
        assert live.table.paused

    indoor(work)


def test_people_keep_their_seat_when_seats_move() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 3}})
        anna = await house.visit(live, opened.token)
        clara = await house.visit(live)
        token = (await clara.ask(type="sit", name="Clara", seat=2))["token"]
        await anna.ask(type="configure", settings={"rules": {"players": 2}})
        again = await house.visit(live, token)
        assert again.table["you"] == 1
        await clara.ask(type="leave")
        other = await house.visit(live)
        assert await other.refused(type="hello", token=token) == "token"

    indoor(work)


async def play_out(live: LiveTable, player: Visitor) -> None:
    while live.table.running:
        await player.ask(type="play", move=choose(player.table["game"]), seq=live.seq)


def test_a_game_again_with_the_same_or_other_cards() -> None:
    async def work(house: Indoors) -> None:
        live, (anna,) = await house.started(players=1)
        first = live.table.require_game()
        assert await anna.refused(type="deal") == "running"
        await play_out(live, anna)
        assert anna.table["game"]["reveal"] is not None
        assert record_of(live.table).moves()
        again = await anna.ask(type="deal", same=True)
        assert (again["news"][0]["text"], anna.table["game"]["known"]) == ("same", "same")
        assert live.table.require_game().hands == first.hands
        with pytest.raises(HostError, match="R33"):
            record_of(live.table)
        await play_out(live, anna)
        assert record_of(live.table).known == "same"
        await anna.ask(type="deal")
        assert anna.table["game"]["known"] is None
        assert live.table.require_game().hands != first.hands
        assert anna.table["deals"] == 3

    indoor(work)


def test_wishes_signals_and_chat() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, _) = await house.full(settings={"chat": True})
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
        assert live.table.running

    indoor(work)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [({}, None), ({"seed": "7"}, "seed"), ({"seed": "7", "link": True}, "link"), ({"link": True}, None)],
)
def test_r50_a_deal_asked_for_is_marked_from_the_opening_on(wanted: dict[str, object], why: str | None) -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(deal=True, **wanted)
        anna = await house.visit(live, opened.token)
        assert anna.table["game"]["known"] == why
        await play_out(live, anna)
        assert record_of(live.table).known == why

    indoor(work)


def test_r50_a_prepared_position_is_marked_also_when_dealt_again() -> None:
    async def work(house: Indoors) -> None:
        position = Game.arrange(Rules(), {"A": 90}, [[91, 92, 93]]).to_data()
        live, opened = await house.open(position=position)
        anna = await house.visit(live, opened.token)
        assert anna.table["game"]["known"] == "position"
        await play_out(live, anna)
        await anna.ask(type="deal", same=True)
        assert anna.table["game"]["known"] == "same"

    indoor(work)


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

    indoor(work)


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

    indoor(work)


def test_r35_while_silence_shows_no_signal_is_withdrawn_and_nobody_hears_of_it() -> None:
    rules = {"edition": "extreme", "players": 2}
    position = Game.arrange(Rules.from_data(rules), hands=[[3, 30, 31], [40, 41]], draw=[60]).to_data()

    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": rules}, bots=["novice"], position=position)
        anna, watcher = await house.visit(live, opened.token), await house.visit(live)
        word = {"type": "signal", "signal": "keep-off", "pile": "C"}
        await anna.ask(**word)
        await anna.ask(type="play", move="3A", seq=anna.table["seq"])
        heard = len(watcher.messages)
        assert await anna.refused(**word, on=False) == "silence"
        assert await anna.refused(**word) == "silence"
        assert await anna.refused(type="emote", emote="wow") == "silence"
        assert (len(watcher.messages), watcher.table["signals"], anna.table["may_signal"]) == (heard, [], [])
        await anna.ask(type="play", move="30A", seq=anna.table["seq"])
        assert "keep-off" in [one["signal"] for one in watcher.table["signals"]]
        await anna.ask(**word, on=False)
        assert "keep-off" not in [one["signal"] for one in watcher.table["signals"]]

    indoor(work)


def test_r51_without_talk_there_are_no_reactions_between_games_either() -> None:
    async def work(house: Indoors) -> None:
        _, (anna, bruno) = await house.full(players=2, talk="none", settings={"chat": True})
        assert await bruno.refused(type="emote", emote="heart") == "talk-off"
        assert not bruno.table["may_emote"]
        await anna.ask(type="configure", settings={"rules": {"players": 2}, "chat": True})
        await anna.ask(type="deal")
        await anna.ask(type="start")
        assert anna.table["may_emote"]
        await anna.ask(type="emote", emote="heart")
        assert bruno.table["chat"][-1]["emote"] == "heart"

    indoor(work)


def test_r50_whoever_has_played_the_deal_makes_it_known_to_the_whole_table() -> None:
    today = datetime.now(UTC).date().isoformat()

    async def work(house: Indoors) -> None:
        live, (anna, bruno, clara) = await house.full(players=3)
        assert await clara.refused(type="know-deal") == "not-running"
        await anna.ask(type="deal", day=today)
        assert (bruno.table["game"]["known"], bruno.table["game"]["day"]) == (None, today)
        await clara.ask(type="know-deal")
        for one in (anna, bruno, clara):
            assert one.table["game"]["known"] == "same"
        assert news(anna.messages[-1]) == ["disclosed"]
        told = len(anna.messages)
        await bruno.ask(type="know-deal")  # it is known already
        assert (len(anna.messages), Record.of(live.table).known) == (told, "same")

    indoor(work)


def test_r5_without_talk_the_host_names_any_seat_and_nobody_else_does() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, _) = await house.full(talk="none")
        await anna.ask(type="deal")
        assert await bruno.refused(type="start") == "host-starts"
        assert await bruno.refused(type="start", seat=0) == "host-starts"
        assert await anna.refused(type="start", seat=7) == "seat-empty"
        answer = await anna.ask(type="start", seat=2)
        assert (news(answer), answer["news"][0]["seat"], live.table.starter) == (["started"], 2, 2)

    indoor(work)


def test_r5_a_proposal_is_seen_by_all_and_a_person_decides() -> None:
    async def work(house: Indoors) -> None:
        live, (anna, bruno, clara) = await house.full()
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
        assert live.table.starter == 1
        assert await clara.refused(type="propose", seat=0) == "started"

    indoor(work)


def test_r5_a_computer_player_starts_when_every_person_proposes_it() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 4}})
        anna = await house.visit(live, opened.token)
        bruno = await house.visit(live)
        await bruno.ask(type="sit", name="Bruno")
        for _ in range(2):
            await anna.ask(type="add-bot", level="novice")
        await anna.ask(type="deal")
        await anna.ask(type="propose", seat=3)
        await bruno.ask(type="propose", seat=2)
        await asyncio.sleep(0.05)
        assert live.table.starter is None
        await bruno.ask(type="propose", seat=3)
        await eventually(lambda: live.table.starter == 3)

    indoor(work)


def test_r5_the_only_person_proposes_and_that_computer_player_starts() -> None:
    async def work(house: Indoors) -> None:
        live, opened = await house.open(settings={"rules": {"players": 3}}, bots=["novice", "novice"], deal=True)
        anna = await house.visit(live, opened.token)
        await anna.ask(type="propose", seat=2)
        await eventually(lambda: live.table.starter == 2)

    indoor(work)
