"""A terminal at a table elsewhere, over real sockets: the same game, line by line."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.cli.program import nonante
from tests.host.indoors import PATIENCE, choose
from tests.server.serving import Server, serving

from nonante.messages import GameView, TableView
from nonante.terminal.joining import JoinError, Joining, Link, SavedSeats
from nonante.terminal.parsing import JOIN_ACTIONS, understand
from nonante.texts import LANGUAGES, Texts

TEXTS = ("common", "hint", "program", "web", "people")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("join") / "tables.db") as server:
        yield server


def opened(server: Server, **wanted: Any) -> tuple[str, str]:
    """Open a table; return its link and the secret of Anna's seat."""
    answer = httpx.post(f"{server.url}api/tables", json={"name": "Anna", **wanted}, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return f"{server.url}t/{answer.json()['code']}", answer.json()["token"]


class Person:
    """Somebody at a keyboard: types when what they wait for has been said."""

    def __init__(
        self, link: str, folder: Path, token: str | None = None, name: str | None = None, language: str = "en"
    ) -> None:
        self.said: list[str] = []
        self._news = threading.Condition()
        self._lines: list[str | None] = []
        where = Link.read(link)
        seats = SavedSeats(folder / f"{name or token}.json")
        if token:
            seats.keep(where, token)
        self.joining = Joining(where, Texts(language, *TEXTS), self._say, seats, name=name)
        self._thread = threading.Thread(target=self.joining.run, args=(self._typed(),), daemon=True)
        self._thread.start()

    def _say(self, line: str) -> None:
        with self._news:
            self.said.append(line)
            self._news.notify_all()

    def _typed(self) -> Iterator[str]:
        while True:
            with self._news:
                while not self._lines:
                    self._news.wait()
                line = self._lines.pop(0)
            if line is None:
                return
            yield line + "\n"

    def type(self, *lines: str | None) -> None:
        with self._news:
            self._lines += lines
            self._news.notify_all()

    def hears(self, words: str, times: int = 1) -> None:
        """Wait until this was said so often."""
        self.until(lambda: sum(words in line for line in self.said) >= times, words)

    def until(self, true: Callable[[], bool], what: str = "") -> None:
        with self._news:
            assert self._news.wait_for(true, PATIENCE), (what, self.said)

    @property
    def table(self) -> TableView:
        table = self.joining.seat.seen
        assert table
        return table

    @property
    def game(self) -> GameView:
        game = self.table.game
        assert game
        return game

    def my_turn(self) -> bool:
        table = self.joining.seat.seen
        game = table.game if table else None
        return bool(table and game and game.status == "playing" and game.active == table.you)

    def over(self) -> bool:
        return self.game.status != "playing"

    def play(self) -> None:
        """Play on until the game is over."""
        while not self.over():
            seq = self.table.seq
            if self.my_turn():
                self.type(choose(msgspec.to_builtins(self.game)), "yes")  # "yes" is only answered where it is asked
            self.until(lambda seq=seq: self.over() or (self.table.seq > seq and self.my_turn()))  # type: ignore[misc]

    def quit(self) -> None:
        self.type(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@pytest.mark.parametrize(
    ("text", "socket"),
    [
        ("http://127.0.0.1:8098/t/BCDFGH", "ws://127.0.0.1:8098/ws/BCDFGH"),
        (" https://example.org/t/bcdfgh?lang=fr ", "wss://example.org/ws/BCDFGH"),
        ("example.org:80/t/BCDFGH/", "ws://example.org:80/ws/BCDFGH"),
        ("http://[::1]:8098/t/BCDFGH#x", "ws://[::1]:8098/ws/BCDFGH"),
    ],
)
def test_links_as_people_paste_them(text: str, socket: str) -> None:
    assert Link.read(text).socket == socket


@pytest.mark.parametrize(
    "text",
    [
        *("", "BCDFGH", "http://", "http:///t/BCDFGH", "ftp://a/t/BCDFGH", "http://a/x/BCDFGH", "http://a:b/t/BCDFGH"),
        *("http://a:99999/t/BCDFGH", "http://a/t/", "http://a/t/B C", "http://[::1/t/BCDFGH", "http://é/t/BCDFGH"),
        "x" * 9999,
    ],
)
def test_what_is_no_link_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(JoinError) as refused:
        Link.read(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_seats_are_kept_and_a_broken_file_is_none(tmp_path: Path) -> None:
    seats, link = SavedSeats(tmp_path / "seats.json"), Link.read("http://a/t/BCDFGH")
    assert seats.token(link) is None
    seats.keep(link, "secret")
    seats.keep(Link.read("http://b/t/BCDFGH"), "other")
    assert seats.token(link) == "secret"
    seats.keep(link, None)
    assert seats.token(link) is None
    assert seats.token(Link.read("http://b/t/BCDFGH")) == "other"
    for broken in ("[]", "{", '{"ws://a/ws/BCDFGH": 3}', "\x00"):
        (tmp_path / "seats.json").write_text(broken)
        assert seats.token(link) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_understood_in_every_language_and_none_twice(language: str) -> None:
    text = Texts(language, *TEXTS)
    words = [(word, action) for action in JOIN_ACTIONS for word in text(f"words.{action}").split()]
    assert len({word for word, _ in words}) == len(words)
    for word, action in words:
        assert understand(word, text, JOIN_ACTIONS).action == action
    for line in text("join.help").splitlines()[1:]:
        assert understand(line.split()[0], text, JOIN_ACTIONS).action in JOIN_ACTIONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_terminals_play_a_whole_game(server: Server, tmp_path: Path, language: str) -> None:
    link, token = opened(server, settings={"rules": {"players": 3}}, bots=["novice"])
    text = Texts(language, *TEXTS)
    anna = Person(link, tmp_path, token, language=language)
    bob = Person(link, tmp_path, name="Bob", language=language)
    anna.hears("Bob")
    anna.type(text("words.deal").split()[0])
    bob.hears(text("join.who-starts"))
    bob.type(text("words.start").split()[0])
    bob.hears(text("turn.yours"))
    anna.until(lambda: anna.game.starter is not None)
    players = [threading.Thread(target=one.play, daemon=True) for one in (anna, bob)]
    for player in players:
        player.start()
    for player in players:
        player.join(PATIENCE)
    assert anna.over()
    assert bob.over()
    for one in (anna, bob):
        one.hears(text("join.after"))
        one.quit()
        assert one.said[-1] == text("join.kept")
    hidden = [card.card for card in bob.game.hand]
    assert hidden == [card.card for card in (bob.game.reveal.hands[2] if bob.game.reveal else [])]


def test_refusals_warnings_signals_chat_and_reactions(server: Server, tmp_path: Path) -> None:
    settings = {"rules": {"players": 2}, "chat": True}
    link, token = opened(server, settings=settings)
    anna = Person(link, tmp_path, token)
    anna.hears("Anna, You, host")
    bob = Person(link, tmp_path)
    bob.hears("Your name")
    bob.type("Anna")
    bob.hears("already called Anna")
    bob.hears("Your name", times=2)
    bob.type("Bob")
    anna.hears("Bob sits down")
    bob.type("say I have a forty", "say hello", "react 1", "react", "deal", "nonsense", "who", "help", "")
    bob.hears("R49")
    anna.hears("Bob: hello")
    anna.hears("Bob: Bravo!")
    bob.hears("Only the host")
    bob.hears("“nonsense” means nothing")
    anna.type("37A", "deal")
    anna.hears("No game is running")
    bob.hears("Your hand")
    bob.type("wish 1", "signal", "start 1")
    anna.hears("Bob: I would like to start")
    anna.hears("proposes that Anna starts")
    anna.type("start")
    anna.hears("Your turn")
    bob.hears("Anna is playing")
    bob.type("2A", "react 2")
    bob.hears("It is not your turn")
    anna.hears("Bob: Heart")
    anna.type("signal 1")
    bob.hears("Anna: Keep off")
    anna.hears("Anna: Keep off")
    anna.type("withdraw 1", "log", "hint", "100A", "rules")
    anna.hears("100")
    anna.hears("Hint:")
    bob.hears("Anna withdraws")
    for one in (anna, bob):
        one.quit()


def test_who_quits_at_once_keeps_the_seat_and_who_watches_has_none(server: Server, tmp_path: Path) -> None:
    link, _ = opened(server, settings={"rules": {"players": 2}})
    kept = Texts("en", *TEXTS)("join.kept")
    bob = Person(link, tmp_path, name="Bob")
    bob.quit()
    assert bob.said[-1] == kept
    assert SavedSeats(tmp_path / "Bob.json").token(Link.read(link))
    cid = Person(link, tmp_path, name="Cid")
    cid.hears("You are watching")
    cid.quit()
    assert kept not in cid.said


LOSING: dict[str, Any] = {
    "rules": {"edition": "extreme", "players": 2},
    "piles": [34, 1, 65, 100],
    "hands": [[6, 39, 40], [17, 24]],  # a stop and a three
    "draw": [90, 5, 67],
    "active": 0,
    "turn": 1,
    "last_turn": None,
    "moves": [],
}


def test_a_losing_play_is_asked_about_first(server: Server, tmp_path: Path) -> None:
    link, token = opened(server, settings={"rules": LOSING["rules"]}, bots=["novice"], position=LOSING)
    anna = Person(link, tmp_path, token)
    anna.hears("Your hand: 6 (⚡ Stop)")
    anna.type("39A 6B 40A")
    anna.hears("6B loses the game")
    anna.type("no", "6B")
    anna.hears("6B loses the game", times=2)
    assert anna.game.laid == 1
    anna.type("yes")
    anna.hears("held")
    assert anna.game.status == "lost"
    anna.quit()


def test_the_same_link_leads_to_the_same_seat_and_leaving_frees_it(server: Server, tmp_path: Path) -> None:
    link, _ = opened(server, settings={"rules": {"players": 2}})
    for _ in range(2):
        bob = Person(link, tmp_path, name="Bob")
        bob.hears("Bob, You")
        bob.quit()
    bob = Person(link, tmp_path, name="Bob")
    bob.hears("Bob, You")
    bob.type("leave", "no", "leave", "yes")
    bob.hears("Bob gives up the seat")
    bob.quit()
    watcher = Person(link, tmp_path)
    watcher.hears("Your name")
    watcher.type("")
    watcher.hears("You are watching")
    assert watcher.table.you is None
    watcher.quit()


def test_somebody_away_is_replaced_from_the_terminal(server: Server, tmp_path: Path) -> None:
    link, token = opened(server, settings={"rules": {"players": 2}})
    anna = Person(link, tmp_path, token)
    anna.hears("Anna, You, host")
    bob = Person(link, tmp_path, name="Bob")
    anna.hears("Bob sits down")
    anna.type("deal")
    bob.hears("Your hand")
    bob.quit()
    anna.hears("Bob is away. Wait, or let a computer player play?")
    anna.type("computer")
    anna.hears("A computer player stands in for Bob")
    anna.quit()


def test_it_comes_back_by_itself_when_the_server_was_gone(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    link, token = opened(server, deal=True)
    port = server.url.rstrip("/").rpartition(":")[2]
    anna = Person(link, tmp_path, token)
    anna.hears("Your hand")
    hand = [card.card for card in anna.game.hand]
    server.kill()
    anna.hears("No connection; trying again")
    anna.type(f"{hand[0]}A")  # said, not lost in silence
    again = Server(tmp_path / "tables.db", "--port", port)
    try:
        anna.hears("Connected again")
        assert [card.card for card in anna.game.hand] == hand
        anna.quit()
    finally:
        again.kill()


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("nonsense", "is not a link to a table"),
        ("http://127.0.0.1:9/t/BCDFGH", "no server answers"),
        ("{server}t/XXXXXX", "there is no table XXXXXX"),
        ("{server}", "is not a link to a table"),
    ],
)
def test_bad_links_end_with_one_line(server: Server, tmp_path: Path, link: str, words: str) -> None:
    home = str(tmp_path)
    done = nonante("join", link.replace("{server}", server.url), "--lang", "en", HOME=home, XDG_DATA_HOME=home)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_answers_but_is_no_table_is_told(tmp_path: Path) -> None:
    """Some other web server stands at the address."""
    script = (
        "import http.server as h; s = h.HTTPServer(('127.0.0.1', 0), h.SimpleHTTPRequestHandler);"
        "print(s.server_port, flush=True); s.serve_forever()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=tmp_path
    )
    try:
        assert other.stdout
        port = other.stdout.readline().strip()
        joining = Joining(Link.read(f"127.0.0.1:{port}/t/BCDFGH"), Texts("en", *TEXTS), print, SavedSeats(None))
        with pytest.raises(JoinError, match="is not a nonante server"):
            joining.run([])
    finally:
        other.kill()
        other.communicate()


def test_the_command_plays_from_a_pipe(server: Server, tmp_path: Path) -> None:
    """Without a terminal: no colour, no bell, every line a sentence."""
    link, _ = opened(server, settings={"rules": {"players": 2}})
    done = subprocess.run(
        [sys.executable, "-m", "nonante", "join", link, "--name", "Zoé", "--lang", "fr"],
        input="qui\naide\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"HOME": str(tmp_path), "PATH": "", "PYTHONIOENCODING": "utf-8"},
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Anna, hôte" in done.stdout
    assert "\x1b" not in done.stdout
    assert "\a" not in done.stdout
