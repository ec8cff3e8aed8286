"""What each seat gets to see of a table. What a seat may know is decided by `Game.view` alone."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import cast

from ..messages import (
    ChatClosed,
    ChatLine,
    CommandNumbers,
    GameView,
    Guest,
    HandCard,
    LoggedTurn,
    PileView,
    Refusal,
    ResearchView,
    Reveal,
    SeatView,
    SettingsData,
    SignalsClosed,
    SignalView,
    TableView,
    ToldLoss,
    convert,
)
from ..rules import (
    END,
    FIRE,
    FREE,
    LASTING,
    LETTERS,
    LOST,
    PLAYING,
    Game,
    NonanteError,
    View,
)
from ..table import (
    EMOTES,
    Seat,
    Settings,
    Table,
    TableError,
    explained,
    losses,
    next_edition,
    signals_open,
    talk_closed,
)
from .card_views import MARKS, card_view, map_of, options_on, pile_view, signal_view, warned
from .errors import refusal_of
from .game_log import TurnHistory, turns_shown
from .latest import Latest
from .levels import levels


@dataclass(frozen=True)
class SeatViews:
    """The views of one table state for all seats; what all of them share is computed once."""

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
    anybody_deals: bool = False
    """Whether a wish for another game has stood for so long that anybody may deal it."""
    guests: list[Guest] = field(default_factory=list)
    """Who waits for the host to let them sit down."""
    sealed: bool = False
    """Whether the cards stay hidden after the game."""
    research: bool = False
    """Whether people are asked if their games may be used for research."""
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
        """A private table as outsiders see it: its settings and which seats are free."""
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
            again=sorted(table.again),
            may_deal=seat is not None and not table.running and (seat == self.host or self.anybody_deals),
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
            research=self._research(seat),
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
            to_lay=max(0, (3 if view.turn_state.three else view.minimum) - len(view.laid_this_turn)),
            three=view.turn_state.three,
            lock=None if view.turn_state.lock == FREE else LETTERS[view.turn_state.lock],
            piles=self._piles,
            draw_count=view.draw_count,
            hand=self._hand(view),
            end=end,
            end_loses=end_loses,
            can_undo=self._can_undo(game, view.seat),
            turns=self._turns,
            since=None if view.seat is None or over else self._history.since(view.seat),
            reveal=self._reveal if over and not self.sealed else None,
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
            seats.append(
                SeatView(seat.name, seat.level, seat.stand_in, away, count, wish, whom, seat.bot) if seat else None
            )
        return seats

    @cached_property
    def _piles(self) -> list[PileView]:
        return [pile_view(self.table.require_game(), pile) for pile in range(4)]

    @cached_property
    def _turns(self) -> list[LoggedTurn]:
        return turns_shown(self.table)

    @cached_property
    def _history(self) -> TurnHistory:
        return TurnHistory(self.table)

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

    def _hand(self, view: View) -> list[HandCard]:
        marks = view.rules.marks
        if view.status != PLAYING:
            return [HandCard(card, MARKS[marks[card]], []) for card in view.hand]
        mine = view.seat == view.active and self._in_play
        # A lock binds the turn of the active seat alone; the others think ahead without it.
        piles = options_on(view, view.turn_state.lock if mine else FREE)
        loses = self._loses if mine else {}
        return [
            HandCard(card, MARKS[marks[card]], warned(card, [on[card] for on in piles], loses)) for card in view.hand
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
        settings = self.table.settings
        if seat is None or not self.table.running or settings.away != "wait" or settings.slow:
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

    def _research(self, seat: int | None) -> ResearchView | None:
        seats = [self.table.seats[number] for number in self.table.people]
        agreed = sum(there.research for there in seats if there)
        mine = None if seat is None else self.table.seats[seat]
        if mine is None or not (self.research or agreed):
            return None
        return ResearchView(mine.research, agreed, len(seats))

    def _may_signal(self, seat: int | None) -> list[SignalView]:
        game = self.table.game
        if game is None or seat is None or self._talk is not None:
            return []
        marks = game.rules.marks
        tops = tuple((marks[top] in LASTING, marks[top] == FIRE) for top in game.tops)
        key = (seat, game.rules.talk, game.rules.commands is None, tops, _held_kinds(self._view(seat)))
        found = _open_signals.get(key)
        if found is None:
            found = _open_signals[key] = [signal_view(signal) for signal in signals_open(game, seat)]
        return found


# What may be said depends on so little that most moves find it here.
_open_signals = Latest[Hashable, list[SignalView]](2000)
_NOT_ACTIVE = refusal_of(TableError("not-active"))
_NOT_RUNNING = refusal_of(TableError("not-running"))


@lru_cache(maxsize=1024)
def settings_data(settings: Settings) -> SettingsData:
    """Return the settings as they are sent."""
    return convert({"private": False, "approval": False, **settings.to_data()}, SettingsData)


def _held_kinds(view: View) -> frozenset[str]:
    return frozenset(filter(None, map(view.rules.command_of, view.hand)))
