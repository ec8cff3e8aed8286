"""What a command asks of a table: who may ask it, and its event. Pure functions."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from .. import messages, table as events
from ..messages import Command
from ..review import Daily
from ..rules import Game, check_seed
from ..table import Dealt, Event, Settings, Step, Table, TableError, talk_closed
from .errors import HostError
from .levels import check_level, free_name, stand_in
from .state import TableState
from .weeks import Weekly


@dataclass(frozen=True, slots=True)
class CommandContext:
    """A table and who asks something of it."""

    state: TableState
    seat: int
    host: int | None
    away: Collection[int]
    late: Collection[int]
    """Those away for so long that anybody may decide about their seat."""
    anybody_deals: bool
    """Whether a wish for another game has stood for so long that the host need not be waited for."""
    research: bool
    """Whether people are asked if their games may be used for research."""

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.state.table


def decide(context: CommandContext, command: Command) -> Step:
    """Return the event a command makes and the table after it, or raise the reason why not."""
    if isinstance(command, messages.Play):
        _check_seq(context, command.seq)
        return context.table.move(context.seat, command.move)
    event = _event_of(context, command)
    return Step(event, context.table.apply(event))


def _event_of(context: CommandContext, command: Command) -> Event:
    table, seat = context.table, context.seat
    match command:
        case messages.Undo(seq=seq):
            _check_seq(context, seq)
            return table.undo(seat)
        case messages.Wish(wish=wish):
            return table.wish(seat, wish)
        case messages.Propose(seat=other):
            return table.propose(seat, other)
        case messages.Start(seat=other):
            return _start(context, seat if other is None else other)
        case messages.SendSignal(signal=name, pile=pile, command=kind, on=on):
            return table.signal(seat, name, pile, kind) if on else table.withdraw(seat, name, pile, kind)
        case messages.Say(text=text):
            return table.say(seat, text)
        case messages.Emote(emote=emote):
            return table.emote(seat, emote)
        case messages.KnowDeal():
            if table.fresh and not (table.dealt and table.dealt.day):
                raise HostError("not-daily")
            return table.disclose("same")
        case messages.Leave():
            return table.leave(seat, stand_in(table.settings.hints) if table.running else None)
        case messages.Rename(seat=other, name=name):
            if other != seat:
                must_host(context)
                _spare_owner(context, command)
            return table.rename(other, name)
        case messages.Consent(on=on):
            if on and not context.research:
                raise HostError("no-research")
            return table.consent(seat, on)
        case messages.HandOver(seat=other, on=on):
            return _hand_over(context, other, on)
        case messages.Deal(same=False, day=None) if context.anybody_deals:
            return table.deal(new_seed())
        case _:
            must_host(context)
            _spare_owner(context, command)
            return _of_host(table, command)


def _of_host(table: Table, command: Command) -> Event:
    match command:
        case messages.Configure(settings=settings):
            return table.configure(Settings.from_data(settings))
        case messages.AddBot(level=level, seat=seat):
            return table.sit(free_name(table.names), seat, check_level(level))
        case messages.Remove(seat=seat):
            return table.leave(seat)
        case messages.Swap(seat=seat, other=other):
            return table.swap(seat, other)
        case messages.Gather():
            return table.gather()
        case messages.Pause(on=on):
            return table.pause(on)
        case messages.Deal(day=str(week)) if "W" in week:
            return week_deal(table, Weekly(week, len(table.seats)), time.time())
        case messages.Deal(day=str(day)):
            return team_deal(table, Daily(day, "team"), datetime.now(UTC))
        case messages.Deal(same=same):
            return _same_deal(table) if same else table.deal(new_seed())
    raise HostError("malformed", why="no such command")


def new_seed() -> int:
    """Return a seed nobody can foresee."""
    return secrets.randbits(64)


def team_deal(table: Table, deal: Daily, now: datetime) -> Dealt:
    """Deal the team's deal of a day; it is fresh as the first one of a table, while the day lasts somewhere."""
    if table.rules != deal.rules:
        raise HostError("daily-rules")
    if not deal.begun(now):
        raise HostError("date-future", date=deal.date)
    first = table.deals == 0 and deal.counts(now)
    return table.deal(deal.seed, None if first else "seed", deal.date if first else None)


def week_deal(table: Table, deal: Weekly, now: float) -> Dealt:
    """Deal the crews' deal of a week; it is fresh as the first one of a table, while the week lasts."""
    if table.rules != deal.rules:
        raise HostError("week-rules")
    first = table.deals == 0 and deal.begins <= now < deal.ends
    return table.deal(deal.seed, None if first else "seed")


def _same_deal(table: Table) -> Event:
    if table.dealt is None:
        raise TableError("not-running")
    if table.dealt.position is not None:
        return table.arrange(Game.from_data(table.dealt.position), "same")
    return table.deal(check_seed(table.dealt.seed), "same")


def _start(context: CommandContext, seat: int) -> Event:
    """Let people take the start themselves; where talk is closed, the host alone names a seat (R5)."""
    event = context.table.start(seat)
    closed = talk_closed(context.table.require_game()) is not None
    if closed and context.seat != context.host:
        raise TableError("host-starts")
    if not closed and seat != context.seat:
        raise TableError("propose-first")
    return event


def _hand_over(context: CommandContext, seat: int, on: bool) -> Event:
    """Let the owner do what they like with their seat; the host, later anybody, what helps an empty chair."""
    event = context.table.hand_over(seat, stand_in(context.table.settings.hints) if on else None)
    if seat != context.seat:
        if seat not in context.late:
            must_host(context)
        if seat not in context.away:
            raise HostError("present", seat=seat)
    return event


def must_host(context: CommandContext) -> None:
    """Refuse what only the host may do."""
    if context.seat != context.host:
        raise TableError("not-host")


def _spare_owner(context: CommandContext, command: Command) -> None:
    """Refuse what somebody who decides while the owner is away may not do: to their seat, and to who may come in."""
    if context.state.owner in (None, context.seat):
        return
    match command:
        case messages.Remove(seat=seat) | messages.Rename(seat=seat) if seat == context.state.owner:
            raise HostError("owner")
        case messages.Configure(settings=data):
            old, new = context.table.settings, Settings.from_data(data)
            if (new.private, new.approval) != (old.private, old.approval):
                raise HostError("owner")


def _check_seq(context: CommandContext, seq: int) -> None:
    """Refuse a move that was decided on before this turn began, or on a view that never was.

    Within the turn the seat alone lays cards, so an older view of the same turn does no harm: the rules decide.
    """
    game = context.table.game
    mine = game is not None and game.active == context.seat  # else "it is not your turn" says more
    if mine and not context.state.turn_seq <= seq <= context.state.seq:
        raise HostError("stale")


def changes_nothing(before: Table, step: Step) -> bool:
    """Tell whether an event says what is so already: it is answered, and not stored."""
    if isinstance(step.event, events.Signalled):
        return set(before.raised) == set(step.table.raised)
    said = events.Wished | events.Proposed | events.Disclosed
    done = events.Paused | events.HandedOver | events.Renamed | events.Consented
    return isinstance(step.event, said | done) and before == step.table
