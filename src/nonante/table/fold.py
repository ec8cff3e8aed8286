"""What every event makes of a table: the only way a table changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from ..rules import END, PLAYING, WON, Game, IllegalMove, check_seed
from . import events
from .errors import TableError
from .events import EmoteName, Event, KnownBy, check_known
from .seats import Seat
from .settings import Settings
from .signals import Again, Signal, StandingSignal, StartWish, still_true, talk_closed, wants_covered

if TYPE_CHECKING:
    from .table import Table

T = TypeVar("T")
_CHAT_KEPT: Final = 50


class ChatEntry(NamedTuple):
    """A line of the chat: a message, or a reaction."""

    seat: int
    text: str
    emote: EmoteName | None = None


def apply(table: Table, event: Event) -> Table:
    """Return the table after an event; raise if it cannot have happened."""
    if not isinstance(event, events.Configured | events.Paused | events.Dealt | events.Gathered | events.Disclosed):
        table.seat_number(event.seat)
    match event:
        case events.Configured(settings):
            return _configured(table, Settings.from_data(settings))
        case events.Seated(seat, name, level, bot):
            return replace(table, seats=_changed(table.seats, seat, Seat(name, level, bot=bot)))
        case events.Renamed(seat, name):
            return replace(table, seats=_changed(table.seats, seat, replace(table.occupied(seat), name=name)))
        case events.Left(seat, level):
            there = Seat(table.occupied(seat).name, level) if level else None
            return replace(table, seats=_changed(table.seats, seat, there), again=table.again - {seat})
        case events.Swapped(seat, other):
            return _swapped(table, seat, table.seat_number(other))
        case events.HandedOver(seat, level):
            return replace(table, seats=_changed(table.seats, seat, replace(table.occupied(seat), stand_in=level)))
        case events.Consented(seat, on):
            return replace(table, seats=_changed(table.seats, seat, replace(table.occupied(seat), research=on)))
        case events.Paused(on):
            return replace(table, paused=on)
        case events.Dealt():
            return replace(dealt(table, event), deals=table.deals + 1)
        case events.Wished(seat, wish):
            return _wished(table, seat, wish)
        case events.Proposed(seat, whom):
            return replace(table, proposals=_changed(table.proposals, seat, whom))
        case events.Started(seat):
            return replace(table, starter=seat, game=table.require_game().start_with(seat))
        case events.Played(_, move):
            if move == END and table.require_game().lost_without_end:
                return table  # an older log still has it
            return played(table, event, table.require_game().play(move))
        case events.Undone():
            return _undone(table)
        case events.Signalled():
            return _signalled(table, event)
        case events.Said(seat, text):
            return _spoken(table, ChatEntry(seat, text))
        case events.Emoted(seat, emote):
            return _spoken(table, ChatEntry(seat, "", emote))
        case events.Gathered():
            return _abandoned(table) if table.running else replace(table, gathered=True)
        case events.Disclosed(known):
            return _disclosed(table, known)


def dealt(table: Table, event: events.Dealt) -> Table:
    """Begin a game: a dealt table agrees who starts; alone, or in an arranged position, that is settled."""
    if event.position is not None:
        game = Game.from_data(event.position)
    else:
        game = Game.deal(table.rules, check_seed(event.seed))
    settled = table.rules.players == 1 or event.position is not None
    return replace(
        table,
        dealt=event,
        game=game,
        starter=game.active if settled else None,
        wishes=(None,) * table.rules.players,
        again=frozenset(),
        proposals=(None,) * table.rules.players,
        raised=(),
        history=(),
        ended=(0,) * table.rules.players,
        checkpoints=(),
        gathered=False,
    )


def played(table: Table, event: events.Played, after: Game) -> Table:
    """Return the table with the game after a move, and the signals that still hold."""
    before = table.require_game()
    same_turn = after.turn == before.turn
    raised = []
    for one in table.raised:
        own_turn_ended = not same_turn and one.signal.seat == event.seat
        same = wants_covered(after, one.signal) == wants_covered(before, one.signal)
        if same and still_true(after, one.signal) and not (own_turn_ended and not one.fresh):
            raised.append(replace(one, fresh=one.fresh and not own_turn_ended))
    history, ended = (*table.history, event), table.ended
    if not same_turn and not table.occupied(event.seat).stand_in:
        ended = _changed(ended, event.seat, len(history))
    return replace(
        table,
        game=after,
        raised=tuple(raised),
        history=history,
        ended=ended,
        checkpoints=(*table.checkpoints, table) if same_turn else (),
        run=_run_after(table, after),
    )


def _changed(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _wished(table: Table, seat: int, wish: StartWish | Again | None) -> Table:
    if wish == "again":
        return replace(table, again=table.again | {seat})
    if not table.running:
        return replace(table, again=table.again - {seat})
    return replace(table, wishes=_changed(table.wishes, seat, wish))


def _spoken(table: Table, entry: ChatEntry) -> Table:
    return replace(table, chat=(*table.chat, entry)[-_CHAT_KEPT:], said=table.said + 1)


def _configured(table: Table, settings: Settings) -> Table:
    """Keep those who sit, moved together, and make as many seats as the rules want."""
    players = settings.rules.players
    seated = tuple(filter(None, table.seats)) if len(table.seats) > players else table.seats
    empty: tuple[None, ...] = (None,) * (players - len(seated))
    return replace(
        table,
        settings=settings,
        seats=(*seated, *empty),
        game=None,
        dealt=None,
        starter=None,
        gathered=False,
        again=frozenset(),
        run=table.run if settings.rules.name == table.rules.name else 0,
    )


def _swapped(table: Table, seat: int, other: int) -> Table:
    """Swap two seats; a result that named the old ones goes, chat follows its author."""
    to = {seat: other, other: seat}
    seats = tuple(table.seats[to.get(n, n)] for n in range(len(table.seats)))
    chat = tuple(entry._replace(seat=to.get(entry.seat, entry.seat)) for entry in table.chat)
    return replace(
        table, seats=seats, chat=chat, game=None, dealt=None, starter=None, gathered=False, again=frozenset()
    )


def _abandoned(table: Table) -> Table:
    """Drop the running game without a result; a run of wins ends with it."""
    return replace(
        table, game=None, dealt=None, starter=None, raised=(), history=(), checkpoints=(), paused=False, run=0
    )


def _disclosed(table: Table, known: KnownBy) -> Table:
    if table.dealt is None:
        raise TableError("not-running")
    return replace(table, dealt=replace(table.dealt, known=check_known(known)))


def _run_after(table: Table, game: Game) -> int:
    """Count wins in a row; a deal that somebody may know counts neither way (R50)."""
    if game.status == PLAYING or (table.dealt and table.dealt.known_by):
        return table.run
    return table.run + 1 if game.status == WON else 0


def _undone(table: Table) -> Table:
    """Go back to before the last move; a signal that spoke of what that move did goes too."""
    if not table.require_game().lost_without_end:  # in an older log the game still went on
        table.require_game().undo()
    if not table.checkpoints:  # the cards of a prepared position stay
        raise IllegalMove("nothing-to-undo")
    past = table.checkpoints[-1]
    before = replace(
        table,
        game=past.game,
        raised=past.raised,
        history=past.history,
        checkpoints=table.checkpoints[:-1],
        run=past.run,
    )
    for entry in table.history[len(past.history) + 1 :]:
        if isinstance(entry, events.Signalled) and _still_fits(before, entry):
            before = _signalled(before, entry)
    return before


def _still_fits(table: Table, event: events.Signalled) -> bool:
    signal = Signal(event.seat, event.signal, event.pile, event.command)
    if not event.on:
        return signal in [one.signal for one in table.raised]
    return talk_closed(table.require_game()) is None and still_true(table.require_game(), signal)


def _signalled(table: Table, event: events.Signalled) -> Table:
    signal = Signal(event.seat, event.signal, event.pile, event.command)
    raised = tuple(one for one in table.raised if not signal.replaces(one.signal))
    if event.on:
        raised = (*raised, StandingSignal(signal, fresh=table.require_game().active == event.seat))
    return replace(table, raised=raised, history=(*table.history, event))
