"""Warnings (R21): what a move loses, as far as the active player can know."""

from __future__ import annotations

from ..rules import END, Game
from ..rules.outcome import LOST, PLAYING

_LIMIT = 20_000  # positions looked at; a turn that needs more is taken to be safe


def losing(game: Game, move: str) -> str | None:
    """Return why a legal move loses: at once, or because no way to end this turn is left; else None.

    Only the active hand and the piles count: what the draw pile or the next players bring is not looked at.
    """
    reason = game.loss(move)
    if reason or move == END:
        return reason
    after = game.play(move)
    if after.turn != game.turn or _survives(after, {}):
        return None
    # Every way loses; the shortest one names what will be broken.
    while after.status == PLAYING:
        moves = after.legal_moves()
        after = after.play(END if END in moves else moves[0])
    return after.reason


def _survives(game: Game, seen: dict[object, bool]) -> bool:
    """Tell whether some sequence of moves ends the current turn without losing."""
    key = (game.tops, game.hands[game.active], len(game.laid_this_turn))
    if key in seen or len(seen) > _LIMIT:
        return seen.get(key, True)
    seen[key] = False
    for move in reversed(game.legal_moves()):
        after = game.play(move)
        if after.turn == game.turn and after.status == LOST:
            continue
        if after.turn != game.turn or after.status != PLAYING or _survives(after, seen):
            seen[key] = True
            return True
    return False
