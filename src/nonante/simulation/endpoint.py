"""A language model behind any server with OpenAI's chat completions, with a time limit and a meter."""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Event, Lock, Timer
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from .errors import SimulationError

_MOST_BYTES: Final = 4_000_000  # of an answer
_PAUSES: Final = (0.5, 2.0, 8.0)  # seconds before a request is made again
_AGAIN: Final = frozenset({408, 409, 425, 429})  # and whatever the server says is its own fault


@dataclass
class Meter:
    """Counts requests, tokens and seconds; several threads may use it."""

    requests: int = 0
    answers: int = 0
    refused: int = 0
    """Answers that were not accepted."""
    given_up: int = 0
    """Questions for which no answer was accepted, so that another player decided."""
    failures: int = 0
    """Requests that brought no answer: hung, broken off, refused by the server, or not understood."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    uncounted: int = 0
    """Answers that did not say how many tokens they took."""
    seconds: float = 0.0
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)

    def add(self, **counts: float) -> None:
        """Count."""
        with self._lock:
            for name, count in counts.items():
                setattr(self, name, getattr(self, name) + count)

    def cost(self, price_in: float, price_out: float) -> float:
        """Return the cost of the tokens, given the prices of a million."""
        return (self.prompt_tokens * price_in + self.completion_tokens * price_out) / 1e6

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name[0] != "_"}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Meter:
        """Read what `to_data` returned."""
        known = [name for name in cls.__dataclass_fields__ if name[0] != "_"]
        if set(data) != set(known) or not all(isinstance(data[name], int | float) for name in known):
            raise SimulationError("no-result", why="no meter of a model")
        return cls(**data)


@dataclass(frozen=True)
class Endpoint:
    """A server and one of its models."""

    url: str
    model: str
    key: str = field(default="", repr=False)
    timeout: float = 60.0
    """Seconds that an answer may take as a whole."""
    most_tokens: int = 2_048
    """Tokens that an answer may have."""
    meter: Meter = field(default_factory=Meter, compare=False)
    pauses: Sequence[float] = _PAUSES

    def __post_init__(self) -> None:
        """Refuse what is no address."""
        try:
            parts = urlsplit(self.url)
            known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            known = False
        if not known:
            raise SimulationError("address", url=self.url)

    def answer(self, messages: Sequence[Mapping[str, str]]) -> str:
        """Return the model's answer to a conversation; a failed request is repeated a few times."""
        for pause in (*self.pauses, None):
            started = time.monotonic()
            try:
                said = self._asked(messages)
            except _Refused as error:
                self.meter.add(requests=1, failures=1, seconds=time.monotonic() - started)
                if pause is None or not error.again:
                    raise SimulationError("endpoint", url=self.url, why=error) from None
                time.sleep(pause)
                continue
            self.meter.add(requests=1, answers=1, seconds=time.monotonic() - started)
            return said
        raise AssertionError("the last pause is None")

    def _asked(self, messages: Sequence[Mapping[str, str]]) -> str:
        body = {"model": self.model, "messages": list(messages), "temperature": 0, "max_tokens": self.most_tokens}
        status, text = self._sent(json.dumps(body).encode())
        if status != 200:
            said = " ".join(text.decode("utf-8", "replace").split())[:200]
            raise _Refused(f"status {status}: {said}", again=status >= 500 or status in _AGAIN)
        try:
            data = json.loads(text)
            content = data["choices"][0]["message"]["content"]
            used = data.get("usage") or {}
            tokens: list[Any] = [used.get(name) for name in ("prompt_tokens", "completion_tokens")]
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            raise _Refused("its answer is not a chat completion") from None
        if not isinstance(content, str):
            raise _Refused("its answer has no text")
        known = all(isinstance(count, int) and count >= 0 for count in tokens)
        self.meter.add(
            prompt_tokens=tokens[0] if known else 0, completion_tokens=tokens[1] if known else 0, uncounted=not known
        )
        return content

    def _sent(self, body: bytes) -> tuple[int, bytes]:
        """Send a request; return status and text, all of it within the limit of time."""
        parts, late = urlsplit(self.url), Event()
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        connection = _connection(parts, self.timeout)
        watch = Timer(self.timeout, _break_off)
        watch.daemon = True
        try:
            connection.connect()
            watch.args = (connection.sock, late)
            watch.start()
            connection.request("POST", f"{parts.path.rstrip('/')}/chat/completions", body, headers)
            with connection.getresponse() as response:
                status, text = response.status, response.read(_MOST_BYTES + 1)
            if late.is_set():
                raise TimeoutError
            if len(text) > _MOST_BYTES:
                raise _Refused("its answer is too long")
            return status, text
        except (OSError, HTTPException, ValueError) as error:
            hung = late.is_set() or isinstance(error, TimeoutError)
            why = f"no whole answer within {self.timeout:g} seconds" if hung else str(error) or type(error).__name__
            raise _Refused(why) from None
        finally:
            watch.cancel()
            connection.close()


def _connection(parts: SplitResult, timeout: float) -> HTTPConnection:
    host = parts.hostname or ""
    if parts.scheme == "https":
        return HTTPSConnection(host, parts.port, timeout=timeout, context=ssl.create_default_context())
    return HTTPConnection(host, parts.port, timeout=timeout)


def _break_off(sock: socket.socket, late: Event) -> None:
    """End a connection that takes too long, however slowly something still comes."""
    late.set()
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


class _Refused(Exception):
    """A request that brought no answer."""

    def __init__(self, why: str, *, again: bool = True) -> None:
        super().__init__(why)
        self.again = again
