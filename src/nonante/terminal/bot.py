"""`Bot`: a computer player of one's own at a table elsewhere, over the same protocol as people."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Final, Protocol

from .. import messages
from ..rules import DECK, FREE, LETTERS, THREE, Rules, Tops, Turn, TurnState, View, card_of
from ..table import Signal
from .joining import WAITS, Item, JoinError, Link, Wire
from .seat import is_turn_of, new_key

PAUSE: Final = 0.5
"""Seconds after which a bot that was too fast asks again."""

LOSSES: Final = ("token", "unknown-table", "closed-table", "damaged-table", "banned")
"""Refusals of a table itself: a bot does not try again."""
EXPECTED: Final = ("stale", "not-active", "started", "paused")
"""Refusals that come from others being quicker."""
MOST_REFUSALS: Final = 5
"""So many in a row, with nothing happening between them, and a bot gives up instead of sitting there silently."""


class Thinking(Protocol):
    """What a bot needs of its player."""

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return the moves of the turn."""

    def wish(self, view: View) -> str | None:
        """Return what the seat says about starting."""


class Memory:
    """What a seat has seen since the deal: every card laid while it was connected."""

    def __init__(self) -> None:
        self._deal = 0
        self._laid = set[int]()

    def view(self, table: messages.TableView) -> View:
        """Remember what a table shows, and return what its seat may know of a running game."""
        game = table.game
        assert game is not None  # noqa: S101 - whoever asks has looked
        if table.deals != self._deal:
            self._deal, self._laid = table.deals, set()
        self._laid |= {move.card for turn in game.turns for move in turn.moves}
        turns = {turn.turn: turn for turn in game.turns}
        before, now = turns.get(game.turn - 1), turns.get(game.turn)
        hand = tuple(sorted(held.card for held in game.hand))
        laid, rules = _moves(now), rules_of(table)
        first, second, third, fourth = (pile.top for pile in game.piles)
        tops = first, second, third, fourth
        return View(
            rules=rules,
            seat=table.you,
            hand=hand,
            counts=tuple(there.count if there else 0 for there in table.seats),
            draw_count=game.draw_count,
            unseen=tuple(card for card in DECK if card not in self._laid and card not in hand),
            active=game.active,
            turn=game.turn,
            opening=_opening(tops, now),
            turn_state=TurnState(
                tops,
                game.minimum,
                len(laid),
                FREE if game.lock is None else LETTERS.index(game.lock),
                any(rules.marks[card_of(move)] == THREE for move in laid),
                sum({1 << LETTERS.index(move[-1]) for move in laid}),
            ),
            laid_this_turn=laid,
            last_turn=Turn(before.seat, _moves(before)) if before else None,
            status=game.status,
            reason=game.reason,
            score=game.score,
            hands=None,
            draw=None,
        )


def rules_of(table: messages.TableView) -> Rules:
    """Return the rules of a table, with the command map that a seed has drawn."""
    data = {name: value for name, value in vars_of(table.settings.rules).items() if value is not messages.UNSET}
    return Rules.from_data({**data, "commands": table.map} if table.map else data)


def vars_of(message: messages.Struct) -> dict[str, object]:
    """Return the fields of a message."""
    return {name: getattr(message, name) for name in message.__struct_fields__}


def _moves(turn: messages.LoggedTurn | None) -> tuple[str, ...]:
    return tuple(f"{move.card}{move.pile}" for move in turn.moves) if turn else ()


def _opening(tops: Tops, turn: messages.LoggedTurn | None) -> Tops:
    """Return the tops with which a turn began."""
    opening = list(tops)
    for move in reversed(turn.moves if turn else []):
        place = LETTERS.index(move.pile)
        opening[place] -= move.jump if place < 2 else -move.jump
    first, second, third, fourth = opening
    return first, second, third, fourth


