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
from math import prod
from typing import Any, Final, Literal, TypeAlias, Unpack, cast

import numpy as np
import numpy.typing as npt

from ..kernel import layout as at
from ..kernel.records import rules_record
from ..rules import REASONS, RuleOptions, Rules
from . import batch_kernel, batch_talk
from .actions import ACTIONS, TALK_ACTIONS
from .errors import EnvError
from .layout import OBSERVE, Layout, Observe, layout, seeded_map
from .rewards import Reward, worth_of
from .round import check_choice, check_signals, read_rules, read_seed

Int8s: TypeAlias = npt.NDArray[np.int8]
BatchSignals: TypeAlias = Literal[False, "table"]
"""No signals, or talk as at a table."""

REWARD_NUMBERS: Final[dict[Reward, int]] = {
    "cards": batch_kernel.CARDS_LAID,
    "end": batch_kernel.AT_END,
    "win": batch_kernel.WIN,
    "shaped": batch_kernel.SHAPED,
}


_LINE: Final = 64  # bytes


class BatchEnv:
    """Games side by side. A game that ends is dealt anew in the same step.

    Arrays may be given, to be written into, or are made: `observations` (games, size) and `masks` (games, 393) of
    int8, `rewards` (games) of float32, `ends` (games) of bool. A row belongs to the seat whose turn it is, named in
    `seats`; `choices` counts its legal actions. Where `ends` is true, `scores` and `reasons` tell how that game went
    (see `reason`), and the row shows a new game; with ``finals=True`` (or an array) the last observation of the old
    one is in `finals`. `seeds` are those from which ``Game.deal`` deals the current games.

    With ``signals="table"`` every seat speaks before every turn, as in `TalkRound`: a row belongs to the seat that
    speaks or plays, `masks` are 432 wide, and observations have the part ``signals``.
    """

    def __init__(
        self,
        games: int,
        *,
        rules: Rules | None = None,
        edition: str = "base",
        players: int | None = None,
        observe: Observe = "observation",
        signals: BatchSignals = False,
        reward: Reward = "cards",
        threads: int = 1,
        observations: Int8s | None = None,
        masks: Int8s | None = None,
        rewards: npt.NDArray[np.float32] | None = None,
        ends: npt.NDArray[np.bool_] | None = None,
        finals: Int8s | bool = False,
        **options: Unpack[RuleOptions],
    ) -> None:
        self.rules = read_rules(rules, edition, players, options)
        self.games = _count("games", games)
        self.threads = min(_count("threads", threads), self.games)
        check_choice("observe", observe, OBSERVE)
        worth_of(reward)
        self._talks = _check_talk(self.rules, signals)
        self.actions = TALK_ACTIONS if self._talks else ACTIONS
        self.layout: Layout = layout(self.rules, observe, self._talks)
        unseen = self.layout["unseen"].start if "unseen" in self.layout else 0
        self._same = batch_kernel.Options(np.uint64(0), REWARD_NUMBERS[reward], unseen)
        self._options: batch_kernel.Bundle = tuple(self._same)
        self.observations = _array("observations", observations, (self.games, self.layout.size), np.int8)
        self.masks = _array("masks", masks, (self.games, self.actions), np.int8)
        self.rewards = _array("rewards", rewards, (self.games,), np.float32)
        self.ends = _array("ends", ends, (self.games,), np.bool_)
        self.finals = self._final_array(finals)
        self.choices = np.zeros(self.games, np.int64)
        self.seats = np.zeros(self.games, np.int8)
        self.scores = np.zeros(self.games, np.int64)
        self.reasons = np.zeros(self.games, np.int64)
        self.outcomes = np.zeros((self.games, at.OUTCOME_SIZE), np.int64)
        self.seeds = np.zeros(self.games, np.uint64)
        self._games = batch_kernel.Games(
            states=np.zeros((self.games, at.STATE_SIZE), np.int64),
            rules=np.tile(rules_record(self.rules), (self.games if seeded_map(self.rules) else 1, 1)),
            memories=np.zeros((self.games, batch_kernel.MEMORY_SIZE), np.int64),
            pasts=np.zeros((self.games if observe == "information" else 0, batch_kernel.PAST_SIZE), np.int8),
            seeds=self.seeds,
        )
        seen = batch_kernel.Seen(self.observations, self.masks, self.choices, self.seats)
        results = batch_kernel.Results(self.rewards, self.ends, self.scores, self.reasons, self.outcomes, self.finals)
        self._bundles = tuple(self._games), tuple(seen), tuple(results)
        self._talk: batch_kernel.Bundle = self._talk_bundle() if self._talks else ()
        self._randoms = np.zeros(self.games, np.uint64)
        self._actions = np.zeros(self.games, np.int64)
        self._ready = False
        self._bounds = _bounds(self.games, self.threads)
        self._pool = ThreadPoolExecutor(self.threads - 1, "nonante-batch") if self.threads > 1 else None

    def _talk_bundle(self) -> batch_kernel.Bundle:
        """Return the talk of all games, where signals lie in an observation, and whether cards carry commands."""
        talks = np.zeros((self.games, batch_talk.TALK_SIZE), np.int64)
        return talks, self.layout["signals"].start, int(self.rules.commands is not None)

    def _final_array(self, wanted: Int8s | bool) -> Int8s:
        if isinstance(wanted, bool):
            return np.zeros((self.games if wanted else 0, self.layout.size), np.int8)
        return cast(Int8s, _array("finals", wanted, (self.games, self.layout.size), np.int8))

    def reset(self, seed: int | None = None, *, first: int = 0) -> tuple[Int8s, Int8s]:
        """Deal all games and return observations and masks. Games and their successors follow from the seed.

        Row k begins with game number `first` + k of the run, as `nonante.simulation.deal_seed` counts them.
        """
        number = int(np.random.default_rng().integers(2**63)) if seed is None else read_seed(seed)
        self._options = tuple(self._same._replace(run=np.uint64(number)))
        self._games.memories[:, batch_kernel.NUMBER] = first + np.arange(self.games)
        self._randoms[:] = np.arange(self.games, dtype=np.uint64) * np.uint64(0xD1342543DE82EF95) + np.uint64(number)
        self.rewards[:] = 0
        self.ends[:] = False
        self._each(self._reset_part)
        self._ready = True
        return self.observations, self.masks

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Int8s, npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Play one action in every game and return observations, rewards and ends; `masks` and the rest are renewed.

        An action that is not legal raises, and no game has moved then.
        """
        if not self._ready:
            raise EnvError("reset-first")
        self._check(actions)
        self._each(lambda first, last: self._step_part(actions, first, last))
        return self.observations, self.rewards, self.ends

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a legal action for every game, all equally likely, in an array that the next call writes again."""
        if not self._ready:
            raise EnvError("reset-first")
        self._each(self._sample_part)
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

    def _reset_part(self, first: int, last: int) -> None:
        games, seen, _ = self._bundles
        if self._talks:
            batch_talk.reset_talking(games, seen, self._options, self._talk, first, last)
        else:
            batch_kernel.reset_games(games, seen, self._options, first, last)

    def _step_part(self, actions: npt.NDArray[np.int64], first: int, last: int) -> None:
        if self._talks:
            batch_talk.step_talking(*self._bundles, self._options, self._talk, actions, first, last)
        else:
            batch_kernel.step_games(*self._bundles, self._options, actions, first, last)

    def _sample_part(self, first: int, last: int) -> None:
        sample = batch_talk.sample_talking if self._talks else batch_kernel.sample_masked
        sample(self.masks, self.choices, self._randoms, self._actions, first, last)

    def _check(self, actions: object) -> None:
        shape = (self.games,)
        if (
            not isinstance(actions, np.ndarray)
            or actions.dtype != np.int64
            or actions.shape != shape
            or not actions.flags.c_contiguous
        ):
            raise EnvError("actions", shape=shape, value=_shown(actions))
        if self._talks:
            bad = batch_talk.first_illegal_talk(self.masks, actions, 0, self.games)
        else:
            bad = batch_kernel.first_illegal(self._games.states, actions, 0, self.games)
        if bad >= 0:
            raise EnvError("illegal-batch", action=int(actions[bad]), game=bad)


