"""Webhooks: one line of text for a chat, in the format of each kind of service."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, quote, urlsplit, urlunsplit

_MARKS: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\*_~`|>#[]()<@"})
_JSON: Final = {"Content-Type": "application/json"}


class Call(NamedTuple):
    """A request to a webhook."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes


def call_of(kind: str, url: str, text: str, link: str, number: str, event: Mapping[str, object]) -> Call:
    """Return the request that posts a line with a link; `number` identifies the message, `event` is its data.

    Names are chosen by players: nothing in them is read as markup, and nobody is mentioned.
    """
    match kind:
        case "discord":
            content = f"{text.translate(_MARKS)}\n<{link}>"
            return _json("POST", url, {"content": content, "allowed_mentions": {"parse": []}})
        case "slack":
            escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            return _json("POST", url, {"text": f"{escaped}\n<{link}>", "mrkdwn": False})
        case "matrix":
            parts = urlsplit(url)
            token = dict(parse_qsl(parts.query)).get("access_token")
            path = f"{parts.path.rstrip('/')}/{quote(number, safe='')}"
            said = _json(
                "PUT", urlunsplit(parts._replace(path=path, query="")), {"msgtype": "m.text", "body": f"{text}\n{link}"}
            )
            return said._replace(headers={**_JSON, "Authorization": f"Bearer {token}"}) if token else said
        case "ntfy":
            return Call("POST", url, {"Content-Type": "text/plain; charset=utf-8", "Click": link}, text.encode())
    return _json("POST", url, {"text": text, "link": link, "id": number, **event})


def _json(method: str, url: str, body: object) -> Call:
    return Call(method, url, _JSON, json.dumps(body, ensure_ascii=False).encode())
