"""Puzzles: positions with one right turn, shipped (``puzzles.txt``) and made by ``scripts/puzzles.py``.

*Exact* puzzles show every hand and what is left of the draw pile. One class of turns wins (the order of its cards does
not matter), and every other legal turn is proved to lose. *Chance* puzzles show what one seat sees; the best turn is
ahead of every other class by far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, get_args

from ..messages import PuzzleKind, PuzzleTheme, PuzzleVerdict, Rating
from ..rules import EDITIONS, END, FIRE_CARDS, LOST, MOVES, PILES, PLAYING, WON, Card, Game, IllegalMove
from .daily import check_date
from .errors import ReviewError
from .incremental import Steps, finish
from .rating import START
from .refutation import Refutation, refuting
from .replay import position_after
from .solver import solving, turn_ends

GRADES: Final = (1, 2, 3, 4, 5)
"""From easy to hard."""
FILE: Final = "puzzles.txt"
EASIEST: Final = 800
RANGE: Final = 1200
DEVIATION: Final = 80.0
DAY_GRADES: Final = (2, 3)
DAY_STEP: Final = 31
"""From one day to the next in the list, so that neighbours in it are a month apart."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle."""

    name: str
    kind: PuzzleKind
    grade: int
    game: Game
    solution: tuple[str, ...]
    """Exact: a whole way to win. Chance: the best turn."""
    trap: tuple[str, ...]
    """A turn that looks sensible and fails: that of the level `steady`."""
    right: tuple[tuple[str, ...], ...] = ()
    """Chance: the turns that count as right, within two points of the best."""
    chances: tuple[float, ...] = ()
    """Chance: of the best turn and of the best that is not right, in points."""

    @property
    def edition(self) -> str:
        """Its edition."""
        return self.game.rules.name

    @property
    def stations(self) -> set[tuple[object, ...]]:
        """The classes of the positions that the solution reaches, turn by turn, so that they need no search."""
        game, found = self.game, set[tuple[object, ...]]()
        for move in self.solution:
            before, game = game, game.play(move)
            if game.turn != before.turn:
                found.add(position_class(game))
        return found

    def refuting(self, moves: Sequence[str]) -> Steps[Refutation | None]:
        """Return how the game is lost after a wrong attempt, one step at a time."""
        return refuting(self.game, moves, hidden=self.kind == "chance")

    @property
    def theme(self) -> PuzzleTheme:
        """The idea it teaches."""
        return theme_of(self.game, self.solution, self.trap)

    def judge(self, moves: Sequence[str]) -> PuzzleVerdict:
        """Return the verdict on an attempt, given as whole turns from the start; raise IllegalMove as a game does."""
        return finish(self.judging(moves))

    def judging(self, moves: Sequence[str]) -> Steps[PuzzleVerdict]:
        """Return the verdict on an attempt as `judge` does, one step at a time."""
        if self.kind == "chance":
            return _judge_chance(self, moves)
        return (yield from _judging_exact(self, moves))

    def to_data(self) -> dict[str, Any]:
        """Return what somebody solving it may see: not the solution, and in a chance puzzle only one hand."""
        view = self.game.view(self.game.active)
        open_ = self.kind == "exact"
        hands = (
            self.game.hands if open_ else [view.hand if seat == view.seat else () for seat in range(len(view.counts))]
        )
        return {
            "name": self.name,
            "kind": self.kind,
            "grade": self.grade,
            "rules": self.game.rules.to_data(),
            "tops": list(self.game.tops),
            "hands": [list(hand) for hand in hands],
            "counts": list(view.counts),
            "draw": list(self.game.draw) if open_ else None,
            "draw_count": len(self.game.draw),
            "active": self.game.active,
            "minimum": self.game.minimum,
        }


def _judging_exact(puzzle: Puzzle, moves: Sequence[str]) -> Steps[PuzzleVerdict]:
    game = position_after(puzzle.game, moves)
    if game.status == WON:
        return "solved"
    if game.status == LOST:
        return "wrong"
    if position_class(game) in puzzle.stations:
        return "right"
    found = yield from solving(game)
    return "right" if found.outcome == "won" else "wrong"


