"""What the filter knows of one language."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Numbers:
    """The number words of a language.

    Everything is written plainly, here and below: small letters, no accents, `ss` for `ß`; in expressions a space
    stands for whatever lies between two words.
    """

    words: frozenset[str]
    """Words that are numbers wherever they stand."""
    harmless: re.Pattern[str]
    """Phrases in which such a word is not a number."""
    telling: re.Pattern[str]
    """Phrases that make a number of words which mostly are none."""
    long: frozenset[str] = frozenset()
    """Words so long that they are numbers with a wrong letter too."""
    counting: re.Pattern[str] = re.compile("(?!)")
    """Numbers before things that are no cards, as they are written: where capitals tell what a thing is."""


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
class Announcing:
    """What a language says that may not be announced, and how it says who does it."""

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


def block(words: str) -> list[str]:
    """Return the words of a block of text."""
    return words.split()


def endings(stems: list[str], suffixes: str) -> set[str]:
    """Return every stem with every suffix; `-` is the stem alone."""
    return {stem + suffix.strip("-") for stem in stems for suffix in suffixes.split()}


def long(*words: str) -> frozenset[str]:
    """Return the words that no ordinary word resembles: with six letters "thirty" is like "thirsty"."""
    return frozenset(word for word in words if len(word) > 6)


def expression(*ways: str) -> re.Pattern[str]:
    """Return an expression of whole words for any of several ways to say something.

    Brackets group without capturing, and `…` stands for up to three words.
    """
    either = "|".join(ways).replace("… ", r"(\S+ ){0,3}?")
    return re.compile(rf"(?<!\S)(?:{re.sub(r'[(](?![?])', '(?:', either)})(?!\S)")
