"""What each seat gets to see of a table. What a seat may know is decided by `Game.view` alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import cast

from ..messages import (
    CardView,
    ChatClosed,
    ChatLine,
    CommandNumbers,
    GameView,
    Guest,
    HandCard,
    LoggedTurn,
    Option,
    PileView,
    Refusal,
    Reveal,
    SeatView,
    SettingsData,
    SignalsClosed,
    SignalView,
    TableView,
    ToldLoss,
    convert,
    replace,
)
from ..rules import (
    DRAW_ONE,
    END,
    FIRE,
    FREE,
    KINDS,
    LETTERS,
    LOST,
    MOVE_TEXT,
    NO_RETRO,
    ONE_PILE,
    PLAYING,
    SILENCE,
    SKULL,
    Card,
    CommandKind,
    CommandMap,
    Game,
    IllegalMove,
    LayRefusal,
    NonanteError,
    Rules,
    View,
    check_lay,
    is_card,
    is_retro,
    shows,
)
from ..table import (
    EMOTES,
    Seat,
    Settings,
    Signal,
    SignalName,
    Table,
    TableError,
    explained,
    losses,
    next_edition,
    signals_open,
    talk_closed,
)
from .computers.levels import levels
from .errors import refusal_of
from .turns import MARKS, Course, all_turns, last_turns, mark_of

_LASTING = (SILENCE, NO_RETRO, ONE_PILE, DRAW_ONE)


@dataclass(frozen=True)
class SeatViews:
    """One table at one moment, for everybody: what all see alike is worked out once."""

    code: str
    seq: int
    table: Table
    host: int | None
    away: Collection[int] = ()
    late: Collection[int] = ()
    """Those away for so long that anybody is asked what to do."""
    heard: Mapping[int, int] = field(default_factory=dict)
    """How much had been said when each person sat down."""
    spectators: int = 0
    guests: list[Guest] = field(default_factory=list)
    """Who waits for the host to let them sit down."""
    _views: dict[int | None, View] = field(default_factory=dict)

    def _view(self, seat: int | None) -> View:
        """Return what a seat may know: the one place where anything is hidden."""
        if seat not in self._views:
            self._views[seat] = self.table.require_game().view(seat)
        return self._views[seat]

    def of(self, seat: int | None) -> TableView:
        """Return the table as a seat, or a spectator (None), may see it."""
        private = seat is None and self.table.settings.private
        return self._outside._of(None) if private else self._of(seat)

    @property
    def _outside(self) -> SeatViews:
        """A private table for those without a seat: its settings, which seats are free, and no more."""
        seats = tuple(there and Seat("") for there in self.table.seats)
        return SeatViews(self.code, self.seq, Table(self.table.settings, seats), None, spectators=self.spectators)

    def _of(self, seat: int | None) -> TableView:
        table, game = self.table, self.table.game
        return TableView(
            code=self.code,
            seq=self.seq,
            you=seat,
            host=self.host,
            settings=self._settings,
            map=self._map,
            levels=levels(),
            paused=table.paused,
            undo=table.undo_on,
            deals=table.deals,
            lobby=game is None or table.gathered,
            next_edition=self._next_edition,
            seats=self._seats,
            guests=self.guests if seat is not None and seat == self.host else [],
            asks=self._asks(seat),
            game=None if game is None else self._game(game, self._view(seat)),
            talk=self._talk,
            signals=self._signals,
            may_signal=self._may_signal(seat),
            spectators=self.spectators,
            chat=self._chat_of(seat),
            said=table.said,
            chat_closed=cast(ChatClosed | None, table.chat_closed),
            may_emote=self._may_emote(seat),
        )

    def _game(self, game: Game, view: View) -> GameView:
        over = view.status != PLAYING
        end, end_loses = self._end(game, view.seat)
        return GameView(
            status=view.status,
            reason=view.reason,
            told=cast(ToldLoss, explained(game, view.reason)) if view.reason else None,
            score=view.score,
            all_laid=view.status == LOST and view.draw_count == 0 and not any(view.counts),
            grade=view.grade,
            starter=self.table.starter,
            active=view.active,
            known=self.table.dealt.known_by if self.table.dealt else None,
            day=self.table.dealt.day if self.table.dealt and view.seat is not None else None,
            turn=view.turn,
            minimum=view.minimum,
            laid=len(view.laid_this_turn),
            to_lay=max(0, (3 if game.three else view.minimum) - len(view.laid_this_turn)),
            three=game.three,
            lock=None if view.lock == FREE else LETTERS[view.lock],
            piles=self._piles,
            draw_count=view.draw_count,
            hand=self._hand(view, game),
            end=end,
            end_loses=end_loses,
            can_undo=self._can_undo(game, view.seat),
            turns=self._turns,
            since=None if view.seat is None or over else self._course.since(view.seat),
            reveal=self._reveal if over else None,
        )

    # What everybody sees alike.

    @cached_property
    def _settings(self) -> SettingsData:
        return settings_data(self.table.settings)

    @cached_property
    def _map(self) -> CommandNumbers | None:
        rules = self.table.game.rules if self.table.game else self.table.rules
        return map_of(rules.commands)

    @cached_property
    def _seats(self) -> list[SeatView | None]:
        table = self.table
        counts = self._view(None).counts if table.game else ()
        wishes, proposals = (table.wishes, table.proposals) if table.game else ((), ())
        seats: list[SeatView | None] = []
        for number, seat in enumerate(table.seats):
            count = counts[number] if number < len(counts) else 0
            wish = wishes[number] if number < len(wishes) else None
            whom = proposals[number] if number < len(proposals) else None
            away = number in self.away
            seats.append(SeatView(seat.name, seat.level, seat.stand_in, away, count, wish, whom) if seat else None)
        return seats

    @cached_property
    def _piles(self) -> list[PileView]:
        return [_pile_view(self.table.require_game(), pile) for pile in range(4)]

    @cached_property
    def _turns(self) -> list[LoggedTurn]:
        game = self.table.require_game()
        if game.rules.open_history or game.status != PLAYING:
            return all_turns(self.table)
        return last_turns(self.table)

    @cached_property
    def _course(self) -> Course:
        return Course(self.table)

    @cached_property
    def _reveal(self) -> Reveal:
        game, dealt = self.table.require_game(), self.table.dealt
        view = self._view(None)
        return Reveal(
            hands=[[card_view(game.rules, card) for card in hand] for hand in view.hands or ()],
            draw=[card_view(game.rules, card) for card in view.draw or ()],
            turns=self._turns,
            seed=None if dealt is None or dealt.seed is None else str(dealt.seed),
        )

    @cached_property
    def _talk(self) -> SignalsClosed | None:
        table = self.table
        if table.game is None or not table.running:
            return "not-running"
        closed = talk_closed(table.game)
        if closed:
            return closed
        if table.starter is None:
            return "start-first"
        return "paused" if table.paused else None

    @cached_property
    def _signals(self) -> list[SignalView]:
        return [signal_view(signal) for signal in self.table.standing]

    @cached_property
    def _chat(self) -> list[ChatLine]:
        return [ChatLine(*entry) for entry in self.table.chat]

    def _chat_of(self, seat: int | None) -> list[ChatLine]:
        """Return what was said since a person sat down; who only looks on hears nothing."""
        if seat is None:
            return []
        new = self.table.said - self.heard.get(seat, 0)
        return self._chat[-new:] if new > 0 else []

    @cached_property
    def _next_edition(self) -> str | None:
        return next_edition(self._settings.rules.edition, self.table.run)

    @cached_property
    def _loses(self) -> dict[str, ToldLoss]:
        """Why each move of the active seat loses; asked only for that seat's own view."""
        game = self.table.require_game()
        if not self._in_play:
            return {}
        return {move: cast(ToldLoss, explained(game, reason)) for move, reason in losses(game).items()}

    @property
    def _in_play(self) -> bool:
        return self.table.running and self.table.starter is not None

    # What differs from seat to seat.

    def _hand(self, view: View, game: Game) -> list[HandCard]:
        marks = view.rules.marks
        if view.status != PLAYING:
            return [HandCard(card, MARKS[marks[card]], []) for card in view.hand]
        mine = view.seat == view.active and self._in_play
        # A lock binds the turn of the active seat alone; the others think ahead without it.
        piles = _options_on(view, game.lock if mine else FREE)
        loses = self._loses if mine else {}
        return [
            HandCard(card, MARKS[marks[card]], _warned(card, [on[card] for on in piles], loses)) for card in view.hand
        ]

    def _end(self, game: Game, seat: int | None) -> tuple[Refusal | None, ToldLoss | None]:
        if seat != game.active or not self.table.running:
            return (_NOT_ACTIVE if self.table.running else _NOT_RUNNING), None
        try:
            self.table.play(seat, END)
        except NonanteError as error:
            return refusal_of(error), None
        return None, self._loses.get(END)

    def _can_undo(self, game: Game, seat: int | None) -> bool:
        table = self.table
        mine = seat == game.active and self._in_play and not table.paused
        return mine and table.undo_on and bool(game.laid_this_turn)

    def _asks(self, seat: int | None) -> list[int]:
        """Return whom the table waits for, where this seat may say what to do: the host, and after a while anybody."""
        if seat is None or not self.table.running or self.table.settings.away != "wait":
            return []
        empty = [n for n in sorted(self.away) if n != seat and (there := self.table.seats[n]) and not there.stand_in]
        return [n for n in empty if seat == self.host or n in self.late]

    def _may_emote(self, seat: int | None) -> bool:
        if seat is None or len(self.table.seats) == 1:
            return False
        try:
            self.table.emote(seat, EMOTES[0])
        except TableError:
            return False
        return True

    def _may_signal(self, seat: int | None) -> list[SignalView]:
        game = self.table.game
        if game is None or seat is None or self._talk is not None:
            return []
        marks = game.rules.marks
        tops = tuple((marks[top] in _LASTING, marks[top] == FIRE) for top in game.tops)
        key = (seat, game.rules.talk, game.rules.commands is None, tops, _held_kinds(self._view(seat)))
        if key not in _open_signals:
            _open_signals[key] = [signal_view(signal) for signal in signals_open(game, seat)]
        return _open_signals[key]


