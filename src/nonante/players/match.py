"""Whole games of computer players, on the rules themselves; for millions of games there is the simulation room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from ..rules import PLAYING, Game, IllegalMove, Rules, View
from ..table import WISHES, Signal, who_starts
from .errors import PlayerError
from .protocol import Player
from .talk import may_say, may_talk

Z: Final = 1.959963984540054
"""Of the normal distribution, for intervals of 95%."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval of a rate.

    >>> [round(bound, 4) for bound in wilson(37, 1000)]
    [0.027, 0.0506]
    """
    if not games:
        return 0.0, 1.0
    rate, spread = wins / games, Z * Z / games
    middle = rate + spread / 2
    half = sqrt(spread * (rate * (1 - rate) + spread / 4))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return (low if wins else 0.0), (high if wins < games else 1.0)


def play_game(rules: Rules, seed: int, players: Sequence[Player]) -> Game:
    """Play the game dealt from `seed` to its end, one player a seat, with talk as far as the rules allow it."""
    game = begin(Game.deal(rules, seed), players)
    for played in played_turns(game, players):
        game = played.after
    return game


class PlayedPlan(NamedTuple):
    """A plan that was played, as far as the turn goes."""

    seat: int
    words: list[Signal] | None
    """What stands in this turn, with the first plan of it."""
    moves: list[str]
    after: Game


def played_turns(game: Game, players: Sequence[Player]) -> Iterator[PlayedPlan]:
    """Play a game to its end, plan by plan."""
    turn, words = 0, list[Signal]()
    while game.status == PLAYING:
        opens = game.turn != turn
        if opens:
            turn, words = game.turn, standing(game, players, words)
        seat, (moves, game) = game.active, _play_plan(game, players, words)
        yield PlayedPlan(seat, words if opens else None, moves, game)


def begin(game: Game, players: Sequence[Player]) -> Game:
    """Return the game with the starting seat that the wishes lead to; unchanged if talk is closed."""
    wishes = wishes_of(game, players)
    return game.start_with(who_starts(wishes)) if any(wishes) else game


def wishes_of(game: Game, players: Sequence[Player]) -> list[str | None]:
    """Return the wishes of all seats about the start; none if talk is closed."""
    if not may_talk(game.view(0)):
        return [None] * len(players)
    return [wish_of(one, game.view(seat)) for seat, one in enumerate(players)]


def play_turn(game: Game, players: Sequence[Player]) -> Game:
    """Let the active seat plan and play its turn after all seats have signalled."""
    return _play_plan(game, players, standing(game, players))[1]


def _play_plan(game: Game, players: Sequence[Player], words: Sequence[Signal]) -> tuple[list[str], Game]:
    """Let the active seat plan with these words standing; return the moves of its turn and the game after them."""
    seat, turn, view, moves = game.active, game.turn, game.view(game.active), list[str]()
    for move in plan_of(players[seat], view, words if may_talk(view) else ()):
        try:
            game = game.play(move)
        except IllegalMove as error:
            raise PlayerError("illegal-plan", name=_name(players[seat]), seat=seat, why=str(error)) from error
        moves.append(move)
        if game.turn != turn or game.status != PLAYING:
            break
    return moves, game


def standing(game: Game, players: Sequence[Player], before: Sequence[Signal] = ()) -> list[Signal]:
    """Return the signals of all seats for this turn; `before` are those that stood so far."""
    return [word for seat, one in enumerate(players) for word in words_of(one, game.view(seat), before)]


# --- questions to a player, with its answers checked ------------------------------------------------------------------


def plan_of(player: Player, view: View, words: Sequence[Signal]) -> Sequence[str]:
    """Ask for a plan."""
    plan = _ask(player, "plan", view, words)
    if not isinstance(plan, Sequence) or isinstance(plan, str) or not plan:
        raise _refused(player, "plan", view, plan, "a list of moves is wanted, at least one")
    return plan


def words_of(player: Player, view: View, before: Sequence[Signal] = ()) -> list[Signal]:
    """Ask for signals; those that this seat may not send are dropped, as at any table."""
    words = _ask(player, "speak", view, before)
    if not isinstance(words, Sequence) or not all(isinstance(word, Signal) for word in words):
        raise _refused(player, "speak", view, words, "a list of signals is wanted")
    return [word for word in words if may_say(view, word)]


def wish_of(player: Player, view: View) -> str | None:
    """Ask for a wish about the start."""
    wish: str | None = _ask(player, "wish", view)
    if wish is not None and wish not in WISHES:
        raise _refused(player, "wish", view, wish, f"{', '.join(WISHES)} or None is wanted")
    return wish


def _ask(player: Player, question: str, view: View, *details: object) -> Any:
    try:
        return getattr(player, question)(view, *details)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        name, seat = _name(player), view.seat
        raise PlayerError("player-failed", name=name, seat=seat, question=question, why=why) from error


def _refused(player: Player, question: str, view: View, answer: object, wanted: str) -> PlayerError:
    name, seat = _name(player), view.seat
    return PlayerError("bad-answer", name=name, seat=seat, question=question, answer=answer, wanted=wanted)


def _name(player: Player) -> str:
    return type(player).__name__
