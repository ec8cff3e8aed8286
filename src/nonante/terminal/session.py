"""`Session`: one game at one keyboard, from the deal to the reveal."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from ..files import as_path, write_whole
from ..host import SeatViews
from ..messages import GameView, SignalView, TableView
from ..players import Player, changes, explain, open_reasons, plan_of, starter, wish_of, words_of
from ..rules import END, NonanteError
from ..table import WISHES, Event, Record, Table, TableError, check_talk, explained, losing, talk_closed
from ..texts import Texts, rules_text
from .screen import Screen
from .style import Style
from .words import spell, understand

Ask = Callable[[str], str]
Say = Callable[[str], None]


class Session:
    """Leads people through a game. `ask` raises EOFError when nobody answers any more."""

    def __init__(
        self,
        table: Table,
        text: Texts,
        ask: Ask,
        say: Say,
        style: Style | None = None,
        autosave: Path | None = None,
        players: Mapping[int, Player] | None = None,
    ) -> None:
        self.table = table
        self.text = text
        self.ask = ask
        self.say = say
        self.style = style or Style()
        self.screen = Screen(text, self.style)
        self.autosave = autosave
        self.players = dict(players or {})
        self.leaving = False
        self._news: list[str] = []  # what computer players did since somebody had the keyboard

    @property
    def people(self) -> list[int]:
        """The seats of those who share the keyboard."""
        return [seat for seat in range(len(self.table.seats)) if seat not in self.players]

    @property
    def alone(self) -> bool:
        """Whether one person plays, with computer players or without."""
        return len(self.people) == 1

    @property
    def seats_option(self) -> str:
        """What has to follow ``--resume``, since a record does not tell computer players from people."""
        if not self.players:
            return ""
        named = (there.level or "me" for there in self.table.seats if there)
        return f" --seats {','.join(named)}"

    def run(self) -> None:
        """Play until the game is over or somebody quits."""
        self.say(self.text("hello"))
        self._tell_lines(self.screen.known(self._seen(0)[1]))
        self._keep()
        if self.table.starter is None and self.table.running:
            self._choose_start()
        while self.table.running and not self.leaving:
            self._turn()
        self._tell_news()
        if not self.table.running:
            self.say("")
            self._tell_lines(self.screen.end(*self._seen(0)))
            self._after_the_end()

    def _seen(self, seat: int) -> tuple[TableView, GameView]:
        """Return the table and the game as one seat may see them."""
        table = SeatViews("", 0, self.table, self.table.host).of(seat)
        if table.game is None:
            raise TableError("not-running")
        return table, table.game

    def _at_turn(self) -> tuple[TableView, GameView]:
        return self._seen(self.table.require_game().active)

    def _choose_start(self) -> None:
        """Everybody looks at their hand and says a wish, then the team decides; the host, where talk is closed (R5)."""
        game = self.table.require_game()
        open_talk = talk_closed(game) is None
        for seat, player in self.players.items() if open_talk else ():
            self._do(self.table.wish(seat, wish_of(player, game.view(seat))))
        if not self.people:
            self._do(self.table.start(starter(self.table.wishes)))
            return
        for seat in self.people:
            if not self.alone:
                self._pass_keyboard(seat)
            self._tell_lines(self.screen.hand(self._seen(seat)[1]))
            if open_talk and not self.alone:
                self._ask_wish(seat)
        if not self.alone:
            self.say(self.style.clean())
        for seat, name in enumerate(self.table.names):
            wish = self._wish_of(seat)
            self.say(f"  {seat + 1} {self.text('says', name=name, what=wish) if wish else name}")
        host = self.table.names[self.table.host or 0]
        prompt = self.text("who-starts") if open_talk else self.text("names-starter", name=host)
        self._do(self.table.start(self._choose(prompt, list(self.table.names))))

    def _wish_of(self, seat: int) -> str:
        wish, whom = self.table.wishes[seat], self.table.proposals[seat]
        if whom is not None:
            return self.text("propose", name=self.table.names[whom])
        return self.text(f"wish.{wish}") if wish else ""

    def _ask_wish(self, seat: int) -> None:
        """Ask for a wish, or whom this seat proposes."""
        choices: dict[str, Event] = {self.text("wish.none"): self.table.wish(seat, None)}
        choices |= {self.text(f"wish.{wish}"): self.table.wish(seat, wish) for wish in WISHES}
        for other, name in enumerate(self.table.names):
            if other != seat:
                choices[self.text("propose", name=name)] = self.table.propose(seat, other)
        for number, choice in enumerate(choices, start=1):
            self.say(f"  {number} {choice}")
        self._do(list(choices.values())[self._choose(self.text("your-wish"), list(choices))])

    def _choose(self, prompt: str, choices: list[str]) -> int:
        """Ask until the answer is a number of the list or one of its words; return its place."""
        folded = [choice.casefold() for choice in choices]
        while True:
            answer = self.ask(prompt).strip().casefold()
            if answer in folded:
                return folded.index(answer)
            if answer.isdecimal() and 1 <= int(answer) <= len(choices):
                return int(answer) - 1
            self.say(self.text("choose-number", count=len(choices)))

    def _pass_keyboard(self, seat: int) -> None:
        self.say(self.style.clean())
        self.ask(self.text("pass-to", name=self.table.names[seat]))

    def _turn(self) -> None:
        """One player's turn: show, then obey line after line."""
        self._let_speak()
        game = self.table.require_game()
        seat, turn = game.active, game.turn
        if seat in self.players:
            self._computer_turn(seat)
            return
        if not self.alone:
            self._pass_keyboard(seat)
            if game.last_turn and not self._news:
                self._tell_lines(self.screen.log(*self._at_turn())[:1])
        self._tell_news()
        self._show()
        while self.table.running and not self.leaving and self.table.require_game().turn == turn:
            self._obey(self.ask(self.text("prompt")))

    def _let_speak(self) -> None:
        """Bring the signals of the computer players up to date, once a turn."""
        for seat, player in self.players.items():
            view = self.table.require_game().view(seat)
            for event in changes(self.table, seat, words_of(player, view, self.table.standing)):
                self._do(event)

    def _computer_turn(self, seat: int) -> None:
        """Play a computer player's turn: a line for each card, then its reasons."""
        game, name = self.table.require_game(), self.table.names[seat]
        view, heard = game.view(seat), self.table.standing
        moves = plan_of(self.players[seat], view, heard)
        for move in moves:
            self._do(self.table.play(seat, move))
            self._news.append(self.text("computer-ends" if move == END else "computer-lays", name=name, move=move))
            if self.table.require_game().turn != game.turn or not self.table.running:
                break
        reasons = open_reasons(view, moves, heard)
        self._news += [f"  {self.screen.reason(reason.code, reason.details, 'told')}" for reason in reasons]
        if self.alone:
            self._tell_news()

    def _tell_news(self) -> None:
        self._tell_lines(self._news)
        self._news.clear()

    def _tell_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def _obey(self, answer: str) -> None:
        line = understand(answer, self.text)
        try:
            getattr(self, f"_{line.action}")(*line.words)
        except NonanteError as error:
            self.say(self.style("bad", self.text.error(error)))
        except OSError as error:
            self.say(self.style("bad", self.text(_unwritten(error), path=error.filename)))

    def _do(self, event: Event) -> None:
        self._become(self.table.apply(event))

    def _become(self, table: Table) -> None:
        self.table = table
        self._keep()

    def _keep(self) -> None:
        if self.autosave:
            write_whole(self.autosave, Record.of(self.table).to_json())

    # What a line can ask for; the names follow `words.ACTIONS`.

    def _lay(self, *moves: str) -> None:
        turn = self.table.require_game().turn
        for move in moves:
            if not self.table.running or self.table.require_game().turn != turn or not self._play(move):
                break
        self._tell(turn)

    def _end(self, *_: str) -> None:
        turn = self.table.require_game().turn
        self._play(END)
        self._tell(turn)

    def _play(self, move: str) -> bool:
        game = self.table.require_game()
        after = self.table.move(game.active, move).table
        reason = losing(game, move)
        if reason and not self._sure(move, reason):
            return False
        self._become(after)
        return True

    def _sure(self, move: str, reason: str) -> bool:
        """Warn once, with the reason, before a play that loses (R21)."""
        why = self.text(f"risk.{explained(self.table.require_game(), reason)}")
        self.say(self.style("bad", self.text("loses", move=spell(move, self.text), why=why)))
        return self.ask(self.text("sure")).strip().casefold() in self.text("yes").split()

    def _tell(self, turn: int) -> None:
        """Say what came of it: the position, or what was drawn when a solo turn ended."""
        game = self.table.require_game()
        if not self.table.running or (game.turn != turn and len(self.table.seats) > 1):
            return
        self._show()

    def _undo(self, *_: str) -> None:
        self._do(self.table.undo(self.table.require_game().active))
        self._show()

    def _hint(self, *_: str) -> None:
        """Say what a strong computer player would do here, seeing only this hand, and why."""
        game = self.table.require_game()
        advice = explain(game.view(game.active), self.table.standing)
        self.say(self.text("hint-moves", moves=" ".join(spell(move, self.text) for move in advice.moves)))
        self._tell_lines(f"  {self.screen.reason(reason.code, reason.details)}" for reason in advice.reasons)

    def _signal(self, *words: str) -> None:
        check_talk(self.table.require_game())
        table, _ = self._at_turn()
        signal = self._chosen(table, table.may_signal, "signal-menu", words)
        if signal:
            self._do(self.table.signal(signal.seat, signal.signal, signal.pile, signal.command))
            self.say(self.text("signalled", signal=self.screen.signal(table, signal)))

    def _withdraw(self, *words: str) -> None:
        check_talk(self.table.require_game())
        table, _ = self._at_turn()
        own = [signal for signal in table.signals if signal.seat == table.you]
        signal = self._chosen(table, own, "withdraw-menu" if own else "no-own-signal", words)
        if signal:
            self._do(self.table.withdraw(signal.seat, signal.signal, signal.pile, signal.command))
            self.say(self.text("withdrawn", signal=self.screen.signal(table, signal)))

    def _chosen(
        self, table: TableView, signals: list[SignalView], menu: str, words: tuple[str, ...]
    ) -> SignalView | None:
        """Return the signal that a typed number names; show the list where there is no such number."""
        if words and words[0].isdecimal() and 1 <= int(words[0]) <= len(signals):
            return signals[int(words[0]) - 1]
        self.say(self.text(menu))
        self._tell_lines(f"  {number} {self.screen.signal(table, one)}" for number, one in enumerate(signals, start=1))
        return None

    def _show(self, *_: str) -> None:
        self._tell_lines(self.screen.position(*self._at_turn()))

    def _log(self, *_: str) -> None:
        self._tell_lines(self.screen.log(*self._at_turn()))

    def _help(self, *_: str) -> None:
        self.say(self.text("help"))

    def _rules(self, *_: str) -> None:
        self.say(rules_text(self.text.language))

    def _save(self, *words: str) -> None:
        path = as_path(" ".join(words) or self.text("save-name"))
        write_whole(path, Record.of(self.table).to_json())
        self.say(self.text("saved", path=path, seats=self.seats_option))

    def _quit(self, *_: str) -> None:
        self.leaving = True
        if self.autosave:
            self.say(self.text("kept", seats=self.seats_option))

    def _unknown(self, *words: str) -> None:
        self.say(self.text("not-understood", line=" ".join(words)))

    def _after_the_end(self) -> None:
        """Offer to save the record."""
        while True:
            line = understand(self.ask(self.text("after-end")), self.text)
            if line.action not in ("save", "log", "rules", "help"):
                return
            self._obey(" ".join([line.action, *line.words]))


def _unwritten(error: OSError) -> str:
    """Return the key of the words for a file that cannot be written."""
    causes = {errno.ENOENT: ".no-folder", errno.EISDIR: ".folder", errno.ENOSPC: ".full", errno.EROFS: ".denied"}
    denied = isinstance(error, PermissionError)
    no_home = "" if error.errno or not error.filename else ".no-home"
    return "file-error" + (".denied" if denied else causes.get(error.errno or 0, no_home))
