"""Whole games of computer players, on the rules themselves; ``python -m nonante.players.match`` prints figures.

For millions of games there is the simulation room; this is how the figures of docs/players.md are made again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, NamedTuple

from ..rules import Game, IllegalMove, Rules, View
from ..rules.outcome import PLAYING, WON
from ..table import WISHES, Signal
from .errors import PlayerError
from .protocol import Player
from .registry import LEVELS, player
from .talk import may_say, may_talk

Z: Final = 1.959963984540054
"""Of the normal distribution, for intervals of 95 %."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a number of games came to."""

    games: int
    wins: int
    excellent: int
    """Games graded excellent or better."""
    left: int
    seconds: float

    @property
    def line(self) -> str:
        """The figures as a row of a table: win rate with its interval, share below ten, mean left, seconds a game."""
        low, high = wilson(self.wins, self.games)
        win, excellent = 100 * self.wins / self.games, 100 * self.excellent / self.games
        return (
            f"{win:.1f} ({100 * low:.1f}–{100 * high:.1f}) | {excellent:.0f} | "
            f"{self.left / self.games:.1f} | {self.seconds / self.games:.2f}"
        )


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson's score for a rate.

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


class Played(NamedTuple):
    """A plan that was played, as far as the turn goes."""

    seat: int
    words: list[Signal] | None
    """What stands in this turn, with the first plan of it."""
    moves: list[str]
    after: Game


def played_turns(game: Game, players: Sequence[Player]) -> Iterator[Played]:
    """Play a game to its end, plan by plan."""
    turn, words = 0, list[Signal]()
    while game.status == PLAYING:
        opens = game.turn != turn
        if opens:
            turn, words = game.turn, standing(game, players, words)
        seat, (moves, game) = game.active, _play_plan(game, players, words)
        yield Played(seat, words if opens else None, moves, game)


def begin(game: Game, players: Sequence[Player]) -> Game:
    """Return the game with the seat to start that the players' wishes bring; as it is where talk is closed."""
    if not may_talk(game.view(0)):
        return game
    return game.start_with(starter([wish_of(one, game.view(seat)) for seat, one in enumerate(players)]))


def play_turn(game: Game, players: Sequence[Player]) -> Game:
    """Let the active seat plan and play its turn, after everybody was asked what to say."""
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
    """Return what every seat says in this turn, where `before` stood."""
    return [word for seat, one in enumerate(players) for word in words_of(one, game.view(seat), before)]


def starter(wishes: Sequence[str | None]) -> int:
    """Return who starts: the first who would like to, else the first who does not mind."""
    return min(range(len(wishes)), key=lambda seat: ("like", None, "rather-not").index(wishes[seat]))


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


# --- figures ----------------------------------------------------------------------------------------------------------


def measure(level: str, rules: Rules, games: int, seed: int) -> Figures:
    """Play games with the deals `seed`, `seed` + 1, …, every seat of the same level."""
    players = [player(level) for _ in range(rules.players)]
    begun = time.perf_counter()
    finished = [play_game(rules, seed + number, players) for number in range(games)]
    return Figures(
        games=games,
        wins=sum(game.status == WON for game in finished),
        excellent=sum(game.grade in ("champions", "excellent") for game in finished),
        left=sum(game.score for game in finished),
        seconds=time.perf_counter() - begun,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row of figures."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m nonante.players.match", description=main.__doc__)
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("--edition", default="base")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--talk", default="standard")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=5_000_000)
    options = parser.parse_args(arguments)
    rules = Rules.edition(options.edition, options.players, talk=options.talk)
    figures = measure(options.level, rules, options.games, options.seed)
    talk = options.talk if options.players > 1 else "–"
    print(f"| {options.edition} | {options.players} | {talk} | {options.level} | {options.games} | {figures.line} |")


if __name__ == "__main__":
    main()