def _judge_chance(puzzle: Puzzle, moves: Sequence[str]) -> PuzzleVerdict:
    game = puzzle.game
    for move in moves:
        if game.turn != puzzle.game.turn or game.status != PLAYING:
            raise IllegalMove("game-over", status="playing")
        game = game.play(move)
    ended = game.turn != puzzle.game.turn or game.status == WON
    ends = {end_class(puzzle.game, turn) for turn in puzzle.right}
    if ended:
        return "solved" if end_class(puzzle.game, moves) in ends else "wrong"
    return "wrong" if game.status == LOST else "right"


def end_class(game: Game, moves: Sequence[str]) -> tuple[object, ...]:
    """Return the key of the position after a turn, whatever the order of its cards; see `position_class`."""
    return position_class(position_after(game, moves))


def position_class(game: Game) -> tuple[object, ...]:
    """Return a key that is equal for equivalent positions: without marks, the piles of a direction are alike."""
    a, b, c, d = game.tops
    tops = game.tops if game.rules.marked else (min(a, b), max(a, b), min(c, d), max(c, d))
    return tops, game.hands, game.draw, game.active, game.status


def turn_classes(game: Game) -> dict[tuple[object, ...], tuple[tuple[str, ...], Game]]:
    """Return every class of ends that a turn may have, losing ones left out, each with one way to reach it."""
    found: dict[tuple[object, ...], tuple[tuple[str, ...], Game]] = {}
    for moves, after in turn_ends(game):
        found.setdefault(position_class(after), (moves, after))
    return found


def mirrored(game: Game) -> Game:
    """Return the position upside down, every number n as 101 - n; the same puzzle in games without marks."""
    a, b, c, d = (101 - top for top in game.tops)
    piles = dict(zip("CDAB", (a, b, c, d), strict=True))
    hands = [[101 - card for card in hand] for hand in game.hands]
    return Game.arrange(game.rules, piles, hands, [101 - card for card in game.draw], game.active)


# --- the shipped ones -------------------------------------------------------------------------------------------------


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all shipped puzzles, from easy to hard."""
    lines = files(__package__).joinpath(FILE).read_text("utf-8").splitlines()
    return tuple(read_line(line) for line in lines if line)


@cache
def learning_order() -> tuple[Puzzle, ...]:
    """Return all puzzles in learning order: the original game first, then by theme."""
    return tuple(sorted(puzzles(), key=lambda one: (EDITIONS.index(one.edition), THEMES.index(one.theme), one.name)))


@cache
def ratings() -> dict[str, Rating]:
    """Return a rating for each puzzle: the five grades, spread over 1,200 points."""
    count = len(puzzles())
    values = {one.name: EASIEST + RANGE * (place + 0.5) / count for place, one in enumerate(puzzles())}
    return {name: Rating(round(value), DEVIATION, START.volatility) for name, value in values.items()}


def puzzle_of_the_day(day: str) -> Puzzle:
    """Return the puzzle of a date such as 2026-11-15: an exact one, neither very easy nor very hard."""
    found = [one for one in puzzles() if one.kind == "exact" and one.grade in DAY_GRADES]
    return found[check_date(day).toordinal() * DAY_STEP % len(found)]


def puzzle(name: str) -> Puzzle:
    """Return a puzzle by its name."""
    for one in puzzles():
        if one.name == name:
            return one
    raise ReviewError("puzzle", value=name)


def write_line(one: Puzzle) -> str:
    """Write a puzzle in one line."""
    right = "/".join(".".join(moves) for moves in one.right) or "-"
    chances = "/".join(f"{chance:.1f}" for chance in one.chances) or "-"
    fields = (one.name, one.kind, str(one.grade), ".".join(one.solution), ".".join(one.trap), right, chances)
    return "\t".join([*fields, one.game.to_text()])


def read_line(line: str) -> Puzzle:
    """Read what `write_line` wrote."""
    name, kind, grade, solution, trap, right, chances, text = line.split("\t")
    return Puzzle(
        name,
        "exact" if kind == "exact" else "chance",
        int(grade),
        Game.from_text(text),
        tuple(solution.split(".")),
        tuple(trap.split(".")),
        () if right == "-" else tuple(tuple(moves.split(".")) for moves in right.split("/")),
        () if chances == "-" else tuple(map(float, chances.split("/"))),
    )


# --- what a puzzle teaches --------------------------------------------------------------------------------------------


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
