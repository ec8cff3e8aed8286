"""Everything to take along: all tables as one text, and what such a text from elsewhere brings."""

from __future__ import annotations

import contextlib
import json

from ..host import (
    HEAD,
    UNREADABLE,
    HostError,
    KeptDay,
    KeptTable,
    Row,
    Store,
    check_head,
    digest_of,
    line_of,
    new_token,
    read_line,
    refusal_of,
    take_day,
    take_table,
)
from ..messages import Opened, Refusal, Struct, encode, replace
from ..rules import Cause
from ..table import Table, event_from_data, event_to_data


class Report(Struct, frozen=True):
    """What came of a text."""

    opened: list[Opened]
    """The tables that are new here, each with the secret of one's seat."""
    known: list[str]
    """The tables that were here already, and stay as they are."""
    problems: list[Refusal]
    """What could not be read; everything else is kept."""


async def export(store: Store) -> str:
    """Return everything that is kept, as `nonante export` writes it; tables that cannot be read are left out."""
    lines = [HEAD]
    for code in await store.codes():
        with contextlib.suppress(HostError):
            lines.append(await line_of(store, code))
    lines += [encode(KeptDay(*day)) for day in await store.days()]
    return "".join(f"{line.decode()}\n" for line in lines)


async def take(store: Store, text: str) -> Report:
    """Keep what `export` wrote, here or elsewhere, every event checked.

    Who brings a table takes the seat of the first person at it, with a new secret.
    """
    report = Report([], [], [])
    lines = [line.encode("utf-8", "replace") for line in text.splitlines() if line.strip()] or [b""]
    for number, line in enumerate(lines, start=1):
        try:
            if number == 1:
                check_head(line)
            elif (kept := read_line(line)) is None:
                await take_day(store, line)
            else:
                await _take(store, kept, report)
        except UNREADABLE as error:
            report.problems.append(refusal_of(HostError("import", line=number, why=Cause.of(error))))
            if number == 1:
                break
    return report


async def _take(store: Store, kept: KeptTable, report: Report) -> None:
    table = Table.fold(event_from_data(json.loads(row.event)) for row in kept.rows)
    seat = next((number for number, there in enumerate(table.seats) if there and there.level is None), 0)
    token = new_token()
    rows = list(kept.rows)
    if table.fresh:  # whoever has the text can read the cards in it
        event = json.dumps(event_to_data(table.disclose()))
        rows.append(Row(len(rows) + 1, rows[-1].at, None, None, event))
    own = replace(kept, rows=rows, secrets={**kept.secrets, str(seat): digest_of(token).hex()})
    if await take_table(store, own):
        report.opened.append(Opened(kept.code, seat, token))
    else:
        report.known.append(kept.code)
