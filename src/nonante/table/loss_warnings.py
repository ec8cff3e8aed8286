"""Warnings before moves that lose the game, as far as the active player can know (R21)."""

from __future__ import annotations

from typing import Final

from ..rules import END, MOVES, PLAYING, STUCK, Game
from ..turn import ENDED, GOING, LOST, WON, LostTurns, OwnTurn, safe_plan

_MOST: Final = 4_000  # turn states looked at; a turn that needs more is taken to be safe


def losing(game: Game, move: str) -> str | None:
    """Return why a legal move loses: at once, or because no way to end this turn is left; else None.

    Only the active hand and the piles are considered, not the draw pile or the next players.
    """
    return _losses(game, [move]).get(move)


def losses(game: Game) -> dict[str, str]:
    """Return every legal move that loses, with the reason; faster than calling `losing` for each."""
    return _losses(game, game.legal_moves())


def explained(game: Game, reason: str) -> str:
    """Return the reason of a loss to show to people; ``short-hand`` if no fitting card could have helped."""
    cards = len(game.laid_this_turn) + len(game.hands[game.active])
    return "short-hand" if reason == STUCK and cards < game.minimum else reason


def _losses(game: Game, moves: list[str]) -> dict[str, str]:
    if not moves or (not game.rules.marked and len(game.laid_this_turn) + 1 >= game.minimum):
        return {}  # without commands and fire only the minimum can be missed
    turn, lost = OwnTurn.of(game.view(game.active)), LostTurns()
    return {move: _reason(game, move) for move in moves if _loses(turn, move, lost)}


def _loses(turn: OwnTurn, move: str, lost: LostTurns) -> bool:
    """Tell whether a move loses at once or leaves no safe way to end the turn; `lost` is what the search remembers."""
    if move == END:
        return turn.ending() == LOST
    outcome, after = turn.lay(*MOVES[move])
    if outcome != GOING or _saved_by_one(after):
        return outcome == LOST
    return safe_plan(after, lost, _MOST) is None and len(lost) < _MOST


def _saved_by_one(turn: OwnTurn) -> bool:
    """Tell whether one more card ends the turn well, as it mostly does: then there is no need to search."""
    for card, pile in turn.options():
        outcome, after = turn.lay(card, pile)
        if outcome in (ENDED, WON) or (outcome == GOING and after.ending() != LOST):
            return True
    return False


def _reason(game: Game, move: str) -> str:
    """Return what a losing move breaks: where every way loses, the shortest one names it."""
    game = game.play(move)
    while game.status == PLAYING:
        moves = game.legal_moves()
        game = game.play(END if END in moves else moves[0])
    return game.reason or ""
