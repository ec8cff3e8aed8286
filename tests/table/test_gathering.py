"""After a game: back to the lobby, runs of wins; reactions (R51)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from nonante import Game, Rules
from nonante.rules import Talk
from nonante.table import (
    EMOTES,
    ChatEntry,
    Gathered,
    Settings,
    Table,
    TableError,
    event_from_data,
    event_to_data,
    next_edition,
)


def seated(edition: str = "base", **rules: Any) -> Table:
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition(edition, players=2, **rules), chat=True)))
    for name in ("Ann", "Bob"):
        table = table.apply(table.sit(name))
    return table


NEAR = {"A": 50, "B": 98, "C": 3, "D": 2}


def near_the_end(table: Table, seed: int | None = None) -> Table:
    """Begin with a card each: a known position, or (by a seed) as if a fresh deal had come this far."""
    game = Game.arrange(table.rules, NEAR, [[60], [61]], [])
    if seed is None:
        return table.apply(table.arrange(game))
    table = table.apply(table.deal(seed))
    return replace(table.apply(table.start(0)), game=game)


def play(table: Table, *moves: str) -> Table:
    for move in moves:
        table = table.apply(table.play(table.require_game().active, move))
    return table


def won(table: Table, seed: int | None = None) -> Table:
    table = play(near_the_end(table, seed), "60A", "61A")
    assert table.require_game().status == "won"
    return table


def test_after_a_game_everybody_is_back_in_the_lobby_and_the_result_stays() -> None:
    table = won(seated())
    table = table.apply(table.gather())
    assert table.gathered
    assert table.require_game().status == "won"
    assert table.names == ("Ann", "Bob")
    assert not table.apply(table.configure(Settings(Rules.edition("on-fire", players=3)))).gathered
    assert not table.apply(table.deal(5)).gathered


def test_nobody_is_called_back_where_there_was_no_game() -> None:
    with pytest.raises(TableError, match="no game"):
        seated().gather()


def test_after_a_game_anybody_may_say_that_they_would_like_another_one() -> None:
    table = won(seated())
    table = table.apply(table.wish(1, "again"))
    assert table.again == {1}
    assert table.apply(table.wish(1, None)).again == frozenset()
    assert table.apply(table.leave(1)).again == frozenset()
    assert table.apply(table.deal(5)).again == frozenset()
    assert table.apply(table.configure(table.settings)).again == frozenset()
    assert table.opened().wishes == (None, None), "the record of the game knows nothing of it"
    assert event_from_data(event_to_data(table.wish(0, "again"))) == table.wish(0, "again")


@pytest.mark.parametrize(
    ("table", "wish", "code"),
    [
        (seated(), "again", "not-running"),
        (near_the_end(seated()), "again", "running"),
        (won(seated()), "like", "not-running"),
        (won(seated()), "encore", "not-running"),
    ],
    ids=["no game", "running", "about starting", "no such wish"],
)
def test_a_wish_at_the_wrong_time_is_refused(table: Table, wish: str, code: str) -> None:
    with pytest.raises(TableError) as refused:
        table.wish(1, wish)
    assert refused.value.code == code


def test_the_new_events_are_read_as_they_were_written() -> None:
    for event in (Gathered(), won(seated()).emote(0, "bravo")):
        assert event_from_data(event_to_data(event)) == event


def test_wins_of_fresh_deals_in_a_row_are_counted_for_the_edition() -> None:
    """A known deal counts neither way (R50)."""
    table = won(won(seated(), seed=1), seed=2)
    assert table.run == 2
    assert won(table).run == 2
    assert table.apply(table.configure(Settings(Rules.edition("base", players=2), hints=False))).run == 2
    assert table.apply(table.configure(Settings(Rules.edition("extreme", players=2)))).run == 0
    lost = replace(near_the_end(table, seed=3), game=Game.arrange(table.rules, NEAR, [[60], [4]], []))
    lost = play(lost, "60A")
    assert lost.require_game().status == "lost"
    assert lost.run == 0


@pytest.mark.parametrize(
    ("edition", "run", "wanted"),
    [
        ("base", 1, None),
        ("base", 2, "expert"),
        ("on-fire", 3, "extreme"),
        ("extreme", 2, "expert+extreme"),
        ("expert+extreme", 9, None),
    ],
)
def test_the_next_edition_is_suggested_after_a_run(edition: str, run: int, wanted: str | None) -> None:
    assert next_edition(edition, run) == wanted
    if wanted:
        assert Rules.edition(wanted, players=2).to_data()["edition"] == wanted


def in_a_game(edition: str = "base", talk: Talk = "standard", *, chat: bool = True, **piles: int) -> Table:
    table = seated(edition, talk=talk)
    table = table.apply(table.configure(Settings(table.rules, chat=chat)))
    game = Game.arrange(table.rules, piles, [[20, 30, 40], [21, 31, 41]], [60, 61, 62, 63])
    return table.apply(table.arrange(game))


def test_r51_reactions_are_open_between_games() -> None:
    table = seated()
    table = table.apply(table.configure(Settings(table.rules)))
    assert not table.settings.chat
    for emote in ("laugh", "heart"):
        table = table.apply(table.emote(0, emote))
    assert table.chat == (ChatEntry(0, "", "laugh"), ChatEntry(0, "", "heart"))
    assert table.said == 2
    assert won(seated()).emote(1, "bravo")


def test_r51_in_a_game_reactions_are_open_where_the_chat_is() -> None:
    table = in_a_game()
    for seat in (0, 1, 1):
        table = table.apply(table.emote(seat, "wow"))
    assert table.said == 3
    with pytest.raises(TableError) as refused:
        in_a_game(chat=False).emote(0, "wow")
    assert (refused.value.code, refused.value.rule) == ("emote-closed", "R51")


@pytest.mark.parametrize("chat", [True, False])
def test_r51_silence_and_no_talk_close_reactions(chat: bool) -> None:
    with pytest.raises(TableError, match="silence"):
        in_a_game("extreme", chat=chat, C=98).emote(1, "bravo")
    mute = in_a_game(talk="none", chat=chat)
    before = seated(talk="none")
    for table in (mute, before, before.apply(before.configure(Settings(before.rules, chat=chat))), over(mute)):
        with pytest.raises(TableError, match="without talk"):
            table.emote(1, "bravo")


def over(table: Table) -> Table:
    """Return the table after its game was lost."""
    position = Game.arrange(table.rules, {"A": 98, "B": 99, "C": 2, "D": 3}, [[20, 30], [21, 31]], [60])
    table = replace(table, game=None)
    table = table.apply(table.arrange(position))
    assert not table.running
    return table


@pytest.mark.parametrize("emote", ["37", "", "thumbs", "BRAVO"])
def test_only_the_few_reactions_there_are(emote: str) -> None:
    with pytest.raises(TableError, match="not a reaction"):
        seated().emote(0, emote)
    assert len(EMOTES) == 5


def test_a_running_game_is_dropped_and_ends_a_run_of_wins() -> None:
    table = won(seated(), seed=7)
    assert table.run == 1
    table = table.apply(table.deal(8))
    table = table.apply(table.gather())
    assert (table.game, table.dealt, table.run, table.running) == (None, None, 0, False)
    assert table.apply(table.deal(9)).deals == 3


def test_a_seat_left_in_a_game_is_a_computer_players_unless_nobody_else_is_there() -> None:
    table = seated()
    table = table.apply(table.deal(7))
    with pytest.raises(TableError, match="running"):
        table.leave(1)
    event = table.leave(1, "steady")
    assert event_from_data(event_to_data(event)) == event
    table = table.apply(event)
    assert [seat and (seat.name, seat.level) for seat in table.seats] == [("Ann", None), ("Bob", "steady")]
    with pytest.raises(TableError, match="running"):
        table.leave(0, "steady")
