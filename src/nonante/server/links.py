"""Links to tables: where they lead, their picture as a QR code, and what a messenger shows of them."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Final
from urllib.parse import urlsplit

import segno
from starlette.requests import Request

from ..messages import TableInfo
from ..texts import LANGUAGES, Texts
from .errors import ServerError

_PREFIX: Final = re.compile(r"(/[A-Za-z0-9._~-]+)*")
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


def check_public(url: str) -> str:
    """Return a public address as an origin, such as https://cards.example."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError as error:
        raise ServerError("public-url", url=url[:100], why=str(error)) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ServerError("public-url", url=url[:100], why="write https://NAME")
    return f"{parts.scheme}://{parts.hostname}{port}"


def check_prefix(text: str) -> str:
    """Return the path below which the server is reachable, such as /nonante; empty for the whole host."""
    path = "/" + text.strip("/") if text.strip("/") else ""
    if not _PREFIX.fullmatch(path):
        raise ServerError("prefix", prefix=text[:100])
    return path


class Links:
    """Creates links that work for other people."""

    def __init__(self, public: str | None = None, share: str | None = None, prefix: str = "") -> None:
        self._public = check_public(public) if public else None
        self._share = share.rstrip("/") if share else None
        self.prefix = check_prefix(prefix)

    def origins(self, others: Iterable[str]) -> tuple[str, ...]:
        """Return the origins whose pages may connect: others, and the public one."""
        return (*others, *([self._public] if self._public else []))

    def below(self, url: str) -> str:
        """Return the address of the home page, given the server's own."""
        return f"{url.rstrip('/')}{self.prefix}/" if self.prefix else url

    def base(self, request: Request) -> str:
        """Return the beginning of all links for other people."""
        return self._origin(request) + self.prefix

    def _origin(self, request: Request) -> str:
        """Return the host of links for other people: a name that only works on this machine is no use to them.

        The machine's address in the network is only revealed to requests from the machine itself.
        """
        if self._public:
            return self._public
        here = request.client is not None and request.client.host in LOOPBACK
        if self._share and here and request.url.hostname in LOOPBACK:
            return self._share
        return f"{request.url.scheme}://{request.url.netloc}"

    async def picture(self, request: Request, code: str) -> bytes:
        """Return the QR code of the link to a table, drawn once, in a thread."""
        return (await self.drawn(f"{self.base(request)}/t/{code}")).encode()

    @staticmethod
    async def drawn(link: str) -> str:
        """Return the QR code of a link, drawn once, in a thread."""
        return (await asyncio.to_thread(draw, link)).decode()


@lru_cache(maxsize=512)
def draw(link: str) -> bytes:
    """Draw a link as a QR code, in SVG."""
    picture = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        picture, kind="svg", border=2, omitsize=True, xmldecl=False, light="#fff", title="QR"
    )
    return picture.getvalue()


PICTURE: Final = "/preview.png"
_SIZE: Final = ("1200", "630")


def wanted_language(request: Request) -> str:
    """Return the language of a link (``?lang=fr``), else the first that the browser accepts, else English."""
    wanted = [request.query_params.get("lang", ""), *request.headers.get("accept-language", "").split(",")]
    tags = (one.strip()[:2].lower() for one in wanted)
    return next((tag for tag in tags if tag in LANGUAGES), "en")


def preview_tags(origin: str, path: str, language: str, table: TableInfo | None) -> str:
    """Return the preview tags of a page: of a table, or (None) of the game."""
    text = Texts(language, "common", "program")
    title, description = _words(text, table)
    tags = {
        "og:type": "website",
        "og:site_name": "nonante",
        "og:locale": language,
        "og:title": title,
        "og:description": description,
        "og:url": f"{origin}{path}",
        "og:image": f"{origin}{PICTURE}",
        "og:image:type": "image/png",
        "og:image:width": _SIZE[0],
        "og:image:height": _SIZE[1],
        "og:image:alt": text("preview.picture"),
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


def _words(text: Texts, table: TableInfo | None) -> tuple[str, str]:
    if table is None:
        return text("preview.title"), text("preview.line")
    edition = _edition_name(text, table.settings.rules.edition)
    people = [name for name in table.names if name]
    if people:
        title = text("preview.invited", name=people[0], edition=edition)
    else:
        title = text("preview.waits", edition=edition)
    return title, " ".join(_sentences(text, table, people))


def _sentences(text: Texts, table: TableInfo, people: list[str]) -> list[str]:
    free = table.names.count(None)
    there = [text("preview.there", names=", ".join(people))] if people else []
    if table.running:
        return [text("preview.running"), *there]
    seats = text("preview.free", count=free) if free else text("preview.full")
    return [seats, *there, text("preview.how")] if free else [seats, *there]


def _edition_name(text: Texts, edition: str) -> str:
    names = (f"edition.{part}.name" for part in edition.split("+"))
    return " + ".join(text(name) if name in text else name.split(".")[1] for name in names)
