"""The web application: HTTP and WebSocket over the tables of one server."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..host import (
    NO_HELLO,
    Answer,
    Buckets,
    Caller,
    Closed,
    Connection,
    HostError,
    Limits,
    LiveTable,
    Page,
    PageRequest,
    RateName,
    Store,
    TableBehaviour,
    Tables,
    close_code,
    find_levels,
    network_of,
    pages,
    refusal_of,
    refused,
    server_pages,
    token_in,
)
from ..messages import Refused, TableInfo, encode
from ..rules import NonanteError
from ..table import load_chat_filter
from .admin import AdminSocket
from .bans import Bans
from .client import is_page, serve_client
from .courier import Notify
from .errors import ServerError
from .links import Links, preview_tags, wanted_language
from .logs import AccessLog
from .middleware import BelowPrefix, Guards, SafeHeaders, in_measure, not_banned, own_pages
from .monitoring import CountAnswers, HealthPage, Metrics
from .notice_pages import NoticePages
from .precompile import compile_now
from .responses import address_of, body_of, packed, response
from .thinking import ThreadedThinker

SWEEP: Final = 60.0  # seconds
FORGET: Final = 1440  # sweeps: once a day


def create_app(
    store: Store,
    limits: Limits | None = None,
    behaviour: TableBehaviour | None = None,
    origins: Collection[str] = (),
    hosts: Collection[str] = (),
    links: Links | None = None,
    access_log: bool = False,
    admin: AdminSocket | None = None,
    metrics: Metrics | None = None,
    notify: Notify | None = None,
) -> Starlette:
    """Return the application over a store, which it closes at the end.

    Pages of `origins` may connect besides its own; `hosts`, if given, are the only host names it accepts; `links`
    knows where links for others lead. `access_log` writes down every request; over `admin` the operator gives orders;
    `metrics` counts, where several processes do so together. `notify` says how people are told of their turns.
    """
    load_chat_filter()  # at the first message it would hold everybody up
    find_levels()
    house = House(
        store, limits or Limits(), behaviour or TableBehaviour(), links or Links(), admin, metrics, notify or Notify()
    )
    checks = [not_banned(house.bans), in_measure(house.limits.requests, house.limits.files), own_pages(origins)]
    middleware = [
        Middleware(CountAnswers, metrics=house.metrics),
        Middleware(SafeHeaders),
        Middleware(Guards, checks=checks),
    ]
    if house.links.prefix:
        middleware.insert(2, Middleware(BelowPrefix, prefix=house.links.prefix))
    if access_log:
        middleware.insert(0, Middleware(AccessLog))
    if hosts:
        middleware.append(Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False))
    routes = [
        Route("/healthz", house.health.health),
        Route("/readyz", house.health.ready),
        Route("/metrics", house.health.metrics),
        *(Route(page.path, house.endpoint(page), methods=[page.method]) for page in house.pages),
        Route("/api/tables/{code}/qr.svg", house.picture),
        Route("/api/{rest:path}", house.nothing),
        WebSocketRoute("/ws/{code}", house.socket),
        Route("/t/{code}", house.invitation),
        Route("/{path:path}", house.client),
    ]
    app = Starlette(routes=routes, middleware=middleware, lifespan=house.lifespan)
    app.state.house = house
    return app


class House:
    """The endpoints and their shared state."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        behaviour: TableBehaviour,
        links: Links,
        admin: AdminSocket | None = None,
        metrics: Metrics | None = None,
        notify: Notify = Notify(),  # noqa: B008 - frozen
    ) -> None:
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="nonante-computer")
        self.limits = limits
        self.thinker, self.dealer = ThreadedThinker(store, compile_now), ThreadedThinker(store, compile_now)
        names = ("hint", "wake", "read")
        self._pools = [ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"nonante-{name}") for name in names]
        hint, wake, read = self._pools
        self.metrics = metrics or Metrics()
        pool, hint_pool = behaviour.pool or self._pool, behaviour.hint_pool or hint
        behaviour = replace(behaviour, pool=pool, hint_pool=hint_pool, wake_pool=wake, read_pool=read)
        self.tables = Tables(store, limits, behaviour, self.metrics.answered)
        self.health = HealthPage(self.tables, self.metrics)
        self.links = links
        self._admin = admin
        self.bans = admin.bans if admin else Bans()
        self.tables.closed = self.bans.closed
        self.lines: set[Connection] = set()
        """The sockets that are at a table."""
        self._sockets: Counter[str] = Counter()
        self._rates: dict[RateName, Buckets] = {
            "openings": Buckets(limits.openings),
            "replays": Buckets(limits.replays),
            "syncs": Buckets(limits.syncs),
        }
        self.courier = notify.courier(self.tables)
        self.pages = [
            *pages(self.tables, self.thinker, self.dealer),
            *server_pages(self.tables, self.thinker, links.drawn),
            *(NoticePages(self.tables, self.courier).pages() if self.courier else ()),
        ]
        self._misses = Buckets(limits.misses)
        self._lookups = Buckets(limits.lookups)
        self._messages, self._seated = Buckets(limits.address_messages), Buckets(limits.address_messages)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:  # noqa: ARG002 - starlette's signature
        """Sweep idle tables while the server runs, and close everything at its end."""
        chores = [asyncio.create_task(chore) for chore in (self._sweep(), self.metrics.keep_showing(self.tables))]
        if self.courier:
            chores.append(asyncio.create_task(self.courier.run()))
        self.tables.start()
        try:
            async with self._admin.serving(self) if self._admin else contextlib.nullcontext():
                yield
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await self.tables.close()
            for pool in (self._pool, *self._pools):
                pool.shutdown(wait=False, cancel_futures=True)
            self.thinker.close()
            self.dealer.close()

    async def _sweep(self) -> None:
        for minute in itertools.count():
            if minute % FORGET == 0:
                with contextlib.suppress(HostError):  # the store has said so in the log
                    await self.tables.forget()
                    await self.tables.count()
            await asyncio.sleep(SWEEP)
            await self.tables.sweep()

    # HTTP

    def endpoint(self, page: Page) -> Callable[[Request], Awaitable[Response]]:
        """Return the HTTP endpoint of a page."""

        async def respond(request: Request) -> Response:
            try:
                return await packed(await self._respond(page, request), request, self.tables.reading)
            except NonanteError as error:
                return response(refused(error))

        return respond

    async def _respond(self, page: Page, request: Request) -> Answer:
        if page.rate and not self._rates[page.rate].take(address_of(request)):
            raise HostError("too-fast")
        body = await body_of(request, page.limit or self.limits.body) if page.method == "POST" else b""
        return await page.respond(
            PageRequest(request.path_params, body, self.links.base(request), self._caller(request))
        )

    def _caller(self, request: Request | WebSocket) -> Caller:
        """Return the caller, as the tables know callers."""
        address = network_of(address_of(request))
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        secret = token if kind == "Bearer" else None
        return Caller(self._misses.of(address), self._lookups.of(address), address, secret)

    async def picture(self, request: Request) -> Response:
        """Draw the link to a table as a QR code."""
        try:
            code = await self.tables.find(request.path_params["code"], self._caller(request))
        except NonanteError as error:
            return response(refused(error))
        picture = await self.links.picture(request, code)
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})

    async def invitation(self, request: Request) -> Response:
        """Serve the page of a table with its link preview; without a table, like any other page."""
        try:
            table = await self.tables.info(request.path_params["code"], self._caller(request))
        except NonanteError:
            table = None
        return self._page(request, table)

    async def client(self, request: Request) -> Response:
        """Serve a file or a page of the client."""
        return self._page(request, None)

    def _page(self, request: Request, table: TableInfo | None) -> Response:
        path = request.url.path
        if not is_page(path):
            return serve_client(request)
        tags = preview_tags(self.links.base(request), path, wanted_language(request), table)
        return serve_client(request, tags, self.links.prefix)

    async def nothing(self, request: Request) -> Response:  # noqa: ARG002 - starlette's signature
        """Refuse any other address of the interface."""
        return response(refused(HostError("malformed", why="no such address"), 404))

    # WebSocket

    async def socket(self, socket: WebSocket) -> None:
        """Serve one client until it disconnects."""
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
            table, hello = await self._table(socket)
            if self.bans.keeps_out(address):  # since a moment ago
                raise ServerError("banned")
        except (HostError, TimeoutError) as error:
            error = error if isinstance(error, HostError) else HostError("too-fast")
            self.metrics.refused(error.code)
            await socket.send_text(encode(Refused(None, refusal_of(error))).decode())
            await socket.close(close_code(error))
            return
        shared, seated = self._messages.of(address), self._seated.of(address)
        connection = Connection(table, self.limits, address, shared, seated)
        if hello is not None:
            connection.receive(hello)
        reader = asyncio.create_task(self._read(connection, socket))
        writer = asyncio.create_task(self._write(connection, socket))
        self.lines.add(connection)
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)  # one that fails ends both
        finally:
            self.lines.discard(connection)
            connection.close()
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    async def _table(self, socket: WebSocket) -> tuple[LiveTable, str | None]:
        """Return the table that the address names; who has guessed too much has to show the secret of a seat first."""
        caller, code = self._caller(socket), socket.path_params["code"]
        if not caller.guessed:
            return await self.tables.wake(code, caller), None
        hello = await asyncio.wait_for(socket.receive_text(), self.limits.hello)
        return await self.tables.wake(code, caller.holding(token_in(hello, self.limits.message))), hello

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
