"""Free chat, where a host allows it: everything but numbers, in digits, words or obvious disguises (fr, en, de)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from .errors import TableError

MAX_CHAT: Final = 200
MAX_NAME: Final = 20

# Small numbers are words of their own; tens hide in compounds, so they are looked for inside words too.
# 0 and 1 are no cards, and "un", "one" and "ein" are needed to speak.
_WORDS: Final = frozenset(
    """
    deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize cent douzaine dizaine
    deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen dozen fourth fifth sixth seventh eighth ninth tenth
    zwei zwo drei vier fuenf funf sechs sieben acht neun zehn elf zwoelf zwolf dutzend hundert
    zweite dritte vierte funfte sechste siebte achte neunte zehnte
    """.split()  # noqa: SIM905 - readable as a block of words
)
_INSIDE: Final = re.compile(
    "vingt|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante"
    "|twent[yi]|thirt[yi]|fort[yi]|fift[yi]|sixt[yi]|sevent[yi]|eight[yi]|ninet[yi]|hundred|(?:thir|four|fif|six|seven|eigh|nine)teen"
    "|zwanzig|dreissig|dreizig|vierzig|fu?e?nfzig|sechzig|siebzig|achtzig|neunzig|hundert|zehn$"
)
_ROMAN: Final = re.compile(r"(?=..)(x[cl]|l?x{0,3})(i[xv]|v?i{0,3})")
_DISGUISE: Final = str.maketrans({"$": "s", "!": "i", "@": "a", "€": "e", "|": "i"})
_SPELT: Final = re.compile(r"(?<![^\W_])[^\W_](?:[\W_]+[^\W_](?![^\W_])){2,}")  # s e v e n, s-e-v-e-n


def check_chat(text: object) -> str:
    """Return the message, tidied; raise TableError for a number in any dress."""
    tidy = _tidy(text)
    if not tidy or len(tidy) > MAX_CHAT:
        raise TableError("chat-length")
    word = number_in(tidy)
    if word:
        raise TableError("chat-number", word=word)
    return tidy


def check_name(name: object) -> str:
    """Return the name, tidied; raise TableError when nothing visible is left or too much."""
    tidy = _tidy(name)
    if not tidy or len(tidy) > MAX_NAME:
        raise TableError("name")
    return tidy


def number_in(text: str) -> str | None:
    """Return the first word that could be a card's number, or None."""
    for sign in unicodedata.normalize("NFKC", text):
        if unicodedata.category(sign).startswith("N"):
            return sign
    lower = text.lower().replace("ß", "ss")
    for plain in (_unaccented(lower), _unaccented(lower.translate(_DISGUISE))):
        spelt = ["".join(re.findall(r"[^\W_]", run.group())) for run in _SPELT.finditer(plain)]
        words: list[str] = re.findall(r"[^\W_]+", plain)
        for word in [*words, *spelt]:
            if _is_number(word):
                return word
    return None


def _is_number(word: str) -> bool:
    once = re.sub(r"(.)\1+", r"\1", word)
    if word in _WORDS or once in _ONCE or _ROMAN.fullmatch(word):
        return True
    return bool(_INSIDE.search(word) or _INSIDE.search(once))


def _unaccented(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


# Stretched spellings ("seeeven") are compared with every doubled letter made single.
_ONCE: Final = frozenset(re.sub(r"(.)\1+", r"\1", word) for word in _WORDS if len(word) > 3)


def _tidy(text: object) -> str:
    """Drop control and invisible signs, fold white space, and shorten runs so that nobody counts with dots."""
    if not isinstance(text, str):
        return ""
    shown = "".join(" " if sign.isspace() else sign for sign in text)
    shown = "".join(sign for sign in shown if unicodedata.category(sign)[0] != "C")
    return " ".join(re.sub(r"(.)\1{3,}", r"\1\1\1", shown).split())
