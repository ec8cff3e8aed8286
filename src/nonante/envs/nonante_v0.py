"""The PettingZoo environment: one agent per seat, acting in turn (AEC).

    from nonante.envs import nonante_v0
    env = nonante_v0.env(edition="extreme", players=3)

Spaces, parts, rewards and options are described in docs/reference/environments.md.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal, TypeAlias, TypedDict, Unpack, get_args

from .errors import EnvError, needs_extra

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise needs_extra(__name__, "pettingzoo") from error

from ..players import Player
from ..rules import Game, NonanteError, View
from ..table import Signal
from .actions import check_action
from .layout import Vector
from .one_game import GameOptions, OneGame
from .redeal import Shuffler, redeal
from .render import RENDER_MODES

AgentID: TypeAlias = str
Illegal: TypeAlias = Literal["raise", "end", "ignore"]
ILLEGAL: Final = get_args(Illegal)


class ZooOptions(GameOptions, total=False):
    """The keyword options of `env`; docs/reference/environments.md describes them."""

    illegal: Illegal


class Observation(TypedDict):
    """What an agent gets: the vector, and the mask of its legal actions."""

    observation: Vector
    action_mask: Vector


def env(**options: Unpack[ZooOptions]) -> NonanteEnv:
    """Return the environment. It checks actions and the order of calls itself."""
    return NonanteEnv(**options)


raw_env = env


class NonanteEnv(OneGame, AECEnv[AgentID, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """The environment; create one with `env`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "nonante_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, **options: Unpack[ZooOptions]) -> None:
        AECEnv.__init__(self)
        OneGame.__init__(self, ILLEGAL, options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.agents: list[AgentID] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self._episode.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._new_observation_space() for agent in self.possible_agents}

    def _new_observation_space(self) -> spaces.Dict:
        sizes = {"observation": self.layout.size, "action_mask": self._episode.actions}
        return spaces.Dict({name: spaces.Box(0, 1, (size,), np.int8) for name, size in sizes.items()})

    # What the library asks.

    def observation_space(self, agent: AgentID) -> spaces.Dict:
        """Return the observation space, the same object each time."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: AgentID) -> spaces.Discrete:
        """Return the action space, the same object each time."""
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the game of ``Game.deal(rules, seed)``; the seed also determines the deals that follow.

        `options` may contain ``"start"``, the seat that begins, or ``"game"``, a `Game` or its text to start from.
        """
        self._begin(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[AgentID, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._episode.acting]

    def observe(self, agent: AgentID) -> Observation:
        """Return what an agent sees now, as new arrays."""
        there, seat = self._there, self._seats[self._known(agent)]
        acts = seat == there.acting and not self._over
        return {"observation": there.observe(seat), "action_mask": there.mask() if acts else there.idle_mask()}

    def step(self, action: int | None) -> None:
        """Let the selected agent act."""
        if self._over:
            self._step_dead(action)
            return
        agent, there = self.agent_selection, self._episode
        number = check_action(action, there.actions)
        try:
            reward = there.act(number)
        except NonanteError as error:
            self._refuse(agent, number, error)
            return
        self._pay(agent, reward)
        if there.over:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[there.acting]
        if self.render_mode == "human":
            self.render()

    def _step_dead(self, action: int | None) -> None:
        if not self.agents:
            raise EnvError("over" if self._dealt else "reset-first")
        if action is not None:
            raise EnvError("dead")
        self._was_dead_step(None)

    def _pay(self, actor: AgentID, reward: float) -> None:
        """Pay everybody; the agent that acted has seen what it had got before."""
        rewards, totals = self.rewards, self._cumulative_rewards
        totals[actor] = 0.0
        for agent in self.agents:
            rewards[agent] = reward
            totals[agent] += reward
        if self.infos[actor]:
            self.infos[actor] = {}

    def _finish(self) -> None:
        self._over, outcome = True, self._episode.outcome
        for agent in self.agents:
            self.terminations[agent] = True
            self.infos[agent] = dict(outcome)
        self.agent_selection = self.agents[0]

    def _refuse(self, agent: AgentID, action: int, error: NonanteError) -> None:
        """Answer an action the rules refuse as `illegal` says: raise, end the game unpaid, or only flag it."""
        if self._illegal == "raise":
            raise EnvError("illegal", action=action, why=str(error)) from error
        self._pay(agent, self._episode.give_back() if self._illegal == "end" else 0.0)
        if self._illegal == "end":
            self._finish()
        self.infos[agent] = {**self.infos[agent], "illegal": str(error)}

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def state(self) -> Vector:
        """Return the whole state: the vector of the active seat, all hands by seat, and the cards to be drawn."""
        there = self._there
        game = there.game
        out = bytearray(98 * (self.rules.players + 1))
        for row, cards in enumerate((*game.hands, game.draw)):
            for card in cards:
                out[98 * row + card - 2] = 1
        return np.concatenate([there.observe(game.active), np.frombuffer(out, np.int8)])

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state`."""
        return spaces.Box(0, 1, (self.layout.size + 98 * (self.rules.players + 1),), np.int8)

    # What this game offers beyond.

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the agent to act, in order: those of its mask; none once the game is over."""
        return [] if self._over else self._there.legal_actions()

    def view(self, agent: AgentID) -> View:
        """Return what an agent may know, for players that work on views."""
        return self._there.game.view(self._seats[self._known(agent)])

    @property
    def standing(self) -> tuple[Signal, ...]:
        """The signals that everybody sees now."""
        return self._there.standing

    def answer_of(self, player: Player) -> int | None:
        """Return the action of a player's next signal for the current agent; None if it must play."""
        return self._there.answer_of(player)

    @property
    def talks(self) -> bool:
        """Whether seats talk, with actions before every turn."""
        return self._episode.talks

    def redeal(self, agent: AgentID, rng: Shuffler) -> Game:
        """Return a game that this agent cannot distinguish from the real one; see `nonante.envs.redeal`."""
        return redeal(self.view(agent), rng)

    def _known(self, agent: object) -> AgentID:
        if not isinstance(agent, str) or agent not in self._seats:
            raise EnvError("agent", agent=agent, known=", ".join(self.possible_agents))
        return agent
