"""Names: something to see, and nobody's double at the table."""

from __future__ import annotations

import sys
import unicodedata
from dataclasses import replace

import pytest

from nonante.host.levels import free_name
from nonante.rules import Rules
from nonante.table import Record, Seated, Settings, Table, TableError, name_like

BLANK = [
    *("\u3164", "\u2800", "\uffa0", "\u115f", "\u1160", "\U0001d159", "\ufffc", "\U00013441"),  # letters and signs
    *("\u034f", "\ufe0f", "\u180b", "\u17b4", "\U000e0100", "\u0301", "\u20dd"),  # marks on nothing
    *("\u200b", "\u2060", "\u00ad", "\u202e", "\U000e0041", "\ue000", "\U0010fffd", "\u0378"),  # controls, nobody's
    *("\u00a0", "\u3000", "\u1680", "\u2003", "\u2028"),  # spaces
]
DOUBLES = {
    "Anna": [
        "anna",
        "ANNA",
        "Аnna",
        "Αnna",
        "Ａｎｎａ",
        "𝐀𝐧𝐧𝐚",
        "Änná",
        "A\u0323nna",
        "An na",
        "Anna.",
        "·Anna·",
        "An\u3164na",
    ],
    "Ida": ["lda", "1da", "|da", "Іda", "ıda", "İda"],
    "Olivia": ["0livia", "Оlivia", "Οlivia", "Olívia", "Øliviа"],
    "Mama": ["Marna", "rnama", "Μаmа", "ᴍᴀᴍᴀ", "Ꮇama"],
    "Max": ["M@x", "Mах", "Ｍax", "Ⓜax", "ꓟꓮꓫ"],
    "Jens": ["Jen$", "Јens", "JENЅ"],
    "Wanda": ["VVanda", "vvanda", "Ԝanda", "Wаnda"],
    "Борис": ["Бopиc", "БОРИС", "борис"],
    "Łukasz": ["Lukasz", "łukasz"],
}
APART = [
    *(("Anna", "Annika"), ("Lia", "Ila"), ("René", "Renée"), ("🐱", "🐶"), ("!!!", "???"), ("Борис", "Белла")),
    *(("小明", "小红"), ("Maria", "Marta"), ("Tom", "Tim"), ("Anna 1", "Anna 2"), ("Emma", "Erna"), ("Eva", "Ewa")),
]


def seated(*names: str) -> Table:
    table = Table()
    table = table.apply(table.configure(Settings(Rules.edition("base", players=3))))
    for name in names:
        table = table.apply(table.sit(name))
    return table


@pytest.mark.parametrize("sign", BLANK, ids=ascii)
def test_a_name_with_nothing_to_see_is_refused(sign: str) -> None:
    for name in (sign, sign * 3, f" {sign} {sign}"):
        with pytest.raises(TableError, match="visible"):
            seated("Anna").sit(name)
        with pytest.raises(TableError, match="visible"):
            seated("Anna").rename(0, name)


def test_no_letter_or_sign_that_unicode_calls_blank_is_a_name() -> None:
    words = ("HANGUL", "BLANK", "NULL NOTEHEAD", "OBJECT REPLACEMENT")
    for sign in map(chr, range(sys.maxunicode + 1)):
        name = unicodedata.name(sign, "")
        blank = "FILLER" in name and "HANGUL" in name
        if blank or any(name.endswith(word) for word in words[1:3]) or words[3] in name:
            with pytest.raises(TableError, match="visible"):
                seated().sit(sign)


@pytest.mark.parametrize(("name", "double"), [(name, one) for name, many in DOUBLES.items() for one in many])
def test_nobody_takes_a_name_that_looks_like_that_of_somebody_at_the_table(name: str, double: str) -> None:
    for first, second in ((name, double), (double, name)):
        table = seated("Zacharias", first)
        with pytest.raises(TableError, match="already called"):
            table.sit(second)
        with pytest.raises(TableError, match="already called"):
            table.rename(0, second)
        assert table.rename(1, second).seat == 1, "one may write one's own name otherwise"


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_can_be_told_apart_sit_at_one_table(one: str, other: str) -> None:
    assert seated(one, other).names[:2] == (one, other)


def test_a_computer_player_takes_a_name_that_looks_like_nobodys() -> None:
    taken = ["Аdа", "B1aise"]
    assert name_like(free_name(taken), taken) is None


def test_records_with_names_that_are_refused_now_stay_readable() -> None:
    table = seated("Anna", "Bea", "Cid").apply(seated("Anna", "Bea", "Cid").deal(7))
    record = replace(Record.of(table), names=("Anna", "Аnna", "\u3164"))
    assert Record.from_json(record.to_json()).final().names == ("Anna", "Аnna", "3")
    old = Table.fold([Seated(0, "\u3164")])
    assert old.names == ("\u3164",), "and so do tables"
