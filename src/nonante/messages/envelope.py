"""The envelope of everything that leaves the program: a file with its format and version, or a link.

A file is a JSON object that begins with its format and version: ``{"format": "nonante-game", "version": 1, …}``. A link
is a sign for what is inside, then checksum and content in the base64 of addresses.
"""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, Literal, TypeAlias

from ..rules import Cause
from .structs import Struct

LinkKind: TypeAlias = Literal["1", "2"]
"""What is inside: a finished game, packed as `review` does it; or the file of a game, compressed."""
FILE_VERSION: Final = 1
_SUM_BYTES: Final = 3


class LinkError(ValueError):
    """A text that is no link of that kind."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.why = Cause(code)


class FileHead(Struct, frozen=True):
    """How a file begins."""

    format: str
    version: int = FILE_VERSION

    def names(self, kind: str) -> bool:
        """Tell whether this is the head of such a file; the first ones had their version in the name."""
        return self.version == FILE_VERSION and self.format in (file_format(kind), f"{file_format(kind)}-1")


def file_format(kind: str) -> str:
    """Return the name of a file format."""
    return f"nonante-{kind}"


def write_link(kind: LinkKind, content: bytes) -> str:
    """Return a text that needs no quoting in an address."""
    return kind + urlsafe_b64encode(checksum(content) + content).decode().rstrip("=")


def read_link_content(kind: LinkKind, text: str) -> bytes:
    """Return what is in a link; raise LinkError for a damaged one, or one of another kind."""
    if not text.startswith(kind) or not re.fullmatch(r"[A-Za-z0-9_-]+", text):
        raise LinkError("link-form")
    try:
        raw = urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
    except binascii.Error:
        raise LinkError("link-sign") from None
    found, content = raw[:_SUM_BYTES], raw[_SUM_BYTES:]
    if not content or found != checksum(content):
        raise LinkError("damaged")
    return content


def checksum(content: bytes) -> bytes:
    """Return the checksum of a content."""
    return binascii.crc32(content).to_bytes(4, "big")[-_SUM_BYTES:]