# What may be said depends on so little that most moves find it here.
_open_signals: dict[tuple[object, ...], list[SignalView]] = {}
_NOT_ACTIVE = refusal_of(TableError("not-active"))
_NOT_RUNNING = refusal_of(TableError("not-running"))


def map_of(commands: CommandMap | None) -> CommandNumbers | None:
    """Return the numbers of each kind; None when there are none, or not before the deal draws them."""
    if commands is None or not commands.groups:
        return None
    return {kind: list(group) for kind, group in zip(KINDS, commands.groups, strict=True)}


@lru_cache(maxsize=1024)
def settings_data(settings: Settings) -> SettingsData:
    """Return the settings as they are sent."""
    return convert({"private": False, "approval": False, **settings.to_data()}, SettingsData)


def signal_view(signal: Signal) -> SignalView:
    """Return a signal as it is sent."""
    # What stands was checked when it was raised.
    name, command = cast(SignalName, signal.name), cast(CommandKind | None, signal.command)
    return SignalView(signal.seat, name, signal.pile, command)


def _held_kinds(view: View) -> frozenset[str]:
    return frozenset(filter(None, map(view.rules.command_of, view.hand)))


def card_view(rules: Rules, card: Card) -> CardView:
    """Return a card with its mark."""
    return CardView(card, mark_of(rules, card))


