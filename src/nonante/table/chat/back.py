"""Saying that one can go back, which only permissive tables allow."""

from __future__ import annotations

import re
from typing import Final

from . import english, french, german
from .disguise import plain, shown, words
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
    said, rest = sentence[: way.end()], sentence[way.end() :]
    if language.doubted.search(said.rpartition(" , ")[2]):
        return False
    *_, nearest = [None, *language.people.finditer(said)]
    if language.denied.search(said, nearest.end() if nearest else 0):
        return False
    who = nearest or language.people.search(rest)
    return bool(who and who["me"])
