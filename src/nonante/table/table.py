"""`Table`: people around a game. Commands check and return an event; `apply` folds events into the next table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from ..rules import PLAYING, Game, Rules, check_seed
from . import events
from .chat import check_chat
from .errors import TableError
from .events import EMOTES, Event, KnownBy, check_known
from .fold import ChatEntry, apply, dealt, played
from .seats import Seat, check_name, computer_start, name_like, recorded_name
from .settings import Settings
from .signals import WISHES, Signal, StandingSignal, StartWish, check_signal, check_talk, silenced

Entry: TypeAlias = events.Played | events.Signalled


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about one table, as an immutable value: the fold of its events."""

    settings: Settings = field(default_factory=Settings)
    seats: tuple[Seat | None, ...] = (None,)
    paused: bool = False
    chat: tuple[ChatEntry, ...] = ()
    """What was said last, words and reactions."""
    said: int = 0
    """How much was ever said here, so that each can tell what is new."""
    gathered: bool = False
    """Whether everybody is back in the lobby after a game."""
    run: int = 0
    """How many fresh deals of this edition were won in a row."""
    deals: int = 0
    """How many games were dealt here."""
    dealt: events.Dealt | None = None
    """How the current game began."""
    game: Game | None = None
    starter: int | None = None
    wishes: tuple[StartWish | None, ...] = ()
    again: frozenset[int] = frozenset()
    """The seats that would like another game, once one is over."""
    proposals: tuple[int | None, ...] = ()
    """Whom each seat proposes to start (R5)."""
    raised: tuple[StandingSignal, ...] = ()
    """The signals raised and not withdrawn; `standing` are those that show."""
    history: tuple[Entry, ...] = ()
    """What happened in the current game, without what was taken back."""
    ended: tuple[int, ...] = ()
    """How long the history was when each seat last ended a turn itself, with nobody standing in for it."""
    checkpoints: tuple[Table, ...] = field(default=(), compare=False, repr=False)
    """The table before each card of the current turn: taking one back need not play the game again."""

    @classmethod
    def fold(cls, events: Iterable[Event]) -> Table:
        """Return the table that these events make."""
        table = cls()
        for event in events:
            table = table.apply(event)
        return table

    @property
    def rules(self) -> Rules:
        """The rules this table plays."""
        return self.settings.rules

    @property
    def people(self) -> list[int]:
        """The seats with a person, whoever plays for them at the moment."""
        return [seat for seat, there in enumerate(self.seats) if there and there.level is None]

    @property
    def host(self) -> int | None:
        """The first seat with a person: the one who may change the table."""
        return next(iter(self.people), None)

    @property
    def running(self) -> bool:
        """Whether a game is running."""
        return self.game is not None and self.game.status == PLAYING

    @property
    def fresh(self) -> bool:
        """Whether a fresh deal is being played (R50)."""
        return self.running and self.dealt is not None and self.dealt.known_by is None

    @property
    def undo_on(self) -> bool:
        """Whether cards may be taken back: as the host chose, by default if one person plays (R46)."""
        return len(self.people) == 1 if self.settings.undo is None else self.settings.undo

    @property
    def computer_start(self) -> int | None:
        """The computer player's seat that has to start now (R5), or None."""
        if not self.running or self.starter is not None:
            return None
        return computer_start(self.seats, self.wishes, self.proposals)

    @property
    def chat_closed(self) -> str | None:
        """The code of what closes the chat now; None while it is open (R35, R47)."""
        return self._speech_closed if self.settings.chat else "chat-off"

    @property
    def reactions_closed(self) -> str | None:
        """The code of what closes reactions now; during a game they need an open chat (R51)."""
        return self._speech_closed or ("emote-closed" if self.running and not self.settings.chat else None)

    @property
    def _speech_closed(self) -> str | None:
        if (self.game.rules if self.game else self.rules).talk == "none":
            return "talk-off"
        return "silence" if self.game and self.running and silenced(self.game) else None

    @property
    def names(self) -> tuple[str, ...]:
        """The name at each seat, empty where nobody sits."""
        return tuple(seat.name if seat else "" for seat in self.seats)

    @property
    def standing(self) -> tuple[Signal, ...]:
        """The signals that everybody sees now; silence hides them (R35)."""
        if self.game is None or silenced(self.game):
            return ()
        return tuple(one.signal for one in self.raised)

    # Commands: each checks everything and returns the event, or raises; the table stays as it is.

    def configure(self, settings: Settings) -> events.Configured:
        """Change the settings between games."""
        self._must_not_run()
        seated = sum(seat is not None for seat in self.seats)
        if seated > settings.rules.players:
            raise TableError("too-many-seated", seated=seated, players=settings.rules.players)
        return events.Configured(settings.to_data())

    def sit(self, name: str, seat: int | None = None, level: str | None = None, bot: bool = False) -> events.Seated:
        """Take a seat, or the first free one; `level` puts a computer player there, `bot` marks one from elsewhere."""
        free = [n for n, taken in enumerate(self.seats) if taken is None]
        if not free:
            raise TableError("table-full")
        place = free[0] if seat is None else self.seat_number(seat)
        if place not in free:
            raise TableError("seat-taken", seat=place)
        return events.Seated(place, self._free_name(name), level, bot)

    def seat_from_record(self, name: str, level: str | None = None) -> events.Seated:
        """Take the first free seat under a name from a record; older records contain names that are refused now."""
        if None not in self.seats:
            raise TableError("table-full")
        place = self.seats.index(None)
        return events.Seated(place, recorded_name(name) or str(place + 1), level)

    def rename(self, seat: int, name: str) -> events.Renamed:
        """Rename a seat; not during a game, when a name could tell something."""
        self._must_not_run()
        self.occupied(seat)
        return events.Renamed(seat, self._free_name(name, besides=seat))

    def leave(self, seat: int, level: str | None = None) -> events.Left:
        """Leave a seat for good; in a running game a computer player takes it, if other people play on."""
        self.occupied(seat)
        if not self.running:
            return events.Left(seat)
        if level is None or not {*self.people} - {seat}:
            raise TableError("running")
        return events.Left(seat, level)

    def swap(self, seat: int, other: int) -> events.Swapped:
        """Let two seats change places between games."""
        self._must_not_run()
        self.occupied(seat)
        if self.seat_number(other) == seat:
            raise TableError("seat-taken", seat=other)
        return events.Swapped(seat, other)

    def hand_over(self, seat: int, level: str | None) -> events.HandedOver:
        """Let a computer player move for a person, or (None) give the seat back."""
        if self.occupied(seat).level is not None:
            raise TableError("seat-taken", seat=seat)
        return events.HandedOver(seat, level)

    def consent(self, seat: int, on: bool) -> events.Consented:
        """Agree that the games of this table may be used for research, or withdraw that."""
        self.occupied(seat)
        return events.Consented(seat, on)

    def pause(self, on: bool) -> events.Paused:
        """Stop or resume the table."""
        return events.Paused(on)

    def deal(self, seed: int, known: str | None = None, day: str | None = None) -> events.Dealt:
        """Deal a new game to a full table; `known` says why somebody may know it (R50), `day` whose team deal it is."""
        self._must_be_ready()
        return events.Dealt(check_seed(seed), known=check_known(known), day=day)

    def arrange(self, game: Game, known: str | None = "position") -> events.Dealt:
        """Begin with a prepared position: a lesson, a puzzle, a deal from a real box."""
        self._must_be_ready()
        if game.rules.players != len(self.seats):
            raise TableError("too-many-seated", seated=len(self.seats), players=game.rules.players)
        return events.Dealt(None, game.to_data(), check_known(known))

    def wish(self, seat: int, wish: str | None) -> events.Wished:
        """Say "like" or "rather-not" about starting, before the first turn; "again" once a game is over."""
        if wish == "again" or not self.running:
            return self._wish_again(seat, wish)
        self._may_talk_of_start()
        if wish is not None and wish not in WISHES:
            raise TableError("unknown-signal", signal=wish)
        return events.Wished(self.seat_number(seat), wish)

    def _wish_again(self, seat: int, wish: str | None) -> events.Wished:
        self._must_not_run()
        self.require_game()
        self.occupied(seat)
        if wish not in ("again", None):
            raise TableError("not-running")
        return events.Wished(seat, "again" if wish else None)

    def propose(self, seat: int, whom: int | None) -> events.Proposed:
        """Propose that another seat starts, a computer player's too; None takes the proposal back."""
        self._may_talk_of_start()
        if whom is not None and self.seat_number(whom) == seat:
            raise TableError("propose-other")
        return events.Proposed(self.seat_number(seat), whom)

    def start(self, seat: int) -> events.Started:
        """Take the first turn, or name the seat that does."""
        self._before_start()
        return events.Started(self.seat_number(seat))

    def play(self, seat: int, move: str) -> events.Played:
        """Lay a card or end the turn; the rules check it (see `move`)."""
        self.require_turn(seat).play(move)
        return events.Played(seat, move)

    def move(self, seat: int, move: str) -> Step:
        """Play and apply a move in one go, so that the rules evaluate it only once."""
        event = events.Played(seat, move)
        return Step(event, played(self, event, self.require_turn(seat).play(move)))

    def undo(self, seat: int) -> events.Undone:
        """Take back the last card of the current turn (R34)."""
        if not self.undo_on:
            raise TableError("undo-off")
        self.require_turn(seat).undo()
        return events.Undone(seat)

    def signal(self, seat: int, name: str, pile: str | None = None, command: str | None = None) -> events.Signalled:
        """Raise a signal."""
        check_signal(self._started_game(), Signal(self.seat_number(seat), name, pile, command))
        return events.Signalled(seat, name, pile, command)

    def withdraw(
        self, seat: int, name: str, pile: str | None = None, command: str | None = None, *, recorded: bool = False
    ) -> events.Signalled:
        """Withdraw a standing signal. This tells something too, so it is closed while talk is (R35).

        `recorded` allows it in old records, made before R35.
        """
        game = self._started_game()
        if not recorded:
            check_talk(game)
        if Signal(self.seat_number(seat), name, pile, command) not in [one.signal for one in self.raised]:
            raise TableError("not-signalled")
        return events.Signalled(seat, name, pile, command, on=False)

    def say(self, seat: int, text: str) -> events.Said:
        """Write in the chat, if the host allows it and the rules let people talk (R47)."""
        if self.chat_closed:
            raise TableError(self.chat_closed)
        self.occupied(seat)
        return events.Said(seat, check_chat(text, permissive=self.rules.talk == "permissive"))

    def emote(self, seat: int, emote: str) -> events.Emoted:
        """Send a reaction, between games or while the chat is open (R51)."""
        known = next((one for one in EMOTES if one == emote), None)
        if known is None:
            raise TableError("emote", emote=emote, known=", ".join(EMOTES))
        self.occupied(seat)
        if self.reactions_closed:
            raise TableError(self.reactions_closed)
        return events.Emoted(seat, known)

    def gather(self) -> events.Gathered:
        """Return everybody to the lobby; a running game is discarded."""
        self.require_game()
        return events.Gathered()

    def disclose(self, known: KnownBy = "link") -> events.Disclosed:
        """Turn the running game into a known deal, visibly for everybody (R50).

        Its cards were exported ("link"), or somebody at the table has played them before ("same").
        """
        self._running_game()
        before = self.dealt.known_by if self.dealt else None
        return events.Disclosed(before or known)

    # What the commands ask.

    def seat_number(self, seat: object) -> int:
        """Check a seat number; raise for anything else."""
        if type(seat) is not int or not 0 <= seat < len(self.seats):
            raise TableError("seat-empty", seat=seat)
        return seat

    def occupied(self, seat: int) -> Seat:
        """Return the seat's occupant; raise if it is free."""
        there = self.seats[self.seat_number(seat)]
        if there is None:
            raise TableError("seat-empty", seat=seat)
        return there

    def _free_name(self, name: str, besides: int | None = None) -> str:
        tidy = check_name(name)
        others = (seat.name for n, seat in enumerate(self.seats) if seat and n != besides)
        if name_like(tidy, others) is not None:
            raise TableError("name-taken", name=tidy)
        return tidy

    def _must_not_run(self) -> None:
        if self.running:
            raise TableError("running")

    def _must_be_ready(self) -> None:
        self._must_not_run()
        empty = self.seats.count(None)
        if empty:
            raise TableError("seats-empty", count=empty)

    def require_game(self) -> Game:
        """Return the running or finished game; raise when none was dealt."""
        if self.game is None:
            raise TableError("not-running")
        return self.game

    def _running_game(self) -> Game:
        if not self.running:
            raise TableError("not-running")
        return self.require_game()

    def _before_start(self) -> None:
        self._running_game()
        if self.starter is not None:
            raise TableError("started")

    def _may_talk_of_start(self) -> None:
        self._before_start()
        check_talk(self.require_game())

    def _started_game(self) -> Game:
        game = self._running_game()
        if self.starter is None:
            raise TableError("start-first")
        if self.paused:
            raise TableError("paused")
        return game

    def require_turn(self, seat: int) -> Game:
        """Return the game if this seat may lay a card now; otherwise raise the reason."""
        game = self._started_game()
        if seat != game.active:
            raise TableError("not-active")
        return game

    # Events: the only way a table changes.

    def apply(self, event: Event) -> Table:
        """Return the table after an event; raise if it cannot have happened."""
        return apply(self, event)

    def steps(self, events: Iterable[Event]) -> list[Step]:
        """Return each of these events with the table after it."""
        steps: list[Step] = []
        for event in events:
            steps.append(Step(event, (steps[-1].table if steps else self).apply(event)))
        return steps

    def opened(self) -> Table:
        """Return this table at the opening of its current game."""
        if self.dealt is None:
            raise TableError("not-running")
        table = dealt(self, self.dealt)
        if table.starter is None and self.starter is not None:
            table = table.apply(events.Started(self.starter))
        return replace(table, wishes=self.wishes, proposals=self.proposals)


class Step(NamedTuple):
    """Something that happened at a table: the event for the log, and the table after it."""

    event: Event
    table: Table
