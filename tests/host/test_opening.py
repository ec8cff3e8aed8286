"""How tables begin: every way to open one goes through the same builder."""

from __future__ import annotations

import pytest
from tests.host.indoors import Indoors, indoor

from nonante.host.access import digest_of
from nonante.host.opening import Sitter, entries_of, opening_events, position_events, wanted_events
from nonante.host.pages.daily import _wanted
from nonante.messages import AskDaily, OpenTable
from nonante.players import find, levels
from nonante.players.registry import _registered
from nonante.review import Daily
from nonante.rules import BadInput, Game, Rules
from nonante.table import Dealt, Seated, Settings, Table


def test_a_computer_player_takes_no_name_of_somebody_who_sits_down_later() -> None:
    computer = Sitter(level="steady")
    free = opening_events(Settings(Rules(players=3)), [computer, computer, Sitter("Eve")])
    names = [event.name for event in free if isinstance(event, Seated)]
    for taken in names[:2]:
        events = opening_events(Settings(Rules(players=3)), [computer, computer, Sitter(taken)])
        assert Table.fold(events).names[2] == taken


@pytest.mark.parametrize("seat", range(3))
def test_the_secret_is_stored_with_the_seat_of_the_one_person(seat: int) -> None:
    sitters = [Sitter("Anna") if place == seat else Sitter(level="steady") for place in range(3)]
    events = opening_events(Settings(Rules(players=3)), sitters)
    entries = entries_of(events, seat, "secret")
    [told] = [entry for entry in entries if entry.secrets is not None]
    assert isinstance(told.event, Seated)
    assert (told.event.seat, told.event.level) == (seat, None)
    assert told.secrets == (*[None] * seat, digest_of("secret"))


def test_a_position_is_dealt_as_it_lies_and_a_named_deal_is_known() -> None:
    settings = Settings(Rules(players=1)).to_data()
    dealt_game = Game.deal(Rules(players=1), seed=4)
    game = dealt_game.play(dealt_game.legal_moves()[0])
    position = wanted_events(OpenTable("Anna", settings=settings, position=game.to_data()))
    assert Table.fold(position).require_game() == game
    for link, known in ((False, "seed"), (True, "link")):
        dealt = wanted_events(OpenTable("Anna", settings=settings, deal=True, seed="4", link=link))[-1]
        assert isinstance(dealt, Dealt)
        assert dealt.known_by == known
    fresh = wanted_events(OpenTable("Anna", settings=settings, deal=True, seed="4"), fresh=True)[-1]
    assert isinstance(fresh, Dealt)
    assert fresh.known_by is None
    with pytest.raises(BadInput):
        wanted_events(OpenTable("Anna", settings=settings, deal=True, seed="4x"))


@pytest.mark.parametrize("seat", range(3))
def test_champions_play_on_from_a_position_whatever_other_players_are_known(
    seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonante.players.registry._registered", {**_registered, "mine": find("novice")})
    assert levels()[-1] == "mine"
    game = Game.deal(Rules(players=3), seed=4)
    table = Table.fold(position_events(game, "Anna", seat))
    assert [there and there.level for there in table.seats] == [
        None if place == seat else "champion" for place in range(3)
    ]
    assert table.require_game() == game
    mates = _wanted(AskDaily("Anna", "2026-11-15", "team", again=False), Daily("2026-11-15", "team")).bots
    assert set(mates) == {"champion"}


def test_a_table_opened_with_a_person_in_any_seat_is_theirs() -> None:
    async def work(house: Indoors) -> None:
        computer = Sitter(level="steady")
        events = opening_events(Settings(Rules(players=2)), [computer, Sitter("Anna")])
        opened = await house.tables.open_with(events, 1)
        live = await house.tables.wake(opened.code)
        assert live.state.owner == 1
        anna = await house.visit(live, opened.token)
        assert anna.table["you"] == 1

    indoor(work)
