"""Between players and policies: any `Player` acts in an environment, any trained policy sits at a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from ..players import Player
from ..rules import END, Game, Rules, View
from ..rules.outcome import PLAYING
from ..table import Signal
from .actions import MOVE_OF, action_of
from .errors import EnvError
from .redeal import redeal
from .vector import Encoder, Vector, as_mask, legal_actions, mask_bytes

Policy: TypeAlias = Callable[[Vector, Vector], int]
"""From an observation vector and a mask to an action."""


class HasView(Protocol):
    """An environment that can show what an agent may know."""

    agent_selection: str

    def view(self, agent: str) -> View:
        """Return what an agent may know."""
        ...


class PlayerPolicy:
    """Lets a `Player` act in the PettingZoo environment: call it with the environment when an action is due."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def __call__(self, env: HasView) -> int:
        """Return the action of the selected agent."""
        return action_of(self.player.choose(env.view(env.agent_selection)))


class _NoShuffle:
    """Leaves hidden cards in their order: for vectors that do not depend on them."""

    def shuffle(self, x: list[int], /) -> None:
        """Do nothing."""


class PolicyPlayer:
    """A `Player` that asks a trained policy, for a table seat: in the browser, in a tournament, beside other players.

    It sends no signals. An action that is not legal gives way to the first legal one, so that the table goes on.
    """

    def __init__(self, policy: Policy, rules: Rules, observe: str = "observation") -> None:
        if observe == "information":
            raise EnvError("no-memory")
        self.policy = policy
        self._encoder = Encoder(rules, observe)

    def choose(self, view: View, signals: Sequence[Signal] = ()) -> str:  # noqa: ARG002 - of the protocol
        """Return the next move of the active seat."""
        return self._next(redeal(view, _NoShuffle()))

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:  # noqa: ARG002 - of the protocol
        """Return the rest of the turn, one question to the policy a move."""
        game = redeal(view, _NoShuffle())
        turn, moves = game.turn, list[str]()
        while game.status == PLAYING and game.turn == turn:
            move = self._next(game)
            moves.append(move)
            if move == END:
                break
            game = game.play(move)
        return moves

    def _next(self, game: Game) -> str:
        legal = game.legal_moves()
        mask = as_mask(mask_bytes(legal_actions(game)))
        action = int(self.policy(self._encoder.vector(game, game.active), mask))
        move = MOVE_OF[action] if 0 <= action < len(MOVE_OF) else ""
        return move if move in legal else legal[0]

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Say nothing."""
        return []

    def wish(self, view: View) -> str | None:  # noqa: ARG002 - of the protocol
        """Have no wish."""
        return None


class RandomPlayer:
    """Plays any legal move: the baseline below all others."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)  # noqa: S311 - play needs no secrecy

    def choose(self, view: View, signals: Sequence[Signal] = ()) -> str:  # noqa: ARG002 - of the protocol
        """Return any legal move."""
        return self.random.choice(view.legal_moves())

    def plan(self, view: View, signals: Sequence[Signal] = ()) -> list[str]:
        """Return one legal move: the next question comes after it."""
        return [self.choose(view, signals)]

    def speak(self, view: View, signals: Sequence[Signal] = ()) -> list[Signal]:  # noqa: ARG002 - of the protocol
        """Say nothing."""
        return []

    def wish(self, view: View) -> str | None:  # noqa: ARG002 - of the protocol
        """Have no wish."""
        return None
