"""`Table`: people around a game. Commands check and return an event; `apply` folds events into the next table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from ..rules import END, PLAYING, WON, Cause, Game, IllegalMove, Rules, check_seed
from .chat import check_chat
from .emotes import EMOTES, EmoteName
from .errors import TableError
from .events import (
    KNOWN,
    Configured,
    Dealt,
    Disclosed,
    Emoted,
    Event,
    Gathered,
    HandedOver,
    KnownBy,
    Left,
    Paused,
    Played,
    Proposed,
    Renamed,
    Said,
    Seated,
    Signalled,
    Started,
    Undone,
    Wished,
)
from .names import check_name, name_like, told_name
from .signals import (
    WISHES,
    Signal,
    StartWish,
    check_signal,
    check_talk,
    silenced,
    still_true,
    talk_closed,
    wants_covered,
)

WhenAway: TypeAlias = Literal["wait", "bot"]
"""What a table does while a person is away: wait, or let a computer player move for them."""
AWAY: Final[tuple[WhenAway, ...]] = get_args(WhenAway)
CHAT_KEPT: Final = 50

Entry: TypeAlias = Played | Signalled


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host chose: the rules, and what this table offers."""

    rules: Rules = field(default_factory=Rules)
    undo: bool | None = None
    """Whether laid cards may be taken back; None: where one person plays, and not with others who see them (R46)."""
    hints: bool = True
    chat: bool = False
    away: WhenAway = "wait"
    private: bool = False
    """Whether only people with a seat see the game."""
    approval: bool = False
    """Whether the host is asked before somebody takes a seat."""

    def __post_init__(self) -> None:
        for name in ("undo", "hints", "chat", "private", "approval"):
            if not isinstance(getattr(self, name), bool) and (name, getattr(self, name)) != ("undo", None):
                raise TableError("option", name=name, value=getattr(self, name), known="true or false")
        if self.away not in AWAY:
            raise TableError("option", name="away", value=self.away, known=" or ".join(AWAY))

    def to_data(self) -> dict[str, Any]:
        """Return plain JSON data."""
        return {
            "rules": self.rules.to_data(),
            "undo": self.undo,
            "hints": self.hints,
            "chat": self.chat,
            "away": self.away,
            **({"private": True} if self.private else {}),
            **({"approval": True} if self.approval else {}),
        }

    @classmethod
    def from_data(cls, data: object) -> Settings:
        """Read what `to_data` wrote; what is missing has its default."""
        if not isinstance(data, Mapping) or set(data) - {field.name for field in fields(cls)}:
            raise TableError("event", why=Cause("data", data=repr(data)))
        options = dict(data)
        return cls(Rules.from_data(options.pop("rules", {})), **options)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits here: a person, or a computer player of some level; and who stands in while a person is away."""

    name: str
    level: str | None = None
    stand_in: str | None = None

    @property
    def plays_itself(self) -> str | None:
        """The level of the computer player that moves for this seat now, or None."""
        return self.level or self.stand_in


class ChatEntry(NamedTuple):
    """Something said at the table: words, or a reaction without any."""

    seat: int
    text: str
    emote: EmoteName | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A standing signal; one raised during its owner's turn outlives the end of that turn."""

    signal: Signal
    fresh: bool = False


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
    dealt: Dealt | None = None
    """How the current game began."""
    game: Game | None = None
    starter: int | None = None
    wishes: tuple[StartWish | None, ...] = ()
    proposals: tuple[int | None, ...] = ()
    """Whom each seat proposes to start (R5)."""
    marks: tuple[Mark, ...] = ()
    history: tuple[Entry, ...] = ()
    """What happened in the current game, without what was taken back."""
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
    def host(self) -> int | None:
        """The first seat with a person: the one who may change the table."""
        return next((n for n, seat in enumerate(self.seats) if seat and seat.level is None), None)

    @property
    def running(self) -> bool:
        """Whether a game was dealt and is not over."""
        return self.game is not None and self.game.status == PLAYING

    @property
    def fresh(self) -> bool:
        """Whether a game runs whose cards nobody can know (R50)."""
        return self.running and self.dealt is not None and self.dealt.known_by is None

    @property
    def undo_on(self) -> bool:
        """Whether laid cards may be taken back: what the host chose, else where one person plays (R46)."""
        people = sum(seat is not None and seat.level is None for seat in self.seats)
        return people == 1 if self.settings.undo is None else self.settings.undo

    @property
    def agreed(self) -> int | None:
        """The seat moved by a computer player that every person proposes to start, so that it does (R5)."""
        if not self.running or self.starter is not None:
            return None
        wanted = {self.proposals[n] for n, seat in enumerate(self.seats) if seat and not seat.plays_itself}
        one = wanted.pop() if len(wanted) == 1 else None
        there = None if one is None else self.seats[one]
        return one if there and there.plays_itself else None

    @property
    def chat_closed(self) -> str | None:
        """What closes the chat now, as an error code; None while it is open (R35, R47)."""
        return self._speech_closed if self.settings.chat else "chat-off"

    @property
    def reactions_closed(self) -> str | None:
        """What closes reactions now, as an error code: in a game they need an open chat (R51)."""
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
        return tuple(mark.signal for mark in self.marks)

    # Commands: each checks everything and returns the event, or raises; the table stays as it is.

    def configure(self, settings: Settings) -> Configured:
        """Change the settings between games."""
        self._must_not_run()
        seated = sum(seat is not None for seat in self.seats)
        if seated > settings.rules.players:
            raise TableError("too-many-seated", seated=seated, players=settings.rules.players)
        return Configured(settings.to_data())

    def sit(self, name: str, seat: int | None = None, level: str | None = None) -> Seated:
        """Take a seat, or the first free one; `level` puts a computer player there."""
        free = [n for n, taken in enumerate(self.seats) if taken is None]
        if not free:
            raise TableError("table-full")
        place = free[0] if seat is None else self._seat(seat)
        if place not in free:
            raise TableError("seat-taken", seat=place)
        return Seated(place, self._free_name(name), level)

    def seat_as_told(self, name: str, level: str | None = None) -> Seated:
        """Take the first free seat under the name that a record tells; older ones have names that are refused now."""
        if None not in self.seats:
            raise TableError("table-full")
        place = self.seats.index(None)
        return Seated(place, told_name(name) or str(place + 1), level)

    def rename(self, seat: int, name: str) -> Renamed:
        """Give a seat another name; not while a game runs, when a name could tell something."""
        self._must_not_run()
        self._occupied(seat)
        return Renamed(seat, self._free_name(name, besides=seat))

    def leave(self, seat: int) -> Left:
        """Empty a seat between games."""
        self._must_not_run()
        self._occupied(seat)
        return Left(seat)

    def hand_over(self, seat: int, level: str | None) -> HandedOver:
        """Let a computer player move for a person, or (None) give the seat back."""
        if self._occupied(seat).level is not None:
            raise TableError("seat-taken", seat=seat)
        return HandedOver(seat, level)

    def pause(self, on: bool) -> Paused:
        """Stop or resume the table."""
        return Paused(on)

    def deal(self, seed: int, known: str | None = None, day: str | None = None) -> Dealt:
        """Deal a new game to a full table; `known` says why somebody may know it (R50), `day` whose team deal it is."""
        self._must_be_ready()
        return Dealt(check_seed(seed), known=_check_known(known), day=day)

    def arrange(self, game: Game, known: str | None = "position") -> Dealt:
        """Begin with a prepared position: a lesson, a puzzle, a deal from a real box."""
        self._must_be_ready()
        if game.rules.players != len(self.seats):
            raise TableError("too-many-seated", seated=len(self.seats), players=game.rules.players)
        return Dealt(None, game.to_data(), _check_known(known))

    def wish(self, seat: int, wish: str | None) -> Wished:
        """Say "I would like to start" or "rather not" before the first turn."""
        self._may_talk_of_start()
        if wish is not None and wish not in WISHES:
            raise TableError("unknown-signal", signal=wish)
        return Wished(self._seat(seat), wish)

    def propose(self, seat: int, whom: int | None) -> Proposed:
        """Propose that another seat starts, a computer player's too; None takes the proposal back."""
        self._may_talk_of_start()
        if whom is not None and self._seat(whom) == seat:
            raise TableError("propose-other")
        return Proposed(self._seat(seat), whom)

    def start(self, seat: int) -> Started:
        """Take the start, or name who does."""
        self._before_start()
        return Started(self._seat(seat))

    def play(self, seat: int, move: str) -> Played:
        """Lay a card or end the turn; the rules have the last word (see `move`)."""
        self.require_turn(seat).play(move)
        return Played(seat, move)

    def move(self, seat: int, move: str) -> Step:
        """Do what `play` and `apply` do one after the other, and play the card once."""
        event = Played(seat, move)
        return Step(event, self._played(event, self.require_turn(seat).play(move)))

    def undo(self, seat: int) -> Undone:
        """Take back the last card of the current turn (R34); the others have seen it."""
        if not self.undo_on:
            raise TableError("undo-off")
        self.require_turn(seat).undo()
        return Undone(seat)

    def signal(self, seat: int, name: str, pile: str | None = None, command: str | None = None) -> Signalled:
        """Raise a signal."""
        check_signal(self._started_game(), Signal(self._seat(seat), name, pile, command))
        return Signalled(seat, name, pile, command)

    def withdraw(self, seat: int, name: str, pile: str | None = None, command: str | None = None) -> Signalled:
        """Take a standing signal away; that tells something too, so it needs open talk (R35)."""
        check_talk(self._started_game())
        return self.withdrawn(seat, name, pile, command)

    def withdrawn(self, seat: int, name: str, pile: str | None = None, command: str | None = None) -> Signalled:
        """Return that a signal was taken away: a record may have it under a silence, from before R35 closed it."""
        self._started_game()
        if Signal(self._seat(seat), name, pile, command) not in [mark.signal for mark in self.marks]:
            raise TableError("not-signalled")
        return Signalled(seat, name, pile, command, on=False)

    def say(self, seat: int, text: str) -> Said:
        """Write in the chat, where the host allows it and the rules let people talk (R47)."""
        if self.chat_closed:
            raise TableError(self.chat_closed)
        self._occupied(seat)
        return Said(seat, check_chat(text, permissive=self.rules.talk == "permissive"))

    def emote(self, seat: int, emote: str) -> Emoted:
        """React without a word, between games or where the chat is open (R51)."""
        known = next((one for one in EMOTES if one == emote), None)
        if known is None:
            raise TableError("emote", emote=emote, known=", ".join(EMOTES))
        self._occupied(seat)
        if self.reactions_closed:
            raise TableError(self.reactions_closed)
        return Emoted(seat, known)

    def gather(self) -> Gathered:
        """Call everybody back to the lobby after a game."""
        self._must_not_run()
        self.require_game()
        return Gathered()

    def disclose(self, known: KnownBy = "link") -> Disclosed:
        """Say that somebody knows the cards of the running game, so that everybody sees it: a known deal (R50).

        They were given out ("link"), or somebody at the table has played them before ("same").
        """
        self._running_game()
        before = self.dealt.known_by if self.dealt else None
        return Disclosed(before or known)

    # What the commands ask.

    def _seat(self, seat: object) -> int:
        if type(seat) is not int or not 0 <= seat < len(self.seats):
            raise TableError("seat-empty", seat=seat)
        return seat

    def _occupied(self, seat: int) -> Seat:
        there = self.seats[self._seat(seat)]
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
        """Return the game if this seat may lay now; else raise what stands in the way."""
        game = self._started_game()
        if seat != game.active:
            raise TableError("not-active")
        return game

    # Events: the only way a table changes.

    def apply(self, event: Event) -> Table:
        """Return the table after an event; raise if it cannot have happened."""
        if not isinstance(event, Configured | Paused | Dealt | Gathered | Disclosed):
            self._seat(event.seat)
        match event:
            case Configured(settings):
                return self._configured(Settings.from_data(settings))
            case Seated(seat, name, level):
                return self._with_seat(seat, Seat(name, level))
            case Renamed(seat, name):
                return self._with_seat(seat, replace(self._occupied(seat), name=name))
            case Left(seat):
                return self._with_seat(seat, None)
            case HandedOver(seat, level):
                return self._with_seat(seat, replace(self._occupied(seat), stand_in=level))
            case Paused(on):
                return replace(self, paused=on)
            case Dealt():
                return replace(self._dealt(event), deals=self.deals + 1)
            case Wished(seat, wish):
                wishes = (*self.wishes[:seat], wish, *self.wishes[seat + 1 :])
                return replace(self, wishes=wishes)
            case Proposed(seat, whom):
                proposals = (*self.proposals[:seat], whom, *self.proposals[seat + 1 :])
                return replace(self, proposals=proposals)
            case Started(seat):
                return replace(self, starter=seat, game=self.require_game().start_with(seat))
            case Played(_, move):
                if move == END and self.require_game().lost_without_end:
                    return self  # an older log still has it
                return self._played(event, self.require_game().play(move))
            case Undone():
                return self._undone()
            case Signalled():
                return self._signalled(event)
            case Said(seat, text):
                return self._spoken(ChatEntry(seat, text))
            case Emoted(seat, emote):
                return self._spoken(ChatEntry(seat, "", emote))
            case Gathered():
                return replace(self, gathered=True)
            case Disclosed(known):
                return self._disclosed(known)

    def steps(self, events: Iterable[Event]) -> list[Step]:
        """Return each of these events with the table after it."""
        steps: list[Step] = []
        for event in events:
            steps.append(Step(event, (steps[-1].table if steps else self).apply(event)))
        return steps

    def _spoken(self, entry: ChatEntry) -> Table:
        return replace(self, chat=(*self.chat, entry)[-CHAT_KEPT:], said=self.said + 1)

    def _configured(self, settings: Settings) -> Table:
        """Keep those who sit, moved together, and make as many seats as the rules want."""
        seated = tuple(filter(None, self.seats)) if len(self.seats) > settings.rules.players else self.seats
        empty: tuple[None, ...] = (None,) * (settings.rules.players - len(seated))
        same = settings.rules.to_data()["edition"] == self.rules.to_data()["edition"]
        return replace(
            self,
            settings=settings,
            seats=(*seated, *empty),
            game=None,
            dealt=None,
            starter=None,
            gathered=False,
            run=self.run if same else 0,
        )

    def _with_seat(self, seat: int, who: Seat | None) -> Table:
        self._seat(seat)
        return replace(self, seats=(*self.seats[:seat], who, *self.seats[seat + 1 :]))

    def _dealt(self, event: Dealt) -> Table:
        """Begin: a dealt table agrees who starts; alone, or in an arranged position, that is settled."""
        if event.position is not None:
            game = Game.from_data(event.position)
        else:
            game = Game.deal(self.rules, check_seed(event.seed))
        settled = self.rules.players == 1 or event.position is not None
        return replace(
            self,
            dealt=event,
            game=game,
            starter=game.active if settled else None,
            wishes=(None,) * self.rules.players,
            proposals=(None,) * self.rules.players,
            marks=(),
            history=(),
            checkpoints=(),
            gathered=False,
        )

    def _disclosed(self, known: KnownBy) -> Table:
        if self.dealt is None:
            raise TableError("not-running")
        return replace(self, dealt=replace(self.dealt, known=_check_known(known)))

    def _played(self, event: Played, after: Game) -> Table:
        before = self.require_game()
        marks = []
        for mark in self.marks:
            own_turn_ended = after.turn != before.turn and mark.signal.seat == event.seat
            same = wants_covered(after, mark.signal) == wants_covered(before, mark.signal)
            if same and still_true(after, mark.signal) and not (own_turn_ended and not mark.fresh):
                marks.append(replace(mark, fresh=mark.fresh and not own_turn_ended))
        return replace(
            self,
            game=after,
            marks=tuple(marks),
            history=(*self.history, event),
            checkpoints=(*self.checkpoints, self) if after.turn == before.turn else (),
            run=self._run_after(after),
        )

    def _run_after(self, game: Game) -> int:
        """Count wins in a row; a deal that somebody may know counts neither way (R50)."""
        if game.status == PLAYING or (self.dealt and self.dealt.known_by):
            return self.run
        return self.run + 1 if game.status == WON else 0

    def _undone(self) -> Table:
        """Go back to before the last move; a signal that spoke of what that move did goes too."""
        if not self.require_game().lost_without_end:  # in an older log the game still went on
            self.require_game().undo()
        if not self.checkpoints:  # the cards of a prepared position stay
            raise IllegalMove("nothing-to-undo")
        past = self.checkpoints[-1]
        table = replace(
            self,
            game=past.game,
            marks=past.marks,
            history=past.history,
            checkpoints=self.checkpoints[:-1],
            run=past.run,
        )
        for entry in self.history[len(past.history) + 1 :]:
            if isinstance(entry, Signalled) and table._still_fits(entry):
                table = table.apply(entry)
        return table

    def opened(self) -> Table:
        """Return this table at the opening of its current game."""
        if self.dealt is None:
            raise TableError("not-running")
        table = self._dealt(self.dealt)
        if table.starter is None and self.starter is not None:
            table = table.apply(Started(self.starter))
        return replace(table, wishes=self.wishes, proposals=self.proposals)

    def _still_fits(self, entry: Signalled) -> bool:
        signal = Signal(entry.seat, entry.signal, entry.pile, entry.command)
        if not entry.on:
            return signal in [mark.signal for mark in self.marks]
        return talk_closed(self.require_game()) is None and still_true(self.require_game(), signal)

    def _signalled(self, event: Signalled) -> Table:
        signal = Signal(event.seat, event.signal, event.pile, event.command)
        marks = tuple(mark for mark in self.marks if not signal.replaces(mark.signal))
        if event.on:
            marks = (*marks, Mark(signal, fresh=self.require_game().active == event.seat))
        return replace(self, marks=marks, history=(*self.history, event))


class Step(NamedTuple):
    """Something that happened at a table: the event for the log, and the table after it."""

    event: Event
    table: Table


def _check_known(known: str | None) -> KnownBy | None:
    if known is not None and known not in KNOWN:
        raise TableError("option", name="known", value=known, known=", ".join(KNOWN))
    return known