def _check_talk(rules: Rules, signals: object) -> bool:
    """Tell whether seats talk as at a table; signals on one's own turn alone are not played here."""
    if signals is not False and signals != "table":
        raise EnvError("option", name="signals", value=signals, known="False or 'table'")
    return check_signals(rules, signals) == "table"


def _bounds(games: int, threads: int) -> list[tuple[int, int]]:
    edges = [games * part // threads for part in range(threads + 1)]
    return list(pairwise(edges))


def _count(name: str, value: object) -> int:
    if type(value) is not int or value < 1:
        raise EnvError("option", name=name, value=value, known="a whole number from 1")
    return value


def _array(name: str, given: Any, shape: tuple[int, ...], dtype: type[np.generic]) -> Any:
    """Return the array given if it fits, or a new one."""
    if given is None:
        return _aligned(shape, np.dtype(dtype))
    fits = isinstance(given, np.ndarray) and given.shape == shape and given.dtype == dtype
    if not fits or not given.flags.c_contiguous or not given.flags.writeable:
        raise EnvError("array", name=name, dtype=np.dtype(dtype).name, shape=shape, value=_shown(given))
    return given


def _aligned(shape: tuple[int, ...], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Return zeros that begin with a cache line: JAX shares memory only then, and copies it otherwise."""
    size = prod(shape) * dtype.itemsize
    room = np.zeros(size + _LINE, np.uint8)
    start = -room.ctypes.data % _LINE
    return room[start : start + size].view(dtype).reshape(shape)


def _shown(value: object) -> str:
    if isinstance(value, np.ndarray):
        order = "" if value.flags.c_contiguous else ", not contiguous"
        return f"{value.dtype} of shape {value.shape}{order}"
    return type(value).__name__
