"""`Guest`: one person at a table elsewhere. Hears the server and obeys what is typed; both may come at any time."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from ..messages import (
    Advice,
    Command,
    Deal,
    Emote,
    FromServer,
    GameView,
    HandOver,
    Hello,
    Hint,
    Leave,
    News,
    Play,
    Propose,
    Refused,
    Say,
    SendSignal,
    SignalView,
    Sit,
    Start,
    TableView,
    Told,
    Undo,
    Update,
    Welcome,
    Wish,
)
from ..rules import END
from ..table import EMOTES, WISHES
from ..texts import Texts, rules_text
from .screen import Screen
from .style import Style
from .words import JOIN_ACTIONS, spell, understand


def new_key() -> str:
    """Return a key for a command that nobody guesses."""
    return secrets.token_hex(12)


class Guest:
    """Speaks with `say`, asks the server with `send`; `keep` gets the secret of a seat just taken, None of one lost."""

    def __init__(
        self,
        text: Texts,
        say: Callable[[str], None],
        send: Callable[[Command], None],
        keep: Callable[[str | None], None],
        style: Style | None = None,
        name: str | None = None,
    ) -> None:
        self.text = text
        self.say = say
        self.send = send
        self.keep = keep
        self.screen = Screen(text, style or Style())
        self.name = name
        self.table: TableView | None = None
        self.leaving = False
        self._moves: list[str] = []  # of a typed line, still to be laid
        self._answer: Callable[[str], None] | None = None  # what the next line answers

    # What the server says.

    def greet(self, token: str | None) -> None:
        """Say hello on a new connection."""
        self.send(Hello(new_key(), token))

    def hear(self, message: FromServer) -> None:
        """Tell what a message says."""
        match message:
            case Welcome():
                self._welcomed(message)
            case Update():
                self._updated(message)
            case Refused():
                self._refused(message)
            case Advice():
                self._advised(message)
            case Told():
                self._tell(f"  {self.screen.reason(one.code, one.details)}" for one in message.reasons)

    def _advised(self, advice: Advice) -> None:
        """Tell a hint: what of its plan is still to be played, and why."""
        game = self.table.game if self.table else None
        done = max(0, game.laid - advice.laid) if game and game.turn == advice.turn else 0
        self.say(self.text("hint-moves", moves=" ".join(spell(move, self.text) for move in advice.moves[done:])))
        reasons = (one for one in advice.reasons if one.place is None or one.place >= done)
        self._tell(f"  {self.screen.reason(one.code, one.details)}" for one in reasons)

    def _welcomed(self, welcome: Welcome) -> None:
        self.table = table = welcome.table
        if welcome.token:
            self.keep(welcome.token)
        self._show()
        if table.you is None and None in table.seats:
            if self.name:
                self._sit(self.name)
            else:
                self._ask(self.text("join.your-name"), self._sit)
        elif table.you is None:
            self.say(self.text("join.watching"))

    def _updated(self, update: Update) -> None:
        before, self.table = self.table, update.table
        self._tell(filter(None, (self.screen.news(update.table, news) for news in update.news)))
        if before is not None:
            self._changed(before, update.table, update.news)
        if self._moves and update.key and self._my_turn():
            self._lay_next()

    def _changed(self, before: TableView, table: TableView, news: list[News]) -> None:
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

    def _next(self, before: TableView, table: TableView, game: GameView, news: list[News]) -> list[str]:
        """Return what the game asks for now, where that has changed."""
        todo = self.screen.to_do(table, game)
        if _dealt(news):
            return [*self.screen.hand(game), todo]
        if _mine(table) and not _mine(before):
            return [f"{self.screen.style.bell()}{self.text('turn.yours')}", *self.screen.position(table, game)]
        if _mine(table):
            changed = before.game is not None and before.game.laid != game.laid and not self._moves
            return [*self.screen.hand(game), todo] if changed else []
        was = before.game
        return [todo] if was and (was.active, was.starter) != (game.active, game.starter) else []

    def _refused(self, refused: Refused) -> None:
        self._moves.clear()
        if refused.refusal.code == "token":
            self.keep(None)
            self.greet(None)
            return
        self.say(self.screen.style("bad", self.screen.refusal(refused.refusal)))
        if refused.refusal.code in ("name", "name-taken") and self.table and self.table.you is None:
            self.name = None
            self._ask(self.text("join.your-name"), self._sit)

    # What is typed; the names of the methods follow `words.JOIN_ACTIONS`.

    def obey(self, line: str) -> None:
        """Do what a line asks for."""
        if self._answer:
            answer, self._answer = self._answer, None
            answer(line.strip())
            return
        read = understand(line, self.text, JOIN_ACTIONS)
        getattr(self, f"_{read.action}")(*read.words)

    def _ask(self, question: str, answer: Callable[[str], None]) -> None:
        self.say(question)
        self._answer = answer

    def _sit(self, name: str) -> None:
        if name:
            self.send(Sit(new_key(), name))
        else:
            self.say(self.text("join.watching"))

    def _game(self) -> GameView | None:
        return self.table.game if self.table else None

    def _my_turn(self) -> bool:
        return self.table is not None and _mine(self.table)

    def _lay(self, *moves: str) -> None:
        self._moves = list(moves)
        self._lay_next()

    def _end(self, *_: str) -> None:
        self._lay(END)

    def _lay_next(self) -> None:
        """Send the next move of the line; one that loses is asked about first (R21)."""
        game, move = self._game(), self._moves.pop(0)
        reason = _loses(game, move) if game and self._my_turn() else None
        if reason is None:
            self._play(move)
            return
        self.say(self.text("loses", move=spell(move, self.text), why=self.text(f"risk.{reason}")))
        self._ask(self.text("sure"), lambda answer: self._confirmed(answer, move))

    def _confirmed(self, answer: str, move: str) -> None:
        if answer.casefold() in self.text("yes").split():
            self._play(move)
        else:
            self._moves.clear()

    def _play(self, move: str) -> None:
        if self.table:
            self.send(Play(new_key(), move, self.table.seq))

    def _undo(self, *_: str) -> None:
        if self.table:
            self.send(Undo(new_key(), self.table.seq))

    def _hint(self, *_: str) -> None:
        self.send(Hint(new_key()))

    def _signal(self, *words: str) -> None:
        self._choose_signal(self.table.may_signal if self.table else [], "signal-menu", words, on=True)

    def _withdraw(self, *words: str) -> None:
        own = [one for one in self.table.signals if one.seat == self.table.you] if self.table else []
        closed = self.table is not None and self.table.talk is not None
        if own or closed:
            self._choose_signal(own, "withdraw-menu", words, on=False)
        else:
            self.say(self.text("no-own-signal"))

    def _choose_signal(self, signals: list[SignalView], menu: str, words: tuple[str, ...], on: bool) -> None:
        chosen = _number(words, len(signals))
        if chosen is not None:
            one = signals[chosen]
            self.send(SendSignal(new_key(), one.signal, one.pile, one.command, on))
        elif not signals or self.table is None:
            self.say(self.text("join.no-signal"))
        else:
            self._tell([self.text(menu), *_numbered(self.screen.signal(self.table, one) for one in signals)])

    def _talk(self, *words: str) -> None:
        self.send(Say(new_key(), " ".join(words)))

    def _react(self, *words: str) -> None:
        chosen = _number(words, len(EMOTES))
        if chosen is None:
            self._tell([self.text("join.react-menu"), *_numbered(self.text(f"emote.{one}") for one in EMOTES)])
        else:
            self.send(Emote(new_key(), EMOTES[chosen]))

    def _start(self, *words: str) -> None:
        seat = _number(words, len(self.table.seats)) if self.table else None
        talk = self.table is not None and self.table.talk == "start-first"
        if seat is None or (self.table and seat == self.table.you) or not talk:
            self.send(Start(new_key(), seat))
        else:
            self.send(Propose(new_key(), seat))

    def _wish(self, *words: str) -> None:
        chosen = _number(words, len(WISHES) + 1)
        wishes = [*WISHES, None]
        if chosen is None:
            names = [self.text(f"wish.{wish}" if wish else "wish.none") for wish in wishes]
            self._tell([self.text("join.wish-menu"), *_numbered(names)])
        else:
            self.send(Wish(new_key(), wishes[chosen]))

    def _deal(self, *_: str) -> None:
        self.send(Deal(new_key()))

    def _computer(self, *words: str) -> None:
        seat = _number(words, len(self.table.seats)) if self.table else None
        if seat is None and self.table and len(self.table.asks) == 1:
            seat = self.table.asks[0]
        if seat is None:
            self.say(self.text("join.computer-who"))
        else:
            self.send(HandOver(new_key(), seat, on=True))

    def _leave(self, *_: str) -> None:
        self._ask(self.text("join.leave-sure"), self._left)

    def _left(self, answer: str) -> None:
        if answer.casefold() in self.text("yes").split():
            self.send(Leave(new_key()))

    def _show(self, *_: str) -> None:
        table, game = self.table, self._game()
        if table is None:
            self.say(self.text("connecting"))
        elif game is None or table.lobby:
            self._tell(self.screen.lobby(table))
        elif game.status == "playing":
            self._tell(self.screen.position(table, game))
        else:
            self._tell([*self.screen.end(table, game), self.text("join.after")])

    def _who(self, *_: str) -> None:
        self._tell(self.screen.seats(self.table) if self.table else ())

    def _log(self, *_: str) -> None:
        game = self._game()
        lines = self.screen.log(self.table, game) if self.table and game else []
        self._tell(lines or [self.text("log.empty")])

    def _help(self, *_: str) -> None:
        self.say(self.text("join.help"))

    def _rules(self, *_: str) -> None:
        self.say(rules_text(self.text.language))

    def _quit(self, *_: str) -> None:
        self.leaving = True

    def _unknown(self, *words: str) -> None:
        self.say(self.text("not-understood", line=" ".join(words)))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)


def _dealt(news: list[News]) -> bool:
    return any(item.kind == "dealt" for item in news)


def _mine(table: TableView) -> bool:
    game = table.game
    playing = game is not None and game.status == "playing" and game.starter is not None
    return playing and game is not None and game.active == table.you


def _loses(game: GameView, move: str) -> str | None:
    """Return why a move would lose, as the server says."""
    if move == END:
        return game.end_loses
    card, pile = move[:-1], move[-1]
    options = (option for held in game.hand if str(held.card) == card for option in held.options)
    return next((option.loses for option in options if option.pile == pile), None)


def _number(words: tuple[str, ...], count: int) -> int | None:
    """Return the place that a typed number names."""
    number = int(words[0]) if words and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 4 else 0
    return number - 1 if 1 <= number <= count else None


def _numbered(lines: Iterable[str]) -> list[str]:
    return [f"  {number} {line}" for number, line in enumerate(lines, start=1)]
