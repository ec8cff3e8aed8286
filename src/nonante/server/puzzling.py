"""Puzzles over HTTP: the list, a try move by move, and the answer for those who give up."""

from __future__ import annotations

from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from ..host.after_messages import AskPuzzle, PuzzleAnswer, PuzzleInfo, PuzzleList, TrialState
from ..host.limits import Limits
from ..host.thinking import Thinker
from ..host.views import SeatViews, card_view
from ..review import Puzzle, puzzle, puzzles
from ..rules.outcome import PLAYING
from ..table import Settings, Table
from .answers import answer, packed, read, refusing
from .replays import hands_of


class PuzzlePage:
    """Answers with puzzles."""

    def __init__(self, limits: Limits, thinker: Thinker) -> None:
        self._limits = limits
        self._thinker = thinker

    @refusing
    async def all(self, request: Request) -> Response:
        """List all puzzles."""
        return packed(_listed(), request)

    @refusing
    async def attempt(self, request: Request) -> Response:
        """Show a puzzle after some moves; whole turns are judged."""
        one = puzzle(request.path_params["name"])
        moves = (await read(request, AskPuzzle, self._limits.body)).moves
        table = _table(one)
        ended = False
        for move in moves:
            before = table.require_game()
            table = table.apply(table.play(before.active, move))
            ended = table.require_game().turn != before.turn or table.require_game().status != PLAYING
        verdict = await self._thinker.think(lambda: one.judge(moves)) if ended else None
        return answer(_state(one, table, len(moves), verdict))

    @refusing
    async def solution(self, request: Request) -> Response:
        """Tell one way to solve it."""
        return answer(PuzzleAnswer(list(puzzle(request.path_params["name"]).solution)))


@cache
def _listed() -> PuzzleList:
    infos = [PuzzleInfo(one.name, one.kind, one.grade, one.edition, one.game.rules.players) for one in puzzles()]
    return PuzzleList(infos)


def _table(one: Puzzle) -> Table:
    """Return a table with the puzzle on it; its seats are called by their numbers."""
    table = Table()
    table = table.apply(table.configure(Settings(one.game.rules)))
    for seat in range(one.game.rules.players):
        table = table.apply(table.sit(str(seat + 1), seat))
    return table.apply(table.arrange(one.game, "position"))


def _state(one: Puzzle, table: Table, seq: int, verdict: object) -> TrialState:
    game = table.require_game()
    view = SeatViews("", seq, table, None).of(game.active)
    if one.kind == "chance":
        return TrialState(view, None, None, verdict=verdict)  # type: ignore[arg-type]  # one of the words
    draw = [card_view(game.rules, card) for card in game.draw]
    return TrialState(view, hands_of(table), draw, verdict=verdict)  # type: ignore[arg-type]  # one of the words
