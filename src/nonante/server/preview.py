"""What a messenger shows of a link: title, description and picture, as Open Graph tags in the page's head.

Made of what anybody with the link may know (`TableInfo`): never of a card.
"""

from __future__ import annotations

from html import escape
from typing import Final

from starlette.requests import Request

from ..messages import TableInfo
from ..texts import LANGUAGES, Texts

PICTURE: Final = "/preview.png"
_SIZE: Final = ("1200", "630")


def wanted_language(request: Request) -> str:
    """Return the language of a link (``?lang=fr``), else the first the asker understands, else English."""
    wanted = [request.query_params.get("lang", ""), *request.headers.get("accept-language", "").split(",")]
    tags = (one.strip()[:2].lower() for one in wanted)
    return next((tag for tag in tags if tag in LANGUAGES), "en")


def preview_tags(origin: str, path: str, language: str, table: TableInfo | None) -> str:
    """Return the tags for one page: of a table, or (None) of the game itself."""
    text = Texts(language, "common", "preview")
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
