"""A bot and a server that answers as a test wants: what it does after refusals, and when the line breaks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

import pytest

from nonante import messages
from nonante.host import SeatViews
from nonante.rules import Rules, View
from nonante.table import Settings, Signal, Table
from nonante.terminal import Bot, Link, bot as module, joining
from nonante.terminal.joining import WAITS, JoinError, Wire

Answer = Callable[["Server", messages.Command], object]
SEED = 5


class Lowest:
    """Plans two cards and the end of the turn: the first that may be laid."""

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        del signals
        return [view.legal_moves()[0], "bad", "bad"]

    def wish(self, view: View) -> str | None:
        del view
        return None


def table_of_two(names: Sequence[str] = ("Anna", "P")) -> Table:
    """Return a table with Anna and a bot, dealt."""
    table = Table().apply(Table().configure(Settings(Rules.edition("base", players=2))))
    for seat, name in enumerate(names):
        table = table.apply(table.sit(name, bot=seat == 1))
    return table.apply(table.deal(SEED))


class Server:
    """What is at the other end of every line of a bot."""

    def __init__(self, table: Table, answer: Answer) -> None:
        self.table = table
        self.asked: list[messages.Command] = []
        self.lines = 0
        self.hang_up: Callable[[], object] = list
        self._answer = answer
        self._inbox: SimpleQueue[Any] = SimpleQueue()

    def connected(self, inbox: SimpleQueue[Any]) -> None:
        """Take the next line."""
        self.lines += 1
        self._inbox = inbox

    def view(self) -> messages.TableView:
        """Return what the bot sees of the table."""
        return SeatViews("BCDFGH", self.lines + len(self.asked), self.table, 0).of(1)

    def welcome(self) -> None:
        """Let the bot in, at its seat."""
        self.tell(messages.Welcome(self.view(), "secret"))

    def tell(self, message: object) -> None:
        """Say something."""
        self._inbox.put(message)

    def refuse(self, code: str) -> None:
        """Refuse the last command."""
        self.tell(messages.Refused(self.asked[-1].key, messages.Refusal(code, "1", {}, code)))

    def send(self, command: messages.Command) -> None:
        """Take a command."""
        self.asked.append(command)
        self._answer(self, command)

    def plays(self) -> list[messages.Play]:
        """Return the moves that the bot asked for."""
        return [one for one in self.asked if isinstance(one, messages.Play)]


def lines_to(server: Server) -> type[Wire]:
    """Return what a bot takes for its connections."""

    class Line(Wire):
        def __init__(self, link: Link, inbox: SimpleQueue[Any]) -> None:
            del link
            server.connected(inbox)
            server.hang_up = lambda: inbox.put(self)

        def send(self, command: messages.Command) -> None:
            server.send(command)

        def close(self) -> None:
            pass

    return Line


def bot_at(server: Server, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], str]:
    """Let a bot play until it gives up; return what it said, and why it gave up."""
    said: list[str] = []
    monkeypatch.setattr(module, "Wire", lines_to(server))
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with pytest.raises(JoinError) as lost:
        Bot(Link("ws://nowhere", "BCDFGH"), Lowest, "P", said.append).run()
    return said, str(lost.value)


def answering(on_play: Callable[[Server, messages.Command], object]) -> Answer:
    """Let the bot in, and answer its moves."""

    def answer(server: Server, command: messages.Command) -> None:
        if isinstance(command, messages.Hello):
            server.welcome()
        else:
            on_play(server, command)

    return answer


def started(table: Table) -> Table:
    """Let the bot begin."""
    return table.apply(table.start(1))


def test_after_a_refused_move_it_plans_again(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(
        started(table_of_two()),
        answering(lambda server, _: server.refuse("min-cards" if len(server.plays()) == 1 else "banned")),
    )
    said, why = bot_at(server, monkeypatch)
    first = server.table.require_game().view(1).legal_moves()[0]
    assert [play.move for play in server.plays()] == [first, first]
    assert said == ["min-cards"]
    assert why.endswith("banned")


@pytest.mark.parametrize("code", ["min-cards", "stale", "not-active"])
def test_one_whose_every_move_is_refused_gives_up(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(started(table_of_two()), answering(lambda server, _: server.refuse(code)))
    assert bot_at(server, monkeypatch)[1].endswith(code)
    assert len(server.plays()) == module.MOST_REFUSALS


def test_a_move_that_was_too_fast_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    many = 3 * module.MOST_REFUSALS
    server = Server(
        started(table_of_two()),
        answering(lambda server, _: server.refuse("too-fast" if len(server.plays()) < many else "banned")),
    )
    bot_at(server, monkeypatch)
    assert len(server.plays()) == many


def test_what_was_planned_before_the_line_broke_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def on_play(server: Server, command: messages.Command) -> None:
        assert isinstance(command, messages.Play)
        if server.lines == 1:
            server.table = server.table.move(1, command.move).table
            server.hang_up()
        else:
            server.refuse("banned")

    server = Server(started(table_of_two()), answering(on_play))
    bot_at(server, monkeypatch)
    assert server.plays()[-1].move == server.table.require_game().view(1).legal_moves()[0]


def test_a_line_that_breaks_before_every_welcome_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(table_of_two(), lambda server, _: server.hang_up())
    assert "closed the connection" in bot_at(server, monkeypatch)[1]
    assert server.lines == 1 + len(WAITS)


def test_it_begins_where_the_only_person_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of_two()
    table = table.apply(table.hand_over(0, "steady"))
    server = Server(table, answering(lambda server, _: server.refuse("banned")))
    bot_at(server, monkeypatch)
    assert isinstance(server.asked[-1], messages.Start)


def test_it_lets_a_person_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(server: Server, _: messages.Command) -> None:
        server.welcome()
        server.refuse("banned")

    server = Server(table_of_two(), answer)
    bot_at(server, monkeypatch)
    assert [type(one) for one in server.asked] == [messages.Hello]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_nobody_waits_for_a_line_whose_reader_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "_connected", lambda _, __: iter([object()]))  # which nobody can read
    inbox: SimpleQueue[Any] = SimpleQueue()
    wire = Wire(Link("ws://nowhere", "BCDFGH"), inbox)
    wire._reader.join()  # which tells what went wrong, while it is expected
    assert inbox.get_nowait() is wire
