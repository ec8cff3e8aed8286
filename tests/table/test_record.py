"""Records: reading one replays it, and a damaged one says where it breaks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from nonante import Game, Rules
from nonante.table import KNOWN, Record, Settings, Table, TableError


def short_game() -> Table:
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition("extreme", players=2))))
    for name in ("Ann", "Bob"):
        table = table.apply(table.sit(name))
    table = table.apply(table.deal(7))
    table = table.apply(table.wish(1, "like"))
    table = table.apply(table.start(1))
    table = table.apply(table.signal(0, "keep-off", "A"))
    for _ in range(3):
        moves = table.require_game().legal_moves()
        table = table.apply(table.play(table.require_game().active, moves[0]))
    return table


def data() -> dict[str, Any]:
    return json.loads(Record.of(short_game()).to_json())  # type: ignore[no-any-return]  # JSON has no type


def test_the_format() -> None:
    assert data() == {
        "format": "nonante-record",
        "version": 1,
        "rules": {"edition": "extreme", "players": 2},
        "names": ["Ann", "Bob"],
        "seed": 7,
        "wishes": [None, "like"],
        "start": 1,
        "entries": [{"seat": 0, "signal": "keep-off", "pile": "A"}, *Record.of(short_game()).moves()],
    }


def test_replaying_goes_move_by_move() -> None:
    record = Record.from_json(json.dumps(data()))
    games = list(record.games())
    assert len(games) == 4
    assert games[-1] == short_game().game
    assert len(list(record.tables())) == 5
    assert record.final().names == ("Ann", "Bob")


def test_an_arranged_deal_is_kept_whole() -> None:
    table = Table()
    table = table.apply(table.sit("Ann"))
    table = table.apply(table.arrange(Game.arrange(Rules(), {"A": 47}, [[37, 50, 60]], [70, 71])))
    table = table.apply(table.play(0, "37A"))
    record = Record.from_json(Record.of(table).to_json())
    assert record.final().game == table.game
    assert "seed" not in record.to_data()


def test_r43_a_record_of_before_still_has_the_end_that_is_not_asked_for_any_more() -> None:
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition("extreme"))))
    table = table.apply(table.sit("Ann"))
    piles = {"A": 81, "B": 93, "C": 9, "D": 8}
    table = table.apply(table.arrange(Game.arrange(table.rules, piles, [[50, 84]])))
    table = table.apply(table.play(0, "84A"))
    assert table.require_game().reason == "skull-uncovered"
    record = Record.of(table)
    older = record.to_data() | {"entries": ["84A", "end"]}
    assert Record.from_data(older) == record
    with pytest.raises(TableError, match="move 2"):
        Record.from_data(record.to_data() | {"entries": ["84A", "50A"]})


@pytest.mark.parametrize("known", KNOWN)
def test_r50_a_record_keeps_why_its_deal_was_known(known: str) -> None:
    marked = Record.from_data(data() | {"known": known})
    assert marked.known == known
    assert marked.to_data()["known"] == known
    assert Record.from_json(marked.to_json()) == marked
    dealt = marked.final().dealt
    assert dealt is not None
    assert dealt.known == known


def test_r50_older_records_are_fresh_unless_they_show_a_position() -> None:
    assert Record.from_data(data()).known is None
    assert "known" not in Record.from_data(data()).to_data()
    table = Table()
    table = table.apply(table.sit("Ann"))
    table = table.apply(table.arrange(Game.arrange(Rules(), {"A": 47}, [[37, 50, 60]], [70, 71])))
    older = Record.of(table).to_data()
    del older["known"]
    assert Record.from_data(older).known == "position"
    assert Record.from_data(older).to_data()["known"] == "position"


def test_no_game_no_record() -> None:
    with pytest.raises(TableError, match="no game"):
        Record.of(Table())


def damaged(**changes: object) -> str:
    return json.dumps(data() | changes)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not a game record"),
        ("[]", "the mark nonante-record is missing"),
        ("{}", "the mark nonante-record is missing"),
        ("[" * 100_000, "not a game record"),
        (damaged(version=2), "this program reads version 1"),
        (damaged(extra=1), "missing, unknown or of the wrong kind"),
        (damaged(names="Ann"), "wrong kind"),
        (damaged(names=["Ann"]), "1 seats are empty"),
        (damaged(names=["Ann", "Bob", "Cid"]), "every seat"),
        (damaged(names=["Ann", 7]), "a name needs"),
        (damaged(rules={"edition": "deluxe"}), "unknown edition"),
        (damaged(rules=None), "rules None"),
        (damaged(seed="7"), "not a seed"),
        (damaged(seed=None), "not a seed"),
        (damaged(deal={}), "missing, unknown or of the wrong kind"),
        (damaged(wishes=["maybe", None]), "not a signal"),
        (damaged(wishes=[None, None, "like"]), "nobody sits"),
        (damaged(proposals=[0, None]), "propose somebody else"),
        (damaged(proposals=[None, None, 0]), "nobody sits"),
        (damaged(proposals="Bob"), "wrong kind"),
        (damaged(proposals=["Bob", None]), "nobody sits"),
        (damaged(known="rumour"), "is not a setting"),
        (damaged(known=""), "is not a setting"),
        (damaged(known=[]), "is not a setting"),
        (damaged(start=5), "nobody sits in seat 5"),
        (damaged(start="Bob"), "nobody sits"),
        (damaged(start=None), r"is invalid at move 1 .*first agree on who starts"),
        (damaged(entries=["2A"]), r"is invalid at move 1 \(2A\): 2 is not in the hand"),
        (damaged(entries=[*data()["entries"], "end", "end"]), r"is invalid at move 5 \(end\)"),
        (damaged(entries=[*data()["entries"], 47]), "is invalid at move 3"),
        (damaged(entries=[{"seat": 0, "signal": "keep-off", "pile": 7}]), "is invalid at move 1"),
        (damaged(entries=[{"seat": 0, "signal": "shout"}]), "not a signal"),
        (damaged(entries=[{"seat": 0, "signal": "trouble", "on": False}]), "has not been given"),
    ],
)
def test_a_damaged_record_is_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(TableError, match=complaint):
        Record.from_json(text)


@given(st.integers(0, 3), st.text(max_size=4))
def test_any_other_move_in_a_record_is_found(place: int, move: str) -> None:
    entries = data()["entries"]
    if place and move not in (entries[place], "end"):
        entries[place] = move
        with pytest.raises(TableError, match=f"is invalid at move {place} "):
            Record.from_json(damaged(entries=entries))
