"""Whole games with everything that was said and done in them, as records."""

from __future__ import annotations

from collections.abc import Sequence

from ..players import Player
from ..players.match import plan_of, standing, starter, wish_of
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
    turn, words = 0, list[Signal]()
    while table.running:
        game = table.require_game()
        if game.turn != turn:
            turn, words = game.turn, standing(game, players, words)
            table = _said(table, words)
        table = _turn_played(table, players[game.active], words)
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


def _turn_played(table: Table, player: Player, words: Sequence[Signal]) -> Table:
    """Return the table after a plan was played as far as the turn goes."""
    game = table.require_game()
    view = game.view(game.active)
    for move in plan_of(player, view, words if may_talk(view) else ()):
        table = table.apply(table.play(game.active, move))
        if not table.running or table.require_game().turn != game.turn:
            break
    return table
