"""Numbers in a message: digits, signs that count, words of several languages, Roman numerals, codes, disguises."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

from ..normalize import WORD, disguised, plain, shown, slips, unstretched, words
from .language import languages

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

# Numbers in code: Morse, bits, counted emojis.
# Two words that take turns, dots and dashes or noughts and ones, and how many in a row are a code: "ti ta ti" may be a
# song, and "no yes no" a change of mind.
_TURNS: Final = tuple(
    (frozenset(one.split()), frozenset(other.split()), least)
    for one, other, least in (
        ("dot dots point points punkt punkte", "dash dashes tiret tirets trait traits strich striche", 3),
        ("short court courte kurz", "long longue lang", 3),
        ("di dit ti", "dah da ta taa daah", 4),
        ("zero null nil nought naught", "one un une eins ein", 3),
        ("o oh", "i one", 5),
        ("off", "on", 3),
        ("no non nein", "yes oui ja", 5),
    )
)
_MORSE_SIGNS: Final = str.maketrans("·•‧∙*–—−_", ".....----")
_MORSE: Final = re.compile(r"(?<!\S)[.-](?:[./ -]*[.-])?(?!\S)")
_MIXED: Final = re.compile(r"(?<!\S)(?=\S*\.)(?=\S*-)[.-]{2,}(?!\S)")
_EMOJI: Final = "[\u2600-\u27bf\u2b1b-\u2b55\U0001f300-\U0001faff]"
_REPEATED: Final = re.compile(rf"({_EMOJI})(?:[\U0001f3fb-\U0001f3ff\s]{{0,2}}\1)+")
_GROUPS: Final = re.compile(rf"({_EMOJI})\1+[\s,.:;+/-]+\1|({_EMOJI})[\s,.:;+/-]+\2\2")
# Hearts, faces, applause and good wishes come in numbers that mean nothing.
_FEELINGS: Final = re.compile(
    "[❤☠☹☺✨❗❓💓-💟💥💦💩💪💀🔥🖤🤍🤎🧡👀👋👌👍👎👏🙌🙏🎉🎊🎈🎂🥳🍀🍻🍺🥂🚀🌈☀🐌🐢🆘⚠⏳⌛"
    "\U0001f600-\U0001f64f\U0001f910-\U0001f917\U0001f91d\U0001f920-\U0001f92f\U0001f970-\U0001f97a"
    "\U0001f9d0\U0001fae0-\U0001faf0]"
)


def number_in(text: str) -> str | None:
    """Return the first sign or word that could be the number of a card, as it was written, or None."""
    ordinary = shown(text)
    for language in languages():
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
    for language in languages():
        if found := language.telling.search(sentence):
            return _as_written(written, sentence, found.start(), found.end())
    meant = sentence.split()
    return next((word for word, plainly in zip(written, meant, strict=True) if _is_number(plainly)), None)


def _without_harmless(sentence: str) -> str:
    """Put dots for the words of harmless phrases, so that places stay the same."""
    for language in languages():
        sentence = language.harmless.sub(lambda found: re.sub(r"\S", "·", found.group()), sentence)
    return sentence


def _rest(text: str, sentence: str) -> str:
    """Return the text as written, with a sign for each word of a harmless phrase."""
    meant = iter(sentence.split(" "))
    return WORD.sub(lambda word: "¤" if set(next(meant)) == {"·"} else word.group(), text)


def _hidden(text: str) -> str | None:
    return _disguise(text) or _roman(text) or _code(text)


def _as_written(written: list[str], sentence: str, start: int, end: int) -> str:
    """Return the written words between two places of the plain sentence."""
    ends = list(accumulate(len(word) + 1 for word in sentence.split(" ")))
    return " ".join(word for word, after in zip(written, ends, strict=True) if start < after <= end + 1)


class _Known(NamedTuple):
    """What all languages together know."""

    words: frozenset[str]
    slips: frozenset[str]
    no_slips: frozenset[str]


@cache
def _known() -> _Known:
    spoken = languages()
    return _Known(
        frozenset().union(*(language.words for language in spoken)),
        frozenset(slip for language in spoken for word in language.long for slip in slips(word)),
        frozenset().union(*(language.no_slips for language in spoken)),
    )


def _is_number(word: str) -> bool:
    known = _known().words
    return word in known or any(meant in known for meant in unstretched(word)) or _misspelt(word)


def _misspelt(word: str) -> bool:
    """Tell whether one slip makes a long number word, or the tens of a German one, into this word."""
    part = word.rpartition("und")[2] or word
    return part not in _known().no_slips and not _known().slips.isdisjoint(slips(part))


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


def _code(text: str) -> str | None:
    """Find a part that spells a number in Morse, bits or counted emojis."""
    return _morse(text) or _turns(text) or _emojis(text)


def _morse(text: str) -> str | None:
    """Find dots and dashes mixed: four in a group, or groups beside each other; "-.-" alone is a face."""
    for run in _MORSE.finditer(text.translate(_MORSE_SIGNS)):
        mixed = _MIXED.search(run.group())
        if mixed and (len(mixed.group()) > 3 or " " in run.group()):
            return text[run.start() : run.end()]
    return None


def _turns(text: str) -> str | None:
    """Find a run of two words that take turns."""
    written = words(text)
    meant = [plain(word) for word in written]
    for one, other, least in _TURNS:
        start = 0
        for place, word in enumerate([*meant, ""]):
            if word in one or word in other:
                continue
            run = meant[start:place]
            if len(run) >= least and one.intersection(run) and other.intersection(run):
                return " ".join(written[start:place])
            start = place + 1
    return None


def _emojis(text: str) -> str | None:
    """Find the same thing drawn several times, or applause in groups."""
    found = next((run for run in _REPEATED.finditer(text) if not _FEELINGS.match(run.group())), None)
    found = found or _GROUPS.search(text)
    return found.group() if found else None
