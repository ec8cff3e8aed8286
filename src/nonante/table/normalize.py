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
    **dict(zip("ҺһӀӏԀԁԌԍҮүЗ", "hhllddggyy3", strict=True)),
    **dict(zip("ՕօՍսոհցզքյլ", "oouunhgqpjl", strict=True)),  # Armenian
    **dict(zip("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "abcdeghijklmprstvwz", strict=True)),  # Cherokee
    **dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou", strict=True)),  # Lisu
    **dict(zip("ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ", "abehikmnopctyx", strict=True)),  # Coptic
    **dict(zip("ⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ", "abehikmnopctyx", strict=True)),
    **dict(zip("ƒøłđıɪɡ×ɑℓƖɩƽʜ", "foldiigxallish", strict=True)),
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
_LATIN: Final = re.compile(r"LATIN (?:SMALL LETTER|CAPITAL LETTER|LETTER SMALL CAPITAL) ([A-Z])(?: WITH .*)?")
# Letters, signs and pictures that nobody sees: fillers, empty Braille, empty hieroglyphs, a note without a head.
_BLANKS: Final = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800\ufffc\U00013441\U00013442\U0001d159"), " ")
_SEEN_AS: Final = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "o", "@": "a", "$": "s", "€": "e"})
_SHAPES: Final = str.maketrans({"m": "rn", "w": "vv"})
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


def tidy(text: object) -> str:
    """Drop control and invisible signs, fold white space, and shorten runs so that nobody counts with dots."""
    if not isinstance(text, str):
        return ""
    spaced = "".join(" " if sign.isspace() else sign for sign in text.translate(_BLANKS))
    visible = "".join(sign for sign in spaced if unicodedata.category(sign)[0] != "C")
    return " ".join(re.sub(r"(.)\1{3,}", r"\1\1\1", visible).split())


def visible(text: str) -> bool:
    """Tell whether a tidied text has anything visible: accents alone do not count."""
    return any(unicodedata.category(sign)[0] in "LNPS" for sign in text)


def looks(text: str) -> frozenset[str]:
    """Return what a text looks like: two that have a look in common are hard to tell apart.

    Accents, case, spaces and dots aside; once letter by letter, and once by shape: I, l and 1, O and 0, rn and m.
    """
    usual = "".join(map(_letter, shown(text))).translate(_LETTERS)
    return frozenset((_outline(usual), _outline(usual.translate(_SEEN_AS)).translate(_SHAPES)))


def _outline(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(sign for sign in apart if unicodedata.category(sign)[0] in "LNS") or text


def _letter(sign: str) -> str:
    """Return the letter of ours that a letter with a stroke, a hook or of small capitals is made of."""
    name = "" if sign.isascii() else unicodedata.name(sign, "")
    made_of = _LATIN.fullmatch(name)
    if made_of is None or sign in _ALIKE:
        return sign
    return made_of[1] if "CAPITAL LETTER" in name else made_of[1].lower()


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


def slips(word: str) -> frozenset[str]:
    """Return a word with a slip at any place: a gap before or for a letter, or two letters that changed places.

    Two words that are one slip apart have one of these in common.
    """
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    gaps = [start + "?" + end for start, rest in cuts for end in (rest, rest[1:])]
    return frozenset(gaps + [start + rest[1:2] + rest[:1] + rest[2:] for start, rest in cuts])


def _joined(run: str) -> str:
    return plain("".join(words(run)))
