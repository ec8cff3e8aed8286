"""Section 5: what may be said, to whom, when; and what silence closes."""

from __future__ import annotations

import pytest

from nonante import Game, Rules
from nonante.rules import KINDS, Talk
from nonante.table import Record, Settings, Signal, Signalled, Table, TableError, signals_open
from nonante.table.signals import wants_covered


def table_at(game: Game) -> Table:
    """Seat as many people as the game has seats, at that position."""
    table = Table()
    table = table.apply(table.configure(Settings(game.rules)))
    for name in ["Ann", "Bob", "Cid", "Dee", "Eve"][: game.rules.players]:
        table = table.apply(table.sit(name))
    return table.apply(table.arrange(game))


def three(edition: str = "base", talk: Talk = "standard", **piles: int) -> Table:
    rules = Rules.edition(edition, players=3, talk=talk)
    hands = [[30, 31, 32, 33], [40, 41, 43], [50, 51, 53, 6]]
    return table_at(Game.arrange(rules, piles, hands, [60, 61, 63, 64]))


def test_a_signal_stands_for_everybody() -> None:
    table = three()
    table = table.apply(table.signal(1, "keep-off", "A"))
    assert table.standing == (Signal(1, "keep-off", "A"),)


def test_a_signal_lapses_when_its_owners_next_turn_ends() -> None:
    table = three()
    table = table.apply(table.signal(1, "keep-off", "C"))
    for move in ("30A", "31A", "end"):
        table = table.apply(table.play(0, move))
    assert table.standing
    for move in ("40A", "41A"):
        table = table.apply(table.play(1, move))
    assert table.standing
    table = table.apply(table.play(1, "end"))
    assert not table.standing


def test_a_signal_raised_in_ones_own_turn_outlives_its_end() -> None:
    table = three()
    table = table.apply(table.signal(0, "small-steps", "A"))
    for move in ("30A", "31A", "end"):
        table = table.apply(table.play(0, move))
    assert table.standing == (Signal(0, "small-steps", "A"),)


def test_a_signal_can_be_withdrawn_once() -> None:
    table = three()
    table = table.apply(table.signal(2, "trouble"))
    table = table.apply(table.withdraw(2, "trouble"))
    assert not table.standing
    with pytest.raises(TableError, match="has not been given"):
        table.withdraw(2, "trouble")


def test_another_word_about_the_same_thing_replaces_the_first() -> None:
    table = three()
    for name in ("keep-off", "small-steps"):
        table = table.apply(table.signal(1, name, "B"))
    for name in ("trouble", "comfortable"):
        table = table.apply(table.signal(1, name))
    assert table.standing == (Signal(1, "small-steps", "B"), Signal(1, "comfortable"))


def test_r6_going_back_is_said_at_permissive_tables_only() -> None:
    with pytest.raises(TableError) as refused:
        three().signal(1, "can-go-back", "A")
    assert refused.value.rule == "R6"
    assert three(talk="permissive").signal(1, "can-go-back", "A")


def test_r8_a_kind_held_may_be_told_in_extreme() -> None:
    table = three("extreme")
    assert table.signal(2, "hold", command="stop")
    with pytest.raises(TableError, match="no skull is in that hand"):
        table.signal(2, "hold", command="skull")
    with pytest.raises(TableError, match="is for Extreme only"):
        three().signal(2, "hold", command="stop")
    with pytest.raises(TableError, match="say which command"):
        table.signal(2, "hold")


def test_a_told_kind_goes_when_it_is_laid() -> None:
    game = Game.arrange(Rules.edition("extreme", players=2), hands=[[6, 30, 31], [40]], draw=[50, 51])
    table = table_at(game)
    table = table.apply(table.signal(0, "hold", command="stop"))
    table = table.apply(table.play(0, "6A"))
    assert not table.standing


