"""`Local`: tables in the browser itself. Texts in, texts out: what a server would get and send."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import Final

from ..host import (
    SHORTEST,
    Answer,
    Closed,
    Connection,
    ExportedTable,
    HostError,
    InlineExecutor,
    Limits,
    Page,
    PageRequest,
    Rate,
    Row,
    Store,
    TableBehaviour,
    Tables,
    Thinker,
    close_code,
    digest_of,
    export_lines,
    import_line,
    import_table,
    new_token,
    pages,
    refusal_of,
    refused,
)
from ..messages import Opened, Refusal, Refused, Struct, encode, replace
from ..rules import NonanteError
from ..table import Table, event_from_data, event_to_data
from .store import PageSide, PageStore

Push = Callable[[str], object]
FREE: Final = Rate(1000, 10_000)
"""Who plays on their own machine takes nothing from others."""
LIMITS: Final = Limits(messages=FREE, address_messages=FREE, signals=FREE, chat=FREE, hints=FREE, code_length=SHORTEST)
log = logging.getLogger("nonante.browser")


async def start(page: PageSide, origin: str = "", behaviour: TableBehaviour | None = None) -> Local:
    """Return the tables stored by a page; `origin` is the address used in links."""
    here = InlineExecutor()
    return Local(PageStore(page), origin, behaviour or TableBehaviour(pool=here, hint_pool=here))


class Local:
    """All tables of one browser."""

    def __init__(self, store: PageStore, origin: str, behaviour: TableBehaviour) -> None:
        self.store = store
        self.tables = Tables(store, LIMITS, behaviour)
        self._origin = origin
        self._thinker = Thinker(store)
        self._routes = [(_pattern(page.path), page) for page in pages(self.tables, self._thinker, self._thinker)]
        self._lines: dict[str, int] = {}

    # Plain requests.

    async def request(self, method: str, path: str, body: str | None = None, push: Push | None = None) -> str:
        """Answer like the server's HTTP API; a streamed answer is pushed in pieces, until `push` returns False."""
        try:
            answer = await self._respond(method, path.partition("?")[0], (body or "").encode("utf-8", "replace"))
        except NonanteError as error:
            answer = refused(error)
        except Exception:
            log.exception("%s %s", method, path)
            answer = refused(HostError("internal"))
        text = await _gathered(answer.body, push) if isinstance(answer.body, AsyncIterator) else answer.body.decode()
        return json.dumps({"status": answer.status, "type": answer.kind, "body": text}, ensure_ascii=False)

    async def _respond(self, method: str, path: str, body: bytes) -> Answer:
        page, names = self._find(method, path)
        if page is None:
            return refused(HostError("malformed", why="no such address"), 404)
        limit = page.limit or LIMITS.body
        if len(body) > limit:
            raise HostError("too-large", limit=limit)
        return await page.respond(PageRequest(names, body, self._origin))

    def _find(self, method: str, path: str) -> tuple[Page | None, Mapping[str, str]]:
        for pattern, page in self._routes:
            if page.method == method and (found := pattern.fullmatch(path)):
                return page, found.groupdict()
        return None, {}

    # Lines to tables.

    def connect(self, code: str, push: Push, closed: Callable[[int], object]) -> Line:
        """Open a line to a table: `push` gets every frame, `closed` the close code of a socket at the end."""
        return Line(self, code, push, closed)

    def line_opened(self, code: str) -> None:
        """Count the open lines of a table."""
        self._lines[code] = self._lines.get(code, 0) + 1

    async def line_closed(self, code: str) -> None:
        """Remove a table from memory when its last line has closed: another tab may change it meanwhile."""
        self._lines[code] -= 1
        if not self._lines[code]:
            del self._lines[code]
            await self.tables.let_go(code)

    # Everything, to take along.

    async def export(self) -> str:
        """Return everything stored, in the format of `nonante export`."""
        return await export(self.store)

    async def read(self, text: str) -> str:
        """Store what `export` wrote; return a `ImportReport`."""
        return encode(await take(self.store, text)).decode()

    async def close(self) -> None:
        """Stop everything; stored data stays."""
        self._thinker.close()
        await self.tables.close()


class Line:
    """One client of one table, as a socket would be."""

    def __init__(self, local: Local, code: str, push: Push, closed: Callable[[int], object]) -> None:
        self._local = local
        self._code = code
        self._push, self._closed = push, closed
        self._waiting: list[str] = []
        self._connection: Connection | None = None
        self._task = asyncio.ensure_future(self._serve())

    def receive(self, text: str) -> None:
        """Receive one message from the client."""
        if self._connection is None:
            self._waiting.append(text)
            return
        try:
            self._connection.receive(text)
        except Closed as end:
            self._connection.expel(end.code)

    def close(self) -> None:
        """Close the line."""
        self._task.cancel()

    async def _serve(self) -> None:
        awake = self._code.upper() in self._local.tables.live
        try:
            table = await self._local.tables.wake(self._code)
        except HostError as error:
            self._push(encode(Refused(None, refusal_of(error))).decode())
            self._closed(close_code(error))
            return
        self._local.line_opened(table.code)
        if awake:  # and perhaps behind what another tab has played
            table.catch_up()
        self._connection = connection = Connection(table, LIMITS)
        for text in self._waiting:
            self.receive(text)
        try:
            await connection.write(self._send)
        except Closed as end:
            self._closed(end.code)
        finally:
            connection.close()
            await self._local.line_closed(table.code)

    async def _send(self, frame: str) -> None:
        self._push(frame)


async def _gathered(pieces: AsyncIterator[bytes], push: Push | None) -> str:
    told = []
    async for piece in pieces:
        told.append(piece.decode())
        if push is not None and push(told[-1]) is False:
            break
    return "".join(told)


def _pattern(path: str) -> re.Pattern[str]:
    """Return what matches an address such as ``/api/tables/{code}``."""
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))


class ImportReport(Struct, frozen=True):
    """The result of an import."""

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


async def take(store: Store, text: str) -> ImportReport:
    """Keep what `export` wrote, here or elsewhere, every event checked.

    Who brings a table takes the seat of the first person at it, with a new secret.
    """
    report = ImportReport([], [], [])
    lines = [line.encode("utf-8", "replace") for line in text.splitlines() if line.strip()] or [b""]
    for number, line in enumerate(lines, start=1):
        try:
            await import_line(store, number, line, partial(_take, store, report))
        except HostError as error:
            report.problems.append(refusal_of(error))
            if number == 1:
                break
    return report


async def _take(store: Store, report: ImportReport, brought: ExportedTable) -> None:
    table = Table.fold(event_from_data(json.loads(row.event)) for row in brought.rows)
    seat = table.host or 0
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
