"""Puzzles: the list, a try move by move, what would happen after a wrong turn, and the answer for those who give up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ... import messages
from ...messages import (
    AskPuzzle,
    PuzzleInfo,
    PuzzleLine,
    PuzzleList,
    PuzzleOfTheDay,
    PuzzleState,
    PuzzleVerdict,
    Rating,
    replace,
)
from ...review import (
    START,
    Puzzle,
    Refutation,
    Replay,
    Steps,
    checked,
    learning_order,
    puzzle,
    puzzle_of_the_day,
    rated,
    ratings,
)
from ...rules import PLAYING, Game
from ...table import Record, Settings, Table
from ..card_views import card_view
from ..opening import Sitter, opening_events, played
from ..thinking import Thinker
from ..views import SeatViews
from .replays import frames_of, hands_of
from .requests import Answer, PageRequest, answer, read


class PuzzlePage:
    """Answers with puzzles."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    async def all(self, asked: PageRequest) -> Answer:  # noqa: ARG002 - as every page
        """List all puzzles."""
        return answer(_listed())

    async def of_the_day(self, asked: PageRequest) -> Answer:
        """Name the puzzle of a day."""
        return answer(PuzzleOfTheDay(puzzle_of_the_day(asked.names["date"]).name))

    async def attempt(self, asked: PageRequest) -> Answer:
        """Show a puzzle after some moves; whole turns are judged, and a wrong one is refuted."""
        one = puzzle(asked.names["name"])
        tried = read(asked, AskPuzzle)
        before = checked(tried.rating or START)
        before_last = played(arranged_table(one.game), tried.moves[:-1])
        table = played(before_last, tried.moves[-1:])
        game = table.require_game()
        ended = game.turn != before_last.require_game().turn or game.status != PLAYING
        state = _state(one, table, len(tried.moves))
        if ended:
            state = await self._thinker.think(_judged(one, tried.moves, state), asked.caller.address)
        if tried.first and state.verdict in ("solved", "wrong"):
            state = replace(state, rating=_rated(before, one, state.verdict))
        return answer(state)

    async def solution(self, asked: PageRequest) -> Answer:
        """Tell one way to solve it."""
        one = puzzle(asked.names["name"])
        return answer(line_of(one.game, one.solution, hidden=one.kind == "chance"))


@cache
def _listed() -> PuzzleList:
    return PuzzleList([_info(one) for one in learning_order()])


def _info(one: Puzzle) -> PuzzleInfo:
    rating = round(ratings()[one.name].value)
    return PuzzleInfo(one.name, one.kind, one.theme, rating, one.edition, one.game.rules.players)


def _rated(before: Rating, one: Puzzle, verdict: PuzzleVerdict) -> Rating:
    return rated(before, [(ratings()[one.name], 1.0 if verdict == "solved" else 0.0)])


def puzzle_settings(game: Game) -> Settings:
    """Return what a table offers where one person tries turns: to take cards back, and no hint."""
    return Settings(game.rules, undo=True, hints=False)


def arranged_table(game: Game) -> Table:
    """Return a table with a position on it; its seats are called by their numbers."""
    sitters = [Sitter(str(seat + 1)) for seat in range(game.rules.players)]
    return Table.fold(opening_events(puzzle_settings(game), sitters, lambda table: table.arrange(game, "position")))


def _state(one: Puzzle, table: Table, seq: int) -> PuzzleState:
    game = table.require_game()
    views = SeatViews("", seq, table, None)
    if one.kind == "chance":
        return PuzzleState(views.of(one.game.active), None, None)
    return PuzzleState(views.of(game.active), hands_of(table), [card_view(game.rules, card) for card in game.draw])


def _judged(one: Puzzle, moves: Sequence[str], state: PuzzleState) -> Steps[PuzzleState]:
    verdict: PuzzleVerdict = yield from one.judging(moves)
    hidden = one.kind == "chance"
    if verdict == "solved":
        return replace(state, verdict=verdict, line=line_of(one.game, moves, hidden))
    if verdict == "right":
        return replace(state, verdict=verdict)
    lost = yield from one.refuting(moves)
    if lost is None and not hidden:  # a narrow search had missed the way to win
        return replace(state, verdict="right")
    return replace(state, verdict=verdict, refutation=lost and refutation_of(lost, imagined=hidden))


def refutation_of(lost: Refutation, imagined: bool) -> messages.Refutation:
    """Return a refutation as it is sent."""
    line = line_of(lost.game, lost.moves)
    return messages.Refutation(line, lost.seat, lost.card, lost.reason, lost.taken_by, imagined)


def line_of(game: Game, moves: Sequence[str], hidden: bool = False) -> PuzzleLine:
    """Return moves from a position on, step by step; hidden hands stay hidden."""
    replay = Replay.so_far(Record.of(played(arranged_table(game), moves)))
    frames = frames_of(replay)
    if hidden:
        frames = [replace(frame, hands=_own_hand(frame.hands, game.active)) for frame in frames]
    return PuzzleLine(list(replay.turns), frames)


def _own_hand(hands: list[list[messages.CardView]], seat: int) -> list[list[messages.CardView]]:
    return [hand if number == seat else [] for number, hand in enumerate(hands)]
