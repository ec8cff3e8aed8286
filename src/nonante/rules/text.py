"""The one-line form of a game. It says the same as the JSON form: how the turn started, and its moves since.

    extreme:3;one_pile=strict 47/1/65/100 37.50/75/80 12.13 0 4 2:21A.22A 37A

that is: rules, tops, hands and draw pile at the start of the turn, active seat, turn, the turn before, moves; ``-`` for
nothing. Numbers that belong together are joined by a full stop.
"""

from __future__ import annotations

from typing import Any

from .commands import KINDS
from .errors import BadInput, Cause

NOTHING = "-"


def text_from_data(data: dict[str, Any]) -> str:
    """Write a game's data (see `Game.to_data`) in one line."""
    last = data["last_turn"]
    return " ".join(
        [
            _rules_text(data["rules"]),
            "/".join(map(str, data["piles"])),
            "/".join(map(_join, data["hands"])),
            _join(data["draw"]),
            str(data["active"]),
            str(data["turn"]),
            f"{last['seat']}:{_join(last['moves'])}" if last else NOTHING,
            _join(data["moves"]),
        ]
    )


def data_from_text(line: object) -> dict[str, Any]:
    """Read a line back into a game's data."""
    words = line.split() if isinstance(line, str) else []
    if len(words) != 8:
        raise BadInput("text", why=Cause("words", count=len(words)))
    rules, piles, hands, draw, active, turn, last, moves = words
    return {
        "rules": _rules_data(rules),
        "piles": [_number(top) for top in piles.split("/")],
        "hands": [_numbers(hand) for hand in hands.split("/")],
        "draw": _numbers(draw),
        "active": _number(active),
        "turn": _number(turn),
        "last_turn": _last_data(last),
        "moves": _split(moves),
    }


def _rules_text(data: dict[str, Any]) -> str:
    words = [f"{data['edition']}:{data['players']}"]
    for name, value in data.items():
        if name in ("edition", "players"):
            continue
        if isinstance(value, dict):
            value = "/".join(_join(value[kind]) for kind in KINDS)
        words.append(f"{name}={value}")
    return ";".join(words)


def _rules_data(text: str) -> dict[str, Any]:
    first, *options = text.split(";")
    edition, _, players = first.partition(":")
    data: dict[str, Any] = {"edition": edition, "players": _number(players)}
    for option in options:
        name, _, value = option.partition("=")
        if name == "commands" and "/" in value:
            groups = [_numbers(group) for group in value.split("/")]
            data[name] = dict(zip(KINDS, groups, strict=False))
        else:
            data[name] = {"True": True, "False": False}.get(value, value)
    return data


def _last_data(text: str) -> dict[str, Any] | None:
    if text == NOTHING:
        return None
    seat, _, moves = text.partition(":")
    return {"seat": _number(seat), "moves": _split(moves)}


def _join(items: list[Any]) -> str:
    return ".".join(map(str, items)) or NOTHING


def _split(text: str) -> list[str]:
    return [] if text == NOTHING else text.split(".")


def _numbers(text: str) -> list[int]:
    return [_number(word) for word in _split(text)]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadInput("text", why=Cause("number", text=text))
    return int(text)
