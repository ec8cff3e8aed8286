"""A compiled player of one's own: a function for Numba that sees an observation and a mask, and returns an action.

    from nonante.envs.compiled import CompiledPlayer

    @CompiledPlayer
    def mine(seen, mask):            # arrays of int8, as docs/reference/environments.md describes them
        ...
        return action

It goes wherever a player goes: ``simulate --player module:mine``, tournaments, cross-play, a table in the browser.
Where it sits on every seat, whole games run compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Final

import numpy as np
from numba import njit

from ..rules import Rules
from .batch import BatchEnv
from .policies import PolicyPlayer

_AT_ONCE: Final = 1024  # games side by side


class CompiledPlayer:
    """Makes players out of a Numba function ``(seen, mask) -> action``; they ignore signals and give none."""

    def __init__(self, choose: Callable[[Any, Any], int]) -> None:
        self.choose = choose
        self._compiled: Any = None
        update_wrapper(self, choose)
        self.__dict__.pop("__wrapped__")  # it is called without arguments, unlike the function
        self.__code__ = choose.__code__  # what its identity is taken from

    def __call__(self) -> PolicyPlayer:
        """Return a player for one seat, wherever others sit beside it."""
        return PolicyPlayer(self.choose)

    def whole_games(self, rules: Rules, seed: int) -> _CompiledGames:
        """Return the object that plays whole games with this player on every seat; used by `simulate`."""
        self._compiled = self._compiled or _for_all_rows(self.choose)
        return _CompiledGames(self._compiled, rules, seed)


class _CompiledGames:
    """Plays any span of a run's games; several threads may use it."""

    def __init__(self, act: Any, rules: Rules, seed: int) -> None:
        self._act, self._rules, self._seed = act, rules, seed

    def outcomes(self, first: int, stop: int) -> Any:
        """Return an array with one row per game; see `simulation.results.Outcome`."""
        starts = range(first, stop, _AT_ONCE)
        return np.concatenate([self._played(begin, min(stop, begin + _AT_ONCE)) for begin in starts])

    def _played(self, first: int, stop: int) -> Any:
        """Play games side by side until each has ended once."""
        env, actions = BatchEnv(stop - first, rules=self._rules), np.zeros(stop - first, np.int64)
        env.reset(self._seed, first=first)
        ended, outcomes = np.zeros(stop - first, np.bool_), env.outcomes.copy()
        while not ended.all():
            self._act(env.observations, env.masks, actions)
            env.step(actions)
            new = env.ends & ~ended
            outcomes[new] = env.outcomes[new]
            ended |= new
        return outcomes


def _for_all_rows(choose: Callable[[Any, Any], int]) -> Any:
    one = njit(nogil=True)(choose)

    def act(observations: Any, masks: Any, actions: Any) -> None:
        for row in range(len(actions)):
            actions[row] = one(observations[row], masks[row])

    return njit(nogil=True)(act)
