"""Adapters: any `Player` can act in an environment, and any trained policy can play at a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..players import Entrant, Maker, Player, SilentPlayer, check_apart, find, may_talk, plan_of, wish_of, words_of
from ..rules import END, PLAYING, Game, Rules, View
from ..table import Signal, who_starts
from .actions import ACTIONS, MOVE_OF, action_of
from .errors import EnvError
from .layout import Vector
from .redeal import redeal
from .vector import Encoder

if TYPE_CHECKING:
    from .nonante_v0 import NonanteEnv

Wanted: TypeAlias = str | Maker | Entrant
"""How a player is asked for."""

Policy: TypeAlias = Callable[[Vector, Vector], int]
"""From an observation vector and a mask to an action."""


class PlayerPolicy:
    """Lets computer players act in the PettingZoo environment, as they do at a table: they plan, talk and wish.

    ``PlayerPolicy("champion")`` plays every seat, with one player for each. A list names one per seat, with None for
    seats that somebody else plays. A player is given as in `simulate`: a name, ``"module:maker"``, or a class or
    function that makes one. They hear each other as far as the rules allow talk; if seats talk, everybody hears them.

        team = PlayerPolicy("champion")
        team.reset(env, seed=7)     # deals; their wishes decide who starts
        env.step(team(env))         # whenever one of its seats is to act
    """

    def __init__(self, players: Wanted | Sequence[Wanted | None]) -> None:
        wanted: Sequence[Any] = players if isinstance(players, list | tuple) else [players]
        self._entrants = [None if one is None else find(one) for one in wanted]
        self._players: list[Player | None] = []
        self._turn = 0  # the last one it acted in
        self._words: list[Signal] = []
        self._laid: tuple[str, ...] = ()  # what lies once the moves before `_rest` are played
        self._rest: list[str] = []

    def reset(self, env: NonanteEnv, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game in the environment; the players' wishes decide who starts (R5)."""
        env.reset(seed=seed, options=options)
        self._sit_down(env)
        if not (options or env.talks) and may_talk(env.view(env.agent_selection)):
            wishes: list[str | None] = [None] * len(self._players)
            for seat, one in self._seated():
                wishes[seat] = wish_of(one, env.view(env.possible_agents[seat]))
            env.reset(options={"game": env.game.start_with(who_starts(wishes))})

    def __call__(self, env: NonanteEnv) -> int:
        """Return the action of the selected agent."""
        view = env.view(env.agent_selection)
        if env.talks:
            return self._act_and_talk(env, view)
        opens = not view.laid_this_turn
        if not self._players or view.turn < self._turn or (opens and view.turn == self._turn == 1):
            self._sit_down(env)  # another game
        if opens or view.turn != self._turn:
            self._speak(env)
        self._turn = view.turn
        return action_of(self._next(view))

    def _act_and_talk(self, env: NonanteEnv, view: View) -> int:
        """Return a word or a move, where talk is as at a table."""
        if not self._players or view.turn < self._turn:
            self._sit_down(env)
        self._turn, self._words = view.turn, list(env.standing)
        answer = env.answer_of(self._player(view))
        return action_of(self._next(view)) if answer is None else answer

    def _player(self, view: View) -> Player:
        player = self._players[view.seat or 0]
        if player is None:
            raise EnvError("policy-seat", seat=view.seat)
        return player

    def _sit_down(self, env: NonanteEnv) -> None:
        """Seat new players, one for each seat."""
        count = env.rules.players
        wanted = self._entrants * count if len(self._entrants) == 1 else self._entrants
        if len(wanted) != count:
            raise EnvError("policy-seats", count=len(wanted), players=count)
        self._players = [None if one is None else one.seat(seat) for seat, one in enumerate(wanted)]
        check_apart(self._players)
        self._turn, self._words, self._rest = 0, [], []

    def _seated(self) -> Iterator[tuple[int, Player]]:
        return ((seat, one) for seat, one in enumerate(self._players) if one is not None)

    def _speak(self, env: NonanteEnv) -> None:
        """Bring up to date what the own players say to each other."""
        before, self._words = self._words, []
        for seat, one in self._seated():
            self._words += words_of(one, env.view(env.possible_agents[seat]), before)

    def _next(self, view: View) -> str:
        """Return the next move of the plan, or of a new one where the turn has gone another way."""
        player = self._player(view)
        if not self._rest or view.laid_this_turn != self._laid:
            self._rest = list(plan_of(player, view, self._words if may_talk(view) else ()))
        move = self._rest.pop(0)
        self._laid = (*view.laid_this_turn, move)
        return move


class _NoShuffle:
    """Leaves hidden cards in their order: for vectors that do not depend on them."""

    def shuffle(self, x: list[int], /) -> None:
        """Do nothing."""


class PolicyPlayer(SilentPlayer):
    """A `Player` that uses a trained policy: in the browser, in a tournament, with other players.

    Without `rules`, it takes those of the first view. It sends no signals. An illegal action is replaced by the first
    legal one.
    """

    def __init__(self, policy: Policy, rules: Rules | None = None, observe: str = "observation") -> None:
        if not callable(policy):
            raise TypeError("a policy is a function of an observation and a mask")
        if observe == "information":
            raise EnvError("no-memory")
        self.policy, self._observe = policy, observe
        self._encoder = Encoder(rules, observe) if rules else None

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - of the protocol
        """Return the rest of the turn, asking the policy for each move."""
        self._encoder = self._encoder or Encoder(view.rules, self._observe)
        game = redeal(view, _NoShuffle())
        turn, moves = game.turn, list[str]()
        while game.status == PLAYING and game.turn == turn:
            move = self._next(game, self._encoder)
            moves.append(move)
            if move == END:
                break
            game = game.play(move)
        return moves

    def _next(self, game: Game, encoder: Encoder) -> str:
        legal = game.legal_moves()
        mask = np.zeros(ACTIONS, np.int8)
        mask[[action_of(move) for move in legal]] = 1
        action = int(self.policy(encoder.vector(game, game.active), mask))
        move = MOVE_OF[action] if 0 <= action < len(MOVE_OF) else ""
        return move if move in legal else legal[0]


class RandomPlayer(SilentPlayer):
    """Plays a random legal move: the lowest baseline."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)  # noqa: S311 - play needs no secrecy

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - of the protocol
        """Return one legal move: the next question comes after it."""
        return [self.random.choice(view.legal_moves())]
