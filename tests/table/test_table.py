"""People around a table: seats, turns, undo, settings, chat."""

from __future__ import annotations

import pytest
from tests.table.seats import dealt, seated, started, with_computers

from nonante import Game, IllegalMove, Rules
from nonante.table import (
    ChatEntry,
    Dealt,
    Event,
    Played,
    Record,
    Settings,
    Signalled,
    Started,
    Table,
    TableError,
    Undone,
    event_from_data,
    event_to_data,
)


def test_people_take_the_first_free_seat_or_the_one_they_name() -> None:
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition("base", players=3))))
    table = table.apply(table.sit("Bob", seat=1))
    table = table.apply(table.sit("Ann"))
    assert table.names == ("Ann", "Bob", "")
    assert table.host == 0
    with pytest.raises(TableError, match="seat 1 is taken"):
        table.sit("Cid", seat=1)
    with pytest.raises(TableError, match="already called bob"):
        table.sit("bob")
    with pytest.raises(TableError, match="1 seats are empty"):
        table.deal(1)
    table = table.apply(table.sit("Robot", level="steady"))
    with pytest.raises(TableError, match="every seat"):
        table.sit("Dee")


@pytest.mark.parametrize("name", ["", "   ", "abcdefghijklmnopqrstu", "\u200b\u202e", None, 7])
def test_names_must_be_visible_and_short(name: str) -> None:
    with pytest.raises(TableError, match="a name needs"):
        Table().sit(name)


def test_names_are_tidied() -> None:
    assert Table().sit("  Ann \t Marie\u202e ").name == "Ann Marie"


def test_only_the_active_seat_plays() -> None:
    table = started()
    with pytest.raises(TableError, match="not your turn"):
        table.play(1, "46A")
    with pytest.raises(IllegalMove):
        table.play(0, "99Z")
    assert table.apply(table.play(0, table.require_game().legal_moves()[0])) != table


def test_a_move_gives_event_and_table_at_once_and_plays_the_card_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started()
    card = table.require_game().legal_moves()[0]
    event = table.play(0, card)
    after = table.apply(event)
    played: list[str] = []
    play = Game.play

    def noted(game: Game, move: str) -> Game:
        played.append(move)
        return play(game, move)

    monkeypatch.setattr(Game, "play", noted)
    assert table.move(0, card) == (event, after)
    assert played == [card]
    with pytest.raises(TableError, match="not your turn"):
        table.move(1, "46A")


def test_steps_are_the_fold_of_their_events() -> None:
    table = seated(3)
    events: list[Event] = [table.deal(1), Started(0), Signalled(1, "trouble")]
    steps = table.steps(events)
    assert [step.event for step in steps] == events
    for count, step in enumerate(steps, start=1):
        expected = table
        for event in events[:count]:
            expected = expected.apply(event)
        assert step.table == expected


def test_r34_undo_own_cards_until_the_turn_ends() -> None:
    table = started(undo=True)
    moves = [table.require_game().legal_moves()[0]]
    after = table.apply(table.play(0, moves[0]))
    with pytest.raises(TableError, match="not your turn"):
        after.undo(1)
    assert after.apply(after.undo(0)) == table
    with pytest.raises(IllegalMove, match="taken back"):
        table.undo(0)
    off = started(undo=False)
    off = off.apply(off.play(0, moves[0]))
    with pytest.raises(TableError, match="switched off"):
        off.undo(0)


def test_r43_a_log_of_before_may_go_on_where_the_game_is_lost_now() -> None:
    """Before, a player asked to press "end" could also take the card back, or press it."""
    lost = Game.arrange(Rules.edition("extreme"), {"A": 81, "B": 93, "C": 9, "D": 8}, [[50, 84]])
    table = seated(1, "extreme")
    table = table.apply(table.arrange(lost))
    after = table.apply(Played(0, "84A"))
    assert after.apply(Played(0, "end")) == after
    assert after.apply(Undone(0)) == table
    with pytest.raises(TableError):
        after.undo(0)
    with pytest.raises(TableError):
        after.play(0, "end")


def test_r46_undo_is_on_for_one_person_and_off_with_others() -> None:
    assert dealt(1).undo_on
    assert with_computers(None, "steady", "novice").undo_on
    assert not with_computers(None, None, "novice").undo_on
    away = with_computers(None, None, "novice")
    assert not away.apply(away.hand_over(1, "steady")).undo_on, "who is away comes back"
    table = started()
    table = table.apply(table.play(0, table.require_game().legal_moves()[0]))
    with pytest.raises(TableError) as refused:
        table.undo(0)
    assert (refused.value.code, refused.value.rule) == ("undo-off", "R46")


@pytest.mark.parametrize("chosen", [True, False])
def test_r46_the_hosts_word_counts_more_and_older_logs_keep_their_meaning(chosen: bool) -> None:
    assert dealt(1, undo=chosen).undo_on is chosen
    assert dealt(3, undo=chosen).undo_on is chosen
    rules = {"edition": "base", "players": 3}
    older = {"kind": "configured", "settings": {"rules": rules, "undo": chosen, "hints": True, "chat": False}}
    assert Table().apply(event_from_data(older)).undo_on is chosen
    assert Settings.from_data({"rules": rules}).undo is None
    assert Settings.from_data(Settings(undo=None).to_data()).undo is None


