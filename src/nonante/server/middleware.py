"""Security headers, and the checks of where a request comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from ..host import KEPT_OUT, Buckets, HostError, Rate, refused
from .bans import Bans
from .errors import ServerError
from .responses import response

_HOST: Final = re.compile(r"[A-Za-z0-9._\-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
_EMBED: Final = re.compile(r"/embed(/[A-Za-z0-9]+-[0-9]+)?/?")
LONGEST_HOST: Final = 255
LOOKED_UP: Final = ("/api/", "/t/")
READING: Final = ("GET", "HEAD", "OPTIONS")

HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def good_host(host: str) -> bool:
    """Tell whether a Host header is valid: it appears in links, policies and pictures."""
    return len(host) <= LONGEST_HOST and _HOST.fullmatch(host) is not None


def embeddable(path: str, raw: bytes) -> bool:
    """Tell whether other sites may show a page in a frame: finished games alone, which change nothing.

    The client reads the address as it was written, so nothing in it may be escaped.
    """
    return b"%" not in raw and _EMBED.fullmatch(path) is not None


def content_policy(host: str, ancestors: str = "'none'") -> str:
    """Return the content security policy: only this origin, nothing inline, and who may frame the page.

    Older Safari does not count sockets as 'self', so they are named.
    """
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return "; ".join(
        [
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            f"connect-src 'self'{sockets}",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            f"frame-ancestors {ancestors}",
        ]
    )


class SafeHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers to its answer."""
        if scope["type"] != "http":
            if scope["type"] == "websocket" and not good_host(Headers(scope=scope).get("host", "")):
                await WebSocketClose(1008)(scope, receive, send)
                return
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        if not good_host(host):
            await PlainTextResponse("Invalid host header\n", 400)(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                # By now the prefix is off the path.
                framed = embeddable(scope["path"], scope.get("raw_path", b"%"))
                headers["content-security-policy"] = content_policy(host, "*" if framed else "'none'")
                for name, value in HEADERS.items():
                    if not (framed and name == "x-frame-options"):
                        headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, dressed)


class BelowPrefix:
    """Removes the prefix from every path, unless a proxy has already removed it."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        path = scope.get("path", "")
        if path == self._prefix and scope["type"] == "http":
            await RedirectResponse(self._prefix + "/")(scope, receive, send)
            return
        if path.startswith(self._prefix + "/"):
            scope["path"] = path[len(self._prefix) :]  # in place: the access log above reads what is set below
        await self.app(scope, receive, send)


Check: TypeAlias = Callable[[Scope], tuple[HostError, int] | None]
"""Why a request is refused, and with which code a socket is closed; None: it is not."""


class Guards:
    """Passes on a request or a socket unless a check refuses it."""

    def __init__(self, app: ASGIApp, checks: Sequence[Check]) -> None:
        self.app = app
        self._checks = checks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run every check in turn."""
        for check in self._checks if scope["type"] != "lifespan" else ():
            if refusal := check(scope):
                error, code = refusal
                answer = WebSocketClose(code) if scope["type"] == "websocket" else response(refused(error))
                await answer(scope, receive, send)
                return
        await self.app(scope, receive, send)


def not_banned(bans: Bans) -> Check:
    """Refuse everything from banned addresses."""

    def check(scope: Scope) -> tuple[HostError, int] | None:
        client = scope.get("client")
        return (ServerError("banned"), KEPT_OUT) if client and bans.keeps_out(client[0]) else None

    return check


def in_measure(looked_up: Rate, files: Rate) -> Check:
    """Limit the rate of an address, separately for API requests and sockets, and for all other pages."""
    lookups, others = Buckets(looked_up), Buckets(files)

    def check(scope: Scope) -> tuple[HostError, int] | None:
        looks_up = scope["type"] == "websocket" or scope["path"].startswith(LOOKED_UP)
        client = scope.get("client")
        taken = (lookups if looks_up else others).take(client[0] if client else "?")
        return None if taken else (HostError("too-fast"), 1013)

    return check


def own_pages(origins: Collection[str]) -> Check:
    """Refuse requests from pages of other sites, except plain reads."""

    def check(scope: Scope) -> tuple[HostError, int] | None:
        reads = scope["type"] == "http" and scope["method"] in READING
        return None if reads or same_origin(Headers(scope=scope), origins) else (ServerError("origin"), 1008)

    return check


def same_origin(headers: Headers, allowed: Collection[str] = ()) -> bool:
    """Tell whether a request comes from a page of this server, or from a program that sends no origin."""
    origin = headers.get("origin")
    if origin in allowed:
        return True
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return False
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # no address at all, such as http://[
        return False
