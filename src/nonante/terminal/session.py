"""`Session`: one game at one keyboard, from the deal to the reveal."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Sequence
from pathlib import Path

from .. import messages
from ..files import as_path, write_whole
from ..table import WISHES, Record, Table, TableError
from ..texts import Texts
from .local import LocalTable
from .parsing import understand
from .screen import Style
from .seat import Say, TerminalSeat, new_key, numbered

Ask = Callable[[str], str]
ANYTIME = ("help", "rules", "quit")
"""What can be typed at every question before a turn, too."""


class _Left(Exception):
    """Raised when somebody quits at a question."""


class Session(TerminalSeat):
    """A game at one keyboard. `ask` raises EOFError at the end of the input."""

    def __init__(
        self,
        table: Table,
        text: Texts,
        ask: Ask,
        say: Say,
        style: Style | None = None,
        autosave: Path | None = None,
    ) -> None:
        super().__init__(text, say, self._send, lambda question, answer: answer(ask(question)), style)
        self.ask = ask
        self.autosave = autosave
        self._host = LocalTable(table)
        self.people = self._host.people
        """The seats of those who share the keyboard."""
        self._seen: dict[int, messages.TableView] = {}
        self._news: dict[int, list[str]] = {}  # what computer players did since somebody had the keyboard, by turn
        self._keyboard = (self.people or [0])[0]
        self._typed_in = 0  # the turn in which a line was typed

    @property
    def table(self) -> Table:
        """The table in its current state."""
        return self._host.table

    @property
    def alone(self) -> bool:
        """Whether a single person plays, alone or with computer players."""
        return len(self.people) == 1

    @property
    def seats_option(self) -> str:
        """The ``--seats`` option that ``--resume`` needs, because a record does not mark computer players."""
        levels = [there.level for there in self.table.seats if there]
        return f" --seats {','.join(level or 'me' for level in levels)}" if any(levels) else ""

    def run(self) -> None:
        """Play until the game is over or the player quits."""
        self.say(self.text("hello"))
        with self._host:
            self._listen()
            self._play_through()

    def _play_through(self) -> None:
        self._tell(self.screen.known(self._now()[1]))
        self._save_itself()
        with contextlib.suppress(_Left):
            if self.table.starter is None and self.table.running:
                self._choose_start()
            while self.table.running and not self.leaving:
                self._turn()
        self._tell_news()
        if not self.table.running:
            self.say("")
            self._tell(self.screen.end(*self._now()))
            self._after_the_end()

    # The table and its host.

    def _send(self, command: messages.Command) -> None:
        """Ask the host for whoever has the keyboard."""
        self._host.ask(self._keyboard, command)
        self._listen()
        self._save_itself()

    def _listen(self) -> None:
        while self._host.heard:
            seat, message = self._host.heard.pop(0)
            if isinstance(message, messages.Welcome | messages.Update):
                self._seen[seat] = message.table
            if isinstance(message, messages.Told):
                said = [f"  {self.screen.reason(one.code, one.details, 'told')}" for one in message.reasons]
                self._news.setdefault(message.turn, []).extend(said)
            elif seat == self._keyboard:
                self.hear(message)

    def updated(self, update: messages.Update) -> None:
        """Report what computer players have played, and the result of one's own line."""
        before = self._game()
        for news in update.news:
            self._note(update.table, news, before.turn if before else 0)
        last = bool(update.key) and not self._moves
        super().updated(update)
        if last and any(news.kind in ("played", "undone") for news in update.news):
            self.line_done()

    def _note(self, table: messages.TableView, news: messages.News, turn: int) -> None:
        there = table.seats[news.seat] if news.seat is not None else None
        if there is None or there.level is None or news.kind != "played":
            return
        lines = self._news.setdefault(turn, [])
        if news.move:
            lines.append(self.text("computer-lays", name=there.name, move=f"{news.move.card}{news.move.pile}"))
        elif news.ended_turn:
            lines.append(self.text("computer-ends", name=there.name))

    def _save_itself(self) -> None:
        if self.autosave:
            write_whole(self.autosave, Record.of(self.table).to_json(), private=True)

    def _now(self) -> tuple[messages.TableView, messages.GameView]:
        """Return the table and the game as whoever has the keyboard sees them."""
        table = self._seen[self._keyboard]
        if table.game is None:
            raise TableError("not-running")
        return table, table.game

    def _hand_keyboard(self, seat: int) -> None:
        self._keyboard, self.seen = seat, self._seen[seat]

    # The start.

    def _choose_start(self) -> None:
        """Everybody looks at their hand and says a wish, then the team decides; the host, where talk is closed (R5)."""
        open_talk = self._now()[0].talk == "start-first"
        for seat in self.people:
            self._hand_keyboard(seat)
            if not self.alone:
                self._pass_keyboard()
            self._tell(self.screen.hand(self._now()[1]))
            if open_talk and not self.alone:
                self._ask_wish(seat)
        if self.table.starter is not None:  # the computer players have agreed already
            return
        if not self.alone:
            self.say(self.screen.style.clean())
        table, names = self._now()[0], list(self.table.names)
        self._tell(numbered(self.screen.wish(table, seat) for seat in range(len(names))))
        prompt = self.text("who-starts") if open_talk else self.text("names-starter", name=names[table.host or 0])
        self._let_start(self._choose(prompt, names), open_talk)

    def _let_start(self, seat: int, open_talk: bool) -> None:
        """Let the seat start that was agreed on: a person takes the start, a computer player is proposed by all."""
        if not open_talk:
            self._hand_keyboard(self.table.host or 0)
            self.send(messages.Start(new_key(), seat))
        elif seat in self.people:
            self._hand_keyboard(seat)
            self.send(messages.Start(new_key()))
        else:
            for person in self.people:
                self._hand_keyboard(person)
                self.send(messages.Propose(new_key(), seat))

    def _ask_wish(self, seat: int) -> None:
        """Ask for a wish, or whom this seat proposes."""
        choices: dict[str, messages.Command] = {self.text("wish.none"): messages.Wish(new_key(), None)}
        choices |= {self.text(f"wish.{wish}"): messages.Wish(new_key(), wish) for wish in WISHES}
        for other, name in enumerate(self.table.names):
            if other != seat:
                choices[self.text("propose", name=name)] = messages.Propose(new_key(), other)
        self._tell(numbered(choices))
        self.send(list(choices.values())[self._choose(self.text("your-wish"), list(choices))])

    def _choose(self, prompt: str, choices: Sequence[str]) -> int:
        """Ask until the answer is a number of the list or one of its words; return its place."""
        folded = [choice.casefold() for choice in choices]
        while True:
            answer = self.ask(prompt).strip().casefold()
            if answer in folded:
                return folded.index(answer)
            if answer.isdecimal() and 1 <= int(answer) <= len(choices):
                return int(answer) - 1
            if not self._obeyed(answer):
                self.say(self.text("choose-number", count=len(choices)))

    def _obeyed(self, answer: str) -> bool:
        """Execute an answer that is one of `ANYTIME`, and tell whether it was; quitting raises `_Left`."""
        action = understand(answer, self.text, ANYTIME).action
        if action in ANYTIME:
            getattr(self, f"_{action}")()
        if self.leaving:
            raise _Left
        return action in ANYTIME

    def _pass_keyboard(self) -> None:
        self.say(self.screen.style.clean())
        while self._obeyed(self.ask(self.text("pass-to", name=self.table.names[self._keyboard]))):
            pass

    # A turn.

    def _turn(self) -> None:
        """One player's turn: show, then obey line after line."""
        game = self.table.require_game()
        self._typed_in = game.turn
        self._hand_keyboard(game.active)
        if not self.alone:
            self._pass_keyboard()
            if game.last_turn and not self._news:
                self._tell(self.screen.log(*self._now())[:1])
        self._tell_news()
        self._show()
        while self.table.running and not self.leaving and self.table.require_game().turn == game.turn:
            self._obey_or_say(self.ask(self.text("prompt")))

    def _tell_news(self) -> None:
        for turn in sorted(self._news):
            self._tell(self._news.pop(turn))

    def _obey_or_say(self, line: str) -> None:
        try:
            self.obey(line)
        except OSError as error:
            self.say(self.screen.style("bad", self.text(_unwritten(error), path=error.filename)))

    def line_done(self) -> None:
        """Show the position while the turn is unfinished."""
        game = self._game()
        if game and self._my_turn() and game.turn == self._typed_in:
            self._show()

    def signal_done(self, signal: messages.SignalView, on: bool) -> None:
        """Confirm the signal in words."""
        self.say(self.text("signalled" if on else "withdrawn", signal=self.screen.signal(self._now()[0], signal)))

    def _save(self, *words: str) -> None:
        path = as_path(" ".join(words) or self.text("save-name"))
        write_whole(path, Record.of(self.table).to_json())
        self.say(self.text("saved", path=path, seats=self.seats_option))

    def _quit(self, *_: str) -> None:
        super()._quit()
        if self.autosave:
            self.say(self.text("kept", seats=self.seats_option))

    def _after_the_end(self) -> None:
        """Offer to save the record."""
        while True:
            line = understand(self.ask(self.text("after-end")), self.text)
            if line.action not in ("save", "log", "rules", "help"):
                return
            self._obey_or_say(" ".join([line.action, *line.words]))


def _unwritten(error: OSError) -> str:
    """Return the key of the words for a file that cannot be written."""
    causes = {errno.ENOENT: ".no-folder", errno.EISDIR: ".folder", errno.ENOSPC: ".full", errno.EROFS: ".denied"}
    denied = isinstance(error, PermissionError)
    no_home = "" if error.errno or not error.filename else ".no-home"
    return "file-error" + (".denied" if denied else causes.get(error.errno or 0, no_home))
