"""The chat filter: no numbers in digits, words or obvious disguises; ordinary talk passes."""

from __future__ import annotations

import pytest

from nonante.table import TableError, check_chat, number_in

NUMBERS = [
    "47", "pile 3", "４７", "²", "Ⅷ", "①", "½", "٤٧",
    "forty-seven", "Forty seven", "fortyseven", "fifteen", "a dozen", "ninetieth", "two", "TEN!", "sixth",
    "vingt et un", "quatre-vingt-dix-sept", "SOIXANTE", "nonante-huit", "huit", "une dizaine", "trois", "deuxième",
    "siebenundvierzig", "zwölf", "zwoelf", "fünf", "fuenf", "dreißig", "dreissig", "Elf", "hundert", "zwote zwo",
    "s e v e n", "s.e.v.e.n", "s-i-x", "seeeeven", "$ix", "f!ve", "XLVII", "iv", "xcix", "t.e.n",
]  # fmt: skip

TALK = [
    "hello there", "please keep off the last pile", "I am in trouble!", "well done, thank you",
    "attention à cette pile, s’il vous plaît", "je suis mal", "un peu plus bas", "bravo à tous !",
    "bitte nicht dorthin", "schöner Zug", "ich kann nicht mehr", "alles gut bei mir", "einen Moment",
    "one moment", "wait for me", "often", "great weight", "kitten", "canteen", "mix it", "C is fine",
    "I do", "oh no...",
]  # fmt: skip


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_are_refused(text: str) -> None:
    with pytest.raises(TableError) as refused:
        check_chat(text)
    assert refused.value.code == "chat-number"


@pytest.mark.parametrize("text", TALK)
def test_talk_passes(text: str) -> None:
    assert number_in(text) is None
    assert check_chat(text) == text


def test_nobody_counts_with_dots() -> None:
    assert check_chat("go" + "!" * 47) == "go!!!"


@pytest.mark.parametrize("text", ["", " ", "\u200b", "x y " * 60, None, 5])
def test_length(text: object) -> None:
    with pytest.raises(TableError, match="a message has"):
        check_chat(text)
