"""The link to a table, as somebody pasted it; and the seats one has behind such links."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ..files import write_whole
from ..rules import NonanteError, error_messages

JOIN_MESSAGES: Final = error_messages("""
link: {link!r} is not a link to a table, such as https://example.org/t/BCDFGH
no-answer: nobody answers at {address}: {why}
no-table: there is no table {table} at {address}
no-protocol: {address} answers, but not in the words of a table: {why}
""")
_CODE: Final = re.compile(r"((?:/[A-Za-z0-9._~-]+)*)/t/([A-Za-z0-9]{1,20})/?")


class JoinError(NonanteError):
    """A table that cannot be joined."""

    messages = JOIN_MESSAGES


@dataclass(frozen=True, slots=True)
class Link:
    """A table on a server."""

    address: str
    """Where its sockets are, as ``ws://host:port`` and perhaps a path."""
    code: str

    @classmethod
    def read(cls, text: str) -> Link:
        """Read a link as browsers show it; without a scheme it is plain http."""
        tidy = text.strip()
        tidy = tidy if "://" in tidy else f"http://{tidy}"
        try:
            parts = urlsplit(tidy)
            port = f":{parts.port}" if parts.port else ""
        except ValueError:
            raise JoinError("link", link=text[:80]) from None
        code = _CODE.fullmatch(parts.path)
        if parts.scheme not in ("http", "https") or not parts.hostname or not code or not tidy.isascii():
            raise JoinError("link", link=text[:80])
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return cls(f"{'wss' if parts.scheme == 'https' else 'ws'}://{host}{port}{code[1]}", code[2].upper())

    @property
    def socket(self) -> str:
        """Where to connect."""
        return f"{self.address}/ws/{self.code}"


class KeptSeats:
    """The secrets of one's seats, so that the same link leads to the same seat again."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def token(self, link: Link) -> str | None:
        """Return the secret of one's seat at a table, if there is one."""
        return self._read().get(link.socket)

    def keep(self, link: Link, token: str | None) -> None:
        """Keep a secret, or (None) forget it."""
        seats = {name: kept for name, kept in self._read().items() if name != link.socket}
        if token is not None:
            seats[link.socket] = token
        if self._path:
            write_whole(self._path, json.dumps(seats, indent=1))

    def _read(self) -> dict[str, str]:
        try:
            seats = json.loads(self._path.read_text("utf-8")) if self._path else {}
        except (OSError, ValueError):
            return {}
        if not isinstance(seats, dict):
            return {}
        return {str(name): token for name, token in seats.items() if isinstance(token, str)}