class _Options(dict[Card, Option]):
    """What each card may do on one pile, worked out when it is asked for."""

    def __init__(self, view: View, lock: int, pile: int) -> None:
        super().__init__()
        self._marks, self._tops, self._lock, self._pile = view.rules.marks, view.tops, lock, pile

    def __missing__(self, card: Card) -> Option:
        option = self[card] = self._work_out(card)
        return option

    def _work_out(self, card: Card) -> Option:
        top, pile = self._tops[self._pile], self._pile
        jump = card - top if pile < 2 else top - card
        retro = is_retro(self._tops, card, pile)
        try:
            check_lay(self._marks, self._tops, self._lock, card, pile)
        except IllegalMove as error:
            return Option(LETTERS[pile], False, jump, retro, cast(LayRefusal, error.code), error.rule)
        return Option(LETTERS[pile], True, jump, retro)


# The same card over the same top is asked for again after most moves, at every table.
_options: dict[tuple[int, int, int, bool], _Options] = {}
_OPTIONS_KEPT = 600


def _options_on(view: View, lock: int) -> list[_Options]:
    """Return what cards may do on each pile; it hangs on its top, the lock, and whether going back is forbidden."""
    no_retro = shows(view.rules.marks, view.tops, NO_RETRO)
    found = []
    for pile, top in enumerate(view.tops):
        options = _options.get((pile, top, lock, no_retro))
        if options is None:
            if len(_options) >= _OPTIONS_KEPT:
                _options.clear()
            options = _options[pile, top, lock, no_retro] = _Options(view, lock, pile)
        found.append(options)
    return found


def _warned(card: Card, options: list[Option], loses: dict[str, ToldLoss]) -> list[Option]:
    """Return the options with what they lose."""
    if not loses:
        return options
    reasons = [loses.get(text) for text in MOVE_TEXT[card]]
    return [
        replace(option, loses=reason) if reason and option.ok else option
        for option, reason in zip(options, reasons, strict=True)
    ]


def _pile_view(game: Game, pile: int) -> PileView:
    marks, top, rising = game.rules.marks, game.tops[pile], pile < 2
    touched = bool(game.touched >> pile & 1)
    skull = marks[top] == SKULL and touched
    fire = marks[top] == FIRE
    back = top - 10 if rising else top + 10
    return PileView(
        letter=LETTERS[pile],
        rising=rising,
        top=top,
        bare=not is_card(top),
        mark=mark_of(game.rules, top),
        binding=skull or fire or marks[top] in _LASTING,
        due=skull or (fire and not touched),
        low=top + 1 if rising else 2,
        high=99 if rising else top - 1,
        back=back if is_card(back) and not shows(marks, game.tops, NO_RETRO) else None,
    )
