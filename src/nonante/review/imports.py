"""Games from outside: a record file or a link, bounded in size and checked move by move."""

from __future__ import annotations

import json
from typing import Final

from ..rules import PLAYING, Cause, NonanteError, Rules
from ..table import Record, TableError
from .errors import ReviewError
from .links import Imported, gives, read_link

MOST_TEXT: Final = 100_000
"""A record file is not longer than this: five champions, who signal most, come to 26,000."""
MOST_ENTRIES: Final = 1_200
"""Moves and signals of one game at most: five champions come to 500."""


def read_game(text: str) -> Imported:
    """Read a finished game, from the text of a record file or a link's."""
    if len(text) > MOST_TEXT:
        raise ReviewError("record-size", size=len(text), most=MOST_TEXT)
    text = text.strip()
    if text and not text.startswith("{") and not any(sign.isspace() for sign in text):
        return read_link(text.rpartition("#")[2])
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise TableError("record", why=Cause("not-json")) from None
    return import_record(data)


def import_record(data: object) -> Imported:
    """Check the data of a record file and return its game; a seed that does not deal its cards is dropped."""
    if isinstance(data, dict) and isinstance(data.get("entries"), list) and len(data["entries"]) > MOST_ENTRIES:
        raise ReviewError("record-size", size=len(data["entries"]), most=MOST_ENTRIES)
    record = finished(Record.from_data(data))
    if not isinstance(data, dict) or "deal" not in data or data.get("seed") is None:
        return Imported(record)
    try:
        rules = Rules.from_data(data.get("rules"))
    except NonanteError as error:
        raise TableError("record", why=error) from None
    return Imported(record, () if gives(rules, data["seed"], data["deal"]) else ("record-seed",))


def finished(record: Record) -> Record:
    """Return the record of a finished game; raise ReviewError for one that may still go on."""
    if record.final().require_game().status == PLAYING:
        raise ReviewError("unfinished")
    return record
