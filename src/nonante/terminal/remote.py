"""`RemoteSeat`: one person at a table on a server. Messages and typed lines may come at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from .. import messages
from ..table import EMOTES, WISHES
from ..texts import Texts
from .parsing import JOIN_ACTIONS
from .screen import Style
from .seat import Say, Send, TerminalSeat, is_turn_of, new_key, number_in, numbered


class RemoteSeat(TerminalSeat):
    """Speaks with `say`, asks the server with `send`; `keep` gets the secret of a seat just taken, None of one lost."""

    actions: ClassVar[tuple[str, ...]] = JOIN_ACTIONS
    help_text: ClassVar[str] = "join.help"

    def __init__(
        self,
        text: Texts,
        say: Say,
        send: Send,
        keep: Callable[[str | None], None],
        style: Style | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(text, say, send, self._ask_next, style)
        self.keep = keep
        self.name = name
        self.sitting = False
        """Whether the server has yet to answer a request for a seat."""
        self._answer: Callable[[str], None] | None = None  # what the next line answers

    def _ask_next(self, question: str, answer: Callable[[str], None]) -> None:
        """Say the question; the next line typed answers it."""
        self.say(question)
        self._answer = answer

    def obey(self, line: str) -> None:
        """Do what a line asks for, or take it as an answer."""
        answer, self._answer = self._answer, None
        if answer:
            answer(line.strip())
        else:
            super().obey(line)

    # What the server says.

    def greet(self, token: str | None) -> None:
        """Say hello on a new connection."""
        self.send(messages.Hello(new_key(), token))

    def welcomed(self, welcome: messages.Welcome) -> None:
        """Show the table; sit down where there is a free seat."""
        super().welcomed(welcome)
        self.sitting = False
        table = welcome.table
        if welcome.token:
            self.keep(welcome.token)
        self._show()
        if table.you is None and None in table.seats:
            if self.name:
                self._sit(self.name)
            else:
                self.ask_person(self.text("join.your-name"), self._sit)
        elif table.you is None:
            self.say(self.text("join.watching"))

    def updated(self, update: messages.Update) -> None:
        """Tell the news, and what the game asks for now."""
        before = self.seen
        self._tell(filter(None, (self.screen.news(update.table, news) for news in update.news)))
        if before is not None:
            self._changed(before, update.table, update.news)
        super().updated(update)

    def _changed(self, before: messages.TableView, table: messages.TableView, news: list[messages.News]) -> None:
        """Tell what the news alone do not: a deal, whose turn it is, the end, who is asked about somebody away."""
        if before.you is not None and table.you is None:
            self.keep(None)
        if table.lobby and not before.lobby:
            self._tell(self.screen.lobby(table))
        elif table.game and before.game and table.game.status != before.game.status and not _dealt(news):
            self._moves.clear()
            self._tell([*self.screen.end(table, table.game), self.text("join.after")])
        elif table.game:
            self._tell(self._next(before, table, table.game, news))
        for seat in set(table.asks) - set(before.asks):
            name = self.screen.name(table, seat)
            self._tell([self.text("away.ask", name=name), self.text("join.away-how", number=seat + 1)])

    def _next(
        self, before: messages.TableView, table: messages.TableView, game: messages.GameView, news: list[messages.News]
    ) -> list[str]:
        """Return what the game asks for now, where that has changed."""
        todo = self.screen.to_do(table, game)
        if _dealt(news):
            return [*self.screen.hand(game), todo]
        if is_turn_of(table) and not is_turn_of(before):
            return [f"{self.screen.style.bell()}{self.text('turn.yours')}", *self.screen.position(table, game)]
        if is_turn_of(table):
            changed = before.game is not None and before.game.laid != game.laid and not self._moves
            return [*self.screen.hand(game), todo] if changed else []
        was = before.game
        return [todo] if was and (was.active, was.starter) != (game.active, game.starter) else []

    def refused(self, refused: messages.Refused) -> None:
        """Tell why; a seat that is lost is forgotten, a name that does not fit is asked for again."""
        if refused.refusal.code == "token":
            self._moves.clear()
            self.keep(None)
            self.greet(None)
            return
        super().refused(refused)
        self.sitting = False
        if refused.refusal.code in ("name", "name-taken") and self.seen and self.seen.you is None:
            self.name = None
            self.ask_person(self.text("join.your-name"), self._sit)

    # What is typed.

    def _sit(self, name: str) -> None:
        if name:
            self.sitting = True
            self.send(messages.Sit(new_key(), name))
        else:
            self.say(self.text("join.watching"))

    def _talk(self, *words: str) -> None:
        self.send(messages.Say(new_key(), " ".join(words)))

    def _react(self, *words: str) -> None:
        chosen = number_in(words, len(EMOTES))
        if chosen is None:
            self._tell([self.text("join.react-menu"), *numbered(self.text(f"emote.{one}") for one in EMOTES)])
        else:
            self.send(messages.Emote(new_key(), EMOTES[chosen]))

    def _start(self, *words: str) -> None:
        seat = number_in(words, len(self.seen.seats)) if self.seen else None
        talk = self.seen is not None and self.seen.talk == "start-first"
        if seat is None or (self.seen and seat == self.seen.you) or not talk:
            self.send(messages.Start(new_key(), seat))
        else:
            self.send(messages.Propose(new_key(), seat))

    def _wish(self, *words: str) -> None:
        game = self._game()
        over = game is not None and game.status != "playing"
        wishes = ["again", None] if over else [*WISHES, None]
        chosen = number_in(words, len(wishes))
        if chosen is None:
            names = [self.text(f"wish.{wish}" if wish else "wish.none") for wish in wishes]
            self._tell([self.text("join.wish-menu"), *numbered(names)])
        else:
            self.send(messages.Wish(new_key(), wishes[chosen]))

    def _deal(self, *_: str) -> None:
        self.send(messages.Deal(new_key()))

    def _computer(self, *words: str) -> None:
        seat = number_in(words, len(self.seen.seats)) if self.seen else None
        if seat is None and self.seen and len(self.seen.asks) == 1:
            seat = self.seen.asks[0]
        if seat is None:
            self.say(self.text("join.computer-who"))
        else:
            self.send(messages.HandOver(new_key(), seat, on=True))

    def _leave(self, *_: str) -> None:
        self.ask_person(self.text("join.leave-sure"), self._left)

    def _left(self, answer: str) -> None:
        if self._says_yes(answer):
            self.send(messages.Leave(new_key()))

    def _show(self, *_: str) -> None:
        table, game = self.seen, self._game()
        if table is None:
            self.say(self.text("connecting"))
        elif game is None or table.lobby:
            self._tell(self.screen.lobby(table))
        elif game.status == "playing":
            super()._show()
        else:
            self._tell([*self.screen.end(table, game), self.text("join.after")])

    def _who(self, *_: str) -> None:
        self._tell(self.screen.seats(self.seen) if self.seen else ())

    def _log(self, *_: str) -> None:
        game = self._game()
        lines = self.screen.log(self.seen, game) if self.seen and game else []
        self._tell(lines or [self.text("log.empty")])


def _dealt(news: list[messages.News]) -> bool:
    return any(item.kind == "dealt" for item in news)
