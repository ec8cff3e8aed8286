"""Finished games to look at, played by computer players at a table, with their signals."""

from __future__ import annotations

from functools import cache
from typing import Literal

from nonante import Rules
from nonante.players import player
from nonante.players.match import plan_of, words_of
from nonante.players.talk import changes
from nonante.rules import RuleOptions
from nonante.table import Record, Settings, Table


@cache
def played(
    edition: str, players: int, seed: int, level: str = "steady", commands: Literal["seeded"] | None = None
) -> Record:
    """Return the record of a game from its deal to its end."""
    rules = Rules.edition(edition, players, **(RuleOptions(commands=commands) if commands else RuleOptions()))
    table = Table()
    table = table.apply(table.configure(Settings(rules)))
    for seat in range(players):
        table = table.apply(table.sit(f"Anna {seat}"))
    table = table.apply(table.deal(seed))
    if table.starter is None:
        table = table.apply(table.start(players - 1))
    team = [player(level) for _ in range(players)]
    while table.running:
        game = table.require_game()
        for seat in range(players):
            for event in changes(table, seat, words_of(team[seat], game.view(seat), table.standing)):
                table = table.apply(event)
        for move in plan_of(team[game.active], game.view(game.active), table.standing):
            table = table.apply(table.play(game.active, move))
            if not table.running or table.require_game().turn != game.turn:
                break
    return Record.of(table)


@cache
def late(edition: str, players: int, seed: int, left: int, level: str = "steady") -> Record:
    """Return the record of the end of such a game, from the first turn with at most so many cards left."""
    whole = played(edition, players, seed, level)
    games = list(whole.games())
    start = next(place for place, game in enumerate(games) if game.cards_left <= left and not game.laid_this_turn)
    table = Table()
    table = table.apply(table.configure(Settings(whole.rules)))
    for name in whole.names:
        table = table.apply(table.sit(name))
    table = table.apply(table.arrange(games[start]))
    for move in whole.moves()[start:]:
        table = table.apply(table.play(table.require_game().active, move))
    return Record.of(table)
