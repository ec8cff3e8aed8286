r"""A seat of the game as an environment for `verifiers` (0.4 or newer), to evaluate and train language models.

    pip install verifiers "nonante[fast]"
    PYTHONPATH=examples vf-eval verifiers_env -m MODEL -n 20 --env.taskset.partner steady --no-push \
        --env.player.runtime.type subprocess --client.base-url http://localhost:8000/v1 --client.api-key-var KEY

The model plays the first seat and starts; computer players sit on the others. It hears signals and gives none. Every
turn is one answer, read as strictly as in `nonante bench-llm`: what is not a legal turn is sent back with the reason,
after the third time the nearest legal cards are played. The reward is the share of the deck played, 1 for a win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import verifiers.v1 as vf

from nonante import Game, Rules
from nonante.players import SilentPlayer
from nonante.players.match import play_turn, standing
from nonante.rules import PLAYING, View
from nonante.simulation import find_player
from nonante.simulation.dialogue import Unreadable, briefing, described, question, read_moves
from nonante.simulation.model_player import TRIES, nearest_turn

__all__ = ["NonanteEnv", "NonanteTaskset"]  # what verifiers looks for


class Listener(SilentPlayer):
    """Sits on the model's seat: says nothing, and never plays by itself."""

    def plan(self, view: View, signals: Sequence[Any] = ()) -> list[str]:
        """Never asked."""
        raise NotImplementedError


class SeatGame:
    """A game as a conversation with whoever plays the first seat."""

    def __init__(self, rules: Rules, partner: str, seed: int) -> None:
        one = find_player(partner)
        self.game = Game.deal(rules, seed).start_with(0)
        self.players = [Listener(), *(one.seat(seed + seat) for seat in range(1, rules.players))]
        self.refused = self.given_up = self._tries = 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.status != PLAYING

    @property
    def reward(self) -> float:
        """Share of the deck played."""
        return 1 - self.game.score / 98

    def ask(self, why: str = "") -> str:
        """Return what the model sees and is asked, after the reason why its last answer was refused."""
        view = self.game.view(0)
        heard = standing(self.game, self.players)
        seen = f"{why}. " if why else f"{described(view, heard, moves=True)}\n"
        return seen + question("moves", view)

    def answer(self, reply: str) -> str | None:
        """Play what a reply says and let the others play; return the next message, None at the end of the game."""
        view = self.game.view(0)
        try:
            moves = read_moves(reply, view)
        except Unreadable as error:
            self.refused, self._tries = self.refused + 1, self._tries + 1
            if self._tries < TRIES:
                return self.ask(str(error))
            self.given_up, moves = self.given_up + 1, nearest_turn(view)
        self._tries, turn = 0, self.game.turn
        for move in moves:
            if not self.over and self.game.turn == turn:
                self.game = self.game.play(move)
        while not self.over and self.game.active != 0:
            self.game = play_turn(self.game, self.players)
        return None if self.over else self.ask()


class NonanteConfig(vf.TasksetConfig):  # type: ignore[misc]
    """What is played: options of the taskset."""

    edition: str = "base"
    players: int = 2
    talk: str = "standard"
    partner: str = "steady"
    seed: int = 0
    """The deal of the first task; the next ones follow."""


class NonanteData(vf.TaskData):  # type: ignore[misc]
    """One deal."""

    info: dict[str, Any]


class NonanteTask(vf.Task[NonanteData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """One game."""


class NonanteEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """One agent: the model on the first seat."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})


class NonanteEnv(vf.Env[NonanteEnvConfig]):  # type: ignore[misc]
    """Plays the other seats between the answers of the model."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play a game."""
        game = game_of(task.data.info)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated and (message := game.answer(segment.last_reply)) is not None:
                segment = await interaction.turn(message)
        trace = interaction.trace
        trace.record_reward("share_of_deck", game.reward if game.over else 0.0, 1.0)
        for name, value in (("won", game.game.status == "won"), ("refused", game.refused), ("given_up", game.given_up)):
            trace.record_metric(name, float(value))


class NonanteTaskset(vf.Taskset[NonanteTask, NonanteConfig]):  # type: ignore[misc]
    """Deals without end."""

    INFINITE = True

    def load(self) -> Iterator[NonanteTask]:
        """Yield one task per deal."""
        config = self.config
        options = {"edition": config.edition, "players": config.players, "talk": config.talk}
        for seed in count(config.seed):
            info = {**options, "partner": config.partner, "seed": seed}
            game = game_of(info)
            data = NonanteData(
                name=f"nonante#{seed}", prompt=game.ask(), system_prompt=briefing(game.game.rules), info=info
            )
            yield NonanteTask(data, config.task)


def game_of(info: dict[str, Any]) -> SeatGame:
    """Return the game of a task."""
    rules = Rules.edition(info["edition"], players=info["players"], talk=info["talk"])
    return SeatGame(rules, info["partner"], info["seed"])
