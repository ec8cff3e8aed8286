"""Saying that one can go back, which only permissive tables allow."""

from __future__ import annotations

import re
from typing import Final

from ..disguise import plain, shown, words
from . import english, french, german
from .speech import GoingBack

_LANGUAGES: Final = (french.GOING_BACK, english.GOING_BACK, german.GOING_BACK)
_SENTENCE: Final = re.compile(r"[.!?;…:()\n]+")


def going_back_in(text: str) -> str | None:
    """Return the sentence in which somebody says that they can go back, or None."""
    for written in _SENTENCE.split(shown(text)):
        sentence = " , ".join(" ".join(map(plain, words(clause))) for clause in written.split(","))
        if any(_announced(sentence, language) for language in _LANGUAGES):
            return written.strip()
    return None


def _announced(sentence: str, language: GoingBack) -> bool:
    here = language.elsewhere.sub("·", sentence)
    return any(_by_me(here, found, language) for found in language.ways.finditer(here))


def _by_me(sentence: str, way: re.Match[str], language: GoingBack) -> bool:
    """Tell whether the speaker goes back: the nearest person before the end of the phrase, else the first after."""
    said = sentence[: way.end()]
    people = list(language.people.finditer(sentence))
    if not people:
        return bool(language.unsaid.search(sentence)) and not _contrary(sentence, 0, language)
    who = max((person for person in people if person.start() < way.end()), key=_place, default=people[0])
    return bool(who["me"]) and not _contrary(said, who.end(), language)


def _contrary(said: str, since: int, language: GoingBack) -> bool:
    clause = said.rpartition(" , ")[2]
    return bool(language.doubted.search(clause) or language.denied.search(said, min(since, len(said))))


def _place(person: re.Match[str]) -> int:
    return person.start()
