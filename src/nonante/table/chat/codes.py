"""Numbers in code: Morse, bits, counted emojis."""

from __future__ import annotations

import re
from typing import Final

from ..disguise import plain, words

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


def code_in(text: str) -> str | None:
    """Return the part of a message that spells a number in code, or None."""
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
