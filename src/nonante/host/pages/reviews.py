"""Reviews of finished games: the judged game, one's own try at a turn, other decks, playing on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import lru_cache
from typing import Final

from ...messages import (
    AskReview,
    AskTurn,
    DeckOdds,
    OpenedDaily,
    ReviewData,
    TrialState,
    TriedTurn,
    convert,
    encode,
    replace,
)
from ...review import Odds, Replay, at_once, curve, difficulty, other_decks, read_game, try_turn
from ...rules import PLAYING, Game
from ...table import Event, Record, Settings, Table
from ..callers import Caller
from ..computers.levels import free_name, levels
from ..store import Entry
from ..tables import Tables
from ..thinking import Thinker
from ..tokens import digest_of, new_token
from ..views import SeatViews
from .asking import Answer, Asked, answer, read
from .games import record_of

PLAYOUTS: Final = 100


class ReviewPage:
    """Answers about finished games; running ones are refused by whatever reads them."""

    def __init__(self, tables: Tables, thinker: Thinker) -> None:
        self._tables = tables
        self._thinker = thinker

    async def review(self, asked: Asked) -> Answer:
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

    async def attempt(self, request: Asked) -> Answer:
        """Show a turn as its seat saw it after some moves; once the turn is over, judge it."""
        asked, who = read(request, AskTurn), request.caller.address
        record = await self._record(asked, request.caller)
        state, over = await self._tables.reading.do(who, _tried, record, asked.turn, asked.moves)
        if over:
            tried = await self._thinker.judge(at_once(try_turn, record, asked.turn, asked.moves), who, quick=True)
            state = replace(state, tried=convert(tried, TriedTurn))
        return answer(state)

    async def decks(self, request: Asked) -> Answer:
        """Play a turn like this, then on with champions, on a hundred other decks."""
        asked = read(request, AskTurn)
        record = await self._record(asked, request.caller)
        thought = at_once(_decks, record, asked.turn, asked.moves)
        odds = await self._thinker.judge(thought, request.caller.address, quick=True)
        return answer(convert(odds.to_data(), DeckOdds))

    async def curve(self, request: Asked) -> Answer:
        """Tell the win chance turn by turn and nothing more: a second's work."""
        asked = read(request, AskReview)
        record = await self._record(asked, request.caller)
        found = await self._thinker.judge(at_once(curve, record), request.caller.address, quick=True)
        return answer(convert(found.to_data(), ReviewData))

    async def difficulty(self, request: Asked) -> Answer:
        """Tell how many of a hundred fair games are won from the opening of a finished one."""
        asked = read(request, AskReview)
        record = await self._record(asked, request.caller)
        opening = record.opening().require_game()
        odds = await self._thinker.judge(at_once(deal_odds, opening), request.caller.address)
        return answer(convert(odds.to_data(), DeckOdds))

    async def branch(self, request: Asked) -> Answer:
        """Open a table that plays on from a turn, on the same deck, with computer players at the other seats."""
        asked = read(request, AskTurn)
        record = await self._record(asked, request.caller)
        token, who = new_token(), request.caller.address
        entries, seat = await self._tables.reading.do(who, _branched, record, asked.turn, asked.name, token)
        opened = await self._tables.open_with(entries, seat, token)
        return answer(OpenedDaily(opened.code, token, record.rules.name, record.rules.players), 201)

    async def _record(self, asked: AskReview | AskTurn, caller: Caller) -> Record:
        if asked.game is not None:
            return await record_of(self._tables, asked.game.upper(), caller)
        imported = await self._tables.reading.do(caller.address, read_game, asked.text or "")
        return imported.record


def _tried(record: Record, number: int, moves: Sequence[str]) -> tuple[TrialState, bool]:
    """Return a turn as its seat saw it after some moves, and whether they end it: then, as it began."""
    replay = Replay.of(record)
    turn = replay.turn(number)
    start = table = replay.table(turn.decision)
    for move in moves:
        table = table.apply(table.play(turn.seat, move))
    game = table.require_game()
    over = game.turn != start.require_game().turn or game.status != PLAYING
    views = SeatViews("", 0, start, None) if over else SeatViews("", len(moves), table, None)
    return TrialState(views.of(turn.seat), None, None), over


def _decks(record: Record, number: int, moves: Sequence[str]) -> Odds:
    return other_decks(record, number, moves or Replay.of(record).turn(number).moves, PLAYOUTS)


def _branched(record: Record, number: int, name: str, token: str) -> tuple[list[Entry], int]:
    """Return the first events of a table that plays on from a turn, and whose turn it is."""
    replay = Replay.of(record)
    turn = replay.turn(number)
    return branch_opening(record, replay.game(turn.decision), turn.seat, name, token), turn.seat


@lru_cache(maxsize=256)
def deal_odds(opening: Game) -> Odds:
    """Return how hard a deal is; many ask about the deal of the day."""
    return difficulty(opening, PLAYOUTS)


def branch_opening(record: Record, game: Game, seat: int, name: str, token: str) -> list[Entry]:
    """Return the first events of a table that plays on; a known deal, which counts nowhere."""
    table = Table()
    events: list[Event] = [table.configure(Settings(game.rules))]
    table = table.apply(events[-1])
    for place in range(record.rules.players):
        own = place == seat
        who = name if own else free_name(table.names)
        events.append(table.sit(who, place, level=None if own else levels()[-1]))
        table = table.apply(events[-1])
    events.append(table.arrange(game, "position"))
    digests = tuple(digest_of(token) if place == seat else None for place in range(record.rules.players))
    last = len(events) - 2  # everybody sits
    return [Entry(event, secrets=digests if number == last else None) for number, event in enumerate(events)]
