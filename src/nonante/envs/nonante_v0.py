"""The PettingZoo environment: one agent a seat, acting in turn (AEC).

    from nonante.envs import nonante_v0
    env = nonante_v0.env(edition="extreme", players=3)

Spaces, parts, rewards and options are described in docs/environments.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypedDict, Unpack, get_args

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ..players import Player
from ..rules import Game, NonanteError, RuleOptions, Rules, View
from ..table import Signal
from .actions import check_action
from .episode import Episode
from .errors import EnvError
from .layout import OBSERVE, Layout, Observe
from .options import Seeds, Signals, check_choice, check_signals, first_game, read_rules
from .redeal import Shuffler, redeal
from .render import RENDER_MODES, Pixels, RenderMode, show
from .rewards import REWARDS, Reward
from .vector import Vector

AgentID: TypeAlias = str
Illegal: TypeAlias = Literal["raise", "end", "ignore"]
ILLEGAL: Final = get_args(Illegal)


class Observation(TypedDict):
    """What an agent gets: the vector, and the mask of its legal actions."""

    observation: Vector
    action_mask: Vector


def env(
    *,
    rules: Rules | None = None,
    edition: str = "base",
    players: int | None = None,
    observe: Observe = "observation",
    signals: Signals = False,
    reward: Reward = "cards",
    illegal: Illegal = "raise",
    render_mode: RenderMode | None = None,
    **options: Unpack[RuleOptions],
) -> NonanteEnv:
    """Return the environment; `options` are those of `Rules.edition`. It checks order and actions by itself."""
    chosen = read_rules(rules, edition, players, options)
    return NonanteEnv(chosen, observe, signals, reward, illegal, render_mode)


raw_env = env


class NonanteEnv(AECEnv[AgentID, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """The game for all seats. Make one with `env`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "nonante_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, rules: Rules, observe: str, signals: Signals, reward: str, illegal: str, render_mode: str | None
    ) -> None:
        super().__init__()
        check_choice("observe", observe, OBSERVE)
        check_choice("reward", reward, REWARDS)
        check_choice("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            check_choice("render_mode", render_mode, self.metadata["render_modes"])
        self.rules = rules
        self.render_mode = render_mode
        self._episode = Episode(rules, observe, check_signals(rules, signals), reward)
        self._illegal = illegal
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self.agents: list[AgentID] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self._episode.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._new_observation_space() for agent in self.possible_agents}
        self._seeds = Seeds()
        self._dealt = False
        self._ended = False

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
        """Deal a new game: `seed` deals what ``Game.deal(rules, seed)`` does, and fixes the deals that follow.

        `options` may hold ``"start"``, the seat that begins, or ``"game"``, a `Game` or its text to begin with.
        """
        self._episode.begin(first_game(self.rules, self._seeds, seed, options))
        self._dealt, self._ended = True, False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[AgentID, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._episode.acting]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[AgentID]:
        """Yield the agent to act, as long as there is one; as the library's, without an object in between."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last action, termination, truncation and info of the agent to act."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], False, self.infos[agent]

    def observe(self, agent: AgentID) -> Observation:
        """Return what an agent sees now, as new arrays."""
        there, seat = self._there(), self._seats[self._known(agent)]
        acts = seat == there.acting and not self._ended
        return {"observation": there.observe(seat), "action_mask": there.mask() if acts else there.idle_mask()}

    def step(self, action: int | None) -> None:
        """Let the selected agent act."""
        if self._ended or not self._dealt:
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
        # All end together and go in order, so that the library's search for the next is spared.
        agent = self.agents.pop(0)
        del self.terminations[agent], self.truncations[agent], self.infos[agent]
        del self.rewards[agent], self._cumulative_rewards[agent]
        if agent == self.possible_agents[0]:
            self._clear_rewards()
        if self.agents:
            self.agent_selection = self.agents[0]

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
        self._ended, outcome = True, self._episode.outcome
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

    def render(self) -> str | Pixels | None:
        """Return the table as text (``"ansi"``) or pixels (``"rgb_array"``), or print it (``"human"``)."""
        return show(self._there().game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def state(self) -> Vector:
        """Return everything there is: the vector of the active seat, all hands by seat, and the cards to be drawn."""
        there = self._there()
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

    @property
    def layout(self) -> Layout:
        """Which place of the vector means what."""
        return self._episode.layout

    @property
    def game(self) -> Game:
        """The game as the rules hold it; everything is open in it."""
        return self._there().game

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the agent to act, in order: those of its mask; none once the game is over."""
        return [] if self._ended else self._there().legal_actions()

    def view(self, agent: AgentID) -> View:
        """Return what an agent may know, for players that work on views."""
        return self._there().game.view(self._seats[self._known(agent)])

    @property
    def standing(self) -> tuple[Signal, ...]:
        """The signals everybody sees now; none where nobody talks."""
        return self._there().standing

    def answer_of(self, player: Player) -> int | None:
        """Return what a player on the agent to act says, where seats talk; None if it is to play."""
        return self._there().answer_of(player)

    @property
    def talks(self) -> bool:
        """Whether seats talk as at a table: by actions, before every turn."""
        return self._episode.talks

    def redeal(self, agent: AgentID, rng: Shuffler) -> Game:
        """Return a game this agent cannot tell from the real one; see `nonante.envs.redeal`."""
        return redeal(self.view(agent), rng)

    def _there(self) -> Episode:
        if not self._dealt:
            raise EnvError("reset-first")
        return self._episode

    def _known(self, agent: object) -> AgentID:
        if not isinstance(agent, str) or agent not in self._seats:
            raise EnvError("agent", agent=agent, known=", ".join(self.possible_agents))
        return agent
