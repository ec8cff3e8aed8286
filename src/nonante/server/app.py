"""The web application: HTTP and WebSocket over the tables of one server."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from .. import __version__
from ..review import find_deal
from ..rules import EDITIONS, CommandMap, NonanteError
from ..table import Settings, Table
from .answers import address_of, answer, read, refused
from .behaviour import TableBehaviour
from .client import is_page, serve_client
from .commands import new_seed
from .computers.levels import levels
from .connection import Closed, Connection
from .daily import DailyPage
from .errors import NO_HELLO, TOO_FAST, UNKNOWN_TABLE, ServerError, refusal_of
from .limits import Buckets, Limits, network_of
from .links import Links
from .messages import Info, OpenTable, Refused, TableInfo
from .metrics import HealthPage
from .own_tables import OwnTablesPage
from .preview import preview_tags, wanted_language
from .puzzling import PuzzlePage
from .replays import ReplayPage
from .reviews import ReviewPage
from .room import Room, encode
from .rulebook import serve_rules
from .safety import BelowPrefix, RequestRate, SafeHeaders, same_origin
from .state import record_of, table_info
from .store import Store
from .tables import Tables
from .thinking import Thinker
from .views import map_of

SWEEP: Final = 60.0  # seconds
FORGET: Final = 1440  # sweeps: once a day


def create_app(
    store: Store,
    limits: Limits | None = None,
    behaviour: TableBehaviour | None = None,
    origins: Collection[str] = (),
    hosts: Collection[str] = (),
    links: Links | None = None,
) -> Starlette:
    """Return the application over a store, which it closes at the end.

    `origins` may speak to it beside its own pages; `hosts`, where given, are the only names it answers to; `links`
    knows where links for others lead.
    """
    house = House(store, limits or Limits(), behaviour or TableBehaviour(), origins, links or Links())
    middleware = [Middleware(SafeHeaders), Middleware(RequestRate, rate=house.limits.requests)]
    if house.links.prefix:
        middleware.insert(1, Middleware(BelowPrefix, prefix=house.links.prefix))
    if hosts:
        middleware.append(Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False))
    daily, replays = DailyPage(house.tables), ReplayPage(house.tables)
    reviews, riddles = ReviewPage(house.tables, house.thinker), PuzzlePage(house.limits, house.thinker)
    routes = [
        Route("/healthz", house.health.health),
        Route("/readyz", house.health.ready),
        Route("/metrics", house.health.metrics),
        Route("/api/info", house.info),
        Route("/api/tables", house.open, methods=["POST"]),
        Route("/api/tables/{code}", house.table),
        Route("/api/tables/{code}/record", house.record),
        Route("/api/tables/{code}/qr.svg", house.picture),
        Route("/api/own-tables", OwnTablesPage(house.tables).ask, methods=["POST"]),
        Route("/api/rules/{language}", serve_rules),
        Route("/api/daily", daily.open, methods=["POST"]),
        Route("/api/daily/results", daily.results, methods=["POST"]),
        Route("/api/replay", replays.of_text, methods=["POST"]),
        Route("/api/replay/{game}", replays.of_table),
        Route("/api/review", reviews.review, methods=["POST"]),
        Route("/api/review/try", reviews.attempt, methods=["POST"]),
        Route("/api/review/decks", reviews.decks, methods=["POST"]),
        Route("/api/review/branch", reviews.branch, methods=["POST"]),
        Route("/api/review/curve", reviews.curve, methods=["POST"]),
        Route("/api/review/difficulty", reviews.difficulty, methods=["POST"]),
        Route("/api/puzzles", riddles.all),
        Route("/api/puzzles/{name}", riddles.attempt, methods=["POST"]),
        Route("/api/puzzles/{name}/answer", riddles.solution),
        Route("/api/{rest:path}", house.nothing),
        WebSocketRoute("/ws/{code}", house.socket),
        Route("/t/{code}", house.invitation),
        Route("/{path:path}", house.client),
    ]
    app = Starlette(routes=routes, middleware=middleware, lifespan=house.lifespan)
    app.state.house = house
    return app


class House:
    """The endpoints, and what they share."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        behaviour: TableBehaviour,
        origins: Collection[str],
        links: Links,
    ) -> None:
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="nonante-computer")
        self.limits = limits
        self.thinker, self.dealer = Thinker(store), Thinker(store)
        self._hint_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="nonante-hint")
        pool, hint_pool = behaviour.pool or self._pool, behaviour.hint_pool or self._hint_pool
        self.tables = Tables(store, limits, replace(behaviour, pool=pool, hint_pool=hint_pool))
        self.health = HealthPage(self.tables)
        self._origins = origins
        self.links = links
        self._sockets: Counter[str] = Counter()
        self._openings = Buckets(limits.openings)
        self._misses = Buckets(limits.misses)
        self._lookups = Buckets(limits.lookups)
        self._messages = Buckets(limits.address_messages)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:  # noqa: ARG002 - starlette's signature
        """Sweep idle tables while the server runs, and close everything at its end."""
        sweeper = asyncio.create_task(self._sweep())
        self.tables.start()
        try:
            yield
        finally:
            sweeper.cancel()
            await asyncio.gather(sweeper, return_exceptions=True)
            await self.tables.close()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._hint_pool.shutdown(wait=False, cancel_futures=True)
            self.thinker.close()
            self.dealer.close()

    async def _sweep(self) -> None:
        for minute in itertools.count():
            if minute % FORGET == 0:
                with contextlib.suppress(ServerError):  # the store has said so in the log
                    await self.tables.forget()
            await asyncio.sleep(SWEEP)
            await self.tables.sweep()

    # HTTP

    async def info(self, request: Request) -> Response:
        """Say what this server offers."""
        house = map_of(CommandMap.HOUSE) or {}
        return answer(Info(__version__, list(EDITIONS), levels(), house, self.links.base(request)))

    async def open(self, request: Request) -> Response:
        """Open a table."""
        try:
            if not same_origin(request.headers, self._origins):
                raise ServerError("origin")
            if not self._openings.take(address_of(request)):
                raise ServerError("too-fast")
            wanted = await self._with_deal(await read(request, OpenTable, self.limits.body))
            opened = await self.tables.open(wanted, fresh=wanted.difficulty is not None)
        except NonanteError as error:
            return refused(error)
        return answer(opened, 201)

    async def _with_deal(self, wanted: OpenTable) -> OpenTable:
        """Look for a deal as hard as it is wanted, in a thread of its own: that takes seconds."""
        if wanted.difficulty is None:
            return wanted
        rules, level = Settings.from_data(wanted.settings).rules, wanted.difficulty
        seed = await self.dealer.judge(lambda: find_deal(rules, level, new_seed()))
        return msgspec.structs.replace(wanted, seed=str(seed))

    async def table(self, request: Request) -> Response:
        """Say what anybody with the link may know."""
        try:
            return answer(table_info(*await self._look(request)))
        except NonanteError as error:
            return refused(error)

    async def record(self, request: Request) -> Response:
        """Give the record of a finished game, to keep."""
        try:
            code, table = await self._look(request)
            text = record_of(table).to_json()
        except NonanteError as error:
            return refused(error)
        headers = {"content-disposition": f'attachment; filename="nonante-{code}-{table.deals}.json"'}
        return Response(text, media_type="application/json", headers=headers)

    async def picture(self, request: Request) -> Response:
        """Draw the link to a table as a QR code."""
        try:
            code, _ = await self._look(request)
        except NonanteError as error:
            return refused(error)
        picture = await self.links.picture(request, code)
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})

    async def invitation(self, request: Request) -> Response:
        """Give the page of a table, with what a messenger shows of it; of no table, as any other page."""
        try:
            table = table_info(*await self._look(request))
        except NonanteError:
            table = None
        return self._page(request, table)

    async def client(self, request: Request) -> Response:
        """Give a file or a page of the client."""
        return self._page(request, None)

    def _page(self, request: Request, table: TableInfo | None) -> Response:
        path = request.url.path
        if not is_page(path):
            return serve_client(request)
        tags = preview_tags(self.links.base(request), path, wanted_language(request), table)
        return serve_client(request, tags, self.links.prefix)

    async def nothing(self, request: Request) -> Response:  # noqa: ARG002 - starlette's signature
        """Refuse any other address of the interface."""
        return refused(ServerError("malformed", why="no such address"), 404)

    async def _look(self, request: Request) -> tuple[str, Table]:
        """Return the table that the address names; looking does not wake it."""
        async with self._patience(request):
            return await self.tables.look(request.path_params["code"])

    async def _room(self, socket: WebSocket) -> Room:
        """Return the room that the address names."""
        async with self._patience(socket):
            return await self.tables.room(socket.path_params["code"])

    @contextlib.asynccontextmanager
    async def _patience(self, request: Request | WebSocket) -> AsyncIterator[None]:
        """Let who asks for many tables that are none, or that sleep, wait."""
        awake = request.path_params["code"].upper() in self.tables.rooms
        if not awake and not self._lookups.take(address_of(request)):
            raise ServerError("too-fast")
        try:
            yield
        except ServerError as error:
            if error.code == "unknown-table" and not self._misses.take(address_of(request)):
                raise ServerError("too-fast") from None
            raise

    # WebSocket

    async def socket(self, socket: WebSocket) -> None:
        """Serve one client until it goes."""
        if not same_origin(socket.headers, self._origins):
            await socket.close(1008)
            return
        await socket.accept()
        address = network_of(address_of(socket))
        self._sockets[address] += 1
        try:
            await self._serve(socket, address)
        except WebSocketDisconnect:
            pass
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    async def _serve(self, socket: WebSocket, address: str) -> None:
        try:
            if self._sockets[address] > self.limits.sockets_per_address:
                raise ServerError("too-many-sockets")
            room = await self._room(socket)
        except ServerError as error:
            await socket.send_text(encode(Refused(None, refusal_of(error))).decode())
            await socket.close(UNKNOWN_TABLE if error.code == "unknown-table" else TOO_FAST)
            return
        connection = Connection(room, self.limits, address, self._messages.of(address))
        reader = asyncio.create_task(self._read(connection, socket))
        writer = asyncio.create_task(self._write(connection, socket))
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)  # one that fails ends both
        finally:
            connection.close()
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _read(self, connection: Connection, socket: WebSocket) -> None:
        late = asyncio.get_running_loop().call_later(self.limits.hello, _expel, connection)
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                connection.receive(message.get("text"))
        except Closed as closed:
            await _close(socket, closed.code)
        finally:
            late.cancel()

    @staticmethod
    async def _write(connection: Connection, socket: WebSocket) -> None:
        try:
            await connection.write(socket.send_text)
        except Closed as closed:
            await _close(socket, closed.code)
        except (WebSocketDisconnect, RuntimeError):  # it went while we were sending
            return


def _expel(connection: Connection) -> None:
    if not connection.greeted:
        connection.expel(NO_HELLO)


async def _close(socket: WebSocket, code: int) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code)
