"""What the filter knows of one language, read from the text file of its tag.

A file has sections. A line of ``[words]``, ``[no-words]``, ``[long]`` or ``[no-slips]`` lists words, where brackets
make several of one: ``(two|three)s``. A line of any other section is a way to say something. A line that begins with
two spaces goes on with the line before; ``NAME = …`` gives a name to what ``{NAME}`` then stands for.

Everything is written plainly: small letters, no accents, `ss` for `ß`. In expressions a space stands for whatever lies
between two words; in words `ä`, `ö` and `ü` stand for both plain spellings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Final

_UMLAUTS: Final = (str.maketrans("äöü", "aou"), str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"}))
_NEVER: Final = "(?!)"


@dataclass(frozen=True, slots=True)
class Saying:
    """How a language says one thing that may not be announced."""

    ways: re.Pattern[str]
    """Phrases for it."""
    hints: re.Pattern[str]
    """Looser phrases, which say it where the message names a pile."""
    unsaid: re.Pattern[str]
    """Words that make it the speaker's where no person is named: possible, here."""
    elsewhere: re.Pattern[str]
    """Phrases that look like it and mean something else: back to the lobby, next door."""


@dataclass(frozen=True, slots=True)
class Language:
    """The number words of a language, and how it says what may not be announced."""

    words: frozenset[str]
    """Words that are numbers wherever they stand."""
    long: frozenset[str]
    """Number words so long that they are numbers with a wrong letter too."""
    no_slips: frozenset[str]
    """Words that are one letter from such a word, and mean something else."""
    harmless: re.Pattern[str]
    """Phrases in which a number word is no number."""
    telling: re.Pattern[str]
    """Phrases that make a number of words which mostly are none."""
    counting: re.Pattern[str]
    """Numbers before things that are no cards, as they are written: where capitals tell what a thing is."""
    people: re.Pattern[str]
    """Who does it: the group `me` holds the first person, anything else is somebody else."""
    denied: re.Pattern[str]
    """Words between the person and the phrase that say the contrary: not, never."""
    doubted: re.Pattern[str]
    """Words before the phrase, in the same clause, that make it a wish or a question about the rules."""
    back: Saying
    """Going back on a pile."""
    next: Saying
    """Holding the number next to a pile's top card."""


def read(tag: str) -> Language:
    """Read the file of a language; what it does not say is said nowhere."""
    sections = _sections(files(__package__).joinpath(f"{tag}.txt").read_text("utf-8"))

    def ways(name: str) -> re.Pattern[str]:
        return expression(sections.get(name, [_NEVER]))

    def saying(name: str) -> Saying:
        return Saying(*(ways(f"{name}.{part}") for part in ("ways", "hints", "unsaid", "elsewhere")))

    listed = ("words", "no-words", "long", "no-slips")
    words, no_words, long, no_slips = (frozenset(_words(sections.get(name, []))) for name in listed)
    counting = re.compile("|".join(sections.get("counting", [_NEVER])))
    phrases = ways("harmless"), ways("telling"), counting, ways("people"), ways("denied"), ways("doubted")
    return Language(words - no_words, long, no_slips, *phrases, saying("back"), saying("next"))


def expression(ways: Iterable[str]) -> re.Pattern[str]:
    """Return an expression of whole words for any of several ways to say something.

    Brackets group without capturing, and `…` stands for up to three words.
    """
    either = "|".join(ways).replace("… ", r"(\S+ ){0,3}?")
    return re.compile(rf"(?<!\S)(?:{re.sub(r'[(](?![?])', '(?:', either)})(?!\S)")


def _sections(text: str) -> dict[str, list[str]]:
    names, sections, lines = dict[str, str](), dict[str, list[str]](), list[str]()
    for line in text.replace("\n  ", "").splitlines():
        meant = re.sub(r"\{([A-Z_]+)\}", lambda name: names[name[1]], line)
        if section := re.fullmatch(r"\[([a-z.-]+)\]", line):
            lines = sections.setdefault(section[1], [])
        elif named := re.match(r"([A-Z_]+) = ", line):
            names[named[1]] = meant[named.end() :]
        elif line and not line.startswith("#"):
            lines.append(meant)
    return sections


def _words(lines: list[str]) -> Iterator[str]:
    for pattern in " ".join(lines).split():
        parts = re.findall(r"\(([^)]*)\)|([^()]+)", pattern)
        for word in map("".join, product(*((group or part).split("|") for group, part in parts))):
            yield from [word] if word.isascii() else (word.translate(plain) for plain in _UMLAUTS)


@cache
def languages() -> tuple[Language, ...]:
    """Return those of the table, then others, of which the filter knows the numbers alone; read once, when needed."""
    return tuple(map(read, ("fr", "en", "de", "es", "it", "nl")))
