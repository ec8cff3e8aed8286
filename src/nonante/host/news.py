"""What just happened, told to everybody alike: nothing here may name a card that is not on a pile."""

from __future__ import annotations

from ..messages import News
from ..rules import END
from ..table import (
    Configured,
    Dealt,
    Disclosed,
    Emoted,
    Event,
    Gathered,
    HandedOver,
    Left,
    Paused,
    Played,
    Proposed,
    Renamed,
    Said,
    Seated,
    Signal,
    Signalled,
    Started,
    Table,
    Undone,
    Wished,
)
from .turns import logged_move
from .views import signal_view


def news_of(before: Table, event: Event, after: Table) -> News:
    """Tell an event for the animation and the spoken log; `kind` is the event's own."""
    kind = event.kind
    match event:
        case Played():
            return _played(before, event, after)
        case Undone(seat):
            game = before.require_game()
            back = logged_move(game.rules, after.require_game().tops, game.laid_this_turn[-1])
            return News(kind, seat, move=back)
        case Seated(seat, name, level):
            return News(kind, seat, name=name, text=level)
        case Renamed(seat, name):
            return News(kind, seat, name=name)
        case Left(seat):
            return News(kind, seat, name=before.names[seat])
        case HandedOver(seat, level):
            return News(kind, seat, on=level is not None, text=level)
        case Paused(on):
            return News(kind, on=on)
        case Wished(seat, wish):
            return News(kind, seat, on=wish is not None, text=wish)
        case Proposed(seat, whom):
            return News(kind, seat, on=whom is not None, text=None if whom is None else before.names[whom])
        case Started(seat):
            return News(kind, seat)
        case Signalled(seat, name, pile, command, on):
            return News(kind, seat, signal=signal_view(Signal(seat, name, pile, command)), on=on)
        case Said(seat, text) | Emoted(seat, text):
            return News(kind, seat, text=text)
        case Dealt():
            return News(kind, text=event.known_by)
        case Disclosed(known):
            return News(kind, text=known)
        case Configured() | Gathered():
            return News(kind)


def _played(before: Table, event: Played, after: Table) -> News:
    game, then = before.require_game(), after.require_game()
    move = None if event.move == END else logged_move(game.rules, game.tops, event.move)
    laid = 0 if move is None else 1
    drew = len(then.hands[event.seat]) - len(game.hands[event.seat]) + laid
    return News(event.kind, event.seat, move=move, ended_turn=then.turn != game.turn, drew=drew)
