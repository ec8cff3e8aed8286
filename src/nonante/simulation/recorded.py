"""Whole games with everything that was said and done in them, as records."""

from __future__ import annotations

from collections.abc import Sequence

from ..players import Player
from ..players.match import played_turns, starter, wish_of
from ..players.talk import changes, may_talk
from ..rules import Game, Rules
from ..table import Record, Signal, Table
from ..table.events import Dealt


def record_game(rules: Rules, seed: int, players: Sequence[Player], names: Sequence[str] = ()) -> Record:
    """Play the game dealt from `seed` to its end, one player a seat, and return its record.

    It is the game that a simulation plays; the record holds the wishes and the signals too.

    >>> from nonante.players import player
    >>> record = record_game(Rules.edition("base", players=2), 7, [player("novice"), player("novice")])
    >>> record.final().require_game().status
    'lost'
    """
    table = _opening(rules, seed, players, tuple(names) or tuple(f"player {seat}" for seat in range(rules.players)))
    for played in played_turns(table.require_game(), players):
        table = table if played.words is None else _said(table, played.words)
        for move in played.moves:
            table = table.apply(table.play(played.seat, move))
    return Record.of(table)


def _opening(rules: Rules, seed: int, players: Sequence[Player], names: tuple[str, ...]) -> Table:
    game = Game.deal(rules, seed)
    wishes: list[str | None] = [None] * rules.players
    if may_talk(game.view(0)):
        wishes = [wish_of(one, game.view(seat)) for seat, one in enumerate(players)]
    return Record(rules, names, Dealt(seed), tuple(wishes), starter(wishes), ()).opening()


def _said(table: Table, words: Sequence[Signal]) -> Table:
    """Return the table with these signals standing."""
    for seat in range(table.rules.players):
        for event in changes(table, seat, [word for word in words if word.seat == seat]):
            table = table.apply(event)
    return table
