"""The log as people read it: cards laid turn by turn, and news of everything that just happened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import groupby

from .. import table as events
from ..messages import LoggedMove, LoggedTurn, News, Pile, PileStep, Since, TurnSum
from ..rules import BASES, END, LETTERS, MOVES, PILES, PLAYING, Rules, Tops
from ..table import Signal, Table
from .card_views import mark_of, signal_view


def turns_shown(table: Table) -> list[LoggedTurn]:
    """Return the turns that may be looked at now (R33)."""
    game = table.require_game()
    return all_turns(table) if game.rules.open_history or game.status != PLAYING else last_turns(table)


def last_turns(table: Table) -> list[LoggedTurn]:
    """Return the turn before and the current one, which is all that may be looked at (R33)."""
    game = table.require_game()
    before = game.last_turn.moves if game.last_turn else ()
    laid = [move for move in (*_prepared_moves(table), *(entry.move for entry in _played(table))) if move != END]
    shown = len(before) + len(game.laid_this_turn)
    turns = []
    if game.last_turn and len(laid) >= shown:
        tops = _tops_after(_opening_tops(table), laid[: len(laid) - shown])
        turns.append(_logged(game.turn - 1, game.last_turn.seat, game.rules, tops, before))
    if game.status == PLAYING or game.laid_this_turn:
        turns.append(_logged(game.turn, game.active, game.rules, game.opening, game.laid_this_turn))
    return turns


class TurnHistory:
    """The turns of a running game so far and where they took the piles; the cards of the current turn are left out."""

    def __init__(self, table: Table) -> None:
        tops = _tops_after(_opening_tops(table), _prepared_moves(table))
        self._tops = [tops]  # before the first turn, and after each
        self._turns = list[TurnSum]()
        self._ends = list[int]()
        for end, seat, moves in _by_turn(table):
            tops = _tops_after(tops, moves)
            self._tops.append(tops)
            self._turns.append(TurnSum(seat, len(moves), sorted({_pile_of(move) for move in moves})))
            self._ends.append(end)
        self._ended = table.ended

    def since(self, seat: int) -> Since:
        """Return what happened since the last turn that this seat ended itself.

        How far the piles went is told for all turns together: the tops between them are covered, and nobody looks
        through a pile (R33). The turn before this one can be read card by card in the log.
        """
        first = bisect_right(self._ends, self._ended[seat])
        return Since(self._turns[first:], _steps(self._tops[first], self._tops[-1]))


def _pile_of(move: str) -> Pile:
    return LETTERS[MOVES[move][1]]


def _by_turn(table: Table) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the cards laid in each turn but the current one, after where it ends in the history and its seat."""
    game = table.require_game()
    played = [(end, entry) for end, entry in enumerate(table.history, 1) if isinstance(entry, events.Played)]
    over = len(played) - len(game.laid_this_turn)
    for seat, group in groupby(played[:over] if game.status == PLAYING else played, key=lambda one: one[1].seat):
        turn = list(group)
        if moves := [entry.move for _, entry in turn if entry.move != END]:
            yield turn[-1][0], seat, moves


def _steps(before: Tops, after: Tops) -> list[PileStep]:
    return [
        PileStep(LETTERS[pile], PILES[pile].step(before[pile], after[pile]))
        for pile in range(4)
        if before[pile] != after[pile]
    ]


def all_turns(table: Table) -> list[LoggedTurn]:
    """Return every turn of the game, by playing it again."""
    game = table.opened().require_game()
    turns = []
    for entry in _played(table):
        after = game.play(entry.move)
        if after.turn != game.turn and after.last_turn:
            moves = after.last_turn.moves
            turns.append(_logged(game.turn, game.active, game.rules, game.opening, moves))
        game = after
    if game.status == PLAYING or game.laid_this_turn:
        turns.append(_logged(game.turn, game.active, game.rules, game.opening, game.laid_this_turn))
    return turns


def logged_move(rules: Rules, tops: Tops, move: str) -> LoggedMove:
    """Return a card laid on these tops, as the log tells it."""
    card, pile = MOVES[move]
    top, way = tops[pile], PILES[pile]
    return LoggedMove(card, LETTERS[pile], mark_of(rules, card), card == way.back(top), way.step(top, card))


def logged_moves(rules: Rules, tops: Tops, moves: Iterable[str]) -> list[LoggedMove]:
    """Return cards laid one after the other from these tops on, as the log tells them."""
    logged = []
    for move in moves:
        logged.append(logged_move(rules, tops, move))
        tops = _tops_after(tops, [move])
    return logged


def _logged(turn: int, seat: int, rules: Rules, tops: Tops, moves: Iterable[str]) -> LoggedTurn:
    return LoggedTurn(turn, seat, logged_moves(rules, tops, moves))


def _tops_after(tops: Tops, moves: Iterable[str]) -> Tops:
    after = list(tops)
    for move in moves:
        card, pile = MOVES[move]
        after[pile] = card
    a, b, c, d = after
    return a, b, c, d


def _played(table: Table) -> list[events.Played]:
    return [entry for entry in table.history if isinstance(entry, events.Played)]


def _opening_tops(table: Table) -> Tops:
    position = table.dealt.position if table.dealt else None
    if position is None:
        return BASES
    a, b, c, d = position["piles"]
    return a, b, c, d


def _prepared_moves(table: Table) -> list[str]:
    position = table.dealt.position if table.dealt else None
    return list(position["moves"]) if position else []


def news_of(before: Table, event: events.Event, after: Table) -> News:
    """Return an event as everybody may see it, for animation and spoken log: without cards that are not public."""
    kind = event.kind
    match event:
        case events.Played():
            return _news_of_card(before, event, after)
        case events.Undone(seat):
            game = before.require_game()
            back = logged_move(game.rules, after.require_game().tops, game.laid_this_turn[-1])
            return News(kind, seat, move=back)
        case events.Seated(seat, name, level):
            return News(kind, seat, name=name, text=level)
        case events.Renamed(seat, name):
            return News(kind, seat, name=name)
        case events.Left(seat):
            return News(kind, seat, name=before.names[seat])
        case events.HandedOver(seat, level):
            return News(kind, seat, on=level is not None, text=level)
        case events.Paused(on):
            return News(kind, on=on)
        case events.Wished(seat, wish):
            return News(kind, seat, on=wish is not None, text=wish)
        case events.Proposed(seat, whom):
            return News(kind, seat, on=whom is not None, text=None if whom is None else before.names[whom])
        case events.Started(seat):
            return News(kind, seat)
        case events.Signalled(seat, name, pile, command, on):
            return News(kind, seat, signal=signal_view(Signal(seat, name, pile, command)), on=on)
        case events.Said(seat, text) | events.Emoted(seat, text):
            return News(kind, seat, text=text)
        case events.Dealt():
            return News(kind, text=event.known_by)
        case events.Disclosed(known):
            return News(kind, text=known)
        case events.Configured() | events.Gathered() | events.Swapped() | events.Consented():
            return News(kind)


def _news_of_card(before: Table, event: events.Played, after: Table) -> News:
    game, then = before.require_game(), after.require_game()
    move = None if event.move == END else logged_move(game.rules, game.tops, event.move)
    laid = 0 if move is None else 1
    drew = len(then.hands[event.seat]) - len(game.hands[event.seat]) + laid
    return News(event.kind, event.seat, move=move, ended_turn=then.turn != game.turn, drew=drew)
