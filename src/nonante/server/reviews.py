"""Reviews of finished games over HTTP: the judged game, one's own try at a turn, other decks, playing on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import lru_cache
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ..review import Imported, Odds, Replay, curve, difficulty, other_decks, read_game, try_turn
from ..rules import Game
from ..rules.outcome import PLAYING
from ..table import Event, Record, Settings, Table
from .after_messages import AskReview, AskTurn, DeckOdds, OpenedDaily, ReviewData, TrialState, TriedTurn
from .answers import address_of, answer, read, refusing
from .computers.levels import free_name, levels
from .errors import ServerError
from .games import record_of
from .limits import Buckets
from .replays import MOST_BYTES
from .room import encode
from .store import Entry
from .tables import Tables
from .thinking import Thinker
from .tokens import digest_of, new_token
from .views import SeatViews

PLAYOUTS: Final = 100


class ReviewPage:
    """Answers about finished games; running ones are refused by whatever reads them."""

    def __init__(self, tables: Tables, thinker: Thinker) -> None:
        self._tables = tables
        self._thinker = thinker
        self._asking = Buckets(tables.limits.replays)

    @refusing
    async def review(self, request: Request) -> Response:
        """Judge a finished game, line by line as more is known."""
        record = await self._record(await self._read(request, AskReview))
        lines = self._thinker.review(record)
        first = await anext(lines)  # what is refused at once is refused as everywhere

        async def told() -> AsyncIterator[bytes]:
            yield encode(first) + b"\n"
            async for progress in lines:
                yield encode(progress) + b"\n"

        return StreamingResponse(told(), media_type="application/x-ndjson", headers={"cache-control": "no-store"})

    @refusing
    async def attempt(self, request: Request) -> Response:
        """Show a turn as its seat saw it after some moves; once the turn is over, judge it."""
        asked = await self._read(request, AskTurn)
        record = await self._record(asked)
        replay = Replay.of(record)
        turn = replay.turn(asked.turn)
        start = table = replay.table(turn.decision)
        for move in asked.moves:
            table = table.apply(table.play(turn.seat, move))
        game = table.require_game()
        if game.turn == start.require_game().turn and game.status == PLAYING:
            return answer(TrialState(SeatViews("", len(asked.moves), table, None).of(turn.seat), None, None))
        tried = await self._thinker.judge(lambda: try_turn(record, asked.turn, asked.moves), quick=True)
        view = SeatViews("", 0, start, None).of(turn.seat)
        return answer(TrialState(view, None, None, msgspec.convert(tried, TriedTurn)))

    @refusing
    async def decks(self, request: Request) -> Response:
        """Play a turn like this, then on with champions, on a hundred other decks."""
        asked = await self._read(request, AskTurn)
        record = await self._record(asked)
        moves = asked.moves or list(Replay.of(record).turn(asked.turn).moves)
        odds = await self._thinker.judge(lambda: other_decks(record, asked.turn, moves, PLAYOUTS), quick=True)
        return answer(msgspec.convert(odds.to_data(), DeckOdds))

    @refusing
    async def curve(self, request: Request) -> Response:
        """Tell the win chance turn by turn and nothing more: a second's work."""
        record = await self._record(await self._read(request, AskReview))
        found = await self._thinker.judge(lambda: curve(record), quick=True)
        return answer(msgspec.convert(found.to_data(), ReviewData))

    @refusing
    async def difficulty(self, request: Request) -> Response:
        """Tell how many of a hundred fair games are won from the opening of a finished one."""
        record = await self._record(await self._read(request, AskReview))
        odds = await self._thinker.judge(lambda: deal_odds(Replay.of(record).game(0)))
        return answer(msgspec.convert(odds.to_data(), DeckOdds))

    @refusing
    async def branch(self, request: Request) -> Response:
        """Open a table that plays on from a turn, on the same deck, with computer players at the other seats."""
        asked = await self._read(request, AskTurn)
        record = await self._record(asked)
        replay = Replay.of(record)
        turn = replay.turn(asked.turn)
        token = new_token()
        entries = branch_opening(record, replay.game(turn.decision), turn.seat, asked.name, token)
        opened = await self._tables.open_with(entries, turn.seat, token)
        return answer(OpenedDaily(opened.code, token, record.rules.name, record.rules.players), 201)

    async def _read(self, request: Request, kind: type[AskReview] | type[AskTurn]) -> AskTurn:
        if not self._asking.take(address_of(request)):
            raise ServerError("too-fast")
        asked = await read(request, kind, MOST_BYTES)
        return asked if isinstance(asked, AskTurn) else AskTurn(1, asked.game, asked.text)

    async def _record(self, asked: AskTurn) -> Record:
        if asked.game is not None:
            return await record_of(self._tables, asked.game.upper())
        imported: Imported = await asyncio.to_thread(read_game, asked.text or "")
        return imported.record


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