def test_a_visible_command_may_be_asked_for() -> None:
    table = three("extreme", C=80)
    table = table.apply(table.signal(1, "cover", "C"))
    table = table.apply(table.signal(2, "do-not-cover", "C"))
    with pytest.raises(TableError, match="neither a lasting command nor fire is visible on pile A"):
        table.signal(1, "cover", "A")
    with pytest.raises(TableError, match="no lasting command is visible on pile A"):
        table.signal(1, "do-not-cover", "A")
    table = table.apply(table.play(0, "33C"))
    assert not table.standing


def test_r35_silence_closes_signals_and_hides_what_stands() -> None:
    table = three("extreme", C=98)
    with pytest.raises(TableError) as refused:
        table.signal(1, "trouble")
    assert refused.value.rule == "R35"
    open_table = three("extreme")
    open_table = open_table.apply(open_table.signal(1, "trouble"))
    game = Game.arrange(open_table.rules, hands=[[3, 30, 31, 32], [40, 41], [50, 51]], draw=[60])
    hidden = table_at(game)
    hidden = hidden.apply(hidden.signal(1, "trouble"))
    hidden = hidden.apply(hidden.play(0, "3A"))
    assert not hidden.standing
    hidden = hidden.apply(hidden.play(0, "30A"))
    assert hidden.standing == (Signal(1, "trouble"),)


def silent_table() -> Table:
    """Return a table where seat 1 has signalled twice before a silence was laid."""
    rules = Rules.edition("extreme", players=2)
    table = table_at(Game.arrange(rules, hands=[[3, 30, 31, 32], [40, 41]], draw=[60]))
    for event in (table.signal(1, "trouble"), table.signal(1, "keep-off", "C"), table.play(0, "3A")):
        table = table.apply(event)
    return table


def test_r35_withdrawing_a_signal_is_refused_while_silence_shows() -> None:
    table = silent_table()
    for name, pile in (("trouble", None), ("keep-off", "C"), ("small-steps", "B")):
        with pytest.raises(TableError) as refused:
            table.withdraw(1, name, pile)
        assert (refused.value.code, refused.value.rule) == ("silence", "R35")
    table = table.apply(table.play(0, "30A"))
    assert len(table.standing) == 2, "they come back with the word"
    table = table.apply(table.withdraw(1, "trouble"))
    assert table.standing == (Signal(1, "keep-off", "C"),)
    with pytest.raises(TableError, match="without talk"):
        three(talk="none").withdraw(1, "trouble")


def test_r35_older_logs_and_records_with_such_a_withdrawal_are_still_read() -> None:
    table = silent_table()
    quiet = Signalled(1, "trouble", on=False)
    after = table.apply(quiet)
    record = Record.of(after)
    assert Record.from_json(record.to_json()) == record
    assert record.final().raised == after.raised
    wrong = record.to_data()
    wrong["entries"].append({"seat": 1, "signal": "trouble", "on": False})
    with pytest.raises(TableError, match="has not been given"):
        Record.from_data(wrong)


def test_r42_no_word_for_a_fire_card() -> None:
    table = three("on-fire")
    names = {signal.name for signal in signals_open(table.require_game(), 0)}
    assert names == {"keep-off", "small-steps", "trouble", "comfortable"}
    both = three("on-fire+extreme")
    for word in ("hold", "do-not-lay"):
        with pytest.raises(TableError, match="say which command"):
            both.signal(0, word, command="fire")


@pytest.mark.parametrize("edition", ["on-fire", "on-fire+extreme"])
def test_a_fire_may_be_asked_to_be_covered_and_not_to_be_left(edition: str) -> None:
    table = three(edition, A=22)
    fires = [signal for signal in signals_open(table.require_game(), 1) if signal.name in ("cover", "do-not-cover")]
    assert fires == [Signal(1, "cover", "A")]
    table = table.apply(table.signal(1, "cover", "A"))
    assert wants_covered(table.require_game(), table.standing[0]) == "fire"
    with pytest.raises(TableError):
        table.signal(1, "do-not-cover", "A")
    table = table.apply(table.play(0, "30A"))
    assert not table.standing


