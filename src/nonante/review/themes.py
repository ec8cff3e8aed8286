"""What a puzzle teaches, read from its solution and the trap beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from ..messages import PuzzleTheme
from ..rules import END, FIRE_CARDS, MOVES, PILES, Card, Game

THEMES: Final[tuple[PuzzleTheme, ...]] = get_args(PuzzleTheme)
"""In the order in which they are learnt."""


def theme_of(game: Game, solution: Sequence[str], trap: Sequence[str]) -> PuzzleTheme:
    """Return the theme of a puzzle: its first command, else ten back, else waiting, else leaving room."""
    for card in (*_laid(solution), *game.tops):
        for theme in THEMES:
            if theme == _command(game, card):
                return theme
    if _goes_back(game, solution):
        return "ten"
    return "wait" if len(_laid(_first_turn(game, solution))) < len(_laid(_first_turn(game, trap))) else "room"


def _command(game: Game, card: Card) -> str | None:
    return "fire" if game.rules.fire and card in FIRE_CARDS else game.rules.command_of(card)


def _laid(moves: Sequence[str]) -> list[Card]:
    return [MOVES[move][0] for move in moves if move != END]


def _first_turn(game: Game, moves: Sequence[str]) -> Sequence[str]:
    turn = game.turn
    for place, move in enumerate(moves):
        if game.turn != turn:
            return moves[:place]
        game = game.play(move)
    return moves


def _goes_back(game: Game, moves: Sequence[str]) -> bool:
    """Tell whether a card of these moves goes exactly 10 back."""
    for move in moves:
        if move != END:
            card, pile = MOVES[move]
            if card == PILES[pile].back(game.tops[pile]):
                return True
        game = game.play(move)
    return False
