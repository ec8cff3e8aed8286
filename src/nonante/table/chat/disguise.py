"""Letters and signs as they are meant: accents, look-alikes, signs for letters, words taken apart or stretched."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

# Letters of other alphabets that look like ours; capitals apart, where they look like another letter.
_ALIKE: Final = {
    **dict(zip("АВЕЅІЈКМНОРСТУХԚԜ", "abesijkmhopctyxqw", strict=True)),
    **dict(zip("авеѕіјкмнорстухԛԝьгпи", "abesijkmhopctyxqwbrnn", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx", strict=True)),
    **dict(zip("αβεζηικμνορτυχωσς", "abeznikuvoptuxwss", strict=True)),
    **dict(zip("ƒøłđıɪɡ×", "foldiigx", strict=True)),
    "ß": "ss",
    "œ": "oe",
    "Œ": "oe",
}
_PICTURED: Final = str.maketrans(
    {  # flags' letters, and white letters on black circles and squares
        chr(first + place): letter
        for first in (0x1F1E6, 0x1F150, 0x1F170)
        for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
    }
)
_LETTERS: Final = str.maketrans(_ALIKE)
_BLANKS: Final = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " ")
_SIGNS: Final = str.maketrans(
    {"$": "s", "§": "s", "!": "i", "¡": "i", "|": "i", "@": "a", "€": "e", "+": "t", "(": "c"}
)
_SIGN_INSIDE: Final = re.compile(r"[^\W_](?=[$§!¡|@€+(][^\W_])|[$§@€+(](?=[^\W_]{2})|[^\W_]{2}[$§€+](?![^\W_])")
_GLUED: Final = re.compile(r"[^\W_][^\s'’ʼ]*[^\W_]")  # sie.ben; but « d'eux » is no « deux »
_APART: Final = re.compile(r"(?<![^\W_])[^\W_](?:[\W_]{1,9}[^\W_](?![^\W_])){2,}")  # s e v e n, s-e-v-e-n
_LONG: Final = 4  # in shorter words doubled letters mean something: "teen" is not a stretched "ten"
_NOT_STRETCHED: Final = frozenset(("trennte", "tripple", "quartett", "quartetts"))
WORD: Final = re.compile(r"[^\W_]+")


def shown(text: str) -> str:
    """Return the text in ordinary signs, without marks that only decorate."""
    usual = unicodedata.normalize("NFKC", text.translate(_PICTURED).translate(_BLANKS))
    return "".join(sign for sign in usual if unicodedata.category(sign)[0] != "M")


def words(text: str) -> list[str]:
    """Return the words as they are written."""
    return WORD.findall(text)


def plain(word: str) -> str:
    """Return a word in small letters without accents, never empty; look-alikes become what they look like."""
    apart = unicodedata.normalize("NFKD", word.translate(_LETTERS).lower().replace("ß", "ss"))
    return "".join(sign for sign in apart if sign.isalnum()) or "·"


def disguised(text: str) -> Iterator[tuple[str, str]]:
    """Yield what could be words in disguise: as written, and as meant."""
    for run in _APART.finditer(text):
        yield run.group(), _joined(run.group())
    for run in _GLUED.finditer(text):
        yield run.group(), _joined(run.group())
    for written in text.split():
        if _SIGN_INSIDE.search(written):
            for word in words(written.strip("!¡").translate(_SIGNS)):
                yield written, plain(word)


def unstretched(word: str) -> Iterator[str]:
    """Yield a stretched word as it may be meant: letters repeated three times and more are one or two."""
    if re.search(r"(.)\1\1", word):
        yield re.sub(r"(.)\1\1+", r"\1", word)
        yield re.sub(r"(.)\1\1+", r"\1\1", word)
    if len(word) > _LONG and word not in _NOT_STRETCHED:
        yield re.sub(r"(.)\1+", r"\1", word)


def _joined(run: str) -> str:
    return plain("".join(words(run)))
