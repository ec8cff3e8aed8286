"""Tables opened as the client would, at any position, and a line to the server that a test may hold or bend."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from conftest import Server
from playwright.sync_api import Page, WebSocketRoute

Message = dict[str, Any]


def open_at(page: Page, server: Server, bots: list[str] | None = None, **position: Any) -> None:
    """Open a table of base at a prepared position, and sit at it."""
    rules = {"edition": "base", "players": len(position["hands"])}
    whole = {"rules": rules, "draw": [], "active": 0, "turn": 1, "last_turn": None, "moves": [], **position}
    wanted = {"name": "Zoé", "settings": {"rules": rules}, "bots": bots or [], "position": whole}
    page.goto(server.url)
    opened = page.evaluate(
        "async (body) => (await fetch('/api/tables', {method: 'POST', body, headers:"
        " {'content-type': 'application/json'}})).json()",
        json.dumps(wanted),
    )
    page.evaluate(
        "({code, token}) => localStorage.setItem('nonante.seats',"
        " JSON.stringify({[code]: {token, edition: 'base', players: 1, at: 1}}))",
        opened,
    )
    page.goto(f"{server.url}/t/{opened['code']}")
    page.get_by_test_id("table").wait_for()


class Line:
    """The socket of a page: notes what is sent, bends it if wanted, and holds answers back."""

    def __init__(self, page: Page) -> None:
        self.sent: list[Message] = []
        self.bend: Callable[[Message], Message] = lambda message: message
        self.held: list[str] | None = None
        self.known = True
        self._client: WebSocketRoute | None = None
        page.route_web_socket("**/ws/*", self._connect)

    def _connect(self, client: WebSocketRoute) -> None:
        self._client = client
        server = client.connect_to_server()
        client.on_message(lambda text: server.send(json.dumps(self._note(json.loads(text)))))
        server.on_message(lambda text: self._answer(str(text)))

    def _note(self, message: Message) -> Message:
        self.sent.append(message)
        return self.bend(message)

    def _answer(self, text: str) -> None:
        told = text if self.known else text.replace('"known":"position"', '"known":null')
        if self.held is not None:
            self.held.append(told)
        elif self._client:
            self._client.send(told)

    def hold(self) -> None:
        """Keep answers back from now on."""
        self.held = []

    def release(self) -> None:
        """Let through what was kept back."""
        held, self.held = self.held or [], None
        for text in held:
            if self._client:
                self._client.send(text)

    def count(self, kind: str) -> int:
        """Return how many messages of a kind the page has sent."""
        return sum(message["type"] == kind for message in self.sent)