class Bot:
    """One seat at one table: asks for it, plays every game there, and comes back when the line breaks."""

    def __init__(
        self, link: Link, make: Callable[[], Thinking], name: str, say: Callable[[str], None], games: int | None = None
    ) -> None:
        """`make` makes a player for each game; after so many `games`, or when the seat is lost, it ends."""
        self._link, self._make, self._name, self._say, self._games = link, make, name, say, games
        self._inbox: SimpleQueue[Item] = SimpleQueue()
        self._wire: Wire | None = None
        self._token: str | None = None
        self._key = new_key()  # of the wish for a seat, so that it has one effect
        self._memory = Memory()
        self._player: Thinking | None = None
        self._deal = self._over = 0
        self._plan: list[str] = []
        self._asked = ""
        self._wished = 0
        self._refusals = self._losses = 0
        self._table: messages.TableView | None = None
        self._open = True

    def run(self) -> None:
        """Play until it is over; raise `JoinError` where the table cannot be joined."""
        self._connect()
        try:
            while self._open:
                self._take(self._inbox.get())
        finally:
            if self._wire:
                self._wire.close()

    def _connect(self) -> None:
        self._wire = Wire(self._link, self._inbox)
        self._table = None
        self._hello()

    def _hello(self) -> None:
        self._plan, self._asked = [], ""
        self._send(messages.Hello(new_key(), self._token))

    def _send(self, command: messages.Command) -> None:
        if self._wire:
            self._wire.send(command)

    def _take(self, item: Item) -> None:
        match item:
            case Wire() if item is self._wire:
                self._again()
            case messages.Welcome(table=table, token=token):
                self._token = token or self._token
                self._losses = self._refusals = 0
                self._look(table)
            case messages.Update(table=table):
                if self._table is None or table.seq != self._table.seq:
                    self._refusals = 0
                self._look(table)
            case messages.Refused(refusal=refusal):
                self._refused(refusal)
            case _:
                pass

    def _again(self) -> None:
        """Connect again: a restarted server is back in a moment, one that never says welcome is not."""
        self._wire = None
        lost = JoinError("closed", address=self._link.address)
        while self._losses < len(WAITS):
            time.sleep(WAITS[self._losses])
            self._losses += 1
            try:
                return self._connect()
            except JoinError as error:
                lost = error
        raise lost

    def _refused(self, refusal: messages.Refusal) -> None:
        """React to a refusal: try again if that may help, because nobody else will act for this seat."""
        if refusal.code == "too-fast":
            time.sleep(PAUSE)
        elif refusal.code in LOSSES or (self._table and self._table.you is None):
            raise JoinError("refused", why=refusal.text)
        elif self._table is None:
            return  # the line is about to be closed
        else:
            self._refusals += 1
            if refusal.code not in EXPECTED:
                self._say(refusal.text)
            if self._refusals >= MOST_REFUSALS:
                raise JoinError("refused", why=refusal.text)
        self._plan, self._asked = [], ""
        if self._table is None:
            self._hello()
        else:  # the newest one: what led to the refusal was told before
            self._look(self._table)

    def _look(self, table: messages.TableView) -> None:
        """Do what the table asks for now."""
        self._table = table
        if table.you is None:
            if self._token is not None:
                raise JoinError("refused", why="the seat was taken away")
            if self._asked != "sit":
                self._say("asking the host for a seat")
            self._ask("sit", messages.Sit(self._key, self._name, bot=True))
            return
        game = table.game
        if game is None or table.lobby:
            return
        if game.status != "playing":
            self._finished(table.deals, game)
            return
        if table.deals != self._deal:
            self._deal, self._player, self._plan = table.deals, self._make(), []
        view = self._memory.view(table)
        if table.paused or table.seats[table.you] is None:
            return
        if game.starter is None:
            self._before_start(table, view)
        elif is_turn_of(table):
            self._move(table, view)

    def _finished(self, deal: int, game: messages.GameView) -> None:
        if self._over != deal:
            self._over = deal
            self._say(f"{game.status}, {game.score} left")
            self._games = None if self._games is None else self._games - 1
            self._open = self._games != 0

    def _before_start(self, table: messages.TableView, view: View) -> None:
        """Say a wish once, and start where everybody else proposes it or nobody else can: who is away cannot."""
        others = [there for seat, there in enumerate(table.seats) if there and seat != table.you]
        people = [there for there in others if not (there.level or there.stand_in or there.bot)]
        first = next((seat for seat, there in enumerate(table.seats) if there and there.bot), None)
        if (people and all(one.proposes == table.you for one in people)) or (not people and first == table.you):
            self._ask(f"start {table.deals}", messages.Start(new_key()))
        elif self._player and self._wished != table.deals:
            self._wished = table.deals
            if wish := self._player.wish(view):
                self._send(messages.Wish(new_key(), wish))

    def _move(self, table: messages.TableView, view: View) -> None:
        asked = f"play {table.deals} {view.turn} {len(view.laid_this_turn)}"
        if asked == self._asked or self._player is None:
            return
        if not self._plan or not view.laid_this_turn:
            signals = [Signal(one.seat, one.signal, one.pile, one.command) for one in table.signals]
            self._plan = list(self._player.plan(view, signals)) or view.legal_moves()[-1:]
        self._ask(asked, messages.Play(new_key(), self._plan.pop(0), table.seq))

    def _ask(self, what: str, command: messages.Command) -> None:
        """Ask for something once."""
        if what != self._asked:
            self._asked = what
            self._send(command)
