"""Warnings (R21): what a move loses, as far as the active player can know."""

from __future__ import annotations

from ..rules import END, Game
from ..rules.commands import FIRE, SKULL
from ..rules.outcome import LOST, PLAYING, STUCK

_LIMIT = 4_000  # positions looked at; a turn that needs more is taken to be safe


def losing(game: Game, move: str) -> str | None:
    """Return why a legal move loses: at once, or because no way to end this turn is left; else None.

    Only the active hand and the piles count: what the draw pile or the next players bring is not looked at.
    """
    return _losing(game, move, {})


def losses(game: Game) -> dict[str, str]:
    """Return every legal move that loses, with the reason (see `losing`); quicker than asking one by one."""
    seen: dict[object, bool] = {}
    reasons = {move: _losing(game, move, seen) for move in game.legal_moves()}
    return {move: reason for move, reason in reasons.items() if reason}


def explained(game: Game, reason: str) -> str:
    """Return what to tell people of a loss: its reason, or ``short-hand`` where no fitting card could have helped."""
    cards = len(game.laid_this_turn) + len(game.hands[game.active])
    return "short-hand" if reason == STUCK and cards < game.minimum else reason


def _losing(game: Game, move: str, seen: dict[object, bool]) -> str | None:
    if _plain(game) and len(game.laid_this_turn) + 1 >= game.minimum:
        return None
    after = game.play(move)
    if after.turn != game.turn:
        return None
    if after.status != PLAYING or _survives(after, seen):
        return after.reason
    # Every way loses; the shortest one names what will be broken.
    while not after.reason:
        moves = after.legal_moves()
        after = after.play(END if END in moves else moves[0])
    return after.reason


def _plain(game: Game) -> bool:
    """Tell whether neither commands nor fire are played, so that only the minimum can be missed."""
    return game.rules.commands is None and not game.rules.fire


def _survives(game: Game, seen: dict[object, bool]) -> bool:
    """Tell whether some sequence of moves ends the current turn without losing."""
    key = (game.tops, game.hands[game.active], len(game.laid_this_turn), game.lock)
    if key in seen or len(seen) > _LIMIT:
        return seen.get(key, True)
    seen[key] = False
    if not _coverable(game):
        return False
    for move in reversed(game.legal_moves()):
        after = game.play(move)
        if after.turn == game.turn and after.status == LOST:
            continue
        if after.turn != game.turn or after.status != PLAYING or _survives(after, seen):
            seen[key] = True
            return True
    return False


def _coverable(game: Game) -> bool:
    """Tell whether each top that must be covered this turn has a card in hand for it; else no search is needed."""
    hand, marks = game.hands[game.active], game.rules.marks
    for pile, top in enumerate(game.tops):
        touched = game.touched >> pile & 1
        if marks[top] == (SKULL if touched else FIRE):
            fits = hand[-1] > top or top - 10 in hand if pile < 2 else hand[0] < top or top + 10 in hand
            if not fits:
                return False
    return True
