"""Everything to take along: all tables as one text, and what such a text from elsewhere brings."""

from __future__ import annotations

import json
from functools import partial

from ..host import (
    ExportedTable,
    HostError,
    Row,
    Store,
    digest_of,
    export_lines,
    import_line,
    import_table,
    new_token,
    refusal_of,
)
from ..messages import Opened, Refusal, Struct, replace
from ..table import Table, event_from_data, event_to_data


class Report(Struct, frozen=True):
    """What came of a text."""

    opened: list[Opened]
    """The tables that are new here, each with the secret of one's seat."""
    known: list[str]
    """The tables that were here already, and stay as they are."""
    problems: list[Refusal]
    """What could not be read; everything else is brought."""


async def export(store: Store) -> str:
    """Return everything that is kept, as `nonante export` writes it; tables that cannot be read are left out."""
    lines = [line.decode() async for line in export_lines(store, lambda _: None)]
    return "".join(f"{line}\n" for line in lines)


async def take(store: Store, text: str) -> Report:
    """Keep what `export` wrote, here or elsewhere, every event checked.

    Who brings a table takes the seat of the first person at it, with a new secret.
    """
    report = Report([], [], [])
    lines = [line.encode("utf-8", "replace") for line in text.splitlines() if line.strip()] or [b""]
    for number, line in enumerate(lines, start=1):
        try:
            await import_line(store, number, line, partial(_take, store, report))
        except HostError as error:
            report.problems.append(refusal_of(error))
            if number == 1:
                break
    return report


async def _take(store: Store, report: Report, brought: ExportedTable) -> None:
    table = Table.fold(event_from_data(json.loads(row.event)) for row in brought.rows)
    seat = next((number for number, there in enumerate(table.seats) if there and there.level is None), 0)
    token = new_token()
    rows = list(brought.rows)
    if table.fresh:  # whoever has the text can read the cards in it
        event = json.dumps(event_to_data(table.disclose()))
        rows.append(Row(len(rows) + 1, rows[-1].at, None, None, event))
    own = replace(brought, rows=rows, secrets={**brought.secrets, str(seat): digest_of(token).hex()})
    if await import_table(store, own):
        report.opened.append(Opened(brought.code, seat, token, table.rules.name, table.rules.players))
    else:
        report.known.append(brought.code)
