"""What if: another way to play a turn of a finished game, or the same on other decks."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from ..messages import Odds, TriedTurn
from ..rules import PLAYING, IllegalMove
from ..table import Record
from .difficulty import odds_of
from .errors import ReviewError
from .judge import Judge
from .replay import Replay

RIGHT: Final = 1.0
"""A turn within so many points of the champion's is right."""
_TO_THE_END: Final = 999
_TRY_WORLDS: Final = 512


def other_decks(record: Record, turn: int, moves: Sequence[str] = (), games: int = 100, seed: int = 0) -> Odds:
    """Return how many games champions win after this turn (played as `moves`, or by the champion) with other decks.

    Everything that the seat did not see is dealt again for each game. Needs the compiled kernel.
    """
    judge, view, signals = _seen(record, turn)
    if not judge.compiled:
        raise ReviewError("no-other-decks")
    plan = tuple(moves) or judge.plan(view, signals)
    _check_turn(Replay.of(record), turn, plan)
    chances = judge.look_on(view, [plan], signals, worlds=games, seed=seed, horizon=_TO_THE_END)
    return odds_of(int((chances > 50).sum()), games)


def try_turn(record: Record, turn: int, moves: Sequence[str], seed: int = 0) -> TriedTurn:
    """Judge another way to play a turn of a finished game, as its seat saw it, compared with the champion's."""
    replay = Replay.of(record)
    _check_turn(replay, turn, moves)
    judge, view, signals = _seen(record, turn)
    plan = judge.plan(view, signals)
    best = max(judge.weigh(view, signals)[0].chance, judge.value(view, plan, signals))
    loss, error = best - judge.value(view, moves, signals), None
    if judge.compiled:
        chances = judge.look_on(view, [plan, moves], signals, worlds=_TRY_WORLDS, seed=seed, horizon=1)
        apart = chances[0] - chances[1]
        loss, error = max(0.0, float(apart.mean())), round(float(apart.std()) / sqrt(_TRY_WORLDS), 3)
    return TriedTurn(
        turn=turn,
        moves=list(moves),
        plan=list(plan),
        best=round(best, 1),
        chance=round(best - loss, 1),
        loss=round(loss, 2),
        error=error,
        right=loss <= RIGHT,
    )


def _seen(record: Record, turn: int) -> tuple[Judge, Any, Any]:
    """Return the judge of a game, and the view and signals of the seat at one of its turns."""
    replay = Replay.of(record)
    played = replay.turn(turn)
    game, heard = replay.decision(played)
    return Judge.of(record), game.view(played.seat), heard


def _check_turn(replay: Replay, turn: int, moves: Sequence[str]) -> None:
    """Refuse moves that are not a whole turn."""
    start = replay.game(replay.turn(turn).decision)
    game = start
    for move in moves:
        if game.turn != start.turn:
            raise IllegalMove("unknown-move", move=move)
        game = game.play(move)
    if game.turn == start.turn and game.status == PLAYING:
        raise IllegalMove("below-minimum", minimum=game.minimum, laid=len(game.laid_this_turn))
