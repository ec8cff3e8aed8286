"""Reasons inside refusals are told in the language of the sentence around them, never in the English of a program."""

from __future__ import annotations

import errno
import json
import re
import string
from collections.abc import Callable

import pytest

from nonante import Game, Rules
from nonante.host.errors import HostError, refusal_of
from nonante.host.pages.files import read_file
from nonante.host.store import UNREADABLE, check_head
from nonante.review import read_game
from nonante.rules import NonanteError
from nonante.rules.errors import CAUSES, Cause
from nonante.table import Record, Settings, Table
from nonante.table.events import event_from_data
from nonante.terminal.session import _unwritten
from nonante.texts import LANGUAGES, Texts, load

# Words that no French or German sentence has.
ENGLISH = re.compile(
    r"\b(the|is|are|not|it|this|of|and|missing|unknown|wrong|kind|expected|found|move|field)\b", re.IGNORECASE
)


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def record(**changes: object) -> str:
    table = Table()
    table = table.apply(table.configure(Settings(Rules(players=1))))
    table = table.apply(table.sit("Ann"))
    table = table.apply(table.deal(7))
    return json.dumps(Record.of(table).to_data() | changes)


def imported(line: bytes) -> None:
    """Read the first line of an export as a host does."""
    try:
        check_head(line)
    except UNREADABLE as error:
        raise HostError("import", line=1, why=Cause.of(error)) from None


REFUSED: dict[str, Callable[[], object]] = {
    "no JSON": lambda: Record.from_json("nothing"),
    "another file": lambda: Record.from_json("{}"),
    "another version": lambda: Record.from_json(record(version=99)),
    "a field too many": lambda: Record.from_json(record(extra=1)),
    "no rules": lambda: Record.from_json(record(rules=None)),
    "an unknown edition": lambda: Record.from_json(record(rules={"edition": "deluxe"})),
    "a card that is not in hand": lambda: Record.from_json(record(start=0, entries=["2A", "3A", "4A"])),
    "no entry": lambda: Record.from_json(record(start=0, entries=[7])),
    "a text that is no record": lambda: read_game("{"),
    "a link of another form": lambda: read_game("zzzz"),
    "a damaged link": lambda: read_game("1AAAAAAAA"),
    "a line without words": lambda: Game.from_text("a b c"),
    "a number that is none": lambda: Game.from_text("base:x 1/1/100/100 2/3 4 0 1 - -"),
    "a turn that is none": lambda: Game.from_text("base:2 1/1/100/100 20.30.40/21.31 50.51 0 3 1:ten 20A"),
    "a move that is none": lambda: Game.from_text("base:2 1/1/100/100 20.30.40/21.31 50.51 0 3 1:10A.11A 21A"),
    "an event of no kind": lambda: event_from_data({"kind": "nothing"}),
    "an event without its fields": lambda: event_from_data({"kind": "seated", "who": 1}),
    "a file of another kind": lambda: read_file(
        '{"format": "other", "settings": {}, "levels": [], "record": {"entries": []}}'
    ),
    "a file that is none": lambda: read_file("{"),
    "a file that is too long": lambda: read_file("x" * 10_000_000),
    "a line of an export": lambda: imported(b"nothing"),
}


def refused(why: str) -> NonanteError:
    with pytest.raises(NonanteError) as caught:
        REFUSED[why]()
    return caught.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cause_has_its_words(language: str) -> None:
    said = load("common", language)
    assert {key for key in said if key.startswith("cause.")} == {f"cause.{code}" for code in [*CAUSES, "other"]}
    for code, sentence in CAUSES.items():
        assert names(said[f"cause.{code}"]) == names(sentence), code


def test_every_refusal_with_a_reason_is_tried_here() -> None:
    with_reason = {key.removeprefix("error.") for key, text in load("common", "en").items() if "{why}" in str(text)}
    assert with_reason - {"cause.move"} == {refused(why).code for why in REFUSED}


@pytest.mark.parametrize("why", REFUSED)
def test_no_english_inside_french_and_german_refusals(why: str) -> None:
    error = refused(why)
    assert "why" in error.details, "this error has no reason in it"
    for language in ("fr", "de"):
        said = Texts(language, "common").error(error)
        quoted = re.sub(r"«.*?»|„.*?“", "", said)  # what was written may be in any language
        assert not ENGLISH.search(quoted), said
        assert Texts(language, "common")("cause.other") not in said, said


@pytest.mark.parametrize("why", REFUSED)
def test_a_client_says_what_the_program_itself_would_say(why: str) -> None:
    error = refused(why)
    refusal = refusal_of(error)
    told = json.loads(json.dumps(refusal.details))
    for language in LANGUAGES:
        text = Texts(language, "common")
        assert text.refusal(refusal.code, refusal.rule, told) == text.error(error)
    assert refusal.text == str(error)


def test_the_sentence_of_a_foreign_error_stays_in_the_english_one() -> None:
    error = HostError("import", line=3, why=Cause.of(ValueError("Expected `int`, got `str`")))
    assert str(error) == "line 3 cannot be read: Expected `int`, got `str`"
    assert Texts("de", "common").error(error) == "Zeile 3 ist nicht lesbar: etwas darin fehlt oder ist beschädigt."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_cannot_be_written_has_its_words(language: str) -> None:
    text = Texts(language, "program")
    causes = (errno.ENOENT, errno.EACCES, errno.EPERM, errno.EISDIR, errno.ENOSPC, errno.EROFS, errno.EIO)
    said = {text(_unwritten(OSError(number, "English words"))) for number in causes}
    assert len(said) == 5
    assert not any("English" in one for one in said)
