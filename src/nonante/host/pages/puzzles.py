"""Puzzles: the list, a try move by move, and the answer for those who give up."""

from __future__ import annotations

from functools import cache

from ...messages import AskPuzzle, PuzzleAnswer, PuzzleInfo, PuzzleList, PuzzleVerdict, TrialState
from ...review import Puzzle, puzzle, puzzles
from ...rules import PLAYING
from ...table import Settings, Table
from ..card_views import card_view
from ..opening import Sitter, opening_events
from ..thinking import Thinker
from ..views import SeatViews
from .replays import hands_of
from .requests import Answer, PageRequest, answer, read


class PuzzlePage:
    """Answers with puzzles."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    async def all(self, asked: PageRequest) -> Answer:  # noqa: ARG002 - as every page
        """List all puzzles."""
        return answer(_listed())

    async def attempt(self, asked: PageRequest) -> Answer:
        """Show a puzzle after some moves; whole turns are judged."""
        one = puzzle(asked.names["name"])
        moves = read(asked, AskPuzzle).moves
        table = _table(one)
        ended = False
        for move in moves:
            before = table.require_game()
            table = table.apply(table.play(before.active, move))
            ended = table.require_game().turn != before.turn or table.require_game().status != PLAYING
        verdict = await self._thinker.think(one.judging(moves), asked.caller.address) if ended else None
        return answer(_state(one, table, len(moves), verdict))

    async def solution(self, asked: PageRequest) -> Answer:
        """Tell one way to solve it."""
        return answer(PuzzleAnswer(list(puzzle(asked.names["name"]).solution)))


@cache
def _listed() -> PuzzleList:
    infos = [PuzzleInfo(one.name, one.kind, one.grade, one.edition, one.game.rules.players) for one in puzzles()]
    return PuzzleList(infos)


def _table(one: Puzzle) -> Table:
    """Return a table with the puzzle on it; its seats are called by their numbers."""
    sitters = [Sitter(str(seat + 1)) for seat in range(one.game.rules.players)]
    events = opening_events(Settings(one.game.rules), sitters, lambda table: table.arrange(one.game, "position"))
    return Table.fold(events)


def _state(one: Puzzle, table: Table, seq: int, verdict: PuzzleVerdict | None) -> TrialState:
    game = table.require_game()
    view = SeatViews("", seq, table, None).of(game.active)
    if one.kind == "chance":
        return TrialState(view, None, None, verdict=verdict)
    draw = [card_view(game.rules, card) for card in game.draw]
    return TrialState(view, hands_of(table), draw, verdict=verdict)
