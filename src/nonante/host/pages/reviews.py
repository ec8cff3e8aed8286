"""Reviews of finished games: the judged game, one's own try at a turn, other decks, playing on."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Sequence
from functools import lru_cache
from typing import Final

from ...messages import (
    AskReview,
    AskTurn,
    Odds,
    Struct,
    TrialState,
    TriedTurn,
    encode,
    replace,
)
from ...review import Replay, Steps, at_once, curve, difficulty, other_decks, read_game, refuting, try_turn
from ...rules import PLAYING, Game
from ...table import Event, Record
from ..access import Caller
from ..opening import played, position_events
from ..views import SeatViews
from .puzzles import line_of, puzzle_settings, refutation_of
from .replays import finished_record
from .requests import Answer, PageRequest, ThinkingPage, answer, read

PLAYOUTS: Final = 100


class ReviewPage(ThinkingPage):
    """Answers about finished games; running ones are refused by whatever reads them."""

    async def review(self, asked: PageRequest) -> Answer:
        """Judge a finished game, line by line as more is known."""
        wanted = read(asked, AskReview)
        record = await self._record(wanted, asked.caller)
        lines = self._thinker.review(record, asked.caller.address)
        first = await anext(lines)  # what is refused at once is refused as everywhere

        async def told() -> AsyncIterator[bytes]:
            yield encode(first) + b"\n"
            async for progress in lines:
                yield encode(progress) + b"\n"

        return Answer(told(), kind="application/x-ndjson")

    async def attempt(self, request: PageRequest) -> Answer:
        """Show a turn as its seat saw it after some moves; once the turn is over, judge it."""
        asked, who = read(request, AskTurn), request.caller.address
        record = await self._record(asked, request.caller)
        state, over = await self._tables.reading.do(who, _tried, record, asked.turn, asked.moves)
        if over:
            tried = await self._thinker.judge(at_once(try_turn, record, asked.turn, asked.moves), who, quick=True)
            state = await self._thinker.think(_answered(record, replace(state, tried=tried), tried), who, quick=True)
        return answer(state)

    async def decks(self, request: PageRequest) -> Answer:
        """Play a turn like this, then on with champions, on a hundred other decks."""
        asked = read(request, AskTurn)
        record = await self._record(asked, request.caller)
        return await self._judged(at_once(_decks, record, asked.turn, asked.moves), request, quick=True)

    async def curve(self, request: PageRequest) -> Answer:
        """Tell the win chance turn by turn and nothing more: a second's work."""
        record = await self._record(read(request, AskReview), request.caller)
        return await self._judged(at_once(curve, record), request, quick=True)

    async def difficulty(self, request: PageRequest) -> Answer:
        """Tell how many of a hundred fair games are won from the opening of a finished one."""
        record = await self._record(read(request, AskReview), request.caller)
        return await self._judged(at_once(deal_odds, record.opening().require_game()), request)

    async def _judged(self, steps: Steps[Struct], request: PageRequest, *, quick: bool = False) -> Answer:
        return answer(await self._thinker.judge(steps, request.caller.address, quick=quick))

    async def branch(self, request: PageRequest) -> Answer:
        """Open a table that plays on from a turn, on the same deck, with computer players at the other seats."""
        asked = read(request, AskTurn)
        record = await self._record(asked, request.caller)
        events, seat = await self._tables.reading.do(request.caller.address, _branched, record, asked.turn, asked.name)
        return answer(await self._tables.open_with(events, seat), 201)

    async def _record(self, asked: AskReview | AskTurn, caller: Caller) -> Record:
        if asked.game is not None:
            return await finished_record(self._tables, asked.game.upper(), caller)
        imported = await self._tables.reading.do(caller.address, read_game, asked.text or "")
        return imported.record


def _answered(record: Record, state: TrialState, tried: TriedTurn) -> Steps[TrialState]:
    """Show a right turn step by step, and after a wrong one what may happen then."""
    replay = Replay.of(record)
    game = replay.game(replay.turn(tried.turn).decision)
    if tried.right:
        return replace(state, line=line_of(game, tried.moves, hidden=True))
    lost = yield from refuting(game, tried.moves, hidden=True)
    return replace(state, refutation=lost and refutation_of(lost, imagined=True))


def _tried(record: Record, number: int, moves: Sequence[str]) -> tuple[TrialState, bool]:
    """Return a turn as its seat saw it after some moves, and whether they end it: then, as it began."""
    replay = Replay.of(record)
    turn = replay.turn(number)
    start = replay.table(turn.decision)
    start = dataclasses.replace(start, settings=puzzle_settings(start.require_game()))
    table = played(start, moves)
    game = table.require_game()
    over = game.turn != start.require_game().turn or game.status != PLAYING
    views = SeatViews("", 0, start, None) if over else SeatViews("", len(moves), table, None)
    return TrialState(views.of(turn.seat)), over


def _decks(record: Record, number: int, moves: Sequence[str]) -> Odds:
    return other_decks(record, number, moves or Replay.of(record).turn(number).moves, PLAYOUTS)


def _branched(record: Record, number: int, name: str) -> tuple[list[Event], int]:
    """Return the first events of a table that plays on from a turn, and whose turn it is; the deal is known."""
    replay = Replay.of(record)
    turn = replay.turn(number)
    return position_events(replay.game(turn.decision), name, turn.seat), turn.seat


@lru_cache(maxsize=256)
def deal_odds(opening: Game) -> Odds:
    """Return how hard a deal is; many ask about the deal of the day."""
    return difficulty(opening, PLAYOUTS)