def test_a_wish_to_cover_goes_when_something_of_another_kind_lies_there() -> None:
    rules = Rules.edition("on-fire+extreme", players=2)
    table = table_at(Game.arrange(rules, {"A": 21, "C": 80}, [[22, 65, 30], [40]], [50, 51]))
    for pile in "AC":
        table = table.apply(table.signal(1, "cover", pile))
    table = table.apply(table.play(0, "22A"))
    assert table.standing == (Signal(1, "cover", "C"),)


@pytest.mark.parametrize("kind", KINDS)
def test_r48_a_kind_may_be_asked_not_to_be_laid(kind: str) -> None:
    """Whether it is in that seat's hand makes no difference: who asks tells nothing about a card."""
    table = three("extreme")
    table = table.apply(table.signal(1, "do-not-lay", command=kind))
    table = table.apply(table.signal(2, "do-not-lay", command=kind))
    assert table.standing == (Signal(1, "do-not-lay", command=kind), Signal(2, "do-not-lay", command=kind))
    assert Signal(1, "do-not-lay", command=kind) in signals_open(table.require_game(), 1)
    table = table.apply(table.withdraw(1, "do-not-lay", command=kind))
    assert table.standing == (Signal(2, "do-not-lay", command=kind),)


def test_r48_it_stands_beside_what_is_held_until_the_owners_next_turn_ends() -> None:
    table = three("extreme")
    table = table.apply(table.signal(2, "hold", command="stop"))
    table = table.apply(table.signal(2, "do-not-lay", command="stop"))
    table = table.apply(table.signal(2, "do-not-lay", command="skull"))
    assert len(table.standing) == 3
    for seat, moves in enumerate((("30A", "32A", "end"), ("40A", "41A", "end"), ("50A", "51A"))):
        for move in moves:
            table = table.apply(table.play(seat, move))
    assert len(table.standing) == 3
    table = table.apply(table.play(2, "end"))
    assert not table.standing


def test_r48_belongs_to_extreme_and_names_a_kind_and_nothing_else() -> None:
    with pytest.raises(TableError, match="is for Extreme only"):
        three().signal(1, "do-not-lay", command="stop")
    table = three("extreme")
    for arguments, complaint in (
        ((), "say which command"),
        ((None, "fire"), "say which command"),
        ((None, "17"), "say which command"),
        (("A", "stop"), "exactly what it is about"),
    ):
        with pytest.raises(TableError, match=complaint):
            table.signal(1, "do-not-lay", *arguments)
    with pytest.raises(TableError, match="without talk"):
        three("extreme", talk="none").signal(1, "do-not-lay", command="stop")
    with pytest.raises(TableError, match="silence"):
        three("extreme", C=98).signal(1, "do-not-lay", command="stop")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("shout",), "'shout' is not a signal"),
        (("keep-off",), "say which pile"),
        (("keep-off", "E"), "say which pile"),
        (("keep-off", "AB"), "say which pile"),
        (("keep-off", "A", "stop"), "exactly what it is about"),
        (("trouble", "A"), "exactly what it is about"),
    ],
)
def test_bad_signals(arguments: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(TableError, match=complaint):
        three().signal(1, *arguments)


def test_talk_none_and_solo_have_no_signals() -> None:
    with pytest.raises(TableError, match="without talk"):
        three(talk="none").signal(1, "trouble")
    alone = table_at(Game.deal(Rules.edition("base"), seed=1))
    with pytest.raises(TableError, match="nobody to signal to"):
        alone.signal(0, "trouble")
    assert signals_open(alone.require_game(), 0) == []


def test_the_menu_lists_exactly_what_is_accepted() -> None:
    table = three("extreme", talk="permissive", C=80)
    for signal in signals_open(table.require_game(), 2):
        assert table.signal(2, signal.name, signal.pile, signal.command)
    assert Signal(2, "hold", command="stop") in signals_open(table.require_game(), 2)
    assert Signal(2, "cover", "C") in signals_open(table.require_game(), 2)
