"""After a game: back to the lobby, runs of wins; reactions that are no code for a card (R45)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from nonante import Game, Rules
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


def test_nobody_is_called_back_from_a_running_game_or_from_none() -> None:
    with pytest.raises(TableError, match="no game"):
        seated().gather()
    running = near_the_end(seated())
    with pytest.raises(TableError, match="running"):
        running.gather()


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


def test_r45_in_a_game_one_reacts_once_to_the_turn_of_another() -> None:
    table = seated()
    table = table.apply(table.emote(0, "laugh"))  # before the deal as often as one likes
    table = table.apply(table.emote(0, "heart"))
    assert table.chat == (ChatEntry(0, "", "laugh"), ChatEntry(0, "", "heart"))
    assert table.said == 2
    game = Game.arrange(table.rules, {}, [[20, 30, 40], [21, 31, 41]], [60, 61, 62, 63])
    table = table.apply(table.arrange(game))
    for seat in (0, 1):  # nothing has happened: a face would speak of the hand
        with pytest.raises(TableError, match="R45"):
            table.emote(seat, "wow")
    table = play(table, "20A", "30A", "end")
    with pytest.raises(TableError, match="somebody else"):
        table.emote(0, "bravo")
    table = table.apply(table.emote(1, "bravo"))
    with pytest.raises(TableError, match="one reaction"):
        table.emote(1, "alas")


def test_r45_taking_a_card_back_gives_no_second_reaction() -> None:
    table = seated()
    table = table.apply(table.configure(Settings(table.rules, undo=True)))
    game = Game.arrange(table.rules, {}, [[20, 30, 40], [21, 31, 41]], [60, 61, 62, 63])
    table = table.apply(table.arrange(game))
    table = play(table, "20A", "30A", "end")
    table = table.apply(table.emote(1, "bravo"))
    table = table.apply(table.play(1, "31B"))
    table = table.apply(table.undo(1))
    with pytest.raises(TableError, match="one reaction"):
        table.emote(1, "bravo")


def test_silence_and_no_talk_close_reactions_too() -> None:
    quiet = seated("extreme")
    game = Game.arrange(quiet.rules, {"C": 98}, [[30, 32, 35], [40, 41]], [50, 51])
    quiet = play(quiet.apply(quiet.arrange(game)), "30A", "32A", "end")
    with pytest.raises(TableError, match="silence"):
        quiet.emote(1, "bravo")
    mute = seated(talk="none")
    mute = mute.apply(mute.deal(1))
    with pytest.raises(TableError, match="without talk"):
        mute.emote(1, "bravo")


@pytest.mark.parametrize("emote", ["37", "", "thumbs", "BRAVO"])
def test_only_the_few_reactions_there_are(emote: str) -> None:
    with pytest.raises(TableError, match="not a reaction"):
        seated().emote(0, emote)
    assert len(EMOTES) == 5
