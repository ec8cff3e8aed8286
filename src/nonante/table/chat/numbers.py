"""Numbers in a message: digits, signs that count, words of several languages, Roman numerals, codes, disguises."""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate
from typing import Final

from ..disguise import WORD, disguised, plain, shown, slips, unstretched, words
from . import english, french, german
from .abroad import DUTCH, ITALIAN, SPANISH
from .codes import code_in
from .speech import block

_LANGUAGES: Final = (french.NUMBERS, english.NUMBERS, german.NUMBERS, SPANISH, ITALIAN, DUTCH)
_WORDS: Final = frozenset().union(*(language.words for language in _LANGUAGES))
_SLIPS: Final = frozenset(slip for language in _LANGUAGES for word in language.long for slip in slips(word))
_NO_SLIPS: Final = block(
    "mighty weighty righty nighty thirsty shirty tweety nicety quarantine octane clinquante"
    " wundert hindert hungert mindert nutzend reisig"
)
# Dice, mahjong and domino tiles, playing cards but for back and joker, clocks, ten, hundred, an eight ball.
_COUNTERS: Final = re.compile(
    "[⚀-⚅\U0001f000-\U0001f003\U0001f005-\U0001f09f\U0001f0a1-\U0001f0ce\U0001f0d1-\U0001f0f5🕐-🕧🔟💯🔢🎱]"
)
_TALLY: Final = re.compile(r"(?:[|¦∣ǀ│┃]\s?){2,}")
_FINGERS: Final = "☝✌🤞🤟🤘🖖🖐✋🤚👆"
_HANDS: Final = re.compile(rf"([{_FINGERS}])[\s\U0001f3fb-\U0001f3ff]*(?!\1)[{_FINGERS}]")  # five and two
_ROMAN: Final = re.compile(r"(?=..)(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})")
_KISSES: Final = re.compile(r"[^\W_].*\Wx{2,3}\W*")  # at the end of a message, in small letters
_NAMES: Final = ("Li", "li", "Vi")
_LONE_ROMAN: Final = re.compile(r"(?<![\w'’-])[LVX](?![\w'’-])")
_LETTER: Final = re.compile(  # a size, a name, a loss, a victory
    r"(?i:\b(?:size|taille|grö(?:ß|ss)e|mrs?\.?|monsieur|madame|herr|frau|plan|gen|factor|letter|lettre"
    r"|buchstabe)) [LVX]\b"
    r"|(?i:\b(?:(?:take|took|taking|what|big|huge|another|that'?s)(?: an| the| this| that)?)) L\b"
    r"|^X$|\b[LVX] (?i:marks|for victory|wie|as in|comme|oder|ou|or)\b"
)


def number_in(text: str) -> str | None:
    """Return the first sign or word that could be a card's number, as it was written, or None."""
    ordinary = shown(text)
    for language in _LANGUAGES:
        ordinary = language.counting.sub("¤", ordinary)
    written = words(ordinary)
    sentence = _without_harmless(" ".join(map(plain, written)))
    return _sign(ordinary) or _phrase(written, sentence) or _hidden(_rest(ordinary, sentence))


def _sign(text: str) -> str | None:
    for sign in text:
        if unicodedata.category(sign)[0] == "N" or unicodedata.numeric(sign, None) is not None:
            return sign
    found = _COUNTERS.search(text) or _TALLY.search(text) or _HANDS.search(text)
    return found.group().strip() if found else None


def _phrase(written: list[str], sentence: str) -> str | None:
    """Look for number words, but for the phrases in which they are none."""
    for language in _LANGUAGES:
        if found := language.telling.search(sentence):
            return _as_written(written, sentence, found.start(), found.end())
    meant = sentence.split()
    return next((word for word, plainly in zip(written, meant, strict=True) if _is_number(plainly)), None)


def _without_harmless(sentence: str) -> str:
    """Put dots for the words of harmless phrases, so that places stay the same."""
    for language in _LANGUAGES:
        sentence = language.harmless.sub(lambda found: re.sub(r"\S", "·", found.group()), sentence)
    return sentence


def _rest(text: str, sentence: str) -> str:
    """Return the text as written, with a sign for each word of a harmless phrase."""
    meant = iter(sentence.split(" "))
    return WORD.sub(lambda word: "¤" if set(next(meant)) == {"·"} else word.group(), text)


def _hidden(text: str) -> str | None:
    return _disguise(text) or _roman(text) or code_in(text)


def _as_written(written: list[str], sentence: str, start: int, end: int) -> str:
    """Return the written words between two places of the plain sentence."""
    ends = list(accumulate(len(word) + 1 for word in sentence.split(" ")))
    return " ".join(word for word, after in zip(written, ends, strict=True) if start < after <= end + 1)


def _is_number(word: str) -> bool:
    return word in _WORDS or any(meant in _WORDS for meant in unstretched(word)) or _misspelt(word)


def _misspelt(word: str) -> bool:
    """Tell whether one slip makes a long number word, or the tens of a German one, into this word."""
    part = word.rpartition("und")[2] or word
    return part not in _NO_SLIPS and not _SLIPS.isdisjoint(slips(part))


def _roman(text: str) -> str | None:
    if text.endswith(("x", "x.", "x!")) and _KISSES.fullmatch(text):
        text = text.rstrip("x.! ")
    if lone := _LONE_ROMAN.search(_LETTER.sub("·", text)):
        return lone.group()
    return next((word for word in words(text) if _ROMAN.fullmatch(word.lower()) and word not in _NAMES), None)


def _disguise(text: str) -> str | None:
    for written, meant in disguised(text):
        if _is_number(meant) or (len(set(meant)) > 1 and _ROMAN.fullmatch(meant) and len(meant) == len(words(written))):
            return written
    return None