def test_r50_a_deal_that_somebody_may_know_says_why() -> None:
    table = seated(2)
    fresh, chosen = table.deal(7), table.deal(7, "seed")
    assert (fresh.known_by, chosen.known_by) == (None, "seed")
    arranged = table.arrange(Game.deal(table.rules, seed=7))
    assert arranged.known_by == "position"
    assert table.arrange(Game.deal(table.rules, seed=7), "same").known_by == "same"
    for event in (fresh, chosen, arranged):
        assert event_from_data(event_to_data(event)) == event
    with pytest.raises(TableError, match="is not a setting"):
        table.deal(7, "rumour")


def test_r50_older_events_are_fresh_unless_they_show_a_position() -> None:
    position = Game.deal(Rules(), seed=7).to_data()
    seeded = event_from_data({"kind": "dealt", "seed": 7, "position": None})
    shown = event_from_data({"kind": "dealt", "seed": None, "position": position})
    assert isinstance(seeded, Dealt)
    assert isinstance(shown, Dealt)
    assert (seeded.known_by, shown.known_by) == (None, "position")
    table = seated(1).apply(shown)
    assert Record.from_json(Record.of(table).to_json()).known == "position"


def test_undo_takes_back_the_signals_that_spoke_of_the_card() -> None:
    game = Game.arrange(Rules.edition("extreme", players=2), hands=[[80, 81, 30], [40, 50]], draw=[60, 61])
    table = seated(2, "extreme", undo=True)
    table = table.apply(table.arrange(game))
    table = table.apply(table.signal(1, "trouble"))
    table = table.apply(table.play(0, "80C"))
    table = table.apply(table.signal(1, "do-not-cover", "C"))
    table = table.apply(table.signal(1, "keep-off", "A"))
    table = table.apply(table.undo(0))
    assert [signal.name for signal in table.standing] == ["trouble", "keep-off"]
    assert Record.from_json(Record.of(table).to_json()).final().standing == table.standing


def test_a_paused_table_waits() -> None:
    table = started()
    table = table.apply(table.pause(True))
    with pytest.raises(TableError, match="paused"):
        table.play(0, table.require_game().legal_moves()[0])
    table = table.apply(table.pause(False))
    assert table.play(0, table.require_game().legal_moves()[0])


def test_nothing_changes_under_a_running_game() -> None:
    table = started()
    for attempt in (
        lambda: table.configure(Settings()),
        lambda: table.rename(0, "47"),
        lambda: table.leave(0),
        lambda: table.deal(3),
    ):
        with pytest.raises(TableError, match="while a game is running"):
            attempt()


def test_between_games_the_table_changes() -> None:
    table = seated(3)
    table = table.apply(table.rename(1, "Bobby"))
    table = table.apply(table.leave(0))
    assert table.names == ("", "Bobby", "Cid")
    assert table.host == 1
    table = table.apply(table.configure(Settings(Rules.edition("extreme", players=2))))
    assert table.names == ("Bobby", "Cid")
    table = table.apply(table.configure(Settings(Rules.edition("extreme", players=4))))
    assert table.names == ("Bobby", "Cid", "", "")
    with pytest.raises(TableError, match="too many for 1 seats"):
        table.configure(Settings())
    with pytest.raises(TableError, match="nobody sits in seat 3"):
        table.leave(3)
    with pytest.raises(TableError, match="nobody sits in seat 9"):
        table.leave(9)


def test_a_computer_player_stands_in_and_gives_back() -> None:
    table = started()
    table = table.apply(table.hand_over(1, "steady"))
    assert table.seats[1] is not None
    assert table.seats[1].plays_itself == "steady"
    table = table.apply(table.hand_over(1, None))
    assert table.seats[1] is not None
    assert table.seats[1].plays_itself is None


def test_chat_is_off_until_the_host_allows_it_and_silence_closes_it() -> None:
    with pytest.raises(TableError, match="chat is off"):
        started().say(0, "hello")
    table = started(chat=True)
    table = table.apply(table.say(0, "hello  there"))
    assert table.chat == (ChatEntry(0, "hello there"),)
    with pytest.raises(TableError, match="no numbers"):
        table.say(0, "keep off forty")
    quiet = seated(2, "extreme", chat=True)
    quiet = quiet.apply(quiet.arrange(Game.arrange(quiet.rules, {"C": 98}, [[30, 31], [40]], [50])))
    with pytest.raises(TableError, match="silence"):
        quiet.say(0, "hello")


@pytest.mark.parametrize("data", [None, {"undo": "yes"}, {"away": "never"}, {"colour": 1}, {"rules": 3}])
def test_bad_settings(data: object) -> None:
    with pytest.raises(ValueError, match=r"setting|event|game text"):
        Settings.from_data(data)


def test_settings_round_trip() -> None:
    chosen = Settings(Rules.edition("extreme", players=4, talk="none"), undo=False, chat=True, away="bot")
    assert Settings.from_data(chosen.to_data()) == chosen
