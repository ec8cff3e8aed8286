"""Language models: what they are told, what is accepted of them, and a scripted one in the whole benchmark."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nonante import Game, Rules
from nonante.cli import program
from nonante.players import PlayerError
from nonante.simulation import Endpoint, Meter, SimulationError, model_entrant, simulate
from nonante.simulation.dialogue import Unreadable, briefing, described, read_moves, read_signals, read_wish
from nonante.simulation.model_player import nearest_turn
from nonante.table import Signal

EXTREME = Rules.edition("extreme", players=3)


# --- what is said and what is read ------------------------------------------------------------------------------------


def test_a_view_as_prose_and_as_data_holds_what_the_seat_knows_and_no_more() -> None:
    game = Game.arrange(EXTREME, {"A": 47, "B": 1, "C": 65, "D": 100}, [[37, 50], [75, 80], [88]], [12, 13])
    words = (Signal(1, "keep-off", "A"), Signal(0, "trouble"))
    prose = described(game.view(0), words, moves=True)
    for told in ("You are player_0.", "37", "50", "player_1: keep-off A", "37B 37C", "A^ 47"):
        assert told in prose
    data = json.loads(described(game.view(0), words, "json", moves=True))
    assert data["hand"] == [37, 50]
    assert data["legal_moves"] == game.view(0).legal_moves()
    assert data["signals"] == ["player_1: keep-off A"]
    assert "legal_moves" not in json.loads(described(game.view(0), (), "json"))
    moved = Game.arrange(EXTREME, {"A": 47, "B": 1, "C": 65, "D": 100}, [[37, 50], [12, 80], [13]], [75, 88])
    for form in ("prose", "json"):  # other hands and the draw pile change nothing
        shown = [described(one.view(0), form=form).replace("1 cards", "") for one in (game, moved)]
        assert shown[0] == shown[1]


def test_the_briefing_has_the_rules_and_the_setting() -> None:
    text = briefing(EXTREME)
    assert "The backwards trick" in text
    assert "edition extreme, players 3" in text
    assert "hold" in text
    assert "keep-off" not in briefing(Rules.edition("base", players=1)).rpartition("This game:")[2]


@pytest.mark.parametrize(
    ("answer", "moves"),
    [
        ("I think so.\nMOVES: 37A 50B end", ["37A", "50B", "end"]),
        ("MOVES: 80D\nNo, better:\n**Moves: 37a, 50b, END.**", ["37A", "50B", "end"]),
        ("moves: 37A 50B end 12C", ["37A", "50B", "end"]),
        ("MOVES: 37A 50B", "the turn is not over"),
        ("MOVES: 37A end", "2 cards are needed"),
        ("MOVES: 38A end", "38A: "),
        ("MOVES: 37A 37B end", "37B: "),
        ("MOVES: 37E", "'37E' is not a move"),
        ("MOVES:", "no move is named"),
        ("37A 50B end", "no line that begins with MOVES:"),
        ("", "no line"),
    ],
)
def test_turns_are_read_strictly(answer: str, moves: list[str] | str) -> None:
    rules = Rules.edition("base", players=2)
    view = Game.arrange(rules, {"A": 47, "B": 1, "C": 65, "D": 100}, [[37, 50, 60], [80, 75]], [12, 13]).view(0)
    if isinstance(moves, list):
        assert read_moves(answer, view) == moves
    else:
        with pytest.raises(Unreadable, match=moves):
            read_moves(answer, view)


def test_signals_and_wishes_are_read_strictly() -> None:
    view = Game.deal(EXTREME, 7).view(1)
    assert read_signals("SIGNALS: keep-off A, Trouble", view) == [Signal(1, "keep-off", "A"), Signal(1, "trouble")]
    assert read_signals("SIGNALS: none", view) == []
    for wrong in ("I hold the 7", "keep-off", "keep-off E", "can-go-back A", "trouble A", "hold fire", "keep-off A B"):
        with pytest.raises(Unreadable):
            read_signals(f"SIGNALS: {wrong}", view)
    assert (read_wish("WISH: like", view), read_wish("wish: none", view)) == ("like", None)
    with pytest.raises(Unreadable, match="is not a wish"):
        read_wish("WISH: maybe", view)


def test_what_is_played_where_nothing_is_accepted_is_legal() -> None:
    for seed in range(30):
        game = Game.deal(EXTREME, seed)
        while game.status == "playing":
            turn = game.turn
            for move in nearest_turn(game.view(game.active)):
                game = game.play(move)
            assert game.status != "playing" or game.turn == turn + 1


# --- a scripted server ------------------------------------------------------------------------------------------------

TRICKS = {7: "illegal", 17: "silent", 27: "slow", 37: "broken", 47: "busy", 57: "nonsense"}
Script = Callable[[dict[str, Any], BaseHTTPRequestHandler], None]


@pytest.fixture
def serve() -> Iterator[Callable[[Script], str]]:
    servers = []

    def start(script: Script) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == "/v1/chat/completions"
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                script(body | {"key": self.headers.get("Authorization")}, self)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        servers.append(server)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return f"http://127.0.0.1:{server.server_address[1]}/v1"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def _send(handler: BaseHTTPRequestHandler, data: bytes, status: int = 200) -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


def _say(handler: BaseHTTPRequestHandler, text: str, usage: object = None) -> None:
    used = {"prompt_tokens": 100, "completion_tokens": 10} if usage is None else usage
    _send(handler, json.dumps({"choices": [{"message": {"content": text}}], "usage": used}).encode())


def _good(body: dict[str, Any]) -> str:
    """Answer as a careful model would, out of nothing but what it was told."""
    asked = body["messages"][1]["content"]
    if "SIGNALS:" in asked:
        return "SIGNALS: keep-off A"
    if "WISH:" in asked:
        return "WISH: none"
    seen = json.loads(asked.splitlines()[0])
    tops, hand, moves = dict(seen["piles"]), list(seen["hand"]), list[str]()
    while hand and len(moves) < seen["minimum"]:
        fits = [(c, p) for c in hand for p in "ABCD" if (c > tops[p] if p in "AB" else c < tops[p])]
        if not fits:
            return f"MOVES: {' '.join(moves)} 2A"
        card, pile = min(fits, key=lambda fit: abs(fit[0] - tops[fit[1]]))
        moves.append(f"{card}{pile}")
        tops[pile] = card
        hand.remove(card)
    return f"Let me see.\nMOVES: {' '.join([*moves, 'end'])}"


def test_a_scripted_model_goes_through_the_whole_benchmark(serve: Callable[[Script], str], tmp_path: Path) -> None:
    asked = Counter[str]()
    number = iter(range(10**6))

    def script(body: dict[str, Any], handler: BaseHTTPRequestHandler) -> None:
        assert (body["model"], body["key"]) == ("scripted", "Bearer secret")
        trick = {7: "illegal", 17: "silent", 27: "slow", 37: "broken", 47: "busy", 57: "nonsense"}.get(
            next(number) % 60
        )
        asked[trick or "good"] += 1
        if trick == "slow":
            time.sleep(0.6)
        if trick == "broken":
            _send(handler, b'{"choices": [')
        elif trick == "busy":
            _send(handler, b"wait", 429)
        elif trick in ("illegal", "nonsense"):
            _say(handler, "MOVES: 2A 3A end" if trick == "illegal" else "I would rather talk about the weather.")
        else:
            _say(handler, _good(body), {} if trick == "silent" else None)

    options = ["--setting", "base-2-standard", "--games", "2", "--pool", "nearest", "--form", "json"]
    options += ["--timeout", "0.3", "--price-in", "10", "--price-out", "100", "--keep", str(tmp_path), "--json"]
    command = ["bench-llm", "--endpoint", serve(script), "--model", "scripted", *options]
    run = CliRunner().invoke(program, command, env={"OPENAI_API_KEY": "secret"}, catch_exceptions=False)
    entry = json.loads(run.stdout)
    assert entry["identity"]["name"] == "model:scripted"
    assert [(cell["part"], cell["games"]) for cell in entry["cells"]] == [("self", 2), ("cross", 2), ("ad-hoc", 2)]
    assert all(cell["laid"] > 0.2 for cell in entry["cells"])
    usage, failed = entry["usage"], asked["slow"] + asked["broken"] + asked["busy"]
    assert min(asked[trick] for trick in ("illegal", "silent", "slow", "broken", "busy", "nonsense")) > 0
    assert (usage["requests"], usage["failures"]) == (asked.total(), failed)
    assert usage["answers"] == asked.total() - failed
    assert usage["refused"] >= asked["nonsense"]
    assert usage["uncounted"] == asked["silent"]
    assert usage["prompt_tokens"] == 100 * (usage["answers"] - asked["silent"])
    assert usage["cost"] == pytest.approx(usage["prompt_tokens"] * 10e-6 + usage["completion_tokens"] * 100e-6)
    assert "secret" not in run.stdout + "".join(file.read_text() for file in tmp_path.iterdir())
    before = asked.total()
    again = CliRunner().invoke(program, command, env={"OPENAI_API_KEY": "secret"}, catch_exceptions=False)
    assert json.loads(again.stdout) == entry  # everything was kept: nothing is asked again
    assert asked.total() == before


def test_an_endpoint_that_hangs_or_drips_ends_the_run_in_one_sentence(serve: Callable[[Script], str]) -> None:
    heard_out = []

    def drip(_body: dict[str, Any], handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        for _ in range(1000):
            try:
                handler.wfile.write(b" ")
                handler.wfile.flush()
            except OSError:
                return
            time.sleep(0.05)
        heard_out.append(handler)

    rules = Rules.edition("base", players=2, talk="none")
    meter = Meter()
    player = model_entrant(Endpoint(serve(drip), "slow", timeout=0.2, meter=meter, pauses=(0.01,)))
    with pytest.raises(PlayerError, match=r"did not answer: no whole answer within 0\.2 seconds"):
        simulate(rules, player, 1)
    assert heard_out == []
    assert (meter.requests, meter.failures, meter.answers) == (2, 2, 0)


def test_an_error_that_stays_is_not_asked_again(serve: Callable[[Script], str]) -> None:
    meter = Meter()
    url = serve(lambda _body, handler: _send(handler, b'{"error": "no such model"}', 404))
    with pytest.raises(SimulationError, match=r"status 404.*no such model"):
        Endpoint(url, "none", meter=meter).answer([])
    assert meter.requests == 1
    for url in ("localhost:8000", "ftp://localhost", "http://", "http://localhost:99999/v1"):
        with pytest.raises(SimulationError, match="is not the address of a server"):
            Endpoint(url, "none")
    command = ["bench-llm", "--model", "y", "--games", "1", "--part", "self", "--endpoint"]
    missing = serve(lambda _body, handler: _send(handler, b"gone", 404))
    gone = CliRunner().invoke(program, [*command, missing], standalone_mode=False)
    assert re.match(r"the model at http://\S+ did not answer: status 404: gone", str(gone.exception))
    refused = CliRunner().invoke(program, ["bench-llm", "--endpoint", "x", "--model", "y"], standalone_mode=False)
    assert "is not the address" in str(refused.exception)


def test_a_question_that_brings_no_acceptable_answer_is_given_up(serve: Callable[[Script], str]) -> None:
    heard = list[list[dict[str, str]]]()

    def script(body: dict[str, Any], handler: BaseHTTPRequestHandler) -> None:
        heard.append(body["messages"])
        _say(handler, "I hold the 57!")

    meter = Meter()
    rules = Rules.edition("base", players=2)
    result = simulate(rules, model_entrant(Endpoint(serve(script), "chatty", meter=meter), tries=2), 1)
    assert result.mean_left < 90
    assert meter.refused == meter.answers == 2 * meter.given_up
    assert all("57!" not in message["content"] for message in heard[0])
    assert [message["role"] for message in heard[1]] == ["system", "user", "assistant", "user"]
    assert "there is no line that begins with WISH:" in heard[1][3]["content"]
