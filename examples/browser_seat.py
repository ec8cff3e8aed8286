"""A policy takes a seat at a table of a running server, as a person with a browser does.

    nonante serve --port 8000
    python examples/browser_seat.py http://127.0.0.1:8000 --code ABCDEF       # sits down at your table
    python examples/browser_seat.py http://127.0.0.1:8000 --mates steady      # opens a table, plays with computers
    python examples/browser_seat.py … --model policy.zip                      # trained by train_maskable_ppo.py

Without a model a small rule plays: the shortest step, then the end of the turn.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

import numpy as np
from websockets.sync.client import ClientConnection, connect

from nonante.envs import PolicyPlayer, layout
from nonante.rules import DECK, FREE, LETTERS, THREE, Rules, Turn, TurnState, View, card_of

Data = dict[str, Any]


class TableSeat:
    """What a seat at a server's table sees, remembered: the cards laid since the deal."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: Data = {}
        self._laid: set[int] = set()
        self._deal = 0
        self._keys = itertools.count()

    def receive(self) -> Data:
        """Take the next message."""
        message: Data = json.loads(self.socket.recv(timeout=60))
        if message["type"] == "refused" and message["refusal"]["code"] not in ("stale", "too-fast"):
            raise SystemExit(message["refusal"]["text"])
        if "table" in message:
            self.table = message["table"]
            self._remember()
        return message

    def ask(self, **message: object) -> Data:
        """Send a message and wait for its answer; one that came too fast is sent again."""
        while True:
            key = f"browser-seat-{next(self._keys):08}"
            self.socket.send(json.dumps({**message, "key": key}))
            while (answer := self.receive()).get("key") != key:
                pass
            if answer["type"] != "refused" or answer["refusal"]["code"] == "stale":
                return answer
            time.sleep(0.5)

    def _remember(self) -> None:
        if self.table["deals"] != self._deal:
            self._deal, self._laid = self.table["deals"], set()
        for turn in self.table["game"]["turns"] if self.table["game"] else ():
            self._laid |= {move["card"] for move in turn["moves"]}

    @property
    def rules(self) -> Rules:
        """The rules of the table; a seeded command map as it was drawn."""
        data = self.table["settings"]["rules"]
        return Rules.from_data({**data, "commands": self.table["map"]} if self.table["map"] else data)

    def view(self) -> View:
        """Return what this seat may know, in the form that players work on."""
        game, seat, rules = self.table["game"], self.table["you"], self.rules
        hand = tuple(sorted(card["card"] for card in game["hand"]))
        turns = {turn["turn"]: turn for turn in game["turns"]}
        tops = tuple(pile["top"] for pile in game["piles"])
        before, laid = turns.get(game["turn"] - 1), _moves(turns.get(game["turn"]))
        return View(
            rules=rules,
            seat=seat,
            hand=hand,
            counts=tuple(there["count"] for there in self.table["seats"]),
            draw_count=game["draw_count"],
            unseen=tuple(card for card in DECK if card not in self._laid and card not in hand),
            active=game["active"],
            turn=game["turn"],
            opening=tops,
            turn_state=TurnState(
                tops,
                game["minimum"],
                len(laid),
                LETTERS.index(game["lock"]) if game["lock"] else FREE,
                any(rules.marks[card_of(move)] == THREE for move in laid),
                sum({1 << LETTERS.index(move[-1]) for move in laid}),
            ),
            laid_this_turn=laid,
            last_turn=Turn(before["seat"], _moves(before)) if before else None,
            status=game["status"],
            reason=game["reason"],
            score=game["score"],
            hands=None,
            draw=None,
        )


def _moves(turn: Data | None) -> tuple[str, ...]:
    return tuple(f"{move['card']}{move['pile']}" for move in turn["moves"]) if turn else ()


def shortest_step(rules: Rules) -> Callable[[Any, Any], int]:
    """Return a policy that lays the nearest card and ends the turn as soon as it may."""
    tops_part = layout(rules)["tops"]

    def choose(seen: Any, mask: Any) -> int:
        if mask[392]:
            return 392
        tops = seen[tops_part.start : tops_part.stop].reshape(4, 100).argmax(axis=1) + 1
        actions = np.flatnonzero(mask)
        cards, piles = actions // 4 + 2, actions % 4
        steps = np.where(piles < 2, cards - tops[piles], tops[piles] - cards)
        return int(actions[steps.argmin()])

    return choose


def trained(file: str) -> Callable[[Any, Any], int]:
    """Return the policy in a file of `train_maskable_ppo.py`."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO.load(file, device="cpu")
    return lambda seen, mask: int(model.predict(seen, action_masks=mask, deterministic=True)[0])


def opened(url: str, edition: str, mates: list[str]) -> tuple[str, str]:
    """Open a table with computer players, dealt at once; return its code and the secret of the seat."""
    rules = {"edition": edition, "players": 1 + len(mates)}
    wanted = {"name": "Policy", "settings": {"rules": rules}, "bots": mates, "deal": True}
    head = {"Content-Type": "application/json"}
    request = Request(f"{url}/api/tables", json.dumps(wanted).encode(), head)  # noqa: S310 - the address is the user's own
    with urlopen(request) as answer:  # noqa: S310 - the address is the user's own
        told = json.load(answer)
    return told["code"], told["token"]


def play(seat: TableSeat, policy: Callable[[Any, Any], int] | None) -> None:
    """Play until the game is over."""
    while seat.table["game"] is None:
        seat.receive()
    player = PolicyPlayer(policy or shortest_step(seat.rules), seat.rules)
    while (game := seat.table["game"])["status"] == "playing":
        alone = all(there["level"] for number, there in enumerate(seat.table["seats"]) if number != seat.table["you"])
        if game["starter"] is None and alone:
            seat.ask(type="start")
        elif game["starter"] is not None and game["active"] == seat.table["you"]:
            seat.ask(type="play", move=player.plan(seat.view())[0], seq=seat.table["seq"])
        else:
            seat.receive()
    print(f"{game['status']}, {game['score']} cards left")


def main() -> None:
    """Sit down and play one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--code", help="the table to sit down at; without it a table is opened")
    parser.add_argument("--name", default="Policy")
    parser.add_argument("--mates", nargs="*", default=[], help="levels of the computer players at an opened table")
    parser.add_argument("--edition", default="base")
    parser.add_argument("--model")
    chosen = parser.parse_args()
    url = chosen.url.rstrip("/")
    code, token = (chosen.code, None) if chosen.code else opened(url, chosen.edition, chosen.mates)
    with connect(f"{url.replace('http', 'ws', 1)}/ws/{code}") as socket:
        seat = TableSeat(socket)
        seat.ask(type="hello", token=token)
        if token is None:
            seat.ask(type="sit", name=chosen.name)
        play(seat, trained(chosen.model) if chosen.model else None)


if __name__ == "__main__":
    main()
