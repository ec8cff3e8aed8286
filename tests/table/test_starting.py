"""Who starts: wishes, proposals, computer players, and tables without talk."""

from __future__ import annotations

import pytest
from tests.table.seats import dealt, with_computers

from nonante import Rules
from nonante.table import (
    Record,
    Settings,
    Table,
    TableError,
    who_starts,
)


def test_r5_the_team_agrees_who_starts() -> None:
    table = dealt()
    with pytest.raises(TableError, match="first agree"):
        table.play(0, "46A")
    table = table.apply(table.wish(1, "like"))
    table = table.apply(table.wish(2, "rather-not"))
    table = table.apply(table.wish(2, None))
    assert table.wishes == (None, "like", None)
    table = table.apply(table.start(1))
    assert table.require_game().active == 1
    with pytest.raises(TableError, match="started already"):
        table.start(2)
    with pytest.raises(TableError, match="started already"):
        table.wish(2, "like")


def test_r5_any_seat_may_be_proposed_and_the_proposal_taken_back() -> None:
    table = with_computers(None, None, "steady")
    table = table.apply(table.propose(0, 1))
    table = table.apply(table.propose(1, 2))
    assert table.proposals == (1, 2, None)
    table = table.apply(table.propose(0, 2))
    table = table.apply(table.propose(1, None))
    assert table.proposals == (2, None, None)
    with pytest.raises(TableError, match="propose somebody else"):
        table.propose(1, 1)
    for nobody in (3, -1, True, "1"):
        with pytest.raises(TableError, match="nobody sits"):
            table.propose(1, nobody)  # type: ignore[arg-type]
    table = table.apply(table.start(0))
    with pytest.raises(TableError, match="started already"):
        table.propose(1, 2)
    again = Record.from_json(Record.of(table).to_json())
    assert again.final().proposals == table.proposals
    assert again == Record.of(table)


def test_r5_a_computer_player_is_agreed_on_when_every_person_proposes_it() -> None:
    table = with_computers(None, None, "steady", "novice")
    table = table.apply(table.propose(0, 3))
    assert table.computer_start is None
    table = table.apply(table.propose(1, 2))
    assert table.computer_start is None
    table = table.apply(table.propose(1, 3))
    assert table.computer_start == 3
    assert table.apply(table.start(3)).computer_start is None
    # Whoever is away, with a computer player in their place, is not asked; and such a seat may start.
    alone = with_computers(None, None, "steady")
    alone = alone.apply(alone.propose(0, 1))
    assert alone.computer_start is None
    assert alone.apply(alone.hand_over(1, "steady")).computer_start == 1
    # A person decides themselves.
    people = with_computers(None, None)
    people = people.apply(people.propose(0, 1))
    assert people.computer_start is None


def test_r5_a_computer_player_starts_when_every_person_would_rather_not() -> None:
    table = with_computers(None, "steady", None, "novice")
    for seat in (0, 2):
        assert table.computer_start is None
        table = table.apply(table.wish(seat, "rather-not"))
    assert table.computer_start == 1
    assert table.apply(table.wish(3, "like")).computer_start == 3
    assert table.apply(table.propose(0, 3)).computer_start == 3


def test_r5_the_most_proposed_starts_then_the_keenest_then_the_first() -> None:
    assert who_starts(["rather-not", None, "like", "like"]) == 2
    assert who_starts(["rather-not", None]) == 1
    assert who_starts(["like", None, None, None], [2, None, None, 2]) == 2
    assert who_starts(["like", "rather-not", None], among=[1, 2]) == 2


def test_r47_talk_none_closes_wishes_proposals_and_chat() -> None:
    with pytest.raises(TableError, match="not a signal"):
        dealt().wish(0, "maybe")
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition("base", players=2, talk="none"), chat=True)))
    for name in ("Ann", "Bob"):
        table = table.apply(table.sit(name))
    with pytest.raises(TableError, match="without talk"):
        table.say(0, "hello")
    table = table.apply(table.deal(1))
    for attempt in (
        lambda: table.wish(0, "like"),
        lambda: table.propose(0, 1),
        lambda: table.say(0, "hello"),
    ):
        with pytest.raises(TableError) as refused:
            attempt()
        assert (refused.value.code, refused.value.rule) == ("talk-off", "R47")
    started_table = table.apply(table.start(1))
    with pytest.raises(TableError, match="without talk"):
        started_table.signal(0, "trouble")


def test_alone_nobody_is_asked_who_starts() -> None:
    assert dealt(1).starter == 0
