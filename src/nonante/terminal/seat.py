"""`TerminalSeat`: one person at a table. Says what the host tells, asks the host for what is typed; holds no rule."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import ClassVar

from .. import messages
from ..rules import END
from ..texts import Texts, rules_text
from .parsing import ACTIONS, spell, understand
from .screen import Screen, Style

Say = Callable[[str], None]
Send = Callable[[messages.Command], None]
"""Asks the host for something."""
AskPerson = Callable[[str, Callable[[str], None]], None]
"""Has a question answered by the person, before anything else is typed."""


def new_key() -> str:
    """Return a key for a command that nobody guesses."""
    return secrets.token_hex(12)


class TerminalSeat:
    """What a person can do at every table, in this process or elsewhere."""

    actions: ClassVar[tuple[str, ...]] = ACTIONS
    help_text: ClassVar[str] = "help"

    def __init__(self, text: Texts, say: Say, send: Send, ask: AskPerson, style: Style | None = None) -> None:
        self.text = text
        self.say = say
        self.send = send
        self.ask_person = ask
        self.screen = Screen(text, style or Style())
        self.seen: messages.TableView | None = None
        """The table as this seat saw it last."""
        self.leaving = False
        self._moves: list[str] = []  # of a typed line, still to be laid

    def line_done(self) -> None:
        """Report the outcome of a line of moves, if the host's news do not."""

    def signal_done(self, signal: messages.SignalView, on: bool) -> None:
        """Report that a signal was given or withdrawn, if the host's news do not."""

    # What the host says.

    def hear(self, message: messages.FromServer) -> None:
        """Show a message of the host."""
        match message:
            case messages.Welcome():
                self.welcomed(message)
            case messages.Update():
                self.updated(message)
            case messages.Refused():
                self.refused(message)
            case messages.Advice():
                self._advised(message)
            case messages.Told():
                self._tell(f"  {self.screen.reason(one.code, one.details)}" for one in message.reasons)

    def welcomed(self, welcome: messages.Welcome) -> None:
        """Take the first view of the table."""
        self.seen = welcome.table

    def updated(self, update: messages.Update) -> None:
        """Take an update, and continue a line of moves."""
        self.seen = update.table
        if update.key and self._moves and self._my_turn():
            self._lay_next()
        elif update.key and self._moves:
            self._moves.clear()

    def refused(self, refused: messages.Refused) -> None:
        """Show a refusal."""
        self._moves.clear()
        self.say(self.screen.style("bad", self.screen.refusal(refused.refusal)))

    def _advised(self, advice: messages.Advice) -> None:
        """Tell a hint: what of its plan is still to be played, and why."""
        game = self._game()
        done = max(0, game.laid - advice.laid) if game and game.turn == advice.turn else 0
        self.say(self.text("hint-moves", moves=" ".join(spell(move, self.text) for move in advice.moves[done:])))
        reasons = (one for one in advice.reasons if one.place is None or one.place >= done)
        self._tell(f"  {self.screen.reason(one.code, one.details)}" for one in reasons)

    def _game(self) -> messages.GameView | None:
        return self.seen.game if self.seen else None

    def _my_turn(self) -> bool:
        return self.seen is not None and is_turn_of(self.seen)

    # What is typed; the names of the methods follow `actions`.

    def obey(self, line: str) -> None:
        """Do what a line asks for."""
        read = understand(line, self.text, self.actions)
        getattr(self, f"_{read.action}")(*read.words)

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
        why = self.text(f"risk.{reason}")
        self.say(self.screen.style("bad", self.text("loses", move=spell(move, self.text), why=why)))
        self.ask_person(self.text("sure"), lambda answer: self._confirmed(answer, move))

    def _confirmed(self, answer: str, move: str) -> None:
        if self._says_yes(answer):
            self._play(move)
        else:
            self._moves.clear()
            self.line_done()

    def _says_yes(self, answer: str) -> bool:
        return answer.strip().casefold() in self.text("yes").split()

    def _play(self, move: str) -> None:
        if self.seen:
            self.send(messages.Play(new_key(), move, self.seen.seq))

    def _undo(self, *_: str) -> None:
        if self.seen:
            self.send(messages.Undo(new_key(), self.seen.seq))

    def _hint(self, *_: str) -> None:
        self.send(messages.Hint(new_key()))

    def _signal(self, *words: str) -> None:
        self._choose_signal(self.seen.may_signal if self.seen else [], "signal-menu", words, on=True)

    def _withdraw(self, *words: str) -> None:
        own = [one for one in self.seen.signals if one.seat == self.seen.you] if self.seen else []
        self._choose_signal(own, "withdraw-menu" if own else "no-own-signal", words, on=False)

    def _choose_signal(self, signals: list[messages.SignalView], menu: str, words: tuple[str, ...], on: bool) -> None:
        """Send the signal that a typed number names, or show the list; where talk is closed, the host says why."""
        chosen = number_in(words, len(signals))
        if self.seen is None:
            return
        if self.seen.talk is not None:
            self.send(messages.SendSignal(new_key(), "trouble", on=on))
        elif chosen is None:
            self._tell([self.text(menu), *numbered(self.screen.signal(self.seen, one) for one in signals)])
        else:
            one, before = signals[chosen], self.seen.signals
            self.send(messages.SendSignal(new_key(), one.signal, one.pile, one.command, on))
            if self.seen.signals != before:
                self.signal_done(one, on)

    def _show(self, *_: str) -> None:
        game = self._game()
        if self.seen and game:
            self._tell(self.screen.position(self.seen, game))

    def _log(self, *_: str) -> None:
        game = self._game()
        self._tell(self.screen.log(self.seen, game) if self.seen and game else [])

    def _help(self, *_: str) -> None:
        self.say(self.text(self.help_text))

    def _rules(self, *_: str) -> None:
        self.say(rules_text(self.text.language))

    def _quit(self, *_: str) -> None:
        self.leaving = True

    def _unknown(self, *words: str) -> None:
        self.say(self.text("not-understood", line=" ".join(words)))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)


def is_turn_of(table: messages.TableView) -> bool:
    """Tell whether it is the turn of the seat that sees this table."""
    game = table.game
    return game is not None and game.status == "playing" and game.starter is not None and game.active == table.you


def number_in(words: tuple[str, ...], count: int) -> int | None:
    """Return the place that a typed number names."""
    number = int(words[0]) if words and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 4 else 0
    return number - 1 if 1 <= number <= count else None


def numbered(lines: Iterable[str]) -> list[str]:
    """Return the lines of a menu."""
    return [f"  {number} {line}" for number, line in enumerate(lines, start=1)]


def _loses(game: messages.GameView, move: str) -> str | None:
    """Return why a move would lose, as the host says."""
    if move == END:
        return game.end_loses
    card, pile = move[:-1], move[-1]
    options = (option for held in game.hand if str(held.card) == card for option in held.options)
    return next((option.loses for option in options if option.pile == pile), None)
