"""Saying that one can go back, or that one holds a pile's next number: only permissive tables allow it."""

from __future__ import annotations

import re
from typing import Final

from ..normalize import plain, shown, words
from .language import Language, Saying, languages

_SENTENCE: Final = re.compile(r"[.!?;…:()\n]+")
# In capitals: "a" is an article, « à » a preposition.
_PILE: Final = re.compile(
    r"(?:\b(?i:pile|row|stack|column|stapel|reihe|tas|colonne|rangée) )?\b([ABCD])\b(?!['’ʼ](?!s\b))"
)
# The pile may be named in another sentence, and in small letters where a clause ends.
_NAMED: Final = re.compile(
    r"(?<!\S)(?:(?:pile|stapel|stack|colonne|column)s?"
    r"|(?:on|for|of|leave|touch|auf|bei|von|fue?r|lasst?|sur) (?:la |den |dem )?[abcd](?= ,|$))(?!\S)"
)


def going_back_in(text: str) -> str | None:
    """Return the sentence that says that somebody can go back, or None."""
    return _said(text, [(language, language.back) for language in languages()])


def next_number_in(text: str) -> str | None:
    """Return the sentence that says that somebody holds the next number of a pile, or None."""
    return _said(text, [(language, language.next) for language in languages()])


def _said(text: str, sayings: list[tuple[Language, Saying]]) -> str | None:
    sentences = {written: _plainly(written) for written in _SENTENCE.split(shown(text))}
    named = any(map(_NAMED.search, sentences.values()))
    for written, sentence in sentences.items():
        if any(_announced(sentence, language, saying, named) for language, saying in sayings):
            return written.strip()
    return None


def _plainly(written: str) -> str:
    clauses = _PILE.sub(r"pile \1", written).replace("+", " plus ").split(",")
    return " , ".join(" ".join(map(plain, words(clause))) for clause in clauses)


def _announced(sentence: str, language: Language, saying: Saying, named: bool) -> bool:
    here = saying.elsewhere.sub("·", sentence)
    phrases = (saying.ways, saying.hints) if named else (saying.ways,)
    return any(_by_me(here, found, language, saying) for some in phrases for found in some.finditer(here))


def _by_me(sentence: str, way: re.Match[str], language: Language, saying: Saying) -> bool:
    """Tell whether the speaker does it: the nearest person before the end of the phrase, else the first after."""
    said = sentence[: way.end()]
    people = list(language.people.finditer(sentence))
    if not people:
        return bool(saying.unsaid.search(sentence)) and not _contrary(sentence, 0, language)
    who = max((person for person in people if person.start() < way.end()), key=_place, default=people[0])
    return bool(who["me"]) and not _contrary(said, who.end(), language)


def _contrary(said: str, since: int, language: Language) -> bool:
    clause = said.rpartition(" , ")[2]
    return bool(language.doubted.search(clause) or language.denied.search(said, min(since, len(said))))


def _place(person: re.Match[str]) -> int:
    return person.start()
