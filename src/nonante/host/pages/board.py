"""The analysis board: a position that somebody set up, what may be played there, what the champion would do."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Final

from ...messages import AskBoard, BoardAdvice, BoardState, BoardTurn, LoggedMove
from ...review import SEAT, Board, ReviewError, at_once
from ...rules import BASES, MOVES, PLAYING, Game, Tops
from ...table import Settings, Table
from .. import levels
from ..game_log import logged_moves
from ..hints import advice_of
from ..opening import played, position_events
from ..views import SeatViews
from .puzzles import arranged_table
from .requests import Answer, PageRequest, ThinkingPage, answer, read

MOST_OTHERS: Final = 4
TURNED: Final = 101
"""A rising pile with a card is a falling pile with 101 less that card."""


class BoardPage(ThinkingPage):
    """Answers about positions that are not being played on this server."""

    async def state(self, asked: PageRequest) -> Answer:
        """Show the position after some moves of the turn."""
        board = read(asked, AskBoard)
        return answer(_state(await self._game(board, asked), board.moves))

    async def advice(self, asked: PageRequest) -> Answer:
        """Tell the chance to win, the champion's turn with its reasons, and the next best turns."""
        board = read(asked, AskBoard)
        game = _played(await self._game(board, asked), board.moves)[0].require_game()
        return answer(await self._thinker.judge(at_once(_advice, game), asked.caller.address, quick=True))

    async def play(self, asked: PageRequest) -> Answer:
        """Open a table that plays on from the position, with champions at the other seats; hidden cards are dealt."""
        board = read(asked, AskBoard)
        game = await self._game(board, asked, secrets.randbits(64))
        return answer(await self._tables.open_with(position_events(game, board.name, SEAT), SEAT), 201)

    async def _game(self, board: AskBoard, asked: PageRequest, seed: int = 0) -> Game:
        rules = Settings.from_data(board.settings).rules
        game = Board(rules, board.piles, board.hand, board.laid, board.others).game(seed)
        alike = _alike(game)
        if any(_same(game, alike, running) for running in await self._tables.running_games(asked.caller.address)):
            raise ReviewError("board-running")
        return game


def _alike(board: Game) -> dict[Tops, frozenset[int]]:
    """Return the positions that are the same one: with piles of one direction swapped, or everything turned over."""
    (a, b, c, d), left = board.tops, _left(board)
    turned = _turned(left)
    positions = dict[Tops, frozenset[int]]()
    for e, f, g, h, cards in (
        (a, b, c, d, left),
        (TURNED - c, TURNED - d, TURNED - a, TURNED - b, turned),
    ):
        positions |= {(e, f, g, h): cards, (f, e, g, h): cards, (e, f, h, g): cards, (f, e, h, g): cards}
    return positions


def _same(board: Game, alike: Mapping[Tops, frozenset[int]], now: Game) -> bool:
    """Tell whether a running game has these piles and these cards left, now or as its turn began.

    Hands are not compared: a refusal must not tell anybody whether they have guessed one. Only before the first card,
    where all games look alike, it is the hand that tells them apart; nobody guesses a whole one.
    """
    if now.tops not in alike and now.opening not in alike:  # which is soon told of as many tables as there are
        return False
    if board.tops == BASES:
        own = frozenset(board.hands[SEAT])
        return any(set(hand) in (own, _turned(own)) for hand in now.turn_start().hands)
    return any(alike.get(game.tops) == _left(game) for game in (now, now.turn_start()))


def _turned(cards: frozenset[int]) -> frozenset[int]:
    return frozenset(TURNED - card for card in cards)


def _left(game: Game) -> frozenset[int]:
    return frozenset((*game.draw, *(card for hand in game.hands for card in hand)))


def _played(game: Game, moves: Sequence[str]) -> tuple[Table, bool]:
    """Return the position after some moves, and whether they end the turn: then, as it began."""
    start = arranged_table(game)
    table = played(start, moves)
    over = table.require_game().turn != game.turn and table.require_game().status == PLAYING
    return (start, True) if over else (table, False)


def _state(game: Game, moves: Sequence[str]) -> BoardState:
    table, over = _played(game, moves)
    return BoardState(SeatViews("", len(moves), table, None).of(SEAT), over)


def _advice(game: Game) -> BoardAdvice:
    view = game.view(SEAT)
    best = levels.advise(view, ())
    others = [BoardTurn(other.moves, _steps(game, other.moves), other.chance) for other in best.others[:MOST_OTHERS]]
    return BoardAdvice(advice_of(best, view, (), ""), others)


def _steps(game: Game, moves: Sequence[str]) -> list[LoggedMove]:
    return logged_moves(game.rules, game.tops, (move for move in moves if move in MOVES))
