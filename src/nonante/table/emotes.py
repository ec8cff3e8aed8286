"""Wordless reactions. They say nothing of cards: in a game they only answer what everybody has just seen."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from ..rules import Game
from .errors import TableError
from .signals import silenced

EmoteName: TypeAlias = Literal["bravo", "heart", "laugh", "wow", "alas"]
"""A face or a sign; none is about a card, a pile or a hand."""
EMOTES: Final[tuple[EmoteName, ...]] = get_args(EmoteName)
"""The wordless reactions, in the order they are offered."""


def check_reaction(game: Game, seat: int, reacted: tuple[int, ...]) -> None:
    """Refuse what could be a code for a card (R45).

    While a game runs a seat may react once to the turn before, which must be somebody else's: not to its own hand,
    not before anything happened, not again and again.
    """
    if game.rules.talk == "none":
        raise TableError("talk-off")
    if silenced(game):
        raise TableError("silence")
    if game.last_turn is None or game.last_turn.seat == seat:
        raise TableError("emote-nothing")
    if seat in reacted:
        raise TableError("emote-once")
