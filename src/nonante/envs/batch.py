"""`BatchEnv`: thousands of games stepped together on the compiled kernel, written into NumPy arrays without copies.

from nonante.envs.batch import BatchEnv
env = BatchEnv(games=4096, edition="base", players=3, threads=2)
env.reset(seed=1)
env.step(env.sample())     # env.observations, env.masks, env.rewards, env.ends, … are now those of the next step
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias, TypeVar, Unpack, get_args

import numpy as np
import numpy.typing as npt

from ..rules import REASONS
from .actions import action_count
from .engine import Engine, aligned
from .errors import EnvError
from .layout import Vector, layout
from .options import EnvOptions, check_choice, choose, read_seed
from .partners import Partner, Partners

T = TypeVar("T")
Autoreset: TypeAlias = Literal["same-step", "next-step"]
"""When a game that ended is dealt anew."""
AUTORESETS: Final = get_args(Autoreset)


class BatchEnv(Engine):
    """Many games at once. A game that ends is replaced by a new deal in the same step.

    You can pass the arrays to write to, or let the environment create them: `observations` (games, size) and `masks`
    (games, 393) of int8, `rewards` (games) of float32, `ends` (games) of bool. A row shows the view of the seat in
    `seats`, whose turn it is; `choices` is the number of its legal actions. Where `ends` is true, `scores` and
    `reasons` describe the finished game (see `reason`), and the row already shows a new one; with ``finals=True`` (or
    an array) the last observation of the finished game is in `finals`. ``Game.deal`` deals the current games from
    `seeds`.

    With ``signals="table"`` every seat speaks before every turn: a row belongs to the seat that speaks or plays,
    `masks` are 432 wide, and observations have the part ``signals``.

    With `partners` one seat of every game is the learner's, and partners sit on the others, drawn anew for each game
    where several are named: see `partners.PARTNERS`, or a policy of your own. A step ends when it is the learner's turn
    again. Its seat is `seat`, or moves on from game to game. Partners neither speak nor hear.

    With ``autoreset="next-step"`` a game that ends shows its last observation, and the next step deals a new one,
    whatever the action is.
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
        partners: Partner | Sequence[Partner] | None = None,
        seat: int | None = None,
        autoreset: Autoreset = "same-step",
        **options: Unpack[EnvOptions],
    ) -> None:
        chosen = choose(options)
        check_choice("autoreset", autoreset, AUTORESETS)
        if partners is not None and chosen.talks:
            raise EnvError("partners-talk")
        if partners is None and seat is not None:
            raise EnvError("option", name="seat", value=seat, known="partners for the other seats")
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
            silent=partners is not None,
            late=autoreset == "next-step",
        )
        self.partners = None
        if partners is not None:
            self.partners = Partners(chosen.rules, partners, seat, games)
        self._actions = np.zeros(games, np.int64)
        self._ready = False
        self._bounds = list(pairwise(games * part // self.threads for part in range(self.threads + 1)))
        self._pool = ThreadPoolExecutor(self.threads - 1, "nonante-batch") if self.threads > 1 else None

    def reset(self, seed: int | None = None, *, first: int = 0) -> tuple[Vector, Vector]:
        """Deal all games and return observations and masks. The seed determines these games and those dealt after them.

        Row k begins with game number `first` + k of the run, as `nonante.simulation.deal_seed` counts them.
        """
        number = int(np.random.default_rng().integers(2**63)) if seed is None else read_seed(seed)
        self.begin_run(number, first)
        self._each(self.deal_games)
        if self.partners is not None:
            sit_down = self.partners.sit_down
            self._each(lambda first, last: sit_down(self._desk, first, last))
            self._let_partners_act(self.partners)
        self._ready = True
        return self.observations, self.masks

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Vector, npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Play one action in every game and return observations, rewards and ends; all other arrays are updated too.

        An illegal action raises an error before any game moves.
        """
        if not self._ready:
            raise EnvError("reset-first")
        self._check(actions)
        if self.partners is None:
            self._each(lambda first, last: self.step_games(actions, first, last))
        else:
            act = self.partners.act
            self._each(lambda first, last: act(self._desk, actions, first, last))
            self._let_partners_act(self.partners)
        return self.observations, self.rewards, self.ends

    def _let_partners_act(self, partners: Partners) -> None:
        """Let partners act until every game waits for the learner, and show it what it sees."""
        desk, asks = self._desk, True
        while asks:
            asks = any(self._each(lambda first, last: partners.advance(desk, first, last)))
            if asks:
                partners.ask_policies(desk, self.observations, self.masks)
        self._each(lambda first, last: partners.show(desk, first, last))

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for every game, in an array that the next call overwrites."""
        if not self._ready:
            raise EnvError("reset-first")
        self._each(lambda first, last: self.sample_games(self._actions, first, last))
        return self._actions

    def reason(self, game: int) -> str | None:
        """Return why the last finished game of a row was lost, or None for a win."""
        number = int(self.reasons[game])
        return REASONS[number - 1] if number else None

    def close(self) -> None:
        """Stop the threads."""
        if self._pool:
            self._pool.shutdown()
            self._pool = None

    def _each(self, part: Callable[[int, int], T]) -> list[T]:
        """Let every thread do its part and return the answers; the calling one does the first."""
        waiting = [self._pool.submit(part, *bounds) for bounds in self._bounds[1:]] if self._pool else []
        try:
            answers = [part(*self._bounds[0] if self._pool else (0, self.games))]
        finally:
            for future in waiting:
                future.exception()
        return answers + [future.result() for future in waiting]

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
