"""`BatchEnv`: thousands of games stepped together on the compiled kernel, written into NumPy arrays without copies.

from nonante.envs.batch import BatchEnv
env = BatchEnv(games=4096, edition="base", players=3, threads=2)
env.reset(seed=1)
env.step(env.sample())     # env.observations, env.masks, env.rewards, env.ends, … are now those of the next step
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from ..rules import REASONS
from .actions import action_count
from .engine import Engine, aligned
from .errors import EnvError
from .layout import Vector, layout
from .options import EnvOptions, choose, read_seed


class BatchEnv(Engine):
    """Games side by side. A game that ends is dealt anew in the same step.

    Arrays may be given, to be written into, or are made: `observations` (games, size) and `masks` (games, 393) of
    int8, `rewards` (games) of float32, `ends` (games) of bool. A row belongs to the seat whose turn it is, named in
    `seats`; `choices` counts its legal actions. Where `ends` is true, `scores` and `reasons` tell how that game went
    (see `reason`), and the row shows a new game; with ``finals=True`` (or an array) the last observation of the old
    one is in `finals`. `seeds` are those from which ``Game.deal`` deals the current games.

    With ``signals="table"`` every seat speaks before every turn, as in `talk`: a row belongs to the seat that
    speaks or plays, `masks` are 432 wide, and observations have the part ``signals``.
    """

    def __init__(
        self,
        games: int,
        *,
        threads: int = 1,
        observations: Vector | None = None,
        masks: Vector | None = None,
        rewards: npt.NDArray[np.float32] | None = None,
        ends: npt.NDArray[np.bool_] | None = None,
        finals: Vector | bool = False,
        **options: Unpack[EnvOptions],
    ) -> None:
        chosen = choose(options)
        self.games = _count("games", games)
        self.threads = min(_count("threads", threads), self.games)
        size = layout(chosen.rules, chosen.observe, chosen.talks).size
        kept = None if isinstance(finals, bool) else finals
        super().__init__(
            self.games,
            chosen,
            renews=True,
            observations=_array("observations", observations, (games, size), np.int8),
            masks=_array("masks", masks, (games, action_count(chosen.talks)), np.int8),
            rewards=_array("rewards", rewards, (games,), np.float32),
            ends=_array("ends", ends, (games,), np.bool_),
            finals=_array("finals", kept, (0 if finals is False else games, size), np.int8),
        )
        self._actions = np.zeros(games, np.int64)
        self._ready = False
        self._bounds = list(pairwise(games * part // self.threads for part in range(self.threads + 1)))
        self._pool = ThreadPoolExecutor(self.threads - 1, "nonante-batch") if self.threads > 1 else None

    def reset(self, seed: int | None = None, *, first: int = 0) -> tuple[Vector, Vector]:
        """Deal all games and return observations and masks. Games and their successors follow from the seed.

        Row k begins with game number `first` + k of the run, as `nonante.simulation.deal_seed` counts them.
        """
        number = int(np.random.default_rng().integers(2**63)) if seed is None else read_seed(seed)
        self.begin_run(number, first)
        self._each(self.deal_games)
        self._ready = True
        return self.observations, self.masks

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Vector, npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Play one action in every game and return observations, rewards and ends; `masks` and the rest are renewed.

        An action that is not legal raises, and no game has moved then.
        """
        if not self._ready:
            raise EnvError("reset-first")
        self._check(actions)
        self._each(lambda first, last: self.step_games(actions, first, last))
        return self.observations, self.rewards, self.ends

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a legal action for every game, all equally likely, in an array that the next call writes again."""
        if not self._ready:
            raise EnvError("reset-first")
        self._each(lambda first, last: self.sample_games(self._actions, first, last))
        return self._actions

    def reason(self, game: int) -> str | None:
        """Return why the last finished game of a row was lost, or None for a win."""
        number = int(self.reasons[game])
        return REASONS[number - 1] if number else None

    def close(self) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()
            self._pool = None

    def _each(self, part: Callable[[int, int], object]) -> None:
        """Let every thread do its part; the calling one does the first."""
        waiting = [self._pool.submit(part, *bounds) for bounds in self._bounds[1:]] if self._pool else []
        try:
            part(*self._bounds[0] if self._pool else (0, self.games))
        finally:
            for future in waiting:
                future.result()

    def _check(self, actions: object) -> None:
        shape = (self.games,)
        if (
            not isinstance(actions, np.ndarray)
            or actions.dtype != np.int64
            or actions.shape != shape
            or not actions.flags.c_contiguous
        ):
            raise EnvError("actions", shape=shape, value=_shown(actions))
        bad = self.first_illegal(actions)
        if bad >= 0:
            raise EnvError("illegal-batch", action=int(actions[bad]), game=bad)


def _count(name: str, value: object) -> int:
    if type(value) is not int or value < 1:
        raise EnvError("option", name=name, value=value, known="a whole number from 1")
    return value


def _array(name: str, given: Any, shape: tuple[int, ...], dtype: type[np.generic]) -> Any:
    """Return the array given if it fits, or a new one."""
    if given is None:
        return aligned(shape, dtype)
    fits = isinstance(given, np.ndarray) and given.shape == shape and given.dtype == dtype
    if not fits or not given.flags.c_contiguous or not given.flags.writeable:
        raise EnvError("array", name=name, dtype=np.dtype(dtype).name, shape=shape, value=_shown(given))
    return given


def _shown(value: object) -> str:
    if isinstance(value, np.ndarray):
        order = "" if value.flags.c_contiguous else ", not contiguous"
        return f"{value.dtype} of shape {value.shape}{order}"
    return type(value).__name__
