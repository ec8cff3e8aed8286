"""The built web client: its files, compressed and with the right caching."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

FOLDER = Path(__file__).parent / "client"
_COMPRESSED: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
_FOR_EVER: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class File:
    """One file, ready to send."""

    content: bytes
    zipped: bytes | None
    kind: str
    tag: str
    caching: str


def built() -> bool:
    """Tell whether the client was built."""
    return (FOLDER / "index.html").is_file()


def find(path: str) -> File | None:
    """Return the file of a path; a path without a suffix is a page of the client, and gets index.html."""
    name = path.strip("/")
    if is_page(path):
        name = "index.html"
    try:
        file = (FOLDER / name).resolve()
        if not file.is_relative_to(FOLDER.resolve()) or not file.is_file():
            return None
        return _read(file, file.stat().st_mtime_ns, hashed=name.startswith("assets/"))
    except (OSError, ValueError):  # a name too long, or with a zero in it
        return None


@lru_cache(maxsize=256)
def _read(file: Path, changed: int, hashed: bool) -> File:  # noqa: ARG001 - a changed file is another entry
    content = file.read_bytes()
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    zipped = gzip.compress(content, 9, mtime=0) if kind.startswith(_COMPRESSED) else None
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    return File(content, zipped, kind + charset, tag, _FOR_EVER if hashed else "no-cache")


def placed(file: File, tags: str, prefix: str) -> File:
    """Return a page with additional tags in its head, and its files under a prefix."""
    content = file.content.replace(b'="./', f'="{prefix}/'.encode())
    content = content.replace(b"</head>", tags.encode() + b"\n</head>", 1)
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return replace(file, content=content, zipped=gzip.compress(content, 6, mtime=0), tag=tag)


def is_page(path: str) -> bool:
    """Tell whether a path is a page of the client, not a file."""
    return not Path(path.strip("/")).suffix


def serve_client(request: Request, tags: str = "", prefix: str = "") -> Response:
    """Serve a file of the client; a page gets these tags in its head, and its files are under the prefix."""
    if not built():
        return PlainTextResponse("The web client is not built: run `npm run build` in web/.\n", status_code=503)
    file = find(request.url.path)
    if file is None:
        return PlainTextResponse("Not found\n", status_code=404)
    if tags:
        file = placed(file, tags, prefix)
    headers = {"cache-control": file.caching, "etag": file.tag, "vary": "accept-encoding, accept-language"}
    if file.tag in [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    content = file.content
    if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        content = file.zipped
    return Response(content, headers=headers, media_type=file.kind)
